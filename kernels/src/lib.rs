//! Minimum spanning forests on NVIDIA GPUs.
//!
//! Needs a device from Turing on and a driver of CUDA 12.0 or later (525.60.13 on Linux), and nothing else of CUDA:
//! [`ptx`] says why.

pub mod ptx;
