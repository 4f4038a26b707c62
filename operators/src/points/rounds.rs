//! Borůvka's rounds on the complete graph, whose edges nobody writes down.
//!
//! Each *part* (a tree so far) needs its lightest edge to a point outside. A round has these phases:
//!
//! - *Listed*: each point takes the first neighbour of its list that is outside of its part. It is a candidate
//!   for the part.
//! - *Open points*: what a point's list does not have is at least as far as a known bound, its *horizon*. A
//!   part is ready if its candidate is below the horizons of all its points. Other points are open.
//! - *Search*, if few parts are ready: the open points of parts that have few of them search the tree for a
//!   nearer outsider, and their horizons rise.
//! - *Join*: ready parts hook on along their candidates, which are their lightest edges.
//!
//! **Correctness.** The lightest edge that leaves a part belongs to the spanning tree, and hooks make no
//! cycle, for the same reason as in `msf/join.rs`: the order of edges is strict. Ties are always explored:
//! what is pruned is strictly heavier than what is known.
//!
//! **Determinism.** The candidate of a part is the least of its edges, in whatever order they are found. A
//! bound that another thread lowers meanwhile only prunes what is heavier.

use boscage_core::exec::{Exec, Round};
use boscage_core::lanes::{self, Job, LANES, Lanes};
use boscage_core::parallel::{for_each_piece, map_pieces};
use boscage_core::primitives::unmodelled::{AtomicU32, AtomicU64, Ordering::Relaxed};
use boscage_core::{Result, memory};
use rayon::prelude::*;

use super::lists::Lists;
use super::reach::{Candidate, Reach};
use super::shape::{Eight, MOST_DIMENSIONS, Shape, Sides};
use super::tree::{NONE, Tree};
use super::walk::Visit;

/// Share of the parts that must be ready, or points search.
const READY: f64 = 0.3;
/// Share of the parts that are not ready whose points search: those with few open points.
const SEARCHED: f64 = 0.9;
/// Leaves per piece of work.
const LEAVES: usize = 64;
/// Parts per piece of work.
const PARTS: usize = 1 << 12;

/// The state of the rounds.
struct Rounds<'a, R, const D: usize, const V: usize> {
    exec: &'a Exec,
    tree: &'a Tree<D, V>,
    lists: &'a Lists,
    reach: &'a R,
    /// The part of each point.
    labels: Vec<u32>,
    /// Number of parts.
    count: usize,
    leaves: Vec<Leaf>,
    /// What each point's list does not have weighs at least this.
    horizons: Vec<f64>,
    /// And if it weighs as much, it is at least as far as this. Empty if weights are distances.
    far: Vec<f64>,
    /// The place of each point's first listed outsider.
    next: Vec<u8>,
    edges: Vec<Candidate>,
}

/// The state of a leaf.
#[derive(Clone, Copy)]
struct Leaf {
    /// The part of all its points, or [`NONE`].
    label: u32,
    /// The points whose lists still have outsiders, as bits.
    listed: u64,
    /// The least horizon of its points.
    horizon: f64,
}

/// Weights are not negative, so their bits are ordered as they are.
fn lower(bound: &AtomicU64, weight: f64) {
    if weight < f64::from_bits(bound.load(Relaxed)) {
        bound.fetch_min(weight.to_bits(), Relaxed);
    }
}

/// Returns the edges of the spanning tree, in no particular order.
pub(super) fn spanning_tree<R: Reach, const D: usize, const V: usize>(
    exec: &Exec,
    tree: &Tree<D, V>,
    lists: &Lists,
    reach: &R,
) -> Result<Vec<Candidate>> {
    if tree.len < 2 {
        return Ok(Vec::new());
    }
    let mut rounds = Rounds::new(exec, tree, lists, reach)?;
    let mut phases = exec.rounds("spanning tree", tree.len as u64 - 1);
    phases.round(|_| {
        let before = rounds.count;
        rounds.first()?;
        Ok((Round::new(before - rounds.count), ()))
    })?;
    while rounds.count > 1 {
        phases.round(|_| {
            let before = rounds.count;
            rounds.round()?;
            Ok((Round::new(before - rounds.count), ()))
        })?;
    }
    phases.finish();
    Ok(rounds.edges)
}

