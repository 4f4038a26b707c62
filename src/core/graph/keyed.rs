//! Graphs with keys instead of weights: two types of bits instead of six types of weights.
//!
//! Algorithms that only compare weights do not need their type, only their bits, an unsigned integer of the
//! same width, and the map from bits to keys. So most of their code is compiled for two widths instead of six
//! types.
//!
//! **From bits to keys.** A key is the weight's bits with some of them flipped. Integers always flip the same
//! bits. Floats flip bits that depend on the sign, after -0.0 is replaced by 0.0. For a maximum, all bits are
//! flipped in addition. Where speed matters, loops over all edges are compiled twice per width, for
//! [`IntegerKeys`] and [`FloatKeys`], elsewhere once, for [`AnyKeys`]. `AnyKeys` takes five instructions per
//! key instead of one for integers, which made `filter-boruvka` 6 to 30 % slower. A loop that does little
//! else may have a third copy for keys that equal their bits ([`KeyedEdges::are_bits`]).

use std::ops::Range;

use bytemuck::cast_slice;

use super::rows::AllRows;
use super::{Arcs, Edge, EdgeId, EdgeListView, Graph, Key, Node, Objective, Undirected, Weight};
use crate::Result;
use crate::sealed::Sealed;

/// A map from the bits of weights to keys.
pub trait Keys: Copy + Send + Sync + Sealed {
    /// The type of bits and keys.
    type Key: Key;

    /// Returns the key of a weight.
    fn key(self, bits: Self::Key) -> Self::Key;

    /// Returns `true` if every key is known to equal its bits.
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
    /// The bits that are flipped in the key for a minimum.
    pub(super) flips: K,
}

/// Keys of integers or floats.
#[derive(Clone, Copy, Debug)]
pub struct AnyKeys<K> {
    /// The bits of -0.0 for floats; 0 for integers.
    negative_zero: K,
    /// The bits that are flipped if the highest bit is 0, and if it is 1.
    flips: [K; 2],
}

impl<K: Key> AnyKeys<K> {
    /// Converts other keys.
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

/// A borrowed edge list with keys.
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
    /// The data of an edge are the bits of its weight.
    edges: &'a [Edge<M::Key>],
    keys: M,
}

impl<'a, M: Keys> KeyedEdges<'a, M> {
    /// Creates the view of a graph's edges for its minimum or maximum spanning forest.
    #[must_use]
    pub fn of<W: Weight<Key = M::Key, Keys = M>>(graph: EdgeListView<'a, W>, objective: Objective) -> Self {
        Self { nodes: graph.node_count(), edges: cast_slice(graph.edges()), keys: W::keys(objective) }
    }

    /// Converts the view for code that is compiled once per width.
    #[must_use]
    pub fn any(self) -> KeyedEdges<'a, AnyKeys<M::Key>> {
        KeyedEdges { nodes: self.nodes, edges: self.edges, keys: AnyKeys::of(self.keys) }
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn node_count(&self) -> usize {
        self.nodes
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.edges.len()
    }

    /// Returns the edges; their weights are bits.
    #[must_use]
    #[inline]
    pub fn edges(&self) -> &'a [Edge<M::Key>] {
        self.edges
    }

    /// Returns the key of an edge, by its position.
    #[must_use]
    #[inline]
    pub fn key(&self, id: usize) -> M::Key {
        self.key_of(&self.edges[id])
    }

    /// Returns the key of one of the edges.
    #[must_use]
    #[inline]
    pub fn key_of(&self, edge: &Edge<M::Key>) -> M::Key {
        self.keys.key(edge.weight)
    }

    /// Returns `true` if every key is known to equal its bits, as for a minimum of unsigned integers.
    #[must_use]
    #[inline]
    pub fn are_bits(&self) -> bool {
        self.keys.are_bits()
    }

    /// Returns (key, id) of an edge, packed into one integer.
    #[must_use]
    #[inline]
    pub fn packed(&self, id: usize) -> <M::Key as Key>::Packed {
        self.key(id).pack(EdgeId::at(id))
    }
}

/// A borrowed adjacency with ids and keys.
#[derive(Clone, Copy, Debug)]
pub struct KeyedGraph<'a, K> {
    edges: usize,
    /// The data of an arc are the bits of its weight.
    rows: AllRows<'a, K>,
    keys: AnyKeys<K>,
}

impl<'a, K: Key> KeyedGraph<'a, K> {
    /// Creates the view of a graph's arcs for its minimum or maximum spanning forest.
    ///
    /// # Errors
    /// [`crate::Error::Argument`] if the graph has no edge ids.
    pub fn of<W: Weight<Key = K>>(graph: &'a Graph<Undirected, W>, objective: Objective) -> Result<Self> {
        graph.check_ids()?;
        let AllRows { offsets, arcs: Arcs { targets, data, ids } } = graph.rows().all();
        let rows = AllRows { offsets, arcs: Arcs { targets, data: cast_slice(data), ids } };
        Ok(Self { edges: graph.edge_count(), rows, keys: AnyKeys::of(W::keys(objective)) })
    }

    /// Number of nodes.
    #[must_use]
    #[inline]
    pub fn node_count(&self) -> usize {
        self.rows.offsets.len() - 1
    }

    /// Number of edges.
    #[must_use]
    #[inline]
    pub fn edge_count(&self) -> usize {
        self.edges
    }

    /// Returns the number of arcs of a node.
    ///
    /// # Panics
    /// If the graph has no such node.
    #[must_use]
    #[inline]
    pub fn degree(&self, node: Node) -> usize {
        self.rows.places(node).len()
    }

    /// Returns the arcs of a node at some positions of its row: (key, id), and the other end.
    ///
    /// # Panics
    /// If the graph has no such node, or the node has no such arcs.
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
