//! Figure 4: Borůvka's algorithm in three data structures, by density.

use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::Algorithm;

use super::{CORES, PAPER, random};
use crate::charts::{lines, stacks};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Published, Series};
use crate::figures::{Figures, Point};
use crate::judgement::Judgement;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, Times, range};

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
    claims: &[
        Claim::judged(
            "With flexible adjacency lists (FAL) even the sequential program is faster than all standard and \
             merging ones, on all graphs.",
            "",
            fal_leads,
        ),
        Claim::judged("Standard takes about as long whatever the number of edges.", "about 1 s", |figures| {
            is_consistent(figures, "standard")
        })
        .bounds(&[("about as long up to", CONSISTENT)]),
        Claim::judged(
            "Parallel standard, too, takes about as long whatever the number of edges.",
            "",
            |figures| is_consistent(figures, "parallel standard"),
        )
        .bounds(&[("about as long up to", CONSISTENT)]),
        Claim::judged("Standard is faster than merging on denser graphs.", "", |figures| {
            is_faster(figures, figures.graphs().last()?, ["standard", "merging"])
        }),
        Claim::judged("Parallel standard is faster than parallel merging on denser graphs.", "", |figures| {
            is_faster(figures, figures.graphs().last()?, ["parallel standard", "parallel merging"])
        }),
        Claim::judged("Merging is faster than standard in the sparse case.", "", |figures| {
            is_faster(figures, figures.graphs().first()?, ["merging", "standard"])
        }),
        Claim::judged("In the sparse case connect-components dominates standard.", "", |figures| {
            let point = figures.point(figures.graphs().first()?, "standard")?;
            let of = |phase: &str| point.phase(&format!("boruvka-lookup {phase}"));
            let ratio = of("connect-components")?.over(&of("find-min")?);
            Some(Finding::new(ratio.is_above(1.0), format!("{ratio} times as long as find-min")))
        }),
        Claim::judged("FAL increases the time of find-min, beside merging.", "", |figures| {
            let all = figures.each(|figures, graph| {
                let fal = figures.point(graph, "FAL")?.phase("boruvka-fal find-min")?;
                Some(fal.over(&figures.point(graph, "merging")?.phase("boruvka-merge find-min")?))
            })?;
            Some(Finding::new(
                Judgement::all(all.iter().map(|one| one.is_above(1.0))),
                format!("{} times as long", range(&all)),
            ))
        }),
        Claim::judged("FAL speeds compact-graph up, hugely.", "", |figures| {
            let all = figures.each(|figures, graph| {
                let merging = figures.point(graph, "merging")?;
                let merging = merging.phases(&["boruvka-merge sort-lists", "boruvka-merge merge-lists"])?;
                Some(merging.over(&figures.point(graph, "FAL")?.phase("boruvka-fal compact-graph")?))
            })?;
            Some(Finding::new(
                Judgement::all(all.iter().map(|one| one.is_above(HUGELY))),
                format!("{} times as fast", range(&all)),
            ))
        })
        .bounds(&[("hugely from", HUGELY)]),
        Claim::judged("Speed-ups by threads are modest.", "3.125 times at most", speed_ups_are_modest)
            .bounds(&[("modest up to", SPEED_UP)]),
    ],
    differs: "The densities there are not told, but for one graph of 125,000 edges, which our second is at \
              scale 1. What merging and FAL take to make their adjacency from a list of edges is left out: \
              the paper begins with adjacency.",
    part: None,
    plan,
    published: &[
        Published {
            what: "seconds on the graph of 125,000 edges (section Results)",
            columns: &["FAL", "parallel FAL"],
            rows: &[("0.7% of all edges", &[0.4, 0.128])],
            here: |figures, row, column| {
                let point = figures.point(row, column)?;
                (120_000..130_000).contains(&point.edges).then(|| from_adjacency(point).spread().times(1e-3))
            },
        },
        Published {
            what: "seconds of standard (section Results: \"about 1 second each time\", on graphs of a size \
                   that it does not tell)",
            columns: &["standard"],
            rows: &[
                ("0.1% of all edges", &[1.0]),
                ("0.7% of all edges", &[1.0]),
                ("3% of all edges", &[1.0]),
                ("15% of all edges", &[1.0]),
            ],
            here: |figures, row, column| Some(figures.ms(row, column)?.times(1e-3)),
        },
    ],
    charts,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let both = |(sequential, parallel, operator): (&str, &str, Operator)| {
        [Series::new(sequential, operator.clone(), 1), setup.on_all(parallel, operator)]
    };
    let series = || ALL.into_iter().flat_map(both).collect();
    SHARES.into_iter().map(|share| Case { graph: random(setup, NODES, share), series: series() }).collect()
}

/// The times of a point without those in which adjacency is made; later rounds have other phases.
fn from_adjacency(point: &Point) -> Times {
    point.without(&["arcs", "sort", "compact"])
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axes = (Axis::log("percent of all edges"), Axis::log("milliseconds"));
    let by_density = lines(figures, "Boruvka's algorithm by density", axes, |point| {
        Some((point.series.clone(), point.x, from_adjacency(point).spread()))
    });
    let densest = figures.graphs().pop().unwrap_or_default();
    let phases = stacks(figures, &format!("Phases, {densest}"), |point| {
        let is_one = point.graph == densest && !point.series.starts_with("parallel");
        is_one.then(|| point.series.clone())
    });
    vec![by_density, phases]
}

