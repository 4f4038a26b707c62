//! The files that are written: each appears when it is complete, and says what it has lost.

pub(crate) mod begun;
mod decimal;
pub(crate) mod file;
pub(crate) mod in_order;
pub(crate) mod loss;
mod writing;

pub(crate) use decimal::{Decimal, line};
pub use file::Output;
pub(crate) use in_order::EdgeSource;
pub use loss::Loss;
pub(crate) use writing::{AnyEdges, Writing, with_edges};
