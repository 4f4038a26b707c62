//! What programs that find and measure forests share.
//!
//! | module | concern |
//! |---|---|
//! | [`generated`] | graphs made by rule, each told as the command that makes it again |
//! | [`turns`] | whose turn it is to be timed |
//! | [`machine`], [`load`] | the machine that is measured on, and how busy it is with other work |
//! | [`show`] | numbers for people, and how results are printed |
//! | [`plot`] | charts, as SVG |
//! | [`page`] | pages that need no other file |
//! | [`progress`], [`interrupt`], [`failure`] | bars on the terminal, signals, and how a program ends |
//! | [`command_line`], [`files`] | help, completions, manual pages; outputs that are inputs |
//! | [`truth`] | whether a forest is the one that was proved |
#![forbid(unsafe_code)]

pub mod command_line;
pub mod failure;
pub mod files;
pub mod generated;
pub mod interrupt;
pub mod load;
pub mod machine;
pub mod page;
pub mod plot;
pub mod progress;
pub mod show;
pub mod truth;
pub mod turns;
