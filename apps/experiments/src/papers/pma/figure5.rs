//! Figure 5: four types of graphs by average degree.

use boscage_measuring::plot::{Axis, Chart};

use super::{
    PAPER, VARIANTS, VINEET_ON_CPU, advantage, cliques, contenders, erdos_renyi, r_mat, small_world,
    vineet_in_words,
};
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Judgement, Verdict};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::setup::Setup;

/// Nodes of the paper's graphs, and ours at scale 1 as a part of them.
const NODES: f64 = 1e6;
const PART: f64 = 1.0 / 10.0;
const DEGREES: [usize; 4] = [4, 8, 16, 32];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-fig5",
    paper: &PAPER,
    figure: "Figure 5, four types of graphs by average degree",
    finding: "PMA outperforms Vineet's algorithm on all types of graphs, the more so the denser they are.",
    differs: VINEET_ON_CPU,
    part: Some(PART),
    plan,
    published: &[],
    charts,
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.size(NODES * PART);
    let graph = |family: &str, degree: usize, source| {
        Graph::new(family, format!("{family}, degree {degree}"), degree as f64, source)
    };
    let of_degree = |degree| {
        [
            graph("Erdős-Rényi", degree, erdos_renyi(nodes, degree)),
            graph("Watts-Strogatz", degree, small_world(nodes, degree)),
            graph("R-MAT", degree, r_mat(nodes, degree)),
            graph("SSCA#2", degree, cliques(nodes, degree)),
        ]
    };
    let case = |graph| Case { graph, series: contenders(setup, &VARIANTS) };
    DEGREES.into_iter().flat_map(of_degree).map(case).collect()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = || (Axis::log("average degree"), Axis::log("milliseconds"));
    let chart = |panel: String| {
        lines(&figures.panel(&panel), &panel, axes(), |point| {
            Some((point.series.clone(), point.x, point.ms()))
        })
    };
    figures.panels().into_iter().map(chart).collect()
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let (mut parts, mut words) = (Vec::new(), Vec::new());
    for panel in figures.panels() {
        let all = figures.panel(&panel).along(advantage)?;
        let (first, last) = (all.first()?.1, all.last()?.1);
        parts.extend(all.iter().map(|(_, advantage)| advantage.is_longer()));
        parts.push(Judgement::above(last.times, first.times));
        words.push(format!("{panel} {first} to {last}"));
    }
    let (least, most) = (DEGREES[0], DEGREES[DEGREES.len() - 1]);
    let sentence = format!(
        "{} takes, as a multiple of HybridPMA's time, from degree {least} to {most}: {}.",
        vineet_in_words(figures),
        words.join(", ")
    );
    Some(Verdict::new(Judgement::all(parts), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn the_advantage_must_grow_on_every_type() {
        let judge = |vineet: fn(&str, f64) -> f64| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.runs_ms = vec![if point.series == super::super::VINEET {
                    vineet(&point.panel, point.x)
                } else {
                    1.0
                }];
            });
            verdict(&figures).unwrap().judgement
        };
        assert_eq!(judge(|_, degree| degree), Holds);
        assert_eq!(judge(|panel, degree| if panel == "R-MAT" { 2.0 } else { degree }), CannotBeSeen);
        assert_eq!(judge(|panel, degree| if panel == "R-MAT" { 8.0 / degree } else { degree }), DoesNotHold);
        assert_eq!(judge(|_, degree| degree / 8.0), DoesNotHold);
    }
}
