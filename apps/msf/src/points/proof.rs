//! A proof that a tree of points is minimal, by another algorithm: Prim's, over all distances.
//!
//! All minimum spanning trees have the same weights, in ascending order. So a spanning tree whose edges have
//! the lengths that they claim, and whose weights are those of Prim's tree, is minimal. Distances are by
//! textbook formulas, so weights are compared up to rounding.

use boscage::exec::Exec;
use boscage::graph::EdgeList;
use boscage::sync::SequentialSets;
use boscage::{Error, Result, memory};
use boscage_measuring::failure::Failure;

use super::Distance;

/// Largest number of points of which a tree is proved.
const MOST: usize = 5000;

/// The name of the memory in errors.
const WHAT: &str = "the proof";

/// The distances between points.
pub(super) struct AllDistances<'a> {
    pub(super) exec: &'a Exec,
    /// Row by row; places are in radians.
    pub(super) coordinates: &'a [f64],
    pub(super) dimensions: usize,
    pub(super) distance: Distance,
    /// Number of points within core distances; 1 for plain distances.
    pub(super) samples: usize,
}

/// Refuses more points than are proved.
pub(super) fn check_count(points: usize) -> Result<()> {
    if points > MOST {
        let expected = format!("at most {MOST} points, between which all distances are computed");
        return Err(Error::argument("--verify", expected, points));
    }
    Ok(())
}

impl AllDistances<'_> {
    /// Proves that a tree is minimal.
    ///
    /// # Errors
    /// [`Failure::Unproved`] if it is not.
    pub(super) fn prove(&self, tree: &EdgeList<f64>) -> Result<(), Failure> {
        let points = tree.node_count();
        check_count(points)?;
        let unproved = |why: String| Err(Failure::Unproved(why));
        let cores = self.cores(points)?;
        let mut sets = SequentialSets::new(points)?;
        let prim = self.prim(points, &cores)?;
        let largest = prim.last().copied().unwrap_or(0.0);
        let are_equal = |a: f64, b: f64| (a - b).abs() <= 1e-9 * (a + self.distance.scale(largest));
        if tree.edge_count() + 1 != points.max(1) {
            return unproved(format!("{} edges do not span {points} points", tree.edge_count()));
        }
        for (edge, want) in tree.edges().iter().zip(prim) {
            let (u, v) = (edge.u.index(), edge.v.index());
            if !sets.unite(edge.u, edge.v) {
                return unproved(format!("the edge {u} {v} closes a cycle"));
            }
            let length = self.weight(u, v, &cores);
            if !are_equal(edge.weight, length) {
                return unproved(format!("the edge {u} {v} weighs {}, not {length}", edge.weight));
            }
            if !are_equal(edge.weight, want) {
                return unproved(format!("the edge {u} {v} of weight {} should weigh {want}", edge.weight));
            }
        }
        Ok(())
    }

    fn point(&self, i: usize) -> &[f64] {
        &self.coordinates[i * self.dimensions..][..self.dimensions]
    }

    fn weight(&self, a: usize, b: usize, cores: &[f64]) -> f64 {
        let distance = self.distance.between(self.point(a), self.point(b));
        distance.max(cores[a]).max(cores[b])
    }

    /// Returns the core distances.
    fn cores(&self, points: usize) -> Result<Vec<f64>> {
        let mut cores = memory::zeroed(WHAT, points)?;
        if self.samples < 2 {
            return Ok(cores);
        }
        let mut row = memory::zeroed(WHAT, points)?;
        for (i, core) in cores.iter_mut().enumerate() {
            self.exec.check_cancelled()?;
            for (j, distance) in row.iter_mut().enumerate() {
                // That of a point to itself, which may be rounded, is 0.
                *distance = if i == j { 0.0 } else { self.distance.between(self.point(i), self.point(j)) };
            }
            *core = *row.select_nth_unstable_by(self.samples - 1, f64::total_cmp).1;
        }
        Ok(cores)
    }

    /// Returns the weights of the edges of Prim's tree, in ascending order.
    fn prim(&self, points: usize, cores: &[f64]) -> Result<Vec<f64>> {
        let mut weights = memory::reserve(WHAT, points)?;
        let mut nearest = memory::filled(WHAT, points, f64::INFINITY)?;
        let mut is_outside = memory::filled(WHAT, points, true)?;
        let mut last = 0;
        for _ in 1..points {
            self.exec.check_cancelled()?;
            is_outside[last] = false;
            let mut next = (f64::INFINITY, 0);
            for i in (0..points).filter(|&i| is_outside[i]) {
                nearest[i] = nearest[i].min(self.weight(last, i, cores));
                if nearest[i] < next.0 {
                    next = (nearest[i], i);
                }
            }
            weights.push(next.0);
            last = next.1;
        }
        weights.sort_unstable_by(f64::total_cmp);
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_trees_are_refused() {
        let exec = &Exec::new(1).unwrap();
        let coordinates = &[0.0, 0.0, 3.0, 4.0, 3.0, 5.0, 0.0, 1.0];
        let all = |samples| AllDistances {
            exec,
            coordinates,
            dimensions: 2,
            distance: Distance::Euclidean,
            samples,
        };
        let refused = |samples: usize, edges: &[(u32, u32, f64)]| {
            let tree = EdgeList::from_triples(4, edges.iter().copied()).unwrap();
            match all(samples).prove(&tree) {
                Ok(()) => String::new(),
                Err(failure) => failure.to_string(),
            }
        };
        let third = 18_f64.sqrt();
        assert_eq!(refused(1, &[(0, 3, 1.0), (1, 2, 1.0), (1, 3, third)]), "");
        for (edges, why) in [
            (&[(0, 3, 1.0), (1, 2, 1.0)][..], "2 edges do not span 4 points"),
            (&[(0, 3, 1.0), (0, 3, 1.0), (1, 3, third)], "the edge 0 3 closes a cycle"),
            (&[(0, 3, 1.0), (1, 2, 1.5), (1, 3, third)], "the edge 1 2 weighs 1.5, not 1"),
            (&[(0, 3, 1.0), (1, 2, 1.0), (0, 1, 5.0)], "the edge 0 1 of weight 5 should weigh 4.2"),
        ] {
            let error = refused(1, edges);
            assert!(error.contains(why), "{why}: {error}");
        }
        // With the cores of three points, the lightest edges are heavier.
        assert!(
            refused(3, &[(0, 3, 1.0), (1, 2, 1.0), (1, 3, third)]).contains("the edge 0 3 weighs 1, not ")
        );
    }
}
