//! Figure 6: Erdős-Rényi and R-MAT graphs by number of vertices.

use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::papers::PmaVariant;

use super::{PAPER, VINEET_ON_CPU, advantage, contenders, erdos_renyi, r_mat, vineet_in_words};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Judgement, Verdict};
use crate::figures::{Figures, Ratio};
use crate::graph::Graph;
use crate::setup::Setup;

/// Vertices of our graphs at scale 1.
const NODES: [f64; 4] = [8192.0, 16384.0, 32768.0, 65536.0];
const DEGREES: [usize; 3] = [4, 16, 32];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-fig6",
    paper: &PAPER,
    figure: "Figure 6, by number of vertices",
    finding: "On Erdős-Rényi graphs Vineet's algorithm is close to PMA while the degree is small, and falls behind as it \
              grows; on R-MAT graphs PMA is substantially faster even at a very small degree.",
    differs: VINEET_ON_CPU,
    part: None,
    plan,
    published: &[],
    charts,
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let cases = |degree: usize| NODES.into_iter().zip(1..).map(move |(nodes, size)| (degree, nodes, size));
    let graphs = |(degree, nodes, size): (usize, f64, i32)| {
        let nodes = setup.size(nodes);
        let graph = |family: &str, source| {
            let panel = format!("{family}, degree {degree}");
            Graph::new(&panel, format!("{panel}, size {size}"), nodes as f64, source)
        };
        [graph("Erdős-Rényi", erdos_renyi(nodes, degree)), graph("R-MAT", r_mat(nodes, degree))]
    };
    let case = |graph| Case { graph, series: contenders(setup, &[PmaVariant::Hybrid]) };
    DEGREES.into_iter().flat_map(cases).flat_map(graphs).map(case).collect()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = || (Axis::log("nodes"), Axis::log("milliseconds"));
    let chart = |panel: String| {
        lines(&figures.panel(&panel), &panel, axes(), |point| {
            Some((point.series.clone(), point.nodes as f64, point.ms()))
        })
    };
    figures.panels().into_iter().map(chart).collect()
}

/// The advantage on the largest graph of a panel.
fn at_the_end(figures: &Figures, family: &str, degree: usize) -> Option<Ratio> {
    let panel = figures.panel(&format!("{family}, degree {degree}"));
    advantage(&panel, panel.graphs().last()?)
}

/// Up to this many times longer is close, from here on substantially longer.
const CLOSE: f64 = 1.25;

fn verdict(figures: &Figures) -> Option<Verdict> {
    let (least, most) = (DEGREES[0], DEGREES[DEGREES.len() - 1]);
    let sparse = at_the_end(figures, "Erdős-Rényi", least)?;
    let dense = at_the_end(figures, "Erdős-Rényi", most)?;
    let r_mat = at_the_end(figures, "R-MAT", least)?;
    let sentence = format!(
        "On the largest graphs {} takes, as a multiple of HybridPMA's time: Erdős-Rényi {sparse} at degree {least} and \
         {dense} at {most}, R-MAT {r_mat} at {least}.",
        vineet_in_words(figures)
    );
    let judgement = Judgement::all([
        Judgement::not_above(sparse.times, CLOSE),
        Judgement::not_above(1.0 / sparse.times, CLOSE),
        dense.is_longer(),
        Judgement::above(dense.times, sparse.times),
        Judgement::above(r_mat.times, CLOSE),
    ]);
    Some(Verdict::new(judgement, sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn random_graphs_must_differ_by_degree_and_r_mat_always() {
        // Erdős-Rényi at the least degree and at the largest, R-MAT.
        let judge = |[sparse, dense, r_mat]: [f64; 3]| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                let vineet = match &*point.panel {
                    "Erdős-Rényi, degree 4" => sparse,
                    panel if panel.starts_with("Erdős-Rényi") => dense,
                    _ => r_mat,
                };
                point.runs_ms = vec![if point.series == super::super::VINEET { vineet } else { 1.0 }; 3];
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!(judge([1.1, 2.0, 2.0]), Holds);
        assert_eq!((judge([1.5, 2.0, 2.0]), judge([0.5, 2.0, 2.0])), (DoesNotHold, DoesNotHold));
        assert_eq!((judge([1.2, 1.1, 2.0]), judge([0.9, 0.98, 2.0])), (DoesNotHold, CannotBeSeen));
        assert_eq!((judge([1.1, 2.0, 1.1]), judge([1.1, 1.12, 2.0])), (DoesNotHold, CannotBeSeen));
    }
}
