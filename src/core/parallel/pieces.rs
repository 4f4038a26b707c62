//! Loops over pieces of work, each large enough to keep a thread busy for a while.
//!
//! Nearly all other loops of this crate are built on this one. It calls a function by reference with the
//! number of each piece, and is not generic, so it is compiled once. rayon's loops are compiled again for
//! each pair of an iterator and a closure, three thousand lines of intermediate code each time. A piece is
//! some thousands of items; compared with that, a call by reference and an uncontended lock cost nothing.
//! If items may be few and heavy, as in `do_all`, and for sorting, rayon splits the work.

use std::ops::Range;

use rayon::prelude::*;

use crate::contention::{Contention, Section};
use crate::exec::{Exec, scope};
use crate::mutex::Mutex;

/// Pieces per thread from which on a thread takes one piece at a time, so that no thread waits long for
/// another one.
const PER_THREAD: usize = 1 << 6;

/// Calls `work` with every number below `count`, and returns when all calls have ended.
fn run(exec: &Exec, count: usize, work: &(dyn Fn(usize) + Sync)) {
    if count <= 1 || exec.threads() == 1 {
        return (0..count).for_each(work); // by the caller alone
    }
    let scope = scope::current().of_operator();
    let work = |i| {
        let _entered = scope::enter(scope);
        work(i);
    };
    exec.install(|| {
        if Contention::is_counted() {
            return deal(exec, count, work);
        }
        exec.keep_awake();
        let at_once = count / (PER_THREAD * rayon::current_num_threads());
        (0..count).into_par_iter().with_max_len(at_once.max(1)).for_each(work);
    });
}

/// Assigns the calls to the simulated workers of a program that counts contention.
fn deal(exec: &Exec, count: usize, work: impl Fn(usize)) {
    let mut section = Section::begin(exec.threads());
    (0..count).for_each(|i| section.piece(i, || work(i)));
    exec.records().add_section(section);
}

/// As [`run`], and returns the results in the order of the numbers.
fn run_map<R: Send>(exec: &Exec, count: usize, work: &(dyn Fn(usize) -> R + Sync)) -> Vec<R> {
    let results: Vec<_> = (0..count).map(|_| Mutex::new(None)).collect();
    run(exec, count, &|i| {
        let result = work(i);
        *results[i].lock() = Some(result);
    });
    results.into_iter().map(|result| result.into_inner().expect("every number has had its call")).collect()
}

/// Pieces that are taken by their numbers, each once.
struct Pieces<P>(Vec<Mutex<Option<P>>>);

impl<P: Send> Pieces<P> {
    /// Appends pieces in a plain loop: folds and size hints would be compiled for every iterator.
    fn extend(&mut self, pieces: impl Iterator<Item = P>) {
        for piece in pieces {
            self.push(piece);
        }
    }

    fn push(&mut self, piece: P) {
        self.0.push(Mutex::new(Some(piece)));
    }

    fn take(&self, i: usize) -> P {
        self.0[i].lock().take().expect("a piece is taken once")
    }

    fn for_each(&self, exec: &Exec, work: &(dyn Fn(P) + Sync)) {
        run(exec, self.0.len(), &|i| work(self.take(i)));
    }

    fn map<R: Send>(&self, exec: &Exec, work: &(dyn Fn(P) -> R + Sync)) -> Vec<R> {
        run_map(exec, self.0.len(), &|i| work(self.take(i)))
    }
}

/// Calls `work` with every piece, on all threads of the pool, in no particular order, and returns when all
/// calls have ended. The calling thread handles a single piece itself.
///
/// Each piece costs a lock and a call by reference, so it should take some microseconds: pass the chunks of a
/// slice, not its elements.
///
/// # Panics
/// If `work` does; pieces that have not begun by then may be handled or not.
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let mut squares: Vec<usize> = (0..10_000).collect();
/// boscage::parallel::for_each_piece(&exec, squares.chunks_mut(1 << 12), |chunk| {
///     chunk.iter_mut().for_each(|i| *i *= *i);
/// });
/// assert_eq!(squares[9_999], 99_980_001);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn for_each_piece<P: Send>(exec: &Exec, pieces: impl IntoIterator<Item = P>, work: impl Fn(P) + Sync) {
    share_out(exec, pieces.into_iter(), &work);
}

fn share_out<P: Send>(exec: &Exec, mut pieces: impl Iterator<Item = P>, work: &(dyn Fn(P) + Sync)) {
    let Some(first) = pieces.next() else { return };
    let Some(second) = pieces.next() else { return work(first) }; // nothing to be allocated
    let mut all = Pieces(Vec::new());
    all.push(first);
    all.push(second);
    all.extend(pieces);
    all.for_each(exec, work);
}

