//! Ctrl-C: the program ends at once, and nothing half-written stays behind.
//!
//! Not every stage can be stopped from outside (a read from a pipe cannot), so nobody waits for it: whoever handles the
//! signal takes the open outputs away, which removes their temporary files, and ends the process. Only while these are
//! being written they cannot be taken; then the token stops the writing.

use std::process::exit;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

use boscage::exec::CancelToken;

use crate::failure::{CANCELLED, say};

/// Whether a signal has come: whatever fails from then on is not worth telling.
static CAME: AtomicBool = AtomicBool::new(false);

/// On SIGINT and SIGTERM: cancels `token`, tidies up, and ends the process.
pub(crate) fn watch(token: CancelToken, tidy_up: impl Fn() + Send + 'static) {
    let handler = move || {
        CAME.store(true, Ordering::SeqCst);
        token.cancel();
        tidy_up();
        end();
    };
    // Where no handler can be set, the signal ends the process by itself.
    let _ = ctrlc::set_handler(handler);
}

/// Whether the process is being ended by a signal.
pub(crate) fn has_come() -> bool {
    CAME.load(Ordering::SeqCst)
}

/// Says that the run was cancelled, once, and ends the process.
pub(crate) fn end() -> ! {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        say("msf: cancelled");
        exit(CANCELLED.into());
    });
    unreachable!("whoever comes second waits for the first, which does not return")
}
