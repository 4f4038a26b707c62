//! Points at the same place.
//!
//! With many of them, lists of neighbours would be full of distance 0. So only the point of the lowest id at
//! each place, its *head*, enters the tree; all others hang on their heads.
//!
//! **Correctness.** Let g be the head of a place and x another point there. Their edge has the weight c,
//! their common core distance (0 without cores), and the distance 0. An edge (x, o) to another place weighs
//! at least c and has a larger distance, so it is higher than (g, x). It is also higher than (g, o): weight
//! and distance are the same, and g is lower than x. So it is the highest edge of the cycle x, g, o, and not
//! in the tree. Between two points x and y at the place that are not the head, (x, y) is higher than (g, x)
//! and (g, y) for the same reason. This needs a positive distance between different places, also after
//! rounding: squares of distances below 1e-162 vanish. Then nothing is collapsed.

use boscage_core::exec::Exec;
use boscage_core::parallel::{radix_sort, tabulate};
use boscage_core::random::mix;
use boscage_core::{Result, memory};

use super::Points;
use super::tree::Tree;

/// Number of leaves of which one is examined.
const SAMPLED: usize = 16;
/// Share of the points at the place of another one in their leaf from which points are collapsed.
const MANY: f64 = 0.125;

/// Returns `true` if many points are at the place of others, or a leaf is full of them: many leaves at one
/// place would all be near to each other.
pub(super) fn are_many<const D: usize, const V: usize>(tree: &Tree<D, V>) -> bool {
    let is_one_place = |leaf| tree.positions(leaf).len() > 1 && tree.leaf_box(leaf).is_point();
    if (0..tree.leaf_count()).any(is_one_place) {
        return true;
    }
    let (mut points, mut duplicates) = (0, 0);
    for leaf in (0..tree.leaf_count()).step_by(SAMPLED) {
        let count = tree.positions(leaf).len();
        let x = |i, j| tree.coordinate(leaf, i, j);
        let is_same = |a, b| (0..tree.shape.dimensions()).all(|j| x(a, j) == x(b, j));
        points += count;
        duplicates += (1..count).filter(|&i| (0..i).any(|other| is_same(i, other))).count();
    }
    duplicates as f64 > MANY * points as f64
}

/// Points grouped by their places.
pub(super) struct Places {
    /// The lowest id at each place, in ascending order.
    pub(super) heads: Vec<u32>,
    /// Number of points at each place.
    pub(super) counts: Vec<u32>,
    /// The other points, with the number of their place.
    pub(super) others: Vec<(u32, u32)>,
}

impl Places {
    pub(super) fn new(exec: &Exec, points: &Points<'_>) -> Result<Self> {
        let len = points.len();
        let mut order = tabulate(exec, "points by place", len, |i| {
            // Zeros of both signs are the same place.
            let hash = |hash, x: &f64| mix(hash ^ (x + 0.0).to_bits());
            (points.corner(i).as_slice().iter().fold(0, hash), i as u32)
        })?;
        radix_sort(exec, &mut order, |&(hash, _)| hash)?;
        let runs = order.chunk_by(|one, next| one.0 == next.0).filter(|run| run.len() > 1);
        let mut heads = memory::from_fn("heads of places", len, |i| i as u32)?;
        for run in runs {
            // The sort is stable: they ascend.
            let mut left = memory::from_fn("points at one place", run.len(), |i| run[i].1)?;
            // Nearly always all of a run are at one place.
            while let Some(&head) = left.first() {
                let place = points.corner(head as usize);
                left.retain(|&id| {
                    let is_there = points.corner(id as usize).as_slice() == place.as_slice();
                    if is_there {
                        heads[id as usize] = head;
                    }
                    !is_there
                });
            }
        }
        drop(order);
        Self::of_heads(&heads)
    }

    /// Groups points by the heads of their places.
    fn of_heads(heads: &[u32]) -> Result<Self> {
        let is_head = |&(id, &head): &(u32, &u32)| id == head;
        let count = (0..).zip(heads).filter(is_head).count();
        let mut numbers = memory::zeroed::<u32>("numbers of places", heads.len())?;
        let mut places = Self {
            heads: memory::reserve("heads of places", count)?,
            counts: memory::filled("sizes of places", count, 1)?,
            others: memory::reserve("points at the places of others", heads.len() - count)?,
        };
        for (id, &head) in (0..).zip(heads) {
            if id == head {
                numbers[id as usize] = places.heads.len() as u32;
                places.heads.push(id);
            } else {
                let place = numbers[head as usize];
                places.counts[place as usize] += 1;
                places.others.push((id, place));
            }
        }
        Ok(places)
    }

    /// Returns the points of each place.
    pub(super) fn members(&self) -> Result<Members> {
        let len = self.heads.len() + self.others.len();
        let mut members = Members {
            starts: memory::zeroed("starts of places", self.heads.len() + 1)?,
            points: memory::zeroed("points by place", len)?,
            places: memory::zeroed("places of points", len)?,
        };
        for (place, &count) in self.counts.iter().enumerate() {
            members.starts[place + 1] = members.starts[place] + count;
        }
        let mut next = memory::from_fn("ends of places", self.heads.len(), |place| members.starts[place])?;
        // Heads first, then others in ascending order.
        let heads = self.heads.iter().copied().zip(0..);
        for (id, place) in heads.chain(self.others.iter().copied()) {
            members.points[next[place as usize] as usize] = id;
            members.places[id as usize] = place;
            next[place as usize] += 1;
        }
        Ok(members)
    }
}

/// The points of each place.
pub(super) struct Members {
    starts: Vec<u32>,
    /// Place after place, in ascending order.
    points: Vec<u32>,
    /// The place of each point.
    places: Vec<u32>,
}

impl Members {
    /// Appends the nearest `count` points of a point with their distances, nearest first, if `list` has as
    /// many places near to its own.
    ///
    /// They are among the lowest `count` points of each of these places. A place that is not in the list is
    /// farther, or as far and has a higher head, than all of them: so their heads are nearer than its points.
    pub(super) fn expand<I: Iterator<Item = (u32, f64)>>(
        &self,
        point: usize,
        count: usize,
        list: impl Fn(usize) -> I,
        near: &mut Vec<(f64, u32)>,
    ) {
        let own = self.places[point];
        for (place, distance) in std::iter::once((own, 0.0)).chain(list(own as usize)) {
            let last = near.last().map_or(f64::NEG_INFINITY, |&(distance, _)| distance);
            if near.len() >= count && distance > last {
                break;
            }
            let range = self.starts[place as usize] as usize..self.starts[place as usize + 1] as usize;
            let others = self.points[range].iter().filter(|&&other| other as usize != point);
            near.extend(others.take(count).map(|&other| (distance, other)));
        }
        near.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.truncate(count);
    }
}
