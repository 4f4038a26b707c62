//! Shared code of programs that find and measure forests.
//!
//! | module | concern |
//! |---|---|
//! | [`contention`] | data that operators would move between many processors |
//! | [`entrant`] | programs that race, through a protocol that any program can speak |
//! | [`failure`] | reasons why a run ends early, on the GPU too |
//! | [`figure`] | charts with their numbers as tables |
//! | [`generated`] | generated graphs, each printed as its command |
//! | [`machine`], [`load`] | the machine, and its load by other work |
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
