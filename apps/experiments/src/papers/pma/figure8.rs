//! Figure 8: the share of the vertices that the first iteration unifies.

use boscage::operators::msf::papers::{Colouring, Lone, MstBc, Pma, PmaVariant};
use boscage_kernels as kernels;
use boscage_kernels::Vineet;
use boscage_measuring::plot::{Axis, Chart};

use super::{NODES, PAPER, cliques, contraction_boruvka, erdos_renyi, r_mat};
use crate::bound::{ALIKE, Bound, MORE, RISING, RISING_AHEAD};
use crate::charts::{bars, lines};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment, Series};
use crate::figures::{Figures, Point};
use crate::graph::Graph;
use crate::judgement::{Evidence, Why};
use crate::missing::Found;
use crate::operator::Operator;
use crate::setup::Setup;
use crate::times::{Shares, falls, rises};

/// Size of our graphs at scale 1, as a part of the paper's. It changes rates little.
const PART: f64 = 1.0 / 20.0;

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-fig8",
    paper: &PAPER,
    figure: "Figure 8, reduction rate",
    claims: &[
        Claim::judged(
            "\"In PMA, larger gamma (100 vs 10) improves the rate\".",
            "",
            MORE,
            |figures, more| {
                let rates = [PMA_100, PMA_10].map(|series| figures.judged(series));
                let [larger, smaller] = rates.map(|series| of_each(figures, &series));
                everywhere(more, &larger?, &smaller?)
            },
        ),
        Claim::judged(
            "With \"very small\" numbers of processors Bader and Cong's algorithm (BC) has a lower rate \
             than PMA, with gamma 10.",
            "",
            MORE,
            |figures, more| {
                let pma = figures.judged(PMA_10);
                everywhere(more, &of_few(figures, |_| pma.clone())?, &of_few(figures, bc)?)
            },
        ),
        Claim::judged(
            "BC has a very low rate \"especially when the number of processors is large\": it falls with \
             their number.",
            "",
            RISING,
            |figures, more| {
                let figures = the_papers(figures);
                let is_small = |point: &Point| point.nodes < LEAST_RANGE * WORKERS[WORKERS.len() - 1];
                if figures.points().any(is_small) {
                    return Ok(Finding::unseen(Why::SmallGraph, ""));
                }
                let all = figures.each(|figures, graph| {
                    let rates = WORKERS.map(|workers| rate(figures, graph, &bc(workers)));
                    Ok((graph.to_owned(), rates.into_iter().collect::<Found<Vec<_>>>()?))
                })?;
                let words = all.iter().map(|(graph, rates)| {
                    let rates: Vec<_> = rates.iter().map(|rate| rate.percent().to_string()).collect();
                    format!("{graph} {}", rates.join(", "))
                });
                let workers = WORKERS.map(|workers| workers.to_string()).join(", ");
                let ours =
                    format!("percent with {workers} workers: {}", words.collect::<Vec<_>>().join("; "));
                Ok(Finding::new(Evidence::all(all.iter().map(|(_, rates)| falls(rates, more))), ours))
            },
        ),
        Claim::judged(
            "\"Vineet also exhibits lower reduction rate than PMA\", with gamma 10.",
            "",
            MORE,
            |figures, more| {
                let [pma, vineet] = [PMA_10, VINEET].map(|series| of_each(figures, &figures.judged(series)));
                everywhere(more, &pma?, &vineet?)
            },
        ),
        Claim::judged(
            "Vineet's rate is \"sometimes even lower than Bader and Cong's\".",
            "",
            MORE,
            |figures, more| {
                let vineet = figures.judged(VINEET);
                let (bc, vineet) = (of_few(figures, bc)?, of_few(figures, |_| vineet.clone())?);
                let parts = bc.iter().zip(&vineet).map(|((_, bc), (_, vineet))| bc.over(vineet).is(more));
                Ok(Finding::new(Evidence::any(parts), in_words(&bc, &vineet)))
            },
        ),
        Claim::judged(
            "\"If gamma = 2, PMA behaves like Vineet\" (section 6.2).",
            "",
            ALIKE,
            |figures, alike| {
                let [vineet, two] = [VINEET, PMA_2].map(|series| of_each(figures, &figures.judged(series)));
                everywhere(alike, &vineet?, &two?)
            },
        ),
        Claim::judged(
            "BC's rate is lower than PMA's \"especially in dense graphs where the chance of conflict is \
             high\".",
            "",
            RISING_AHEAD,
            |figures, more| {
                let (pma, by_degree) = (figures.judged(PMA_10), figures.panel(BY_DEGREE));
                let (mut parts, mut words) = (Vec::new(), Vec::new());
                for workers in FEW {
                    let all = by_degree.each(|figures, graph| {
                        Ok(rate(figures, graph, &pma)?.over(&rate(figures, graph, &bc(workers))?))
                    })?;
                    parts.extend(all.iter().map(|one| one.is(more)));
                    parts.push(rises(&all, more));
                    let all: Vec<_> = all.iter().map(ToString::to_string).collect();
                    words.push(format!("{workers} workers: {}", all.join(", ")));
                }
                let degrees = DEGREES.map(|degree| degree.to_string()).join(", ");
                let words = words.join("; ");
                let ours = format!("PMA's rate as a multiple of BC's at the degrees {degrees}: {words}");
                Ok(Finding::new(Evidence::all(parts), ours))
            },
        ),
    ],
    differs: "The reduction rate is the number of edges that the first iteration takes, as a share of all \
              vertices; on the CPU it is the same in every run. BC runs as in the paper, with atomic marks \
              in place of colours, on 4 to 1024 workers; the paper gives no number, and 4 and 16 count as \
              very small. In our BC a vertex that is alone in its tree takes its lightest arc after a \
              round. In the first round, whose rates these are, this is left out, except where no tree \
              takes an edge at all: it would never end. That happens where a worker has few vertices, so \
              the claim about many processors needs 8 vertices for each worker. Workers take turns on one \
              thread, so that trees meet as if all grew at once; on several threads rates would depend on \
              how busy the machine is. Vineet's first iteration takes each vertex's lightest edge, which \
              is the first round of contraction Borůvka. Florida's stand-in is a road network (--graphs \
              DIR takes FLA). The paper's numbers of edges are taken to count each edge twice, as \
              elsewhere in it. That BC falls behind in dense graphs is judged on Erdős-Rényi graphs of \
              three degrees and a fifth as many vertices, which are not the paper's.",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts,
};

