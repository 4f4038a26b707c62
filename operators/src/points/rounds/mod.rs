//! Borůvka's rounds on a complete graph whose edges are not stored.
//!
//! Each *part* (a tree so far) needs its lightest edge to a point outside of it. A round has these phases:
//!
//! - *Listed*: each point takes the first neighbour of its list that is outside of its part: a candidate for
//!   the part. The lightest candidate of each part wins.
//! - *Open points*: the neighbours that a point's list does not have are not below a known bound, its
//!   *horizon*. A part is ready if its candidate is below the horizons of all its points; others are open.
//! - *Search*, if few parts are ready: the open points of parts that have few of them search the tree for a
//!   lighter edge, and their horizons rise.
//! - *Join*: ready parts hook on along their candidates, which are their lightest edges.
//!
//! **Correctness.** The lightest edge that leaves a part belongs to the spanning tree, and hooks make no
//! cycle, for the same reason as in `msf/join.rs`: the order of edges is strict. What a search excludes is
//! above an edge that is known, by this order.
//!
//! **Determinism.** The candidate of a part is the least of its edges, in whatever order they are found. An
//! edge that another thread finds meanwhile only excludes what is above it.

mod bids;
mod parts;
mod search;

use boscage_core::exec::{Exec, Round, Rounds};
use boscage_core::parallel::{for_each_piece, map_pieces};
use boscage_core::primitives::unmodelled::Ordering::Relaxed;
use boscage_core::{Result, memory};

use super::lists::Lists;
use super::reach::{Candidate, Horizon, Reach};
use super::shape::Shape;
use super::tree::{NONE, Tree};
use super::walk::lanes_of;
use bids::{Bids, Found};
use parts::join;

/// Share of the parts that must be ready, or points search.
const READY: f64 = 0.3;
/// Share of the other parts whose points search: those with the fewest open points.
const SEARCHED: f64 = 0.9;
/// Points per piece of work.
const PIECE: usize = 1 << 10;

/// The parts, and what their points know.
struct Parts<'a, R: Reach, const D: usize, const V: usize> {
    exec: &'a Exec,
    tree: &'a Tree<D, V>,
    lists: &'a Lists,
    reach: &'a R,
    /// The part of each point, by position; [`NONE`] after the last point.
    labels: Vec<u32>,
    /// Number of parts.
    count: usize,
    leaves: Vec<Leaf>,
    horizons: Vec<R::Horizon>,
    /// The place of each point's first listed outsider.
    next: Vec<u8>,
    /// The edges of the spanning tree so far.
    edges: Vec<Candidate>,
}

/// The state of a leaf.
#[derive(Clone, Copy)]
struct Leaf {
    /// The part of all its points, or [`NONE`].
    label: u32,
    /// The points whose lists still have outsiders, as bits.
    listed: u64,
    /// The least weight of its points' horizons.
    horizon: f64,
}

/// Returns the edges of the spanning tree, in no particular order. `lists` have at most 255 neighbours, by
/// the order of edges; `horizons` are bounds of those that they do not have.
pub(super) fn spanning_tree<R: Reach, const D: usize, const V: usize>(
    exec: &Exec,
    tree: &Tree<D, V>,
    lists: &Lists,
    reach: &R,
    horizons: Vec<R::Horizon>,
) -> Result<Vec<Candidate>> {
    assert!(tree.len > 1 && lists.len <= usize::from(u8::MAX), "points have neighbours");
    let mut parts = Parts::new(exec, tree, lists, reach, horizons)?;
    let mut rounds = exec.rounds("spanning tree", tree.len as u64 - 1);
    while parts.count > 1 {
        rounds.round(|rounds| {
            let before = parts.count;
            if rounds.round_count() == 0 {
                parts.join_nearest(rounds)?;
            } else {
                parts.round(rounds)?;
            }
            assert!(parts.count < before || rounds.round_count() == 0, "every round joins parts");
            Ok((Round::new(before - parts.count), ()))
        })?;
    }
    rounds.finish();
    Ok(parts.edges)
}

impl<'a, R: Reach, const D: usize, const V: usize> Parts<'a, R, D, V> {
    const LEAF: usize = Shape::<D, V>::LEAF;
    const LEAVES: usize = PIECE / Self::LEAF;

    fn new(
        exec: &'a Exec,
        tree: &'a Tree<D, V>,
        lists: &'a Lists,
        reach: &'a R,
        horizons: Vec<R::Horizon>,
    ) -> Result<Self> {
        let points = tree.len;
        let leaf = |leaf: usize| Leaf {
            label: NONE,
            listed: tree.points(leaf),
            horizon: least_weight(&horizons[tree.positions(leaf)]),
        };
        Ok(Self {
            exec,
            tree,
            lists,
            reach,
            labels: memory::filled("parts of points", tree.leaf_count() * Self::LEAF, NONE)?,
            count: points,
            leaves: memory::from_fn("leaves", tree.leaf_count(), leaf)?,
            horizons,
            next: memory::zeroed("places in lists", points)?,
            edges: Vec::new(),
        })
    }