impl<'a, R: Reach, const D: usize, const V: usize> Rounds<'a, R, D, V> {
    const LEAF: usize = Shape::<D, V>::LEAF;

    fn new(exec: &'a Exec, tree: &'a Tree<D, V>, lists: &'a Lists, reach: &'a R) -> Result<Self> {
        let (points, k) = (tree.len, lists.len);
        let last = |p: usize| lists.distances[p * k + k - 1];
        let horizons = memory::from_fn("horizons", points, |p| last(p).max(reach.core(p)))?;
        let far = memory::from_fn("horizons", if R::HAS_CORES { points } else { 0 }, last)?;
        let leaf = |leaf: usize| {
            let positions = tree.positions(leaf);
            let listed = if positions.len() == 64 { u64::MAX } else { (1 << positions.len()) - 1 };
            let horizon = horizons[positions].iter().fold(f64::INFINITY, |least, &one| least.min(one));
            Leaf { label: NONE, listed, horizon }
        };
        Ok(Self {
            exec,
            tree,
            lists,
            reach,
            labels: memory::filled("parts of points", tree.leaf_count() * Self::LEAF, NONE - 1)?,
            count: points,
            leaves: memory::from_fn("leaves", tree.leaf_count(), leaf)?,
            horizons,
            far,
            next: memory::zeroed("places in lists", points)?,
            edges: memory::reserve("the spanning tree", points - 1)?,
        })
    }

    /// The first round: each point is a part, and its lightest edge is the first one of its list, if this is
    /// below its horizon.
    fn first(&mut self) -> Result<()> {
        let (k, ids) = (self.lists.len, &self.tree.ids);
        let first = |p: usize| {
            let (q, distance) = (self.lists.neighbours[p * k], self.lists.distances[p * k]);
            let weight = self.reach.weight(distance, p, q as usize);
            let own = Candidate { weight, distance, p: p as u32, q };
            // Of a list without cores, the first one is the nearest in any case.
            let is_sure = !R::HAS_CORES
                || weight < self.horizons[p]
                || (weight == self.horizons[p] && distance < self.far[p]);
            is_sure.then_some(own)
        };
        let mut parents = memory::from_fn("parts", self.tree.len, |p| p as u32)?;
        for p in 0..self.tree.len {
            let Some(own) = first(p) else { continue };
            let q = own.q as usize;
            let is_mutual = self.lists.neighbours[q * k] == p as u32 && first(q).is_some();
            if is_mutual && p < q {
                continue; // the root
            }
            parents[p] = own.q;
            self.edges.push(own);
        }
        let _ = ids;
        self.count = number(&mut parents);
        self.labels[..parents.len()].copy_from_slice(&parents);
        self.relabel_leaves();
        Ok(())
    }

    /// Notes which leaves have one part only.
    fn relabel_leaves(&mut self) {
        for (leaf, labels) in self.leaves.iter_mut().zip(self.labels.chunks(Self::LEAF)) {
            let used = labels.iter().take_while(|&&label| label != NONE - 1);
            let first = labels[0];
            leaf.label = if used.copied().all(|label| label == first) { first } else { NONE };
        }
    }

