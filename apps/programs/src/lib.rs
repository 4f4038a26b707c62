//! What the programs have in common where people and shells meet them.
//!
//! | module | concern |
//! |---|---|
//! | [`command_line`], [`files`] | help, completions, manual pages; outputs that are inputs |
//! | [`failure`], [`interrupt`] | how a program ends: errors, signals |
//! | [`progress`] | bars on the terminal |
//! | [`show`] | numbers for people, and how results are printed |
#![forbid(unsafe_code)]

pub mod command_line;
pub mod failure;
pub mod files;
pub mod interrupt;
pub mod progress;
pub mod show;
