//! Edges that are handed over to a receiver and not kept.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use crate::assemble::mirrors::Mirrors;
use crate::assemble::named::NamedEdges;
use crate::assemble::numbering::Numbering;
use crate::assemble::weighted::{Weighted, with_weighted};
use crate::budget::Budget;
use crate::text::Kind;
use crate::{Input, Unweighted};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Edge, EdgeList, Node};
use boscage_core::mutex::Mutex;
use boscage_core::{Result, memory};

/// A receiver of edges.
pub(crate) trait Receive: Any + Send {
    /// Sets the number of nodes, which grows.
    fn set_node_count(&mut self, nodes: usize) -> Result<()>;
    /// Receives the next edges, which have weights.
    fn edges(&mut self, exec: &Exec, edges: &Weighted) -> Result<()>;
    /// The same for edges of any type.
    fn list(&mut self, exec: &Exec, list: &AnyEdgeList) -> Result<()>;
}

/// The part of a reader that hands edges over. Clones are the same.
#[derive(Clone)]
pub(crate) struct Handle(Arc<Mutex<State>>);

struct State {
    exec: Exec,
    receiver: Box<dyn Receive>,
    law: Unweighted,
    waits: bool,
    /// `false` if edges have weights 1 because the file has none.
    weighted: bool,
    /// Number of arcs or edges that the reader has handed over.
    listed: u64,
    /// Number of edges that the receiver has got.
    edges: u64,
    /// The type of the weights that the receiver knows.
    kind: Kind,
    /// Folds arcs, if they are arcs that may be folded.
    mirrors: Option<Mirrors>,
    numbering: Numbering,
    /// The name of node 0, if nodes are declared.
    base: Option<u64>,
    /// Number of nodes that the receiver knows.
    nodes: usize,
}

impl State {
    fn name(&self, node: Node) -> u64 {
        self.base.map_or_else(|| self.numbering.name(node), |base| base + node.index() as u64)
    }
}

/// Facts about a graph that has been handed over.
pub(crate) struct Passed {
    /// The graph without its edges.
    pub(crate) input: Input,
    /// Number of edges.
    pub(crate) edges: u64,
    /// The ranks of the names of nodes, by their numbers.
    pub(crate) ranks: Option<Vec<u32>>,
}

impl Handle {
    /// A handle by which edges are handed over at once, or if it `waits` as soon as they are too many to be
    /// kept. Edges without weights get those of `law`.
    pub(crate) fn new(exec: Exec, receiver: Box<dyn Receive>, law: Unweighted, waits: bool) -> Self {
        let numbering = Numbering::default();
        let (weighted, listed, edges, mirrors, base, nodes) = (true, 0, 0, None, None, 0);
        let kind = Kind::U32;
        let state = State {
            exec,
            receiver,
            law,
            waits,
            weighted,
            listed,
            edges,
            kind,
            mirrors,
            numbering,
            base,
            nodes,
        };
        Self(Arc::new(Mutex::new(state)))
    }

    /// The handle that the caller gave with the budget of a file, if it wants a stream.
    pub(crate) fn of(budget: &Budget, weighted: bool) -> Option<Self> {
        let (stream, folded) = budget.stream()?;
        let handle = stream.downcast_ref::<Self>()?.clone();
        let state = &mut *handle.0.lock();
        (state.weighted, state.mirrors) = (weighted, folded.map(Mirrors::new));
        Some(handle.clone())
    }

    /// Returns `true` if edges are kept until they are refused.
    pub(crate) fn waits(&self) -> bool {
        self.0.lock().waits
    }

    /// Declares the number of nodes, of which the first has this name.
    ///
    /// # Errors
    /// Those of the receiver.
    pub(crate) fn declare(&self, nodes: usize, base: u64) -> Result<()> {
        let state = &mut *self.0.lock();
        (state.nodes, state.base) = (nodes, Some(base));
        state.receiver.set_node_count(nodes)
    }

