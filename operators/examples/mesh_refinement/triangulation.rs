//! The initial mesh.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph, Undirected};
use spade::{DelaunayTriangulation, Point2, Triangulation};

use crate::geometry::{Point, Triangle};

/// Returns the corners of the unit square, and points within it, which depend only on the seed.
pub(crate) fn random_points(points: usize, seed: u64) -> Vec<Point> {
    let mut state = seed;
    let mut random = || {
        // SplitMix64 (Steele, Lea, Flood 2014), its upper 53 bits.
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ word >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((word ^ word >> 31) >> 11) as f64 / (1_u64 << 53) as f64
    };
    let corners = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0), (1.0, 1.0)];
    let within = (0..points).map(|_| (random(), random()));
    corners.into_iter().chain(within).map(|(x, y)| Point { x, y }).collect()
}

/// Returns the Delaunay triangulation of some points: a node per triangle, an edge per side that two of them
/// share; and the triangle of each node.
pub(crate) fn adjacency(exec: &Exec, points: &[Point]) -> Result<(Graph<Undirected>, Vec<Triangle>)> {
    let points = points.iter().map(|&Point { x, y }| Point2::new(x, y)).collect();
    let mesh = DelaunayTriangulation::<Point2<f64>>::bulk_load(points).expect("coordinates are numbers");
    let (mut triangles, mut pairs) = (Vec::new(), Vec::new());
    for face in mesh.inner_faces() {
        let sides = face.adjacent_edges();
        let corners = sides.map(|side| side.from().position()).map(|Point2 { x, y }| Point { x, y });
        let is_boundary = sides.map(|side| side.rev().face().is_outer());
        // The outer face is number 0.
        assert_eq!(face.index(), triangles.len() + 1);
        let neighbours = sides.map(|side| side.rev().face().index()).into_iter();
        let earlier = neighbours.filter(|neighbour| (1..face.index()).contains(neighbour));
        pairs.extend(earlier.map(|neighbour| (face.index() as u32 - 1, neighbour as u32 - 1)));
        triangles.push(Triangle { corners, is_boundary });
    }
    let list = EdgeList::from_pairs(triangles.len(), pairs)?;
    Ok((Graph::from_edges(exec, &list)?, triangles))
}
