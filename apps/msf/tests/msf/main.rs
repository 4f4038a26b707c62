//! The program as users run it: every option, every message, every ending.

mod bench;
mod checkpoints;
mod endings;
mod errors;
mod examples;
mod forest;
mod gpu;
mod larger;
mod maps;
mod memory;
mod page;
mod points;
mod program;
mod race;
mod replacements;
mod reports;
mod streams;
mod verify;
