//! Figure 4: Borůvka's algorithm in three data structures, by density.

use boscage_measuring::plot::{Axis, Chart};
use boscage_measuring::show::{counted, three_digits};
use boscage_operators::msf::Algorithm;

use super::{CORES, PAPER, random};
use crate::charts::{OfBar, bars, lines};
use crate::experiment::{Case, Experiment, Judgement, Published, Series, Verdict};
use crate::figures::{Figures, Point, Ratio, extremes};
use crate::operator::Operator;
use crate::setup::Setup;

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 6000.0;
const SHARES: [f64; 4] = [0.001, 0.007, 0.03, 0.15];

/// Implementations, sequential and parallel.
const ALL: [(&str, &str, Operator); 3] = [
    ("standard", "parallel standard", Operator::Adjacent(Algorithm::BoruvkaLookup)),
    ("merging", "parallel merging", Operator::Named(Algorithm::BoruvkaMerge)),
    ("FAL", "parallel FAL", Operator::Named(Algorithm::BoruvkaFal)),
];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "boruvka-fig4",
    paper: &PAPER,
    figure: "Figure 4: Boruvka's algorithm by density",
    finding: "With flexible adjacency lists (FAL) even the sequential implementation outperforms all others on all graphs; \
              standard takes about as long whatever the density; speed-ups by threads are modest, 3.125 at most.",
    differs: "The densities there are not told, but for one graph of 125,000 edges, which our second is at scale 1. What \
              merging and FAL take to make their adjacency from a list of edges is left out: the paper begins with adjacency.",
    part: None,
    plan,
    published: &[Published {
        what: "seconds on the graph of 125,000 edges (section Results)",
        columns: &["FAL", "parallel FAL"],
        rows: &[("0.7% of all edges", &[0.4, 0.128])],
        here: |figures, row, column| {
            let point = figures.point(row, column)?;
            (120_000..130_000).contains(&point.edges).then(|| from_adjacency(point).ms() / 1e3)
        },
    }],
    charts,
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let both = |(sequential, parallel, operator): (&str, &str, Operator)| {
        [Series::new(sequential, operator.clone(), 1), setup.on_all(parallel, operator)]
    };
    let series = || ALL.into_iter().flat_map(both).collect();
    SHARES.into_iter().map(|share| Case { graph: random(setup, NODES, share), series: series() }).collect()
}

/// A point without the time in which adjacency is made; later rounds have other phases.
fn from_adjacency(point: &Point) -> Point {
    point.without(&["arcs", "sort", "compact"])
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("percent of all edges"), Axis::log("milliseconds"));
    let by_density = lines(figures, "Boruvka's algorithm by density", axes, |point| {
        Some((point.series.clone(), point.x, from_adjacency(point).ms()))
    });
    let densest = figures.graphs().pop().unwrap_or_default();
    let phases = bars(figures, &format!("Phases, {densest}"), "milliseconds", |point| {
        if point.graph != densest || point.series.starts_with("parallel") {
            return Vec::new();
        }
        let bar = |(phase, ms): (&String, &f64)| {
            let phase = phase.split_once(' ').map_or("all", |(_, phase)| phase);
            (point.series.clone(), phase.to_owned(), *ms, *ms..*ms)
        };
        // What takes next to nothing would only hide the others.
        let counts = |bar: &OfBar| bar.1 != "all" && bar.2 > 0.02 * point.ms();
        point.phases_ms.iter().map(bar).filter(counts).collect()
    });
    vec![by_density, phases]
}

/// The largest speed-up of the paper, and by how much longer standard may take on one graph than on another.
const SPEED_UP: f64 = 3.125;
const CONSISTENT: f64 = 1.5;

fn verdict(figures: &Figures) -> Option<Verdict> {
    let (mut leads, mut least_lead) = (Vec::new(), f64::INFINITY);
    let (mut standard, mut speed_up) = (Vec::new(), 0.0_f64);
    let ratio = |graph: &str, longer: &str, shorter: &str| {
        let [longer, shorter] =
            [longer, shorter].map(|series| figures.point(graph, series).map(from_adjacency));
        Some(Ratio::of(&longer?, &shorter?))
    };
    for graph in figures.graphs() {
        for other in ["standard", "parallel standard", "merging", "parallel merging"] {
            let lead = ratio(&graph, other, "FAL")?;
            least_lead = least_lead.min(lead.times);
            leads.push(lead.is_longer());
        }
        standard.push(figures.ms(&graph, "standard")?);
        for (sequential, parallel, _) in &ALL {
            speed_up = speed_up.max(ratio(&graph, sequential, parallel)?.times);
        }
    }
    let spread = extremes(&standard);
    let spread = spread.end / spread.start;
    let sentence = format!(
        "Sequential FAL is {} times as fast as each of the others, or more; standard takes {} times as long on its slowest graph \
         as on its fastest; the largest speed-up on {} is {}.",
        three_digits(least_lead),
        three_digits(spread),
        counted(figures.cores, "core", "cores"),
        three_digits(speed_up)
    );
    let modest = Judgement::not_above(speed_up, SPEED_UP).only_refuted_below(figures.cores, CORES);
    let consistent = Judgement::not_above(spread, CONSISTENT);
    Some(Verdict::new(Judgement::all(leads.into_iter().chain([consistent, modest])), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn sequential_fal_must_beat_all_others_everywhere() {
        // Of the sparse graphs: parallel merging, standard; of all: parallel FAL.
        let judge = |cores, merging: f64, standard: f64, fal: f64| {
            let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
                let is_sparse = point.x < 1.0;
                point.runs_ms = vec![match &*point.series {
                    "FAL" => 1.0,
                    "parallel FAL" => fal,
                    "parallel merging" if is_sparse => merging,
                    "standard" if is_sparse => standard,
                    _ => 2.0,
                }];
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!((judge(8, 1.5, 2.0, 0.5), judge(8, 0.9, 2.0, 0.5)), (Holds, DoesNotHold));
        assert_eq!((judge(8, 1.5, 4.0, 0.5), judge(8, 1.5, 2.0, 0.2)), (DoesNotHold, DoesNotHold));
        assert_eq!((judge(2, 1.5, 2.0, 0.5), judge(4, 1.5, 2.0, 0.26)), (CannotBeSeen, DoesNotHold));
    }
}
