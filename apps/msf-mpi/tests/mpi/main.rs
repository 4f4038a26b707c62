//! The program under the launcher of an MPI.

mod faults;
mod forests;
mod launcher;
mod options;
