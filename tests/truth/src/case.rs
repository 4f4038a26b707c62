//! One configuration of one operator on one graph, and the checks on it.

use std::cell::OnceCell;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Graph, GraphView, Objective, Undirected};
use boscage::operators::msf::{Verdict, check, operators};

use crate::config::{Config, configurations};
use crate::naive::{self, Truth};
use crate::pairwise::{covering, product};
use crate::{Sample, Sketch};

/// Numbers of threads.
pub const THREADS: [usize; 5] = [1, 2, 3, 4, 8];

/// Which spanning forest.
const OBJECTIVES: [Objective; 2] = [Objective::Minimum, Objective::Maximum];

/// The two forms of a graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A list of edges.
    Edges,
    /// Adjacency, with ids.
    Adjacency,
}

/// The weight types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "named for the types")]
pub enum WeightType {
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

impl WeightType {
    const ALL: [Self; 6] = [Self::I32, Self::U32, Self::I64, Self::U64, Self::F32, Self::F64];
}

/// A configuration: everything but the graph.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The operator and its settings.
    pub config: Config,
    /// One of [`THREADS`].
    pub threads: usize,
    /// Minimum or maximum.
    pub objective: Objective,
    /// The type that the graph's weights have.
    pub weights: WeightType,
    /// The form that the operator gets.
    pub form: Form,
}

/// The number of configurations to try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Share {
    /// For each operator, few in which any two choices meet.
    Pairwise,
    /// Every one.
    Product,
}

impl Case {
    /// Configurations of every operator, or of those that `BOSCAGE_OPERATORS` names.
    ///
    /// # Panics
    ///
    /// Panics if it names none that exists.
    pub fn of_all_operators(share: Share) -> Vec<Vec<Self>> {
        let wanted = std::env::var("BOSCAGE_OPERATORS").unwrap_or_default();
        let is_wanted = |name| wanted.is_empty() || wanted.split(',').any(|wanted| wanted == name);
        let operators: Vec<_> = operators().filter(|one| is_wanted(one.name())).collect();
        assert!(!operators.is_empty(), "BOSCAGE_OPERATORS: expected names of operators, found {wanted}");
        operators.into_iter().map(|operator| Self::of_operator(operator, share)).collect()
    }

    fn of_operator(operator: Config, share: Share) -> Vec<Self> {
        let configs = configurations(operator);
        let sizes = [THREADS.len(), configs.len(), OBJECTIVES.len(), WeightType::ALL.len(), 2];
        let rows = match share {
            Share::Pairwise => covering(&sizes),
            Share::Product => product(&sizes),
        };
        let case = |row: Vec<usize>| Self {
            config: configs[row[1]],
            threads: THREADS[row[0]],
            objective: OBJECTIVES[row[2]],
            weights: WeightType::ALL[row[3]],
            form: [Form::Edges, Form::Adjacency][row[4]],
        };
        rows.into_iter().map(case).collect()
    }
}

/// A case that went wrong.
#[derive(Debug)]
pub struct Failure {
    /// The configuration.
    pub case: Case,
    /// The first difference, or the message of a panic.
    pub complaint: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\nin {:?}", self.complaint, self.case)
    }
}

/// The threads, started once for the whole suite.
///
/// # Panics
///
/// Panics if the number is not one of [`THREADS`], or threads cannot be started.
pub fn exec(threads: usize) -> &'static Exec {
    static ALL: [OnceLock<Exec>; THREADS.len()] = [const { OnceLock::new() }; THREADS.len()];
    let at = THREADS.iter().position(|&known| known == threads).expect("one of the suite's numbers");
    ALL[at].get_or_init(|| Exec::new(threads).expect("a few threads can be started"))
}

