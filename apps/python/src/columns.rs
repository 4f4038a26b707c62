//! One-dimensional NumPy arrays of the types that ids and weights may have.
//!
//! An array belongs to Python: whenever Python code runs, the array may get other memory, another length or
//! another type. So a [`Column`] only names an array. [`Column::hold`] checks it and borrows its memory, and
//! each borrow ends before Python code runs again: [`in_chunks`] reads some positions at a time, and checks
//! for signals, whose handlers are Python code, in between.
//!
//! A view of a resized array looks as before, but its memory is gone. So an array is held only while it lies
//! within the memory of the array that owns the memory.

use std::ops::Range;

use boscage::exec::Exec;
use boscage::memory;
use boscage::parallel::for_each_piece;
use half::f16;
use numpy::ndarray::{ArrayView1, Axis, Slice};
use numpy::{
    Element, PyArray1, PyArrayDyn, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::exception;

mod value;

pub(crate) use value::Value;

/// Number of values that are converted together, because they fit the cache.
pub(crate) const BLOCK: usize = 1 << 12;

/// Number of values that are read within milliseconds, between two checks for signals.
pub(crate) const CHUNK: usize = 1 << 20;

/// An array of Python's, with its original type and length.
pub(crate) struct Column<'py> {
    array: Bound<'py, PyAny>,
    /// The array that owns the memory: the same one, unless it is a view.
    owner: Bound<'py, PyUntypedArray>,
    what: &'static str,
    kind: Kind,
    len: usize,
}

macro_rules! columns {
    ($($variant:ident $type:ty, $name:literal;)*) => {
        /// The type of the numbers of an array.
        #[derive(Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Kind {
            $($variant,)*
        }

        /// The memory of an array, borrowed.
        pub(crate) enum Held<'py> {
            $($variant(PyReadonlyArray1<'py, $type>),)*
        }

        /// The memory of an array for threads.
        pub(crate) enum View<'a> {
            $($variant(ArrayView1<'a, $type>),)*
        }

        impl Kind {
            /// Returns NumPy's name of the type.
            pub(crate) fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }

            /// Returns the type of a one-dimensional array.
            fn of(array: &Bound<'_, PyAny>) -> Option<Self> {
                $(if array.cast::<PyArray1<$type>>().is_ok() {
                    return Some(Self::$variant);
                })*
                None
            }
        }

        impl<'py> Column<'py> {
            /// Borrows the memory of the array. The borrow must end before Python code may run.
            ///
            /// # Errors
            /// `ValueError` if the array has another type or length than at first, or its memory is gone.
            pub(crate) fn hold(&self) -> PyResult<Held<'py>> {
                let owned = bytes_of_any(&self.owner);
                match self.kind {
                    $(Kind::$variant => match self.array.cast::<PyArray1<$type>>() {
                        Ok(array) if array.len() == self.len && is_within(array, owned) => {
                            Ok(Held::$variant(array.try_readonly()?))
                        }
                        _ => Err(self.changed()),
                    },)*
                }
            }
        }

        impl Held<'_> {
            pub(crate) fn view(&self) -> View<'_> {
                match self {
                    $(Self::$variant(array) => View::$variant(array.as_array()),)*
                }
            }
        }

        impl View<'_> {
            /// Returns a number, for messages.
            pub(crate) fn words(&self, at: usize) -> String {
                match self {
                    $(Self::$variant(array) => array[at].words(),)*
                }
            }

            pub(crate) fn is_zero(&self, at: usize) -> bool {
                match self {
                    $(Self::$variant(array) => array[at] == <$type>::default(),)*
                }
            }

            pub(crate) fn float(&self, at: usize) -> f64 {
                match self {
                    $(Self::$variant(array) => array[at].float(),)*
                }
            }

            /// Stores the numbers at some positions as they are; negative ones become 2^63 and more.
            pub(crate) fn numbers(&self, positions: Range<usize>, numbers: &mut [u64]) {
                match self {
                    $(Self::$variant(array) => copy(array, positions, numbers, |number, x| {
                        *number = x.node();
                    }),)*
                }
            }

            /// Stores the numbers at some positions as floats.
            fn floats(&self, positions: Range<usize>, floats: &mut [f64]) {
                match self {
                    $(Self::$variant(array) => copy(array, positions, floats, |float, x| {
                        *float = x.float();
                    }),)*
                }
            }

            /// Stores the numbers at some positions as nodes. Numbers beyond 32 bits become `u32::MAX`, which
            /// is no node.
            pub(crate) fn nodes(&self, positions: Range<usize>, nodes: &mut [u32]) {
                match self {
                    $(Self::$variant(array) => copy(array, positions, nodes, |node, x| {
                        *node = x.node().min(u64::from(u32::MAX)) as u32;
                    }),)*
                }
            }
        }

        /// Returns the memory of an array of any of the types, and of any number of dimensions.
        fn bytes_of_any(array: &Bound<'_, PyUntypedArray>) -> Option<Range<usize>> {
            $(if let Ok(array) = array.cast::<PyArrayDyn<$type>>() {
                return Some(bytes(array));
            })*
            None
        }
    };
}

