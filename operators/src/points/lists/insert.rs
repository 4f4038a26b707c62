//! Lists of neighbours: sorted by distance, in vectors or of any length.

use std::cmp::Ordering;

use boscage_core::lanes::{LANES, Lanes};
use boscage_core::{Result, memory};

use super::super::shape::Eight;
use super::super::walk::lanes_of;

/// Returns a float with the bits of a position, to be moved among floats.
#[inline(always)]
pub(super) fn as_float(position: usize) -> f64 {
    f64::from_bits(position as u64)
}

/// Returns the position whose bits a float has.
#[inline(always)]
pub(super) fn position(float: f64) -> usize {
    float.to_bits() as usize
}

/// Returns how many of the points in these lanes have a higher id than that at `place`.
#[inline(always)]
pub(super) fn higher(ids: &[u32], lanes: u8, place_of: impl Fn(usize) -> usize, place: usize) -> u32 {
    lanes_of(lanes).filter(|&lane| ids[place_of(lane)] > ids[place]).count() as u32
}

/// Returns how many of some points in lanes come before one of them. Their positions begin at `first`.
#[inline(always)]
pub(super) fn rank<L: Lanes>(
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
pub(super) fn insert_between<L: Lanes, const W: usize>(
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
pub(super) fn insert_at<L: Lanes, const W: usize>(
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

/// Lists of any length. Neighbours are gathered in no order, and when there are twice as many as wanted, the
/// farther half is dropped: a few steps per neighbour.
#[derive(Default)]
pub(super) struct Long {
    len: usize,
    /// The distances and positions of each point's neighbours so far.
    gathered: Vec<(f64, u32)>,
    counts: Vec<usize>,
    /// The distances beyond which neighbours are not wanted.
    farthest: Vec<f64>,
}

impl Long {
    pub(super) fn new(points: usize, len: usize) -> Result<Self> {
        Ok(Self {
            len,
            gathered: memory::zeroed("lists of neighbours", 2 * points * len)?,
            counts: memory::zeroed("lists of neighbours", points)?,
            farthest: memory::filled("lists of neighbours", points, f64::INFINITY)?,
        })
    }

    /// Adds a neighbour of point `i`.
    pub(super) fn add(&mut self, ids: &[u32], i: usize, distance: f64, place: usize) {
        let list = &mut self.gathered[2 * i * self.len..][..2 * self.len];
        list[self.counts[i]] = (distance, place as u32);
        self.counts[i] += 1;
        if self.counts[i] == 2 * self.len {
            let last = list.select_nth_unstable_by(self.len - 1, order(ids)).1.0;
            (self.counts[i], self.farthest[i]) = (self.len, last);
        }
    }

    /// Returns the neighbours of point `i`, sorted: at most as many as wanted.
    pub(super) fn sorted(&mut self, ids: &[u32], i: usize) -> &[(f64, u32)] {
        let list = &mut self.gathered[2 * i * self.len..][..self.counts[i]];
        list.sort_unstable_by(order(ids));
        &list[..self.len.min(list.len())]
    }

    pub(super) fn farthest(&self, i: usize) -> f64 {
        self.farthest[i]
    }
}

/// Returns the order of neighbours: by distance, then by id.
fn order(ids: &[u32]) -> impl Fn(&(f64, u32), &(f64, u32)) -> Ordering {
    |a, b| a.0.total_cmp(&b.0).then_with(|| ids[a.1 as usize].cmp(&ids[b.1 as usize]))
}
