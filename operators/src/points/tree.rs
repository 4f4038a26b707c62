//! The tree over the points: a kd-tree, split at medians of the widest dimension.
//!
//! Points are reordered, so that each leaf is a block of them, and all leaves but the last one are full: a
//! point's *position* tells its leaf. The coordinates of a leaf are stored by dimension. Eight leaves are a
//! *bunch*, whose boxes are compared at once; bunches are the leaves of the tree of nodes. Nodes are in
//! preorder: the first child of a node follows it, `skip` is the node after its subtree.
//!
//! In many dimensions the boxes exclude next to nothing. Then a walk visits all leaves, block by block.
//!
//! J. Bentley, "Multidimensional binary search trees used for associative searching", Communications of the
//! ACM 18(9), 1975.

use std::ops::Range;

use boscage_core::exec::Exec;
use boscage_core::lanes::LANES;
use boscage_core::{Result, memory};

use super::rows::{Point, Row, Rows};
use super::select::select;
use super::shape::{Eight, Shape, Sides};

/// No node, no point, no part.
pub(super) const NONE: u32 = u32::MAX;

/// Number of bunches from which the two sides of a node are built by different threads.
const SHARED: usize = 16;

/// A node: a subtree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The node after the subtree.
    pub(super) skip: u32,
    pub(super) parent: u32,
    /// Its bunch, if it is one; otherwise [`NONE`].
    pub(super) bunch: u32,
    /// The position of its point of the lowest id.
    pub(super) lowest: u32,
}

/// A kd-tree.
pub(super) struct Tree<const D: usize, const V: usize> {
    pub(super) shape: Shape<D, V>,
    /// Number of points.
    pub(super) len: usize,
    /// Coordinates: leaf after leaf, dimension after dimension, V vectors. After the last point NaN, which is
    /// near to nothing.
    blocks: Vec<Eight>,
    /// The ids of the points by position.
    pub(super) ids: Vec<u32>,
    /// Boxes of leaves: bunch after bunch, dimension after dimension, the lower sides and the upper sides. Of
    /// leaves that do not exist NaN.
    sides: Vec<[Eight; 2]>,
    pub(super) nodes: Vec<Node>,
    /// Boxes of nodes: the lower corner and the upper corner.
    boxes: Vec<f64>,
    /// The node of each bunch.
    bunch_nodes: Vec<u32>,
}

impl<const D: usize, const V: usize> Tree<D, V> {
    /// Creates the tree of the points below `len`.
    pub(super) fn new<const R: usize>(
        exec: &Exec,
        shape: Shape<D, V>,
        len: usize,
        point: Point<'_>,
    ) -> Result<Self> {
        let (dimensions, leaf) = (shape.dimensions(), Shape::<D, V>::LEAF);
        let leaves = len.div_ceil(leaf);
        let bunches = leaves.div_ceil(LANES);
        let nodes = (2 * bunches).saturating_sub(1);
        let source = Rows::<R>::new(dimensions, point);
        let mut rows = source.create(exec, len)?;
        let empty = Node { skip: 0, parent: NONE, bunch: NONE, lowest: NONE };
        let mut tree = Self {
            shape,
            len,
            blocks: memory::zeroed("coordinates", leaves * dimensions * V)?,
            ids: memory::zeroed("ids of points", leaves * leaf)?,
            sides: memory::zeroed("boxes of leaves", bunches * dimensions)?,
            nodes: memory::filled("nodes", nodes, empty)?,
            boxes: memory::filled("boxes of nodes", nodes * 2 * dimensions, 0.0)?,
            bunch_nodes: memory::filled("bunches", bunches, NONE)?,
        };
        if len > 0 {
            let part = Part {
                exec,
                source,
                rows: &mut rows,
                first: (0, 0),
                blocks: &mut tree.blocks,
                ids: &mut tree.ids,
                sides: &mut tree.sides,
                nodes: &mut tree.nodes,
                boxes: &mut tree.boxes,
                bunch_nodes: &mut tree.bunch_nodes,
                shape,
            };
            exec.install(|| part.build(NONE))?;
        }
        tree.find_lowest();
        Ok(tree)
    }

    /// Finds the point of the lowest id in each node.
    fn find_lowest(&mut self) {
        for node in (0..self.nodes.len()).rev() {
            let id = |&position: &u32| self.ids[position as usize];
            let lowest = match self.nodes[node].bunch {
                NONE => self.children(node).map(|child| self.nodes[child].lowest).into_iter().min_by_key(id),
                bunch => self.positions_of_bunch(bunch as usize).min_by_key(id),
            };
            self.nodes[node].lowest = lowest.expect("a node has points");
        }
    }

    /// Returns the children of a node that is no bunch.
    pub(super) fn children(&self, node: usize) -> [usize; 2] {
        [node + 1, self.nodes[node + 1].skip as usize]
    }

    /// Returns the number of leaves.
    pub(super) fn leaf_count(&self) -> usize {
        self.len.div_ceil(Shape::<D, V>::LEAF)
    }

