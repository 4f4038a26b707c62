//! Work without the GIL, which Ctrl-C ends.
//!
//! The work runs on threads of its own and owns all that it needs. The thread that called waits without the
//! GIL, and looks for signals several times a second. If there is one whose handler raises, the work is
//! cancelled, and the exception goes to the caller after a short wait. Stages that cannot be cancelled, such
//! as a sort, go on for a while with nobody to wait for them, and free their memory when they end.
//!
//! Threads live as long as one call. So a process that `os.fork` has made, which has none of the threads of
//! its parent, can call everything.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

use boscage::Error;
use boscage::exec::{CancelToken, Exec};
use pyo3::exceptions::{PyOSError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::exception;

/// How often signals are looked for.
const LOOK: Duration = Duration::from_millis(40);

/// How long work that has been cancelled may take to end.
const END: Duration = Duration::from_millis(100);

/// The argument `threads`: a number of threads, or none.
#[derive(Clone, Copy, Default)]
pub(crate) struct Threads(Option<i64>);

impl Threads {
    /// One thread.
    pub(crate) fn one() -> Self {
        Self(Some(1))
    }
}

impl<'py> FromPyObject<'_, 'py> for Threads {
    type Error = PyErr;

    fn extract(argument: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if argument.is_none() {
            return Ok(Self(None));
        }
        argument.extract().map(|threads| Self(Some(threads))).map_err(|error: PyErr| {
            if error.is_instance_of::<PyOverflowError>(argument.py()) {
                let most = Exec::most();
                PyValueError::new_err(format!("threads: expected from 1 to {most}, found {}", &*argument))
            } else {
                let found = argument.get_type();
                PyTypeError::new_err(format!("threads: expected a whole number or None, found {found}"))
            }
        })
    }
}

/// The threads of a call: as many as wanted, or as there are processors.
pub(crate) fn threads(threads: Threads) -> PyResult<Exec> {
    // What is negative is refused as 0 is, by its own name.
    let count = |threads: i64| {
        let expected = |_| Error::argument("threads", "at least 1", threads);
        usize::try_from(threads).map_err(expected).and_then(Exec::new)
    };
    threads.0.map_or_else(Exec::available, count).map_err(exception)
}

/// Runs something on the threads of `exec`, without the GIL.
///
/// # Errors
/// The exception of what it returns, or of a signal that has come.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    exec: &Exec,
    work: impl FnOnce(&Exec) -> boscage::Result<T> + Send + 'static,
) -> PyResult<T> {
    let token = CancelToken::new();
    let exec = exec.with_token(token.clone());
    let (done, mut outcome) = channel();
    let all = move || {
        // Within the pool, so that nothing starts threads of its own.
        let result = catch_unwind(AssertUnwindSafe(|| exec.install(|| work(&exec))));
        drop(exec);
        // The caller may have gone.
        let _ = done.send(result);
    };
    let started = thread::Builder::new().name("boscage".to_owned()).spawn(all);
    started.map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
    loop {
        match wait(py, &mut outcome, LOOK) {
            Ok(Ok(result)) => return result.map_err(exception),
            Ok(Err(panic)) => return Err(PyRuntimeError::new_err(words(&*panic))),
            Err(RecvTimeoutError::Disconnected) => return Err(PyRuntimeError::new_err("a thread has ended")),
            Err(RecvTimeoutError::Timeout) => {
                if let Err(raised) = py.check_signals() {
                    token.cancel();
                    let _ = wait(py, &mut outcome, END);
                    return Err(raised);
                }
            }
        }
    }
}

/// Waits without the GIL.
fn wait<T: Send>(py: Python<'_>, outcome: &mut Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    py.detach(move || {
        let outcome: &mut Receiver<T> = outcome;
        outcome.recv_timeout(time)
    })
}

/// What a panic says.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    format!("a fault in boscage: {text}")
}
