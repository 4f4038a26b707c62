//! The error type of the crate: expected, found, place and cure.

use std::fmt;
use std::path::{Path, PathBuf};

use crate::memory::Bytes;
use crate::show::{input_name, on_one_line, output_name};

/// The error type of the fallible functions of this crate.
///
/// Messages are one line each. They name the place (file and line, byte offset, or edge), and the cure if
/// there is one.
///
/// ```
/// use boscage::graph::EdgeList;
///
/// let error = EdgeList::from_pairs(3, [(0, 1), (1, 3)]).unwrap_err();
/// assert_eq!(error.to_string(), "edge 1: node 3 is out of range, the graph has 3 nodes");
/// ```
///
/// # Errors of your own
/// The closures that loops call return this type. An error of your own passes through a loop as
/// [`Error::Other`], unchanged. Implement `From` once in each direction, and `?` does both:
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::{Error, Result};
///
/// #[derive(Debug, PartialEq)]
/// enum MyError {
///     TooHeavy(u32),
///     Graph(String),
/// }
/// # impl std::fmt::Display for MyError {
/// #     fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{self:?}") }
/// # }
/// impl std::error::Error for MyError {}
///
/// impl From<MyError> for Error {
///     fn from(error: MyError) -> Self {
///         Error::other(error)
///     }
/// }
///
/// impl From<Error> for MyError {
///     fn from(error: Error) -> Self {
///         error.downcast().unwrap_or_else(|error| MyError::Graph(error.to_string()))
///     }
/// }
///
/// fn check(weight: u32) -> Result<(), MyError> {
///     if weight > 9 { Err(MyError::TooHeavy(weight)) } else { Ok(()) }
/// }
///
/// fn check_all(exec: &Exec, weights: &[u32]) -> Result<(), MyError> {
///     exec.do_all("check", weights, |&weight| {
///         check(weight)?;
///         Ok(())
///     })?;
///     Ok(())
/// }
///
/// let exec = Exec::new(2)?;
/// assert_eq!(check_all(&exec, &[3, 12, 7, 15]), Err(MyError::TooHeavy(12)));
/// # Ok::<(), Error>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused to open, read or write something.
    #[error("{path}: cannot {action}: {source}", path = if *action == "write" { output_name(path) } else { input_name(path) })]
    Io {
        /// The file; `-` for the standard streams.
        path: PathBuf,
        /// The operation: "open", "read", "write", ...
        action: &'static str,
        /// The reason that the operating system gives.
        source: std::io::Error,
    },

    /// A file violates its format, or a demand of the caller.
    #[error("{place}: expected {expected}, found {found}{cure}", cure = hint(cure))]
    Parse {
        /// The place in the input.
        place: Place,
        /// The expected content of the place.
        expected: String,
        /// The content found.
        found: String,
        /// The cure; empty if there is none.
        cure: &'static str,
    },

    /// The format of a file cannot represent the graph.
    #[error("{path}: {what}{cure}", path = output_name(path), cure = hint(cure))]
    Unwritable {
        /// The file to be written.
        path: PathBuf,
        /// The feature that the format cannot represent, and its place in the graph.
        what: String,
        /// The cure.
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

    /// A weight is NaN, so it cannot be ordered.
    #[error("edge {edge}: the weight is NaN, which has no place in the order of weights")]
    NanWeight {
        /// Position of the edge among the edges of the graph.
        edge: usize,
    },

    /// A structure is inconsistent in itself.
    #[error("not a valid graph: expected {expected}, found {found}")]
    Inconsistent {
        /// The condition that must hold.
        expected: String,
        /// The value found.
        found: String,
    },

    /// More than [`crate::graph::LIMIT`] nodes or edges.
    #[error("{count} {what} are more than the {limit} that this build can address", limit = crate::ids::LIMIT)]
    TooMany {
        /// "nodes" or "edges".
        what: &'static str,
        /// Their number.
        count: u64,
    },

    /// An array whose size depends on the input cannot be allocated.
    #[error("{}: {} for {what}", short_of_memory(during), Bytes(*bytes))]
    OutOfMemory {
        /// Name of the array.
        what: &'static str,
        /// Its size, in bytes.
        bytes: u64,
        /// The file and the step of the work on it, if known.
        during: Option<Box<Step>>,
    },

    /// A graph needs more memory than the process may use, according to [`crate::memory::Estimate`].
    #[error("{path}: not enough memory: needs about {estimate}; {allowed} may be used{cure}",
        path = input_name(path), allowed = Bytes(*allowed), cure = hint(cure))]
    TooLarge {
        /// The graph's file.
        path: PathBuf,
        /// The memory needed, part by part.
        estimate: String,
        /// The memory that the process may hold in total, in bytes.
        allowed: u64,
        /// The cure.
        cure: &'static str,
    },

    /// The loop was stopped through its [`crate::exec::CancelToken`].
    #[error("cancelled")]
    Cancelled,

    /// Another rank has ended, or has failed in a collective operation.
    #[error("rank {rank} has ended, so this one cannot go on")]
    OtherRank {
        /// The rank.
        rank: usize,
    },

    /// The thread pool could not be started.
    #[error("cannot start {threads} threads: {reason}")]
    Threads {
        /// Number of threads requested.
        threads: usize,
        /// The reason.
        reason: String,
    },

    /// An argument is outside of its documented range.
    #[error("{what}: expected {expected}, found {}", on_one_line(found))]
    Argument {
        /// Name of the argument.
        what: &'static str,
        /// The range.
        expected: String,
        /// The value given.
        found: String,
    },

    /// An error of the caller's own, from [`Error::other`].
    #[error(transparent)]
    Other(Box<dyn std::error::Error + Send + Sync>),
}

