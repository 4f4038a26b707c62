//! The search of points for their lightest edges to points outside of their part.

use boscage_core::lanes::{self, Job, LANES, Lanes};
use boscage_core::{Result, memory};

use super::super::reach::{Candidate, Horizon, Reach};
use super::super::shape::{Eight, MOST_POINTS, Shape, Sides};
use super::super::tree::{NONE, Tree};
use super::super::walk::{Visit, lanes_of};
use super::Leaf;
use super::bids::{Bids, Found};

/// The parts of points, and of subtrees.
pub(super) struct Labels<'a> {
    /// The part of each point.
    points: &'a [u32],
    /// The part of all points of each leaf, or [`NONE`].
    leaves: Vec<u32>,
    /// The part of all points of each node, or [`NONE`].
    nodes: Vec<u32>,
}

impl<'a> Labels<'a> {
    pub(super) fn new<const D: usize, const V: usize>(
        tree: &Tree<D, V>,
        points: &'a [u32],
        leaves: &[Leaf],
    ) -> Result<Self> {
        let leaves = memory::from_fn("parts of leaves", leaves.len(), |leaf| leaves[leaf].label)?;
        let mut nodes = memory::filled("parts of nodes", tree.nodes.len(), NONE)?;
        for (number, node) in tree.nodes.iter().enumerate().rev() {
            let first_leaf = node.bunch as usize * LANES;
            nodes[number] = if node.bunch == NONE {
                let [left, right] = tree.children(number).map(|child| nodes[child]);
                if left == right { left } else { NONE }
            } else {
                let same = |&&label: &&u32| label == leaves[first_leaf];
                let of_bunch = leaves[first_leaf..].iter().take(LANES);
                if of_bunch.clone().take_while(same).count() == of_bunch.count() {
                    leaves[first_leaf]
                } else {
                    NONE
                }
            };
        }
        Ok(Self { points, leaves, nodes })
    }
}

/// The searches of a round.
pub(super) struct Search<'a, R, const D: usize, const V: usize> {
    pub(super) tree: &'a Tree<D, V>,
    pub(super) reach: &'a R,
    pub(super) labels: &'a Labels<'a>,
    pub(super) bids: &'a Bids,
    pub(super) found: &'a Found,
    /// The most open points of a part that searches.
    pub(super) limit: u32,
}

impl<R: Reach, const D: usize, const V: usize> Search<'_, R, D, V> {
    /// Returns `true` if the open points of a part search.
    fn is_searched(&self, part: u32) -> bool {
        (1..=self.limit).contains(&self.bids.open(part))
    }

    /// Searches from the open points of a leaf, the least of whose horizons is `least`. Raises their
    /// horizons, and returns `true` if there were any.
    pub(super) fn search(&self, leaf: usize, least: f64, horizons: &mut [R::Horizon]) -> bool {
        let label = self.labels.leaves[leaf];
        if label != NONE && (!self.is_searched(label) || least > self.bids.bound(label)) {
            return false;
        }
        let labels = &self.labels.points[leaf * Shape::<D, V>::LEAF..];
        let mut left = 0_u64;
        for (lane, (horizon, &part)) in horizons.iter().zip(labels).enumerate() {
            let is_open = self.is_searched(part) && horizon.weight() <= self.bids.bound(part);
            left |= u64::from(is_open) << lane;
        }
        let is_any = left != 0;
        while left != 0 {
            // All open points of one part.
            let part = labels[left.trailing_zeros() as usize];
            let own =
                lanes_of(left).filter(|&lane| labels[lane] == part).fold(0, |own, lane| own | 1 << lane);
            left &= !own;
            let bound = self.bids.bound(part);
            let open = lanes_of(own).filter(|&lane| horizons[lane].weight() <= bound);
            let points = open.fold(0, |open, lane| open | 1 << lane);
            if points == 0 {
                continue;
            }
            let (best, radius) = lanes::run(Walk { search: self, part, leaf, points });
            // All edges below the best one were seen; if it is heavier than the radius, all up to the radius.
            let beyond = match best {
                Some(best) if best.weight == radius => best.distance,
                _ => f64::INFINITY,
            };
            if let Some(best) = best {
                self.found.offer(part as usize, &best, self.tree, self.reach);
            }
            for lane in lanes_of(points) {
                horizons[lane] = horizons[lane].higher(R::Horizon::new(radius, beyond));
            }
        }
        is_any
    }
}

/// The walk of some points of a leaf, all of one part.
struct Walk<'a, R, const D: usize, const V: usize> {
    search: &'a Search<'a, R, D, V>,
    part: u32,
    leaf: usize,
    /// The points, as bits.
    points: u64,
}

impl<R: Reach, const D: usize, const V: usize> Job for Walk<'_, R, D, V> {
    /// The least edge found, and the weight up to which all were seen.
    type Output = (Option<Candidate>, f64);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let Self { search, leaf, points, part } = self;
        let Search { tree, reach, .. } = search;
        let block = tree.block(leaf).as_chunks::<V>().0;
        let (mut few, mut many) = ([[[f64::NAN; LANES]; V]; FEW], Vec::new());
        let packed = match block.len() {
            0..=FEW => &mut few[..block.len()],
            many_dimensions => {
                many.resize(many_dimensions, [[f64::NAN; LANES]; V]);
                &mut many[..]
            }
        };
        let (mut places, mut count) = ([0; MOST_POINTS], 0);
        let (mut core, mut lowest) = (f64::INFINITY, (NONE, NONE));
        let mut own = Sides::empty(block.len());
        for i in lanes_of(points) {
            for (j, (packed, block)) in packed.iter_mut().zip(block).enumerate() {
                let x = block[i / LANES][i % LANES];
                packed[count / LANES][count % LANES] = x;
                own.add(j, x);
            }
            let p = leaf * Shape::<D, V>::LEAF + i;
            (core, lowest) = (core.min(reach.core(p)), lowest.min((tree.ids[p], p as u32)));
            places[count] = p;
            count += 1;
        }
        let (packed, best) = (packed.as_flattened(), search.found.get(part as usize, tree, *reach));
        let mut walker = Walker { lanes, of: self, packed, places, count, core, lowest: lowest.1, best };
        walker.visit(leaf);
        tree.walk(lanes, leaf, &own, &mut walker);
        (walker.best, walker.radius())
    }
}

