//! One-dimensional NumPy arrays of the types that ids and weights may have, read a block at a time.

use std::ops::Range;

use half::f16;
use numpy::ndarray::{ArrayView1, Axis, Slice};
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;

/// What numbers of an array can become.
pub(crate) trait Value: Copy + Send + Sync {
    /// A node. What is negative becomes greater than any node; what is no integer, too.
    fn node(self) -> u64;

    /// For messages.
    fn words(self) -> String;
}

macro_rules! values {
    ($($type:ty: $value:ident => $node:expr;)*) => {$(
        impl Value for $type {
            #[inline]
            fn node(self) -> u64 {
                let $value = self;
                $node
            }

            fn words(self) -> String {
                self.to_string()
            }
        }
    )*};
}

values! {
    bool: x => u64::from(x);
    i8: x => i64::from(x) as u64;
    i16: x => i64::from(x) as u64;
    i32: x => i64::from(x) as u64;
    i64: x => x as u64;
    u8: x => u64::from(x);
    u16: x => u64::from(x);
    u32: x => u64::from(x);
    u64: x => x;
    f16: _x => u64::MAX;
    f32: _x => u64::MAX;
    f64: _x => u64::MAX;
}

macro_rules! columns {
    ($($variant:ident $type:ty, $name:literal;)*) => {
        /// An array, held.
        pub(crate) enum Column<'py> {
            $($variant(PyReadonlyArray1<'py, $type>),)*
        }

        /// An array, as threads read it.
        pub(crate) enum View<'a> {
            $($variant(ArrayView1<'a, $type>),)*
        }

        impl<'py> Column<'py> {
            /// An array of one of the types; `what` names it in messages.
            pub(crate) fn of(array: &Bound<'py, PyAny>, what: &str) -> PyResult<Self> {
                $(if let Ok(array) = array.cast::<PyArray1<$type>>() {
                    return Ok(Self::$variant(array.try_readonly()?));
                })*
                let found = match array.cast::<PyUntypedArray>() {
                    Ok(array) => format!("{} dimensions of {}", array.ndim(), array.dtype()),
                    Err(_) => array.get_type().to_string(),
                };
                Err(PyTypeError::new_err(format!("{what}: expected one dimension of numbers, found {found}")))
            }

            pub(crate) fn view(&self) -> View<'_> {
                match self {
                    $(Self::$variant(array) => View::$variant(array.as_array()),)*
                }
            }
        }

        impl View<'_> {
            pub(crate) fn len(&self) -> usize {
                match self {
                    $(Self::$variant(array) => array.len(),)*
                }
            }

            /// What the type is called.
            pub(crate) fn type_name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => $name,)*
                }
            }

            /// A number, for messages.
            pub(crate) fn words(&self, at: usize) -> String {
                match self {
                    $(Self::$variant(array) => array[at].words(),)*
                }
            }

            /// The numbers at some positions as nodes; what exceeds 32 bits becomes `u32::MAX`, which is
            /// none.
            pub(crate) fn nodes(&self, positions: Range<usize>, nodes: &mut [u32]) {
                match self {
                    $(Self::$variant(array) => copy(array, positions, nodes, |node, x| {
                        *node = x.node().min(u64::from(u32::MAX)) as u32;
                    }),)*
                }
            }
        }
    };
}

columns! {
    Bool bool, "bool";
    I8 i8, "int8";
    I16 i16, "int16";
    I32 i32, "int32";
    I64 i64, "int64";
    U8 u8, "uint8";
    U16 u16, "uint16";
    U32 u32, "uint32";
    U64 u64, "uint64";
    F16 f16, "float16";
    F32 f32, "float32";
    F64 f64, "float64";
}

impl View<'_> {
    /// Whether this can be a column of nodes.
    pub(crate) fn is_integer(&self) -> bool {
        !matches!(self, Self::Bool(_) | Self::F16(_) | Self::F32(_) | Self::F64(_))
    }
}

/// Puts the numbers at some positions of an array where they belong.
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
