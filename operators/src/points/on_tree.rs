//! The choice of a tree for the number of dimensions.

use boscage_core::Result;
use boscage_core::exec::Exec;

use super::rows::{Point, SHORT};
use super::shape::{Norm, Shape};
use super::tree::Tree;

/// The space in which distances are measured.
#[derive(Clone, Copy)]
pub(super) struct Space {
    pub(super) dimensions: usize,
    pub(super) norm: Norm,
}

/// Work on a tree.
pub(super) trait OnTree {
    /// The result.
    type Output;

    /// Does the work.
    fn run<const D: usize, const V: usize>(self, tree: Tree<D, V>) -> Result<Self::Output>;
}

/// Builds the tree of the points below `len`, and works on it. `point` sets the first coordinates of a slice
/// of zeros.
pub(super) fn on_tree<J: OnTree>(
    exec: &Exec,
    Space { dimensions, norm }: Space,
    len: usize,
    point: Point<'_>,
    job: J,
) -> Result<J::Output> {
    // Leaves of more points in more dimensions, where more leaves are near.
    let is_euclidean = norm == Norm::Squares;
    match dimensions {
        0..=2 if is_euclidean => job.run(build::<2, 2, 4>(exec, Shape::new(2, norm), len, point)?),
        3 if is_euclidean => job.run(build::<3, 2, 4>(exec, Shape::new(3, norm), len, point)?),
        0..=5 => job.run(build::<0, 4, 6>(exec, Shape::new(dimensions, norm), len, point)?),
        6..=7 => job.run(build::<0, 8, 8>(exec, Shape::new(dimensions, norm), len, point)?),
        8..=15 => job.run(build::<0, 8, 16>(exec, Shape::new(dimensions, norm), len, point)?),
        _ => job.run(build::<0, 8, SHORT>(exec, Shape::new(dimensions, norm), len, point)?),
    }
}

fn build<const D: usize, const V: usize, const R: usize>(
    exec: &Exec,
    shape: Shape<D, V>,
    len: usize,
    point: Point<'_>,
) -> Result<Tree<D, V>> {
    exec.parallel_stage("tree", || Tree::new::<R>(exec, shape, len, point))
}