    fn round(&mut self) -> Result<()> {
        let (exec, count) = (self.exec, self.count);
        let bounds = memory::from_fn("bounds of parts", count, |_| AtomicU64::new(f64::INFINITY.to_bits()))?;
        self.take_listed(&bounds);
        let best = memory::from_fn("candidates of parts", count, |_| AtomicU32::new(NONE))?;
        let open = memory::zeroed::<AtomicU32>("open points of parts", count)?;
        self.bid(&bounds, &best, &open);
        let ready = open.iter().filter(|open| open.load(Relaxed) == 0).count();
        let mut candidates = memory::from_fn("candidates of parts", count, |part| {
            match best[part].load(Relaxed) {
                NONE => None,
                p => Some(self.listed(p as usize)),
            }
        })?;
        drop(best);
        let mut limit = 0;
        if (ready as f64) < READY * count as f64 {
            let mut counts: Vec<u32> = open.iter().map(|open| open.load(Relaxed)).filter(|&open| open > 0).collect();
            let last = counts.len() - 1;
            let mut place = ((SEARCHED * counts.len() as f64) as usize).min(last);
            if place == last && place > 0 {
                place -= 1;
            }
            limit = *counts.select_nth_unstable(place).1;
            let labels = self.labels_of_nodes()?;
            for found in self.search(&labels, &bounds, &open, limit)? {
                let part = self.labels[found.p as usize] as usize;
                let is_less = candidates[part].is_none_or(|old| found.compare(&old, &self.tree.ids).is_lt());
                if is_less {
                    candidates[part] = Some(found);
                }
            }
        }
        if std::env::var("DEV").is_ok() { eprintln!("parts {count} ready {ready} limit {limit}"); }
        let mut parents = memory::from_fn("parts", count, |part| part as u32)?;
        for part in 0..count {
            let sure = |part: usize| candidates[part].filter(|_| open[part].load(Relaxed) <= limit);
            let Some(own) = sure(part) else { continue };
            let other = self.labels[own.q as usize] as usize;
            let is_mutual = sure(other).is_some_and(|other| (other.p, other.q) == (own.q, own.p));
            if is_mutual && part < other {
                continue; // the root
            }
            parents[part] = other as u32;
            self.edges.push(own);
        }
        self.count = number(&mut parents);
        let _ = exec;
        self.relabel(&parents);
        Ok(())
    }

    /// Returns the listed candidate of a point.
    #[inline(always)]
    fn listed(&self, p: usize) -> Candidate {
        let place = p * self.lists.len + usize::from(self.next[p]);
        let (q, distance) = (self.lists.neighbours[place], self.lists.distances[place]);
        Candidate { weight: self.reach.weight(distance, p, q as usize), distance, p: p as u32, q }
    }

    /// Each point takes its first listed outsider.
    fn take_listed(&mut self, bounds: &[AtomicU64]) {
        let (lists, reach, labels) = (self.lists, self.reach, &self.labels);
        let k = lists.len;
        let pieces = self.leaves.chunks_mut(LEAVES).zip(self.next.chunks_mut(LEAVES * Self::LEAF)).enumerate();
        for_each_piece(self.exec, pieces, |(piece, (leaves, next))| {
            for (i, leaf) in leaves.iter_mut().enumerate() {
                let mut points = leaf.listed;
                while points != 0 {
                    let lane = points.trailing_zeros() as usize;
                    points &= points - 1;
                    let local = i * Self::LEAF + lane;
                    let p = piece * LEAVES * Self::LEAF + local;
                    let own = labels[p];
                    let list = &lists.neighbours[p * k..][..k];
                    let mut place = usize::from(next[local]);
                    while place < k && labels[list[place] as usize] == own {
                        place += 1;
                    }
                    next[local] = place as u8;
                    if place == k {
                        leaf.listed &= !(1 << lane);
                        continue;
                    }
                    let weight = reach.weight(lists.distances[p * k + place], p, list[place] as usize);
                    lower(&bounds[own as usize], weight);
                }
            }
        });
    }

    /// Points whose candidate has the least weight bid for their part by the whole order; and the open points
    /// of each part are counted.
    fn bid(&self, bounds: &[AtomicU64], best: &[AtomicU32], open: &[AtomicU32]) {
        for_each_piece(self.exec, self.leaves.chunks(LEAVES).enumerate(), |(piece, leaves)| {
            for (i, leaf) in leaves.iter().enumerate() {
                let leaf_number = piece * LEAVES + i;
                let mut points = leaf.listed;
                while points != 0 {
                    let p = leaf_number * Self::LEAF + points.trailing_zeros() as usize;
                    points &= points - 1;
                    let own = self.listed(p);
                    let part = self.labels[p] as usize;
                    if own.weight > f64::from_bits(bounds[part].load(Relaxed)) {
                        continue;
                    }
                    let mut held = best[part].load(Relaxed);
                    while held == NONE || own.compare(&self.listed(held as usize), &self.tree.ids).is_lt() {
                        match best[part].compare_exchange_weak(held, p as u32, Relaxed, Relaxed) {
                            Ok(_) => break,
                            Err(now) => held = now,
                        }
                    }
                }
            }
        });
        for_each_piece(self.exec, self.leaves.chunks(LEAVES).enumerate(), |(piece, leaves)| {
            for (i, leaf) in leaves.iter().enumerate() {
                let leaf_number = piece * LEAVES + i;
                if leaf.label != NONE {
                    let part = leaf.label as usize;
                    if leaf.horizon <= f64::from_bits(bounds[part].load(Relaxed)) {
                        open[part].fetch_add(Self::LEAF as u32, Relaxed);
                    }
                    continue;
                }
                for p in self.tree.positions(leaf_number) {
                    let part = self.labels[p] as usize;
                    let bound = f64::from_bits(bounds[part].load(Relaxed));
                    let is_open = self.horizons[p] < bound
                        || (self.horizons[p] == bound
                            && (!R::HAS_CORES || {
                                let best = best[part].load(Relaxed);
                                best == NONE || self.far[p] <= self.listed(best as usize).distance
                            }));
                    if is_open {
                        open[part].fetch_add(1, Relaxed);
                    }
                }
            }
        });
    }

