//! Progress reports of running loops.

/// The progress of a loop, passed to the callback of [`super::Exec::with_progress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// The loop's name.
    pub name: &'a str,
    /// Number of rounds that have ended.
    pub round: u64,
    /// Number of items that were committed or dropped.
    pub done: u64,
    /// Number of items that the loop is known to have. It may grow. For a contraction: number of nodes.
    pub total: u64,
}
