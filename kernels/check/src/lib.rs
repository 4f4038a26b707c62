//! What is demanded of every operator on a GPU, a real one or an emulated one.

mod case;

pub use case::{Case, Judged};