    /// Returns the part of all points of each node, or [`NONE`].
    fn labels_of_nodes(&self) -> Result<Vec<u32>> {
        let mut labels = memory::filled("parts of nodes", self.tree.nodes.len(), NONE)?;
        for (node, about) in self.tree.nodes.iter().enumerate().rev() {
            labels[node] = if about.bunch != NONE {
                let leaves = self.leaves[about.bunch as usize * LANES..].iter().take(LANES);
                let first = self.leaves[about.bunch as usize * LANES].label;
                if leaves.map(|leaf| leaf.label).all(|label| label == first) { first } else { NONE }
            } else {
                let left = labels[node + 1];
                let right = labels[self.tree.nodes[node + 1].skip as usize];
                if left == right { left } else { NONE }
            };
        }
        Ok(labels)
    }

    /// Open points of parts with at most `limit` of them search for their nearest outsiders. Returns what
    /// they find, several edges per part.
    fn search(
        &mut self,
        nodes: &[u32],
        bounds: &[AtomicU64],
        open: &[AtomicU32],
        limit: u32,
    ) -> Result<Vec<Candidate>> {
        let (tree, reach, labels) = (self.tree, self.reach, &self.labels[..]);
        let leaf_labels: Vec<u32> = self.leaves.iter().map(|leaf| leaf.label).collect();
        let chunk = LEAVES * Self::LEAF;
        let far = if R::HAS_CORES { chunk } else { 1 };
        let mut no_far = vec![(); 0];
        let _ = &mut no_far;
        let mut fars: Vec<&mut [f64]> = if R::HAS_CORES {
            self.far.chunks_mut(far).collect()
        } else {
            self.leaves.chunks(LEAVES).map(|_| &mut [][..]).collect()
        };
        let pieces =
            self.leaves.chunks_mut(LEAVES).zip(self.horizons.chunks_mut(chunk)).zip(fars.drain(..)).enumerate();
        let found = map_pieces(self.exec, pieces, |(piece, ((leaves, horizons), far))| {
            let mut found = Vec::new();
            let sets = horizons.chunks_mut(Self::LEAF);
            for (i, (leaf, horizons)) in leaves.iter_mut().zip(sets).enumerate() {
                let own = piece * LEAVES + i;
                let is_searched = |part: u32| {
                    let open = open[part as usize].load(Relaxed);
                    0 < open && open <= limit
                };
                let bound = |part: u32| f64::from_bits(bounds[part as usize].load(Relaxed));
                if leaf.label != NONE && (!is_searched(leaf.label) || leaf.horizon > bound(leaf.label)) {
                    continue;
                }
                let far = if R::HAS_CORES {
                    let end = far.len().min((i + 1) * Self::LEAF);
                    &mut far[i * Self::LEAF..end]
                } else {
                    &mut [][..]
                };
                let start = own * Self::LEAF;
                let mut todo = 0_u64;
                for (lane, &horizon) in horizons.iter().enumerate() {
                    let part = labels[start + lane];
                    todo |= u64::from(is_searched(part) && horizon <= bound(part)) << lane;
                }
                if todo == 0 {
                    continue;
                }
                while todo != 0 {
                    let part = labels[start + todo.trailing_zeros() as usize];
                    let mut points = 0;
                    for (lane, &horizon) in horizons.iter().enumerate() {
                        if todo >> lane & 1 == 1 && labels[start + lane] == part {
                            todo &= !(1 << lane);
                            points |= u64::from(horizon <= bound(part)) << lane;
                        }
                    }
                    if points != 0 {
                        let job = Search {
                            tree, reach, labels, leaves: &leaf_labels, nodes, bounds, part, leaf: own, points,
                        };
                        let (best, radius) = lanes::run(job);
                        let beyond = match best {
                            Some(best) if best.weight == radius => best.distance,
                            _ => f64::INFINITY,
                        };
                        found.extend(best);
                        while points != 0 {
                            let lane = points.trailing_zeros() as usize;
                            points &= points - 1;
                            if horizons[lane] < radius {
                                horizons[lane] = radius;
                                if R::HAS_CORES {
                                    far[lane] = beyond;
                                }
                            } else if R::HAS_CORES && horizons[lane] == radius && far[lane] < beyond {
                                far[lane] = beyond;
                            }
                        }
                    }
                }
                leaf.horizon = horizons.iter().fold(f64::INFINITY, |least, &one| least.min(one));
            }
            found
        });
        Ok(found.into_iter().flatten().collect())
    }

