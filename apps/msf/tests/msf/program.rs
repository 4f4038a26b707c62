//! The program under test, run as a user runs it.

use std::ffi::OsStr;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};

use tempfile::TempDir;

/// Parallel edges, a loop, an isolated node (5) and a tie, 1-based, each edge from both its ends:
/// edge 0 = 1-2 (4), 1 = 2-3 (7), 2 = 1-2 (4), 3 = 1-3 (7), 4 = 3-4 (2), 5 = 4-4 (1).
pub(crate) const TRAPS: &str = "c traps\np sp 5 11\n\
    a 1 2 4\na 2 1 4\na 2 3 7\na 3 2 7\na 1 2 4\na 2 1 4\na 1 3 7\na 3 1 7\na 3 4 2\na 4 3 2\na 4 4 1\n";

/// The forest of [`TRAPS`]: edges 0, 1 and 4.
pub(crate) const TRAPS_FOREST: &str = "1 2 4\n2 3 7\n3 4 2\n";

/// Result of a run.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Ended {
    /// Asserts success, and returns the standard output.
    pub(crate) fn ok(self) -> String {
        assert_eq!(self.code, Some(0), "{self:?}");
        self.out
    }

    /// Asserts an end with `code` and no standard output, and returns the standard error.
    pub(crate) fn failed(self, code: i32) -> String {
        assert_eq!((self.code, &*self.out), (Some(code), ""), "{self:?}");
        self.err
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
        Self { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
    }
}

/// A folder of its own for each test, in which the program runs.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    /// A folder with one file.
    pub(crate) fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let folder = Self::new();
        folder.write(name, content);
        folder
    }

    /// A folder with [`TRAPS`] as `g.gr`.
    pub(crate) fn with_traps() -> Self {
        Self::with("g.gr", TRAPS)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).expect("a writable folder");
    }

    pub(crate) fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).expect("a file of text")
    }

    /// The names of all files here, sorted.
    pub(crate) fn files(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).expect("a readable folder");
        let mut names: Vec<_> =
            entries.map(|entry| entry.expect("an entry").file_name().into_string().expect("text")).collect();
        names.sort();
        names
    }

    pub(crate) fn command(&self, arguments: &[impl AsRef<OsStr>]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_msf"));
        command.current_dir(self.0.path()).args(arguments).stdin(Stdio::null());
        command
    }

    /// Runs `msf` with these arguments.
    pub(crate) fn msf(&self, arguments: &[impl AsRef<OsStr>]) -> Ended {
        self.command(arguments).output().expect("msf runs").into()
    }

    /// Runs `msf` with this standard input.
    pub(crate) fn msf_with(&self, stdin: &str, arguments: &[impl AsRef<OsStr>]) -> Ended {
        let mut child = self.spawn(arguments);
        // A program that fails early does not read all of it.
        let _ = child.stdin.take().expect("a pipe").write_all(stdin.as_bytes());
        child.wait_with_output().expect("msf ends").into()
    }

    /// Starts `msf` with pipes.
    pub(crate) fn spawn(&self, arguments: &[impl AsRef<OsStr>]) -> Child {
        piped(&mut self.command(arguments))
    }

    /// The same by a program that takes another and its arguments, and becomes it.
    pub(crate) fn spawn_by(&self, starter: &[&str], arguments: &[&str]) -> Child {
        let mut command = Command::new(starter[0]);
        command.args(&starter[1..]).arg(env!("CARGO_BIN_EXE_msf")).args(arguments);
        piped(command.current_dir(self.0.path()))
    }
}

fn piped(command: &mut Command) -> Child {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("msf starts")
}

/// A path of this many nodes, as an edge list from 0, all weights different; its forest is the file.
pub(crate) fn path_graph(nodes: u32) -> String {
    (1..nodes).map(|node| format!("{} {node} {}\n", node - 1, node.wrapping_mul(0x9e37_79b1) >> 4)).collect()
}
