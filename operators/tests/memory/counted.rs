//! An allocator that counts what the whole process allocates.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[global_allocator]
pub(crate) static COUNTED: Counted = Counted { live: AtomicUsize::new(0), peak: AtomicUsize::new(0) };

/// The system's allocator. Counts bytes.
pub(crate) struct Counted {
    live: AtomicUsize,
    peak: AtomicUsize,
}

impl Counted {
    fn add(&self, bytes: usize) {
        let live = self.live.fetch_add(bytes, Relaxed) + bytes;
        self.peak.fetch_max(live, Relaxed);
    }

    fn subtract(&self, bytes: usize) {
        self.live.fetch_sub(bytes, Relaxed);
    }

    /// The most bytes that there were at a time while `f` ran, beside those before. Its result counts.
    pub(crate) fn peak_of<R>(&self, f: impl FnOnce() -> boscage::Result<R>) -> usize {
        let before = self.live.load(Relaxed);
        self.peak.store(before, Relaxed);
        let result = f().unwrap();
        let peak = self.peak.load(Relaxed);
        drop(result);
        peak - before
    }
}

// SAFETY: every call is passed on to the system's allocator as it is; to count does not allocate.
unsafe impl GlobalAlloc for Counted {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.add(layout.size());
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.add(layout.size());
        // SAFETY: the caller's promises are those that are asked for.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
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
