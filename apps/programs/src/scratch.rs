//! A temporary folder for files that other programs read.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use boscage::{Error, Result};
use tempfile::TempDir;

/// Existing folders, which a signal removes.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn folders() -> MutexGuard<'static, Vec<PathBuf>> {
    FOLDERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary folder, removed on drop and when a signal ends the process.
#[derive(Debug)]
pub struct Scratch(TempDir);

impl Scratch {
    /// Creates a folder in the system's folder for temporary files; its name begins with that of the program.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn new(program: &str) -> Result<Self> {
        let failed = |source| Error::Io { path: std::env::temp_dir(), action: "write", source };
        let folder = tempfile::Builder::new().prefix(&format!("{program}-")).tempdir().map_err(failed)?;
        folders().push(folder.path().to_owned());
        Ok(Self(folder))
    }

    /// Returns the path of the folder.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.0.path()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        folders().retain(|folder| folder != self.path());
    }
}

/// Removes all folders.
pub(crate) fn remove_all() {
    for folder in folders().drain(..) {
        let _ = std::fs::remove_dir_all(folder); // the process ends
    }
}
