//! Shared code of the command-line programs.
//!
//! | module | concern |
//! |---|---|
//! | [`command_line`], [`files`] | help, completions, manual pages; detects outputs that are also inputs |
//! | [`input`], [`family`] | options of programs that read graphs, or make them |
//! | [`needs`] | estimates of memory |
//! | [`child`], [`scratch`] | other programs, and a folder for the files that they read |
//! | [`failure`], [`interrupt`] | how a program ends: errors, signals |
//! | [`progress`] | bars on the terminal |
//! | [`show`], [`report`] | formatting of numbers, printing of results; what reports of runs have in common |
#![forbid(unsafe_code)]

pub mod child;
pub mod command_line;
pub mod failure;
pub mod family;
pub mod files;
pub mod input;
pub mod interrupt;
pub mod needs;
pub mod places;
pub mod progress;
pub mod reading;
pub mod report;
pub mod scratch;
pub mod show;
