//! The program under test, run as a user runs it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

pub(crate) fn gap(folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_gap"));
    command.args(arguments.split_whitespace()).current_dir(folder);
    command
}

/// Runs the program in a folder.
pub(crate) fn run(folder: &Path, arguments: &str) -> Output {
    gap(folder, arguments).stdin(Stdio::null()).output().unwrap()
}

/// The output of a successful run.
pub(crate) fn printed(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && error.is_empty(), "{arguments}: {error}");
    String::from_utf8(output.stdout).unwrap()
}

/// A folder with small graphs: a directed one with loops, parallel edges and two components; the same without
/// direction; an empty one; one without edges.
pub(crate) fn graphs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let edges = "0 1\n1 2\n2 0\n2 2\n0 1\n2 3\n3 0\n4 5\n6 4\n";
    for (name, text) in [
        ("directed.el", format!("# Directed graph\n{edges}")),
        ("undirected.txt", edges.to_owned()),
        ("empty.gr", "p sp 0 0\n".to_owned()),
        ("bare.gr", "p sp 3 0\n".to_owned()),
    ] {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// Writes a script as each of GAP's programs, in the folder `ref`.
#[cfg(unix)]
pub(crate) fn programs(folder: &Path, script: &str) {
    use std::os::unix::fs::PermissionsExt;

    fs::create_dir(folder.join("ref")).unwrap();
    for kernel in ["bfs", "sssp", "pr", "cc", "bc", "tc"] {
        let path = folder.join("ref").join(kernel);
        fs::write(&path, script).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
}
