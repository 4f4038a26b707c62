//! Identity of files, whatever their names; outputs that would replace inputs.

use std::fs::{self, Metadata};
use std::io;
use std::path::Path;

use boscage::io::Output;
use boscage::{Result, input_name, output_name};

/// Checks that no output is one of the inputs: under another name, through a link, or as a standard stream.
///
/// # Errors
/// A message with the names of both.
pub fn keep<'a>(
    inputs: impl IntoIterator<Item = &'a Path>,
    outputs: impl IntoIterator<Item = &'a Path>,
) -> Result<(), String> {
    let identified = |path: &'a Path| Some((path, identity(path, input(path)?)?));
    let inputs: Vec<_> = inputs.into_iter().filter_map(identified).collect();
    for path in outputs {
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

/// Checks that an output can be created, before the work that makes its content. A pipe or a device is not
/// opened, as its reader would notice.
///
/// # Errors
/// Those of [`Output::create`].
pub fn check_output(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(there) if !there.is_file() && !there.is_dir() => Ok(()),
        _ => Output::create(path, None).map(drop),
    }
}

/// Returns `true` if one of the outputs is the standard output, so that nothing else may use it.
///
/// # Errors
/// `refusal` if several are.
pub fn stdout_is_taken<'a>(
    outputs: impl IntoIterator<Item = &'a Path>,
    refusal: &str,
) -> Result<bool, String> {
    match outputs.into_iter().filter(|path| Output::is_stdout(path)).count() {
        0 => Ok(false),
        1 => Ok(true),
        _ => Err(refusal.to_owned()),
    }
}

/// Returns `true` if an input is the standard input: `-`.
#[must_use]
pub fn is_stdin(path: &Path) -> bool {
    path.as_os_str() == "-"
}

fn input(path: &Path) -> Option<Metadata> {
    if is_stdin(path) { stream(&io::stdin()) } else { fs::metadata(path).ok() }
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

/// Returns numbers that identify a regular file.
#[cfg(unix)]
fn identity(_: &Path, file: Metadata) -> Option<(u64, u64)> {
    use std::os::unix::fs::MetadataExt;
    file.is_file().then(|| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path, file: Metadata) -> Option<std::path::PathBuf> {
    file.is_file().then(|| path.canonicalize().ok()).flatten()
}
