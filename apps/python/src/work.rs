//! Work without the GIL, which Ctrl-C ends.
//!
//! Work of a few milliseconds is done by the calling thread. Other work runs on separate threads and owns all
//! its data. The calling thread waits without the GIL, and checks for signals several times a second. If the
//! handler of a signal raises, the work is cancelled, and the exception goes to the caller after a short
//! wait. Stages that cannot be cancelled, such as a sort, run on for a while, and free their memory when they
//! end.
//!
//! The threads of a pool start when work first needs them. Each call has its own pool, which is kept for
//! later calls when all its work has ended: work that runs on after an interrupt delays no other call. A
//! process that `os.fork` has made has none of the threads of its parent, so it has its own pools.

use std::any::Any;
use std::ops::Deref;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;
use std::{mem, process, thread};

use boscage::Error;
use boscage::exec::{CancelToken, Exec};
use pyo3::exceptions::{PyOSError, PyOverflowError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors::exception;

/// Nodes and edges that work passes once or a few times within some milliseconds.
const SHORT: usize = 1 << 17;

/// Number of idle pools that are kept: the latest ones.
const KEPT: usize = 4;

/// Interval of checks for signals.
const LOOK: Duration = Duration::from_millis(40);

/// Time that cancelled work has to end.
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
                let most = Exec::max_threads();
                PyValueError::new_err(format!("threads: expected from 1 to {most}, found {}", &*argument))
            } else {
                let found = argument.get_type();
                PyTypeError::new_err(format!("threads: expected a whole number or None, found {found}"))
            }
        })
    }
}

/// The idle pools, and the process that owns them. A held lock is never waited for: in a forked process its
/// owner may be a thread that does not exist.
static IDLE: Mutex<(u32, Vec<Exec>)> = Mutex::new((0, Vec::new()));

/// The threads of a call. After all clones are dropped, other calls may use them.
#[derive(Clone)]
pub(crate) struct Team(Arc<Pool>);

struct Pool {
    exec: Exec,
    process: u32,
}

impl Deref for Team {
    type Target = Exec;

    fn deref(&self) -> &Exec {
        &self.0.exec
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        let idle = self.exec.with_same_threads();
        if self.process != process::id() {
            mem::forget(idle); // its threads are the parent's: there is nothing to be ended
        } else if let Some(mut pools) = idle_pools() {
            pools.1.insert(0, idle);
            pools.1.truncate(KEPT);
        }
    }
}

/// Returns the idle pools of this process, unless another thread holds the lock.
fn idle_pools() -> Option<MutexGuard<'static, (u32, Vec<Exec>)>> {
    let mut pools = IDLE.try_lock().ok()?;
    if pools.0 != process::id() {
        mem::forget(mem::take(&mut pools.1));
        pools.0 = process::id();
    }
    Some(pools)
}

/// Returns the threads of a call: the requested number, or one per processor.
pub(crate) fn threads(threads: Threads) -> PyResult<Team> {
    // Negative numbers are refused like 0, with their own value.
    let count = |threads: i64| {
        let expected = |_| Error::argument("threads", "at least 1", threads);
        usize::try_from(threads).map_err(expected)
    };
    threads.0.map_or_else(|| Ok(Exec::processors()), count).and_then(team).map_err(exception)
}

fn team(threads: usize) -> boscage::Result<Team> {
    let idle = idle_pools().and_then(|mut pools| {
        let at = pools.1.iter().position(|exec| exec.threads() == threads)?;
        Some(pools.1.remove(at))
    });
    let exec = idle.map_or_else(|| Exec::new(threads), Ok)?;
    Ok(Team(Arc::new(Pool { exec, process: process::id() })))
}

/// Runs a task on the threads of a team, without the GIL. It passes a few times over `size` nodes and edges;
/// `usize::MAX` means that it may take longer than that.
///
/// # Errors
/// The exception of the task's error, or of a signal.
pub(crate) fn run<T: Send + 'static>(
    py: Python<'_>,
    team: &Team,
    size: usize,
    work: impl FnOnce(&Exec) -> boscage::Result<T> + Send + 'static,
) -> PyResult<T> {
    if size <= SHORT {
        return ended(py.detach(|| at_work(team, size, work)));
    }
    let (token, team) = (CancelToken::new(), team.clone());
    let exec = team.with_token(token.clone());
    let (done, mut outcome) = channel();
    let all = move || {
        let result = at_work(&exec, size, work);
        drop((exec, team));
        // The caller may be gone.
        let _ = done.send(result);
    };
    let started = thread::Builder::new().name("boscage".to_owned()).spawn(all);
    started.map_err(|error| PyOSError::new_err(format!("cannot start a thread: {error}")))?;
    loop {
        match wait(py, &mut outcome, LOOK) {
            Ok(result) => return ended(result),
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

/// The result of work, or the panic that ended it.
type Outcome<T> = thread::Result<boscage::Result<T>>;

/// Runs work within the pool, if it is large enough: so nothing starts separate threads.
fn at_work<T: Send>(
    exec: &Exec,
    size: usize,
    work: impl FnOnce(&Exec) -> boscage::Result<T> + Send,
) -> Outcome<T> {
    catch_unwind(AssertUnwindSafe(|| exec.install_for(size, || work(exec))))
}

fn ended<T>(outcome: Outcome<T>) -> PyResult<T> {
    outcome.map_err(|panic| PyRuntimeError::new_err(words(&*panic)))?.map_err(exception)
}

/// Waits without the GIL.
fn wait<T: Send>(py: Python<'_>, outcome: &mut Receiver<T>, time: Duration) -> Result<T, RecvTimeoutError> {
    py.detach(move || {
        let outcome: &mut Receiver<T> = outcome;
        outcome.recv_timeout(time)
    })
}

/// Returns the message of a panic.
fn words(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    format!("a fault in boscage: {text}")
}
