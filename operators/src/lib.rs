//! Graph algorithms as small operators on the [boscage] framework: one algorithm, one file, one name.
//!
//! The flagship is [`msf`], minimum spanning forests; the others show that nothing in the framework knows
//! about forests.
#![forbid(unsafe_code)]

mod connected_components;
mod independent_set;
mod matching;
pub mod msf;
mod shortest_paths;

pub use connected_components::connected_components;
pub use independent_set::{IndependentSet, independent_set};
pub use matching::matching;
pub use shortest_paths::{Length, ShortestPaths, shortest_paths};

/// The examples of the README, which are tests too.
#[cfg(all(doctest, feature = "petgraph"))]
#[doc = include_str!("../../README.md")]
struct Readme;
