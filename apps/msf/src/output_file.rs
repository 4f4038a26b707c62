//! Output files: begun before the work, complete when they are written, gone if the run is cancelled.

use std::io::{self, Write};
use std::path::Path;

use boscage::Result;
use boscage::exec::Exec;
use boscage::io::{Compression, Output};

/// Begins an output, compressed if its suffix says so.
pub(crate) fn begin(path: &Path) -> Result<Output> {
    Output::create(path, Compression::from_suffix(path))
}

/// A writer of an output.
pub(crate) type Put<'a> = Box<dyn FnOnce(&mut dyn Write) -> io::Result<()> + 'a>;

/// Writes and completes an output, unless the run is cancelled.
pub(crate) fn finish(exec: &Exec, output: Output, put: Put<'_>) -> Result<()> {
    let mut cancellable = Cancellable { exec, output };
    let written = put(&mut cancellable);
    exec.check_cancelled()?;
    let output = cancellable.output;
    written.map_err(|error| output.error(error))?;
    output.finish()
}

/// An output that fails after the run is cancelled.
struct Cancellable<'a> {
    exec: &'a Exec,
    output: Output,
}

impl Write for Cancellable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.exec.check_cancelled().map_err(io::Error::other)?;
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}
