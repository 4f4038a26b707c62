//! Figure 5: four types of graphs by average degree.

use boscage_measuring::plot::{Axis, Chart};

use super::{
    NODES, PAPER, PART, VARIANTS, VINEET_ON_CPU, advantage, cliques, contenders, erdos_renyi, r_mat,
    small_world,
};
use crate::bound::{Bound, MORE, RISING};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::setup::Setup;
use crate::times::{Ratio, range, rises};

const DEGREES: [usize; 4] = [4, 8, 16, 32];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-fig5",
    paper: &PAPER,
    figure: "Figure 5, four types of graphs by average degree",
    claims: &[
        Claim::judged(
            "PMA outperforms Vineet's algorithm on all four types of graphs.",
            "",
            MORE,
            outperforms,
        ),
        Claim::judged(
            "The speed-up over Vineet's algorithm grows as the graphs get denser.",
            "",
            RISING,
            grows,
        ),
    ],
    differs: VINEET_ON_CPU,
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts,
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

fn outperforms(figures: &Figures, faster: Bound) -> Found<Finding> {
    let all = figures.each(advantage)?;
    Ok(Finding::new(Ratio::all(&all, faster), format!("{} times as fast as Vineet's", range(&all))))
}

fn grows(figures: &Figures, more: Bound) -> Found<Finding> {
    let (mut parts, mut words) = (Vec::new(), Vec::new());
    for panel in figures.panels() {
        let all = figures.panel(&panel).each(advantage)?;
        parts.push(rises(&all, more));
        let all: Vec<_> = all.iter().map(ToString::to_string).collect();
        words.push(format!("{panel} {}", all.join(", ")));
    }
    let degrees = DEGREES.map(|degree| degree.to_string()).join(", ");
    let ours = format!("times as fast at the degrees {degrees}: {}", words.join("; "));
    Ok(Finding::new(Evidence::all(parts), ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::Even;
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
            ["PMA outperforms", "The speed-up"]
                .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!(judge(|_, degree| degree), [Holds; 2]);
        let even = |panel: &str, degree| if panel == "R-MAT" { 2.0 } else { degree };
        assert_eq!(judge(even), [Holds, CannotBeSeen(Even)]);
        let falls = |panel: &str, degree| if panel == "R-MAT" { 64.0 / degree } else { degree };
        assert_eq!(judge(falls), [Holds, DoesNotHold]);
        assert_eq!(judge(|_, degree| degree / 8.0), [DoesNotHold, Holds]);
        // The first and last setting alone would satisfy it.
        let falls_between = |_: &str, degree| if degree == 16.0 { 3.0 } else { degree };
        assert_eq!(judge(falls_between), [Holds, DoesNotHold]);
    }
}
