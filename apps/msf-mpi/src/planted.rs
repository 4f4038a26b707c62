//! Planted faults for the tests: `BOSCAGE_MPI_FAULT=KIND@RANK@STEP`, if the program has the feature `faults`.
//!
//! | kind | effect on the rank in the step |
//! |---|---|
//! | `panic` | panics |
//! | `thread` | panics on a thread of the framework |
//! | `exit` | ends with code 3 |
//! | `kill` | sends itself SIGKILL |
//! | `stop` | sends itself SIGSTOP |
//! | `sleep` | sleeps for a minute |
//! | `error` | returns an error, on which no other rank has agreed |
//! | `agreed` | returns an error, on which all ranks agree |

use std::sync::OnceLock;

use boscage::{Error, Result};
use signal_hook::consts::{SIGKILL, SIGSTOP};
use signal_hook::low_level::raise;

static RANK: OnceLock<usize> = OnceLock::new();

/// Stores the rank of this process.
pub(crate) fn prepare(rank: usize) {
    RANK.get_or_init(|| rank);
}

/// Returns `true` if a fault of this kind is planted here.
fn is_planted(kind: &str, step: &str) -> bool {
    let Ok(wanted) = std::env::var("BOSCAGE_MPI_FAULT") else { return false };
    RANK.get().is_some_and(|rank| wanted == format!("{kind}@{rank}@{step}"))
}

/// Faults without a result.
pub(crate) fn at(step: &str, round: u64) {
    if is_planted("panic", step) {
        panic!("a panic on purpose in round {round}");
    }
    if is_planted("exit", step) {
        std::process::exit(3);
    }
    if is_planted("kill", step) {
        raise(SIGKILL).expect("a signal to oneself");
    }
    if is_planted("stop", step) {
        raise(SIGSTOP).expect("a signal to oneself");
    }
    if is_planted("sleep", step) {
        std::thread::sleep(std::time::Duration::from_secs(60));
    }
    if is_planted("thread", step) {
        let exec = boscage::exec::Exec::new(2).expect("two threads");
        exec.install(|| -> () { panic!("a panic on purpose on another thread") });
    }
}

/// Returns the planted error, if there is one.
pub(crate) fn error(kind: &str, step: &str) -> Result<()> {
    match is_planted(kind, step) {
        true => Err(Error::argument("the fault", "none", kind)),
        false => Ok(()),
    }
}
