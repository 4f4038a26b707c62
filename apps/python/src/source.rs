//! Edge lists made of NumPy arrays.
//!
//! Arrays are read by all threads while the calling thread keeps the GIL, a chunk of edges at a time. No
//! Python code runs meanwhile, so the arrays stay the same. Between two chunks, handlers of signals may run,
//! and so may other threads. So each chunk borrows the arrays again, which then must have their original type
//! and length ([`Column::hold`]). After the edge list has been made, the arrays are not used any more. (Code
//! that works without the GIL, such as NumPy's own, may change the numbers of an array at any time. Then a
//! number is the old one or the new one; each is checked after it was read.)
//!
//! Ends and weights are converted in blocks that fit the cache, so there is one loop per type, not one per
//! combination of types.

use std::cell::Cell;
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeId, EdgeList, FileData, LIMIT, Node};
use boscage::parallel::for_each_piece;
use boscage::{Error, memory};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::columns::{BLOCK, Column, Held, Kind, View, copy, in_chunks};
use crate::errors::exception;

/// Calls a macro with the variant of a type, and the type of weights that its numbers become.
macro_rules! by_type {
    ($kind:expr, $of_type:ident) => {
        match $kind {
            Kind::Bool => $of_type!(Bool, u32),
            Kind::U8 => $of_type!(U8, u32),
            Kind::U16 => $of_type!(U16, u32),
            Kind::U32 => $of_type!(U32, u32),
            Kind::U64 => $of_type!(U64, u64),
            Kind::I8 => $of_type!(I8, i32),
            Kind::I16 => $of_type!(I16, i32),
            Kind::I32 => $of_type!(I32, i32),
            Kind::I64 => $of_type!(I64, i64),
            Kind::F16 => $of_type!(F16, f32),
            Kind::F32 => $of_type!(F32, f32),
            Kind::F64 => $of_type!(F64, f64),
        }
    };
}

mod matrix;

pub(crate) use by_type;
pub(crate) use matrix::{SCATTERED, check_cells, dense};

/// Origin of the ends of edges.
pub(crate) enum Ends<'py> {
    /// A column of nodes.
    Column(Column<'py>),
    /// The nodes themselves.
    Nodes(Vec<u32>),
    /// The row whose range of positions contains an edge: the begin of each row, and the end of the last.
    Rows(Vec<u32>),
}

