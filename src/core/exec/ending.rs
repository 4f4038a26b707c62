//! The early end of a worklist loop, and the reason for it.

use super::tally::Tally;
use crate::mutex::Mutex;
use crate::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};
use crate::{Error, Result};

/// The early end of a loop, after which no further item begins, and its reason.
#[derive(Debug, Default)]
pub(super) struct Ending {
    is_over: AtomicBool,
    /// The first reason, if it is not that the operator has stopped the loop, or panicked.
    reason: Mutex<Option<Reason>>,
}

#[derive(Debug)]
enum Reason {
    /// The operator has returned an error.
    Failed(Error),
    /// The operator or the policy has broken a rule.
    Mistake(String),
}

impl Ending {
    #[inline]
    pub(super) fn is_over(&self) -> bool {
        self.is_over.load(Relaxed)
    }

    /// Begins no further item.
    pub(super) fn stop(&self) {
        self.is_over.store(true, Relaxed);
    }

    /// The same, and the loop is to return an error.
    #[cold]
    pub(super) fn fail(&self, error: Error) {
        self.end(Reason::Failed(error));
    }

    /// The same, and the loop is to panic: on the thread and with the line of its caller.
    #[cold]
    pub(super) fn blame(&self, mistake: impl Into<String>) {
        self.end(Reason::Mistake(mistake.into()));
    }

    fn end(&self, reason: Reason) {
        self.reason.lock().get_or_insert(reason);
        self.stop();
    }

    /// Returns the result of the loop, after its workers have ended.
    ///
    /// # Panics
    /// If a rule has been broken.
    #[track_caller]
    pub(super) fn outcome(&self, tally: &Tally<'_>) -> Result<()> {
        let reason = self.reason.lock().take();
        match reason {
            None => Ok(()),
            Some(Reason::Failed(error)) => Err(error),
            Some(Reason::Mistake(mistake)) => tally.blame(mistake),
        }
    }
}
