//! The lightest edges of parts, as far as they are known in a round.

use boscage_core::exec::Exec;
use boscage_core::parallel::tabulate;
use boscage_core::primitives::unmodelled::{AtomicU32, AtomicU64, Ordering::Relaxed};
use boscage_core::{Result, memory};

use super::super::reach::{Candidate, Reach};
use super::super::tree::{NONE, Tree};

/// The state of the parts in a round.
pub(super) struct Bids {
    /// The least weight of each part's candidates.
    pub(super) bounds: Vec<AtomicU64>,
    /// The points that have them.
    pub(super) points: Vec<AtomicU32>,
    /// Number of open points per part.
    pub(super) open: Vec<AtomicU32>,
}

impl Bids {
    pub(super) fn new(exec: &Exec, parts: usize) -> Result<Self> {
        let infinite = |_| AtomicU64::new(f64::INFINITY.to_bits());
        Ok(Self {
            bounds: tabulate(exec, "bounds of parts", parts, infinite)?,
            points: tabulate(exec, "candidates of parts", parts, |_| AtomicU32::new(NONE))?,
            open: memory::zeroed("open points of parts", parts)?,
        })
    }

    #[inline(always)]
    pub(super) fn bound(&self, part: u32) -> f64 {
        f64::from_bits(self.bounds[part as usize].load(Relaxed))
    }

    /// Lowers a part's bound. Weights are not negative, so their bits have the same order.
    #[inline(always)]
    pub(super) fn lower(&self, part: u32, weight: f64) {
        if weight < self.bound(part) {
            self.bounds[part as usize].fetch_min(weight.to_bits(), Relaxed);
        }
    }

    #[inline(always)]
    pub(super) fn open(&self, part: u32) -> u32 {
        self.open[part as usize].load(Relaxed)
    }
}

/// The lightest edge of each part that a search has found: two positions in one word, [`NONE`] twice without
/// one.
pub(super) struct Found(Vec<AtomicU64>);

impl Found {
    pub(super) fn new(exec: &Exec, parts: usize) -> Result<Self> {
        Ok(Self(tabulate(exec, "edges of parts", parts, |_| AtomicU64::new(u64::MAX))?))
    }

    /// Returns the edge of a part.
    pub(super) fn get<const D: usize, const V: usize>(
        &self,
        part: usize,
        tree: &Tree<D, V>,
        reach: &impl Reach,
    ) -> Option<Candidate> {
        edge(self.0[part].load(Relaxed), tree, reach)
    }

    /// Offers an edge to a part.
    pub(super) fn offer<const D: usize, const V: usize>(
        &self,
        part: usize,
        new: &Candidate,
        tree: &Tree<D, V>,
        reach: &impl Reach,
    ) {
        let word = &self.0[part];
        let mut held = word.load(Relaxed);
        while edge(held, tree, reach).is_none_or(|held| new.compare(&held, &tree.ids).is_lt()) {
            let own = u64::from(new.p) << 32 | u64::from(new.q);
            match word.compare_exchange_weak(held, own, Relaxed, Relaxed) {
                Ok(_) => break,
                Err(now) => held = now,
            }
        }
    }
}

/// Returns the edge of a word.
fn edge<const D: usize, const V: usize>(
    word: u64,
    tree: &Tree<D, V>,
    reach: &impl Reach,
) -> Option<Candidate> {
    let (p, q) = ((word >> 32) as u32, word as u32);
    (p != NONE).then(|| Candidate::new(tree, reach, p, q))
}
