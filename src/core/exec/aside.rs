//! Waiting for another pool without doing other work meanwhile.
//!
//! A thread of a pool that waits for another pool takes further tasks of its own, on top of its stack. If
//! these wait for the other pool, too, the stack grows with the number of tasks. So when much of it is used,
//! a new thread enters the other pool, and the thread of the pool sleeps until that one has ended.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::thread;

/// Bytes of its stack that a thread uses for tasks which it does while it waits: a quarter of what threads
/// have by default.
const DEEP: usize = 1 << 19;

/// Runs `f`, which waits for another pool: on a new thread if the calling one belongs to a pool and has used
/// much of its stack.
pub(super) fn run(f: &mut (dyn FnMut() + Send)) {
    let is_done = is_deep()
        && thread::scope(|scope| {
            let Ok(thread) = thread::Builder::new().spawn_scoped(scope, &mut *f) else { return false };
            thread.join().map_or_else(|payload| resume_unwind(payload), |()| true)
        });
    if !is_done {
        f();
    }
}

/// Returns `true` if the thread belongs to a pool and has used much of its stack since it first called this.
fn is_deep() -> bool {
    thread_local! {
        static FIRST: Cell<usize> = const { Cell::new(0) };
    }
    let here = 0_u8;
    let here = std::ptr::from_ref(&here).addr(); // stacks grow downwards
    FIRST.set(FIRST.get().max(here));
    FIRST.get() - here > DEEP && rayon::current_thread_index().is_some()
}