    /// Points get the new numbers of their parts.
    fn relabel(&mut self, numbers: &[u32]) {
        let len = self.tree.len;
        let pieces = self.leaves.chunks_mut(LEAVES).zip(self.labels.chunks_mut(LEAVES * Self::LEAF)).enumerate();
        for_each_piece(self.exec, pieces, |(piece, (leaves, labels))| {
            for (i, leaf) in leaves.iter_mut().enumerate() {
                let start = (piece * LEAVES + i) * Self::LEAF;
                let end = len.min(start + Self::LEAF) - start;
                let labels = &mut labels[i * Self::LEAF..][..end];
                if leaf.label != NONE {
                    let new = numbers[leaf.label as usize];
                    if new != leaf.label {
                        leaf.label = new;
                        labels.fill(new);
                    }
                    continue;
                }
                let first = numbers[labels[0] as usize];
                let mut is_same = true;
                for label in labels {
                    *label = numbers[*label as usize];
                    is_same &= *label == first;
                }
                if is_same {
                    leaf.label = first;
                }
            }
        });
    }
}

/// Numbers the roots of `parents`, and gives each part the number of its root.
fn number(parents: &mut [u32]) -> usize {
    for p in 0..parents.len() {
        let mut root = parents[p];
        while parents[root as usize] != root {
            root = parents[root as usize];
        }
        let mut walker = p as u32;
        while parents[walker as usize] != root {
            walker = std::mem::replace(&mut parents[walker as usize], root);
        }
    }
    let mut count = 0;
    let mut numbers = vec![0; parents.len()];
    for (p, &parent) in parents.iter().enumerate() {
        if parent == p as u32 {
            numbers[p] = count;
            count += 1;
        }
    }
    for parent in parents {
        *parent = numbers[*parent as usize];
    }
    count as usize
}

/// The search of some points of a leaf, all of one part, for their nearest outsiders.
struct Search<'a, R, const D: usize, const V: usize> {
    tree: &'a Tree<D, V>,
    reach: &'a R,
    labels: &'a [u32],
    leaves: &'a [u32],
    nodes: &'a [u32],
    bounds: &'a [AtomicU64],
    part: u32,
    leaf: usize,
    /// The points, as bits.
    points: u64,
}

