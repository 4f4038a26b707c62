//! Errors of a GPU, each in one line.

use boscage_core::graph::LIMIT;
use boscage_core::memory::Bytes;
use cudarc::driver::DriverError;

/// Oldest driver that can load the kernels.
pub const OLDEST_DRIVER: &str = "525.60.13";

/// Result of this crate's operators.
pub type Result<T> = std::result::Result<T, Error>;

/// Error of a GPU or of an operator on it.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The driver's library cannot be loaded on this machine.
    #[error(
        "no NVIDIA driver: libcuda was not found or cannot be loaded (install driver {} or newer)",
        OLDEST_DRIVER
    )]
    NoDriver,

    /// The driver is older than the kernels need.
    #[error(
        "the NVIDIA driver supports CUDA {major}.{minor}, the kernels need CUDA 12.0: install driver {} or newer",
        OLDEST_DRIVER
    )]
    OldDriver {
        /// Major version of CUDA that the driver supports.
        major: i32,
        /// Minor version of CUDA that the driver supports.
        minor: i32,
    },

    /// The driver sees no device with this number.
    #[error("{}", no_device(*found, *wanted))]
    NoDevice {
        /// Number of devices that the driver sees.
        found: i32,
        /// Number of the wanted device, from 0.
        wanted: usize,
    },

    /// The device is older than the kernels need.
    #[error("{name} has compute capability {major}.{minor}, the kernels need 7.5")]
    OldDevice {
        /// Name of the device.
        name: String,
        /// Major version of its compute capability.
        major: i32,
        /// Minor version of its compute capability.
        minor: i32,
    },

    /// The device has less free memory than needed. Operators check this before they allocate anything.
    #[error("not enough memory on the GPU: {what} needs {}, {} are free", Bytes(*needed), Bytes(*free))]
    OutOfMemory {
        /// Purpose of the memory.
        what: &'static str,
        /// Number of bytes needed.
        needed: u64,
        /// Number of free bytes.
        free: u64,
    },

    /// There are more nodes or edges than the kernels can number.
    #[error("expected at most {limit} {what} on a GPU, found {count}")]
    TooMany {
        /// `nodes`, `edges` or `pairs`.
        what: &'static str,
        /// Number found.
        count: usize,
        /// Largest possible number.
        limit: usize,
    },

    /// An argument is outside the range that its documentation gives.
    #[error("{what}: expected {expected}, found {found}")]
    Argument {
        /// Name of the argument.
        what: &'static str,
        /// The range.
        expected: String,
        /// The value given.
        found: String,
    },

    /// The driver refused something, or a kernel failed.
    #[error("the GPU failed to {doing}: {reason}")]
    Driver {
        /// Action that failed.
        doing: &'static str,
        /// Message of the driver.
        reason: String,
    },

    /// An error of the framework.
    #[error(transparent)]
    Graph(#[from] boscage_core::Error),
}

fn no_device(found: i32, wanted: usize) -> String {
    match found {
        0 => "no NVIDIA GPU: the driver sees none".to_owned(),
        _ => format!("no NVIDIA GPU number {wanted}: the driver sees {found}, numbered from 0"),
    }
}

/// Returns the driver's message without the name of its constant.
fn reason(error: &DriverError) -> String {
    match error.error_string() {
        Ok(words) => words.to_string_lossy().into_owned(),
        Err(_) => format!("{:?}", error.0),
    }
}

/// Adds the failed action to the driver's errors.
pub(crate) trait Doing<T> {
    fn doing(self, doing: &'static str) -> Result<T>;
}

impl<T> Doing<T> for std::result::Result<T, DriverError> {
    fn doing(self, doing: &'static str) -> Result<T> {
        self.map_err(|error| Error::Driver { doing, reason: reason(&error) })
    }
}

/// Numbers of trees leave one bit for a mark.
pub(crate) const MOST_NODES: usize = if LIMIT < 1 << 31 { LIMIT } else { 1 << 31 };

/// Returns an error for graphs whose nodes or edges the kernels cannot number.
pub(crate) fn check_counts(nodes: usize, edges: usize) -> Result<()> {
    for (what, count, limit) in [("nodes", nodes, MOST_NODES), ("edges", edges, LIMIT)] {
        if count > limit {
            return Err(Error::TooMany { what, count, limit });
        }
    }
    Ok(())
}
