//! The nearest neighbours of all points: a sorted list per point.
//!
//! All points of a leaf walk through the tree together. A leaf is scanned for a point only if its box is not
//! farther than the last of the point's list. Neighbours are in the order of (distance, id).

mod insert;
mod walk;

use boscage_core::exec::Exec;
use boscage_core::lanes::{self, LANES};
use boscage_core::{Result, memory};
use rayon::prelude::*;

use super::shape::Shape;
use super::tree::Tree;
use insert::position;
use walk::Walk;

/// The lists to find.
#[derive(Clone, Copy)]
pub(super) struct Plan<'a> {
    /// Number of neighbours per point to find: less than there are points.
    pub(super) found: usize,
    /// Number of them to keep.
    pub(super) kept: usize,
    /// The core distance of a point is that of its neighbour of this rank; 0 without cores.
    pub(super) core: usize,
    /// Number of points at the place of each point, by id, if they are collapsed.
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
        if last == Last::Any {
            // Those that are equally far by their ids: they are few.
            let id = |place: u32| self.tree.ids[place as usize];
            for end in 1..kept {
                let mut j = end;
                while j > 0 && own[j - 1] == own[j] && id(neighbours[j - 1]) > id(neighbours[j]) {
                    neighbours.swap(j - 1, j);
                    j -= 1;
                }
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
