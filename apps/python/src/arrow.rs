//! Columns of Arrow, which pandas, polars, pyarrow and others hand over without a copy.
//!
//! An object with a column has a method `__arrow_c_stream__`, which returns a capsule: the
//! [C stream interface](https://arrow.apache.org/docs/format/CStreamInterface.html) of its arrays.
#![allow(unsafe_code)]

use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayAccessor, ArrayRef, downcast_integer_array};
use arrow_schema::DataType;
use boscage::Result;
use boscage::exec::Exec;
use boscage::io::TextNames;
use boscage::memory;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::columns::in_chunks;
use crate::errors::exception;
use crate::names::{Ids, encode, missing, not_negative};

/// The method of an object that has a column.
const METHOD: &str = "__arrow_c_stream__";

/// Returns the arrays of a column, one after the other; `None` if the object has none.
pub(crate) fn arrays(column: &Bound<'_, PyAny>) -> PyResult<Option<Vec<ArrayRef>>> {
    if !column.hasattr(METHOD)? {
        return Ok(None);
    }
    let capsule = column.call_method0(METHOD)?.cast_into::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: A capsule with this name has such a stream, which is valid as long as the capsule. The reader
    // moves the stream out of it.
    let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) };
    let arrays = reader.and_then(Iterator::collect);
    arrays.map(Some).map_err(|error| PyValueError::new_err(error.to_string()))
}

/// Returns the names in the arrays of a column, which messages call `what`.
pub(crate) fn ids(
    py: Python<'_>,
    exec: &Exec,
    texts: &TextNames,
    what: &str,
    arrays: &[ArrayRef],
) -> PyResult<Ids> {
    let len = arrays.iter().map(|array| array.len()).sum();
    check(what, arrays)?;
    match arrays.iter().find(|array| !array.is_empty()).map(plain) {
        Some(DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View) => {
            let mut codes = memory::zeroed("a column", len).map_err(exception)?;
            let mut rest = &mut codes[..];
            for array in arrays {
                let (these, after) = rest.split_at_mut(array.len());
                text_codes(py, exec, texts, array, these)?;
                rest = after;
            }
            Ok(Ids::Codes(codes))
        }
        Some(kind) if kind.is_integer() => {
            let mut numbers = memory::reserve("a column", len).map_err(exception)?;
            arrays.iter().for_each(|array| append(array, &mut numbers));
            not_negative(what, kind.is_signed_integer(), numbers).map(Ids::Numbers)
        }
        None => Ok(Ids::Numbers(Vec::new())),
        Some(kind) => {
            let message = format!("{what}: expected integers or strings, found {kind}");
            Err(PyTypeError::new_err(message))
        }
    }
}

/// The type of the values of an array, which may be a dictionary.
fn plain(array: &ArrayRef) -> &DataType {
    match array.data_type() {
        DataType::Dictionary(_, values) => values,
        kind => kind,
    }
}

/// Refuses missing values.
fn check(what: &str, arrays: &[ArrayRef]) -> PyResult<()> {
    let mut begin = 0;
    for array in arrays {
        let nulls = array.logical_nulls().filter(|nulls| nulls.null_count() > 0);
        if let Some(row) = nulls.and_then(|nulls| (0..nulls.len()).find(|&row| nulls.is_null(row))) {
            return Err(missing(what, begin + row, "a missing value"));
        }
        begin += array.len();
    }
    Ok(())
}

/// Appends the values of an array of integers.
#[allow(clippy::unnecessary_cast)] // of one of the types
fn append(array: &ArrayRef, numbers: &mut Vec<u64>) {
    downcast_integer_array! {
        array => numbers.extend(array.values().iter().map(|&value| value as i64 as u64)),
        DataType::Dictionary(_, _) if !array.is_empty() => {
            let (dictionary, mut values) = (array.as_any_dictionary(), Vec::new());
            append(dictionary.values(), &mut values);
            numbers.extend(dictionary.normalized_keys().into_iter().map(|key| values[key]));
        }
        _ => {}
    }
}

/// Stores the codes of an array of texts.
fn text_codes(
    py: Python<'_>,
    exec: &Exec,
    texts: &TextNames,
    array: &ArrayRef,
    codes: &mut [u32],
) -> PyResult<()> {
    if array.is_empty() {
        return Ok(());
    }
    let Some(dictionary) = array.as_any_dictionary_opt() else {
        return in_chunks(py, codes.len(), |chunk| {
            encode_array(exec, texts, array, &mut codes[chunk.clone()], |at| chunk.start + at)
                .map_err(exception)
        });
    };
    // Values that do not occur name no nodes.
    let (keys, values) = (dictionary.normalized_keys(), dictionary.values());
    let mut code_of = memory::zeroed("a dictionary", values.len()).map_err(exception)?;
    keys.iter().for_each(|&key| code_of[key] = 1);
    let used: Vec<usize> = (0..values.len()).filter(|&value| code_of[value] == 1).collect();
    let mut of_used = memory::zeroed("a dictionary", used.len()).map_err(exception)?;
    encode_array(exec, texts, values, &mut of_used, |at| used[at]).map_err(exception)?;
    used.iter().zip(of_used).for_each(|(&value, code)| code_of[value] = code);
    codes.iter_mut().zip(keys).for_each(|(code, key)| *code = code_of[key]);
    Ok(())
}

/// Stores the codes of some texts of an array; `place` gives the place of each.
fn encode_array(
    exec: &Exec,
    texts: &TextNames,
    array: &ArrayRef,
    codes: &mut [u32],
    place: impl Fn(usize) -> usize + Sync,
) -> Result<()> {
    fn of<'a>(
        exec: &Exec,
        texts: &TextNames,
        array: impl ArrayAccessor<Item = &'a str> + Copy + Sync,
        codes: &mut [u32],
        place: impl Fn(usize) -> usize + Sync,
    ) -> Result<()> {
        encode(exec, texts, codes, |at| array.value(place(at)))
    }
    match array.data_type() {
        DataType::Utf8 => of(exec, texts, array.as_string::<i32>(), codes, place),
        DataType::LargeUtf8 => of(exec, texts, array.as_string::<i64>(), codes, place),
        _ => of(exec, texts, array.as_string_view(), codes, place),
    }
}