impl<R: Reach, const D: usize, const V: usize> Job for Search<'_, R, D, V> {
    /// The best edge found, and the weight up to which all were explored.
    type Output = (Option<Candidate>, f64);

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Self::Output {
        let dimensions = self.tree.shape.dimensions();
        let block = self.tree.block(self.leaf);
        let (mut packed, mut places, mut count) = ([[[f64::NAN; LANES]; V]; MOST_DIMENSIONS], [0; 64], 0);
        let mut own = Sides::EMPTY;
        let mut points = self.points;
        while points != 0 {
            let i = points.trailing_zeros() as usize;
            points &= points - 1;
            for j in 0..dimensions {
                let x = block[j * V + i / LANES][i % LANES];
                packed[j][count / LANES][count % LANES] = x;
                own.low[j] = if x < own.low[j] { x } else { own.low[j] };
                own.high[j] = if x > own.high[j] { x } else { own.high[j] };
            }
            places[count] = self.leaf * Shape::<D, V>::LEAF + i;
            count += 1;
        }
        let (tree, leaf) = (self.tree, self.leaf);
        let mut searcher = Searcher { lanes, of: self, packed, places, count, best: None };
        searcher.visit(leaf);
        tree.walk(lanes, leaf, &own, &mut searcher);
        (searcher.best, searcher.radius())
    }
}

struct Searcher<'a, L, R, const D: usize, const V: usize> {
    lanes: L,
    of: Search<'a, R, D, V>,
    packed: [[Eight; V]; MOST_DIMENSIONS],
    places: [usize; 64],
    count: usize,
    best: Option<Candidate>,
}

impl<L: Lanes, R: Reach, const D: usize, const V: usize> Visit for Searcher<'_, L, R, D, V> {
    #[inline(always)]
    fn visit(&mut self, leaf: usize) {
        let Search { tree, reach, labels, leaves, bounds, part, .. } = self.of;
        if leaves[leaf] == part {
            return;
        }
        let start = leaf * Shape::<D, V>::LEAF;
        let mut outside = u64::MAX;
        if leaves[leaf] == NONE {
            outside = 0;
            for (i, &label) in labels[start..][..Shape::<D, V>::LEAF].iter().enumerate() {
                outside |= u64::from(label != part) << i;
            }
        }
        let mut radius = self.radius();
        let mut limits = [[-1.0; LANES]; V];
        for i in 0..self.count {
            let is_far = R::HAS_CORES && reach.core(self.places[i]).max(reach.core_of_leaf(leaf)) > radius;
            limits[i / LANES][i % LANES] = if is_far { -1.0 } else { radius };
        }
        let sides = (tree.bunch(leaf / LANES), leaf % LANES);
        let dimensions = tree.shape.dimensions();
        let own = self.packed[..dimensions].as_flattened();
        let mut near = tree.shape.near_box(self.lanes, own, sides, &limits);
        while near != 0 {
            let i = near.trailing_zeros() as usize;
            near &= near - 1;
            let mut point = [0.0; MOST_DIMENSIONS];
            for j in 0..dimensions {
                point[j] = self.packed[j][i / LANES][i % LANES];
            }
            let distances = tree.shape.distances(self.lanes, tree.block(leaf), &point);
            let p = self.places[i];
            for (v, &distances) in distances.iter().enumerate() {
                let mut hits = u64::from(self.lanes.at_most(distances, self.lanes.splat(radius)));
                hits &= outside >> (v * LANES);
                if hits == 0 {
                    continue;
                }
                let mut distance = [0.0; LANES];
                self.lanes.store(distances, &mut distance);
                while hits != 0 {
                    let lane = hits.trailing_zeros() as usize;
                    hits &= hits - 1;
                    let q = start + v * LANES + lane;
                    let weight = reach.weight(distance[lane], p, q);
                    if weight > radius {
                        continue;
                    }
                    let new = Candidate { weight, distance: distance[lane], p: p as u32, q: q as u32 };
                    let is_less = self.best.is_none_or(|old| new.compare(&old, &tree.ids).is_lt());
                    if is_less {
                        self.best = Some(new);
                    }
                    lower(&bounds[part as usize], weight);
                    lower(&bounds[labels[q] as usize], weight);
                }
                radius = self.radius();
            }
        }
    }

    #[inline(always)]
    fn radius(&self) -> f64 {
        f64::from_bits(self.of.bounds[self.of.part as usize].load(Relaxed))
    }

    #[inline(always)]
    fn skips(&self, node: usize) -> bool {
        self.of.nodes[node] == self.of.part
    }
}

/// Rayon's chunks, which are split between threads.
#[allow(unused)]
fn unused(x: &[u8]) {
    let _ = x.par_chunks(1);
    let _ = PARTS;
}
