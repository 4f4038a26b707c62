//! Points of many kinds.

use boscage::random::Random;

/// The kinds of points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Uniform,
    /// Few places, each with many points.
    Duplicates,
    /// Some points at the place of others.
    SomeDuplicates,
    /// Small integers: many equal distances.
    Lattice,
    /// All on one line.
    Line,
    AllEqual,
    /// Dense in ten places, thin elsewhere.
    Clusters,
    /// Two groups so small that all distances between them are equal; the points of a group descend.
    FarGroups,
    /// Scales from 1e-160 to 1e+140: squares vanish.
    Scales,
    /// Few places whose squared distances vanish.
    Tiny,
}

pub(crate) const KINDS: [Kind; 10] = [
    Kind::Uniform,
    Kind::Duplicates,
    Kind::SomeDuplicates,
    Kind::Lattice,
    Kind::Line,
    Kind::AllEqual,
    Kind::Clusters,
    Kind::FarGroups,
    Kind::Scales,
    Kind::Tiny,
];

/// Returns the coordinates of points, row by row.
pub(crate) fn points(kind: Kind, count: usize, dimensions: usize, seed: u64) -> Vec<f64> {
    let mut draws = Random::new(seed, 0).item(0);
    let mut unit = move || draws.unit();
    let side = (count as f64).powf(1.0 / dimensions as f64).ceil() as usize;
    let mut all = Vec::new();
    for i in 0..count {
        let mixed = i * 7919 % count.max(1);
        if kind == Kind::SomeDuplicates && i > 0 && unit() < 0.3 {
            let other = (unit() * i as f64) as usize * dimensions;
            all.extend_from_within(other..other + dimensions);
            continue;
        }
        for j in 0..dimensions {
            all.push(match kind {
                Kind::Uniform | Kind::SomeDuplicates => unit(),
                Kind::Duplicates => (unit() * 4.0).floor(),
                Kind::Tiny => (unit() * 3.0).floor() * 1e-170,
                Kind::Lattice => (mixed / side.pow(j as u32) % side) as f64,
                Kind::Line => mixed as f64 * (j + 1) as f64,
                Kind::AllEqual => 1.5,
                Kind::Clusters => (i % 10) as f64 * 100.0 + unit().powi(3),
                Kind::FarGroups if j == 0 => (i % 2) as f64,
                Kind::FarGroups => (count - i) as f64 / count as f64 * 1e-8,
                Kind::Scales => (unit() - 0.5) * 10_f64.powi((unit() * 300.0) as i32 - 160),
            });
        }
    }
    all
}
