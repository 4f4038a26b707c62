//! Galois: parallelism profiles and scalability of its two operators.

mod figure3;
mod figure4;
mod figure5;

use crate::bound::Bound;
use crate::charts::lines_of;
use crate::experiment::{Experiment, Paper};
use crate::figures::{Figures, Point};
use crate::missing::Found;
use crate::times::{Ratio, Spread};
use boscage_measuring::plot::{Axis, Chart};

pub(super) static EXPERIMENTS: &[&Experiment] =
    &[&figure3::EXPERIMENT, &figure4::EXPERIMENT, &figure5::EXPERIMENT];

static PAPER: Paper = Paper {
    short: "Galois",
    citation: "The Galois project, \"Minimum Weight Spanning Tree\", pages of the Lonestar benchmarks",
    machine: "not named",
};

/// Label of a profile.
const EDGES_JOINED: &str = "edges joined in the round";

/// Ratio of the parallelism two rounds after the first.
const QUICKLY: Bound = Bound::below("decreases quickly", 0.5);

/// Returns the edges that the third round joins, as a fraction of those of the first.
fn after_two_rounds(point: &Point) -> Found<Ratio> {
    let [first, _] = point.first_and_last()?;
    let third = point.committed.get(2).copied().unwrap_or(0);
    Ok(Ratio::exact(third as f64 / first as f64))
}

/// Draws the parallelism profile of all points: committed items, round by round.
fn profile(figures: &Figures, title: &str, [x, y]: [Axis; 2]) -> Chart {
    let graphs = figures.graphs().len();
    let line = |point: &Point| {
        let rounds = point.committed.iter().zip(1_u32..);
        let name =
            if graphs > 1 { format!("{}, {}", point.graph, point.series) } else { point.series.clone() };
        (name, rounds.map(|(&taken, round)| (f64::from(round), Spread::exact(taken as f64))).collect())
    };
    lines_of(figures, title, (x, y), figures.points().map(line).collect())
}
