//! Update: changes the values of all nodes, each by one thread.

use super::{BLOCK, Rounds, Summand};
use crate::Result;
use crate::graph::{Node, NodeMap};
use crate::parallel::map_pieces;

impl Rounds<'_> {
    /// A phase that calls `operator(node, value)` for every node of a map, once, and adds up what it returns.
    /// No other thread accesses the value meanwhile.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`]; then some of the values have been changed.
    ///
    /// # Panics
    /// If the operator does.
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
    pub fn update<T: Send, S: Summand>(
        &self,
        name: &str,
        values: &mut NodeMap<T>,
        operator: impl Fn(Node, &mut T) -> S + Sync,
    ) -> Result<S> {
        let phase = self.begin(name)?;
        let blocks = values.as_mut_slice().chunks_mut(BLOCK).enumerate();
        let sums = map_pieces(phase.exec, blocks, |(block, values)| {
            if !phase.goes_on() {
                return S::zero();
            }
            let nodes = (block * BLOCK..).map(Node::new);
            nodes.zip(values).fold(S::zero(), |sum, (node, value)| sum.plus(operator(node, value)))
        });
        phase.outcome()?;
        Ok(sums.into_iter().fold(S::zero(), S::plus))
    }
}
