//! The processors on which threads run.

#[cfg(target_os = "linux")]
use rustix::thread::{CpuSet, sched_getaffinity, sched_getcpu, sched_setaffinity};

/// Returns the processor on which the calling thread runs, if it is known.
pub(super) fn of_this_thread() -> Option<usize> {
    #[cfg(target_os = "linux")]
    return Some(sched_getcpu());
    #[cfg(not(target_os = "linux"))]
    None
}

/// Moves the calling thread away from a processor, if it runs there and may run elsewhere. Its affinity is
/// restored afterwards.
pub(super) fn leave(place: Option<usize>) {
    #[cfg(target_os = "linux")]
    if let Some(place) = place.filter(|&place| place < CpuSet::MAX_CPU && place == sched_getcpu())
        && let Ok(allowed) = sched_getaffinity(None)
    {
        let mut others = allowed;
        others.unset(place);
        // Fails if there are no others.
        if sched_setaffinity(None, &others).is_ok() {
            let _ = sched_setaffinity(None, &allowed);
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = place;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    /// The scheduler may move the thread back at once, so half of the moves are enough.
    #[test]
    fn a_thread_leaves_its_processor_and_may_return() {
        let allowed = sched_getaffinity(None).unwrap();
        let leaves = || {
            let place = of_this_thread();
            leave(place);
            of_this_thread() != place
        };
        let left = (0..100).filter(|_| leaves()).count();
        assert!(left >= 50 || allowed.count() == 1, "left {left} times of 100");
        assert!(sched_getaffinity(None).unwrap() == allowed);
        leave(of_this_thread().map(|place| place + 1));
        assert!(sched_getaffinity(None).unwrap() == allowed, "another's processor");
    }
}
