//! Generates the source that puts the kernels of one file into the library.

use std::{collections::HashSet, path::Path};

use super::scan;

/// Returns a source that includes the kernels of one file, in its own namespace, and registers them.
pub(super) fn source(path: &Path, text: &str, names: &mut HashSet<String>) -> String {
    let stem = path.file_stem().expect("expected a file name").to_string_lossy();
    let space: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let mut source = format!(
        "#include \"device.cuh\"\n#include \"kernel/registry.hpp\"\nnamespace kernels_of_{space} {{\n#include \"{}\"\n",
        path.display()
    );
    for scan::Kernel { name, bounds } in scan::kernels(path, text) {
        assert!(
            names.insert(name.clone()),
            "{}: expected different names of kernels, found {name} twice",
            path.display()
        );
        let bounds = if bounds.is_empty() { "0" } else { &bounds };
        source.push_str(&format!("EMULATOR_REGISTER({name}, \"{stem}.cu\", {bounds});\n"));
    }
    source.push_str("}\n");
    source
}
