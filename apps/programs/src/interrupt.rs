//! Signals: the program ends at once, without leaving a half-written file.
//!
//! | signal | what happens | exit code |
//! |---|---|---|
//! | SIGINT (Ctrl-C), SIGTERM, SIGHUP | the program ends | 128 + number: 130, 143, 129 |
//! | SIGXFSZ (`ulimit -f`) | the write fails with an ordinary error | as after an error |
//!
//! A signal that was ignored when the program started stays ignored: `nohup` and shells protect background
//! programs in this way. Linux lists these signals in `/proc`; on other systems none is assumed to be
//! ignored.
//!
//! Not every stage can be stopped from outside (a read from a pipe cannot), so the signal thread does not
//! wait: it removes the temporary files, ends the running child program, if any, and ends the process. All
//! other threads leave the exit to it; otherwise the process might end before the files are removed.
//!
//! A benchmark is different, because its results so far are worth keeping: the first signal stops it between
//! two runs.

use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};

use boscage::exec::CancelToken;
use boscage::io::Output;

use crate::show::say;
use crate::{child, scratch};

/// Exit code of the latest signal.
static CODE: AtomicU8 = AtomicU8::new(128);

/// The process is being ended: errors from then on are not reported.
static ENDING: AtomicBool = AtomicBool::new(false);

/// On a signal: cancels `token`, cleans up, and ends the process. `program` is the program's name in
/// messages.
pub fn watch(program: &'static str, token: CancelToken, tidy_up: impl Fn() + Send + 'static) {
    handle(move || {
        token.cancel();
        end(program, &tidy_up);
    });
}

/// On the first signal: cancels `token`, so that the code that checks it ends the program. On the second:
/// cleans up and ends the process.
pub fn watch_twice(program: &'static str, token: CancelToken, tidy_up: impl Fn() + Send + 'static) {
    handle(move || {
        if token.is_cancelled() {
            end(program, &tidy_up);
        }
        token.cancel();
    });
}

/// Calls `on_signal` for every signal that asks the process to end, on its own thread. If handlers cannot be
/// set, a signal ends the process by itself.
#[cfg(unix)]
pub fn handle(on_signal: impl Fn() + Send + 'static) {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored(&std::fs::read_to_string("/proc/self/status").unwrap_or_default());
    let wanted = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let wanted: Vec<i32> = wanted.collect();
    let (ready, handled) = std::sync::mpsc::channel();
    let wait = move || {
        let mut signals = Signals::new(wanted);
        drop(ready);
        for signal in signals.iter_mut().flat_map(Signals::forever) {
            CODE.store(128 + signal as u8, Ordering::SeqCst);
            on_signal();
        }
    };
    if std::thread::Builder::new().name("signals".to_owned()).spawn(wait).is_ok() {
        let _: Result<(), _> = handled.recv(); // until `ready` is dropped
    }
}

/// Does nothing: this system has no signals.
#[cfg(not(unix))]
pub fn handle(_: impl Fn() + Send + 'static) {}

/// Makes writes beyond the limit of file sizes fail with an error instead of ending the process.
pub fn refuse_large_files() {
    #[cfg(unix)]
    {
        // Any handler will do: with one, the write fails (EFBIG).
        let came = std::sync::Arc::new(AtomicBool::new(false));
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, came);
    }
}

/// Returns the signals that a process ignores, one bit per signal, from its `/proc/self/status`.
#[cfg(unix)]
fn ignored(status: &str) -> u64 {
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

fn end(program: &str, tidy_up: &impl Fn()) {
    ENDING.store(true, Ordering::SeqCst);
    Output::discard_all();
    child::end_running();
    scratch::remove_all();
    tidy_up();
    say(&format!("{program}: cancelled"));
    exit(code().into());
}

/// Returns the exit code of the latest signal.
pub fn code() -> u8 {
    CODE.load(Ordering::SeqCst)
}

/// Returns `true` if a signal is ending the process.
pub fn has_come() -> bool {
    ENDING.load(Ordering::SeqCst)
}

/// Waits until the signal thread ends the process.
pub fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn ignored_signals_are_those_of_the_mask() {
        assert_eq!(ignored("Name:\tmsf\nSigBlk:\t0000000000000002\nSigIgn:\t0000000000001001\n"), 0x1001);
        assert_eq!(ignored(""), 0);
    }
}
