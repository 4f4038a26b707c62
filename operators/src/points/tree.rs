//! The tree over the points: a kd-tree, split at medians of the widest dimension.
//!
//! Points are reordered, so that each leaf is a block of them, and all leaves but the last one are full: a
//! point's position tells its leaf. The coordinates of a leaf are stored by dimension. Eight leaves are a
//! *bunch*, whose boxes are compared at once; bunches are the leaves of the tree of nodes. Nodes are in
//! preorder: the first child of a node follows it, `skip` is the node after its subtree.
//!
//! J. Bentley, "Multidimensional binary search trees used for associative searching", Communications of the
//! ACM 18(9), 1975.

use boscage_core::exec::Exec;
use boscage_core::lanes::LANES;
use boscage_core::parallel::tabulate;
use boscage_core::{Result, memory};

use super::select::select;
use super::shape::{Eight, MOST_DIMENSIONS, Shape, Sides};

/// No node, no point.
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
}

/// A kd-tree.
pub(super) struct Tree<const D: usize, const V: usize> {
    pub(super) shape: Shape<D, V>,
    /// Number of points.
    pub(super) len: usize,
    /// Coordinates: leaf after leaf, dimension after dimension, V vectors. After the last point not numbers,
    /// which are near to nothing.
    blocks: Vec<Eight>,
    /// The ids of the points by position.
    pub(super) ids: Vec<u32>,
    /// Boxes of leaves: bunch after bunch, dimension after dimension, the lower sides and the upper sides.
    sides: Vec<[Eight; 2]>,
    pub(super) nodes: Vec<Node>,
    /// Boxes of nodes: the lower sides and the upper sides.
    boxes: Vec<f64>,
    /// The node of each bunch.
    bunch_nodes: Vec<u32>,
}

impl<const D: usize, const V: usize> Tree<D, V> {
    /// Creates the tree of some points; `point(i, row)` sets the coordinates of point i. `R` is more than the
    /// number of dimensions.
    pub(super) fn new<const R: usize>(
        exec: &Exec,
        shape: Shape<D, V>,
        len: usize,
        point: impl Fn(usize, &mut [f64]) + Sync,
    ) -> Result<Self> {
        let (dimensions, leaf) = (shape.dimensions(), Shape::<D, V>::LEAF);
        assert!(dimensions < R, "a row has room for an id");
        let leaves = len.div_ceil(leaf);
        let bunches = leaves.div_ceil(LANES);
        let nodes = (2 * bunches).saturating_sub(1);
        let mut rows = tabulate(exec, "points", len, |i| {
            let mut row = [0.0; R];
            point(i, &mut row[..dimensions]);
            row[R - 1] = i as f64;
            row
        })?;
        let empty = Node { skip: 0, parent: NONE, bunch: NONE };
        let mut tree = Self {
            shape,
            len,
            blocks: memory::filled("coordinates", leaves * dimensions * V, [f64::NAN; LANES])?,
            ids: memory::filled("ids of points", leaves * leaf, NONE)?,
            sides: memory::filled("boxes of leaves", bunches * dimensions, [[f64::NAN; LANES]; 2])?,
            nodes: memory::filled("nodes", nodes, empty)?,
            boxes: memory::filled("boxes of nodes", nodes * 2 * dimensions, 0.0)?,
            bunch_nodes: memory::filled("bunches", bunches, NONE)?,
        };
        if len == 0 {
            return Ok(tree);
        }
        let part = Part {
            exec,
            shape,
            rows: &mut rows,
            first: (0, 0),
            blocks: &mut tree.blocks,
            ids: &mut tree.ids,
            sides: &mut tree.sides,
            nodes: &mut tree.nodes,
            boxes: &mut tree.boxes,
            bunch_nodes: &mut tree.bunch_nodes,
        };
        exec.install(|| part.build(NONE))?;
        Ok(tree)
    }

    /// Number of leaves.
    pub(super) fn leaf_count(&self) -> usize {
        self.len.div_ceil(Shape::<D, V>::LEAF)
    }

    /// Returns the positions of the points of a leaf.
    #[inline(always)]
    pub(super) fn positions(&self, leaf: usize) -> std::ops::Range<usize> {
        let start = leaf * Shape::<D, V>::LEAF;
        start..self.len.min(start + Shape::<D, V>::LEAF)
    }

    /// Returns the coordinates of a leaf.
    #[inline(always)]
    pub(super) fn block(&self, leaf: usize) -> &[Eight] {
        let size = self.shape.dimensions() * V;
        &self.blocks[leaf * size..][..size]
    }

    /// Returns the boxes of a bunch of leaves.
    #[inline(always)]
    pub(super) fn bunch(&self, bunch: usize) -> &[[Eight; 2]] {
        let size = self.shape.dimensions();
        &self.sides[bunch * size..][..size]
    }

    /// Returns the box of a leaf.
    #[inline(always)]
    pub(super) fn leaf_box(&self, leaf: usize) -> Sides {
        let mut own = Sides::EMPTY;
        for (j, [low, high]) in self.bunch(leaf / LANES).iter().enumerate() {
            (own.low[j], own.high[j]) = (low[leaf % LANES], high[leaf % LANES]);
        }
        own
    }

