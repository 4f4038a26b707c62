//! Processor time of each thread.

use boscage::exec::Exec;

/// Returns the processor time of each thread of an [`Exec`] since its start, and then of this thread, in
/// seconds; `None` on systems without such a clock.
pub(crate) fn of_threads(exec: &Exec) -> Option<Vec<f64>> {
    let all = exec.install(|| rayon::broadcast(|_| of_this_thread()));
    all.into_iter().chain([of_this_thread()]).collect()
}

#[cfg(unix)]
fn of_this_thread() -> Option<f64> {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Some(time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9)
}

#[cfg(not(unix))]
fn of_this_thread() -> Option<f64> {
    None
}

/// Returns the processor time that each thread has used since an earlier call of [`of_threads`].
pub(crate) fn since(before: Option<Vec<f64>>, exec: &Exec) -> Option<Vec<f64>> {
    let (before, after) = before.zip(of_threads(exec))?;
    Some(before.into_iter().zip(after).map(|(before, after)| after - before).collect())
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::*;

    #[test]
    #[cfg_attr(not(unix), ignore = "this system has no such clock")]
    fn a_thread_that_works_uses_its_processor_and_one_that_waits_does_not() {
        let exec = Exec::new(2).unwrap();
        let before = of_threads(&exec);
        exec.install(|| {
            let begin = Instant::now();
            while begin.elapsed() < Duration::from_millis(50) {
                std::hint::spin_loop();
            }
        });
        let mut used = since(before, &exec).unwrap();
        used.sort_by(f64::total_cmp);
        let [_, idle, busy] = used[..] else { panic!("two threads and this one, not {used:?}") };
        assert!(idle < busy && busy > 0.001, "{used:?}");
    }
}