    /// Returns the listed candidate of a point.
    #[inline(always)]
    fn listed(&self, p: usize) -> Candidate {
        let place = p * self.lists.len + usize::from(self.next[p]);
        let (q, distance) = (self.lists.neighbours[place], self.lists.distances[place]);
        Candidate { weight: self.reach.weight(distance, p, q as usize), distance, p: p as u32, q }
    }

    /// The first round: each point is a part, and its lightest edge is the first one of its list, if this is
    /// below its horizon.
    fn join_nearest(&mut self, rounds: &Rounds<'_>) -> Result<()> {
        let joined = rounds.phase("join", || {
            let candidate = |p: usize| {
                let own = self.listed(p);
                self.horizons[p].is_above(&own).then_some(own)
            };
            join(self.exec, self.count, candidate, |q| q as usize)
        })?;
        self.count = joined.count;
        let (points, leaves) = (self.tree.len, &mut self.leaves);
        rounds.phase("relabel", || {
            self.labels[..points].copy_from_slice(&joined.labels);
            let pieces = leaves.chunks_mut(Self::LEAVES).zip(self.labels.chunks(PIECE));
            for_each_piece(self.exec, pieces, |(leaves, labels)| {
                for (leaf, labels) in leaves.iter_mut().zip(labels.chunks(Self::LEAF)) {
                    leaf.label = common(labels);
                }
            });
            Ok(())
        })?;
        self.edges = joined.into_edges(); // which has room for all edges
        Ok(())
    }

    fn round(&mut self, rounds: &Rounds<'_>) -> Result<()> {
        let bids = Bids::new(self.exec, self.count)?;
        rounds.phase("listed", || {
            self.take_listed(&bids);
            self.bid(&bids);
            Ok(())
        })?;
        rounds.phase("open points", || {
            self.count_open(&bids);
            Ok(())
        })?;
        let limit = self.limit(&bids)?;
        let found = match limit {
            0 => None,
            _ => Some(rounds.phase("search", || self.search(&bids, limit))?),
        };
        let joined = rounds.phase("join", || {
            let candidate = |part: usize| {
                if bids.open(part as u32) > limit {
                    return None;
                }
                let found = found.as_ref().and_then(|found| found.get(part, self.tree, self.reach));
                let p = bids.points[part].load(Relaxed);
                let listed = (p != NONE).then(|| self.listed(p as usize));
                match (listed, found) {
                    (Some(listed), Some(found)) if found.compare(&listed, &self.tree.ids).is_lt() => {
                        Some(found)
                    }
                    (listed, found) => listed.or(found),
                }
            };
            join(self.exec, self.count, candidate, |q| self.labels[q as usize] as usize)
        })?;
        self.count = joined.count;
        self.edges.extend(joined.edges());
        rounds.phase("relabel", || {
            self.relabel(&joined.labels);
            Ok(())
        })
    }

    /// Each point takes its first listed outsider, whose weight lowers the bound of its part.
    fn take_listed(&mut self, bids: &Bids) {
        let (lists, reach, labels, k) = (self.lists, self.reach, &self.labels, self.lists.len);
        let pieces = self.leaves.chunks_mut(Self::LEAVES).zip(self.next.chunks_mut(PIECE)).enumerate();
        for_each_piece(self.exec, pieces, |(piece, (leaves, next))| {
            for (i, leaf) in leaves.iter_mut().enumerate() {
                for lane in lanes_of(leaf.listed) {
                    let local = i * Self::LEAF + lane;
                    let p = piece * PIECE + local;
                    let (own, list) = (labels[p], &lists.neighbours[p * k..][..k]);
                    let mut place = usize::from(next[local]);
                    while place < k && labels[list[place] as usize] == own {
                        place += 1;
                    }
                    next[local] = place as u8;
                    if place == k {
                        leaf.listed &= !(1 << lane);
                        continue;
                    }
                    let distance = lists.distances[p * k + place];
                    bids.lower(own, reach.weight(distance, p, list[place] as usize));
                }
            }
        });
    }

    /// Points whose candidate has their part's least weight bid for the part, by the order of edges.
    fn bid(&self, bids: &Bids) {
        for_each_piece(self.exec, self.leaves.chunks(Self::LEAVES).enumerate(), |(piece, leaves)| {
            for (i, leaf) in leaves.iter().enumerate() {
                for lane in lanes_of(leaf.listed) {
                    let p = piece * PIECE + i * Self::LEAF + lane;
                    let (own, part) = (self.listed(p), self.labels[p]);
                    if own.weight > bids.bound(part) {
                        continue;
                    }
                    let word = &bids.points[part as usize];
                    let mut held = word.load(Relaxed);
                    while held == NONE || own.compare(&self.listed(held as usize), &self.tree.ids).is_lt() {
                        match word.compare_exchange_weak(held, p as u32, Relaxed, Relaxed) {
                            Ok(_) => break,
                            Err(now) => held = now,
                        }
                    }
                }
            }
        });
    }

