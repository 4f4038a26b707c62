//! What tests hold against the operators, on the processor and on the GPU: naive Kruskal, graphs that are
//! hard, forests that are known.
//!
//! Nothing here is fast, and nothing is shared with what it judges.

pub mod known;
pub mod naive;
pub mod pairwise;
mod shrink;
pub mod sketches;
mod weights;

pub use shrink::shrink;
pub use sketches::Sketch;
pub use weights::Sample;
