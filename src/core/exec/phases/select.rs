//! Select: keeps some of the nodes of a set.

use super::found::Found;
use super::{BLOCK, Rounds};
use crate::Result;
use crate::bits::{WORD, numbers};
use crate::graph::{Form, Node, NodeSet};
use crate::parallel::{for_each_block, pack};
use crate::primitives::Ordering::Relaxed;

impl Rounds<'_> {
    /// Returns the nodes of `set` for which `is_in` returns `true`. It is called once per node.
    ///
    /// # Determinism
    /// The order of the calls is not deterministic. The returned set is deterministic if `is_in` does not
    /// depend on this order.
    ///
    /// # Memory
    /// That of the returned set and of the shared bitmap, as in [`Rounds::push`].
    ///
    /// # Errors
    /// [`crate::Error::Cancelled`], [`crate::Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `is_in` panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use boscage::prelude::*;
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(4, [(0, 1), (1, 3)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let rounds = exec.rounds("leaves", 4);
    /// let leaves = rounds.select("degree", &NodeSet::all(&graph), |node| graph.degree(node) == 1)?;
    /// assert!(leaves.iter().eq([0, 3].map(Node::new)));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[track_caller]
    pub fn select(&self, name: &str, set: &NodeSet, is_in: impl Fn(Node) -> bool + Sync) -> Result<NodeSet> {
        let phase = self.begin(name)?;
        let nodes = set.node_count();
        if let Form::List(list) = set.form() {
            let selected = if list.len() <= BLOCK {
                list.iter().copied().filter(|&node| is_in(node)).collect()
            } else {
                phase.exec.install(|| pack(phase.exec, list, |&node| is_in(node)))?
            };
            phase.outcome()?;
            return Ok(match set.is_shuffled() {
                true => NodeSet::shuffled(nodes, selected),
                false => NodeSet::of_form(nodes, Form::List(selected)),
            });
        }
        let found = Found::new(phase.exec.threads() == 1, self.spare(), nodes)?;
        for_each_block(phase.exec, nodes.div_ceil(WORD), BLOCK / WORD, |block| {
            if !phase.goes_on() {
                return;
            }
            let mut part = found.part(block.start);
            for word in block {
                let begin = word * WORD;
                let bits = match set.form() {
                    Form::Bitmap(bits) => {
                        let all = bits.words()[word].load(Relaxed);
                        let selected = numbers(word, all).map(Node::new).filter(|&node| is_in(node));
                        selected.fold(0, |bits, node| bits | 1 << (node.index() - begin))
                    }
                    _ => (begin..nodes.min(begin + WORD))
                        .fold(0, |bits, i| bits | u64::from(is_in(Node::at(i))) << (i - begin)),
                };
                part.offer_word(word, bits);
            }
        });
        phase.outcome()?;
        found.into_set(phase.exec, false)
    }
}
