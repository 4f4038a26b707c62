//! Makes the library that stands in for the driver, and loads it.
//!
//! [`compile`] decides what must be built, with what [`compiler`] says, from the sources that [`registry`]
//! generates; these name the kernels that [`scan`] finds. [`load`] puts the library into the process;
//! [`races`] starts the process anew where ThreadSanitizer is wanted.

mod compile;
mod compiler;
mod load;
mod races;
mod registry;
mod scan;

use std::path::PathBuf;

use crate::{Build, Kernels, Skip, session::Control};

/// Builds the library with these kernels, or finds it built, and loads it. Also returns the folder it lies
/// in.
pub(crate) fn make(kernels: &Kernels) -> Result<(PathBuf, Control), Skip> {
    if kernels.build == Build::Races {
        races::enter(compiler::compiler()?.path())?;
    }
    let folder = compile::library(kernels)?;
    let control = load::load(&folder);
    Ok((folder, control))
}
