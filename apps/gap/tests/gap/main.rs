//! The `gap` program as its users see it: lines, objects, messages and exit codes.

mod about;
mod endings;
mod errors;
mod kernels;
mod program;
mod race;
