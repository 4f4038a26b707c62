//! Begin and end of an operator's call.

use std::sync::Arc;
use std::time::Instant;

use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::{EdgeId, EdgeListView, Forest, Key, Objective, Weight};
use boscage_operators::msf::Operator;

use crate::collect::{self, collect};
use crate::error::Result;
use crate::gpu::Gpu;
use crate::input::Input;
use crate::launch::Module;
use crate::memory::Array;
use crate::operator::{Device, Size};
use crate::rank;
use crate::timer::{LOAD, Timer};

/// Returns the forest of a graph. `find` finds its edges, if the graph has any.
pub(crate) fn forest<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    find: impl FnOnce() -> Result<Vec<EdgeId>>,
) -> Result<Forest<W>> {
    exec.check_cancelled()?;
    let ids = if graph.edge_count() == 0 { Vec::new() } else { find()? };
    Ok(Forest::from_edges(exec, graph, ids))
}

/// A call of an operator on a graph.
pub(crate) struct Session<'a> {
    gpu: &'a Gpu,
    exec: &'a Exec,
    timer: Timer<'a>,
    /// The rounds so far.
    pub(crate) rounds: Rounds<'a>,
    nodes: usize,
    edges: usize,
}

impl<'a> Session<'a> {
    /// Begins a call of an operator: checks that the device has enough memory, and copies the graph to the
    /// device. Returns the operator's kernels, loaded at their first use, and the graph.
    pub(crate) fn begin<M: Module, W: Weight>(
        gpu: &'a Gpu,
        exec: &'a Exec,
        operator: &dyn Operator<Device>,
        graph: EdgeListView<'_, W>,
        objective: Objective,
    ) -> Result<(Self, Arc<M>, Input)> {
        let name = operator.name();
        gpu.check_room(name, operator.memory(&Size::of(gpu, graph)))?;
        let (nodes, edges) = (graph.node_count(), graph.edge_count());
        let rounds = exec.rounds(name, nodes as u64);
        let begin = Instant::now();
        let mut is_new = gpu.load::<M>()? | gpu.load::<collect::Kernels>()?;
        if W::Key::BITS == 64 {
            is_new |= gpu.load::<rank::Kernels>()?;
        }
        if is_new {
            exec.add_stage(LOAD.into(), begin.elapsed().as_secs_f64());
        }
        let mut timer = Timer::start(gpu)?;
        let input = Input::upload(gpu, &mut timer, graph, objective)?;
        Ok((Self { gpu, exec, timer, rounds, nodes, edges }, gpu.kernels()?, input))
    }

    /// Ends the call: copies the forest to the host, the edges whose bits are set in `taken`. Then `record`
    /// may add to the statistics.
    pub(crate) fn end(
        mut self,
        taken: &Array<u32>,
        record: impl FnOnce(&Exec, &mut Rounds<'a>) -> Result<()>,
    ) -> Result<Vec<EdgeId>> {
        let ids = collect(self.gpu, &mut self.timer, taken, self.nodes, self.edges)?;
        self.timer.record(self.exec)?;
        record(self.exec, &mut self.rounds)?;
        self.rounds.finish();
        Ok(ids)
    }
}
