//! Generates the source that puts the kernels of one file into the library.

use std::{collections::HashSet, path::Path};

use super::scan;

/// A source that includes the kernels of one file, in a namespace of their own, and registers them.
pub(super) fn source(path: &Path, text: &str, names: &mut HashSet<String>) -> String {
    let stem = path.file_stem().expect("a file has a name").to_string_lossy();
    let space: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let mut source = format!(
        "#include \"device.cuh\"\n#include \"kernel/registry.hpp\"\nnamespace kernels_of_{space} {{\n#include \"{}\"\n",
        path.display()
    );
    for scan::Kernel { name, bounds } in scan::kernels(path, text) {
        assert!(names.insert(name.clone()), "{}: there are two kernels of the name {name}", path.display());
        let bounds = if bounds.is_empty() { "0" } else { &bounds };
        source.push_str(&format!("EMULATOR_REGISTER({name}, \"{stem}.cu\", {bounds});\n"));
    }
    source.push_str("}\n");
    source
}
