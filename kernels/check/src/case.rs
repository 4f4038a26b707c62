//! One configuration of one operator on one graph, and the checks on it.

use std::fmt;

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective};
use boscage::operators::msf::Operator;
use boscage::operators::msf::papers::{self, ParallelEdges, PmaVariant};
use boscage_kernels::{
    Append, Device, EdgeBoruvka, FilterBoruvka, Gpu, Lanes, Minimum, PathCompression, Pma, Shape, operators,
};
use boscage_truth::naive;
use boscage_truth::pairwise::covering;
use boscage_truth::{Sample, Sketch};

/// Launches such that a small graph keeps several small blocks busy.
const SHAPES: [Shape; 3] = [
    Shape { threads: 32, blocks: Some(3) },
    Shape { threads: 64, blocks: Some(2) },
    Shape { threads: 96, blocks: Some(1) },
];

/// Never filtering, always; and with one block for the last rounds or without, in shared memory or not.
const FILTERS: [FilterBoruvka; 4] = [
    FilterBoruvka { dense: usize::MAX, light: 2, few: 0, near: 0 },
    FilterBoruvka { dense: usize::MAX, light: 2, few: 40, near: 10 },
    FilterBoruvka { dense: 1, light: 1, few: 20, near: 0 },
    FilterBoruvka { dense: 1, light: 2, few: 20, near: 20 },
];

/// The paper's programs and ours, and each switch the other way; small blocks and large ones.
const EDGE_CENTRIC: [EdgeBoruvka; 6] = [
    EdgeBoruvka { block: 32, ..EdgeBoruvka::LISTING_5 },
    EdgeBoruvka { block: 64, ..EdgeBoruvka::LISTING_6 },
    EdgeBoruvka { block: 1024, ..EdgeBoruvka::AS_PUBLISHED },
    EdgeBoruvka {
        block: 64,
        compression: PathCompression::Off,
        append: Append::ByWarp,
        ..EdgeBoruvka::LISTING_5
    },
    EdgeBoruvka { block: 32, minimum: Minimum::IfLower, ..EdgeBoruvka::LISTING_6 },
    EdgeBoruvka { block: 1024, append: Append::ByWarp, ..EdgeBoruvka::AS_PUBLISHED },
];

/// Trees of two vertices, of few, of all that there are.
const GAMMAS: [usize; 5] = [2, 3, 5, 16, usize::MAX];

/// The settings of PMA, such that any two choices meet.
fn pmas() -> Vec<Pma> {
    let variants = [PmaVariant::Min, PmaVariant::Sort, PmaVariant::Hybrid];
    let setting = |row: Vec<usize>| Pma {
        growth: papers::Pma {
            variant: variants[row[0]],
            gamma: Some(GAMMAS[row[1]]),
            parallel_edges: [ParallelEdges::Drop, ParallelEdges::Keep][row[3]],
        },
        lanes: Some([Lanes::One, Lanes::Warp][row[2]]),
    };
    covering(&[variants.len(), GAMMAS.len(), 2, 2]).into_iter().map(setting).collect()
}

/// Shared accesses per preemption; 0 is no preemption.
const PREEMPTIONS: [u32; 4] = [0, 2, 5, 30];

const OBJECTIVES: [Objective; 2] = [Objective::Minimum, Objective::Maximum];

/// The weight types, by their names.
const WEIGHTS: [&str; 6] = ["u32", "i32", "f32", "u64", "i64", "f64"];

/// A configuration: everything but the graph and the seed of the schedule.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Operator, for the lifetime of the program.
    pub operator: &'static dyn Operator<Device>,
    /// Shape of launches.
    pub shape: Shape,
    /// Rate of preemption of an emulated thread: once in this number of accesses, 0 for never.
    pub preempt_one_in: u32,
    objective: Objective,
    weights: &'static str,
}

/// Statistics of a correct run.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    /// Largest number of rounds of a loop.
    pub rounds: usize,
    /// Number of edges of the forest.
    pub forest: usize,
}

impl Case {
    /// Returns, per operator, few configurations in which any two choices meet.
    pub fn of_all_operators() -> Vec<Vec<Self>> {
        let mut cases: Vec<_> = operators().map(|operator| Self::of_settings(&[operator])).collect();
        cases.push(Self::of_operator(FILTERS));
        cases.push(Self::of_operator(EDGE_CENTRIC));
        cases.push(Self::of_operator(pmas()));
        cases
    }

    fn of_operator<O: Operator<Device> + 'static>(settings: impl IntoIterator<Item = O>) -> Vec<Self> {
        let leaked = |operator: O| -> &'static dyn Operator<Device> { Box::leak(Box::new(operator)) };
        Self::of_settings(&settings.into_iter().map(leaked).collect::<Vec<_>>())
    }

    fn of_settings(settings: &[&'static dyn Operator<Device>]) -> Vec<Self> {
        let sizes = [settings.len(), SHAPES.len(), PREEMPTIONS.len(), OBJECTIVES.len(), WEIGHTS.len()];
        let case = |row: Vec<usize>| Self {
            operator: settings[row[0]],
            shape: SHAPES[row[1]],
            preempt_one_in: PREEMPTIONS[row[2]],
            objective: OBJECTIVES[row[3]],
            weights: WEIGHTS[row[4]],
        };
        covering(&sizes).into_iter().map(case).collect()
    }

    /// Runs the case on a GPU of its shape.
    ///
    /// # Errors
    /// The first difference, as text.
    pub fn judge(&self, gpu: &Gpu, sketch: &Sketch) -> Result<Judged, String> {
        match self.weights {
            "u32" => self.judge_as::<u32>(gpu, sketch),
            "i32" => self.judge_as::<i32>(gpu, sketch),
            "f32" => self.judge_as::<f32>(gpu, sketch),
            "u64" => self.judge_as::<u64>(gpu, sketch),
            "i64" => self.judge_as::<i64>(gpu, sketch),
            _ => self.judge_as::<f64>(gpu, sketch),
        }
    }

    fn judge_as<W: Sample>(&self, gpu: &Gpu, sketch: &Sketch) -> Result<Judged, String> {
        let list: EdgeList<W> = sketch.paint();
        let truth = naive::kruskal(list.as_view(), self.objective);
        let exec = Exec::current();
        let found = self.operator.forest((gpu, &exec), &list, self.objective);
        let forest = found.map_err(|error| error.to_string())?;

        let ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
        expect("edges", &ids, &truth.edges)?;
        expect("trees", &forest.tree_count(), &truth.trees)?;
        let loops = exec.take_statistics().loops;
        for one in loops.iter().filter(|one| !one.rounds.is_empty()) {
            expect("items that ended", &(one.committed + one.retried + one.dropped), &one.tried)?;
            expect("commits", &one.committed, &(ids.len() as u64))?;
        }
        let rounds = loops.iter().map(|one| one.rounds.len()).max().unwrap_or(0);
        Ok(Judged { rounds, forest: ids.len() })
    }
}

fn expect<T: PartialEq + fmt::Debug>(what: &str, found: &T, expected: &T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: expected {expected:?}, found {found:?}")) }
}
