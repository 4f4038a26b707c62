//! Why a GPU could not do something, in one line.

use boscage_core::graph::LIMIT;
use boscage_core::memory::Bytes;
use cudarc::driver::DriverError;

/// The oldest driver that takes the kernels.
pub const OLDEST_DRIVER: &str = "525.60.13";

/// What the operators of this crate return.
pub type Result<T> = std::result::Result<T, Error>;

/// Why a GPU could not do something.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The driver's library is not on this machine.
    #[error(
        "no NVIDIA driver: libcuda was not found or cannot be loaded (any driver from {} on will do)",
        OLDEST_DRIVER
    )]
    NoDriver,

    /// The driver is older than what the kernels were compiled for.
    #[error(
        "the NVIDIA driver knows CUDA {major}.{minor}, the kernels need CUDA 12.0: driver {} or newer",
        OLDEST_DRIVER
    )]
    OldDriver {
        /// Of the CUDA version that the driver knows.
        major: i32,
        /// Of the CUDA version that the driver knows.
        minor: i32,
    },

    /// The driver sees no such device.
    #[error("{}", no_device(*found, *wanted))]
    NoDevice {
        /// How many devices the driver sees.
        found: i32,
        /// The device asked for, from 0 on.
        wanted: usize,
    },

    /// The device is older than what the kernels were compiled for.
    #[error("{name} has compute capability {major}.{minor}, the kernels need 7.5")]
    OldDevice {
        /// The device's name.
        name: String,
        /// Of its compute capability.
        major: i32,
        /// Of its compute capability.
        minor: i32,
    },

    /// The device has less memory free than is needed: operators see to that before they allocate anything.
    #[error("not enough memory on the GPU: {what} needs {}, {} are free", Bytes(*needed), Bytes(*free))]
    OutOfMemory {
        /// What for.
        what: &'static str,
        /// Bytes needed.
        needed: u64,
        /// Bytes that are free.
        free: u64,
    },

    /// More nodes or edges than the kernels can number.
    #[error("{count} {what} are more than the {limit} that the GPU backend can number")]
    TooMany {
        /// "nodes", "edges" or "pairs".
        what: &'static str,
        /// How many there are.
        count: usize,
        /// How many there may be.
        limit: usize,
    },

    /// An argument lies outside the range that its documentation gives.
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
        /// What was tried.
        doing: &'static str,
        /// The driver's own words.
        reason: String,
    },

    /// What the framework has to say.
    #[error(transparent)]
    Graph(#[from] boscage_core::Error),
}

fn no_device(found: i32, wanted: usize) -> String {
    match found {
        0 => "no NVIDIA GPU: the driver sees none".to_owned(),
        _ => format!("no NVIDIA GPU number {wanted}: the driver sees {found}, counted from 0"),
    }
}

/// The driver's own words, without the name that it has for them in its interface.
fn reason(error: &DriverError) -> String {
    match error.error_string() {
        Ok(words) => words.to_string_lossy().into_owned(),
        Err(_) => format!("{:?}", error.0),
    }
}

/// Gives the driver's errors what they happened at.
pub(crate) trait Doing<T> {
    fn doing(self, doing: &'static str) -> Result<T>;
}

impl<T> Doing<T> for std::result::Result<T, DriverError> {
    fn doing(self, doing: &'static str) -> Result<T> {
        self.map_err(|error| Error::Driver { doing, reason: reason(&error) })
    }
}

/// The numbers of trees leave room for a mark.
pub(crate) const MOST_NODES: usize = if LIMIT < 1 << 31 { LIMIT } else { 1 << 31 };

/// Refuses graphs whose parts the kernels cannot number.
pub(crate) fn check_counts(nodes: usize, edges: usize) -> Result<()> {
    for (what, count, limit) in [("nodes", nodes, MOST_NODES), ("edges", edges, LIMIT)] {
        if count > limit {
            return Err(Error::TooMany { what, count, limit });
        }
    }
    Ok(())
}
