//! The nearest neighbours of all points: a sorted list per point.
//!
//! All points of a leaf walk through the tree together, and their lists are kept up to date lane by lane. A
//! leaf is scanned for a point only if its box is not farther than the last of the point's list. Neighbours
//! are compared by (distance, id), so the lists do not depend on the order of the walk.

use boscage_core::exec::Exec;
use boscage_core::lanes::{self, Job, LANES, Lanes};
use boscage_core::{Result, memory};
use rayon::prelude::*;

use super::shape::{Eight, Shape, Sides};
use super::tree::{NONE, Tree};
use super::walk::Visit;

/// The lists of all points, by position.
pub(super) struct Lists {
    /// Number of neighbours per point.
    pub(super) len: usize,
    /// Squared distances, ascending per point.
    pub(super) distances: Vec<f64>,
    /// Positions.
    pub(super) neighbours: Vec<u32>,
}

impl Lists {
    /// Finds the nearest `len` neighbours of each point. There must be more points.
    pub(super) fn new<const D: usize, const V: usize>(
        exec: &Exec,
        tree: &Tree<D, V>,
        len: usize,
    ) -> Result<Self> {
        assert!(len < tree.len.max(1), "there are as many neighbours");
        let mut distances = memory::zeroed("distances of neighbours", tree.len * len)?;
        let mut neighbours = memory::zeroed("neighbours", tree.len * len)?;
        let chunk = Shape::<D, V>::LEAF * len.max(1);
        let leaves = distances.par_chunks_mut(chunk).zip(neighbours.par_chunks_mut(chunk)).enumerate();
        exec.do_all("neighbours", leaves, |(leaf, (distances, neighbours))| {
            let job = OfLeaf { tree, leaf, len, distances, neighbours };
            match len {
                0..=8 => lanes::run(Registers::<D, V, 1>(job)),
                9..=16 => lanes::run(Registers::<D, V, 2>(job)),
                _ => todo!(),
            }
        })?;
        Ok(Self { len, distances, neighbours })
    }
}

/// The lists of a leaf.
struct OfLeaf<'a, const D: usize, const V: usize> {
    tree: &'a Tree<D, V>,
    leaf: usize,
    len: usize,
    distances: &'a mut [f64],
    neighbours: &'a mut [u32],
}

/// Lists that are kept in W vectors. The first places are free, so that the last neighbour is the last lane.
struct Registers<'a, const D: usize, const V: usize, const W: usize>(OfLeaf<'a, D, V>);

impl<const D: usize, const V: usize, const W: usize> Job for Registers<'_, D, V, W> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let OfLeaf { tree, leaf, len, distances, neighbours } = self.0;
        let count = tree.positions(leaf).len();
        let mut walker = Walker::<L, D, V, W>::new(lanes, tree, leaf, len);
        walker.scan(leaf, if count == 64 { u64::MAX } else { (1 << count) - 1 });
        tree.walk(lanes, leaf, &tree.leaf_box(leaf), &mut walker);
        let free = W * LANES - len;
        let points = distances.chunks_exact_mut(len).zip(neighbours.chunks_exact_mut(len));
        for (i, (distances, neighbours)) in points.enumerate() {
            distances.copy_from_slice(&walker.distances[i].as_flattened()[free..]);
            let places = &walker.places[i].as_flattened()[free..];
            neighbours.iter_mut().zip(places).for_each(|(to, &place)| *to = place as u32);
        }
    }
}

/// The state of a walk: the lists of a leaf's points.
struct Walker<'a, L, const D: usize, const V: usize, const W: usize> {
    lanes: L,
    tree: &'a Tree<D, V>,
    leaf: usize,
    /// The distances of each point's list, ascending.
    distances: [[Eight; W]; 64],
    /// The positions of its neighbours.
    places: [[Eight; W]; 64],
    /// The last distance of each point's list; no point: -1.
    farthest: [Eight; V],
    radius: f64,
}

impl<'a, L: Lanes, const D: usize, const V: usize, const W: usize> Walker<'a, L, D, V, W> {
    #[inline(always)]
    fn new(lanes: L, tree: &'a Tree<D, V>, leaf: usize, len: usize) -> Self {
        let mut list = [[f64::INFINITY; LANES]; W];
        list.as_flattened_mut()[..W * LANES - len].fill(f64::NEG_INFINITY);
        let mut farthest = [[-1.0; LANES]; V];
        farthest.as_flattened_mut()[..tree.positions(leaf).len()].fill(f64::INFINITY);
        let places = [[[f64::from(NONE); LANES]; W]; 64];
        Self { lanes, tree, leaf, distances: [list; 64], places, farthest, radius: f64::INFINITY }
    }

