//! Minimum spanning forests on NVIDIA GPUs.
//!
//! You need a device from Turing on (compute capability 7.5) and a driver of CUDA 12.0 or later (525.60.13 on
//! Linux). No CUDA toolkit is needed: the kernels are embedded as [`ptx`].
//!
//! [`filter_boruvka`](fn@filter_boruvka) is the fastest operator; the others are for comparison with papers.
//! Every operator finds the same forest, edge for edge, as on the processor. [`operators`] lists them by
//! name; [`Device`] has an example.

#![deny(unsafe_code)]

mod arcs;
mod collect;
mod edge_boruvka;
#[cfg(test)]
mod emulated;
mod error;
mod filter_boruvka;
mod gpu;
mod input;
mod launch;
mod live;
mod memory;
mod operator;
mod pma;
mod pool;
pub mod primitives;
pub mod ptx;
mod rank;
mod roots;
mod session;
mod timer;
mod vineet;

pub use boscage_core::sync::PathCompression;
pub use edge_boruvka::{Append, EdgeBoruvka, Minimum, edge_boruvka};
pub use error::{Error, OLDEST_DRIVER, Result};
pub use filter_boruvka::{FilterBoruvka, filter_boruvka};
pub use gpu::{Gpu, Shape};
pub use operator::{Auto, Device, Size, choose, operators};
pub use pma::{Lanes, Pma, pma};
pub use timer::{LOAD, ON_DEVICE, TO_DEVICE, TO_HOST};
pub use vineet::{Vineet, vineet};