/// Numbers of workers of BC, and those that count as "very small" on a GPU.
const WORKERS: [usize; 5] = [4, 16, 64, 256, 1024];
const FEW: [usize; 2] = [4, 16];

/// The panels of the paper's four graphs, and of random graphs by average degree; these degrees.
const THE_PAPERS: &str = "the paper's";
const BY_DEGREE: &str = "by degree";
const DEGREES: [usize; 3] = [4, 16, 64];

/// Names of the series that the finding is about.
const PMA_100: &str = "PMA, gamma 100";
const PMA_10: &str = "PMA, gamma 10";
const PMA_2: &str = "PMA, gamma 2";
const VINEET: &str = "Vineet";
const COLOURS: &str = "BC with colours, 16 workers";

/// The series of BC with a number of workers.
fn bc(workers: usize) -> String {
    format!("BC, {workers} workers")
}

/// Vertices per worker, of which a tree takes an edge.
const LEAST_RANGE: usize = 8;

fn plan(setup: &Setup) -> Vec<Case> {
    let nodes = setup.size(NODES * PART);
    let graphs = [
        ("Florida", setup.florida(PART)),
        ("Erdős-Rényi", erdos_renyi(nodes, 30).into()),
        ("R-MAT", r_mat(nodes, 10).into()),
        ("SSCA#2", cliques(nodes, 8).into()),
    ];
    let graph = |(name, source)| Graph::new(THE_PAPERS, name, 0.0, source);
    let cases = graphs.map(graph).map(|graph| Case { graph, series: series(setup) });
    let fewer = setup.size(NODES * PART / 5.0);
    let by_degree = DEGREES.map(|degree| {
        let graph =
            Graph::new(BY_DEGREE, format!("degree {degree}"), degree as f64, erdos_renyi(fewer, degree));
        let few = FEW.map(bc);
        let is_compared = |one: &Series| one.name.ends_with(PMA_10) || few.contains(&one.name);
        Case { graph, series: series(setup).into_iter().filter(is_compared).collect() }
    });
    cases.into_iter().chain(by_degree).collect()
}

