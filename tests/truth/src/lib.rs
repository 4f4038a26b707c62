//! The reference for tests of operators, on the processor and on the GPU: naive Kruskal, hard graphs, known
//! forests, configurations to try.
//!
//! This code is not fast, and shares nothing with the code that it checks.

pub mod case;
pub mod config;
pub mod known;
pub mod naive;
pub mod pairwise;
mod shrink;
pub mod sketches;
mod suite;
mod weights;

pub use shrink::shrink;
pub use sketches::Sketch;
pub use suite::Suite;
pub use weights::Sample;
