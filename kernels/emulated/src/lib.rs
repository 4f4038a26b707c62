//! The emulator with the kernels of boscage: the GPU of the tests.

use std::path::{Path, PathBuf};

use emulated_cuda::{Emulator, Kernels, Skip};
use emulated_cuda_support::planted;

/// Returns the emulator with all kernels of boscage, or prints why there is none and returns `None`.
///
/// # Panics
///
/// As [`Kernels::install`].
pub fn with_kernels() -> Option<&'static Emulator> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cuda");
    let files = folder.read_dir().expect("the kernels have a folder");
    let mut sources: Vec<PathBuf> = files.map(|file| file.expect("a readable folder").path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    planted()
        .into_iter()
        .fold(Kernels::new(sources), Kernels::with_macro)
        .install()
        .inspect_err(Skip::say)
        .ok()
}
