//! Waiting for other ranks, without keeping a core from them.
//!
//! MPI waits by polling. If ranks and other programs have fewer cores than they could use, the awaited rank
//! may itself wait for the core that this rank keeps busy, until the system preempts this rank some
//! milliseconds later. So a rank polls for a moment, then it sleeps between two polls: a thread that has
//! slept gets a core again soon.
//!
//! `sched_yield`, an option of Open MPI, is no replacement: newer kernels put a thread that yields behind the
//! whole time slice of any other program on its core. On a host with two cores and two programs that compute,
//! `ghs` on 4,444 edges took two ranks 0.9 s without it, 5.8 s with it, and 0.4 s with this.

use std::thread::sleep;
use std::time::{Duration, Instant};

use mpi::request::{Request, Scope};

/// Time of polling without a pause: longer than a message takes between ranks that both run.
const LOOKING: Duration = Duration::from_micros(50);

/// Pause between two polls after that; Linux adds 50 microseconds.
const PAUSE: Duration = Duration::from_micros(10);

/// Returns the first value that `look` finds.
pub(crate) fn until<T>(mut look: impl FnMut() -> Option<T>) -> T {
    let mut begin = None;
    loop {
        if let Some(found) = look() {
            return found;
        }
        if begin.get_or_insert_with(Instant::now).elapsed() > LOOKING {
            sleep(PAUSE);
        }
    }
}

/// Waits until a request is complete.
pub(crate) fn complete<'a, D: ?Sized, S: Scope<'a>>(request: Request<'a, D, S>) {
    let mut waiting = Some(request);
    until(|| {
        waiting = waiting.take()?.test().err();
        waiting.is_none().then_some(())
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_found_at_the_first_look() {
        let mut looks = 0;
        let found = until(|| {
            looks += 1;
            Some(7)
        });
        assert_eq!((found, looks), (7, 1));
    }

    #[test]
    fn a_long_wait_leaves_the_core_to_others() {
        let (begin, mut looks) = (Instant::now(), 0_u128);
        let waited = until(|| {
            looks += 1;
            Some(begin.elapsed()).filter(|&waited| waited > Duration::from_millis(200))
        });
        // A poll takes some 50 ns: without pauses there would be millions.
        let pauses = waited.as_nanos() / PAUSE.as_nanos();
        assert!(looks < pauses + 10_000, "{looks} looks in {waited:?}");
    }
}
