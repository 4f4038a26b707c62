//! What programs that find and measure forests share.
//!
//! | module | concern |
//! |---|---|
//! | [`failure`] | why a run ends early, on the GPU too |
//! | [`generated`] | graphs made by rule, each printed as the command that makes it again |
//! | [`machine`], [`load`] | the machine that is measured on, and how busy it is with other work |
//! | [`page`] | pages that need no other file |
//! | [`plot`] | charts, as SVG |
//! | [`truth`] | whether a forest is the one that was proved |
//! | [`turns`] | runs of several entries in turn |
#![forbid(unsafe_code)]

pub mod failure;
pub mod generated;
pub mod load;
pub mod machine;
pub mod page;
pub mod plot;
pub mod truth;
pub mod turns;
