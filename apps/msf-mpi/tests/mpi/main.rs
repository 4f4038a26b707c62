//! The program under the launcher of an MPI.

mod faults;
mod forests;
mod launcher;
#[cfg(target_os = "linux")]
mod namespaces;
mod options;
