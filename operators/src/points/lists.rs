//! The nearest neighbours of all points: a sorted list per point.
//!
//! All points of a leaf walk through the tree together. A leaf is scanned for a point only if its box is not
//! farther than the last of the point's list. Neighbours are in the order of (distance, id).

use boscage_core::exec::Exec;
use boscage_core::lanes::{self, Job, LANES, Lanes};
use boscage_core::{Result, memory};
use rayon::prelude::*;

use super::shape::{Eight, Shape};
use super::tree::Tree;
use super::walk::Visit;
use super::walk::lanes_of;

/// The lists to find.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    /// Number of neighbours per point to find: less than there are points.
    pub(super) found: usize,
    /// Number of them to keep.
    pub(super) kept: usize,
    /// The core distance of a point is that of its neighbour of this rank; 0 without cores.
    pub(super) core: usize,
    /// How many points are at the place of each point, by id, if they are collapsed.
    pub(super) counts: Option<&'a [u32]>,
    /// The last neighbours of a list, if several are equally far.
    pub(super) last: Last,
}

/// The neighbours that end a list, if more are equally far than there is room for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Last {
    /// Those of the lowest ids.
    Lowest,
    /// Any of them, which is faster.
    Any,
}

/// The lists of all points, by position.
pub(super) struct Lists {
    /// Number of neighbours per point.
    pub(super) len: usize,
    /// Squared distances, ascending per point.
    pub(super) distances: Vec<f64>,
    /// Positions.
    pub(super) neighbours: Vec<u32>,
    /// Squared core distances; empty without cores.
    pub(super) cores: Vec<f64>,
}

impl Lists {
    /// Creates the empty lists of a single point.
    pub(super) fn none() -> Self {
        Self { len: 0, distances: Vec::new(), neighbours: Vec::new(), cores: Vec::new() }
    }

    /// Finds the nearest neighbours of each point.
    pub(super) fn new<const D: usize, const V: usize>(
        exec: &Exec,
        tree: &Tree<D, V>,
        plan: Plan<'_>,
    ) -> Result<Self> {
        let (points, leaf) = (tree.len, Shape::<D, V>::LEAF);
        assert!(plan.found < points && (1..=plan.found).contains(&plan.kept), "there are as many neighbours");
        let mut distances = memory::zeroed("distances of neighbours", points * plan.kept)?;
        let mut neighbours = memory::zeroed("neighbours", points * plan.kept)?;
        let mut cores = memory::zeroed("core distances", points)?;
        let chunk = leaf * plan.kept;
        let lists = distances.par_chunks_mut(chunk).zip(neighbours.par_chunks_mut(chunk));
        let leaves = lists.zip(cores.par_chunks_mut(leaf)).enumerate();
        exec.do_all("neighbours", leaves, |(leaf, ((distances, neighbours), cores))| {
            let job = OfLeaf { tree, leaf, plan, distances, neighbours, cores };
            match plan.found.div_ceil(LANES) {
                1 => lanes::run(Walk::<D, V, 1>(job)),
                2 => lanes::run(Walk::<D, V, 2>(job)),
                _ => lanes::run(Walk::<D, V, 0>(job)),
            }
        })?;
        if plan.core == 0 {
            cores = Vec::new();
        }
        Ok(Self { len: plan.kept, distances, neighbours, cores })
    }
}

/// The lists of a leaf.
struct OfLeaf<'a, const D: usize, const V: usize> {
    tree: &'a Tree<D, V>,
    leaf: usize,
    plan: Plan<'a>,
    distances: &'a mut [f64],
    neighbours: &'a mut [u32],
    cores: &'a mut [f64],
}

