//! The emulated GPU, with all kernels of `boscage_kernels`.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use boscage_emulator::{Emulator, install};

/// The emulator; without a C++ compiler, a word on why the test is skipped.
pub(crate) fn emulator() -> Option<&'static Emulator> {
    match install(&sources()) {
        Ok(emulator) => Some(emulator),
        Err(skip) => {
            // Not through a macro: that output would be shown of failed tests only.
            writeln!(std::io::stderr(), "skipped: {skip}").expect("standard error is open");
            None
        }
    }
}

/// Every `.cu` of `kernels/cuda`, from whichever package of the workspace the test is.
fn sources() -> Vec<PathBuf> {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = package.ancestors().map(|folder| folder.join("kernels/cuda")).find(|folder| folder.is_dir());
    let files = folder.expect("the kernels have a folder").read_dir().expect("a readable folder");
    let mut sources: Vec<PathBuf> = files.map(|file| file.expect("a readable folder").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    sources.sort();
    sources
}