/// The points of the paper's four graphs.
fn the_papers(figures: &Figures) -> Figures {
    figures.panel(THE_PAPERS)
}

fn series(setup: &Setup) -> Vec<Series> {
    let on_one = |name: &str, operator: Operator| Series::new(name, operator, 1);
    let pma = |gamma| Pma { gamma: Some(gamma), ..Pma::from(PmaVariant::Hybrid) }.into();
    let gpu =
        |gamma| Operator::on_gpu(kernels::Pma::from(Pma { gamma: Some(gamma), ..PmaVariant::Hybrid.into() }));
    let mst_bc = |workers, colouring| {
        Operator::on_edges(MstBc { workers: Some(workers), colouring, lone: Lone::AfterFirst })
    };
    let of_workers = |workers| on_one(&bc(workers), mst_bc(workers, Colouring::Off));
    let cpu = [
        on_one(COLOURS, mst_bc(16, Colouring::Neighbours)),
        on_one(VINEET, contraction_boruvka()),
        on_one(PMA_2, pma(2)),
        on_one(PMA_10, pma(10)),
        on_one(PMA_100, pma(100)),
    ];
    let on_gpu = [
        ("gpu Vineet", Operator::on_gpu(Vineet)),
        ("gpu PMA, gamma 2", gpu(2)),
        ("gpu PMA, gamma 10", gpu(10)),
        ("gpu PMA, gamma 100", gpu(100)),
    ];
    let all = cpu.into_iter().chain(WORKERS.into_iter().map(of_workers));
    all.chain(setup.on_gpu(on_gpu)).collect()
}

/// The reduction rate of a series on a graph, in percent.
fn rate(figures: &Figures, graph: &str, series: &str) -> Found<Shares> {
    figures.point(graph, series)?.unified()
}

fn charts(figures: &Figures) -> Vec<Chart> {
    let percent = |point: &Point| point.unified().ok().map(|rate| rate.percent());
    let figures = &the_papers(figures);
    let is_few = |series: &str| FEW.iter().any(|workers| series == bc(*workers));
    let bar = |point: &Point| {
        let is_shown = is_few(&point.series) || !point.series.starts_with("BC");
        let bar = percent(point).map(|percent| (point.graph.clone(), point.series.clone(), percent));
        bar.filter(|_| is_shown).into_iter().collect()
    };
    let axes = (Axis::log("workers"), Axis::linear("percent of all vertices"));
    let of_workers = lines(figures, "BC by workers", axes, |point| {
        let workers = WORKERS.into_iter().find(|workers| bc(*workers) == point.series)?;
        Some((point.graph.clone(), workers as f64, percent(point)?))
    });
    vec![bars(figures, "Vertices unified by the first iteration", "percent of all vertices", bar), of_workers]
}

/// Rates of some graphs.
type Rates = Vec<(String, Shares)>;

/// The rates of a series on the paper's graphs.
fn of_each(figures: &Figures, series: &str) -> Found<Rates> {
    the_papers(figures).each(|figures, graph| Ok((graph.to_owned(), rate(figures, graph, series)?)))
}

/// The same with each very small number of workers, one after the other.
fn of_few(figures: &Figures, series: impl Fn(usize) -> String) -> Found<Rates> {
    let mut all = Rates::new();
    for workers in FEW {
        let rates = of_each(figures, &series(workers))?;
        all.extend(rates.into_iter().map(|(graph, rate)| (format!("{graph}, {workers} workers"), rate)));
    }
    Ok(all)
}

