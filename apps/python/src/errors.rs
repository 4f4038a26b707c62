//! Errors of the library as exceptions of Python.

use std::io::ErrorKind;
use std::path::PathBuf;

use boscage::Error;
use boscage::exec::Exec;
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// Numbers of errors on Linux and macOS.
const ENOENT: i32 = 2;
const EIO: i32 = 5;
const EACCES: i32 = 13;
const EISDIR: i32 = 21;

/// Returns the exception for an error.
pub(crate) fn exception(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Io { path, action, source } => {
            let number = source.raw_os_error().unwrap_or(match source.kind() {
                ErrorKind::NotFound => ENOENT,
                ErrorKind::PermissionDenied => EACCES,
                ErrorKind::IsADirectory => EISDIR,
                _ => EIO,
            });
            of_system(number, format!("cannot {action}: {source}"), path)
        }
        Error::OutOfMemory { .. } | Error::TooLarge { .. } => PyMemoryError::new_err(message),
        Error::Cancelled => PyKeyboardInterrupt::new_err(()),
        Error::Threads { threads, .. } if threads <= Exec::max_threads() => PyOSError::new_err(message),
        Error::OtherRank { .. } => PyRuntimeError::new_err(message),
        _ => PyValueError::new_err(message),
    }
}

/// Python creates the right subclass, `FileNotFoundError` and so on.
fn of_system(number: i32, message: String, path: PathBuf) -> PyErr {
    PyOSError::new_err((number, message, path.into_os_string()))
}