    /// Counts the open points of each part, or a bit more: leaves of one part are counted as a whole.
    fn count_open(&self, bids: &Bids) {
        for_each_piece(self.exec, self.leaves.chunks(Self::LEAVES).enumerate(), |(piece, leaves)| {
            // Leaves of one part follow each other: one addition for all of them.
            let (mut last, mut count) = (0, 0);
            let add = |part: u32, count: u32| {
                if count > 0 {
                    bids.open[part as usize].fetch_add(count, Relaxed);
                }
            };
            for (i, leaf) in leaves.iter().enumerate() {
                if leaf.label != NONE {
                    if leaf.horizon <= bids.bound(leaf.label) {
                        if leaf.label != last {
                            add(last, std::mem::take(&mut count));
                            last = leaf.label;
                        }
                        count += Self::LEAF as u32;
                    }
                    continue;
                }
                for p in self.tree.positions(piece * Self::LEAVES + i) {
                    let (part, horizon) = (self.labels[p], self.horizons[p]);
                    if horizon.weight() > bids.bound(part) {
                        continue;
                    }
                    let best = bids.points[part as usize].load(Relaxed);
                    if best == NONE || !horizon.is_above(&self.listed(best as usize)) {
                        bids.open[part as usize].fetch_add(1, Relaxed);
                    }
                }
            }
            add(last, count);
        });
    }

    /// Returns the most open points of a part that searches; 0 if enough parts are ready.
    fn limit(&self, bids: &Bids) -> Result<u32> {
        let open = || bids.open.iter().map(|open| open.load(Relaxed)).filter(|&open| open > 0);
        let unready = open().count();
        if (self.count - unready) as f64 >= READY * self.count as f64 {
            return Ok(0);
        }
        let mut open = {
            let mut counts = memory::reserve("open points of parts", unready)?;
            counts.extend(open());
            counts
        };
        // The part with the most open points waits: the others come to it.
        let last = open.len() - 1;
        let place = ((SEARCHED * open.len() as f64) as usize).min(last.saturating_sub(1));
        Ok(*open.select_nth_unstable(place).1)
    }

    /// Points get the new numbers of their parts.
    fn relabel(&mut self, numbers: &[u32]) {
        let pieces = self.leaves.chunks_mut(Self::LEAVES).zip(self.labels.chunks_mut(PIECE));
        for_each_piece(self.exec, pieces, |(leaves, labels)| {
            for (leaf, labels) in leaves.iter_mut().zip(labels.chunks_mut(Self::LEAF)) {
                let points = labels.iter().take_while(|&&label| label != NONE).count();
                let labels = &mut labels[..points];
                if leaf.label == NONE {
                    labels.iter_mut().for_each(|label| *label = numbers[*label as usize]);
                    leaf.label = common(labels);
                } else if numbers[leaf.label as usize] != leaf.label {
                    leaf.label = numbers[leaf.label as usize];
                    labels.fill(leaf.label);
                }
            }
        });
    }

    /// Open points of parts with at most `limit` of them search for edges that are lighter than those listed.
    /// Returns the lightest edge that each part has found.
    fn search(&mut self, bids: &Bids, limit: u32) -> Result<Found> {
        let labels = search::Labels::new(self.tree, &self.labels, &self.leaves)?;
        let found = Found::new(self.exec, self.count)?;
        let search = search::Search {
            tree: self.tree,
            reach: self.reach,
            labels: &labels,
            bids,
            found: &found,
            limit,
        };
        let pieces = self.leaves.chunks_mut(Self::LEAVES).zip(self.horizons.chunks_mut(PIECE)).enumerate();
        let exec = self.exec;
        let searched = map_pieces(exec, pieces, |(piece, (leaves, horizons))| {
            for (i, (leaf, horizons)) in leaves.iter_mut().zip(horizons.chunks_mut(Self::LEAF)).enumerate() {
                exec.check_cancelled()?;
                if search.search(piece * Self::LEAVES + i, leaf.horizon, horizons) {
                    leaf.horizon = least_weight(horizons);
                }
            }
            Ok(())
        });
        searched.into_iter().collect::<Result<()>>()?;
        Ok(found)
    }
}

/// Returns the least weight of some horizons.
fn least_weight<H: Horizon>(horizons: &[H]) -> f64 {
    horizons.iter().fold(f64::INFINITY, |least, horizon| least.min(horizon.weight()))
}

/// Returns the part of all these points, or [`NONE`].
fn common(labels: &[u32]) -> u32 {
    let first = labels[0];
    if labels.iter().all(|&label| label == first || label == NONE) { first } else { NONE }
}