/// The ends of edges for threads.
enum EndsView<'a> {
    Column(View<'a>),
    Nodes(&'a [u32]),
    Rows(&'a [u32]),
}

/// The ends of edges, held.
enum HeldEnds<'py, 'a> {
    Column(Held<'py>),
    Nodes(&'a [u32]),
    Rows(&'a [u32]),
}

impl<'py> Ends<'py> {
    fn hold(&self) -> PyResult<HeldEnds<'py, '_>> {
        Ok(match self {
            Self::Column(column) => HeldEnds::Column(column.hold()?),
            Self::Nodes(nodes) => HeldEnds::Nodes(nodes),
            Self::Rows(offsets) => HeldEnds::Rows(offsets),
        })
    }
}

impl HeldEnds<'_, '_> {
    fn view(&self) -> EndsView<'_> {
        match self {
            Self::Column(held) => EndsView::Column(held.view()),
            Self::Nodes(nodes) => EndsView::Nodes(nodes),
            Self::Rows(offsets) => EndsView::Rows(offsets),
        }
    }
}

impl EndsView<'_> {
    fn nodes(&self, positions: Range<usize>, nodes: &mut [u32]) {
        match self {
            Self::Column(view) => view.nodes(positions, nodes),
            Self::Nodes(all) => nodes.copy_from_slice(&all[positions]),
            Self::Rows(offsets) => {
                let mut row = offsets.partition_point(|&begin| begin as usize <= positions.start) - 1;
                for (position, node) in positions.zip(nodes) {
                    while offsets[row + 1] as usize <= position {
                        row += 1;
                    }
                    *node = row as u32;
                }
            }
        }
    }

    fn words(&self, at: usize) -> String {
        if let Self::Column(view) = self {
            return view.words(at);
        }
        let mut node = [0];
        self.nodes(at..at + 1, &mut node);
        node[0].to_string()
    }
}

/// Checks a number of nodes.
pub(crate) fn count_nodes(nodes: u64) -> PyResult<usize> {
    Node::check_count(nodes).map_err(exception)
}

/// Returns the begins of the rows of a compressed matrix of `nodes` rows, checked: they ascend from 0.
pub(crate) fn rows<'py>(
    py: Python<'py>,
    exec: &Exec,
    nodes: usize,
    offsets: &Column<'py>,
) -> PyResult<Vec<u32>> {
    if !offsets.kind().is_integer() || offsets.len() != nodes + 1 {
        let (len, found) = (offsets.len(), offsets.kind().name());
        let message = format!("indptr: expected {} integers, found {len} of type {found}", nodes + 1);
        return Err(PyValueError::new_err(message));
    }
    let rows = offsets.nodes(py, exec)?;
    if rows[0] != 0 || !rows.is_sorted() || rows[nodes] as usize > LIMIT {
        let message = format!("indptr: expected numbers that ascend from 0 to at most {LIMIT}");
        return Err(PyValueError::new_err(message));
    }
    Ok(rows)
}

/// Returns the graph of `nodes` nodes whose `edges` edges have these ends and, if there are any, weights.
/// Weights of 64 bits become 32 bits wide if that changes none of them: NumPy's own types are wide, most
/// weights are not, and narrow ones are sorted faster.
pub(crate) fn list<'py>(
    py: Python<'py>,
    exec: &Exec,
    nodes: usize,
    edges: usize,
    ends: [Ends<'py>; 2],
    weights: Option<Column<'py>>,
) -> PyResult<AnyEdgeList> {
    list_from(py, exec, 0, nodes, edges, ends, weights)
}

/// Returns the same graph as [`list`]; messages count its edges from `first` on.
pub(crate) fn list_from<'py>(
    py: Python<'py>,
    exec: &Exec,
    first: u64,
    nodes: usize,
    edges: usize,
    ends: [Ends<'py>; 2],
    weights: Option<Column<'py>>,
) -> PyResult<AnyEdgeList> {
    EdgeId::check_count(edges as u64).map_err(exception)?;
    let source = Source { exec, first, nodes, edges, ends, weights };
    for (name, ends) in ["u", "v"].iter().zip(&source.ends) {
        let Ends::Column(column) = ends else { continue };
        if !column.kind().is_integer() {
            let message = format!("{name}: expected integers, found {}", column.kind().name());
            return Err(PyTypeError::new_err(message));
        }
        source.check_len(name, column.len())?;
    }
    let Some(weights) = &source.weights else { return source.list::<()>(py, |_, _, _| Ok(())) };
    source.check_len("w", weights.len())?;
    if let Some(list) = source.narrowed(py, weights)? {
        return Ok(list);
    }
    macro_rules! of_type {
        ($variant:ident, $weight:ty) => {
            source.list(py, |view, positions, edges| {
                let Some(View::$variant(array)) = view else { return Ok(()) };
                copy(array, positions, edges, |edge, x| edge.weight = <$weight>::from(x));
                Ok(())
            })
        };
    }
    by_type!(weights.kind(), of_type)
}

/// Returns a float that is an integer of 32 bits, except -0.0.
fn whole(x: f64) -> Option<i32> {
    Some(x as i32).filter(|&y| f64::from(y).to_bits() == x.to_bits())
}

/// Returns the equal float of 32 bits, if there is one.
fn half_as_wide(x: f64) -> Option<f32> {
    Some(x as f32).filter(|&y| f64::from(y) == x)
}

/// The source of the edges of a list.
struct Source<'py, 'a> {
    exec: &'a Exec,
    /// The number of the first edge in messages.
    first: u64,
    nodes: usize,
    edges: usize,
    ends: [Ends<'py>; 2],
    weights: Option<Column<'py>>,
}

/// Reason why an edge cannot be in a list.
enum Flaw {
    /// Its weight does not fit a narrower type.
    TooWide,
    /// It is wrong; the text is the reason.
    Wrong(String),
}

impl<'py> Source<'py, '_> {
    fn check_len(&self, name: &str, len: usize) -> PyResult<()> {
        if len == self.edges {
            return Ok(());
        }
        let message = format!("{name}: expected {} numbers, as in the first column, found {len}", self.edges);
        Err(PyValueError::new_err(message))
    }

    /// Returns the list whose weights `set_weights` reads from the column of weights.
    fn list<W: FileData>(
        &self,
        py: Python<'py>,
        set_weights: impl Fn(Option<&View<'_>>, Range<usize>, &mut [Edge<W>]) -> Result<(), Flaw> + Sync,
    ) -> PyResult<AnyEdgeList> {
        let list = self.list_if_narrow(py, set_weights)?;
        Ok(list.expect("weights have a place in a type as wide as theirs"))
    }

    /// Returns the list, or `None` if a weight is too wide.
    fn list_if_narrow<W: FileData>(
        &self,
        py: Python<'py>,
        set_weights: impl Fn(Option<&View<'_>>, Range<usize>, &mut [Edge<W>]) -> Result<(), Flaw> + Sync,
    ) -> PyResult<Option<AnyEdgeList>> {
        let mut edges = memory::zeroed::<Edge<W>>("the edge list", self.edges).map_err(exception)?;
        let mut is_narrow = true;
        in_chunks(py, self.edges, |chunk| {
            if !is_narrow {
                return Ok(());
            }
            let held = [self.ends[0].hold()?, self.ends[1].hold()?];
            let held_weights = self.weights.as_ref().map(Column::hold).transpose()?;
            let pairs =
                Pairs { first: self.first, nodes: self.nodes, views: held.each_ref().map(HeldEnds::view) };
            let weights = held_weights.as_ref().map(Held::view);
            // The flaw of the first edge that has one.
            let flaw = Mutex::new(None);
            let blocks = edges[chunk.clone()].chunks_mut(BLOCK).zip((chunk.start..).step_by(BLOCK));
            for_each_piece(self.exec, blocks, |(edges, start)| {
                let positions = start..start + edges.len();
                let set = pairs.set_ends(positions.clone(), edges);
                if let Err(found) = set.and_then(|()| set_weights(weights.as_ref(), positions, edges)) {
                    let mut flaw = flaw.lock().unwrap_or_else(PoisonError::into_inner);
                    if flaw.as_ref().is_none_or(|&(first, _)| start < first) {
                        *flaw = Some((start, found));
                    }
                }
            });
            match flaw.into_inner().unwrap_or_else(PoisonError::into_inner) {
                Some((_, Flaw::Wrong(message))) => return Err(PyValueError::new_err(message)),
                Some((_, Flaw::TooWide)) => is_narrow = false,
                None => {}
            }
            Ok(())
        })?;
        if !is_narrow {
            return Ok(None);
        }
        let list = EdgeList::new(self.nodes, edges).map_err(|error| match error {
            Error::NanWeight { edge } => Error::NanWeight { edge: edge + self.first as usize },
            other => other,
        });
        Ok(Some(list.map_err(exception)?.into()))
    }

    /// Returns the list with weights of 32 bits instead of 64, if all of them fit.
    fn narrowed(&self, py: Python<'py>, weights: &Column<'py>) -> PyResult<Option<AnyEdgeList>> {
        macro_rules! narrowed {
            ($variant:ident, $place:expr) => {{
                // If some do not fit, the first ones mostly show it.
                let begins_narrow = match weights.hold()?.view() {
                    View::$variant(array) => array.iter().take(BLOCK).all(|&x| $place(x).is_some()),
                    _ => false,
                };
                let set_weights = |view: Option<&View<'_>>, positions, edges: &mut [Edge<_>]| {
                    let Some(View::$variant(array)) = view else { return Ok(()) };
                    let is_narrow = Cell::new(true);
                    copy(array, positions, edges, |edge, x| match $place(x) {
                        Some(weight) => edge.weight = weight,
                        None => is_narrow.set(false),
                    });
                    if is_narrow.get() { Ok(()) } else { Err(Flaw::TooWide) }
                };
                if begins_narrow { self.list_if_narrow(py, set_weights) } else { Ok(None) }
            }};
        }
        match weights.kind() {
            Kind::I64 => narrowed!(I64, |x| i32::try_from(x).ok()),
            Kind::U64 => narrowed!(U64, |x| u32::try_from(x).ok()),
            Kind::F64 => match narrowed!(F64, whole)? {
                Some(list) => Ok(Some(list)),
                None => narrowed!(F64, half_as_wide),
            },
            _ => Ok(None),
        }
    }
}

/// The ends of some edges for threads.
struct Pairs<'a> {
    first: u64,
    nodes: usize,
    views: [EndsView<'a>; 2],
}

impl Pairs<'_> {
    /// Sets the ends of the edges at some positions.
    fn set_ends<W: FileData>(&self, positions: Range<usize>, edges: &mut [Edge<W>]) -> Result<(), Flaw> {
        let mut buffers = [[0; BLOCK]; 2];
        let [us, vs] = &mut buffers;
        let (us, vs) = (&mut us[..edges.len()], &mut vs[..edges.len()]);
        self.views[0].nodes(positions.clone(), us);
        self.views[1].nodes(positions.clone(), vs);
        let greatest = us.iter().zip(&*vs).fold(0, |most, (&u, &v)| most.max(u).max(v));
        if greatest as usize >= self.nodes {
            let exceeds = |node: u32| node as usize >= self.nodes;
            let first = us.iter().zip(&*vs).position(|(&u, &v)| exceeds(u) || exceeds(v));
            return Err(self.out_of_range(positions.start + first.unwrap_or(0)));
        }
        for (edge, (&u, &v)) in edges.iter_mut().zip(us.iter().zip(&*vs)) {
            (edge.u, edge.v) = (Node::from(u), Node::from(v));
        }
        Ok(())
    }

    fn out_of_range(&self, edge: usize) -> Flaw {
        let [u, v] = self.views.each_ref().map(|view| view.words(edge));
        let (edge, nodes) = (self.first + edge as u64, self.nodes);
        Flaw::Wrong(format!("edge {edge}, from {u} to {v}, is out of range: there are {nodes} nodes"))
    }
}
