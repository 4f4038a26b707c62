//! Shared code of the programs for their users and for shells.
//!
//! | module | concern |
//! |---|---|
//! | [`command_line`], [`files`] | help, completions, manual pages; detects outputs that are also inputs |
//! | [`failure`], [`interrupt`] | how a program ends: errors, signals |
//! | [`progress`] | bars on the terminal |
//! | [`show`] | formatting of numbers, and printing of results |
#![forbid(unsafe_code)]

pub mod command_line;
pub mod failure;
pub mod files;
pub mod interrupt;
pub mod progress;
pub mod show;
