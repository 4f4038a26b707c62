//! State that the threads of a loop share: one part per thread, combined afterwards.

use super::Exec;
use crate::sync::{Bag, PerThread, Reducer};

impl Exec {
    /// Creates a [`PerThread`]: one value per thread, created by `init` when the thread first needs it. For
    /// scratch memory, counts, random number generators.
    ///
    /// Any thread may use it, but it is fastest on the threads of this `Exec`.
    #[must_use]
    pub fn per_thread<T: Send, F: Fn() -> T + Sync>(&self, init: F) -> PerThread<T, F> {
        PerThread::new(self.threads(), init)
    }

    /// Creates a [`Reducer`]: a value to which all threads contribute by `combine`, starting with `identity`.
    /// For a sum, a minimum, a histogram. `combine(identity, x)` must be `x`.
    ///
    /// Any thread may use it, but it is fastest on the threads of this `Exec`.
    #[must_use]
    pub fn reducer<T: Clone + Send + Sync, F: Fn(T, T) -> T + Sync>(
        &self,
        identity: T,
        combine: F,
    ) -> Reducer<T, F> {
        Reducer::new(self.threads(), identity, combine)
    }

    /// Creates an empty [`Bag`], into which all threads put items.
    ///
    /// Any thread may use it, but it is fastest on the threads of this `Exec`.
    #[must_use]
    pub fn bag<T: Send>(&self) -> Bag<T> {
        Bag::new(self.threads())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::Arc;

    use super::*;

    /// Runs `f` at the same time on every thread of two pools, one of them that of `exec`, and on three
    /// threads of no pool.
    fn everywhere(exec: &Exec, f: impl Fn() + Sync) {
        let other = Exec::new(2).unwrap();
        std::thread::scope(|scope| {
            for pool in [exec, &other] {
                scope.spawn(|| pool.install(|| rayon::broadcast(|_| f())));
            }
            for _ in 0..3 {
                scope.spawn(&f);
            }
        });
    }

    #[test]
    fn threads_of_two_pools_and_of_none_contribute_to_one_reducer() {
        for threads in [1, 2, 3] {
            let exec = Exec::new(threads).unwrap();
            let (mut sum, mut longest) = (exec.reducer(0, |a, b| a + b), exec.reducer(0, usize::max));
            for _ in 0..20 {
                everywhere(&exec, || {
                    (0..1000).for_each(|i| sum.add(i));
                    sum.update(|sum| *sum += 1);
                    longest.update(|longest| *longest = 7);
                });
                let expected = (2 + 3 + threads as u64) * 499_501;
                assert_eq!((sum.value(), longest.reset()), (expected, 7));
                assert_eq!((sum.reset(), sum.value(), longest.value()), (expected, 0, 0));
            }
            assert_eq!((sum.finish(), longest.finish()), (0, 0));
        }
    }

    #[test]
    fn a_thread_of_the_pool_keeps_its_value() {
        let exec = Exec::new(2).unwrap();
        let mut counts = exec.per_thread(|| 0);
        for _ in 0..10 {
            exec.install(|| rayon::broadcast(|_| (0..100).for_each(|_| counts.with(|count| *count += 1))));
        }
        assert!(counts.values().map(|count| std::mem::replace(count, 5)).eq([1000, 1000]));
        assert_eq!(counts.reset(), [5, 5]);
        assert_eq!(counts.values().count(), 0);
        everywhere(&exec, || counts.with(|count| *count += 1));
        assert_eq!(counts.into_values().sum::<i32>(), 7);
    }

    /// The list of spare values is not locked while the user's code runs, so two threads that use spare
    /// values can wait for each other.
    #[test]
    fn threads_without_a_slot_may_wait_for_each_other() {
        let (exec, others) = (Exec::new(1).unwrap(), Exec::new(2).unwrap());
        let sum = exec.reducer(0, |a, b| a + b);
        exec.install(|| sum.add(1)); // the slot of a pool's first thread is taken
        let met = std::sync::Barrier::new(2);
        others.install(|| {
            rayon::broadcast(|_| {
                sum.update(|sum| {
                    met.wait();
                    *sum += 10;
                });
            })
        });
        assert_eq!(sum.finish(), 21);
    }

    #[test]
    fn a_panic_within_leaves_all_usable() {
        let exec = Exec::new(1).unwrap();
        let (mut sum, counts) =
            (exec.reducer(0, |a: u32, b| a.checked_add(b).expect("no overflow")), exec.per_thread(|| 0));
        everywhere(&exec, || {
            sum.add(1);
            let panicked = catch_unwind(AssertUnwindSafe(|| sum.update(|_| panic!("within"))));
            assert_eq!(panicked.unwrap_err().downcast_ref::<&str>(), Some(&"within"));
            catch_unwind(AssertUnwindSafe(|| counts.with(|_| panic!("within")))).unwrap_err();
            counts.with(|count| *count += 1);
        });
        assert_eq!((sum.value(), counts.into_values().sum::<u32>()), (6, 6));
        // The values passed to a `combine` that panics are lost.
        catch_unwind(AssertUnwindSafe(|| sum.add(u32::MAX))).unwrap_err();
        sum.add(5);
        assert_eq!(sum.finish(), 5);
    }

    #[test]
    fn values_that_cannot_be_made_are_asked_for_again() {
        let exec = Exec::new(1).unwrap();
        let asked = std::sync::atomic::AtomicUsize::new(0);
        let values = exec.per_thread(|| {
            let asked = asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            assert!(asked > 0, "not yet");
            asked
        });
        catch_unwind(AssertUnwindSafe(|| values.with(|value| *value))).unwrap_err();
        assert_eq!(values.with(|value| *value), 1);
    }

    #[test]
    fn what_is_put_in_a_bag_comes_out_once_or_is_dropped() {
        let exec = Exec::new(2).unwrap();
        let item = Arc::new(());
        let mut bag = exec.bag();
        let insert_100 = |bag: &Bag<(Arc<()>, String)>| {
            everywhere(&exec, || {
                for i in 0..100 {
                    bag.insert((Arc::clone(&item), format!("item {i}")));
                }
            });
        };
        for _ in 0..3 {
            insert_100(&bag);
            assert_eq!((bag.len(), Arc::strong_count(&item)), (700, 701));
            let mut names: Vec<_> = bag.take().unwrap().into_iter().map(|(_, name)| name).collect();
            assert_eq!((bag.len(), Arc::strong_count(&item)), (0, 1));
            names.sort_unstable();
            assert!(names.chunk_by(|a, b| a == b).all(|same| same.len() == 7));
        }
        insert_100(&bag);
        drop(bag);
        assert_eq!(Arc::strong_count(&item), 1);
    }

    #[test]
    fn a_bag_that_cannot_have_more_room_keeps_what_it_has() {
        let mut bag = Exec::current().bag();
        bag.insert(5_u64);
        let refused = bag.reserve(usize::MAX / 16).unwrap_err().to_string();
        assert!(refused.ends_with(" for items of a bag"), "{refused}");
        bag.reserve(100).unwrap();
        assert!(!bag.is_empty());
        assert_eq!(bag.into_vec().unwrap(), [5]);
    }
}