/// Puts a graph through the given cases, which must be of the current pool's number of threads.
///
/// # Errors
///
/// Returns the first case whose forest is not the truth, that fails, or that panics.
pub fn judge(sketch: &Sketch, cases: &[Case]) -> Result<(), Failure> {
    for weights in WeightType::ALL {
        let cases = || cases.iter().filter(|case| case.weights == weights);
        if cases().next().is_some() {
            match weights {
                WeightType::I32 => judge_as::<i32>(sketch, cases()),
                WeightType::U32 => judge_as::<u32>(sketch, cases()),
                WeightType::I64 => judge_as::<i64>(sketch, cases()),
                WeightType::U64 => judge_as::<u64>(sketch, cases()),
                WeightType::F32 => judge_as::<f32>(sketch, cases()),
                WeightType::F64 => judge_as::<f64>(sketch, cases()),
            }?;
        }
    }
    Ok(())
}

fn judge_as<'a, W: Sample>(sketch: &Sketch, cases: impl Iterator<Item = &'a Case>) -> Result<(), Failure> {
    let list = sketch.paint::<W>();
    let adjacency = OnceCell::new();
    let truths = [const { OnceCell::new() }; 2];
    for case in cases {
        let truth = truths[usize::from(case.objective == Objective::Maximum)]
            .get_or_init(|| naive::kruskal(list.as_view(), case.objective));
        let graph = match case.form {
            Form::Edges => GraphView::from(&list),
            Form::Adjacency => GraphView::from(adjacency.get_or_init(|| {
                let builder = Graph::<Undirected, _>::builder().with_ids();
                builder.build(&Exec::current(), &list).expect("memory for a small graph")
            })),
        };
        let verdict = catch_unwind(AssertUnwindSafe(|| run(case, graph, &list, truth)));
        verdict
            .unwrap_or_else(|panic| Err(format!("panic: {}", message(&*panic))))
            .map_err(|complaint| Failure { case: *case, complaint })?;
    }
    Ok(())
}

/// Runs one case and compares everything a forest says of itself with the truth.
fn run<W: Sample>(
    case: &Case,
    graph: GraphView<'_, W>,
    list: &EdgeList<W>,
    truth: &Truth,
) -> Result<(), String> {
    // Statistics of its own, on the threads of the pool around.
    let exec = Exec::current();
    if exec.threads() != case.threads {
        return Err(format!("{} threads instead of {}", exec.threads(), case.threads));
    }
    let forest = case.config.forest(&exec, graph, case.objective).map_err(|error| error.to_string())?;
    let view = list.as_view();

    let ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
    expect_each("edges", &ids, &truth.edges)?;
    expect("trees", forest.tree_count(), truth.trees)?;
    let weights = ids.iter().map(|&id| view.edges()[id].weight);
    if !W::is_total(forest.total(), weights) {
        return Err(format!("{} is not the sum of the forest's weights", forest.total()));
    }
    let components = forest.components(view).map_err(|error| error.to_string())?;
    expect_each("components", components.labels(), &truth.labels)?;
    let statistics = exec.take_statistics();
    let verdict = check(&exec, view, forest.edges(), case.objective).map_err(|error| error.to_string())?;
    exec.clear_statistics();
    expect("certificate", verdict, Verdict::Exact)?;

    for one in statistics.loops {
        let (tried, ended) = (one.tried, one.committed + one.retried + one.dropped);
        expect("items that ended in some way", ended, tried)?;
        if !one.rounds.is_empty() {
            expect("commits", one.committed as usize, ids.len())?;
        }
    }
    Ok(())
}

fn expect<T: PartialEq + fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: found {found:?}, expected {expected:?}")) }
}

/// For long sequences: only where they part is shown.
fn expect_each<T: PartialEq + fmt::Debug>(what: &str, found: &[T], expected: &[T]) -> Result<(), String> {
    const SHOWN: usize = 12;
    if found == expected {
        return Ok(());
    }
    let same = found.iter().zip(expected).take_while(|(found, expected)| found == expected).count();
    let from = same.saturating_sub(2);
    let shown = |all: &[T]| format!("{:?} of {}", &all[from..all.len().min(from + SHOWN)], all.len());
    Err(format!("{what}, from position {from}: found {}, expected {}", shown(found), shown(expected)))
}

fn message(panic: &(dyn std::any::Any + Send)) -> &str {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("of an unknown kind")
}