/// Number of dimensions for which no memory is allocated.
const FEW: usize = 10;

/// The state of a walk.
struct Walker<'a, L, R, const D: usize, const V: usize> {
    lanes: L,
    of: Walk<'a, R, D, V>,
    /// The coordinates of the points, as in a leaf.
    packed: &'a [Eight],
    /// Their positions.
    places: [usize; MOST_POINTS],
    count: usize,
    /// The least of their core distances.
    core: f64,
    /// The one of the lowest id.
    lowest: u32,
    /// The lightest edge of the part that is known.
    best: Option<Candidate>,
}

impl<L: Lanes, R: Reach, const D: usize, const V: usize> Walker<'_, L, R, D, V> {
    /// Returns the points of a leaf that are outside of the part, as bits.
    #[inline(always)]
    fn outside(&self, leaf: usize) -> u64 {
        let labels = self.of.search.labels;
        if labels.leaves[leaf] != NONE {
            return if labels.leaves[leaf] == self.of.part { 0 } else { u64::MAX };
        }
        let points = labels.points[leaf * Shape::<D, V>::LEAF..][..Shape::<D, V>::LEAF].iter().enumerate();
        points.fold(0, |outside, (i, &label)| outside | u64::from(label != self.of.part) << i)
    }

    /// Returns `true` if no edge to points of a node at this distance can be below the best one, by the order
    /// of edges. Of many edges of the least weight, most are excluded by that of the lowest points.
    #[inline(always)]
    fn is_beyond(&mut self, node: usize, distance: f64) -> bool {
        let Search { tree, reach, labels, .. } = self.of.search;
        let radius = self.radius();
        if distance.max(self.core) < radius {
            return false;
        }
        let (p, q) = (self.lowest, tree.nodes[node].lowest);
        if labels.points[q as usize] != self.of.part {
            let new = Candidate::new(tree, *reach, p, q);
            if new.weight == radius {
                self.take(new);
            }
        }
        let lowest = Candidate { weight: radius, distance, p, q };
        self.best.is_some_and(|best| best.compare(&lowest, &tree.ids).is_le())
    }

    /// Takes an edge of the part if it is below the best one.
    #[inline(always)]
    fn take(&mut self, new: Candidate) {
        if self.best.is_none_or(|best| new.compare(&best, &self.of.search.tree.ids).is_lt()) {
            self.best = Some(new);
        }
    }

    /// Offers the edges from point `i` to the outsiders of a leaf.
    #[inline(always)]
    fn offer_near(&mut self, i: usize, leaf: usize, outside: u64) {
        let Search { tree, reach, labels, bids, .. } = self.of.search;
        let (p, start) = (self.places[i], leaf * Shape::<D, V>::LEAF);
        let distances = tree.shape.distances(self.lanes, (self.packed, i), tree.block(leaf));
        for (v, &distances) in distances.iter().enumerate() {
            let near = self.lanes.at_most(distances, self.lanes.splat(self.radius()));
            let hits = u64::from(near) & outside >> (v * LANES);
            if hits == 0 {
                continue;
            }
            let mut distance = [0.0; LANES];
            self.lanes.store(distances, &mut distance);
            for lane in lanes_of(hits) {
                let q = start + v * LANES + lane;
                let weight = reach.weight(distance[lane], p, q);
                if weight > self.radius() {
                    continue;
                }
                let new = Candidate { weight, distance: distance[lane], p: p as u32, q: q as u32 };
                self.take(new);
                // The edge is also one of the other part, whose open points will find it themselves.
                bids.lower(self.of.part, weight);
                bids.lower(labels.points[q], weight);
            }
        }
    }
}

impl<L: Lanes, R: Reach, const D: usize, const V: usize> Visit for Walker<'_, L, R, D, V> {
    #[inline(always)]
    fn visit(&mut self, leaf: usize) {
        let Search { tree, reach, .. } = self.of.search;
        let outside = self.outside(leaf);
        if outside == 0 {
            return;
        }
        let (radius, least) = (self.radius(), reach.core_of_leaf(leaf));
        let mut limits = [[-1.0; LANES]; V];
        for (i, &p) in self.places[..self.count].iter().enumerate() {
            let is_light = R::IS_DISTANCE || reach.core(p).max(least) <= radius;
            limits[i / LANES][i % LANES] = if is_light { radius } else { -1.0 };
        }
        let near = tree.shape.near_box(self.lanes, self.packed, tree.leaf_sides(leaf), &limits);
        for i in lanes_of(near) {
            self.offer_near(i, leaf, outside);
        }
    }

    #[inline(always)]
    fn radius(&self) -> f64 {
        self.of.search.bids.bound(self.of.part)
    }

    #[inline(always)]
    fn is_near(&mut self, node: usize, distance: f64) -> bool {
        let is_outside = self.of.search.labels.nodes[node] != self.of.part;
        is_outside && distance <= self.radius() && !self.is_beyond(node, distance)
    }
}
