//! The framework: its loops, callers that break a contract, and its layers.

mod endings;
mod errors;
mod folding;
mod layers;
mod loops;
mod lying_callers;
mod new_items;
mod panics;
mod patience;
mod rounds;
mod speculation;
mod statistics;
