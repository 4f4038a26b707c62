//! Graph files: what is read, what is refused, and what is there after writing.

mod admission;
mod changing_files;
#[cfg(target_os = "linux")]
mod closed_streams;
mod cures;
mod damaged;
mod folded_streams;
mod formats;
mod generated_road;
mod misread;
mod opening;
mod parts;
mod progress;
mod round_trips;
mod same_graph;
mod samples;
mod streams;
mod typed;
mod writing;
