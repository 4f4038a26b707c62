//! Figure 4: Borůvka's algorithm by number of threads.

use boscage::generate::{Gnm, Road};
use boscage::operators::msf::Boruvka;
use boscage_measuring::generated::Generated;
use boscage_measuring::plot::{Axis, Chart};

use super::PAPER;
use crate::bound::{Bound, MORE};
use crate::charts::lines;
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Series};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::judgement::{Evidence, Why};
use crate::missing::Found;
use crate::setup::Setup;
use crate::times::Ratio;

/// Nodes of the page's graphs, and ours at scale 1 as a part of them.
const NODES: f64 = 16_777_216.0;
const USA: f64 = 23_947_347.0;
const PART: f64 = 1.0 / 16.0;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "galois-fig4",
    paper: &PAPER,
    figure: "Figure 4, scalability of Boruvka's algorithm",
    claims: &[Claim::judged(
        "\"Scalability (self-relative) versus number of threads\". The text has only this caption; our \
         reading: on a random graph time falls with every doubling of the threads.",
        "",
        MORE,
        scales,
    )],
    differs: "The page's command line runs the roads of the USA, so these are added: a stand-in with that \
              number of nodes, times the factor (--graphs DIR takes USA-road-d.USA).",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.size(NODES * PART);
    let random = Generated::Gnm(Gnm { nodes, edges: nodes * 4, ..Gnm::default() });
    let roads =
        setup.roads(&["USA-road-d.USA", "USA"], Road { nodes: setup.size(USA * PART), ..Road::default() });
    let series = |threads| Series::new(format!("boruvka, {threads}"), Boruvka, threads);
    let series = || setup.threads().into_iter().map(series).collect();
    let graphs = [Graph::new("all", "random", 0.0, random), Graph::new("all", "roads", 1.0, roads)];
    graphs.map(|graph| Case { graph, series: series() }).into()
}

/// Returns the speed-up on some number of threads.
fn speed_up(figures: &Figures, graph: &str, threads: usize) -> Found<Ratio> {
    figures.ratio(graph, "boruvka, 1", &format!("boruvka, {threads}"))
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let axis = || Axis::whole("threads");
    vec![
        lines(figures, "Time", (axis(), Axis::linear("milliseconds")), |point| {
            Some((point.graph.clone(), point.threads as f64, point.ms()))
        }),
        lines(figures, "Speed-up over one thread", (axis(), Axis::linear("times as fast")), |point| {
            let speed_up = speed_up(figures, &point.graph, point.threads).ok()?.spread();
            Some((point.graph.clone(), point.threads as f64, speed_up))
        }),
    ]
}

fn scales(figures: &Figures, faster: Bound) -> Found<Finding> {
    let threads = figures.threads();
    let most = figures.cores;
    if most == 1 {
        return Ok(Finding::unseen(Why::FewCores, ""));
    }
    let name = |threads: usize| format!("boruvka, {threads}");
    let falls = |pair: &[usize]| Ok(figures.ratio("random", &name(pair[0]), &name(pair[1]))?.is(faster));
    let falls = threads.windows(2).map(falls).collect::<Found<Vec<_>>>()?;
    let [random, roads] = ["random", "roads"].map(|graph| speed_up(figures, graph, most));
    let ours = format!("on {most} threads {} times as fast as on one, roads {} times", random?, roads?);
    Ok(Finding::new(Evidence::all(falls), ours))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::{Even, FewCores, TooFast};
    use crate::setup::small;

    #[test]
    fn time_must_fall_with_every_doubling() {
        let judge = |cores, time: fn(f64) -> f64| {
            let setup = Setup { cores, ..small() };
            let figures =
                made_up(&EXPERIMENT, &setup, |point| point.runs_ms = vec![time(point.threads as f64)]);
            judged(EXPERIMENT.claims, "\"Scalability", &figures).judgement
        };
        assert_eq!((judge(8, |threads| 1.0 / threads), judge(8, |_| 1.0)), (Holds, CannotBeSeen(Even)));
        assert_eq!(judge(8, |threads| if threads > 4.0 { 1.5 } else { 4.0 / threads }), DoesNotHold);
        assert_eq!(judge(2, |threads| if threads > 1.0 { 1.0 } else { 3.46 }), CannotBeSeen(TooFast));
        assert_eq!(judge(1, |_| 1.0), CannotBeSeen(FewCores));
    }
}
