//! Output files: each appears when it is complete. They report the properties that they do not keep.

mod decimal;
pub(crate) mod file;
pub(crate) mod in_order;
pub(crate) mod isolated;
pub(crate) mod loss;
pub(crate) mod unfinished;
mod writing;

pub(crate) use decimal::{Decimal, line};
pub use file::Output;
pub(crate) use in_order::EdgeSource;
pub use loss::Loss;
pub(crate) use writing::{AnyEdges, Writing, with_edges};