    /// Returns the positions of the points of a leaf.
    #[inline(always)]
    pub(super) fn positions(&self, leaf: usize) -> Range<usize> {
        let start = leaf * Shape::<D, V>::LEAF;
        start..self.len.min(start + Shape::<D, V>::LEAF)
    }

    /// Returns the positions of the points of a bunch.
    fn positions_of_bunch(&self, bunch: usize) -> Range<u32> {
        let size = LANES * Shape::<D, V>::LEAF;
        (bunch * size) as u32..self.len.min((bunch + 1) * size) as u32
    }

    /// Returns the points of a leaf as bits.
    #[inline(always)]
    pub(super) fn points(&self, leaf: usize) -> u64 {
        u64::MAX >> (u64::BITS as usize - self.positions(leaf).len())
    }

    /// Returns the coordinates of a leaf.
    #[inline(always)]
    pub(super) fn block(&self, leaf: usize) -> &[Eight] {
        let size = self.shape.dimensions() * V;
        &self.blocks[leaf * size..][..size]
    }

    /// Returns a coordinate of a leaf's point.
    pub(super) fn coordinate(&self, leaf: usize, i: usize, dimension: usize) -> f64 {
        self.block(leaf)[dimension * V + i / LANES][i % LANES]
    }

    /// Returns the boxes of a bunch of leaves.
    #[inline(always)]
    pub(super) fn bunch(&self, bunch: usize) -> &[[Eight; 2]] {
        let size = self.shape.dimensions();
        &self.sides[bunch * size..][..size]
    }

    /// Returns the lower and the upper side of a leaf's box by dimension.
    #[inline(always)]
    pub(super) fn leaf_sides(&self, leaf: usize) -> impl Iterator<Item = (f64, f64)> {
        let lane = leaf % LANES;
        self.bunch(leaf / LANES).iter().map(move |[low, high]| (low[lane], high[lane]))
    }

    /// Returns the box of a leaf.
    #[inline(always)]
    pub(super) fn leaf_box(&self, leaf: usize) -> Sides {
        let mut own = Sides::empty(self.shape.dimensions());
        for (j, (low, high)) in self.leaf_sides(leaf).enumerate() {
            own.low.as_mut_slice()[j] = low;
            own.high.as_mut_slice()[j] = high;
        }
        own
    }

    /// Returns the lower and the upper side of a node's box by dimension.
    #[inline(always)]
    pub(super) fn node_sides(&self, node: usize) -> impl Iterator<Item = (f64, f64)> {
        let size = self.shape.dimensions();
        let (low, high) = self.boxes[node * 2 * size..][..2 * size].split_at(size);
        low.iter().copied().zip(high.iter().copied())
    }

    /// Returns the distance between two positions, by the operations of [`Shape::distances`].
    pub(super) fn distance(&self, p: usize, q: usize) -> f64 {
        let leaf = Shape::<D, V>::LEAF;
        let x = |position, j| self.coordinate(position / leaf, position % leaf, j);
        let (dimensions, norm) = (0..self.shape.dimensions(), self.shape.norm());
        dimensions.fold(0.0, |sum, j| norm.add(sum, x(q, j) - x(p, j)))
    }

    /// Returns the node of a leaf's bunch.
    #[inline(always)]
    pub(super) fn node_of(&self, leaf: usize) -> usize {
        self.bunch_nodes[leaf / LANES] as usize
    }
}

/// A subtree under construction: its rows, and its part of each array.
struct Part<'a, const D: usize, const V: usize, const R: usize> {
    exec: &'a Exec,
    source: Rows<'a, R>,
    shape: Shape<D, V>,
    /// Its first node and its first bunch.
    first: (u32, u32),
    rows: &'a mut [Row<R>],
    blocks: &'a mut [Eight],
    ids: &'a mut [u32],
    sides: &'a mut [[Eight; 2]],
    nodes: &'a mut [Node],
    boxes: &'a mut [f64],
    bunch_nodes: &'a mut [u32],
}

