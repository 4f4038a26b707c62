//! Blocks of edges, and what is kept of them between calls.

use std::mem;
use std::ops::{Deref, DerefMut};
use std::sync::{Arc, Mutex, PoisonError};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeData, EdgeList, LIMIT};
use boscage::parallel::map_blocks;
use boscage::{Result, with_edge_list};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;

use crate::columns::{CHUNK, Column, Kind};
use crate::graph::weighted;
use crate::source::{self, Ends, count_nodes};
use crate::work::{self, Team};

/// A value that one call at a time works on. It is lost if the work fails or is interrupted.
pub(crate) struct Shared<T>(Mutex<State<T>>);

enum State<T> {
    Idle(T),
    Busy,
    Lost,
}

impl<T> Shared<T> {
    pub(crate) fn new(value: T) -> Self {
        Self(Mutex::new(State::Idle(value)))
    }

    /// Takes the value for a call.
    ///
    /// # Errors
    /// `RuntimeError` if another call has it, or it is lost.
    pub(crate) fn hold(&self) -> PyResult<Held<'_, T>> {
        let mut state = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let lost = "the edges so far are lost, because a call has failed or was interrupted: begin anew";
        match mem::replace(&mut *state, State::Busy) {
            State::Idle(value) => Ok(Held { shared: self, value: Some(value) }),
            State::Busy => Err(PyRuntimeError::new_err("expected one call at a time, another is at work")),
            State::Lost => {
                *state = State::Lost;
                Err(PyRuntimeError::new_err(lost))
            }
        }
    }
}

/// The value, for one call.
pub(crate) struct Held<'a, T> {
    shared: &'a Shared<T>,
    /// `None` while work has it, and if that has failed.
    value: Option<T>,
}

impl<T: Send + 'static> Held<'_, T> {
    /// Works on the value as [`work::run`] does.
    ///
    /// # Errors
    /// Those of [`work::run`]. Then the value is lost.
    pub(crate) fn run<R: Send + 'static>(
        &mut self,
        py: Python<'_>,
        team: &Team,
        size: usize,
        work: impl FnOnce(&Exec, &mut T) -> Result<R> + Send + 'static,
    ) -> PyResult<R> {
        let value = self.value.take();
        let (value, result) = work::run(py, team, size, move |exec| {
            let mut value = value.expect(HELD);
            let result = work(exec, &mut value)?;
            Ok((value, result))
        })?;
        self.value = Some(value);
        Ok(result)
    }
}

const HELD: &str = "a call ends with the first error";

impl<T> Deref for Held<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        self.value.as_ref().expect(HELD)
    }
}

impl<T> DerefMut for Held<'_, T> {
    fn deref_mut(&mut self) -> &mut T {
        self.value.as_mut().expect(HELD)
    }
}

impl<T> Drop for Held<'_, T> {
    fn drop(&mut self) {
        let state = self.value.take().map_or(State::Lost, State::Idle);
        *self.shared.0.lock().unwrap_or_else(PoisonError::into_inner) = state;
    }
}

/// The numbers of nodes and edges so far.
pub(crate) struct Size {
    pub(crate) nodes: usize,
    pub(crate) edges: u64,
    /// `true` if edges may name more nodes.
    grows: bool,
    /// The type of the weights.
    kind: Option<Kind>,
}

/// A block of edges.
pub(crate) struct Block {
    list: AnyEdgeList,
    pub(crate) kind: Option<Kind>,
}

impl Size {
    /// Creates the size of this many nodes without edges; without a number, edges name the nodes.
    pub(crate) fn new(nodes: Option<u64>) -> PyResult<Self> {
        Ok(Self { nodes: count_nodes(nodes.unwrap_or(0))?, edges: 0, grows: nodes.is_none(), kind: None })
    }

    /// Reads the columns of a block.
    ///
    /// # Errors
    /// `ValueError` that names the position of an edge out of range or with the weight NaN; `TypeError` if
    /// weights have another type than before.
    pub(crate) fn read<'py>(
        &self,
        py: Python<'py>,
        exec: &Exec,
        ends: [&Bound<'py, PyAny>; 2],
        weights: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Block> {
        let (u, v) = (Column::of(ends[0], "u")?, Column::of(ends[1], "v")?);
        let w = weights.map(|w| Column::of(w, "w")).transpose()?;
        let (kind, edges) = (w.as_ref().map(Column::kind), u.len());
        if self.edges > 0 && edges > 0 && kind != self.kind {
            let [expected, found] = [self.kind, kind].map(|kind| kind.map_or("none", Kind::name));
            let message = format!("w: expected weights of type {expected} as before, found {found}");
            return Err(PyTypeError::new_err(message));
        }
        let nodes = if self.grows { LIMIT } else { self.nodes };
        let ends = [u, v].map(Ends::Column);
        let list = source::list_from(py, exec, self.edges, nodes, edges, ends, w)?;
        Ok(Block { list, kind })
    }

    /// Counts a block. Returns its edges with weights, and the number of new nodes.
    pub(crate) fn count(&mut self, exec: &Exec, block: Block) -> Result<(Arc<AnyEdgeList>, usize)> {
        let before = self.nodes;
        if self.grows {
            self.nodes = before.max(with_edge_list!(&block.list, list => named(exec, list)));
        }
        self.edges += block.list.edge_count() as u64;
        self.kind = block.kind;
        Ok((weighted(exec, &Arc::new(block.list))?, self.nodes - before))
    }
}

impl Block {
    pub(crate) fn len(&self) -> usize {
        self.list.edge_count()
    }
}

/// Number of nodes that edges need: one more than the greatest end.
fn named<E: EdgeData>(exec: &Exec, list: &EdgeList<E>) -> usize {
    let greatest = |edges: &[boscage::graph::Edge<E>]| edges.iter().map(|edge| edge.u.max(edge.v)).max();
    let blocks = map_blocks(exec, list.edge_count(), CHUNK, |at| greatest(&list.edges()[at]));
    blocks.into_iter().flatten().max().map_or(0, |node| node.index() + 1)
}
