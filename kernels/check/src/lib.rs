//! The checks for every operator on a GPU, real or emulated.

mod case;

pub use case::{Case, Judged};
