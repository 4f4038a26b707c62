//! The walk of a leaf's points to their nearest neighbours.

use boscage_core::Result;
use boscage_core::lanes::{Job, LANES, Lanes};

use super::super::shape::{Eight, Shape};
use super::super::tree::Tree;
use super::super::walk::{Visit, lanes_of};
use super::insert::{Long, as_float, higher, insert_at, insert_between, position, rank};
use super::{Last, OfLeaf, Plan};

/// The walk of a leaf's points, whose lists have W vectors. If W is 0, they are longer.
pub(super) struct Walk<'a, const D: usize, const V: usize, const W: usize>(pub(super) OfLeaf<'a, D, V>);

impl<const D: usize, const V: usize, const W: usize> Job for Walk<'_, D, V, W> {
    type Output = Result<()>;

    #[inline(always)]
    fn run<L: Lanes>(mut self, lanes: L) -> Result<()> {
        let (tree, leaf) = (self.0.tree, self.0.leaf);
        let mut walker = Walker::<L, D, V, W>::new(lanes, tree, leaf, self.0.plan)?;
        walker.scan(leaf, tree.points(leaf));
        tree.walk(lanes, leaf, &tree.leaf_box(leaf), &mut walker);
        for i in 0..tree.positions(leaf).len() {
            if W == 0 {
                let list = walker.long.sorted(&tree.ids, i);
                let (distances, places): (Vec<_>, Vec<_>) =
                    list.iter().map(|&(distance, place)| (distance, as_float(place as usize))).unzip();
                self.0.store(i, &distances, &places);
            } else {
                let free = walker.free;
                let own = (&walker.distances[i / LANES][i % LANES], &walker.places[i / LANES][i % LANES]);
                self.0.store(i, &own.0.as_flattened()[free..], &own.1.as_flattened()[free..]);
            }
        }
        Ok(())
    }
}

/// The state of a walk: the lists of a leaf's points.
struct Walker<'a, L, const D: usize, const V: usize, const W: usize> {
    lanes: L,
    tree: &'a Tree<D, V>,
    leaf: usize,
    /// The distances of each point's list, ascending. The first places stay free, so that the last neighbour
    /// is in the last lane.
    distances: [[[Eight; W]; LANES]; V],
    /// The positions of its neighbours, as bits.
    places: [[[Eight; W]; LANES]; V],
    /// Number of free places.
    free: usize,
    last: Last,
    /// The lists, if they are longer.
    long: Long,
    /// The distance up to which neighbours are looked for, of each point; of no point, -1.
    farthest: [Eight; V],
    radius: f64,
}

impl<'a, L: Lanes, const D: usize, const V: usize, const W: usize> Walker<'a, L, D, V, W> {
    #[inline(always)]
    fn new(lanes: L, tree: &'a Tree<D, V>, leaf: usize, plan: Plan<'_>) -> Result<Self> {
        let Plan { found, last, .. } = plan;
        let mut list = [[f64::INFINITY; LANES]; W];
        let free = (W * LANES).saturating_sub(found);
        list.as_flattened_mut()[..free].fill(f64::NEG_INFINITY);
        let mut farthest = [[-1.0; LANES]; V];
        let count = tree.positions(leaf).len();
        farthest.as_flattened_mut()[..count].fill(f64::INFINITY);
        let places = [[[[as_float(0); LANES]; W]; LANES]; V];
        let long = if W == 0 { Long::new(count, found)? } else { Long::default() };
        let (distances, radius) = ([[list; LANES]; V], f64::INFINITY);
        Ok(Self { lanes, tree, leaf, distances, places, free, last, long, farthest, radius })
    }

    /// Scans a leaf for these points.
    #[inline(always)]
    fn scan(&mut self, leaf: usize, mut points: u64) {
        let (own, others) = (self.tree.block(self.leaf), self.tree.block(leaf));
        let mut is_changed = false;
        while points != 0 {
            let i = points.trailing_zeros() as usize;
            points &= points - 1;
            let distances = self.tree.shape.distances(self.lanes, (own, i), others);
            let farthest = self.lanes.splat(self.farthest[i / LANES][i % LANES]);
            let mut near = 0;
            for (v, &distances) in distances.iter().enumerate() {
                near |= u64::from(self.lanes.at_most(distances, farthest)) << (v * LANES);
            }
            if leaf == self.leaf {
                near &= !(1 << i);
            }
            if near != 0 {
                self.insert_near(i, leaf, &distances);
                is_changed = true;
            }
        }
        if is_changed {
            let mut most = self.lanes.load(&self.farthest[0]);
            for v in 1..V {
                most = self.lanes.max(most, self.lanes.load(&self.farthest[v]));
            }
            let mut eight = [0.0; LANES];
            self.lanes.store(most, &mut eight);
            self.radius = -1.0;
            for x in eight {
                self.radius = if x > self.radius { x } else { self.radius };
            }
        }
    }

