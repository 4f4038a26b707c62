//! Builds the library that replaces the driver, and loads it.
//!
//! [`scan`] finds the kernels, and [`registry`] generates sources that name them. [`compile`] decides what
//! must be built, with the options of [`compiler`]. [`load`] loads the library into the process. [`races`]
//! restarts the process if ThreadSanitizer is wanted.

mod compile;
mod compiler;
mod load;
mod races;
mod registry;
mod scan;

use std::path::PathBuf;

use crate::{Build, Kernels, Skip, session::Control};

/// Builds the library with these kernels, or finds it in the cache, and loads it. Also returns its folder.
pub(crate) fn make(kernels: &Kernels) -> Result<(PathBuf, Control), Skip> {
    if kernels.build == Build::Races {
        races::enter(compiler::compiler()?.path())?;
    }
    let folder = compile::library(kernels)?;
    let control = load::load(&folder);
    Ok((folder, control))
}
