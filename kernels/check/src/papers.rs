//! The measurements of the PMA paper on its own operator: times by gamma (its Fig. 7), and by average degree
//! (its Fig. 5, and Fig. 4b for parallel edges). Its Table 1, of named graphs, is `table.rs`.

use std::time::Duration;

use boscage::exec::{Exec, Round};
use boscage::graph::{EdgeList, Forest, Objective};
use boscage::operators::msf::papers::{ParallelEdges, Pma, PmaVariant};
use boscage::operators::msf::{self, Operator};
use boscage_kernels::{Device, Gpu, ON_DEVICE, Vineet, choose};

use crate::Outcome;
use crate::graphs::{self, Graph};
use crate::times::{Times, shown};

const VARIANTS: [PmaVariant; 3] = [PmaVariant::Min, PmaVariant::Sort, PmaVariant::Hybrid];

/// The columns before those of phases.
const COLUMNS: &str =
    "series graph nodes edges law operator gamma parallel runs call on_device faster rounds reduction";

/// The phases of pma.
const PHASES: [&str; 7] = ["arcs", "sort", "grow", "break", "jump", "relabel", "compact"];

/// Places and limits of the measurements.
struct Bench<'a> {
    gpu: &'a Gpu,
    exec: Exec,
    runs: usize,
    patience: Duration,
}

/// A graph, its forest, and the time of vineet on the device.
struct Subject {
    series: &'static str,
    graph: Graph,
    list: EdgeList<u32>,
    truth: Forest<u32>,
    vineet: Option<f64>,
}

/// Times pma and vineet.
pub(crate) fn papers(gpu: &Gpu, scale: f64, runs: usize, patience: Duration) -> Outcome {
    let bench = Bench { gpu, exec: Exec::available()?, runs, patience };
    println!(
        "# times in milliseconds, medians of {runs} runs; configurations that take longer than {patience:?} have fewer runs,"
    );
    println!(
        "# and not with more gamma or at a higher degree; on_device is everything between the two copies, by"
    );
    println!(
        "# CUDA events; faster is vineet's on_device over it; reduction is the share of nodes that the first"
    );
    println!("# round unified with others; arcs to compact are phases of pma, in all rounds together");
    println!("{}\t{}", COLUMNS.replace(' ', "\t"), PHASES.join("\t"));
    bench.by_degree(scale)?;
    bench.by_gamma(scale)
}

impl Bench<'_> {
    /// Every operator on graphs of ascending degree.
    fn by_degree(&self, scale: f64) -> Outcome {
        let of_variant = |variant| {
            [ParallelEdges::Drop, ParallelEdges::Keep]
                .map(|parallel_edges| Measured::Pma(Pma { parallel_edges, ..Pma::from(variant) }))
        };
        for family in graphs::by_degree(scale) {
            let mut operators = vec![Measured::Named(choose())];
            operators.extend(VARIANTS.into_iter().flat_map(of_variant));
            for graph in family {
                let subject = self.subject("degree", graph)?;
                let mut quick = Vec::new();
                for operator in operators {
                    if !self.is_slow(&self.measure(&subject, operator)?) {
                        quick.push(operator);
                    }
                }
                operators = quick;
            }
        }
        Ok(())
    }

    /// Every variant of pma with gamma of powers of two, the last of them the number of nodes.
    fn by_gamma(&self, scale: f64) -> Outcome {
        for graph in graphs::of_gamma(scale) {
            let subject = self.subject("gamma", graph)?;
            let nodes = subject.list.node_count();
            let powers = (1..).map(|power| 1_usize << power).take_while(|&gamma| gamma < nodes);
            let gammas: Vec<usize> = powers.chain([nodes]).collect();
            for variant in VARIANTS {
                for &gamma in &gammas {
                    let pma = Pma { gamma: Some(gamma), ..variant.into() };
                    if self.is_slow(&self.measure(&subject, Measured::Pma(pma))?) {
                        break;
                    }
                }
            }
        }
        Ok(())
    }

    /// Makes a graph and its forest, and times vineet on it.
    fn subject(&self, series: &'static str, graph: Graph) -> Outcome<Subject> {
        let list = graph.make(&self.exec)?;
        let truth = msf::auto(&self.exec, &list, Objective::Minimum)?;
        self.exec.clear_statistics();
        let mut subject = Subject { series, graph, list, truth, vineet: None };
        let times = self.measure(&subject, Measured::Named(&Vineet))?;
        subject.vineet = times.stage(ON_DEVICE);
        Ok(subject)
    }

    /// Times an operator and prints a line.
    fn measure(&self, subject: &Subject, operator: Measured) -> Outcome<Times> {
        let Subject { series, graph, list, truth, vineet } = subject;
        let run = || operator.run(self.gpu, &self.exec, list);
        let times = Times::of(&self.exec, truth, self.runs, self.patience, run)
            .map_err(|error| format!("{}: {operator:?}: {error}", graph.name))?;
        let on_device = times.stage(ON_DEVICE);
        let (n, m) = (list.node_count(), list.edge_count());
        let labels = operator.labels(n, m);
        let phases = match operator {
            Measured::Pma(_) => PHASES.map(|phase| times.stage(phase)),
            _ => PHASES.map(|_| None),
        };
        let reduction = |rounds: &[Round]| rounds[0].committed as f64 / n as f64;
        println!(
            "{series}\t{}\t{n}\t{m}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            graph.name,
            graph.law,
            labels.join("\t"),
            times.runs(),
            shown(times.call(), 3),
            shown(on_device, 3),
            shown(vineet.or(on_device).zip(on_device).map(|(vineet, this)| vineet / this), 2),
            shown(times.of_rounds(|rounds| rounds.len() as f64), 0),
            shown(times.of_rounds(reduction), 3),
            phases.map(|phase| shown(phase, 3)).join("\t")
        );
        Ok(times)
    }

    /// Returns `true` if longer runs are not wanted.
    fn is_slow(&self, times: &Times) -> bool {
        times.call() > Some(self.patience.as_secs_f64() * 1e3)
    }
}

/// An operator that is measured.
#[derive(Clone, Copy, Debug)]
enum Measured {
    Named(&'static dyn Operator<Device>),
    Pma(Pma),
}

impl Measured {
    /// On a GPU.
    fn run(self, gpu: &Gpu, exec: &Exec, graph: &EdgeList<u32>) -> boscage_kernels::Result<Forest<u32>> {
        let run = |operator: &dyn Operator<Device>| operator.forest((gpu, exec), graph, Objective::Minimum);
        match self {
            Self::Named(operator) => run(operator),
            Self::Pma(pma) => run(&boscage_kernels::Pma::from(pma)),
        }
    }

    /// Name, gamma, and treatment of parallel edges.
    fn labels(self, nodes: usize, edges: usize) -> [String; 3] {
        match self {
            Self::Named(operator) => [operator.to_string(), "-".to_owned(), "-".to_owned()],
            Self::Pma(Pma { variant, gamma, parallel_edges }) => {
                let gamma = gamma.unwrap_or_else(|| Pma::default_gamma(nodes, edges));
                let parallel = match parallel_edges {
                    ParallelEdges::Drop => "drop",
                    ParallelEdges::Keep => "keep",
                };
                [variant.name().to_owned(), gamma.to_string(), parallel.to_owned()]
            }
        }
    }
}
