//! What programs that find and measure forests share.
//!
//! | module | concern |
//! |---|---|
//! | [`generated`] | graphs made by rule, each told as the command that makes it again |
//! | [`turns`] | whose turn it is to be timed |
//! | [`machine`] | the machine that is measured on |
//! | [`show`] | numbers for people |
//! | [`plot`] | charts, as SVG |
//! | [`page`] | pages that need no other file |
//! | [`progress`], [`interrupt`], [`failure`] | bars on the terminal, signals, and how a program ends |
//! | [`truth`] | whether a forest is the one that was proved |
#![forbid(unsafe_code)]

pub mod failure;
pub mod generated;
pub mod interrupt;
pub mod machine;
pub mod page;
pub mod plot;
pub mod progress;

pub mod show;
pub mod truth;
pub mod turns;
