//! Sums and maxima over the nodes of a set.

use super::{BLOCK, Rounds, Summand};
use crate::Result;
use crate::bits::WORD;
use crate::graph::{Form, Node, NodeSet};
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
        let set = if S::COMMUTES { set } else { set.in_order() };
        self.fold(name, set, f, S::plus, S::zero)
    }

    /// A phase that finds the maximum of `f(node)` over the nodes of `set`; `None` if the set is empty. Of
    /// several nodes with this maximum it may be any one's.
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
        combine: impl Fn(T, T) -> T + Sync,
        empty: fn() -> T,
    ) -> Result<T> {
        let phase = self.begin(name)?;
        // The terms of a block are only wanted if all blocks are.
        let goes_on = || phase.goes_on();
        let of_blocks = match set.form() {
            Form::All => map_blocks(phase.exec, set.nodes(), BLOCK, |block| {
                if goes_on() { block.map(Node::new).map(&f).fold(empty(), &combine) } else { empty() }
            }),
            Form::List(nodes) => map_pieces(phase.exec, nodes.chunks(BLOCK), |nodes| {
                if goes_on() { nodes.iter().copied().map(&f).fold(empty(), &combine) } else { empty() }
            }),
            Form::Bitmap(bits) => map_blocks(phase.exec, bits.words().len(), BLOCK / WORD, |block| {
                let nodes = block.flat_map(|word| bits.of_word(word)).map(Node::new);
                if goes_on() { nodes.map(&f).fold(empty(), &combine) } else { empty() }
            }),
        };
        phase.outcome()?;
        Ok(of_blocks.into_iter().fold(empty(), combine))
    }
}