impl<const D: usize, const V: usize, const R: usize> Part<'_, D, V, R> {
    const LEAF: usize = Shape::<D, V>::LEAF;

    fn build(self, parent: u32) -> Result<()> {
        let dimensions = self.shape.dimensions();
        let sides = self.source.bounding_box(self.exec, self.rows);
        let (own, bunches) = (self.first.0, self.bunch_nodes.len());
        let bunch = if bunches == 1 { self.first.1 } else { NONE };
        self.nodes[0] = Node { skip: own + self.nodes.len() as u32, parent, bunch, lowest: NONE };
        self.boxes[..dimensions].copy_from_slice(sides.low.as_slice());
        self.boxes[dimensions..][..dimensions].copy_from_slice(sides.high.as_slice());
        if bunches == 1 {
            self.bunch_nodes[0] = own;
            self.sides.fill([[f64::NAN; LANES]; 2]);
            let leaves = Leaves {
                exec: self.exec,
                source: self.source,
                shape: self.shape,
                rows: &mut *self.rows,
                blocks: self.blocks,
                ids: self.ids,
            };
            leaves.fill(sides, 0, self.sides);
            return Ok(());
        }
        self.exec.check_cancelled()?;
        let left = bunches.div_ceil(2);
        let middle = left * LANES * Self::LEAF;
        let key = self.source.key(self.exec, self.rows, sides.widest());
        select(self.exec, self.rows, middle, key);
        let (left, right) = self.split(left, middle);
        if bunches > SHARED {
            let (left, right) = rayon::join(|| left.build(own), || right.build(own));
            left.and(right)
        } else {
            left.build(own)?;
            right.build(own)
        }
    }

    /// Returns the parts of the two children, the first of which has this number of bunches and of rows.
    fn split(self, bunches: usize, rows: usize) -> (Self, Self) {
        let (dimensions, leaves, nodes) = (self.shape.dimensions(), bunches * LANES, 2 * bunches - 1);
        let rows = self.rows.split_at_mut(rows);
        let blocks = self.blocks.split_at_mut(leaves * dimensions * V);
        let ids = self.ids.split_at_mut(leaves * Self::LEAF);
        let sides = self.sides.split_at_mut(bunches * dimensions);
        let boxes = self.boxes[2 * dimensions..].split_at_mut(nodes * 2 * dimensions);
        let bunch_nodes = self.bunch_nodes.split_at_mut(bunches);
        let (node, bunch) = (self.first.0 + 1, self.first.1);
        let second = (node + nodes as u32, bunch + bunches as u32);
        let nodes = self.nodes[1..].split_at_mut(nodes);
        let (exec, source, shape) = (self.exec, self.source, self.shape);
        let left = Self {
            first: (node, bunch),
            rows: rows.0,
            blocks: blocks.0,
            ids: ids.0,
            sides: sides.0,
            nodes: nodes.0,
            boxes: boxes.0,
            bunch_nodes: bunch_nodes.0,
            ..self
        };
        let right = Self {
            exec,
            source,
            shape,
            first: second,
            rows: rows.1,
            blocks: blocks.1,
            ids: ids.1,
            sides: sides.1,
            nodes: nodes.1,
            boxes: boxes.1,
            bunch_nodes: bunch_nodes.1,
        };
        (left, right)
    }
}

/// Leaves of a bunch under construction.
struct Leaves<'a, const D: usize, const V: usize, const R: usize> {
    exec: &'a Exec,
    source: Rows<'a, R>,
    shape: Shape<D, V>,
    rows: &'a mut [Row<R>],
    blocks: &'a mut [Eight],
    ids: &'a mut [u32],
}

impl<const D: usize, const V: usize, const R: usize> Leaves<'_, D, V, R> {
    /// Fills the leaves, whose box is `own`. The first one has this lane of the bunch's boxes, `sides`.
    fn fill(self, own: Sides, lane: usize, sides: &mut [[Eight; 2]]) {
        let (leaf, dimensions) = (Shape::<D, V>::LEAF, self.shape.dimensions());
        let leaves = self.rows.len().div_ceil(leaf);
        if leaves == 1 {
            return self.fill_one(&own, lane, sides);
        }
        let left = leaves.div_ceil(2);
        let key = self.source.key(self.exec, self.rows, own.widest());
        select(self.exec, self.rows, left * leaf, key);
        let rows = self.rows.split_at_mut(left * leaf);
        let blocks = self.blocks.split_at_mut(left * dimensions * V);
        let ids = self.ids.split_at_mut(left * leaf);
        let (exec, source, shape) = (self.exec, self.source, self.shape);
        let mut fill = |rows: &mut [Row<R>], blocks, ids, lane| {
            let own = source.box_of_part(rows);
            Leaves { exec, source, shape, rows, blocks, ids }.fill(own, lane, sides);
        };
        fill(rows.0, blocks.0, ids.0, lane);
        fill(rows.1, blocks.1, ids.1, lane + left);
    }

    fn fill_one(self, own: &Sides, lane: usize, sides: &mut [[Eight; 2]]) {
        let leaf = Shape::<D, V>::LEAF;
        let corners = own.low.as_slice().iter().zip(own.high.as_slice());
        for ([low, high], (&own_low, &own_high)) in sides.iter_mut().zip(corners) {
            (low[lane], high[lane]) = (own_low, own_high);
        }
        if self.rows.len() < leaf {
            self.ids.fill(NONE);
            self.blocks.fill([f64::NAN; LANES]);
        }
        for (row, id) in self.rows.iter().zip(self.ids) {
            *id = Rows::id(row);
        }
        self.source.for_each(self.rows, |i, coordinates| {
            for (j, &x) in coordinates.iter().enumerate() {
                self.blocks[j * V + i / LANES][i % LANES] = x;
            }
        });
    }
}
