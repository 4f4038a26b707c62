//! What programs that measure share. Nothing here knows of forests.
//!
//! | module | concern |
//! |---|---|
//! | [`generated`] | graphs made by rule, each told as the command that makes it again |
//! | [`turns`] | whose turn it is to be timed |
//! | [`machine`] | the machine that is measured on |
//! | [`show`] | numbers for people |
//! | [`plot`] | charts, as SVG |
//! | [`page`] | pages that need no other file |
//! | [`progress`], [`interrupt`] | bars on the terminal, and Ctrl-C |
#![forbid(unsafe_code)]

pub mod generated;
pub mod interrupt;
pub mod machine;
pub mod page;
pub mod plot;
pub mod progress;

pub mod show;
pub mod turns;
