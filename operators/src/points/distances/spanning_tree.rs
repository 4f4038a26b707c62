//! Spanning trees of points of which only the distances are known.
//!
//! Borůvka's rounds, each a pass over the distances in the order of memory: every point finds its nearest
//! point outside of its tree. The passes are loops over rows, nearly without branches, so they run as fast as
//! memory. When few trees are left, they are contracted (`contraction.rs`).
//!
//! Prim's algorithm would read each distance once. But it reads the part of a condensed vector that belongs
//! to one point, which is scattered over all of it, and it cannot be shared by threads.

use std::ops::Range;

use boscage_core::exec::{Exec, Round};
use boscage_core::graph::{Edge, Node, Weight};
use boscage_core::lanes::{self, Job, Lanes};
use boscage_core::parallel::{map_pieces, radix_sort};
use boscage_core::sync::SequentialSets;
use boscage_core::{Result, memory};

use super::super::SpanningTree;
use super::Distances;
use super::contraction::{self, POINTS_PER_TREE};

/// Returns the minimum spanning tree of points with these distances.
///
/// Edges are compared by (distance, lower point, higher point), so there is one tree. Its dendrogram is that
/// of single linkage.
///
/// **Algorithm.** Borůvka, "O jistém problému minimálním", 1926, on the matrix, until there are eight points
/// per tree: two or three passes over the distances, each limited by memory. One more pass finds the lightest
/// edges between the trees, which Prim's algorithm joins: "Shortest connection networks and some
/// generalizations", Bell System Technical Journal 36, 1957.
///
/// # Determinism
/// The result does not depend on the number of threads.
///
/// # Memory
/// At most a tenth of that of the distances above the diagonal, 48 bytes per point, and 32 per point and
/// thread; 96 and 48 with distances of 64 bits.
///
/// # Errors
/// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory);
/// [`Error::Cancelled`](boscage_core::Error::Cancelled).
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::operators::points::{Distances, spanning_tree_of_distances};
///
/// let exec = Exec::new(2)?;
/// let distances = Distances::condensed(&[7_u32, 5, 4])?; // of the pairs 0-1, 0-2 and 1-2
/// let tree = spanning_tree_of_distances(&exec, distances)?;
/// assert_eq!(tree.dendrogram(&exec)?.clusters(&exec, 2)?.labels(), [0, 1, 1]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn spanning_tree_of_distances<W: Weight>(
    exec: &Exec,
    distances: Distances<'_, W>,
) -> Result<SpanningTree<W>> {
    let n = distances.points;
    let mut sets = SequentialSets::new(n)?;
    let mut labels = memory::from_fn("trees of points", n, |point| point as u32)?;
    let mut edges: Vec<Edge<W>> = memory::reserve("the spanning tree", n.saturating_sub(1))?;
    let mut rounds = exec.rounds("spanning tree", n.saturating_sub(1) as u64);
    while (n - edges.len()) > (n / POINTS_PER_TREE).max(1) {
        rounds.round(|rounds| {
            let before = edges.len();
            let nearest = rounds.phase("nearest", || nearest(exec, distances, &labels))?;
            for edge in lightest(&nearest, &labels)? {
                if sets.unite(edge.u, edge.v) {
                    edges.push(edge);
                }
            }
            if edges.len() == before {
                edges.extend(bridges(distances, &labels, &mut sets));
            }
            for (point, label) in labels.iter_mut().enumerate() {
                *label = sets.find(Node::new(point)).into();
            }
            Ok((Round::new(edges.len() - before), ()))
        })?;
    }
    rounds.finish();
    if edges.len() + 1 < n {
        edges.extend(contraction::joined(exec, distances, &labels)?);
    }
    radix_sort(exec, &mut edges, |edge| u64::from(u32::from(edge.u)) << 32 | u64::from(u32::from(edge.v)))?;
    radix_sort(exec, &mut edges, |edge| -> u64 { edge.weight.key().into() })?;
    SpanningTree::new(exec, n, edges)
}

/// The greatest distance: of integers the greatest one, of floats NaN.
pub(super) fn greatest<W: Weight>() -> W {
    W::from_key(!W::Key::default())
}

/// Returns `true` if a distance is less than another one, or if that one is the greatest float.
#[inline(always)]
#[expect(clippy::neg_cmp_op_on_partial_ord, reason = "everything is less than NaN here")]
pub(super) fn is_less<W: Weight>(distance: W, other: W) -> bool {
    !(other <= distance)
}

/// No point.
pub(super) const NONE: u32 = u32::MAX;

/// The nearest points outside of each point's tree: of lower numbers, by rows above, and of higher numbers,
/// in the row of the point.
struct Nearest<W> {
    lower: Vec<(W, u32)>,
    higher: Vec<(W, u32)>,
}

