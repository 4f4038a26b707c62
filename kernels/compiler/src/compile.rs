//! Compiles `.cu` to PTX: the options, and that warnings are errors.

use std::fs;
use std::io;
use std::path::Path;

use crate::nvrtc::{Header, Nvrtc};

/// The oldest devices that the kernels run on (Turing, 2018). PTX for them runs on all later ones.
pub(crate) const OLDEST: &str = "compute_75";

/// What every kernel is compiled with, beside the architecture.
const OPTIONS: [&str; 3] = [
    "--std=c++17",
    // The text alone says what is compiled: headers are handed over, nothing is looked for in folders.
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
    /// All `.cu` and `.cuh` files of `folder`; folders in it are not looked into.
    pub(crate) fn read(folder: &Path) -> io::Result<Self> {
        let text = |file: &str| fs::read_to_string(folder.join(file)).map_err(named(&folder.join(file)));
        let mut sources = Self { programs: Vec::new(), headers: Vec::new() };
        for (name, extension) in files(folder)? {
            let file = format!("{name}.{extension}");
            match extension.as_str() {
                "cu" if is_identifier(&name) => sources.programs.push(Source { name, text: text(&file)? }),
                "cu" => {
                    let rule = "names of kernel files are Rust identifiers in lower case";
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

    /// PTX for all devices. The error is for people.
    pub(crate) fn ptx(&self, nvrtc: &Nvrtc, source: &Source) -> Result<String, String> {
        let mut options = vec![format!("--gpu-architecture={OLDEST}")];
        options.extend(OPTIONS.iter().map(|&option| option.to_owned()));
        let file = format!("{}.cu", source.name);
        let compiled = nvrtc
            .compile(&file, &source.text, &self.headers, &options)
            .map_err(|error| format!("{file}: NVRTC for {OLDEST}: {error}"))?;
        // NVRTC 12.0 has no option that makes warnings errors: that there is anything to say does.
        let log = compiled.log.trim();
        if compiled.success && log.is_empty() {
            Ok(compiled.ptx)
        } else {
            Err(format!("{file} does not compile without complaint for {OLDEST}:\n{log}"))
        }
    }
}

/// Whether a constant can be named after the file.
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

/// Errors say what they are about.
pub(crate) fn named(path: &Path) -> impl Fn(io::Error) -> io::Error {
    move |error| io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}