    /// Number of arcs or edges that have been handed over.
    pub(crate) fn len(&self) -> u64 {
        self.0.lock().listed
    }

    /// Number of nodes with names.
    pub(crate) fn node_count(&self) -> usize {
        self.0.lock().numbering.len()
    }

    /// Replaces names by the numbers of nodes.
    ///
    /// # Errors
    /// [`boscage_core::Error::TooMany`] nodes, and [`boscage_core::Error::OutOfMemory`].
    pub(crate) fn number(&self, edges: &mut NamedEdges) -> Result<()> {
        let numbering = &mut self.0.lock().numbering;
        edges.recode(|name| numbering.number(name).map(|node| node.index() as u64))
    }

    /// Returns the bytes that the names of the nodes take.
    pub(crate) fn name_bytes(&self) -> usize {
        self.0.lock().numbering.bytes()
    }

    /// Hands edges over, whose ends are numbers of nodes.
    ///
    /// # Errors
    /// Those of the receiver.
    pub(crate) fn take(&self, mut edges: Weighted) -> Result<()> {
        let state = &mut *self.0.lock();
        if state.numbering.len() > state.nodes {
            state.nodes = state.numbering.len();
            state.receiver.set_node_count(state.nodes)?;
        }
        state.listed += edges.len() as u64;
        if let Some(mirrors) = &mut state.mirrors {
            let (numbering, base) = (&state.numbering, state.base);
            with_weighted!(&mut edges, arcs => match base {
                Some(base) => mirrors.fold(arcs, |node| base + node.index() as u64),
                None => mirrors.fold(arcs, |node| numbering.name(node)),
            })?;
        }
        if let Weighted::None(ends) = &edges {
            let one = |i: usize| Edge::new(ends[i].u, ends[i].v, 1);
            edges = Weighted::U32(memory::from_fn("a block of edges", ends.len(), one)?);
        }
        if let (false, Weighted::U32(ones)) = (state.weighted, &mut edges) {
            for (id, edge) in (state.edges..).zip(ones) {
                edge.weight = state.law.weight(id, || [edge.u, edge.v].map(|node| state.name(node)));
            }
        }
        if edges.len() == 0 && edges.kind() == state.kind {
            return Ok(());
        }
        state.kind = edges.kind(); // it may be wider only because of mirrors
        state.edges += edges.len() as u64;
        state.receiver.edges(&state.exec, &edges)
    }

    /// Hands over the edges that the reader has kept.
    ///
    /// # Errors
    /// Those of the receiver, arcs without mirrors if all are folded, and
    /// [`boscage_core::Error::OutOfMemory`].
    pub(crate) fn finish(&self, mut input: Input) -> Result<Passed> {
        let state = &mut *self.0.lock();
        let nodes = input.list.node_count();
        state.receiver.set_node_count(nodes)?;
        if input.list.edge_count() > 0 {
            state.receiver.list(&state.exec, &input.list)?;
        }
        if state.listed > 0 {
            match &state.mirrors {
                Some(mirrors) => input.arcs = Some(mirrors.finish()?),
                None => input.arcs.iter_mut().for_each(|report| report.arcs = state.listed),
            }
        }
        let edges = state.edges + input.list.edge_count() as u64;
        input.list = EdgeList::<()>::with_nodes(nodes)?.into();
        let mut ranks = None;
        if state.numbering.len() > 0 {
            let (by_number, names) = std::mem::take(&mut state.numbering).into_ranks()?;
            (ranks, input.names) = (Some(by_number), names);
        }
        Ok(Passed { input, edges, ranks })
    }

    /// Returns the receiver, when all other clones have been dropped.
    pub(crate) fn into_receiver(self) -> Box<dyn Receive> {
        let state = Arc::into_inner(self.0).expect("the reader has been dropped");
        state.into_inner().receiver
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handle")
    }
}
