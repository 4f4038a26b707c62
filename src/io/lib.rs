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
mod ahead;
mod assemble;
mod binary;
mod blocks;
mod boscage;
mod claims;
mod columns;
mod compression;
mod content;
mod coordinates;
mod cures;
mod dimacs;
mod doubts;
mod ecl;
mod edge_array;
mod edge_list;
mod edges;
mod fault;
mod fold;
mod format;
mod galois;
mod gap;
mod input;
mod line;
mod listing;
mod map;
mod matrix_market;
mod metis;
mod named;
mod names;
mod number;
mod open;
mod options;
mod outline;
mod parts;
mod pbbs_adjacency;
mod pbbs_edges;
mod random_access;
mod raw_edges;
mod remark;
mod room;
mod scan;
mod separators;
mod sniff;
mod span;
mod spares;
mod strangers;
#[cfg(test)]
mod testing;
mod text;
mod to_end;
mod weights;
mod words;
mod write;

pub use admission::{Admit, Prospect};
pub use compression::Compression;
pub use format::Format;
pub use input::{ArcReport, Input};
pub use map::{MappedGraph, map};
pub use names::Names;
pub use open::{Opened, read, read_bytes, read_coordinates, read_stream};
pub use options::{ArcPolicy, ReadOptions, Unweighted};
pub use parts::{PartInput, PartNames, read_part};
pub use remark::Remark;
pub use write::{
    Isolated, Loss, Output, WriteOptions, write, write_coordinates, write_coordinates_to, write_in_parts,
    write_recipe,
};
