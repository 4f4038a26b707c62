//! Shared code of programs that find and measure forests.
//!
//! | module | concern |
//! |---|---|
//! | [`contention`] | what operators would move between many processors |
//! | [`entrant`] | programs that race, through a protocol that any program can speak |
//! | [`failure`] | why a run ends early, on the GPU too |
//! | [`figure`] | charts with their numbers as tables |
//! | [`generated`] | generated graphs, each printed as the command that makes it again |
//! | [`machine`], [`load`] | the machine, and how busy it is with other work |
//! | [`markdown`] | text in Markdown |
//! | [`page`] | self-contained HTML pages |
//! | [`plot`] | charts, as SVG |
//! | [`truth`] | compares a forest with the proved one |
//! | [`turns`] | runs of several entries in turn |
#![forbid(unsafe_code)]

pub mod contention;
pub mod entrant;
pub mod failure;
pub mod figure;
pub mod generated;
pub mod load;
pub mod machine;
pub mod markdown;
pub mod page;
pub mod plot;
pub mod truth;
pub mod turns;
