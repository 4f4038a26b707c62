//! Minimum spanning forests on NVIDIA GPUs.

pub mod ptx;
