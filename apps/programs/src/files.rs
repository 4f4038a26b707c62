//! Which file a path refers to, whatever its name.

use std::fs::{self, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use boscage::io::Output;
use boscage::{input_name, output_name};

/// Refuses outputs that are one of the inputs: under another name, through a link, or as a standard stream.
///
/// # Errors
/// The words for it, with the names of both.
pub fn keep(graphs: &[PathBuf], outputs: &[Option<&PathBuf>]) -> Result<(), String> {
    let inputs: Vec<_> =
        graphs.iter().filter_map(|path| Some((path, identity(path, input(path)?)?))).collect();
    for path in outputs.iter().copied().flatten() {
        let Some(file) = output(path).and_then(|file| identity(path, file)) else { continue };
        if let Some((graph, _)) = inputs.iter().find(|(_, input)| *input == file) {
            let [graph, output] = [input_name(graph), output_name(path)];
            return Err(if graph == output {
                format!("the output would replace an input, {graph}")
            } else {
                format!("the output would replace an input: {output} is the same file as {graph}")
            });
        }
    }
    Ok(())
}

fn input(path: &Path) -> Option<Metadata> {
    if path.as_os_str() == "-" { stream(&io::stdin()) } else { fs::metadata(path).ok() }
}

fn output(path: &Path) -> Option<Metadata> {
    if Output::is_stdout(path) { stream(&io::stdout()) } else { fs::metadata(path).ok() }
}

#[cfg(unix)]
fn stream(stream: &impl std::os::fd::AsFd) -> Option<Metadata> {
    fs::File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
}

#[cfg(not(unix))]
fn stream<T>(_: &T) -> Option<Metadata> {
    None
}

/// What identifies a regular file among all others.
#[cfg(unix)]
fn identity(_: &Path, file: Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    file.is_file().then(|| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path, file: Metadata) -> Option<PathBuf> {
    file.is_file().then(|| path.canonicalize().ok()).flatten()
}
