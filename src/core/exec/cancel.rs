//! Stopping loops from outside.

use std::sync::Arc;

use crate::primitives::unmodelled::{AtomicBool, Ordering};

/// A token that stops the loops of every [`super::Exec`] that has it; clones are the same token.
///
/// A stopped loop returns [`crate::Error::Cancelled`]: a phased loop between rounds, the others between
/// items. [`super::Exec::take_statistics`] has what was done until then.
#[derive(Clone, Debug, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token that has not been cancelled.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the loops. This cannot be undone.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether the token has been cancelled.
    #[must_use]
    #[inline]
    pub fn is_cancelled(&self) -> bool {
        self.flag().load(Ordering::Relaxed)
    }

    /// What is set when the token has been cancelled, for those who ask before each item.
    pub(super) fn flag(&self) -> &AtomicBool {
        &self.0
    }
}
