//! Graphs by the keys of their weights: six types of weights as two types of bits.
//!
//! An algorithm that only compares weights need not know their type. It can do with their bits, an unsigned
//! integer of the same width, and with what makes keys of bits. So most of it is compiled for two widths
//! instead of six types.
//!
//! **Keys of bits.** The key of a weight is its bits, some of them flipped: for integers always the same
//! ones, for floats those that depend on the sign; and of a maximum, all the others. -0.0 is taken for 0.0
//! first. So loops over all edges are compiled twice for each width, for [`IntegerKeys`] and [`FloatKeys`],
//! where that matters; elsewhere once, for [`AnyKeys`]. These take five instructions instead of one for
//! integers, which made `filter-boruvka` 6 to 30 % slower. A loop that does little else may have a copy for
//! keys that are their bits, too ([`KeyedEdges::are_bits`]).

use std::ops::Range;

use bytemuck::cast_slice;

use super::rows::AllRows;
use super::{Arcs, Edge, EdgeId, EdgeListView, Graph, Key, Node, Objective, Undirected, Weight};
use crate::Result;
use crate::sealed::Sealed;

/// Makes keys of the bits of weights.
pub trait Keys: Copy + Send + Sync + Sealed {
    /// The type of both.
    type Key: Key;

    /// The key of a weight.
    fn key(self, bits: Self::Key) -> Self::Key;

    /// Returns whether every key is known to be its bits.
    #[inline(always)]
    fn are_bits(self) -> bool {
        false
    }
}

/// Keys of integers.
#[derive(Clone, Copy, Debug)]
pub struct IntegerKeys<K> {
    /// The bits that are flipped.
    pub(super) flips: K,
}

/// Keys of floats.
#[derive(Clone, Copy, Debug)]
pub struct FloatKeys<K> {
    /// The bits that are flipped in the key of a minimum.
    pub(super) flips: K,
}

/// Keys of either.
#[derive(Clone, Copy, Debug)]
pub struct AnyKeys<K> {
    /// The bits of -0.0, where that is a weight; otherwise 0.
    negative_zero: K,
    /// The bits that are flipped where the highest is 0, and where it is 1.
    flips: [K; 2],
}

impl<K: Key> AnyKeys<K> {
    /// The same keys.
    #[must_use]
    pub fn of(keys: impl Keys<Key = K>) -> Self {
        let (zero, sign) = (K::default(), K::HIGHEST_BIT);
        let flip = |bits| keys.key(bits) ^ bits;
        Self {
            negative_zero: if keys.key(sign) == keys.key(zero) { sign } else { zero },
            flips: [flip(zero), flip(sign ^ K::from(1))],
        }
    }
}

impl<K> Sealed for IntegerKeys<K> {}
impl<K> Sealed for FloatKeys<K> {}
impl<K> Sealed for AnyKeys<K> {}

impl<K: Key> Keys for IntegerKeys<K> {
    type Key = K;

    #[inline(always)]
    fn key(self, bits: K) -> K {
        bits ^ self.flips
    }

    #[inline(always)]
    fn are_bits(self) -> bool {
        self.flips == K::default()
    }
}

impl Keys for FloatKeys<u32> {
    type Key = u32;

    #[inline(always)]
    fn key(self, bits: u32) -> u32 {
        f32::from_bits(bits).key() ^ self.flips
    }
}

impl Keys for FloatKeys<u64> {
    type Key = u64;

    #[inline(always)]
    fn key(self, bits: u64) -> u64 {
        f64::from_bits(bits).key() ^ self.flips
    }
}

impl<K: Key> Keys for AnyKeys<K> {
    type Key = K;

    #[inline(always)]
    fn key(self, bits: K) -> K {
        let bits = if bits == self.negative_zero { K::default() } else { bits };
        bits ^ if bits < K::HIGHEST_BIT { self.flips[0] } else { self.flips[1] }
    }
}

/// A graph as its edges, borrowed, in the order of keys.
///
/// ```
/// use boscage::graph::{EdgeList, KeyedEdges, Objective, Weight};
///
/// let list = EdgeList::from_triples(3, [(0, 1, -1.5_f32), (1, 2, 0.5)])?;
/// let edges = KeyedEdges::of(list.as_view(), Objective::Minimum);
/// assert_eq!(edges.key(0), (-1.5_f32).key());
/// assert!(edges.any().packed(0) < edges.any().packed(1));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct KeyedEdges<'a, M: Keys> {
    nodes: usize,
    /// With the bits of their weights.
    edges: &'a [Edge<M::Key>],
    keys: M,
}

impl<'a, M: Keys> KeyedEdges<'a, M> {
    /// The edges of a graph, of which the minimum or maximum spanning forest is wanted.
    #[must_use]
    pub fn of<W: Weight<Key = M::Key, Keys = M>>(graph: EdgeListView<'a, W>, objective: Objective) -> Self {
        Self { nodes: graph.nodes(), edges: cast_slice(graph.edges()), keys: W::keys(objective) }
    }

