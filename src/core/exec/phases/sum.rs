//! Sums and maxima over the nodes of a set.

use super::{BLOCK, Monoid, Rounds};
use crate::Result;
use crate::bits::WORD;
use crate::graph::{Form, Node, NodeSet};
use crate::parallel::{map_blocks, map_pieces};

impl Rounds<'_> {
    /// Adds up `f(node)` over the nodes of `set`.
    ///
    /// # Determinism
    /// Deterministic: the order of additions depends only on the set and its form, also for floats.
    ///
    /// # Memory
    /// One sum per 1024 nodes. Sums of floats over a set that a phase has found also take 4 bytes per node of
    /// the set, which are kept with the set.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    ///
    /// # Panics
    /// If `f` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (1, 3)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let rounds = exec.rounds("degrees", 4);
    /// let all = NodeSet::all(&graph);
    /// assert_eq!(rounds.sum("sum", &all, |node| graph.degree(node))?, 6);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn sum<S: Monoid>(&self, name: &str, set: &NodeSet, f: impl Fn(Node) -> S + Sync) -> Result<S> {
        let set = if S::IS_COMMUTATIVE { set } else { set.in_order() };
        self.fold(name, set, f, S::combine, S::identity)
    }

    /// Returns the maximum of `f(node)` over the nodes of `set`, or `None` if the set is empty.
    ///
    /// # Determinism
    /// Deterministic, unless values compare as equal and still differ: then it depends on timing which of
    /// them is returned. Pairs of a value and the node avoid this.
    ///
    /// # Memory
    /// One value per 1024 nodes.
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`].
    ///
    /// # Panics
    /// If `f` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (1, 3)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let rounds = exec.rounds("hub", 4);
    /// let hub = rounds.max("max", &NodeSet::all(&graph), |node| (graph.degree(node), node))?;
    /// assert_eq!(hub, Some((3, Node::new(1))));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn max<T: Ord + Send>(
        &self,
        name: &str,
        set: &NodeSet,
        f: impl Fn(Node) -> T + Sync,
    ) -> Result<Option<T>> {
        self.fold(name, set, |node| Some(f(node)), Ord::max, || None)
    }

    #[track_caller]
    fn fold<T: Send>(
        &self,
        name: &str,
        set: &NodeSet,
        f: impl Fn(Node) -> T + Sync,
        combine: impl Fn(T, T) -> T + Sync,
        empty: fn() -> T,
    ) -> Result<T> {
        let phase = self.begin(name)?;
        // After a cancellation the result is not used, so blocks may return anything.
        let goes_on = || phase.goes_on();
        let of_blocks = match set.form() {
            Form::All => map_blocks(phase.exec, set.node_count(), BLOCK, |block| {
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