// In the order in which they are tried: the usual ones first.
columns! {
    I64 i64, "int64";
    F64 f64, "float64";
    I32 i32, "int32";
    F32 f32, "float32";
    U32 u32, "uint32";
    U64 u64, "uint64";
    Bool bool, "bool";
    I8 i8, "int8";
    I16 i16, "int16";
    U8 u8, "uint8";
    U16 u16, "uint16";
    F16 f16, "float16";
}

impl Kind {
    /// Returns `true` if numbers of the type may be negative.
    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Self::I8 | Self::I16 | Self::I32 | Self::I64)
    }

    /// Returns `true` if an array of the type can be a column of nodes.
    pub(crate) fn is_integer(self) -> bool {
        !matches!(self, Self::Bool | Self::F16 | Self::F32 | Self::F64)
    }
}

impl<'py> Column<'py> {
    /// Creates a column of an array of one of the types; `what` names it in messages. A view whose base is of
    /// another type, such as records, is copied.
    pub(crate) fn of(array: &Bound<'py, PyAny>, what: &'static str) -> PyResult<Self> {
        let Some(kind) = Kind::of(array) else {
            let found = match array.cast::<PyUntypedArray>() {
                Ok(array) => format!("{} dimensions of {}", array.ndim(), array.dtype()),
                Err(_) => array.get_type().to_string(),
            };
            let message = format!("{what}: expected one dimension of numbers, found {found}");
            return Err(PyTypeError::new_err(message));
        };
        let mut array = array.clone();
        let mut owner = owner(&array)?;
        if bytes_of_any(&owner).is_none() {
            array = array.call_method0("copy")?;
            owner = array.cast::<PyUntypedArray>()?.clone();
        }
        let len = array.len()?;
        Ok(Self { array, owner, what, kind, len })
    }

    pub(crate) fn len(&self) -> usize {
        self.len
    }

    pub(crate) fn kind(&self) -> Kind {
        self.kind
    }

    /// Returns all numbers as nodes; those beyond 32 bits are `u32::MAX`.
    ///
    /// # Errors
    /// As [`Self::hold`], and the exception of a signal.
    pub(crate) fn nodes(&self, py: Python<'py>, exec: &Exec) -> PyResult<Vec<u32>> {
        self.copied(py, exec, |view, positions, nodes| view.nodes(positions, nodes))
    }

    /// Returns all numbers as they are; negative ones become 2^63 and more.
    ///
    /// # Errors
    /// As [`Self::nodes`].
    pub(crate) fn numbers(&self, py: Python<'py>, exec: &Exec) -> PyResult<Vec<u64>> {
        self.copied(py, exec, |view, positions, numbers| view.numbers(positions, numbers))
    }

    /// Returns all numbers as the nearest floats.
    ///
    /// # Errors
    /// As [`Self::nodes`].
    pub(crate) fn floats(&self, py: Python<'py>, exec: &Exec) -> PyResult<Vec<f64>> {
        self.copied(py, exec, |view, positions, floats| view.floats(positions, floats))
    }

    /// Returns all numbers, which are floats of single precision; otherwise zeros.
    ///
    /// # Errors
    /// As [`Self::nodes`].
    pub(crate) fn singles(&self, py: Python<'py>, exec: &Exec) -> PyResult<Vec<f32>> {
        self.copied(py, exec, |view, positions, singles| {
            if let View::F32(array) = view {
                copy(array, positions, singles, |single, x| *single = x);
            }
        })
    }

