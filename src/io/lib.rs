//! Graph files: readers, writers, compression.
//!
//! [`read`] reads any path. It recognises the format ([`Format`]) and the compression ([`Compression`]) from
//! the content; the suffix is only a hint. Every reader produces an [`Input`]: the edges, whether they have a
//! direction, the input's own names for its nodes, and remarks from reading. [`Input::graph`] makes a typed
//! graph of it. [`write()`] writes a graph in most of the formats and returns what the format does not keep
//! ([`Loss`]). With [`Output`], a file is either complete or not there.
//!
//! Everything is copied before it is checked, so a graph does not depend on its file. Reading is fastest if
//! edges are stored on disk as in memory ([`Format::Boscage`], [`Format::EdgeArray`]): then it is only the
//! copy. Processes that share one copy of such a file can [`map()`] it, if they can promise that it does not
//! change.
//!
//! If several processes have a graph together, each reads only its own part of the file ([`read_part`]), and
//! all write one file at once ([`write_in_parts`]); see [`boscage_core::comm`].
//!
//! Headers are not trusted: no reader reserves more edges than the existing bytes justify, and none allocates
//! memory for as many nodes as a header claims.

mod admission;
mod assemble;
mod budget;
mod bytes;
mod format;
mod formats;
mod input;
mod map;
mod names;
mod options;
mod output;
mod parts;
mod reading;
mod remark;
mod text;
mod unweighted;
mod write;

pub use admission::{Admit, Prospect};
pub use bytes::{Compression, Opened};
pub use format::Format;
pub use formats::dimacs::coordinates::{write_coordinates, write_coordinates_to};
pub use input::{ArcReport, Input};
pub use map::{MappedGraph, map};
pub use names::Names;
pub use options::{ArcPolicy, Isolated, ReadOptions, WriteOptions};
pub use output::{Loss, Output};
pub use parts::names::PartNames;
pub use parts::part_input::PartInput;
pub use parts::{read_part, write_in_parts};
pub use reading::{read, read_bytes, read_coordinates, read_stream};
pub use remark::Remark;
pub use unweighted::Unweighted;
pub use write::{write, write_recipe};
