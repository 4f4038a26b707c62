//! Time limits for tests of code that must end soon.

use std::sync::mpsc;
use std::time::Duration;

/// A loop that does not end is a failure, not a test that never ends.
pub(crate) fn ends(what: &str, test: impl FnOnce() + Send + 'static) {
    let (done, ended) = mpsc::channel();
    let thread = std::thread::spawn(move || {
        test();
        done.send(()).expect("the other side waits");
    });
    match ended.recv_timeout(Duration::from_secs(60)) {
        Err(mpsc::RecvTimeoutError::Timeout) => panic!("{what}: does not end"),
        _ => thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
    }
}

/// Returns when `condition` holds.
pub(crate) fn wait_until(condition: impl Fn() -> bool) {
    while !condition() {
        std::thread::sleep(Duration::from_micros(10));
    }
}
