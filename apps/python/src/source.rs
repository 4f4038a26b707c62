//! Edge lists made of NumPy arrays.
//!
//! Arrays are read by all threads while the GIL is held, so Python code cannot change them meanwhile, and
//! what happens to them later does not matter. (Code that works without the GIL may change an array all the
//! same. Then a number is the old one or the new one; what was read is checked.) Ends and weights are
//! converted in blocks that fit the cache, so there are only as many loops as types, not one for each
//! combination of types.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeId, EdgeList, FileData, LIMIT, Node, Objective, Weight};
use boscage::parallel::{for_each_piece, pack_map, tabulate};
use boscage::{Error, memory};
use half::f16;
use numpy::ndarray::ArrayView1;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::columns::{View, copy};
use crate::errors::exception;
use crate::work;

/// Edges that are converted together.
const BLOCK: usize = 1 << 12;

/// Edges, or cells of a matrix, that are read within milliseconds.
const SHORT: usize = 1 << 20;

/// Where the ends of edges come from.
pub(crate) enum Ends<'a> {
    /// A column of nodes.
    Column(View<'a>),
    /// The row in whose range of positions an edge lies: where each row begins, and where the last one ends.
    Rows(Vec<u64>),
}

impl Ends<'_> {
    fn nodes(&self, positions: Range<usize>, nodes: &mut [u32]) {
        match self {
            Self::Column(view) => view.nodes(positions, nodes),
            Self::Rows(offsets) => {
                let mut row = offsets.partition_point(|&begin| begin <= positions.start as u64) - 1;
                for (position, node) in (positions.start as u64..).zip(nodes) {
                    while offsets[row + 1] <= position {
                        row += 1;
                    }
                    *node = row as u32;
                }
            }
        }
    }

    fn words(&self, at: usize) -> String {
        match self {
            Self::Column(view) => view.words(at),
            Self::Rows(offsets) => (offsets.partition_point(|&begin| begin <= at as u64) - 1).to_string(),
        }
    }
}

/// A number of nodes.
pub(crate) fn count_nodes(nodes: u64) -> PyResult<usize> {
    Node::check_count(nodes).map_err(exception)
}

/// Where the rows of a compressed matrix of `nodes` rows begin, checked: they ascend from 0.
pub(crate) fn rows(exec: &Exec, nodes: usize, offsets: View<'_>) -> PyResult<Vec<u64>> {
    if !offsets.is_integer() || offsets.len() != nodes + 1 {
        let (len, found) = (offsets.len(), offsets.type_name());
        let message = format!("indptr: expected {} integers, found {len} of type {found}", nodes + 1);
        return Err(PyValueError::new_err(message));
    }
    let of_row = |row: usize| {
        let mut offset = [0];
        offsets.nodes(row..row + 1, &mut offset);
        u64::from(offset[0])
    };
    let rows = tabulate(exec, "the rows of a matrix", nodes + 1, of_row).map_err(exception)?;
    if rows[0] != 0 || !rows.is_sorted() || rows[nodes] > LIMIT as u64 {
        let message = format!("indptr: expected numbers that ascend from 0 to at most {LIMIT}");
        return Err(PyValueError::new_err(message));
    }
    Ok(rows)
}

