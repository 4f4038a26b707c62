//! The framework: its loops, callers that break a contract, and its layers.

mod endings;
mod layers;
mod loops;
mod lying_callers;
mod patience;
mod rounds;
mod speculation;
