//! Refinement of a triangulation, in parallel: Ruppert's algorithm on a [`MorphGraph`] of triangles.
//!
//! Points at random in the unit square, and its corners, are triangulated (Delaunay, by the crate `spade`);
//! then points are added until no triangle has an angle below 20.7 degrees. Each item of the loop is a
//! triangle with too small an angle or another flaw. It locks the triangles that its new point removes and
//! those around them, and replaces them. If two items want the same triangle, one is rolled back and tried
//! again.
//!
//! The result is checked with exact arithmetic: every side is Delaunay, the square is covered once, its sides
//! are still there. Then the program prints the times on one thread and on two.
//!
//! ```sh
//! cargo run --release --example mesh_refinement              # 100,000 points
//! cargo run --release --example mesh_refinement -- 1000000
//! ```

mod check;
mod geometry;
mod refine;
mod triangulation;

use std::time::Instant;

use boscage::exec::Exec;
use boscage::graph::MorphGraph;

use check::{Quality, check};
use geometry::Point;

/// Refines the triangulation of some points on a number of threads, checks it, and prints the times.
fn run(points: &[Point], threads: usize) -> boscage::Result<(Quality, u64)> {
    let exec = Exec::new(threads)?;
    let graph = triangulation::adjacency(&exec, points)?;
    let (mut mesh, _) = MorphGraph::from_graph(&graph.0, |node| graph.1[node.index()])?;
    let flawed: Vec<_> =
        mesh.nodes().filter(|(_, triangle)| triangle.flaw().is_some()).map(|(node, _)| node).collect();
    let (before, flaws) = (mesh.node_count(), flawed.len());

    let start = Instant::now();
    refine::refine(&exec, &mut mesh, flawed)?;
    let seconds = start.elapsed().as_secs_f64();

    let [ref refined] = exec.take_statistics().loops[..] else { unreachable!("one loop has run") };
    let quality = check(&exec, &mut mesh, points)?;
    println!(
        "threads: {threads}; {seconds:.2} s; {before} triangles, {flaws} of them with a flaw; {} afterwards, the \
         smallest angle {:.2} degrees; {} of {} attempts rolled back ({:.3} %)",
        quality.triangles,
        quality.smallest_angle,
        refined.aborted,
        refined.tried,
        100.0 * refined.aborted as f64 / refined.tried.max(1) as f64,
    );
    Ok((quality, refined.aborted))
}

fn main() -> boscage::Result<()> {
    let points =
        std::env::args().nth(1).map_or(100_000, |points| points.parse().expect("a number of points"));
    let points = triangulation::random_points(points, 1);
    for threads in [1, 2] {
        run(&points, threads)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn meshes_of_every_size_are_refined() {
        for (points, seed) in [(0, 1), (1, 2), (2, 3), (10, 4), (100, 5), (3000, 6)] {
            let points = triangulation::random_points(points, seed);
            for threads in [1, 2, 4] {
                let (quality, aborted) = run(&points, threads).unwrap();
                assert!(quality.smallest_angle >= 20.699 && (threads > 1 || aborted == 0));
            }
        }
    }

    #[test]
    fn items_get_in_each_others_way() {
        // Few do, and in one mesh perhaps none.
        let mut meshes = (0..200).map(|seed| triangulation::random_points(2000, seed));
        assert!(meshes.any(|points| run(&points, 4).unwrap().1 > 0), "never");
    }
}
