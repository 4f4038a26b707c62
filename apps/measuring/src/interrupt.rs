//! Ctrl-C: the program ends at once, and nothing half-written stays behind.
//!
//! Not every stage can be stopped from outside (a read from a pipe cannot), so nobody waits for it: whoever handles the
//! signal removes the temporary files of the outputs, and ends the process. All other threads leave the end to it, or
//! the process might be gone before the files are.
//!
//! A benchmark is different: what it has measured is worth keeping. Its first signal stops it between two runs.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};

use boscage::exec::CancelToken;
use boscage::io::Output;

use crate::show::say;

/// Exit code after an interruption: 128 + SIGINT, as shells have it.
pub const CANCELLED: u8 = 130;

/// Whether a signal has come: whatever fails from then on is not worth telling.
static CAME: AtomicBool = AtomicBool::new(false);

/// On SIGINT and SIGTERM: cancels `token`, tidies up, and ends the process. `program` is how it calls itself.
pub fn watch(program: &'static str, token: CancelToken, tidy_up: impl Fn() + Send + 'static) {
    let handler = move || {
        token.cancel();
        end(program, &tidy_up);
    };
    // Where no handler can be set, the signal ends the process by itself.
    let _ = ctrlc::set_handler(handler);
}

/// On the first SIGINT or SIGTERM: cancels `token`, and leaves the end to whoever asks it. On the second, for those who
/// do not want to wait: tidies up and ends the process.
pub fn watch_twice(program: &'static str, token: CancelToken, tidy_up: impl Fn() + Send + 'static) {
    let handler = move || {
        if token.is_cancelled() {
            end(program, &tidy_up);
        }
        token.cancel();
    };
    let _ = ctrlc::set_handler(handler);
}

fn end(program: &str, tidy_up: &impl Fn()) {
    CAME.store(true, Ordering::SeqCst);
    Output::discard_all();
    tidy_up();
    say(&format!("{program}: cancelled"));
    exit(CANCELLED.into());
}

/// Whether the process is being ended by a signal.
pub fn has_come() -> bool {
    CAME.load(Ordering::SeqCst)
}

/// Leaves the end of the process to whoever handles the signal.
pub fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}
