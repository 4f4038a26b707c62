//! Sums and maxima over the nodes of a set.

use super::{BLOCK, Rounds, Summand};
use crate::Result;
use crate::graph::{Form, Node, NodeSet, WORD, nodes_of_word};
use crate::parallel::{map_blocks, map_pieces};

impl Rounds<'_> {
    /// A phase that adds up `f(node)` over the nodes of `set`.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    ///
    /// # Panics
    /// If `f` does.
    pub fn sum<S: Summand>(&self, name: &str, set: &NodeSet, f: impl Fn(Node) -> S + Sync) -> Result<S> {
        self.fold(name, set, f, S::plus, S::zero)
    }

    /// A phase that finds the maximum of `f(node)` over the nodes of `set`; `None` if the set is empty.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    ///
    /// # Panics
    /// If `f` does.
    pub fn max<T: Ord + Send>(
        &self,
        name: &str,
        set: &NodeSet,
        f: impl Fn(Node) -> T + Sync,
    ) -> Result<Option<T>> {
        self.fold(name, set, |node| Some(f(node)), Ord::max, || None)
    }

    fn fold<T: Send>(
        &self,
        name: &str,
        set: &NodeSet,
        f: impl Fn(Node) -> T + Sync,
        combine: fn(T, T) -> T,
        empty: fn() -> T,
    ) -> Result<T> {
        let phase = self.begin(name)?;
        let of_block = |nodes: &mut dyn Iterator<Item = Node>| {
            // The terms of a block are only wanted if all blocks are.
            if phase.goes_on() { nodes.map(&f).fold(empty(), combine) } else { empty() }
        };
        let of_blocks = match set.form() {
            Form::All => {
                map_blocks(phase.exec, set.nodes(), BLOCK, |block| of_block(&mut block.map(Node::new)))
            }
            Form::List(nodes) => {
                map_pieces(phase.exec, nodes.chunks(BLOCK), |nodes| of_block(&mut nodes.iter().copied()))
            }
            Form::Bitmap(words) => map_blocks(phase.exec, words.len(), BLOCK / WORD, |block| {
                of_block(&mut block.flat_map(|word| nodes_of_word(words, word)))
            }),
        };
        phase.outcome()?;
        Ok(of_blocks.into_iter().fold(empty(), combine))
    }
}
