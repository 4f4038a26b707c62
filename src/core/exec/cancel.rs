//! Cancellation of loops from outside.

use std::sync::Arc;

use crate::primitives::unmodelled::{AtomicBool, Ordering};

/// A token that cancels the loops of every [`super::Exec`] that has it. Clones are the same token.
///
/// A cancelled loop returns [`crate::Error::Cancelled`]: a phased loop between rounds, the others between
/// items. [`super::Exec::take_statistics`] returns what was done until then.
///
/// ```
/// use boscage::exec::{CancelToken, Exec};
///
/// let token = CancelToken::new();
/// let exec = Exec::new(2)?.with_token(token.clone());
/// let outcome = exec.do_all("search", 0..1_000_000, |i| {
///     if i == 7 {
///         token.cancel(); // any thread may do this
///     }
/// });
/// assert!(matches!(outcome, Err(boscage::Error::Cancelled)));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// Creates a token that has not been cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Cancels the loops. This cannot be undone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the token has been cancelled.
    #[must_use]
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    /// Returns the flag, for loops that read it before each item.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}
