//! Weights of edges that operators use as floats.

use boscage_core::graph::EdgeData;

use crate::lengths::Length;
use crate::sealed::Sealed;

/// Edge data that operators use as floats: numbers of at most 64 bits, or `()`, which stands for 1.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not the strength of an edge",
    note = "strengths are integers of at most 64 bits, floats and `()`; make them with `EdgeList::map`"
)]
pub trait Strength: Sealed + EdgeData {
    /// Returns the strength as a float.
    fn strength(self) -> f64;
}

impl<W: Length> Strength for W {
    #[inline]
    fn strength(self) -> f64 {
        self.value()
    }
}

impl Strength for () {
    #[inline]
    fn strength(self) -> f64 {
        1.0
    }
}
