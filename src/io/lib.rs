//! Graph files: readers, writers, compression.
//!
//! [`read`] reads any file. It recognises the format ([`Format`]) and the compression ([`Compression`]) from
//! the content; the suffix is only a hint. The result is an [`Input`]: the edges, their direction, the names
//! of the nodes in the file, and remarks. [`Input::graph`] makes a typed graph of it. [`write()`] writes a
//! graph in most of the formats and returns the properties that the file does not keep ([`Loss`]). An
//! [`Output`] appears only when it is complete. [`read_points`] reads points from tables and arrays.
//!
//! ```
//! use boscage::exec::Exec;
//! use boscage::graph::{Graph, Undirected};
//! use boscage::io::{self, Names, ReadOptions, WriteOptions};
//!
//! let exec = Exec::available()?;
//! let folder = tempfile::tempdir().unwrap();
//! let [text, binary] = ["graph.txt", "graph.bsg"].map(|name| folder.path().join(name));
//! std::fs::write(&text, "1 2 7\n2 3 5\n").unwrap();
//! let input = io::read(&exec, &text, &ReadOptions::default())?;
//! let graph: Graph<Undirected, u32> = input.graph(&exec)?;
//! assert_eq!((graph.node_count(), graph.edge_count()), (3, 2));
//! io::write(&exec, &binary, &input.list, &input.names, &WriteOptions::default())?;
//! assert_eq!(io::read(&exec, &binary, &ReadOptions::default())?.list, input.list);
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! Everything is copied before it is checked, so a graph does not depend on its file. Reading is fastest if
//! edges are stored on disk as in memory ([`Format::Boscage`], [`Format::EdgeArray`]): then it is only a
//! copy. Processes that share one copy of such a file can [`map()`] it, if they can promise that it does not
//! change.
//!
//! If a graph is distributed over several processes, each reads only its own part of the file
//! ([`read_part`]), and all write one file together ([`write_in_parts`]); see [`boscage_core::comm`].
//!
//! Results do not depend on the number of threads. Headers are not trusted: no reader reserves memory for
//! more edges than the existing bytes justify, or for as many nodes as a header claims.
#![cfg_attr(docsrs, feature(doc_cfg))]

mod admission;
mod archive;
mod assemble;
mod attributes;
mod budget;
mod bytes;
mod coordinates;
mod course;
mod format;
mod formats;
mod geometry;
mod input;
mod map;
mod names;
mod naming;
mod options;
pub mod osm;
mod output;
mod parts;
mod points;
mod reading;
mod remark;
mod stream;
mod strings;
mod subgraph;
mod text;
mod unweighted;
mod write;

pub use admission::{Admit, Prospect};
pub use attributes::{Attributes, Column, Shapes, Texts, Values};
pub use bytes::{Compression, Opened, ReadProgress};
pub use coordinates::Coordinates;
pub use format::Format;
pub use formats::dimacs::coordinates::{write_coordinates, write_coordinates_to};
pub use formats::table::edge_columns;
pub use input::{ArcReport, Input};
pub use map::{MappedGraph, map};
pub use names::{Name, Names};
pub use naming::{TextNames, number_nodes};
pub use options::{ArcPolicy, Header, Isolated, ReadOptions, TableOptions, WriteOptions};
pub use output::{Loss, Output};
pub use parts::names::PartNames;
pub use parts::part_input::PartInput;
pub use parts::{read_part, write_in_parts};
pub use points::{PointData, PointOptions};
pub use reading::{read, read_bytes, read_coordinates, read_points, read_stream};
pub use remark::Remark;
pub use stream::{Arrived, EdgeFile, EdgeSink, FileBlock, StreamInput, stream};
pub use strings::Strings;
pub use unweighted::Unweighted;
pub use write::{write, write_recipe};