impl<const D: usize, const V: usize> OfLeaf<'_, D, V> {
    /// Stores the list of the leaf's point i.
    #[inline(always)]
    fn store(&mut self, i: usize, distances: &[f64], places: &[f64]) {
        let Plan { kept, core, counts, last, .. } = self.plan;
        let own = &mut self.distances[i * kept..][..kept];
        own.copy_from_slice(&distances[..kept]);
        let neighbours = &mut self.neighbours[i * kept..][..kept];
        neighbours.iter_mut().zip(places).for_each(|(to, &place)| *to = position(place) as u32);
        if last == Last::Any && own.windows(2).any(|pair| pair[0] == pair[1]) {
            let mut rest = neighbours;
            for equal in own.chunk_by(|a, b| a == b) {
                let (run, after) = rest.split_at_mut(equal.len());
                run.sort_unstable_by_key(|&place| self.tree.ids[place as usize]);
                rest = after;
            }
        }
        if core > 0 {
            self.cores[i] = match counts {
                None => distances[core - 1],
                Some(counts) => {
                    let ids = &self.tree.ids;
                    let count = |place: usize| counts[ids[place] as usize] as usize;
                    let mut seen = count(self.leaf * Shape::<D, V>::LEAF + i) - 1;
                    let mut farthest = 0.0;
                    for (&distance, &place) in distances.iter().zip(places) {
                        if seen >= core {
                            break;
                        }
                        seen += count(position(place));
                        farthest = distance;
                    }
                    farthest
                }
            };
        }
    }
}

/// The walk of a leaf's points, whose lists have W vectors. If W is 0, they are longer.
struct Walk<'a, const D: usize, const V: usize, const W: usize>(OfLeaf<'a, D, V>);

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
                let (distances, places) = walker.long.list(i);
                self.0.store(i, distances, places);
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
    /// The last distance of each point's list; of no point, -1.
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
        for v in 0..V {
            let mut near = lanes.at_most(distances[v], farthest);
            if leaf == self.leaf && v == group {
                near &= !(1 << own);
            }
            if near == 0 {
                continue;
            }
            let first = leaf * Shape::<D, V>::LEAF + v * LANES;
            let mut distance = [0.0; LANES];
            lanes.store(distances[v], &mut distance);
            if W == 0 {
                let (distances, places) = self.long.list_mut(i);
                for lane in lanes_of(near) {
                    insert(ids, distances, places, distance[lane], first + lane);
                }
                farthest = lanes.splat(self.long.farthest(i));
                continue;
            }
            if leaf == self.leaf && v == 0 {
                // The first scan, so the list is empty: each goes to its rank.
                let (list, places) = (&mut self.distances[group][own], &mut self.places[group][own]);
                let (list, places) = (list.as_flattened_mut(), places.as_flattened_mut());
                for lane in lanes_of(near) {
                    let at = rank(lanes, ids, distances[v], near, (&distance, lane), first);
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
        self.farthest[group][own] = last[0];
    }
}

impl<L: Lanes, const D: usize, const V: usize, const W: usize> Visit for Walker<'_, L, D, V, W> {
    #[inline(always)]
    fn visit(&mut self, leaf: usize) {
        let bunch = self.tree.bunch(leaf / LANES);
        let own = self.tree.block(self.leaf);
        let near = self.tree.shape.near_box(self.lanes, own, (bunch, leaf % LANES), &self.farthest);
        self.scan(leaf, near);
    }

    #[inline(always)]
    fn radius(&self) -> f64 {
        self.radius
    }

    #[inline(always)]
    fn skips(&self, _node: usize) -> bool {
        false
    }
}

/// Returns a float with the bits of a position, to be moved among floats.
#[inline(always)]
fn as_float(position: usize) -> f64 {
    f64::from_bits(position as u64)
}

/// Returns the position whose bits a float has.
#[inline(always)]
fn position(float: f64) -> usize {
    float.to_bits() as usize
}

/// Returns how many of the points in these lanes have a higher id than that at `place`.
#[inline(always)]
fn higher(ids: &[u32], lanes: u8, place_of: impl Fn(usize) -> usize, place: usize) -> u32 {
    lanes_of(lanes).filter(|&lane| ids[place_of(lane)] > ids[place]).count() as u32
}