/// Finds the nearest point outside of each point's tree.
fn nearest<W: Weight>(exec: &Exec, distances: Distances<'_, W>, labels: &[u32]) -> Result<Nearest<W>> {
    let n = distances.points;
    let none = (greatest::<W>(), NONE);
    let mut found = Nearest {
        lower: memory::filled("nearest points", n, none)?,
        higher: memory::filled("nearest points", n, none)?,
    };
    let mut pieces = Vec::new();
    let mut rest = &mut found.higher[..];
    for rows in pieces_of_rows(n, 4 * exec.threads()) {
        let (own, others) = rest.split_at_mut(rows.len());
        pieces.push((rows, own));
        rest = others;
    }
    let results = map_pieces(exec, pieces, |(rows, higher)| -> Result<(usize, Vec<W>, Vec<u32>)> {
        let start = rows.start;
        let mut best = memory::filled("nearest points", n - start, none.0)?;
        let mut from = memory::filled("nearest points", n - start, NONE)?;
        for (row, higher) in rows.zip(higher) {
            exec.check_cancelled()?;
            let after = row + 1 - start..;
            lanes::run(OfRow {
                own: labels[row],
                row: row as u32,
                distances: distances.row(row),
                labels: &labels[row + 1..],
                best: &mut best[after.clone()],
                from: &mut from[after],
                higher,
            });
        }
        Ok((start, best, from))
    });
    // In the order of rows: of equal ones, the lowest stays.
    for result in results {
        let (start, best, from) = result?;
        for (lower, (best, from)) in found.lower[start..].iter_mut().zip(best.into_iter().zip(from)) {
            if from != NONE && is_less(best, lower.0) {
                *lower = (best, from);
            }
        }
    }
    Ok(found)
}

/// Splits rows into pieces of about the same number of distances.
fn pieces_of_rows(points: usize, pieces: usize) -> impl Iterator<Item = Range<usize>> {
    let each = (points * points.saturating_sub(1) / 2).div_ceil(pieces).max(1 << 14);
    let mut start = 0;
    std::iter::from_fn(move || {
        let (first, mut distances) = (start, 0);
        while start < points && (start == first || distances < each) {
            distances += points - 1 - start;
            start += 1;
        }
        (first < start).then_some(first..start)
    })
}

/// The step of a row.
struct OfRow<'a, W> {
    /// The tree of the row's point.
    own: u32,
    row: u32,
    distances: &'a [W],
    /// The trees of the points of higher numbers.
    labels: &'a [u32],
    /// Their nearest distances so far.
    best: &'a mut [W],
    /// The rows of these.
    from: &'a mut [u32],
    /// The nearest one of these points.
    higher: &'a mut (W, u32),
}

/// Distances that are compared at once.
const BLOCK: usize = 1 << 6;

impl<W: Weight> Job for OfRow<'_, W> {
    type Output = ();

    #[inline(always)]
    fn run<L: Lanes>(self, _lanes: L) {
        let Self { own, row, distances, labels, best, from, higher } = self;
        let blocks = distances.chunks(BLOCK).zip(labels.chunks(BLOCK));
        let columns = best.chunks_mut(BLOCK).zip(from.chunks_mut(BLOCK));
        for (block, ((distances, labels), (best, from))) in blocks.zip(columns).enumerate() {
            // Seldom: the more rows there were before, the fewer are nearer. The compiler makes vectors of
            // these two loops.
            let (mut is_best, mut is_higher) = (false, false);
            for ((&distance, &label), &best) in distances.iter().zip(labels).zip(&*best) {
                is_best |= (label != own) & is_less(distance, best);
                is_higher |= (label != own) & is_less(distance, higher.0);
            }
            if is_best {
                let columns = best.iter_mut().zip(from);
                for ((&distance, &label), (best, from)) in distances.iter().zip(labels).zip(columns) {
                    let is_nearer = (label != own) & is_less(distance, *best);
                    *best = if is_nearer { distance } else { *best };
                    *from = if is_nearer { row } else { *from };
                }
            }
            if is_higher {
                for (i, (&distance, &label)) in distances.iter().zip(labels).enumerate() {
                    if label != own && is_less(distance, higher.0) {
                        *higher = (distance, row + 1 + (block * BLOCK + i) as u32);
                    }
                }
            }
        }
    }
}

/// Returns `true` if an edge is before another one in the order of edges.
#[inline(always)]
pub(super) fn is_lower<W: Weight>(edge: &Edge<W>, other: &Edge<W>) -> bool {
    edge.weight < other.weight || (edge.weight == other.weight && (edge.u, edge.v) < (other.u, other.v))
}

/// Returns the lightest edge of each tree.
fn lightest<W: Weight>(nearest: &Nearest<W>, labels: &[u32]) -> Result<impl Iterator<Item = Edge<W>>> {
    let mut best: Vec<Option<Edge<W>>> = memory::filled("lightest edges of trees", labels.len(), None)?;
    for (point, &label) in (0..).zip(labels) {
        let (lower, higher) = (nearest.lower[point as usize], nearest.higher[point as usize]);
        let edges = [(lower.1, point, lower.0), (point, higher.1, higher.0)];
        for (u, v, weight) in edges.into_iter().filter(|&(u, v, _)| u != NONE && v != NONE) {
            let edge = Edge::new(u, v, weight);
            let best = &mut best[label as usize];
            if best.is_none_or(|best| is_lower(&edge, &best)) {
                *best = Some(edge);
            }
        }
    }
    Ok(best.into_iter().flatten())
}

/// Returns the edges that join all trees if all distances between them are the greatest integer, which is
/// nearer than nothing: those of point 0 to the lowest point of each other tree.
fn bridges<W: Weight>(
    distances: Distances<'_, W>,
    labels: &[u32],
    sets: &mut SequentialSets,
) -> Vec<Edge<W>> {
    let others = (1..labels.len() as u32).filter(|&point| sets.unite(Node::from(0), Node::from(point)));
    others.map(|point| Edge::new(0_u32, point, distances.row(0)[point as usize - 1])).collect()
}
