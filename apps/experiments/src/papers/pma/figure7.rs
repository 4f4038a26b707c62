//! Figure 7: gamma, on a road network and on a very dense graph.

use boscage::generate::{Rmat, Road};
use boscage_kernels as kernels;
use boscage_measuring::generated::Generated;
use boscage_measuring::plot::{Axis, Chart};
use boscage_operators::msf::papers::{Pma, PmaVariant};

use super::PAPER;
use crate::charts::lines;
use crate::experiment::{Case, Experiment, Published, Series, Verdict};
use crate::figures::{Figures, short};
use crate::graph::{Graph, Source};
use crate::operator::Operator;
use crate::setup::Setup;

/// The paper's graphs, and ours at scale 1 as a part of them.
const FLORIDA: f64 = 1_070_376.0;
const DENSE: (f64, f64) = (10e3, 5.5e6);
const PART: f64 = 1.0 / 5.0;
const GAMMAS: [usize; 9] = [2, 4, 6, 8, 10, 14, 30, 100, 300];

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-fig7",
    paper: &PAPER,
    figure: "Figure 7, gamma on Florida and on a dense R-MAT graph",
    finding: "On Florida's roads both variants speed up until gamma is 8, and MinPMA is faster than SortPMA; on the dense \
              graph MinPMA degrades as gamma grows, SortPMA is best at 14 and unchanged after that.",
    differs: "Florida's stand-in is a road network of as many nodes, times the factor (--graphs DIR takes FLA); of the \
              R-MAT graph of 10K vertices and 11M edges, counted twice, edges shrink with the factor and vertices with its \
              root, so that the same share of all pairs is joined. Without a GPU the same steps run on the CPU.",
    part: Some(PART),
    plan,
    published: &[Published {
        what: "best gamma (section 6.2)",
        columns: &["MinPMA", "SortPMA"],
        rows: &[("Florida", &[8.0, 8.0]), ("R-MAT", &[2.0, 14.0])],
        here: |figures, row, column| Some(best(figures, row, column.trim_end_matches("PMA"))? as f64),
    }],
    charts,
    verdict,
};

fn plan(setup: &Setup) -> Vec<Case> {
    let series = |gamma: usize| -> Vec<Series> {
        let variants = [
            ("Min", PmaVariant::Min, kernels::PmaVariant::Min),
            ("Sort", PmaVariant::Sort, kernels::PmaVariant::Sort),
        ];
        let of = |(name, cpu, gpu): (&str, PmaVariant, kernels::PmaVariant)| {
            let name = format!("{name}PMA, gamma {gamma}");
            let cpu = setup.on_all(&name, Pma { gamma: Some(gamma), ..cpu.into() });
            let gpu = Operator::GpuPma(kernels::Pma { gamma: Some(gamma), ..gpu.into() });
            let gpu = setup.gpu.then(|| Series::new(format!("gpu {name}"), gpu, 1));
            [Some(cpu), gpu]
        };
        variants.into_iter().flat_map(of).flatten().collect()
    };
    let florida = match setup.original(&["USA-road-d.FLA", "FLA"]) {
        Some(path) => Source::File(path.to_owned()),
        None => Generated::Road(Road { nodes: setup.size(FLORIDA * PART), ..Road::default() }).into(),
    };
    let scale = (setup.side(DENSE.0 * PART.sqrt()) as f64).log2().round() as u32;
    let dense = Generated::Rmat(Rmat { scale, edges: setup.size(DENSE.1 * PART), ..Rmat::default() });
    let graphs = [Graph::new("Florida", "Florida", 0.0, florida), Graph::new("R-MAT", "R-MAT", 1.0, dense)];
    let case = |graph| Case { graph, series: GAMMAS.into_iter().flat_map(series).collect() };
    graphs.map(case).into()
}

/// Time of a variant on a graph at a gamma.
fn time(figures: &Figures, graph: &str, variant: &str, gamma: usize) -> Option<f64> {
    let on = if figures.gpu { "gpu " } else { "" };
    figures.ms(graph, &format!("{on}{variant}PMA, gamma {gamma}"))
}

/// The best gamma of a variant on a graph.
fn best(figures: &Figures, graph: &str, variant: &str) -> Option<usize> {
    let times = GAMMAS.map(|gamma| Some((time(figures, graph, variant, gamma)?, gamma)));
    let times = times.into_iter().collect::<Option<Vec<_>>>()?;
    times.into_iter().min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, gamma)| gamma)
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let chart = |panel: String| {
        let axes = (Axis::log("gamma, vertices"), Axis::log("milliseconds"));
        lines(&figures.panel(&panel), &panel, axes, |point| {
            let (variant, gamma) = point.series.split_once(", gamma ")?;
            Some((variant.to_owned(), gamma.parse().ok()?, point.ms()))
        })
    };
    figures.panels().into_iter().map(chart).collect()
}

fn verdict(figures: &Figures) -> Option<Verdict> {
    let at = |graph, variant, gamma| time(figures, graph, variant, gamma);
    let florida = [best(figures, "Florida", "Min")?, best(figures, "Florida", "Sort")?];
    let min_first = at("Florida", "Sort", 8)? / at("Florida", "Min", 8)?;
    let slower = at("R-MAT", "Min", 300)? / at("R-MAT", "Min", best(figures, "R-MAT", "Min")?)?;
    let flat = at("R-MAT", "Sort", 300)? / at("R-MAT", "Sort", 14)?;
    let sentence = format!(
        "On Florida MinPMA is best at gamma {}, SortPMA at {}, and SortPMA takes {} times as long at 8; on the dense graph \
         MinPMA takes {} times as long at 300 as at its best, SortPMA {} times as long as at 14.",
        florida[0],
        florida[1],
        short(min_first),
        short(slower),
        short(flat)
    );
    let near_8 = florida.iter().all(|gamma| (4..=30).contains(gamma));
    Some(Verdict::of(near_8 && min_first > 1.0 && slower > 1.2 && (0.8..1.25).contains(&flat), sentence))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::experiment::Judgement::{DoesNotHold, Holds};
    use crate::figures::made_up;
    use crate::setup::small;

    #[test]
    fn all_four_curves_must_have_the_shape_of_the_papers() {
        let judge = |time: fn(&str, f64, f64) -> f64| {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                let (variant, gamma) = point.series.split_once(", gamma ").unwrap();
                let sorts = if variant == "SortPMA" { 1.0 } else { 0.0 };
                point.runs_ms = vec![time(&point.graph, sorts, gamma.parse().unwrap())];
            });
            verdict(&figures).unwrap().judgement
        };
        let as_in_the_paper = |graph: &str, sorts: f64, gamma: f64| match graph {
            "Florida" => 1.0 + sorts + (gamma.ln() - 8_f64.ln()).abs(),
            _ if sorts > 0.0 => 5.0,
            _ => gamma,
        };
        assert_eq!(judge(as_in_the_paper), Holds);
        assert_eq!(judge(|_, sorts, gamma| sorts + gamma), DoesNotHold);
        assert_eq!(judge(|_, _, _| 1.0), DoesNotHold);
    }
}