    /// The same for code that is compiled once for each width.
    #[must_use]
    pub fn any(self) -> KeyedEdges<'a, AnyKeys<M::Key>> {
        KeyedEdges { nodes: self.nodes, edges: self.edges, keys: AnyKeys::of(self.keys) }
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns whether there are no edges.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// The edges; their weights are bits.
    #[must_use]
    #[inline]
    pub fn edges(&self) -> &'a [Edge<M::Key>] {
        self.edges
    }

    /// The key of an edge's weight.
    #[must_use]
    #[inline]
    pub fn key(&self, id: usize) -> M::Key {
        self.key_of(&self.edges[id])
    }

    /// The key of the weight of one of the edges.
    #[must_use]
    #[inline]
    pub fn key_of(&self, edge: &Edge<M::Key>) -> M::Key {
        self.keys.key(edge.weight)
    }

    /// Returns whether the key of every weight is known to be its bits, as of a minimum of unsigned integers.
    #[must_use]
    #[inline]
    pub fn are_bits(&self) -> bool {
        self.keys.are_bits()
    }

    /// (key, id) of an edge in one integer.
    #[must_use]
    #[inline]
    pub fn packed(&self, id: usize) -> <M::Key as Key>::Packed {
        self.key(id).pack(EdgeId::new(id))
    }
}

/// A graph as adjacency with ids, borrowed, in the order of keys.
#[derive(Clone, Copy, Debug)]
pub struct KeyedGraph<'a, K> {
    edges: usize,
    /// With the bits of the weights.
    rows: AllRows<'a, K>,
    keys: AnyKeys<K>,
}

impl<'a, K: Key> KeyedGraph<'a, K> {
    /// The arcs of a graph, of which the minimum or maximum spanning forest is wanted.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] if arcs do not know their edges' ids.
    pub fn of<W: Weight<Key = K>>(graph: &'a Graph<Undirected, W>, objective: Objective) -> Result<Self> {
        graph.check_ids()?;
        let AllRows { offsets, arcs: Arcs { targets, data, ids } } = graph.rows().all();
        let rows = AllRows { offsets, arcs: Arcs { targets, data: cast_slice(data), ids } };
        Ok(Self { edges: graph.len(), rows, keys: AnyKeys::of(W::keys(objective)) })
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn nodes(&self) -> usize {
        self.rows.offsets.len() - 1
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.edges
    }

    /// Returns whether there are no edges.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.edges == 0
    }

    /// Number of arcs of a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    pub fn degree(&self, node: Node) -> usize {
        self.rows.places(node).len()
    }

    /// Some of the arcs of a node, by their positions among these: (key, id), and the other end.
    ///
    /// # Panics
    /// If the graph has no such node, or the node no such arcs.
    #[inline]
    pub fn arcs(
        &self,
        node: Node,
        positions: Range<usize>,
    ) -> impl Iterator<Item = (K::Packed, Node)> + use<'a, K> {
        let (arcs, keys) = (self.rows.arcs.part(self.rows.places(node)).part(positions), self.keys);
        arcs.iter_with_ids().map(move |(end, id, bits)| (keys.key(bits).pack(id), end))
    }
}

#[cfg(test)]
mod tests {
    use bytemuck::cast;

    use super::*;

    fn agrees<W: Weight>(weights: &[W]) {
        for objective in [Objective::Minimum, Objective::Maximum] {
            let keys = W::keys(objective);
            for &weight in weights {
                let bits: W::Key = cast(weight);
                let all = [keys.key(bits), AnyKeys::of(keys).key(bits)];
                assert_eq!(all, [objective.key(weight); 2], "{weight}");
                assert!(!keys.are_bits() || all[0] == bits, "{weight}");
                assert_eq!(objective.weight::<W>(all[0]), weight);
            }
        }
    }

    #[test]
    fn bits_have_the_keys_of_their_weights() {
        assert!(u32::keys(Objective::Minimum).are_bits() && u64::keys(Objective::Minimum).are_bits());
        assert!(!u32::keys(Objective::Maximum).are_bits() && !i32::keys(Objective::Minimum).are_bits());
        assert!(!f32::keys(Objective::Minimum).are_bits());
        agrees(&[0_u32, 1, 1 << 31, (1 << 31) + 1, u32::MAX]);
        agrees(&[0_u64, 1, 1 << 63, (1 << 63) + 1, u64::MAX]);
        agrees(&[i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX]);
        agrees(&[i64::MIN, i64::MIN + 1, -1, 0, 1, i64::MAX]);
        agrees(&[f32::NEG_INFINITY, f32::MIN, -1.0, -1e-45, -0.0, 0.0, 1e-45, 1.0, f32::MAX, f32::INFINITY]);
        agrees(&[
            f64::NEG_INFINITY,
            f64::MIN,
            -1.0,
            -5e-324,
            -0.0,
            0.0,
            5e-324,
            1.0,
            f64::MAX,
            f64::INFINITY,
        ]);
    }
}