    /// Inserts the near points of a leaf into the list of point `i`.
    #[inline(always)]
    fn insert_near(&mut self, i: usize, leaf: usize, distances: &[L::Vector; V]) {
        let (lanes, ids) = (self.lanes, &self.tree.ids);
        let (group, own) = (i / LANES, i % LANES);
        let mut farthest = lanes.splat(self.farthest[group][own]);
        let (mut list, mut places) = ([lanes.splat(0.0); W], [lanes.splat(0.0); W]);
        for w in 0..W {
            list[w] = lanes.load(&self.distances[group][own][w]);
            places[w] = lanes.load(&self.places[group][own][w]);
        }
        for (v, &distances) in distances.iter().enumerate() {
            let mut near = lanes.at_most(distances, farthest);
            if leaf == self.leaf && v == group {
                near &= !(1 << own);
            }
            if near == 0 {
                continue;
            }
            let first = leaf * Shape::<D, V>::LEAF + v * LANES;
            let mut distance = [0.0; LANES];
            lanes.store(distances, &mut distance);
            if W == 0 {
                for lane in lanes_of(near) {
                    self.long.add(ids, i, distance[lane], first + lane);
                }
                farthest = lanes.splat(self.long.farthest(i));
                continue;
            }
            if leaf == self.leaf && v == 0 {
                // The first scan, so the list is empty: each goes to its rank.
                let (list, places) = (&mut self.distances[group][own], &mut self.places[group][own]);
                let (list, places) = (list.as_flattened_mut(), places.as_flattened_mut());
                for lane in lanes_of(near) {
                    let at = rank(lanes, ids, distances, near, (&distance, lane), first);
                    if self.free + at < W * LANES {
                        list[self.free + at] = distance[lane];
                        places[self.free + at] = as_float(first + lane);
                    }
                }
            } else {
                for lane in lanes_of(near) {
                    let (new, place) = (lanes.splat(distance[lane]), lanes.splat(as_float(first + lane)));
                    let mut is_equal = false;
                    for &list in &list {
                        is_equal |= lanes.at_most(list, new) & lanes.at_most(new, list) != 0;
                    }
                    if !is_equal || self.last == Last::Any {
                        insert_between(lanes, &mut list, &mut places, new, place);
                        continue;
                    }
                    let mut at = 0;
                    for w in 0..W {
                        let before = lanes.at_most(list[w], new);
                        let mut old = [0.0; LANES];
                        lanes.store(places[w], &mut old);
                        let equal = before & lanes.at_most(new, list[w]);
                        at += before.count_ones();
                        at -= higher(ids, equal, |lane| position(old[lane]), first + lane);
                    }
                    insert_at(lanes, &mut list, &mut places, at, new, place);
                }
                for w in 0..W {
                    lanes.store(list[w], &mut self.distances[group][own][w]);
                    lanes.store(places[w], &mut self.places[group][own][w]);
                }
            }
            for w in 0..W {
                list[w] = lanes.load(&self.distances[group][own][w]);
                places[w] = lanes.load(&self.places[group][own][w]);
            }
            farthest = lanes.last(list[W - 1]);
        }
        let mut last = [0.0; LANES];
        lanes.store(farthest, &mut last);
        // Any of those that are equally far will do: so only nearer ones are looked for.
        self.farthest[group][own] = if self.last == Last::Any { last[0].next_down() } else { last[0] };
    }
}

impl<L: Lanes, const D: usize, const V: usize, const W: usize> Visit for Walker<'_, L, D, V, W> {
    #[inline(always)]
    fn visit(&mut self, leaf: usize) {
        let (own, sides) = (self.tree.block(self.leaf), self.tree.leaf_sides(leaf));
        let near = self.tree.shape.near_box(self.lanes, own, sides, &self.farthest);
        self.scan(leaf, near);
    }

    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }

    #[inline(always)]
    fn is_near(&mut self, _node: usize, distance: f64) -> bool {
        distance <= self.radius
    }
}