/// The graph of `nodes` nodes whose `edges` edges have these ends and, if there are any, weights. Those of 64
/// bits become some of 32 bits where that changes none of them: NumPy's own types are wide, most weights are
/// not, and narrow ones are sorted sooner.
pub(crate) fn list<'a>(
    py: Python<'_>,
    exec: &'a Exec,
    nodes: usize,
    edges: usize,
    ends: [Ends<'a>; 2],
    weights: Option<View<'_>>,
) -> PyResult<AnyEdgeList> {
    EdgeId::check_count(edges as u64).map_err(exception)?;
    let source = Source { exec, nodes, edges, ends };
    for (name, ends) in ["u", "v"].iter().zip(&source.ends) {
        let Ends::Column(view) = ends else { continue };
        if !view.is_integer() {
            let message = format!("{name}: expected integers, found {}", view.type_name());
            return Err(PyTypeError::new_err(message));
        }
        source.check_len(name, view.len())?;
    }
    let Some(weights) = weights else { return source.list::<()>(py, |_, _| ()) };
    source.check_len("w", weights.len())?;
    let narrowed = match &weights {
        View::I64(array) => source.narrowed(py, array, |x| i32::try_from(x).ok()),
        View::U64(array) => source.narrowed(py, array, |x| u32::try_from(x).ok()),
        View::F64(array) => match source.narrowed(py, array, whole)? {
            Some(list) => Ok(Some(list)),
            None => source.narrowed(py, array, |x| Some(x as f32).filter(|&y| f64::from(y) == x)),
        },
        _ => Ok(None),
    };
    if let Some(list) = narrowed? {
        return Ok(list);
    }
    macro_rules! by_type {
        ($($variant:ident => $weight:ty;)*) => {
            match weights {
                $(View::$variant(array) => source.list(py, |positions, edges| {
                    copy(&array, positions, edges, |edge, x| edge.weight = <$weight>::from(x));
                }),)*
            }
        };
    }
    by_type! {
        Bool => u32; U8 => u32; U16 => u32; U32 => u32; U64 => u64;
        I8 => i32; I16 => i32; I32 => i32; I64 => i64;
        F16 => f32; F32 => f32; F64 => f64;
    }
}

/// A float that is an integer of 32 bits, but for -0.0.
fn whole(x: f64) -> Option<i32> {
    Some(x as i32).filter(|&y| f64::from(y).to_bits() == x.to_bits())
}

/// What the edges of a list are made of.
struct Source<'a> {
    exec: &'a Exec,
    nodes: usize,
    edges: usize,
    ends: [Ends<'a>; 2],
}

impl Source<'_> {
    fn check_len(&self, name: &str, len: usize) -> PyResult<()> {
        if len == self.edges {
            return Ok(());
        }
        let message = format!("{name}: expected {} numbers, as in the first column, found {len}", self.edges);
        Err(PyValueError::new_err(message))
    }

    fn list<W: FileData>(
        &self,
        py: Python<'_>,
        set_weights: impl Fn(Range<usize>, &mut [Edge<W>]) + Sync,
    ) -> PyResult<AnyEdgeList> {
        let mut edges = memory::zeroed::<Edge<W>>("the edge list", self.edges).map_err(exception)?;
        let wrong = AtomicUsize::new(usize::MAX);
        let is_short = self.edges < SHORT;
        work::run_attached(py, self.exec, is_short, |is_over| {
            for_each_piece(self.exec, edges.chunks_mut(BLOCK).enumerate(), |(block, edges)| {
                let positions = block * BLOCK..block * BLOCK + edges.len();
                if is_over.load(Ordering::Relaxed) {
                    return;
                }
                match self.set_ends(positions.clone(), edges) {
                    Ok(()) => set_weights(positions, edges),
                    Err(edge) => _ = wrong.fetch_min(edge, Ordering::Relaxed),
                }
            });
        })?;
        match wrong.into_inner() {
            usize::MAX => Ok(EdgeList::new(self.nodes, edges).map_err(exception)?.into()),
            edge => Err(self.out_of_range(edge)),
        }
    }

    /// The list with weights of another type, if all of them have a place there.
    fn narrowed<T: Copy + Sync, W: FileData>(
        &self,
        py: Python<'_>,
        array: &ArrayView1<'_, T>,
        place: impl Fn(T) -> Option<W> + Sync,
    ) -> PyResult<Option<AnyEdgeList>> {
        // Where some have none, the first ones mostly show it.
        if array.iter().take(BLOCK).any(|&x| place(x).is_none()) {
            return Ok(None);
        }
        let have_place = AtomicBool::new(true);
        let list = self.list(py, |positions, edges| {
            copy(array, positions, edges, |edge, x| match place(x) {
                Some(weight) => edge.weight = weight,
                None => have_place.store(false, Ordering::Relaxed),
            });
        })?;
        Ok(have_place.into_inner().then_some(list))
    }

    /// Sets the ends of the edges at some positions. The first edge that is out of range is an error.
    fn set_ends<W: FileData>(&self, positions: Range<usize>, edges: &mut [Edge<W>]) -> Result<(), usize> {
        let mut buffers = [[0; BLOCK]; 2];
        let [us, vs] = &mut buffers;
        let (us, vs) = (&mut us[..edges.len()], &mut vs[..edges.len()]);
        self.ends[0].nodes(positions.clone(), us);
        self.ends[1].nodes(positions.clone(), vs);
        let greatest = us.iter().zip(&*vs).fold(0, |most, (&u, &v)| most.max(u).max(v));
        if greatest as usize >= self.nodes {
            let exceeds = |node: u32| node as usize >= self.nodes;
            let first = us.iter().zip(&*vs).position(|(&u, &v)| exceeds(u) || exceeds(v));
            return Err(positions.start + first.unwrap_or(0));
        }
        for (edge, (&u, &v)) in edges.iter_mut().zip(us.iter().zip(&*vs)) {
            (edge.u, edge.v) = (Node::from(u), Node::from(v));
        }
        Ok(())
    }

    fn out_of_range(&self, edge: usize) -> PyErr {
        let [u, v] = self.ends.each_ref().map(|ends| ends.words(edge));
        let nodes = self.nodes;
        PyValueError::new_err(format!(
            "edge {edge}, from {u} to {v}, is out of range: there are {nodes} nodes"
        ))
    }
}

