//! Compiles `.cu` to PTX: the options, and that warnings are errors.

use std::fs;
use std::io;
use std::path::Path;

use crate::nvrtc::{Header, Nvrtc};

/// Oldest devices that the kernels run on (Turing, 2018). PTX for them runs on all later ones.
pub(crate) const OLDEST: &str = "compute_75";

/// Options of every kernel, beside the architecture.
const OPTIONS: [&str; 3] = [
    "--std=c++17",
    // Headers are passed in memory: nothing is searched in folders.
    "--no-source-include",
    // NVRTC reads a header of its own, nv/target, before every source, and its 38 constants would stand in
    // the PTX and in the memory of the device. This is its guard; no kernel uses it.
    "-D__NV_TARGET_H",
];

/// The kernels of a folder, with the headers that they include.
#[derive(Debug)]
pub(crate) struct Sources {
    /// By name.
    pub(crate) programs: Vec<Source>,
    headers: Vec<Header>,
}

/// A `.cu` file.
#[derive(Debug)]
pub(crate) struct Source {
    /// The name of the file, without `.cu`.
    pub(crate) name: String,
    text: String,
}

impl Sources {
    /// Reads all `.cu` and `.cuh` files of `folder`, but not those in subfolders.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let text = |file: &str| fs::read_to_string(folder.join(file)).map_err(named(&folder.join(file)));
        let mut sources = Self { programs: Vec::new(), headers: Vec::new() };
        for (name, extension) in files(folder)? {
            let file = format!("{name}.{extension}");
            match extension.as_str() {
                "cu" if is_identifier(&name) => sources.programs.push(Source { name, text: text(&file)? }),
                "cu" => {
                    let rule = "expected a file name that is a Rust identifier in lower case";
                    return Err(io::Error::other(format!("{file}: {rule}")));
                }
                "cuh" => {
                    let header = Header::new(&file, &text(&file)?);
                    let header = header.map_err(|error| io::Error::other(format!("{file}: {error}")))?;
                    sources.headers.push(header);
                }
                _ => {}
            }
        }
        Ok(sources)
    }

    /// Returns PTX for all devices. The error is a message for people.
    pub(crate) fn ptx(&self, nvrtc: &Nvrtc, source: &Source) -> Result<String, String> {
        let mut options = vec![format!("--gpu-architecture={OLDEST}")];
        options.extend(OPTIONS.iter().map(|&option| option.to_owned()));
        let file = format!("{}.cu", source.name);
        let compiled = nvrtc
            .compile(&file, &source.text, &self.headers, &options)
            .map_err(|error| format!("{file}: NVRTC for {OLDEST}: {error}"))?;
        // NVRTC 12.0 has no option that makes warnings errors, so any output is one.
        let log = compiled.log.trim();
        if compiled.success && log.is_empty() {
            Ok(compiled.ptx)
        } else {
            Err(format!("{file} does not compile without warnings for {OLDEST}:\n{log}"))
        }
    }
}

/// Returns `true` if a constant can be named after the file.
fn is_identifier(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// Name and extension of all files of `folder`, sorted.
pub(crate) fn files(folder: &Path) -> io::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(named(folder))? {
        let path = entry?.path();
        if let (Some(name), Some(extension)) = (path.file_stem(), path.extension()) {
            files.push((name.to_string_lossy().into_owned(), extension.to_string_lossy().into_owned()));
        }
    }
    files.sort();
    Ok(files)
}

/// Adds the path to an error.
pub(crate) fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
