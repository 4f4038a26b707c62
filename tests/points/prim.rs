//! Prim's algorithm on the matrix of all distances, row by row.

use boscage::operators::points::Metric;

/// An edge: weight, distance (both squared if Euclidean), lower and higher end.
pub(crate) type Edge = (f64, f64, usize, usize);

fn compare(a: &Edge, b: &Edge) -> std::cmp::Ordering {
    a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then((a.2, a.3).cmp(&(b.2, b.3)))
}

/// Returns small coordinates multiplied by a power of two, which changes nothing but that their squares do
/// not vanish, and this factor.
pub(crate) fn scaled(points: &[f64]) -> (Vec<f64>, f64) {
    let scale = if points.iter().all(|x| x.abs() < 1e-90) { 2_f64.powi(600) } else { 1.0 };
    (points.iter().map(|x| x * scale).collect(), scale)
}

/// Returns the distance, squared if it is Euclidean, dimension after dimension.
pub(crate) fn distance(metric: Metric, points: &[f64], dimensions: usize, p: usize, q: usize) -> f64 {
    let mut sum = 0.0_f64;
    for j in 0..dimensions {
        let difference = points[p * dimensions + j] - points[q * dimensions + j];
        sum = match metric {
            Metric::Euclidean => sum + difference * difference,
            Metric::Manhattan => sum + difference.abs(),
            Metric::Chebyshev => sum.max(difference.abs()),
            other => panic!("no distance of {other:?}"),
        };
    }
    sum
}

/// Returns the edges of the minimum spanning tree in ascending order. Core distances are those of the
/// neighbours of rank `samples`, the point itself included.
pub(crate) fn tree(metric: Metric, points: &[f64], dimensions: usize, samples: usize) -> Vec<Edge> {
    let count = points.len() / dimensions;
    let distance = |p, q| distance(metric, points, dimensions, p, q);
    let core = |p| {
        let mut row: Vec<f64> = (0..count).map(|q| distance(p, q)).collect();
        *row.select_nth_unstable_by(samples - 1, f64::total_cmp).1
    };
    let cores: Vec<f64> = if samples > 1 { (0..count).map(core).collect() } else { vec![0.0; count] };
    let none = (f64::INFINITY, f64::INFINITY, usize::MAX, usize::MAX);
    let (mut nearest, mut is_in) = (vec![none; count], vec![false; count]);
    let (mut edges, mut last) = (Vec::new(), 0);
    for _ in 1..count {
        is_in[last] = true;
        let mut next = None;
        for q in (0..count).filter(|&q| !is_in[q]) {
            let length = distance(last, q);
            let edge = (length.max(cores[last]).max(cores[q]), length, last.min(q), last.max(q));
            if compare(&edge, &nearest[q]).is_lt() {
                nearest[q] = edge;
            }
            if next.is_none_or(|next: usize| compare(&nearest[q], &nearest[next]).is_lt()) {
                next = Some(q);
            }
        }
        last = next.expect("a point is left");
        edges.push(nearest[last]);
    }
    edges.sort_by(compare);
    edges
}
