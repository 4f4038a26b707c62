//! Figure 8: the share of the vertices that the first iteration unifies.

use boscage_kernels as kernels;
use boscage_measuring::plot::Chart;
use boscage_operators::msf::Algorithm;
use boscage_operators::msf::papers::{Colouring, MstBc, Pma, PmaVariant};

use super::{PAPER, cliques, erdos_renyi, r_mat};
use crate::charts::bars;
use crate::experiment::{Case, Experiment, Judgement, Series, Verdict};
use crate::figures::{Figures, extremes, median};
use crate::graph::Graph;
use crate::operator::Operator;
use crate::setup::Setup;

/// Nodes of the paper's graphs, and ours at scale 1 as a part of them.
const NODES: f64 = 1e6;
const PART: f64 = 1.0 / 10.0;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-fig8",
    paper: &PAPER,
    figure: "Figure 8, reduction rate",
    finding: "The first iteration unifies more of the vertices in PMA with gamma 100 than with gamma 10, and there more than \
              in Bader and Cong's algorithm (BC), especially in dense graphs; Vineet's unifies fewer than PMA, too.",
    differs: "Reduction rate is the number of edges that the first iteration takes, as a share of all vertices, median of \
              the runs. BC runs as in the paper, with atomic marks in place of colours, on 16 workers, \
              which take turns where there are fewer threads. Vineet's first \
              iteration takes each vertex's lightest edge, which is the first round of boruvka. Florida's stand-in is a \
              road network (--graphs DIR takes FLA); edges are taken to be counted twice there, as they are elsewhere in it. That \
              the difference is greatest in dense graphs is not judged.",
    part: Some(PART),
    plan,
    published: &[],
    charts,
    verdict,
};

/// Number of workers of BC: "very small" on a GPU.
const WORKERS: usize = 16;

/// Names of the series that the finding is about.
const PMA_100: &str = "PMA, gamma 100";
const PMA_10: &str = "PMA, gamma 10";
const VINEET: &str = "Vineet";
const BC: &str = "BC";
const COLOURS: &str = "BC with colours";

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.size(NODES * PART);
    let graphs = [
        ("Florida", setup.florida(PART)),
        ("Erdős-Rényi", erdos_renyi(nodes, 30).into()),
        ("R-MAT", r_mat(nodes, 10).into()),
        ("SSCA#2", cliques(nodes, 8).into()),
    ];
    let graph = |(name, source)| Graph::new("all", name, 0.0, source);
    graphs.map(graph).map(|graph| Case { graph, series: series(setup) }).into()
}

fn series(setup: &Setup) -> Vec<Series> {
    let pma = |gamma| Pma { gamma: Some(gamma), ..Pma::from(PmaVariant::Hybrid) };
    let gpu =
        |gamma| Operator::GpuPma(kernels::Pma { gamma: Some(gamma), ..kernels::PmaVariant::Hybrid.into() });
    let bc = |colouring| Operator::MstBc(MstBc { workers: Some(WORKERS), colouring });
    let cpu = [
        setup.on_all(COLOURS, bc(Colouring::Neighbours)),
        setup.on_all(BC, bc(Colouring::Off)),
        setup.on_all(VINEET, Algorithm::Boruvka),
        setup.on_all(PMA_10, pma(10)),
        setup.on_all(PMA_100, pma(100)),
    ];
    let on_gpu = [
        ("gpu Vineet", Operator::Gpu(kernels::Algorithm::Vineet)),
        ("gpu PMA, gamma 10", gpu(10)),
        ("gpu PMA, gamma 100", gpu(100)),
    ];
    cpu.into_iter().chain(setup.on_gpu(on_gpu)).collect()
}

/// The reduction rate of a series on a graph.
fn rate(figures: &Figures, graph: &str, series: &str) -> Option<f64> {
    figures.point(graph, series).map(|point| median(&point.unified))
}

fn charts(figures: &Figures) -> Vec<Chart> {
    vec![bars(figures, "Vertices unified by the first iteration", "percent of all vertices", |point| {
        let percent: Vec<f64> = point.unified.iter().map(|share| share * 100.0).collect();
        vec![(point.graph.clone(), point.series.clone(), median(&percent), extremes(&percent))]
    })]
}

/// Rates that differ by less than half a per cent of the vertices are even.
const EVEN: f64 = 0.005;

/// That one rate is above another.
fn is_above(one: f64, other: f64) -> Judgement {
    match one - other {
        EVEN.. => Judgement::Holds,
        difference if difference <= -EVEN => Judgement::DoesNotHold,
        _ => Judgement::CannotBeSeen,
    }
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let (mut parts, mut words) = (Vec::new(), Vec::new());
    for graph in figures.graphs() {
        let of = |name: &str| rate(figures, &graph, &figures.judged(name));
        let (pma_100, pma_10, vineet) = (of(PMA_100)?, of(PMA_10)?, of(VINEET)?);
        let bc = rate(figures, &graph, BC)?; // on the CPU only
        parts.extend([is_above(pma_100, pma_10), is_above(pma_10, bc), is_above(pma_10, vineet)]);
        let percent = [pma_100, pma_10, bc, vineet].map(|share| format!("{:.1}", share * 100.0)).join(" / ");
        words.push(format!("{graph} {percent}"));
    }
    let sentence = format!("PMA 100 / PMA 10 / BC / Vineet, in percent: {}.", words.join(", "));
    Some(Verdict::new(Judgement::all(parts), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{CannotBeSeen, DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn all_graphs_must_have_the_order_of_the_paper() {
        let judge = |rate: fn(&str, &str) -> f64| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.unified = vec![0.0, rate(&point.graph, &point.series), 1.0];
            });
            verdict(&figures).unwrap()
        };
        let as_in_the_paper = |_: &str, series: &str| match series {
            PMA_100 => 0.9,
            PMA_10 => 0.8,
            VINEET => 0.6,
            _ => 0.5,
        };
        let verdict = judge(as_in_the_paper);
        assert_eq!(verdict.judgement, Holds);
        assert!(verdict.sentence.contains("R-MAT 90.0 / 80.0 / 50.0 / 60.0"), "{}", verdict.sentence);
        for (which, rate, expected) in [
            (BC, 0.85, DoesNotHold),
            (VINEET, 0.85, DoesNotHold),
            (PMA_100, 0.79, DoesNotHold),
            (PMA_100, 0.803, CannotBeSeen),
        ] {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                let is_bent = point.graph == "Florida" && point.series == which;
                let rate = if is_bent { rate } else { as_in_the_paper(&point.graph, &point.series) };
                point.unified = vec![rate];
            });
            assert_eq!(super::verdict(&figures).unwrap().judgement, expected, "{which} {rate}");
        }
    }
}
