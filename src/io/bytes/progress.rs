//! The progress of reading a file.

use std::io::{self, Read};
use std::sync::Arc;

use boscage_core::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};

/// The progress of reading a file, for other threads than those that read it.
///
/// [`Opened::progress`](crate::Opened::progress) returns it; clones are the same. It counts bytes of the file
/// as they are read, before decompression. Some formats need a part of the file again, in another pass, which
/// counts its own bytes.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{Opened, ReadOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.txt");
/// std::fs::write(&path, "1 2 7\n").unwrap();
/// let opened = Opened::new(&path)?;
/// let progress = opened.progress();
/// assert_eq!((progress.pass(), progress.bytes_read(), progress.bytes()), (1, 0, Some(6)));
/// opened.read(&Exec::new(1)?, &ReadOptions::default())?; // another thread may look meanwhile
/// assert_eq!((progress.pass(), progress.bytes_read(), progress.bytes()), (1, 6, Some(6)));
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReadProgress(Arc<Counts>);

#[derive(Debug)]
struct Counts {
    /// Bytes that the pass has read, below the number of the pass from 0, so that both change at once.
    read: AtomicU64,
    /// Bytes of the pass; [`UNKNOWN`] for a stream.
    bytes: AtomicU64,
}

/// The size of a stream.
const UNKNOWN: u64 = u64::MAX;

/// One pass, and the bits for bytes.
const PASS: u64 = 1 << 56;
const BYTES: u64 = PASS - 1;

impl ReadProgress {
    /// The progress of a file of this size, or of a stream.
    pub(crate) fn new(bytes: Option<u64>) -> Self {
        let [read, bytes] = [0, bytes.unwrap_or(UNKNOWN)].map(AtomicU64::new);
        Self(Arc::new(Counts { read, bytes }))
    }

    /// Returns the number of the current pass, from 1.
    #[must_use]
    pub fn pass(&self) -> u64 {
        self.0.read.load(Relaxed) / PASS + 1
    }

    /// Returns the number of bytes of the file that the current pass has read, at most
    /// [`ReadProgress::bytes`]. Within a pass it decreases only once, when the graph in an archive is found.
    #[must_use]
    pub fn bytes_read(&self) -> u64 {
        (self.0.read.load(Relaxed) & BYTES).min(self.0.bytes.load(Relaxed))
    }

    /// Returns the number of bytes that the current pass reads: in the first pass, the size of the
    /// file, or of the member of an archive.
    /// Returns `None` for a stream.
    #[must_use]
    pub fn bytes(&self) -> Option<u64> {
        Some(self.0.bytes.load(Relaxed)).filter(|&bytes| bytes != UNKNOWN)
    }

    /// The same stream, whose bytes are counted.
    pub(crate) fn count<R: Read>(&self, stream: R) -> impl Read + use<'_, R> {
        Counted { stream, progress: self }
    }

    /// Counts bytes that have been read.
    pub(crate) fn add(&self, bytes: usize) {
        self.0.read.fetch_add(bytes as u64, Relaxed);
    }

    /// Begins a pass over this number of bytes.
    pub(crate) fn begin_pass(&self, bytes: u64) {
        self.0.read.store(self.pass() * PASS, Relaxed);
        self.0.bytes.store(bytes, Relaxed);
    }

    /// Sets the number of bytes of the first pass, if it does not read the whole file.
    pub(crate) fn reads_only(&self, bytes: u64) {
        self.0.read.store(0, Relaxed);
        self.0.bytes.store(bytes, Relaxed);
    }
}

/// A stream whose bytes are counted.
struct Counted<'a, R> {
    stream: R,
    progress: &'a ReadProgress,
}

impl<R: Read> Read for Counted<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer)?;
        self.progress.add(read);
        Ok(read)
    }
}
