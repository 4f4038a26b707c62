//! The oracle: Kruskal's algorithm, as short as possible, without code of the operators.
//!
//! It compares weights as values, not through their keys. A stable sort keeps ties in the order of the ids.
//! It has its own union-find and sums.

use std::cmp::Ordering;

use boscage::graph::{Edge, EdgeListView, Objective};
use num_bigint::BigInt;

use crate::Sample;

/// Facts about a graph.
#[derive(Debug)]
pub struct Truth {
    /// The ids of the forest's edges, ascending.
    pub edges: Vec<usize>,
    /// The number of trees.
    pub trees: usize,
    /// The component of each node, components being numbered in the order of their lowest nodes.
    pub labels: Vec<u32>,
}

/// The spanning forest of a graph.
///
/// # Panics
/// If a weight is NaN.
pub fn kruskal<W: Sample>(graph: EdgeListView<'_, W>, objective: Objective) -> Truth {
    let mut order: Vec<(usize, Edge<W>)> = graph.edges().iter().copied().enumerate().collect();
    order.sort_by(|(_, a), (_, b)| {
        let ascending = a.weight.partial_cmp(&b.weight).expect("NaN is not a weight");
        if objective == Objective::Maximum { ascending.reverse() } else { ascending }
    });
    let mut parent: Vec<usize> = (0..graph.node_count()).collect();
    let mut edges = Vec::new();
    for (id, edge) in order {
        let (u, v) = (root(&mut parent, edge.u.index()), root(&mut parent, edge.v.index()));
        if u != v {
            parent[u] = v;
            edges.push(id);
        }
    }
    edges.sort_unstable();

    let mut number = vec![None; graph.node_count()];
    let mut trees = 0;
    let labels = (0..graph.node_count()).map(|node| {
        *number[root(&mut parent, node)].get_or_insert_with(|| {
            trees += 1;
            trees - 1
        })
    });
    Truth { labels: labels.collect(), trees: trees as usize, edges }
}

fn root(parent: &mut [usize], mut node: usize) -> usize {
    while parent[node] != node {
        parent[node] = parent[parent[node]];
        node = parent[node];
    }
    node
}

/// Returns `true` if `total` is the exact sum of floats, rounded once to nearest, ties to even; opposite
/// infinities give NaN.
///
/// The sum is a whole number of units so small that every float, and every midpoint between two, is one, too.
pub(crate) fn is_rounded_sum(total: f64, terms: impl Iterator<Item = f64>) -> bool {
    let (mut sum, mut up, mut down) = (BigInt::ZERO, false, false);
    for term in terms {
        match term {
            f64::INFINITY => up = true,
            f64::NEG_INFINITY => down = true,
            finite => sum += units(finite),
        }
    }
    match (up, down) {
        (true, true) => total.is_nan(),
        (true, false) => total == f64::INFINITY,
        (false, true) => total == f64::NEG_INFINITY,
        (false, false) if sum == BigInt::ZERO => total.to_bits() == 0,
        (false, false) => {
            let even = total.to_bits() & 1 == 0;
            let within = |order: Ordering| order.is_lt() || (order.is_eq() && even);
            // Twice the midpoint to a neighbour; beyond an infinity there is none.
            let middle = |neighbour: f64| -> BigInt { units(total) + units(neighbour) };
            let twice: BigInt = sum * 2;
            let below = total == f64::NEG_INFINITY || within(middle(total.next_down()).cmp(&twice));
            let above = total == f64::INFINITY || within(twice.cmp(&middle(total.next_up())));
            !total.is_nan() && below && above
        }
    }
}

/// A float in units of 2^-1074; an infinity is what the largest exponent would mean if it were an ordinary
/// one.
fn units(float: f64) -> BigInt {
    let (exponent, fraction) = (float.to_bits() >> 52 & 0x7ff, float.to_bits() & ((1 << 52) - 1));
    let size = match exponent {
        0 => BigInt::from(fraction),
        _ => BigInt::from(fraction | 1 << 52) << (exponent - 1),
    };
    if float.is_sign_negative() { -size } else { size }
}

#[test]
fn rounded_sums_are_told_from_their_neighbours() {
    let is = |total: f64, terms: &[f64]| is_rounded_sum(total, terms.iter().copied());
    let only = |total: f64, terms: &[f64]| {
        assert!(is(total, terms), "{total} of {terms:?}");
        assert!(!is(total.next_up(), terms) && !is(total.next_down(), terms), "{total} of {terms:?}");
    };
    only(0.6, &[0.1, 0.2, 0.3]);
    only(1.0, &[1e100, 1.0, -1e100]);
    only(1.0, &[1.0, f64::EPSILON / 2.0]);
    only(1.0 + f64::EPSILON, &[1.0, f64::EPSILON / 2.0, 5e-324]);
    only(-f64::MAX, &[-f64::MAX, -1.0]);
    only(5e-324, &[1.0, 5e-324, -1.0]);
    assert!(is(f64::INFINITY, &[f64::MAX, f64::MAX]) && !is(f64::MAX, &[f64::MAX, f64::MAX]));
    assert!(is(f64::NEG_INFINITY, &[f64::NEG_INFINITY, f64::MAX]));
    assert!(is(f64::NAN, &[f64::INFINITY, f64::NEG_INFINITY]) && !is(f64::NAN, &[1.0]));
    assert!(is(0.0, &[-0.0]) && !is(-0.0, &[-0.0]));
}
