//! The scope that a thread works for: the loop or stage in which a new one begins.

use std::cell::Cell;

/// The scope that a thread works for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Current {
    /// The id of the records.
    pub(super) records: u64,
    pub(super) epoch: u32,
    pub(super) position: u32,
    /// `true` while the thread runs an operator, which other threads may run at the same time.
    pub(super) is_operator: bool,
}

pub(super) const NOWHERE: Current = Current { records: 0, epoch: 0, position: 0, is_operator: false };

thread_local! {
    static CURRENT: Cell<Current> = const { Cell::new(NOWHERE) };
}

/// The scope that the calling thread works for.
#[inline]
pub(crate) fn current() -> Current {
    CURRENT.get()
}

/// Makes the calling thread work for a scope, until another is set.
pub(super) fn set(scope: Current) {
    CURRENT.set(scope);
}

/// The calling thread works for another scope until this is dropped.
pub(crate) struct Entered(Current);

/// Makes the calling thread work for a scope.
#[inline]
pub(crate) fn enter(scope: Current) -> Entered {
    Entered(CURRENT.replace(scope))
}

impl Current {
    /// Returns `true` if the thread runs an operator.
    pub(super) fn is_operator(self) -> bool {
        self.is_operator
    }

    /// The same for a thread that runs an operator.
    pub(crate) fn of_operator(self) -> Self {
        Self { is_operator: true, ..self }
    }
}

impl Drop for Entered {
    #[inline]
    fn drop(&mut self) {
        CURRENT.set(self.0);
    }
}
