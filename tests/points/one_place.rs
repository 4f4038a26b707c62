//! Many points at one place among others, and distances that are all the greatest. These take minutes if the
//! time is quadratic or cubic.

use boscage::exec::Exec;
use boscage::operators::points::{
    Distances, Points, Reachability, minimum_spanning_tree, nearest_neighbours, spanning_tree_of_distances,
};
use boscage::random::Random;

#[test]
fn one_place_with_a_few_percent_of_all_points_is_not_quadratic() {
    let exec = Exec::new(2).unwrap();
    let mut draws = Random::new(7, 0).item(0);
    let mut all: Vec<f64> = (0..2 * 600_000).map(|_| draws.unit()).collect();
    all[..2 * 60_000].fill(0.5);
    let points = Points::new(&all, 2).unwrap();
    let tree = minimum_spanning_tree(&exec, points, Reachability::Distance).unwrap();
    assert!(tree.edges().edges()[..59_999].iter().all(|edge| edge.u.index() == 0 && edge.weight == 0.0));
    let neighbours = nearest_neighbours(&exec, points, 3).unwrap();
    assert!(neighbours.of(59_999).eq([(0, 0.0), (1, 0.0), (2, 0.0)]));
}

#[test]
fn distances_that_are_all_the_greatest_are_not_cubic() {
    let all = vec![u32::MAX; 4000 * 3999 / 2];
    let exec = Exec::new(2).unwrap();
    let tree = spanning_tree_of_distances(&exec, Distances::condensed(&all).unwrap()).unwrap();
    let star = (1..4000).map(|point| (0, point));
    assert!(tree.edges().edges().iter().map(|edge| (edge.u.index(), edge.v.index())).eq(star));
}
