//! Ctrl-C: the program ends at once, and nothing half-written stays behind.
//!
//! Not every stage can be stopped from outside (a read from a pipe cannot), so nobody waits for it: whoever handles the
//! signal removes the temporary files of the outputs, and ends the process. All other threads leave the end to it, or
//! the process might be gone before the files are.

use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};

use boscage::exec::CancelToken;
use boscage::io::Output;

use crate::failure::{CANCELLED, say};

/// Whether a signal has come: whatever fails from then on is not worth telling.
static CAME: AtomicBool = AtomicBool::new(false);

/// On SIGINT and SIGTERM: cancels `token`, tidies up, and ends the process.
pub(crate) fn watch(token: CancelToken, tidy_up: impl Fn() + Send + 'static) {
    let handler = move || {
        CAME.store(true, Ordering::SeqCst);
        token.cancel();
        Output::discard_all();
        tidy_up();
        say("msf: cancelled");
        exit(CANCELLED.into());
    };
    // Where no handler can be set, the signal ends the process by itself.
    let _ = ctrlc::set_handler(handler);
}

/// Whether the process is being ended by a signal.
pub(crate) fn has_come() -> bool {
    CAME.load(Ordering::SeqCst)
}

/// Leaves the end of the process to whoever handles the signal.
pub(crate) fn wait_for_the_end() -> ! {
    loop {
        std::thread::park();
    }
}
