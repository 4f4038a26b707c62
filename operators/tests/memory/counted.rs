//! An allocator that counts the bytes of the whole process, and refuses blocks on request.

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

/// The system's allocator, with counters of bytes.
pub(crate) struct Counted {
    live: AtomicUsize,
    peak: AtomicUsize,
    /// The size of the block that is refused; no block has size 0.
    refused: AtomicUsize,
    /// Number of blocks of this size that are granted before that.
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

    /// Returns the peak memory in bytes while `f` runs, beside the memory before. Its result counts.
    pub(crate) fn peak_of<R>(&self, f: impl FnOnce() -> Result<R>) -> usize {
        let before = self.live.load(Relaxed);
        self.peak.store(before, Relaxed);
        let result = f().unwrap();
        let peak = self.peak.load(Relaxed);
        drop(result);
        peak - before
    }

    /// Runs `f` repeatedly, with the first block of this size refused, then the second, and so on, until
    /// there are no more. Returns the names of the blocks from the errors.
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

// SAFETY: every call is passed on unchanged to the system's allocator, or refused, which is allowed; counting
// does not allocate.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return null_mut();
        }
        self.add(layout.size());
        // SAFETY: the caller gives the guarantees that the system's allocator requires.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if self.refuses(layout.size()) {
            return null_mut();
        }
        self.add(layout.size());
        // SAFETY: the caller gives the guarantees that the system's allocator requires.
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
        // SAFETY: the caller gives the guarantees that the system's allocator requires.
        unsafe { System.realloc(block, layout, size) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        self.subtract(layout.size());
        // SAFETY: the caller gives the guarantees that the system's allocator requires.
        unsafe { System.dealloc(block, layout) }
    }
}
