//! The operators: what each promises beside the forest, which the oracle of the root's tests judges.

mod auto;
mod examples;
mod isolated;
mod not_forests;
mod papers;
#[cfg(feature = "petgraph")]
mod petgraph;
mod pma;
mod statistics;
