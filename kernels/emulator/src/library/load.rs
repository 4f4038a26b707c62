//! Loads the library in place of the driver.

use std::path::Path;

use libloading::os::unix::{Library, RTLD_LOCAL, RTLD_NOW};

use super::compile;
use crate::session::Control;

/// Loads the library under both names. glibc identifies a loaded library by its `SONAME`: a program that
/// loads the driver later, by either name, gets these.
pub(super) fn load(folder: &Path) -> Control {
    let open = |name: &str| {
        let path = folder.join(name);
        // SAFETY: the library's constructors fill a list of kernels and read the environment.
        unsafe { Library::open(Some(&path), RTLD_NOW | RTLD_LOCAL) }
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    let library = Box::leak(Box::new(open(compile::NAME)));
    Box::leak(Box::new(open(compile::OTHER_NAME)));
    macro_rules! function {
        ($name:literal) => {
            // SAFETY: the type is that of the function in cpp/control.cpp.
            *unsafe { library.get($name) }.expect("the library exports its control functions")
        };
    }
    Control {
        begin: function!(b"emulated_cuda_begin"),
        end: function!(b"emulated_cuda_end"),
        counts: function!(b"emulated_cuda_counts"),
        report: function!(b"emulated_cuda_report"),
    }
}
