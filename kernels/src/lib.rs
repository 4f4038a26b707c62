//! Minimum spanning forests on NVIDIA GPUs.
