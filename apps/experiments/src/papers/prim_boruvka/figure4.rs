//! Figure 4: Borůvka's algorithm in three data structures, by density.

use boscage::operators::msf::papers::{BoruvkaFal, BoruvkaLookup, BoruvkaMerge};
use boscage_measuring::plot::{Axis, Chart};

use super::{CORES, PAPER, random};
use crate::bound::{ALIKE, Bound, MODEST, MORE, MOST, MUCH, NEGLIGIBLE, RISING};
use crate::charts::{lines, stacks};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, NOT_HERE, Published, Series};
use crate::figures::{Figures, Point};
use crate::judgement::Evidence;
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Ratio, Times, range, rises};

/// Nodes at scale 1, and shares of all edges.
const NODES: f64 = 6000.0;
const SHARES: [f64; 4] = [0.001, 0.007, 0.03, 0.15];

/// The graph that has as many edges at scale 1 as one of the paper's.
const OF_125_000: &str = "0.7% of all edges";

/// An implementation: its name on one thread and on all, and its operator.
type Implementation = (&'static str, &'static str, fn() -> Operator);

const ALL: [Implementation; 3] = [
    ("standard", "parallel standard", || Operator::on_adjacency(BoruvkaLookup)),
    ("merging", "parallel merging", || Operator::on_edges(BoruvkaMerge)),
    ("FAL", "parallel FAL", || Operator::on_edges(BoruvkaFal)),
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
            MORE,
            fal_leads,
        ),
        Claim::judged(
            "Standard takes about as long whatever the number of edges.",
            "about 1 s",
            ALIKE,
            |figures, alike| is_consistent(figures, alike, "standard"),
        ),
        Claim::judged(
            "Parallel standard, too, takes about as long whatever the number of edges.",
            "",
            ALIKE,
            |figures, alike| is_consistent(figures, alike, "parallel standard"),
        ),
        Claim::judged("Standard is faster than merging on denser graphs.", "", MORE, |figures, faster| {
            let [_, densest] = figures.ends()?;
            is_faster(figures, faster, &densest, ["standard", "merging"])
        }),
        Claim::judged(
            "Parallel standard is faster than parallel merging on denser graphs.",
            "",
            MORE,
            |figures, faster| {
                let [_, densest] = figures.ends()?;
                is_faster(figures, faster, &densest, ["parallel standard", "parallel merging"])
            },
        ),
        Claim::judged("Merging is faster than standard in the sparse case.", "", MORE, |figures, faster| {
            let [sparsest, _] = figures.ends()?;
            is_faster(figures, faster, &sparsest, ["merging", "standard"])
        }),
        Claim::judged(
            "As the graph gets sparser, connect-components \"dominates\" standard.",
            "",
            MOST,
            |figures, most| {
                let [sparsest, _] = figures.ends()?;
                let point = figures.point(&sparsest, "standard")?;
                let share = point.phase("boruvka-lookup connect-components")?.over(&point.times());
                Ok(Finding::new(share.is(most), format!("{share} of the time on {sparsest}")))
            },
        ),
        Claim::judged(
            "FAL \"greatly increased the amount of time spent in find-min\", compared with merging.",
            "",
            MUCH,
            |figures, greatly| {
                let all = figures.each(|figures, graph| {
                    let fal = figures.point(graph, "FAL")?.phase("boruvka-fal find-min")?;
                    Ok(fal.over(&figures.point(graph, "merging")?.phase("boruvka-merge find-min")?))
                })?;
                Ok(Finding::new(Ratio::all(&all, greatly), format!("{} times as long", range(&all))))
            },
        ),
        Claim::judged(
            "FAL brings a \"huge speedup in compact-graph\", compared with merging.",
            "",
            MUCH,
            |figures, huge| {
                let all = figures.each(|figures, graph| {
                    let merging = figures.point(graph, "merging")?.phases(&COMPACT_GRAPH)?;
                    Ok(merging.over(&figures.point(graph, "FAL")?.phase("boruvka-fal compact-graph")?))
                })?;
                Ok(Finding::new(Ratio::all(&all, huge), format!("{} times as fast", range(&all))))
            },
        ),
        Claim::judged(
            "Speed-ups by threads are modest.",
            "3.125 times at most, on 8 cores",
            MODEST,
            speed_ups_are_modest,
        ),
        Claim::judged(
            "\"We achieved the best speedup using Boruvka's algorithm and a data structure called Flexible \
             Adjacency List\"; our reading: of its three Boruvka programs, on the graph of 125,000 edges.",
            "3.125 times",
            MORE,
            |figures, best| {
                let [standard, merging, fal] =
                    ALL.map(|(one, parallel, _)| ratio(figures, OF_125_000, one, parallel));
                let (standard, merging, fal) = (standard?, merging?, fal?);
                let [to_standard, to_merging] = [&standard, &merging].map(|other| fal.over(other));
                let ours = format!(
                    "its speed-up, {fal} on {} threads, is {to_standard} times standard's and {to_merging} \
                     times merging's",
                    figures.cores
                );
                let evidence = Ratio::all(&[to_standard, to_merging], best);
                Ok(Finding::new(evidence.on_cores(figures.cores, CORES), ours))
            },
        ),
        Claim::judged(
            "In standard, \"find-min became faster as the graph became sparser\".",
            "",
            RISING,
            |figures, faster| {
                let find_min = |figures: &Figures, graph: &str| {
                    figures.point(graph, "standard")?.phase("boruvka-lookup find-min")
                };
                let along = figures.each(find_min)?; // the sparsest graph comes first
                let ms: Vec<_> = along.iter().map(|times| times.spread().to_string()).collect();
                let ours = format!("milliseconds, from the sparsest graph to the densest: {}", ms.join(", "));
                Ok(Finding::new(rises(&along, faster), ours))
            },
        ),
        Claim::judged(
            "In standard, the loop that updates labels \"contributed to most of the run time\".",
            "",
            MOST,
            |figures, most| {
                let all = figures.each(|figures, graph| {
                    let point = figures.point(graph, "standard")?;
                    Ok(point.phase("boruvka-lookup connect-components")?.over(&point.times()))
                })?;
                Ok(Finding::new(Ratio::all(&all, most), format!("{} of the time", range(&all))))
            },
        ),
        Claim::judged(
            "Find-min of merging: \"An insignificant portion of the total time was spent in this step\".",
            "",
            NEGLIGIBLE,
            |figures, insignificant| {
                let all = figures.each(|figures, graph| {
                    let point = figures.point(graph, "merging")?;
                    Ok(point.phase("boruvka-merge find-min")?.over(&from_adjacency(point)))
                })?;
                Ok(Finding::new(Ratio::all(&all, insignificant), format!("{} of the time", range(&all))))
            },
        ),
        Claim::judged(
            "In merging, compact-graph \"is by far the most time-consuming\" step.",
            "",
            MUCH,
            |figures, by_far| {
                let all = figures.each(|figures, graph| {
                    let point = figures.point(graph, "merging")?;
                    let compact_graph = point.phases(&COMPACT_GRAPH)?;
                    let others = [&["boruvka-merge find-min"][..], &CONNECT_COMPONENTS];
                    let beside = |other: &[&str]| Ok(compact_graph.over(&point.phases(other)?));
                    others.into_iter().map(beside).collect::<Found<Vec<_>>>()
                })?;
                let all = all.concat();
                let evidence = Ratio::all(&all, by_far);
                let ours = format!("{} times as long as find-min and connect-components", range(&all));
                Ok(Finding::new(evidence, ours))
            },
        ),
    ],
    differs: "The densities are not given, except for one graph of 125,000 edges, as our second has at \
              scale 1. The time in which merging and FAL make their adjacency from a list of edges is left \
              out: the paper begins with adjacency. Standard's loop that updates labels is measured with \
              the rest of connect-components. Sorting and merging, which \"dominate in the compact-graph \
              step\" in the text, are all of that step here.",
    part: None,
    choosing: 0,
    plan,
    published: &[
        Published {
            what: "seconds on the graph of 125,000 edges (section Results)",
            columns: &["FAL", "parallel FAL"],
            rows: &[(OF_125_000, &[0.4, 0.128])],
            here: |figures, row, column| {
                let point = figures.point(row, column)?;
                if (120_000..130_000).contains(&point.edges) {
                    Ok(from_adjacency(point).spread().times(1e-3))
                } else {
                    NOT_HERE
                }
            },
        },
        Published {
            what: "seconds of standard (section Results: \"about 1 second each time\", on graphs of a size \
                   that it does not give)",
            columns: &["standard"],
            rows: &[
                ("0.1% of all edges", &[1.0]),
                (OF_125_000, &[1.0]),
                ("3% of all edges", &[1.0]),
                ("15% of all edges", &[1.0]),
            ],
            here: |figures, row, column| Ok(figures.ms(row, column)?.times(1e-3)),
        },
    ],
    charts,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let both = |(sequential, parallel, operator): (&str, &str, fn() -> Operator)| {
        [Series::new(sequential, operator(), 1), setup.on_all(parallel, operator())]
    };
    let series = || ALL.into_iter().flat_map(both).collect();
    SHARES.into_iter().map(|share| Case { graph: random(setup, NODES, share), series: series() }).collect()
}

