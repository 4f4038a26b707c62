//! The values that operators return to their loop.

use std::ops::ControlFlow;

use crate::{Error, Result};

/// The return values of an operator of [`Exec::do_all`](super::Exec::do_all) and
/// [`Exec::for_each`](super::Exec::for_each): nothing, a [`ControlFlow`] whose `Break` ends the loop, or a
/// `Result<()>` whose error ends the loop and is returned by it.
///
/// The error is a [`boscage::Error`](crate::Error). An error of your own becomes one by `?` if you implement
/// `From` for it, or by [`Error::other`].
///
/// Implement the trait for your own type, so that operators can return it.
///
/// ```
/// use boscage::exec::{Exec, IntoControlFlow};
/// use std::ops::ControlFlow;
///
/// enum Search {
///     Found,
///     NotHere,
/// }
///
/// impl IntoControlFlow for Search {
///     fn into_control_flow(self) -> ControlFlow<Option<boscage::Error>> {
///         match self {
///             Self::Found => ControlFlow::Break(None), // the loop ends, and returns `Ok`
///             Self::NotHere => ControlFlow::Continue(()),
///         }
///     }
/// }
///
/// let exec = Exec::new(2)?;
/// let is_found = |number: u64| if number == 5 { Search::Found } else { Search::NotHere };
/// exec.do_all("search", 0..u64::MAX, is_found)?;
/// # Ok::<(), boscage::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "an operator of a loop cannot return `{Self}`",
    label = "the operator of this loop returns `{Self}`",
    note = "it may return `()`, `ControlFlow<()>` or `boscage::Result<()>`: end it with `;` if its value is \
            not needed, or with `Ok(())` if it uses `?`",
    note = "an error of your own becomes a `boscage::Error` by `.map_err(boscage::Error::other)?`, or by `?` \
            if you implement `From` for it",
    note = "an operator that never returns needs a return type: write `-> ()` after its arguments"
)]
pub trait IntoControlFlow {
    /// Converts the value: `Break` ends the loop, which returns the error, or `Ok` if there is none.
    fn into_control_flow(self) -> ControlFlow<Option<Error>>;
}

impl IntoControlFlow for () {
    #[inline(always)]
    fn into_control_flow(self) -> ControlFlow<Option<Error>> {
        ControlFlow::Continue(())
    }
}

impl IntoControlFlow for ControlFlow<()> {
    #[inline(always)]
    fn into_control_flow(self) -> ControlFlow<Option<Error>> {
        self.map_break(|()| None)
    }
}

impl IntoControlFlow for Result<()> {
    #[inline(always)]
    fn into_control_flow(self) -> ControlFlow<Option<Error>> {
        match self {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => ControlFlow::Break(Some(error)),
        }
    }
}
