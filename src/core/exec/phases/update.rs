//! Update: changes the values of all nodes, each by one thread.

use super::{BLOCK, Monoid, Rounds};
use crate::Result;
use crate::graph::{Node, NodeMap};
use crate::parallel::map_pieces;

impl Rounds<'_> {
    /// Calls `operator(node, value)` once for every node of a map, and returns the sum of its results. No
    /// other thread accesses the value meanwhile.
    ///
    /// # Determinism
    /// Deterministic if a call depends only on its node and value: the order of additions is that of the
    /// nodes, in blocks of 1024, also for floats.
    ///
    /// # Memory
    /// One sum per 1024 nodes.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`]; then some of the values have been changed.
    ///
    /// # Panics
    /// If the operator panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let mut halves = NodeMap::from(vec![8, 5, 3]);
    /// let rounds = exec.rounds("halves", 3);
    /// let odd = rounds.update("halve", &mut halves, |_, value| {
    ///     let odd = *value % 2;
    ///     *value /= 2;
    ///     odd
    /// })?;
    /// assert_eq!((halves.as_slice(), odd), (&[4, 2, 1][..], 2));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn update<T: Send, S: Monoid>(
        &self,
        name: &str,
        values: &mut NodeMap<T>,
        operator: impl Fn(Node, &mut T) -> S + Sync,
    ) -> Result<S> {
        let phase = self.begin(name)?;
        let blocks = values.as_mut_slice().chunks_mut(BLOCK).enumerate();
        let sums = map_pieces(phase.exec, blocks, |(block, values)| {
            if !phase.goes_on() {
                return S::identity();
            }
            let nodes = (block * BLOCK..).map(Node::new);
            nodes.zip(values).fold(S::identity(), |sum, (node, value)| sum.combine(operator(node, value)))
        });
        phase.outcome()?;
        Ok(sums.into_iter().fold(S::identity(), S::combine))
    }
}