/// Returns how many of some points in lanes come before one of them. Their positions begin at `first`.
#[inline(always)]
fn rank<L: Lanes>(
    lanes: L,
    ids: &[u32],
    distances: L::Vector,
    points: u8,
    (distance, lane): (&Eight, usize),
    first: usize,
) -> usize {
    let own = lanes.splat(distance[lane]);
    let before = lanes.at_most(distances, own) & points;
    let equal = before & lanes.at_most(own, distances);
    let mut rank = before.count_ones() - 1;
    if equal.count_ones() > 1 {
        rank -= higher(ids, equal, |lane| first + lane, first + lane);
    }
    rank as usize
}

/// Inserts a neighbour into a list in vectors, after those at its distance. The last one of the list leaves.
#[inline(always)]
fn insert_between<L: Lanes, const W: usize>(
    lanes: L,
    list: &mut [L::Vector; W],
    places: &mut [L::Vector; W],
    new: L::Vector,
    place: L::Vector,
) {
    for w in (0..W).rev() {
        let before = if w > 0 { (list[w - 1], places[w - 1]) } else { (new, place) };
        let moved = (lanes.shift(before.0, list[w]), lanes.shift(before.1, places[w]));
        // Farther ones move up, and the first of them makes room.
        let next = lanes.if_above((moved.0, new), moved.0, new);
        let next_place = lanes.if_above((moved.0, new), moved.1, place);
        places[w] = lanes.if_above((list[w], new), next_place, places[w]);
        list[w] = lanes.if_above((list[w], new), next, list[w]);
    }
}

/// Inserts a neighbour at a place of a list in vectors. The last one of the list leaves.
#[inline(always)]
fn insert_at<L: Lanes, const W: usize>(
    lanes: L,
    list: &mut [L::Vector; W],
    places: &mut [L::Vector; W],
    at: u32,
    new: L::Vector,
    place: L::Vector,
) {
    let at = lanes.splat(f64::from(at as i32));
    for w in (0..W).rev() {
        let own: Eight = std::array::from_fn(|lane| (w * LANES + lane) as f64);
        let own = lanes.load(&own);
        let before = if w > 0 { (list[w - 1], places[w - 1]) } else { (new, place) };
        let moved = (lanes.shift(before.0, list[w]), lanes.shift(before.1, places[w]));
        // Farther ones move up.
        list[w] = lanes.if_above((at, own), list[w], lanes.if_above((own, at), moved.0, new));
        places[w] = lanes.if_above((at, own), places[w], lanes.if_above((own, at), moved.1, place));
    }
}

/// Inserts a neighbour into a long list. Of several at the same distance, those of lower ids come first.
fn insert(ids: &[u32], list: &mut [f64], places: &mut [f64], distance: f64, place: usize) {
    let id = ids[place];
    let first = list.partition_point(|&one| one < distance);
    let equal = list[first..].iter().zip(&places[first..]);
    let lower = equal.take_while(|&(&one, &place)| one == distance && ids[position(place)] < id).count();
    let at = first + lower;
    if at < list.len() {
        list[at..].rotate_right(1);
        places[at..].rotate_right(1);
        (list[at], places[at]) = (distance, as_float(place));
    }
}

/// Lists of any length.
#[derive(Default)]
struct Long {
    len: usize,
    distances: Vec<f64>,
    places: Vec<f64>,
}

impl Long {
    fn new(points: usize, len: usize) -> Result<Self> {
        let lists = |value| memory::filled("lists of neighbours", points * len, value);
        Ok(Self { len, distances: lists(f64::INFINITY)?, places: lists(as_float(0))? })
    }

    fn list(&self, i: usize) -> (&[f64], &[f64]) {
        let range = i * self.len..(i + 1) * self.len;
        (&self.distances[range.clone()], &self.places[range])
    }

    fn list_mut(&mut self, i: usize) -> (&mut [f64], &mut [f64]) {
        let range = i * self.len..(i + 1) * self.len;
        (&mut self.distances[range.clone()], &mut self.places[range])
    }

    fn farthest(&self, i: usize) -> f64 {
        self.distances[(i + 1) * self.len - 1]
    }
}