/// Finds that rates, as multiples of others, are all within a bound.
fn everywhere(bound: Bound, rates: &Rates, others: &Rates) -> Found<Finding> {
    let parts = rates.iter().zip(others).map(|((_, one), (_, other))| one.over(other).is(bound));
    Ok(Finding::new(Evidence::all(parts), in_words(rates, others)))
}

fn in_words(rates: &Rates, others: &Rates) -> String {
    let words = rates.iter().zip(others).map(|((graph, one), (_, other))| {
        format!("{graph} {} ({} and {} percent)", one.over(other), one.percent(), other.percent())
    });
    format!("times as high: {}", words.collect::<Vec<_>>().join("; "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
    use crate::judgement::Why::BothSides;
    use crate::setup::small;

    #[test]
    fn all_graphs_must_have_the_order_of_the_paper() {
        // One series on one graph changed.
        let of_nodes = |nodes: usize, which: &str, rates: &[f64]| -> [Judgement; 7] {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                point.nodes = nodes;
                point.unified = match &*point.series {
                    series if series == which && point.graph == "Florida" => rates.to_vec(),
                    PMA_10 if point.panel == BY_DEGREE => vec![0.8 + point.x / 1000.0],
                    _ if point.panel == BY_DEGREE && which == "behind" => vec![1.6 - point.x / 100.0],
                    _ if point.panel == BY_DEGREE => {
                        vec![0.5 + point.x / 1000.0 * if which == "dense" { rates[0] } else { 0.0 }]
                    }
                    PMA_100 => vec![0.9],
                    PMA_10 => vec![0.79, 0.8, 0.81, 0.8, 0.8],
                    VINEET | PMA_2 => vec![0.6],
                    "BC, 16 workers" => vec![0.48],
                    "BC, 64 workers" => vec![0.4],
                    "BC, 256 workers" => vec![0.3],
                    "BC, 1024 workers" => vec![0.1],
                    _ => vec![0.5],
                };
            });
            let says =
                ["\"In PMA", "With", "BC has", "\"Vineet also", "Vineet's rate", "\"If gamma", "BC's rate"];
            says.map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        let judge = |which: &str, rates: &[f64]| of_nodes(10_000, which, rates);
        assert_eq!(of_nodes(8_000, "", &[])[2], CannotBeSeen(Why::SmallGraph));
        assert_eq!(judge("", &[]), [Holds, Holds, Holds, Holds, DoesNotHold, Holds, Holds]);
        assert_eq!(judge(&bc(16), &[0.85]), [Holds, DoesNotHold, DoesNotHold, Holds, Holds, Holds, Holds]);
        assert_eq!(
            judge(VINEET, &[0.85]),
            [Holds, Holds, Holds, DoesNotHold, DoesNotHold, DoesNotHold, Holds]
        );
        assert_eq!(judge(PMA_100, &[0.7])[0], DoesNotHold);
        assert_eq!(judge(PMA_100, &[0.78, 0.9, 0.9, 0.9, 0.9])[0], CannotBeSeen(BothSides));
        assert_eq!(judge(&bc(1024), &[0.6])[2], DoesNotHold);
        // The first and last setting alone would satisfy it.
        assert_eq!(judge(&bc(256), &[0.49])[2], DoesNotHold);
        assert_eq!(judge("dense", &[5.0])[6], DoesNotHold);
        // The ratio rises, but BC is ahead at every degree.
        assert_eq!(judge("behind", &[])[6], DoesNotHold);
    }

    #[test]
    fn rates_are_told_with_their_spread() {
        let figures = made_up(&EXPERIMENT, &small(), |point| point.unified = vec![0.25, 0.5, 0.75]);
        let ours = judged(EXPERIMENT.claims, "\"In PMA", &figures).ours;
        assert!(ours.contains("R-MAT 1 (50 (25 to 75) and 50 (25 to 75) percent)"), "{ours}");
    }
}
