//! Folds the arcs of a stream into edges.
//!
//! As in memory ([`fold`](super::fold)), the k-th arc (u, v, w) pairs with the k-th arc (v, u, w), and the
//! later one, its mirror, is removed. But here an arc must stay or go before those after it are known:
//!
//! - As long as arcs are loops and adjacent pairs, the second of each pair goes.
//! - The rest must be sorted by one end, the *near* one. Then all arcs of the lower node come before those of
//!   the higher one. So arcs whose near end is the higher one go.
//!
//! The mirrors are counted with a fingerprint: the sum of the hashes, of 128 bits, of all arcs that stay must
//! be that of all arcs that go. Two different collections of `n` arcs, not made to deceive, have the same sum
//! with a probability of about 2^-128. If the sums differ, all is refused: had it been known before, each arc
//! would have been an edge.

use std::path::{Path, PathBuf};

use crate::ArcReport;
use crate::assemble::weighted::FromNumber;
use crate::text::Number;
use boscage_core::graph::{Edge, Node};
use boscage_core::random::mix;
use boscage_core::{At, Error, Place, Result};

/// Two arbitrary words: the halves of a hash begin with them.
const SEEDS: [u64; 2] = [0x6a09_e667_f3bc_c908, 0xbb67_ae85_84ca_a73b];

/// The state between two blocks of arcs.
#[derive(Debug)]
pub(crate) struct Mirrors {
    path: PathBuf,
    arcs: u64,
    form: Form,
    /// The sum of the hashes of arcs that stay, less that of their mirrors.
    balance: u128,
}

/// The order of the arcs.
#[derive(Clone, Copy, Debug)]
enum Form {
    /// Loops and adjacent pairs; the last arc may wait for its mirror.
    Pairs(Option<Arc>),
    /// Sorted by one end, of which this is the last. The first of these arcs was not next to its mirror.
    Sorted(End, u64, Arc),
}

#[derive(Clone, Copy, Debug)]
enum End {
    Source,
    Target,
}

/// The names of the ends, and the weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Arc {
    u: u64,
    v: u64,
    kind: Kind,
    /// The bits of the weight.
    weight: u64,
}

/// The kind of a weight, so that equal weights have equal kinds and bits whatever their types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Natural,
    Negative,
    Real,
}

impl Mirrors {
    /// Creates it for the arcs of a file.
    pub(crate) fn new(path: &Path) -> Self {
        Self { path: path.to_owned(), arcs: 0, form: Form::Pairs(None), balance: 0 }
    }

    /// Removes the mirrors among the next arcs.
    ///
    /// # Errors
    /// Arcs in another order.
    pub(crate) fn fold<E: FromNumber>(
        &mut self,
        arcs: &mut Vec<Edge<E>>,
        name: impl Fn(Node) -> u64,
    ) -> Result<()> {
        self.arcs += arcs.len() as u64;
        let (mut at, mut kept) = (0, 0);
        while let (Form::Pairs(waiting), Some(&edge)) = (&mut self.form, arcs.get(at)) {
            let arc = Arc::of(&edge, &name);
            match waiting.take() {
                Some(first) if first.is_mirror_of(arc) => at += 1,
                Some(first) => {
                    self.form = Form::after(first);
                    self.balance = first.hash();
                }
                None => {
                    arcs[kept] = edge;
                    (at, kept) = (at + 1, kept + 1);
                    *waiting = (!edge.is_loop()).then_some(arc);
                }
            }
        }
        if let Form::Sorted(end, last, first) = &mut self.form {
            for at in at..arcs.len() {
                let edge = arcs[at];
                let arc = Arc::of(&edge, &name);
                let (near, far) = match end {
                    End::Source => (arc.u, arc.v),
                    End::Target => (arc.v, arc.u),
                };
                if near < *last {
                    return Err(unsorted(&self.path, *first, arc));
                }
                *last = near;
                if near <= far {
                    arcs[kept] = edge;
                    kept += 1;
                }
                if near < far {
                    self.balance = self.balance.wrapping_add(arc.hash());
                } else if near > far {
                    self.balance = self.balance.wrapping_sub(arc.hash());
                }
            }
        }
        arcs.truncate(kept);
        Ok(())
    }

    /// The report on all arcs.
    ///
    /// # Errors
    /// An arc without a mirror.
    pub(crate) fn finish(&self) -> Result<ArcReport> {
        if self.balance == 0 && !matches!(self.form, Form::Pairs(Some(_))) {
            return Ok(ArcReport { arcs: self.arcs, unpaired: 0, folded: true });
        }
        let cure =
            "if each edge is listed once, or the graph is directed, keep all arcs, as with --arcs keep";
        Err(refused(&self.path, "a mirror of every arc", "arcs without mirrors".to_owned(), cure))
    }
}

impl Form {
    /// The order of arcs of which this is the first. It comes before its mirror, so its near end is the lower
    /// one.
    fn after(first: Arc) -> Self {
        if first.u < first.v {
            Self::Sorted(End::Source, first.u, first)
        } else {
            Self::Sorted(End::Target, first.v, first)
        }
    }
}

impl Arc {
    #[inline]
    fn of<E: FromNumber>(edge: &Edge<E>, name: impl Fn(Node) -> u64) -> Self {
        // The type of the weights may have become wider between an arc and its mirror.
        let (kind, weight) = match edge.weight.number() {
            Number::Natural(weight) => (Kind::Natural, weight),
            Number::Negative(weight) => (Kind::Negative, weight as u64),
            Number::Real(weight) => match weight as i128 {
                whole if whole as f64 != weight => (Kind::Real, weight.to_bits()),
                whole if u64::try_from(whole).is_ok() => (Kind::Natural, whole as u64),
                whole if i64::try_from(whole).is_ok() => (Kind::Negative, whole as u64),
                _ => (Kind::Real, weight.to_bits()),
            },
        };
        Self { u: name(edge.u), v: name(edge.v), kind, weight }
    }

    fn is_mirror_of(self, other: Self) -> bool {
        self == Self { u: other.v, v: other.u, ..other }
    }

    /// Returns a hash of 128 bits, which is that of the mirror, too.
    #[inline]
    fn hash(self) -> u128 {
        let (lo, hi) = (self.u.min(self.v), self.u.max(self.v));
        let chain = |seed: u64| {
            let words = [lo, hi, self.weight];
            let begin = seed.rotate_left(self.kind as u32);
            u128::from(words.into_iter().fold(begin, |state, word| mix(state.wrapping_add(word))))
        };
        chain(SEEDS[0]) << 64 | chain(SEEDS[1])
    }
}

#[cold]
fn unsorted(path: &Path, first: Arc, arc: Arc) -> Error {
    let expected = "arcs that are next to their mirrors, or sorted by one end";
    let found = format!(
        "the arc {} to {}, whose mirror is not next to it, and later {} to {}",
        first.u, first.v, arc.u, arc.v
    );
    let cure = "arcs in other orders are folded only in memory; or keep all arcs, as with --arcs keep";
    refused(path, expected, found, cure)
}

fn refused(path: &Path, expected: &str, found: String, cure: &'static str) -> Error {
    let place = Place { path: path.to_owned(), at: At::Whole };
    Error::Parse { place, expected: expected.to_owned(), found, cure }
}
