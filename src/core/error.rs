//! The error type of the crate: what was expected, what was found, where, and how to fix it.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::memory::Bytes;
use crate::show::{input_name, on_one_line, output_name};

/// Why something could not be done.
///
/// Messages are one line each, name the place (file and line, or byte offset, or edge) and say what to do
/// about it where there is something to do.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused to open, read or write something.
    #[error("{path}: cannot {action}: {source}", path = if *action == "write" { output_name(path) } else { input_name(path) })]
    Io {
        /// The file; `-` for the standard streams.
        path: PathBuf,
        /// What was tried: "open", "read", "write", ...
        action: &'static str,
        /// The operating system's reason.
        source: std::io::Error,
    },

    /// A file is not what its format, or the caller, demands.
    #[error("{place}: expected {expected}, found {found}{cure}", cure = hint(cure))]
    Parse {
        /// Where in the input.
        place: Place,
        /// What is demanded there.
        expected: String,
        /// What stands there instead.
        found: String,
        /// What to do about it; empty where there is nothing to advise.
        cure: &'static str,
    },

    /// A graph cannot be written so, because the format cannot hold it.
    #[error("{path}: {what}{cure}", path = output_name(path), cure = hint(cure))]
    Unwritable {
        /// The file it was to be written to.
        path: PathBuf,
        /// What the format cannot hold, and where the graph has it.
        what: String,
        /// What to do about it.
        cure: &'static str,
    },

    /// An edge names a node that the graph does not have.
    #[error("edge {edge}: node {node} is out of range, the graph has {nodes} nodes")]
    NodeOutOfRange {
        /// Position of the edge among the edges of the graph.
        edge: usize,
        /// The offending node.
        node: u64,
        /// Number of nodes of the graph.
        nodes: usize,
    },

    /// A weight is not a number, so it has no place in the order of the weights.
    #[error("edge {edge}: the weight is NaN, which has no place in the order of weights")]
    NanWeight {
        /// Position of the edge among the edges of the graph.
        edge: usize,
    },

    /// A structure is inconsistent in itself.
    #[error("not a valid graph: expected {expected}, found {found}")]
    Inconsistent {
        /// What must hold.
        expected: String,
        /// What was found.
        found: String,
    },

    /// More than [`crate::graph::LIMIT`] nodes or edges.
    #[error("{count} {what} are more than the {limit} that this build can address", limit = crate::ids::LIMIT)]
    TooMany {
        /// "nodes" or "edges".
        what: &'static str,
        /// How many there are.
        count: u64,
    },

    /// An array proportional to the input cannot be allocated.
    #[error("{}: {} for {what}", short_of_memory(during), Bytes(*bytes))]
    OutOfMemory {
        /// What the array is for.
        what: &'static str,
        /// Its size, in bytes.
        bytes: u64,
        /// The file that was worked on, and what was done with it, where that is known.
        during: Option<Box<Step>>,
    },

    /// A graph needs more memory than the process may use, as [`crate::memory::Estimate`] says in advance.
    #[error("{path}: not enough memory: needs about {estimate}; {allowed} may be used{cure}",
        path = input_name(path), allowed = Bytes(*allowed), cure = hint(cure))]
    TooLarge {
        /// The graph's file.
        path: PathBuf,
        /// What is needed, part by part.
        estimate: String,
        /// How much the process may hold in all, in bytes.
        allowed: u64,
        /// What to do about it.
        cure: &'static str,
    },

    /// The loop was stopped through its [`crate::exec::CancelToken`].
    #[error("cancelled")]
    Cancelled,

    /// Another rank has ended, or has failed in something that all ranks do together.
    #[error("rank {rank} has ended, so this one cannot go on")]
    OtherRank {
        /// The rank.
        rank: usize,
    },

    /// The thread pool could not be made.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// How many were asked for.
        threads: usize,
        /// Why not.
        reason: String,
    },

    /// An argument lies outside the range its documentation gives.
    #[error("{what}: expected {expected}, found {}", on_one_line(found))]
    Argument {
        /// Name of the argument.
        what: &'static str,
        /// The range.
        expected: String,
        /// The value given.
        found: String,
    },
}

impl Error {
    /// The [`Error::Argument`] of an argument outside its range: its name, the range in words ("at least 1"),
    /// and the value that was given.
    pub fn argument(what: &'static str, expected: impl Into<String>, found: impl fmt::Display) -> Self {
        Self::Argument { what, expected: expected.into(), found: found.to_string() }
    }

    /// The [`Error::OutOfMemory`] of an array: what it is for, and its size.
    pub(crate) fn out_of_memory(what: &'static str, bytes: u64) -> Self {
        Self::OutOfMemory { what, bytes, during: None }
    }

    /// Names the file that was worked on when memory ran out, and the step ("reading"), unless they are known
    /// already. Other errors name their files themselves, and stay as they are.
    #[must_use]
    pub fn during(self, path: &Path, step: &str) -> Self {
        match self {
            Self::OutOfMemory { what, bytes, during: None } => {
                let step = Step { path: path.to_owned(), step: step.to_owned() };
                Self::OutOfMemory { what, bytes, during: Some(Box::new(step)) }
            }
            other => other,
        }
    }

    /// Whether this is a write to a pipe whose reader has gone (`... | head`): a reason to stop, quietly.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

/// A step of some work on a file, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The file; `-` for the standard input.
    pub path: PathBuf,
    /// What was done: "reading", the name of an operator, ...
    pub step: String,
}

fn short_of_memory(during: &Option<Box<Step>>) -> String {
    match during.as_deref() {
        None => "not enough memory".to_owned(),
        Some(Step { path, step }) => {
            let name = if step == "writing" { output_name(path) } else { input_name(path) };
            format!("{name}: {step}: not enough memory")
        }
    }
}

/// A place in an input, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file; `-` for the standard input.
    pub path: PathBuf,
    /// Where in the file.
    pub at: At,
}

/// Where in a file, counted in what the format is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A line, counted from 1.
    Line(u64),
    /// A byte of the (decompressed) content, counted from 0.
    Byte(u64),
    /// The end of the (decompressed) content.
    End,
    /// The file as a whole.
    Whole,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = input_name(&self.path);
        match self.at {
            At::Line(line) => write!(f, "{path}:{line}"),
            At::Byte(byte) => write!(f, "{path}: byte {byte}"),
            At::End => write!(f, "{path}: end of the file"),
            At::Whole => write!(f, "{path}"),
        }
    }
}

fn hint(cure: &str) -> String {
    if cure.is_empty() { String::new() } else { format!(" ({cure})") }
}