    fn copied<T: bytemuck::Zeroable + Send>(
        &self,
        py: Python<'py>,
        exec: &Exec,
        copy: impl Fn(&View<'_>, Range<usize>, &mut [T]) + Sync,
    ) -> PyResult<Vec<T>> {
        let mut copied = memory::zeroed("a column", self.len).map_err(exception)?;
        in_chunks(py, self.len, |chunk| {
            let held = self.hold()?;
            let view = held.view();
            let blocks = copied[chunk.clone()].chunks_mut(BLOCK).zip((chunk.start..).step_by(BLOCK));
            for_each_piece(exec, blocks, |(block, start)| {
                copy(&view, start..start + block.len(), block);
            });
            Ok(())
        })?;
        Ok(copied)
    }

    fn changed(&self) -> PyErr {
        PyValueError::new_err(format!("{}: the array was changed while it was read", self.what))
    }
}

/// Reads the positions below `len`, chunk by chunk, and checks for signals after each chunk. The work must
/// not run Python code while it holds memory of Python's, and must not hold any when it returns.
///
/// # Errors
/// The exception of a signal, or else that of the work.
pub(crate) fn in_chunks(
    py: Python<'_>,
    len: usize,
    work: impl FnMut(Range<usize>) -> PyResult<()>,
) -> PyResult<()> {
    in_chunks_of(py, len, CHUNK, work)
}

/// Reads as [`in_chunks`] does, but with chunks of another length: such as rows, which are longer.
pub(crate) fn in_chunks_of(
    py: Python<'_>,
    len: usize,
    chunk: usize,
    mut work: impl FnMut(Range<usize>) -> PyResult<()>,
) -> PyResult<()> {
    for start in (0..len).step_by(chunk) {
        let result = work(start..(start + chunk).min(len));
        py.check_signals()?;
        result?;
    }
    Ok(())
}

/// Returns the array that owns the memory of an array. Between a view and its base there may be other
/// objects.
fn owner<'py>(array: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    /// Bases of bases, of which NumPy makes no more than two or three.
    const MOST: usize = 100;

    let (mut object, mut owner) = (array.clone(), array.cast::<PyUntypedArray>()?.clone());
    for _ in 0..MOST {
        match object.getattr("base") {
            Ok(base) if !base.is_none() => object = base,
            _ => break,
        }
        if let Ok(array) = object.cast::<PyUntypedArray>() {
            owner = array.clone();
        }
    }
    Ok(owner)
}

/// Returns `true` if an array is aligned, and lies within some memory.
fn is_within<T: Element>(array: &Bound<'_, PyArray1<T>>, memory: Option<Range<usize>>) -> bool {
    let bytes = bytes(array.as_any().cast::<PyArrayDyn<T>>().expect("any number of dimensions will do"));
    let is_aligned = bytes.start.is_multiple_of(align_of::<T>())
        && array.strides().iter().all(|stride| stride.unsigned_abs().is_multiple_of(align_of::<T>()));
    let is_inside = |memory: Range<usize>| memory.start <= bytes.start && bytes.end <= memory.end;
    is_aligned && (bytes.is_empty() || memory.is_some_and(is_inside))
}

/// Returns the addresses of an array, from the lowest on.
fn bytes<T: Element>(array: &Bound<'_, PyArrayDyn<T>>) -> Range<usize> {
    let first = array.data() as usize;
    if array.is_empty() {
        return first..first;
    }
    let (mut below, mut above) = (0, size_of::<T>());
    for (&len, &stride) in array.shape().iter().zip(array.strides()) {
        let side = if stride < 0 { &mut below } else { &mut above };
        *side += (len - 1) * stride.unsigned_abs();
    }
    first - below..first + above
}

/// Copies the numbers at some positions of an array.
#[inline]
pub(crate) fn copy<T: Copy, U>(
    array: &ArrayView1<'_, T>,
    positions: Range<usize>,
    to: &mut [U],
    put: impl Fn(&mut U, T),
) {
    let part = array.slice_axis(Axis(0), Slice::from(positions));
    match part.as_slice() {
        Some(part) => to.iter_mut().zip(part).for_each(|(to, &from)| put(to, from)),
        None => to.iter_mut().zip(part).for_each(|(to, &from)| put(to, from)),
    }
}
