//! An allocator that counts what the whole process allocates, and refuses blocks when asked to.

use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr::null_mut;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};

use boscage::{Error, Result};

#[global_allocator]
pub(crate) static COUNTED: Counted = Counted {
    live: AtomicUsize::new(0),
    peak: AtomicUsize::new(0),
    refused: AtomicUsize::new(0),
    before: AtomicUsize::new(0),
};

/// The system's allocator. Counts bytes.
pub(crate) struct Counted {
    live: AtomicUsize,
    peak: AtomicUsize,
    /// The size of which one block is refused; none has size 0.
    refused: AtomicUsize,
    /// Number of blocks of this size that are granted before.
    before: AtomicUsize,
}

impl Counted {
    fn add(&self, bytes: usize) {
        let live = self.live.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(live, Relaxed);
    }

    fn subtract(&self, bytes: usize) {
        self.live.fetch_sub(bytes, Relaxed);
    }

    fn refuses(&self, size: usize) -> bool {
        size == self.refused.load(SeqCst) && self.before.fetch_sub(1, SeqCst) == 0
    }

    /// The most bytes that there were at a time while `f` ran, beside those before. Its result counts.
    pub(crate) fn peak_of<R>(&self, f: impl FnOnce() -> Result<R>) -> usize {
        let before = self.live.load(Relaxed);
        self.peak.store(before, Relaxed);
        let result = f().unwrap();
        let peak = self.peak.load(Relaxed);
        drop(result);
        peak - before
    }

    /// Runs `f` again and again, with the first block of this size refused, then the second, and so on, until
    /// there are no more. Returns what the blocks were for.
    pub(crate) fn refused<R>(&self, size: usize, f: impl Fn() -> Result<R>) -> Vec<&'static str> {
        let mut refused = Vec::new();
        for before in 0.. {
            self.before.store(before, SeqCst);
            self.refused.store(size, SeqCst);
            let outcome = f();
            self.refused.store(0, SeqCst);
            match outcome {
                Ok(_) => break,
                Err(Error::OutOfMemory { what, .. }) => refused.push(what),
                Err(error) => panic!("{error}"),
            }
        }
        refused
    }
}

// SAFETY: every call is passed on to the system's allocator as it is, or refused, which is allowed; to count
// does not allocate.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return null_mut();
        }
        self.add(layout.size());
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return null_mut();
        }
        self.add(layout.size());
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if self.refuses(size) {
            return null_mut();
        }
        // Large blocks are not copied: their pages are moved.
        if size > layout.size() {
            self.add(size - layout.size());
        } else {
            self.subtract(layout.size() - size);
        }
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        self.subtract(layout.size());
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.dealloc(block, layout) }
    }
}
