//! The framework: its loops, what it does with callers that break a contract, and its layers.

mod endings;
mod layers;
mod loops;
mod lying_callers;
mod patience;
mod rounds;
mod speculation;
