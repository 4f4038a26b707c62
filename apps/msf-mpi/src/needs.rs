//! The memory of a rank, computed as soon as the size of its part is known, and `--estimate`.

use std::sync::Arc;

use boscage::Result;
use boscage::comm::{Comm, Reduction};
use boscage::exec::Exec;
use boscage::io::Prospect;
use boscage::memory;
use boscage::operators::msf::{Occupancy, Operator, Size};
use boscage::ranks::{self, PartSize, Ranks};
use boscage_programs::needs::{Ask, Estimates, Phases, THREAD, foresee};

use crate::input;
use crate::options::ForestOptions;

/// Bytes of MPI beside those at the start: for itself, and per rank.
const MPI: u64 = 4 << 20;
const MPI_RANK: u64 = 1 << 17;

/// Approximate bytes per line of a forest or of components.
const LINE: u64 = 24;

/// Work of a rank after its part has been read.
#[derive(Clone, Debug)]
pub(crate) struct Needs {
    /// The operator, if one runs.
    operator: Option<&'static dyn Operator<Ranks>>,
    /// The forest is proved.
    proof: bool,
    /// Components are written.
    components: bool,
    threads: u64,
    ranks: u64,
    /// Bytes of the program.
    program: u64,
}

impl Needs {
    pub(crate) fn new(exec: &Exec, comm: &Comm<'_>, options: &ForestOptions) -> Self {
        let (threads, ranks) = (exec.threads() as u64, comm.ranks() as u64);
        let program = memory::held().unwrap_or(MPI) + MPI + MPI_RANK * ranks + THREAD * threads;
        let (proof, components) = (options.verify, options.components.is_some());
        Self { operator: Some(options.operator()), proof, components, threads, ranks, program }
    }

    /// Returns a check that the part needs at most the memory of the rank.
    pub(crate) fn ask(self) -> Ask {
        Arc::new(move |seen| self.phases(seen).admit(seen.path))
    }

    fn size(&self, seen: &Prospect<'_>) -> PartSize {
        let [nodes, edges, weight_bytes] =
            [seen.nodes, seen.edges, seen.weight_bytes].map(|count| count as u64);
        let occupancy = Occupancy::Random;
        let part = Size { nodes, edges, weight_bytes, threads: self.threads, occupancy };
        PartSize { part, ranks: self.ranks }
    }

    /// Returns the phases of a rank's work on its part, as far as they are known.
    fn phases(&self, seen: &Prospect<'_>) -> Phases {
        let of = self.size(seen);
        let Size { nodes, edges, .. } = of.part;
        let mut phases = Phases::new(self.program, None, seen, self.threads);
        let own = nodes.min(edges * self.ranks) / self.ranks;
        if let Some(operator) = self.operator {
            phases.beside("the forest", [(operator.name(), operator.memory(&of))]);
        }
        let ids = ("forest", 4 * own);
        if self.proof {
            phases.beside("the proof", [ids, ("proof", ranks::proof_memory(&of))]);
        }
        let components = if self.components { 8 * nodes + LINE * nodes / self.ranks } else { 0 };
        phases.beside("writing", [ids, ("lines", LINE * own), ("components", components)]);
        phases
    }

    /// Returns the bytes of this rank: for reading, for its part, for a proof; then per operator, beside the
    /// part and in total.
    fn figures(&self, seen: &Prospect<'_>) -> Vec<u64> {
        let phases =
            |operator, proof| Self { operator, proof, components: false, ..self.clone() }.phases(seen);
        let of = self.size(seen);
        let reading = phases(None, false);
        let mut figures = vec![reading.peak(), reading.graph(), phases(None, true).peak()];
        for operator in ranks::operators() {
            figures.extend([operator.memory(&of), phases(Some(operator), false).peak()]);
        }
        figures
    }
}

/// Returns the estimates of ranks for the graph of the command line. Collective.
pub(crate) fn estimates(exec: &Exec, comm: &Comm<'_>, options: &ForestOptions) -> Result<Estimates> {
    let needs = Needs::new(exec, comm, options);
    let reading = Needs { operator: None, proof: false, ..needs.clone() }.ask();
    let ranks = needs.ranks;
    let (size, mut most) = foresee(
        move |seen| reading(seen),
        move |seen| (needs.size(seen).part, needs.figures(seen)),
        |ask| input::read(exec, comm, options, ask),
    )?;
    comm.reduce(&mut most, Reduction::Max)?;
    let edges = comm.reduced(size.edges, Reduction::Sum)?;
    let available = comm.reduced(memory::available().unwrap_or(u64::MAX), Reduction::Min)?;
    let operators = ranks::operators().map(|one| one.name()).zip(most[3..].chunks_exact(2));
    Ok(Estimates {
        path: options.graph_name().into(),
        nodes: size.nodes,
        edges,
        weight_bytes: size.weight_bytes,
        threads: size.threads,
        ranks: Some(ranks),
        reading: most[0],
        graph: most[1],
        operators: operators.map(|(name, figures)| (name, figures[0], figures[1])).collect(),
        proof: most[2],
        stream: None,
        available: Some(available).filter(|&bytes| bytes < u64::MAX),
    })
}
