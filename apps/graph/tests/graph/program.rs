//! The program under test, run as a user runs it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

pub(crate) fn graph() -> Command {
    Command::new(env!("CARGO_BIN_EXE_graph"))
}

/// Runs the program in a folder.
pub(crate) fn run<A: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = A>) -> Output {
    graph().args(arguments).current_dir(folder).output().unwrap()
}

/// The output of a successful run.
pub(crate) fn printed(output: &Output) -> String {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{error}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The error of a run that fails with exit code 1.
pub(crate) fn complaint(output: &Output) -> String {
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// The warning that a file has the edges in another order.
pub(crate) fn reordered(file: &str) -> String {
    let what =
        "edges are reordered, by their nodes; where weights are equal, the forest may have other edges";
    format!("graph: warning: {file}: {what}\n")
}

/// Runs the program with a redirected standard output; its standard error, and its exit code.
#[cfg(target_os = "linux")]
pub(crate) fn printing_to(folder: &Path, arguments: &str, redirection: &str) -> (String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_graph");
    let line = format!("'{program}' {arguments} {redirection}");
    let output = Command::new("sh").args(["-c", &line]).current_dir(folder).output().unwrap();
    (String::from_utf8(output.stderr).unwrap(), output.status.code())
}

pub(crate) fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

pub(crate) fn facts(folder: &Path, file: &str) -> Value {
    serde_json::from_str(&printed(&run(folder, ["info", "--json", file]))).unwrap()
}

/// Runs the program with a standard input.
pub(crate) fn fed<'a>(folder: &Path, arguments: impl IntoIterator<Item = &'a str>, stdin: &[u8]) -> Output {
    let mut program = graph();
    program.args(arguments).current_dir(folder).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.stderr(Stdio::piped()).spawn().unwrap();
    // A program that refuses its input does not read all of it.
    let _ = child.stdin.take().unwrap().write_all(stdin);
    child.wait_with_output().unwrap()
}