    /// Returns the lower and the upper sides of a node's box.
    #[inline(always)]
    pub(super) fn node_box(&self, node: usize) -> (&[f64], &[f64]) {
        let size = self.shape.dimensions();
        self.boxes[node * 2 * size..][..2 * size].split_at(size)
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
    shape: Shape<D, V>,
    rows: &'a mut [[f64; R]],
    /// Its first node and its first bunch.
    first: (u32, u32),
    blocks: &'a mut [Eight],
    ids: &'a mut [u32],
    sides: &'a mut [[Eight; 2]],
    nodes: &'a mut [Node],
    boxes: &'a mut [f64],
    bunch_nodes: &'a mut [u32],
}

impl<'a, const D: usize, const V: usize, const R: usize> Part<'a, D, V, R> {
    fn build(self, parent: u32) -> Result<()> {
        let dimensions = self.shape.dimensions();
        let (sides, widest) = bounding_box(self.rows, dimensions);
        let (own, bunches) = (self.first.0, self.bunch_nodes.len());
        let bunch = if bunches == 1 { self.first.1 } else { NONE };
        self.nodes[0] = Node { skip: own + self.nodes.len() as u32, parent, bunch };
        self.boxes[..dimensions].copy_from_slice(&sides.low[..dimensions]);
        self.boxes[dimensions..][..dimensions].copy_from_slice(&sides.high[..dimensions]);
        if bunches == 1 {
            self.bunch_nodes[0] = own;
            self.leaves(0);
            return Ok(());
        }
        self.exec.check_cancelled()?;
        let left = bunches.div_ceil(2);
        let middle = left * LANES * Shape::<D, V>::LEAF;
        select(self.rows, middle, widest);
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
        let ids = self.ids.split_at_mut(leaves * Shape::<D, V>::LEAF);
        let sides = self.sides.split_at_mut(bunches * dimensions);
        let nodes_of = self.nodes[1..].split_at_mut(nodes);
        let boxes = self.boxes[2 * dimensions..].split_at_mut(nodes * 2 * dimensions);
        let bunch_nodes = self.bunch_nodes.split_at_mut(bunches);
        let (node, bunch) = (self.first.0 + 1, self.first.1);
        let left = Self {
            first: (node, bunch),
            rows: rows.0,
            blocks: blocks.0,
            ids: ids.0,
            sides: sides.0,
            nodes: nodes_of.0,
            boxes: boxes.0,
            bunch_nodes: bunch_nodes.0,
            ..self
        };
        let right = Self {
            exec: left.exec,
            shape: left.shape,
            first: (node + nodes as u32, bunch + bunches as u32),
            rows: rows.1,
            blocks: blocks.1,
            ids: ids.1,
            sides: sides.1,
            nodes: nodes_of.1,
            boxes: boxes.1,
            bunch_nodes: bunch_nodes.1,
        };
        (left, right)
    }

    /// Fills the leaves of a bunch. Its first leaf is the one numbered `lane`.
    fn leaves(self, lane: usize) {
        let (leaf, dimensions) = (Shape::<D, V>::LEAF, self.shape.dimensions());
        let (sides, widest) = bounding_box(self.rows, dimensions);
        let leaves = self.rows.len().div_ceil(leaf);
        if leaves > 1 {
            let left = leaves.div_ceil(2);
            select(self.rows, left * leaf, widest);
            let rows = self.rows.split_at_mut(left * leaf);
            let blocks = self.blocks.split_at_mut(left * dimensions * V);
            let ids = self.ids.split_at_mut(left * leaf);
            for (part, lane) in [((rows.0, blocks.0, ids.0), lane), ((rows.1, blocks.1, ids.1), lane + left)] {
                let (rows, blocks, ids) = part;
                let sides = &mut *self.sides;
                let (nodes, boxes, bunch_nodes) = (&mut [][..], &mut [][..], &mut [][..]);
                let (exec, shape, first) = (self.exec, self.shape, self.first);
                Part { exec, shape, first, rows, blocks, ids, sides, nodes, boxes, bunch_nodes }.leaves(lane);
            }
            return;
        }
        for (j, [low, high]) in self.sides.iter_mut().enumerate() {
            (low[lane], high[lane]) = (sides.low[j], sides.high[j]);
        }
        for (i, (row, id)) in self.rows.iter().zip(self.ids).enumerate() {
            *id = row[R - 1] as u32;
            for (j, &x) in row[..dimensions].iter().enumerate() {
                self.blocks[j * V + i / LANES][i % LANES] = x;
            }
        }
    }
}

/// Returns the box of some rows, and its widest dimension.
fn bounding_box<const R: usize>(rows: &[[f64; R]], dimensions: usize) -> (Sides, usize) {
    let (mut low, mut high) = ([f64::INFINITY; R], [f64::NEG_INFINITY; R]);
    for row in rows {
        for j in 0..R {
            low[j] = if row[j] < low[j] { row[j] } else { low[j] };
            high[j] = if row[j] > high[j] { row[j] } else { high[j] };
        }
    }
    let mut sides = Sides::EMPTY;
    let mut widest = 0;
    for j in 0..dimensions.min(MOST_DIMENSIONS) {
        (sides.low[j], sides.high[j]) = (low[j], high[j]);
        if high[j] - low[j] > high[widest] - low[widest] {
            widest = j;
        }
    }
    (sides, widest)
}
