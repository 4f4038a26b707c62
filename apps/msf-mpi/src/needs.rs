//! How much memory a rank will need, computed as soon as the size of its part is known, and `--estimate`.

use std::sync::{Arc, Mutex};

use boscage::comm::{Comm, Reduction};
use boscage::exec::Exec;
use boscage::io::Prospect;
use boscage::memory::{self, Estimate};
use boscage::{Error, Result};
use boscage::operators::msf::{Algorithm, Occupancy, Size};
use boscage::ranks;
use boscage_programs::needs::{CURE, THREAD, Table, reading};

use crate::input;
use crate::options::ForestOptions;

/// What MPI takes beside what it has at the start, in bytes: for itself, and for each rank.
const MPI: u64 = 4 << 20;
const MPI_RANK: u64 = 1 << 17;

/// Bytes of a line of a forest or of components, about.
const LINE: u64 = 24;

/// What a rank does with its part once it has been read.
#[derive(Clone, Debug)]
pub(crate) struct Plan {
    /// The operator, if one runs.
    algorithm: Option<Algorithm>,
    /// Whether the forest is proved.
    proof: bool,
    components: bool,
    threads: u64,
    ranks: u64,
    /// What the program takes.
    program: u64,
}

impl Plan {
    /// What the command line asks for.
    pub(crate) fn new(exec: &Exec, comm: &Comm<'_>, options: &ForestOptions) -> Self {
        let (threads, ranks) = (exec.threads() as u64, comm.ranks() as u64);
        let program = memory::held().unwrap_or(MPI) + MPI + MPI_RANK * ranks + THREAD * threads;
        let (proof, components) = (options.verify, options.components.is_some());
        Self { algorithm: Some(options.algorithm()), proof, components, threads, ranks, program }
    }

    /// Refuses a part that needs more memory than the rank may use.
    pub(crate) fn admit(&self, seen: &Prospect<'_>) -> Result<()> {
        self.estimate(seen).admit(seen.path, CURE)
    }

    fn size(&self, seen: &Prospect<'_>) -> Size {
        let [nodes, edges, weight_bytes] =
            [seen.nodes, seen.edges, seen.weight_bytes].map(|count| count as u64);
        Size { nodes, edges, weight_bytes, threads: self.threads, occupancy: Occupancy::Random }
    }

    /// What a rank needs for its part, as far as that is known.
    fn estimate(&self, seen: &Prospect<'_>) -> Estimate {
        let size = self.size(seen);
        let program = ("the program", self.program);
        let mut estimate = Estimate::default();
        reading(&mut estimate, program, seen, self.threads);
        let own = size.nodes.min(size.edges * self.ranks) / self.ranks;
        let edges = ("edges", (8 + size.weight_bytes) * size.edges);
        let part = [program, edges, ("names", seen.name_bytes as u64)];
        let with = |more: &[_]| part.iter().chain(more).copied().collect::<Vec<_>>();
        if let Some(algorithm) = self.algorithm {
            let operator = ranks::memory(algorithm, &size, self.ranks);
            estimate.phase("the forest", with(&[(algorithm.name(), operator)]));
        }
        let ids = ("forest", 4 * own);
        if self.proof {
            estimate.phase("the proof", with(&[ids, ("proof", ranks::proof_memory(&size, self.ranks))]));
        }
        let components = if self.components { 8 * size.nodes + LINE * size.nodes / self.ranks } else { 0 };
        estimate.phase("writing", with(&[ids, ("lines", LINE * own), ("components", components)]));
        estimate
    }

    /// What this rank would need: for reading, for its part, with each operator beside the part and in all,
    /// for a proof.
    fn figures(&self, seen: &Prospect<'_>) -> Vec<u64> {
        let plan = |algorithm, proof| Self { algorithm, proof, components: false, ..self.clone() };
        let bytes = |plan: Self| plan.estimate(seen).bytes();
        let size = self.size(seen);
        let mut figures = vec![
            bytes(plan(None, false)),
            (8 + size.weight_bytes) * size.edges + seen.name_bytes as u64,
            bytes(plan(None, true)),
        ];
        for algorithm in Algorithm::on_ranks() {
            let beside = ranks::memory(algorithm, &size, self.ranks);
            figures.extend([beside, bytes(plan(Some(algorithm), false))]);
        }
        figures
    }
}

/// What a rank knows once its part is: its size, and the figures.
type Known = (Size, Vec<u64>);

/// What ranks would need for the graph of the command line. Of a binary file that lists edges, and no
/// names of nodes, no more than the beginning is read. Collective.
pub(crate) fn table(exec: &Exec, comm: &Comm<'_>, options: &ForestOptions) -> Result<Table> {
    let plan = Plan::new(exec, comm, options);
    let known: Arc<Mutex<Option<Known>>> = Arc::default();
    let read = input::read(exec, comm, options, {
        let (known, reading) = (known.clone(), Plan { algorithm: None, proof: false, ..plan.clone() });
        move |seen: &Prospect<'_>| {
            if !seen.is_whole {
                return reading.admit(seen);
            }
            let own = (reading.size(seen), reading.figures(seen));
            *known.lock().expect("no panic while it is held") = Some(own);
            Err(Error::Cancelled)
        }
    });
    let known = known.lock().expect("no panic while it is held").take();
    let (size, mut most) = match (known, read) {
        (Some(known), _) => known,
        (None, Err(error)) => return Err(error),
        (None, Ok(_)) => unreachable!("a part that has been read is whole"),
    };
    comm.reduce(&mut most, Reduction::Max)?;
    let edges = comm.reduced(size.edges, Reduction::Sum)?;
    let available = comm.reduced(memory::available().unwrap_or(u64::MAX), Reduction::Min)?;
    let operators = Algorithm::on_ranks().map(Algorithm::name).zip(most[3..].chunks_exact(2));
    Ok(Table {
        path: options.graph_name().into(),
        nodes: size.nodes,
        edges,
        weight_bytes: size.weight_bytes,
        threads: size.threads,
        ranks: Some(plan.ranks),
        reading: most[0],
        graph: most[1],
        operators: operators.map(|(name, figures)| (name, figures[0], figures[1])).collect(),
        proof: most[2],
        available: Some(available).filter(|&bytes| bytes < u64::MAX),
    })
}
