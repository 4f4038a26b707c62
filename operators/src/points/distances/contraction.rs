//! The last part of a spanning tree of distances: few trees are left, and each becomes one node.
//!
//! One more pass over the distances finds the lightest edge between each two trees. These are much fewer, and
//! Prim's algorithm reads each of them once.

use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, Weight};
use boscage_core::parallel::for_each_piece;
use boscage_core::{Result, memory};

use super::Distances;
use super::spanning_tree::{NONE, greatest, is_less, is_lower};

/// Number of points per tree from which on trees are contracted: edges between trees take at most about a
/// tenth of the memory of distances.
pub(super) const POINTS_PER_TREE: usize = 8;

/// Returns the edges that join all trees; `labels` are the same for points of the same tree.
pub(super) fn joined<W: Weight>(
    exec: &Exec,
    distances: Distances<'_, W>,
    labels: &[u32],
) -> Result<Vec<Edge<W>>> {
    let trees = Trees::new(labels)?;
    let mut matrix = exec.parallel_stage("contract", || Matrix::new(exec, distances, &trees))?;
    exec.stage("join", || {
        matrix.mirror();
        matrix.spanning_tree()
    })
}

/// Trees, numbered from 0.
struct Trees {
    /// The tree of each point.
    numbers: Vec<u32>,
    /// The points tree by tree, ascending in each one.
    points: Vec<u32>,
    /// The begin of each tree's points, and the end of the last ones.
    starts: Vec<u32>,
}

impl Trees {
    fn new(labels: &[u32]) -> Result<Self> {
        let mut names = memory::filled("trees", labels.len(), NONE)?;
        let mut numbers = memory::reserve("trees of points", labels.len())?;
        let mut sizes: Vec<u32> = memory::reserve("trees", labels.len().div_ceil(POINTS_PER_TREE) + 2)?;
        for &label in labels {
            let name = &mut names[label as usize];
            if *name == NONE {
                *name = sizes.len() as u32;
                memory::grow("trees", &mut sizes, 1)?;
                sizes.push(0);
            }
            sizes[*name as usize] += 1;
            numbers.push(*name);
        }
        let mut next = memory::reserve("trees", sizes.len() + 1)?;
        next.push(0);
        for size in sizes {
            next.push(next[next.len() - 1] + size);
        }
        let starts = memory::from_fn("trees", next.len(), |tree| next[tree])?;
        let mut points = memory::zeroed("points of trees", labels.len())?;
        for (point, &tree) in (0..).zip(&numbers) {
            let place = &mut next[tree as usize];
            points[*place as usize] = point;
            *place += 1;
        }
        Ok(Self { numbers, points, starts })
    }

    fn count(&self) -> usize {
        self.starts.len() - 1
    }

    fn points(&self, tree: usize) -> &[u32] {
        &self.points[self.starts[tree] as usize..self.starts[tree + 1] as usize]
    }

    /// Splits the points of each tree into pieces of at most `most` points. First there is one of each tree,
    /// then, in ascending order, those of the other points.
    fn pieces(&self, most: usize) -> Result<Vec<(usize, &[u32])>> {
        let chunks = |tree| self.points(tree).chunks(most).map(move |points| (tree, points));
        let all = (0..self.count()).map(|tree| chunks(tree).len()).sum();
        let mut pieces = memory::reserve("pieces of trees", all)?;
        pieces.extend((0..self.count()).flat_map(|tree| chunks(tree).take(1)));
        pieces.extend((0..self.count()).flat_map(|tree| chunks(tree).skip(1)));
        Ok(pieces)
    }
}

/// The lightest edges between trees, row by row: in the row of a tree are those whose lower point it has.
struct Matrix<W> {
    trees: usize,
    weights: Vec<W>,
    /// Their points, the lower one first; [`NONE`] if there is no edge. The diagonal has no meaning.
    ends: Vec<[u32; 2]>,
}