impl Error {
    /// Creates an [`Error::Argument`] from the name of the argument, its range in words ("at least 1"), and
    /// the value found.
    #[must_use]
    pub fn argument(what: &'static str, expected: impl Into<String>, found: impl fmt::Display) -> Self {
        Self::Argument { what, expected: expected.into(), found: found.to_string() }
    }

    /// The [`Error::Other`] of any error, or of a message.
    ///
    /// ```
    /// use boscage::Error;
    /// use boscage::exec::Exec;
    ///
    /// let exec = Exec::new(2)?;
    /// let texts = ["3", "4", "five", "six"];
    /// let error = exec.do_all("read", texts, |text| {
    ///     let number: u32 = text.parse().map_err(Error::other)?;
    ///     if number == 0 { Err(Error::other("zero")) } else { Ok(()) }
    /// });
    /// assert_eq!(error.unwrap_err().to_string(), "invalid digit found in string");
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn other(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Self {
        error.into().downcast::<Self>().map_or_else(Self::Other, |error| *error)
    }

    /// Returns the error that was given to [`Error::other`].
    ///
    /// # Errors
    /// This error itself, if it is of another type.
    pub fn downcast<E: std::error::Error + 'static>(self) -> Result<E, Self> {
        match self {
            Self::Other(error) => error.downcast().map(|error| *error).map_err(Self::Other),
            other => Err(other),
        }
    }

    /// Creates an [`Error::OutOfMemory`] from the name of an array and its size.
    pub(crate) fn out_of_memory(what: &'static str, bytes: u64) -> Self {
        Self::OutOfMemory { what, bytes, during: None }
    }

    /// Adds the file and the step ("reading") to an [`Error::OutOfMemory`] that has none yet. Returns other
    /// errors unchanged, because they name their files themselves.
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

    /// Returns `true` if this is a write to a pipe whose reader has exited (`... | head`). Programs should
    /// then stop without a message.
    #[must_use]
    pub fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io { source, .. } if source.kind() == std::io::ErrorKind::BrokenPipe)
    }
}

/// A step of some work on a file, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// The file; `-` for the standard input.
    pub path: PathBuf,
    /// The step: "reading", the name of an operator, ...
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

/// A place in an input file, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path of the file.
    pub path: PathBuf,
    /// The position in the file.
    pub at: At,
}

/// A position in a file, in the unit of its format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
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
