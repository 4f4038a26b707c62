//! The program as its users meet it: every option, every message, every way to end.

mod bench;
mod endings;
mod errors;
mod forest;
mod gpu;
mod memory;
mod program;
mod reports;
mod verify;
