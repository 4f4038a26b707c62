//! The progress that a running loop reports.

/// How far a loop has come, as passed to [`super::Exec::with_progress`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress<'a> {
    /// The loop's name.
    pub name: &'a str,
    /// Rounds ended so far.
    pub round: u64,
    /// Items done with: committed or dropped.
    pub done: u64,
    /// Items the loop knows of; nodes, for contraction, which is done with one for every edge of the forest.
    pub total: u64,
}