    /// Scans a leaf for these points.
    #[inline(always)]
    fn scan(&mut self, leaf: usize, mut points: u64) {
        let own = self.tree.block(self.leaf);
        let block = self.tree.block(leaf);
        while points != 0 {
            let i = points.trailing_zeros() as usize;
            points &= points - 1;
            let mut point = [0.0; super::shape::MOST_DIMENSIONS];
            for j in 0..self.tree.shape.dimensions() {
                point[j] = own[j * V + i / LANES][i % LANES];
            }
            self.scan_for(i, leaf, self.tree.shape.distances(self.lanes, block, &point));
        }
        self.radius = self.farthest.as_flattened().iter().fold(-1.0, |most, &x| if x > most { x } else { most });
    }

    #[inline(always)]
    fn scan_for(&mut self, i: usize, leaf: usize, distances: [L::Vector; V]) {
        let lanes = self.lanes;
        let mut list = [lanes.splat(0.0); W];
        let mut places = list;
        for w in 0..W {
            list[w] = lanes.load(&self.distances[i][w]);
            places[w] = lanes.load(&self.places[i][w]);
        }
        let mut farthest = lanes.last(list[W - 1]);
        for v in 0..V {
            let mut hits = lanes.at_most(distances[v], farthest);
            if leaf == self.leaf && v == i / LANES {
                hits &= !(1 << (i % LANES));
            }
            if hits == 0 {
                continue;
            }
            let mut distance = [0.0; LANES];
            lanes.store(distances[v], &mut distance);
            while hits != 0 {
                let lane = hits.trailing_zeros() as usize;
                hits &= hits - 1;
                let place = leaf * Shape::<D, V>::LEAF + v * LANES + lane;
                let new = lanes.splat(distance[lane]);
                let is_equal = (0..W).any(|w| lanes.at_most(list[w], new) & lanes.at_most(new, list[w]) != 0);
                if is_equal {
                    let (mut old_list, mut old_places) = ([[0.0; LANES]; W], [[0.0; LANES]; W]);
                    for w in 0..W {
                        lanes.store(list[w], &mut old_list[w]);
                        lanes.store(places[w], &mut old_places[w]);
                    }
                    insert_equal(
                        &self.tree.ids,
                        old_list.as_flattened_mut(),
                        old_places.as_flattened_mut(),
                        distance[lane],
                        place,
                    );
                    for w in 0..W {
                        list[w] = lanes.load(&old_list[w]);
                        places[w] = lanes.load(&old_places[w]);
                    }
                } else {
                    let place = lanes.splat(place as f64);
                    for w in (0..W).rev() {
                        let before = if w > 0 { (list[w - 1], places[w - 1]) } else { (new, place) };
                        let moved = (lanes.shift(before.0, list[w]), lanes.shift(before.1, places[w]));
                        // Larger ones move up, and the first of them makes room.
                        let next = lanes.if_above((moved.0, new), moved.0, new);
                        let next_place = lanes.if_above((moved.0, new), moved.1, place);
                        places[w] = lanes.if_above((list[w], new), next_place, places[w]);
                        list[w] = lanes.if_above((list[w], new), next, list[w]);
                    }
                }
                farthest = lanes.last(list[W - 1]);
            }
        }
        for w in 0..W {
            lanes.store(list[w], &mut self.distances[i][w]);
            lanes.store(places[w], &mut self.places[i][w]);
        }
        self.farthest[i / LANES][i % LANES] = self.distances[i][W - 1][LANES - 1];
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

/// Inserts a neighbour into a list that has some at the same distance: those of lower ids come first.
#[cold]
#[inline(never)]
fn insert_equal(ids: &[u32], list: &mut [f64], places: &mut [f64], distance: f64, place: usize) {
    let id = ids[place];
    let is_before = |&i: &usize| {
        list[i] < distance || (list[i] == distance && ids[places[i] as usize] < id)
    };
    let at = (0..list.len()).take_while(is_before).count();
    if at < list.len() {
        list[at..].rotate_right(1);
        places[at..].rotate_right(1);
        (list[at], places[at]) = (distance, place as f64);
    }
}

#[allow(unused)]
fn unused(_: Sides) {}
