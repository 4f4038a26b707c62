//! The walk around a leaf: its near leaves, from the bottom of the tree to the top.

use boscage_core::fault::is_planted;
use boscage_core::lanes::{LANES, Lanes};

use super::shape::Sides;
use super::tree::{NONE, Tree};

/// Operations of a walk at leaves. All methods are to be marked `#[inline(always)]`.
pub(super) trait Visit {
    /// Handles a leaf.
    fn visit(&mut self, leaf: usize);

    /// The distance up to which leaves are visited. It may fall while the walk goes on.
    fn radius(&self) -> f64;

    /// Returns `true` if a node's subtree at this distance is to be visited.
    fn is_near(&mut self, node: usize, distance: f64) -> bool;
}

impl<const D: usize, const V: usize> Tree<D, V> {
    /// Visits the leaves, other than `leaf`, that are near to a box in that leaf.
    #[inline(always)]
    pub(super) fn walk<L: Lanes>(&self, lanes: L, leaf: usize, own: &Sides, visitor: &mut impl Visit) {
        let mut node = self.node_of(leaf);
        self.visit_bunch(lanes, leaf / LANES, leaf, own, visitor);
        while node > 0 {
            // The sibling's subtree.
            let parent = self.nodes[node].parent as usize;
            let mut next = if parent + 1 == node { self.nodes[node].skip as usize } else { parent + 1 };
            let end = self.nodes[next].skip as usize;
            while next < end {
                let distance = self.box_distance(next, own);
                let is_tie = is_planted("pass-over-ties") && distance == visitor.radius();
                if !visitor.is_near(next, distance) || is_tie {
                    next = self.nodes[next].skip as usize;
                    continue;
                }
                let bunch = self.nodes[next].bunch;
                if bunch != NONE {
                    self.visit_bunch(lanes, bunch as usize, usize::MAX, own, visitor);
                }
                next += 1;
            }
            node = parent;
        }
    }

    /// Visits the near leaves of a bunch.
    #[inline(always)]
    fn visit_bunch<L: Lanes>(
        &self,
        lanes: L,
        bunch: usize,
        except: usize,
        own: &Sides,
        visitor: &mut impl Visit,
    ) {
        let distances = self.shape.between_boxes(lanes, self.bunch(bunch), own);
        // The boxes of leaves that do not exist are not numbers.
        let mut near = lanes.at_most(distances, lanes.splat(visitor.radius()));
        let mut distance = [0.0; LANES];
        lanes.store(distances, &mut distance);
        while near != 0 {
            let lane = near.trailing_zeros() as usize;
            near &= near - 1;
            let leaf = bunch * LANES + lane;
            if leaf != except && distance[lane] <= visitor.radius() {
                visitor.visit(leaf);
            }
        }
    }

    /// Returns the distance between a box and that of a node.
    #[inline(always)]
    fn box_distance(&self, node: usize, own: &Sides) -> f64 {
        let corners = own.low.as_slice().iter().zip(own.high.as_slice());
        let (mut sum, norm) = (0.0, self.shape.norm());
        for ((low, high), (own_low, own_high)) in self.node_sides(node).zip(corners) {
            let (below, above) = (low - own_high, own_low - high);
            let apart = if below > above { below } else { above };
            sum = norm.add(sum, if apart > 0.0 { apart } else { 0.0 });
        }
        sum
    }
}

/// Returns the numbers of these bits in ascending order.
#[inline(always)]
pub(super) fn lanes_of(bits: impl Into<u64>) -> impl Iterator<Item = usize> {
    let mut bits = bits.into();
    std::iter::from_fn(move || {
        let lane = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(lane)
    })
}
