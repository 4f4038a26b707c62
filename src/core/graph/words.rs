//! Edge data of which only the size matters.
//!
//! Much code moves the data of edges and never looks at them. If it were generic over their type, it would be
//! compiled again for each type, in every crate that uses it. So it takes *words* instead: bytes of the same
//! size and alignment, whatever they mean. There are three kinds of words, for all weights and for no data,
//! and code for these is compiled once, in this crate. Data of other layouts stay what they are.
#![allow(unsafe_code)]

use std::mem::{ManuallyDrop, MaybeUninit};

use super::EdgeData;
use super::rows::{AllRows, Rows};
use super::{Arcs, Edge};

/// Bytes in the place of a `T`, initialised or not.
pub(super) type Word<T> = MaybeUninit<T>;

/// Whether values of both types have the same size and alignment.
pub(super) const fn is_laid_out_as<E, T>() -> bool {
    size_of::<E>() == size_of::<T>() && align_of::<E>() == align_of::<T>()
}

/// Edges with words in the place of their data.
pub(super) fn edges<E: EdgeData, T: EdgeData>(edges: &[Edge<E>]) -> &[Edge<Word<T>>] {
    assert!(is_laid_out_as::<E, T>());
    let words = std::ptr::from_ref(edges) as *const [Edge<Word<T>>];
    // SAFETY: an edge is `repr(C)`, so the layout of its data determines its own. Any bytes are a word.
    unsafe { &*words }
}

/// Rows with words in the place of their data.
pub(super) fn rows<E: EdgeData, T: EdgeData>(rows: AllRows<'_, E>) -> AllRows<'_, Word<T>> {
    assert!(is_laid_out_as::<E, T>());
    let AllRows { offsets, arcs: Arcs { targets, data, ids } } = rows;
    let data = std::ptr::from_ref(data) as *const [Word<T>];
    // SAFETY: the layout is the same. Any bytes are a word.
    let data = unsafe { &*data };
    AllRows { offsets, arcs: Arcs { targets, data, ids } }
}

/// Rows with the data that their words stand for.
///
/// # Safety
/// Every word is a copy of a value of type `E`.
pub(super) unsafe fn rows_back<E: EdgeData, T: EdgeData>(rows: Rows<Word<T>>) -> Rows<E> {
    assert!(is_laid_out_as::<E, T>());
    let Rows { offsets, max_degree, targets, data, ids } = rows;
    // SAFETY: the layout is the same, and the words are values, as the caller promises.
    Rows { offsets, max_degree, targets, data: unsafe { vec_back(data) }, ids }
}

/// Edges with the data that their words stand for.
///
/// # Safety
/// As for [`rows_back`].
pub(super) unsafe fn edges_back<E: EdgeData, T: EdgeData>(edges: Vec<Edge<Word<T>>>) -> Vec<Edge<E>> {
    assert!(is_laid_out_as::<E, T>());
    // SAFETY: the layout is the same, as edges are `repr(C)`, and the words are values, as the caller promises.
    unsafe { vec_back(edges) }
}

/// The same vector, its elements of another type.
///
/// # Safety
/// The layout is the same, and all elements are values of the other type.
unsafe fn vec_back<T, E>(vec: Vec<T>) -> Vec<E> {
    let mut vec = ManuallyDrop::new(vec);
    let (start, len, capacity) = (vec.as_mut_ptr().cast(), vec.len(), vec.capacity());
    // SAFETY: the parts are those of a vector that nobody drops; the rest is what the caller promises.
    unsafe { Vec::from_raw_parts(start, len, capacity) }
}
