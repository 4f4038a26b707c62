//! Progress reports of running loops.

/// The progress of a loop, passed to the callback of [`super::Exec::with_progress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress<'a> {
    /// Name of the loop, or of a stage outside of loops.
    pub name: &'a str,
    /// Number of rounds that have ended; 0 for a stage.
    pub round: u64,
    /// Number of items that were committed or dropped.
    pub done: u64,
    /// Number of items that the loop is known to have. It may grow. For a contraction: number of nodes.
    pub total: u64,
}