/// The largest speed-up of the paper, and by how much longer standard may take on one graph than on another.
const SPEED_UP: f64 = 3.125;
const CONSISTENT: f64 = 1.5;

/// From this factor on a speed-up is huge.
const HUGELY: f64 = 2.0;

/// That the first series is faster than the second on a graph.
fn is_faster(figures: &Figures, graph: &str, [one, other]: [&str; 2]) -> Option<Finding> {
    let gain = ratio(figures, graph, other, one)?;
    Some(Finding::new(gain.is_above(1.0), format!("{gain} times as fast on {graph}")))
}

/// How many times longer one series takes on a graph than another.
fn ratio(figures: &Figures, graph: &str, longer: &str, shorter: &str) -> Option<Ratio> {
    let [longer, shorter] = [longer, shorter].map(|series| figures.point(graph, series).map(from_adjacency));
    Some(longer?.over(&shorter?))
}

fn fal_leads(figures: &Figures) -> Option<Finding> {
    let others = ["standard", "parallel standard", "merging", "parallel merging"];
    let beside = |other: &str| figures.each(|figures, graph| ratio(figures, graph, other, "FAL"));
    let all = others.into_iter().map(beside).collect::<Option<Vec<_>>>()?.concat();
    let judgement = Judgement::all(all.iter().map(|lead| lead.is_above(1.0)));
    Some(Finding::new(judgement, format!("{} times as fast", range(&all))))
}

/// That a series takes about as long on all graphs: each is compared with the first.
fn is_consistent(figures: &Figures, series: &str) -> Option<Finding> {
    let times = figures.each(|figures, graph| figures.point(graph, series).map(Point::times))?;
    let (first, others) = times.split_first()?;
    let all: Vec<_> = others.iter().map(|one| one.over(first)).collect();
    let parts = all.iter().flat_map(|one| [one.is_below(CONSISTENT), one.is_above(1.0 / CONSISTENT)]);
    Some(Finding::new(
        Judgement::all(parts),
        format!("{} times as long as on the sparsest graph", range(&all)),
    ))
}

fn speed_ups_are_modest(figures: &Figures) -> Option<Finding> {
    let of = |(sequential, parallel, _): &(&str, &str, Operator)| {
        figures.each(|figures, graph| ratio(figures, graph, sequential, parallel))
    };
    let all = ALL.iter().map(of).collect::<Option<Vec<_>>>()?.concat();
    let judgement = Judgement::all(all.iter().map(|one| one.is_below(SPEED_UP)));
    let ours = format!("{} times on {} threads", range(&all), figures.cores);
    Some(Finding::new(judgement.on_cores(figures.cores, CORES), ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{FewCores, TooFast};
    use crate::setup::small;

    #[test]
    fn sequential_fal_must_beat_all_others_everywhere() {
        // Of the sparse graphs: parallel merging, standard; of all: parallel FAL.
        let judge = |cores, merging: f64, standard: f64, fal: f64| -> [Judgement; 3] {
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
            ["With flexible", "Standard", "Speed-ups"]
                .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!((judge(8, 1.5, 2.0, 0.5), judge(8, 0.9, 2.0, 0.5)[0]), ([Holds; 3], DoesNotHold));
        assert_eq!((judge(8, 1.5, 4.0, 0.5)[1], judge(8, 1.5, 2.0, 0.2)[2]), (DoesNotHold, DoesNotHold));
        let modest = [judge(2, 1.5, 2.0, 0.6), judge(2, 1.5, 2.0, 1.0 / 3.46), judge(4, 1.5, 2.0, 0.26)];
        assert_eq!(
            modest.map(|one| one[2]),
            [CannotBeSeen(FewCores), CannotBeSeen(TooFast), CannotBeSeen(FewCores)]
        );
    }

    #[test]
    fn standard_and_merging_must_change_places_with_the_density() {
        // Merging on the sparsest graph and on the densest, where standard takes 1.
        let judge = |merging: [f64; 2]| -> [Judgement; 3] {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                let is_dense = point.x > 10.0;
                let is_merging = point.series.ends_with("merging");
                point.runs_ms = vec![if is_merging { merging[usize::from(is_dense)] } else { 1.0 }];
            });
            ["Standard is faster", "Parallel standard is faster", "Merging is faster"]
                .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!((judge([0.5, 2.0]), judge([2.0, 0.5])), ([Holds; 3], [DoesNotHold; 3]));
    }

    #[test]
    fn phases_must_be_those_of_the_paper() {
        // Connect-components of standard; find-min and compact-graph of FAL; of the others each takes 1.
        let judge = |connect: f64, find: f64, compact: f64| -> [Judgement; 3] {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.runs_ms = vec![9.0];
                let phases: &[(&str, f64)] = match &*point.series {
                    "standard" => {
                        &[("boruvka-lookup find-min", 1.0), ("boruvka-lookup connect-components", connect)]
                    }
                    "merging" => &[
                        ("boruvka-merge find-min", 1.0),
                        ("boruvka-merge sort-lists", 0.5),
                        ("boruvka-merge merge-lists", 0.5),
                    ],
                    _ => &[("boruvka-fal find-min", find), ("boruvka-fal compact-graph", compact)],
                };
                point.phases_ms = phases.iter().map(|(name, ms)| ((*name).to_owned(), vec![*ms])).collect();
            });
            ["In the sparse case connect", "FAL increases", "FAL speeds"]
                .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!((judge(5.0, 3.0, 0.1), judge(0.5, 0.5, 0.9)), ([Holds; 3], [DoesNotHold; 3]));
    }
}
