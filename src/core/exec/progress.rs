//! The progress that a running loop reports.

/// The progress of a loop, as passed to [`super::Exec::with_progress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The loop's name.
    pub name: &'a str,
    /// Rounds ended so far.
    pub round: u64,
    /// Items that were committed or dropped.
    pub done: u64,
    /// Items of the loop; for contraction, nodes: each edge of the forest settles one node.
    pub total: u64,
}
