//! Edge data as bytes.
//!
//! Much code moves the data of edges without reading them. If it were generic over their type, it would be
//! compiled again for each type, in every crate that uses it. So it takes [`Word`]s instead: bytes of the
//! same size and alignment. There are three of them, for all weights and for no data, and their code is
//! compiled once, in this crate. Data with other layouts use generic code.
#![allow(unsafe_code)]

use std::mem::{ManuallyDrop, MaybeUninit};

use super::group::{InRows, group_of};
use super::non_isolated::renumber;
use super::origin::Origin;
use super::rows::{AllRows, Rows};
use super::to_edges::edges_of;
use super::{Arcs, Edge, EdgeData, Node};
use crate::Result;
use crate::exec::Exec;

/// Bytes in place of data, initialised or not, and the functions that move them.
pub(super) trait Word: EdgeData {
    fn group(
        exec: &Exec,
        nodes: usize,
        origin: Origin<'_, Self>,
        order: InRows,
        with_ids: bool,
    ) -> Result<Rows<Self>>;

    fn edges_of(
        exec: &Exec,
        rows: AllRows<'_, Self>,
        count: usize,
        is_directed: bool,
    ) -> Result<Vec<Edge<Self>>>;

    fn renumber(exec: &Exec, edges: &[Edge<Self>]) -> Result<(Vec<Edge<Self>>, Vec<Node>)>;
}

macro_rules! words {
    ($($word:ty)*) => {$(
        // Not generic, so compiled here.
        impl Word for MaybeUninit<$word> {
            fn group(
                exec: &Exec,
                nodes: usize,
                origin: Origin<'_, Self>,
                order: InRows,
                with_ids: bool,
            ) -> Result<Rows<Self>> {
                group_of(exec, nodes, origin, order, with_ids)
            }

            fn edges_of(
                exec: &Exec,
                rows: AllRows<'_, Self>,
                count: usize,
                is_directed: bool,
            ) -> Result<Vec<Edge<Self>>> {
                edges_of(exec, rows, count, is_directed)
            }

            fn renumber(exec: &Exec, edges: &[Edge<Self>]) -> Result<(Vec<Edge<Self>>, Vec<Node>)> {
                renumber(exec, edges)
            }
        }
    )*};
}

words! { () u32 u64 }

/// Evaluates an expression with a name for the [`Word`] with the layout of the data, or another expression if
/// there is none.
macro_rules! with_word {
    ($data:ty, $word:ident => $body:expr, else $other:expr) => {
        if const { $crate::graph::words::is_laid_out_as::<$data, ()>() } {
            type $word = std::mem::MaybeUninit<()>;
            $body
        } else if const { $crate::graph::words::is_laid_out_as::<$data, u32>() } {
            type $word = std::mem::MaybeUninit<u32>;
            $body
        } else if const { $crate::graph::words::is_laid_out_as::<$data, u64>() } {
            type $word = std::mem::MaybeUninit<u64>;
            $body
        } else {
            $other
        }
    };
}

pub(super) use with_word;

/// Returns whether values of both types have the same size and alignment.
pub(super) const fn is_laid_out_as<E, T>() -> bool {
    size_of::<E>() == size_of::<T>() && align_of::<E>() == align_of::<T>()
}

/// Returns the edges with words in place of their data.
pub(super) fn edges<E: EdgeData, T: Word>(edges: &[Edge<E>]) -> &[Edge<T>] {
    assert!(is_laid_out_as::<E, T>());
    let words = std::ptr::from_ref(edges) as *const [Edge<T>];
    // SAFETY: an edge is `repr(C)`, so the layout of its data determines its own. Any bytes are a word.
    unsafe { &*words }
}

/// Returns the rows with words in place of their data.
pub(super) fn rows<E: EdgeData, T: Word>(rows: AllRows<'_, E>) -> AllRows<'_, T> {
    assert!(is_laid_out_as::<E, T>());
    let AllRows { offsets, arcs: Arcs { targets, data, ids } } = rows;
    let data = std::ptr::from_ref(data) as *const [T];
    // SAFETY: the layout is the same. Any bytes are a word.
    let data = unsafe { &*data };
    AllRows { offsets, arcs: Arcs { targets, data, ids } }
}

/// Converts rows back to those with data.
///
/// # Safety
/// Every word is a copy of a value of type `E`.
pub(super) unsafe fn rows_back<E: EdgeData, T: Word>(rows: Rows<T>) -> Rows<E> {
    assert!(is_laid_out_as::<E, T>());
    let Rows { offsets, max_degree, targets, data, ids } = rows;
    // SAFETY: the layout is the same, and the words are values, as the caller promises.
    Rows { offsets, max_degree, targets, data: unsafe { vec_back(data) }, ids }
}

/// Converts edges back to those with data.
///
/// # Safety
/// As for [`rows_back`].
pub(super) unsafe fn edges_back<E: EdgeData, T: Word>(edges: Vec<Edge<T>>) -> Vec<Edge<E>> {
    assert!(is_laid_out_as::<E, T>());
    // SAFETY: the layout is the same, as edges are `repr(C)`, and the words are values, as the caller
    // promises.
    unsafe { vec_back(edges) }
}

/// Converts a vector into one of another element type.
///
/// # Safety
/// The layout is the same, and all elements are values of the other type.
unsafe fn vec_back<T, E>(vec: Vec<T>) -> Vec<E> {
    let mut vec = ManuallyDrop::new(vec);
    let (start, len, capacity) = (vec.as_mut_ptr().cast(), vec.len(), vec.capacity());
    // SAFETY: the parts are those of a vector that is not dropped; the rest is what the caller promises.
    unsafe { Vec::from_raw_parts(start, len, capacity) }
}
