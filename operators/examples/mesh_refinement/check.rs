//! Checks of a refined mesh.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{MorphGraph, Node};

use crate::geometry::{Point, Triangle};

/// Figures of a mesh.
#[derive(Debug)]
pub(crate) struct Quality {
    pub(crate) triangles: usize,
    /// In degrees.
    pub(crate) smallest_angle: f64,
}

/// Checks a mesh of the unit square that must have these points.
///
/// # Panics
/// If it has a flaw, is not Delaunay, does not cover the square once, or lacks one of the points.
pub(crate) fn check(exec: &Exec, mesh: &mut MorphGraph<Triangle>, points: &[Point]) -> Result<Quality> {
    let triangles: Vec<Triangle> = mesh.nodes().map(|(_, triangle)| *triangle).collect();
    let triangle = |node: Node| triangles[node.index()];
    let (graph, _) = mesh.to_graph(exec)?;
    let (mut boundary, mut corners, mut double_area) = (Vec::new(), Vec::new(), 0.0);
    let mut squared_sine: f64 = 1.0;
    for node in graph.nodes() {
        let this = triangle(node);
        let [a, b, c] = this.corners;
        assert!(c.is_left_of([a, b]), "the corners go round counter-clockwise");
        assert!(this.flaw().is_none());
        let mut neighbours = graph.neighbours(node).to_vec();
        for (side, is_boundary) in this.sides().into_iter().zip(this.is_boundary) {
            if is_boundary {
                boundary.push(side);
                continue;
            }
            let is_beyond = |&neighbour: &Node| triangle(neighbour).sides().contains(&[side[1], side[0]]);
            let beyond = neighbours.iter().position(is_beyond).expect("every side has another triangle");
            let beyond = triangle(neighbours.swap_remove(beyond));
            assert!(beyond.corners.iter().all(|&corner| !this.circle_contains(corner)), "it is Delaunay");
        }
        assert!(neighbours.is_empty(), "neighbours share a side");
        corners.extend(this.corners);
        double_area += this.double_area();
        squared_sine = squared_sine.min(this.squared_sine());
    }
    check_boundary(boundary);
    // With the boundary as it was and no triangle turned over, that leaves no room for an overlap.
    assert!((double_area - 2.0).abs() < 1e-9, "twice the area is {double_area}");

    let order = |a: &Point, b: &Point| a.partial_cmp(b).expect("coordinates are numbers");
    corners.sort_by(order);
    assert!(points.iter().all(|point| corners.binary_search_by(|corner| order(corner, point)).is_ok()));
    let smallest_angle = squared_sine.sqrt().asin().to_degrees();
    Ok(Quality { triangles: triangles.len(), smallest_angle })
}

/// Checks that these are the four sides of the unit square, possibly in parts.
fn check_boundary(boundary: Vec<[Point; 2]>) {
    let [mut bottom, mut right, mut top, mut left] = [const { Vec::new() }; 4];
    for [a, b] in boundary {
        match () {
            () if a.y == 0.0 && b.y == 0.0 => bottom.push((a.x, b.x)),
            () if a.x == 1.0 && b.x == 1.0 => right.push((a.y, b.y)),
            () if a.y == 1.0 && b.y == 1.0 => top.push((b.x, a.x)),
            () if a.x == 0.0 && b.x == 0.0 => left.push((b.y, a.y)),
            () => panic!("{a:?} to {b:?} is no part of the boundary"),
        }
    }
    for mut parts in [bottom, right, top, left] {
        parts.sort_by(|a, b| a.0.total_cmp(&b.0));
        assert!(parts.iter().all(|(from, to)| from < to));
        assert!(parts.windows(2).all(|parts| parts[0].1 == parts[1].0), "parts follow each other");
        assert_eq!(parts.first().zip(parts.last()).map(|(first, last)| (first.0, last.1)), Some((0.0, 1.0)));
    }
}