/// Returns the results of `work` in the order of the pieces; otherwise as [`for_each_piece`].
///
/// # Panics
/// As [`for_each_piece`].
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let numbers: Vec<u64> = (0..10_000).collect();
/// let sum = |chunk: &[u64]| chunk.iter().sum::<u64>();
/// let sums = boscage::parallel::map_pieces(&exec, numbers.chunks(1 << 12), sum);
/// assert_eq!((sums.len(), sum(&sums)), (3, 49_995_000));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn map_pieces<P: Send, R: Send>(
    exec: &Exec,
    pieces: impl IntoIterator<Item = P>,
    work: impl Fn(P) -> R + Sync,
) -> Vec<R> {
    let mut all = Pieces(Vec::new());
    all.extend(pieces.into_iter());
    all.map(exec, &work)
}

/// Calls `work` with consecutive ranges of the positions `0..len`, of `block` positions each; the last range
/// may be shorter. Otherwise as [`for_each_piece`]. It allocates no memory.
///
/// # Panics
/// If `block` is 0, or if `work` panics.
///
/// # Examples
/// ```
/// use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
/// let exec = boscage::exec::Exec::new(2)?;
///
/// let even = AtomicUsize::new(0);
/// boscage::parallel::for_each_block(&exec, 10_000, 1 << 12, |positions| {
///     even.fetch_add(positions.filter(|i| i % 2 == 0).count(), Relaxed);
/// });
/// assert_eq!(even.into_inner(), 5_000);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn for_each_block(exec: &Exec, len: usize, block: usize, work: impl Fn(Range<usize>) + Sync) {
    run(exec, len.div_ceil(block), &|i| work(nth_block(i, len, block)));
}

/// Returns the results of `work` in the order of the blocks; otherwise as [`for_each_block`].
///
/// # Panics
/// As [`for_each_block`].
///
/// # Examples
/// ```
/// let exec = boscage::exec::Exec::new(2)?;
/// let blocks = boscage::parallel::map_blocks(&exec, 10_000, 1 << 12, |positions| positions.len());
/// assert_eq!(blocks, [4096, 4096, 1808]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn map_blocks<R: Send>(
    exec: &Exec,
    len: usize,
    block: usize,
    work: impl Fn(Range<usize>) -> R + Sync,
) -> Vec<R> {
    run_map(exec, len.div_ceil(block), &|i| work(nth_block(i, len, block)))
}

fn nth_block(i: usize, len: usize, block: usize) -> Range<usize> {
    let start = i * block;
    start..start + block.min(len - start)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    fn on_threads(threads: usize, f: impl FnOnce(&Exec)) {
        f(&Exec::new(threads).unwrap());
    }

    #[test]
    fn every_piece_is_worked_on_once_and_results_are_in_order() {
        for (threads, count) in (1..=3).flat_map(|threads| [0, 1, 2, 3, 64, 129, 1000].map(|n| (threads, n)))
        {
            on_threads(threads, |exec| {
                let mut times = vec![0; count];
                for_each_piece(exec, &mut times, |times| *times += 1);
                assert_eq!(times, vec![1; count]);
                let strings: Vec<String> = (0..count).map(|i| i.to_string()).collect();
                assert_eq!(map_pieces(exec, strings.clone(), |string| string), strings);
                let times: Vec<AtomicU32> = (0..count).map(|_| AtomicU32::new(0)).collect();
                for_each_block(exec, count, 7, |block| {
                    assert!(block.len() == 7 || block.end == count);
                    times[block].iter().for_each(|times| assert_eq!(times.fetch_add(1, Relaxed), 0));
                });
                assert!(times.into_iter().all(|times| times.into_inner() == 1));
                assert!(map_blocks(exec, count, 7, |block| block).into_iter().flatten().eq(0..count));
            });
        }
    }

    #[test]
    fn a_single_piece_stays_with_the_caller() {
        let (exec, caller) = (&Exec::new(2).unwrap(), std::thread::current().id());
        for_each_piece(exec, [()], |()| assert_eq!(std::thread::current().id(), caller));
        for_each_block(exec, 5, 5, |_| assert_eq!(std::thread::current().id(), caller));
        assert_eq!(map_pieces(exec, [()], |()| std::thread::current().id()), [caller]);
    }

    #[test]
    fn a_panic_goes_on_to_the_caller_and_what_is_left_is_dropped() {
        for count in [1, 2, 500] {
            let token = std::sync::Arc::new(());
            let pieces = vec![token.clone(); count];
            on_threads(3, |exec| {
                let fails = |_| panic!("no piece is any good");
                let unwound = catch_unwind(AssertUnwindSafe(|| for_each_piece(exec, pieces, fails)));
                assert_eq!(unwound.unwrap_err().downcast_ref(), Some(&"no piece is any good"));
            });
            assert_eq!(std::sync::Arc::strong_count(&token), 1);
        }
    }
}