impl<W: Weight> Matrix<W> {
    fn new(exec: &Exec, distances: Distances<'_, W>, trees: &Trees) -> Result<Self> {
        let (count, pieces) = (trees.count(), trees.pieces(distances.points().div_ceil(4 * exec.threads()))?);
        let mut matrix = Self {
            trees: count,
            weights: memory::filled("edges between trees", pieces.len() * count, greatest())?,
            ends: memory::filled("edges between trees", pieces.len() * count, [NONE; 2])?,
        };
        let rows = matrix.weights.chunks_exact_mut(count).zip(matrix.ends.chunks_exact_mut(count));
        for_each_piece(exec, rows.zip(&pieces), |((weights, ends), &(_, points))| {
            for &point in points {
                if exec.is_cancelled() {
                    return;
                }
                let others = (point + 1..).zip(&trees.numbers[point as usize + 1..]);
                for (&distance, (other, &number)) in distances.row(point as usize).iter().zip(others) {
                    let (weight, ends) = (&mut weights[number as usize], &mut ends[number as usize]);
                    // The first one of equal ones stays: points ascend.
                    if is_less(distance, *weight) || (distance == greatest() && ends[0] == NONE) {
                        (*weight, *ends) = (distance, [point, other]);
                    }
                }
            }
        });
        exec.check_cancelled()?;
        for (piece, &(tree, _)) in pieces.iter().enumerate().skip(count) {
            for column in 0..count {
                let (own, new) = (tree * count + column, piece * count + column);
                let (old, found) = (matrix.ends[own][0], matrix.ends[new][0]);
                // As above: of equal ones, that of the lower points stays.
                if found != NONE && (old == NONE || is_less(matrix.weights[new], matrix.weights[own])) {
                    (matrix.weights[own], matrix.ends[own]) = (matrix.weights[new], matrix.ends[new]);
                }
            }
        }
        matrix.weights.truncate(count * count);
        matrix.ends.truncate(count * count);
        Ok(matrix)
    }

    /// Returns an edge, if there is one.
    fn edge(&self, row: usize, column: usize) -> Option<Edge<W>> {
        let place = row * self.trees + column;
        let [u, v] = self.ends[place];
        (u != NONE).then(|| Edge::new(u, v, self.weights[place]))
    }

    /// Sets both edges between each two trees to the lighter one.
    fn mirror(&mut self) {
        for row in 0..self.trees {
            for column in row + 1..self.trees {
                let (one, other) = (self.edge(row, column), self.edge(column, row));
                let lighter = match (one, other) {
                    (Some(one), Some(other)) => Some(if is_lower(&one, &other) { one } else { other }),
                    (one, other) => one.or(other),
                };
                let Some(edge) = lighter else { continue };
                for place in [row * self.trees + column, column * self.trees + row] {
                    self.weights[place] = edge.weight;
                    self.ends[place] = [edge.u.into(), edge.v.into()];
                }
            }
        }
    }

    /// Returns the edges of the minimum spanning tree.
    fn spanning_tree(&self) -> Result<Vec<Edge<W>>> {
        let mut edges = memory::reserve("the spanning tree", self.trees.saturating_sub(1))?;
        // The trees outside, and the lightest edge that leads to each.
        let mut outside: Vec<(u32, Edge<W>)> = memory::reserve("trees", self.trees)?;
        let edge = |row, column| self.edge(row, column).expect("an edge between each two trees");
        outside.extend((1..self.trees).map(|tree| (tree as u32, edge(0, tree))));
        while let Some(mut nearest) = outside.len().checked_sub(1) {
            for (i, (_, edge)) in outside.iter().enumerate() {
                if is_lower(edge, &outside[nearest].1) {
                    nearest = i;
                }
            }
            let (tree, joining) = outside.swap_remove(nearest);
            edges.push(joining);
            for (other, best) in &mut outside {
                let new = edge(tree as usize, *other as usize);
                if is_lower(&new, best) {
                    *best = new;
                }
            }
        }
        Ok(edges)
    }
}