/// The graph of a matrix of `nodes` rows of weights, row after row. Zeros, and floats that are not finite,
/// are no edges. Of two edges that join the same nodes only the one that can be in a forest is kept.
pub(crate) fn dense(
    py: Python<'_>,
    exec: &Exec,
    nodes: usize,
    weights: View<'_>,
    objective: Objective,
) -> PyResult<AnyEdgeList> {
    let cells = nodes.saturating_mul(nodes);
    if weights.len() != cells {
        let message = format!("expected {nodes} times {nodes} weights, found {}", weights.len());
        return Err(PyValueError::new_err(message));
    }
    macro_rules! by_type {
        ($($variant:ident $type:ty => $weight:ty, $is_edge:expr;)*) => {
            match weights {
                $(View::$variant(array) => {
                    let Some(cells) = array.as_slice() else { return Err(scattered()) };
                    let is_edge: fn($type) -> bool = $is_edge;
                    let weight = |cell: usize| <$weight>::from(cells[cell]);
                    work::run_attached(py, exec, cells.len() < SHORT, |is_over| {
                        let is_edge = |cell: usize| !is_over.load(Ordering::Relaxed) && is_edge(cells[cell]);
                        of_cells(exec, nodes, is_edge, weight, objective)
                    })?
                })*
            }
        };
    }
    let list = by_type! {
        Bool bool => u32, |x| x;
        U8 u8 => u32, |x| x != 0;
        U16 u16 => u32, |x| x != 0;
        U32 u32 => u32, |x| x != 0;
        U64 u64 => u64, |x| x != 0;
        I8 i8 => i32, |x| x != 0;
        I16 i16 => i32, |x| x != 0;
        I32 i32 => i32, |x| x != 0;
        I64 i64 => i64, |x| x != 0;
        F16 f16 => f32, |x: f16| x.is_finite() && x != f16::ZERO;
        F32 f32 => f32, |x: f32| x.is_finite() && x != 0.0;
        F64 f64 => f64, |x: f64| x.is_finite() && x != 0.0;
    };
    list.map_err(exception)
}

fn scattered() -> PyErr {
    PyValueError::new_err("expected a matrix whose rows lie one after the other")
}

fn of_cells<W: Weight>(
    exec: &Exec,
    nodes: usize,
    is_edge: impl Fn(usize) -> bool + Sync,
    weight: impl Fn(usize) -> W + Sync,
    objective: Objective,
) -> Result<AnyEdgeList, Error> {
    let keep = |cell: usize| {
        let (row, column) = (cell / nodes, cell % nodes);
        let mirror = column * nodes + row;
        if row == column || !is_edge(cell) {
            return false;
        }
        let keys = || (objective.key(weight(cell)), objective.key(weight(mirror)));
        !is_edge(mirror) || { keys().0 < keys().1 || keys().0 == keys().1 && row < column }
    };
    let edge = |cell| Edge::new(Node::new(cell / nodes), Node::new(cell % nodes), weight(cell));
    let edges = pack_map(exec, nodes * nodes, keep, edge)?;
    EdgeList::new(nodes, edges).map(Into::into)
}