/// Returns the times of a point without making the adjacency; later rounds have other phases.
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

/// The phases of the paper's steps of merging.
const CONNECT_COMPONENTS: [&str; 3] = ["boruvka-merge break", "boruvka-merge jump", "boruvka-merge relabel"];
const COMPACT_GRAPH: [&str; 2] = ["boruvka-merge sort-lists", "boruvka-merge merge-lists"];

/// Finds that the first series is faster than the second on a graph.
fn is_faster(figures: &Figures, faster: Bound, graph: &str, [one, other]: [&str; 2]) -> Found<Finding> {
    let gain = ratio(figures, graph, other, one)?;
    Ok(Finding::new(gain.is(faster), format!("{gain} times as fast on {graph}")))
}

/// Returns the ratio of the times of two series on a graph.
fn ratio(figures: &Figures, graph: &str, longer: &str, shorter: &str) -> Found<Ratio> {
    let [longer, shorter] = [longer, shorter].map(|series| figures.point(graph, series).map(from_adjacency));
    Ok(longer?.over(&shorter?))
}

fn fal_leads(figures: &Figures, faster: Bound) -> Found<Finding> {
    let others = ["standard", "parallel standard", "merging", "parallel merging"];
    let beside = |other: &str| figures.each(|figures, graph| ratio(figures, graph, other, "FAL"));
    let all = others.into_iter().map(beside).collect::<Found<Vec<_>>>()?.concat();
    Ok(Finding::new(Ratio::all(&all, faster), format!("{} times as fast", range(&all))))
}

/// Finds that a series takes about as long on all graphs: each is compared with the first.
fn is_consistent(figures: &Figures, alike: Bound, series: &str) -> Found<Finding> {
    let times = figures.each(|figures, graph| figures.point(graph, series).map(Point::times))?;
    let all: Vec<_> = times[1..].iter().map(|one| one.over(&times[0])).collect();
    Ok(Finding::new(
        Ratio::all(&all, alike),
        format!("{} times as long as on the sparsest graph", range(&all)),
    ))
}

fn speed_ups_are_modest(figures: &Figures, modest: Bound) -> Found<Finding> {
    let of = |(sequential, parallel, _): &(&str, &str, fn() -> Operator)| {
        figures.each(|figures, graph| ratio(figures, graph, sequential, parallel))
    };
    let all = ALL.iter().map(of).collect::<Found<Vec<_>>>()?.concat();
    let evidence = Evidence::all(all.iter().map(|one| one.of(figures.cores).is(modest)));
    let ours = format!("{} times on {} cores", range(&all), figures.cores);
    Ok(Finding::new(evidence.on_cores(figures.cores, CORES), ours))
}

#[cfg(test)]
mod tests;
