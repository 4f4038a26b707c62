//! OpenStreetMap extracts as road networks: `.osm.pbf` and `.osm`, also compressed.
//!
//! [`io::read`](crate::read) reads an extract like any other file, with [`ReadOptions::osm`]; [`read`]
//! returns a [`RoadNetwork`], whose data have types.
//!
//! A way becomes edges, from junction to junction or from node to node ([`Chains`]), if the [`Profile`] uses
//! it. Nodes are numbered in the ascending order of their ids. The length of an edge is in millimetres: every
//! segment is the great circle between two nodes on a sphere of radius 6,371,008.8 m (the haversine formula),
//! rounded to the nearest millimetre, and a longer edge is the sum of its segments. Places are those of the
//! file, in ten-millionths of a degree; finer ones are rounded. Nodes that are not on the earth count as
//! missing. Relations are not read.
//!
//! A file is read in two passes: first its ways, then the places of the nodes that the ways use. Blocks of
//! nodes are decompressed only once. A stream that cannot be read twice is read once: of a PBF file, the
//! compressed blocks of nodes are kept in memory, of an XML file 16 bytes per node.
//!
//! [`write_pbf`] writes a graph with places as an extract.
//!
//! # Examples
//! ```
//! use boscage::exec::Exec;
//! use boscage::io::ReadOptions;
//! use boscage::io::osm::{self, Chains};
//!
//! let folder = tempfile::tempdir().unwrap();
//! let path = folder.path().join("town.osm");
//! let town = r#"<osm version="0.6">
//!     <node id="10" lat="60.0" lon="24.0"/>
//!     <node id="20" lat="60.0" lon="24.001"/>
//!     <node id="30" lat="60.001" lon="24.001"/>
//!     <way id="7">
//!         <nd ref="10"/><nd ref="20"/><nd ref="30"/>
//!         <tag k="highway" v="residential"/><tag k="name" v="Main Street"/>
//!     </way>
//! </osm>"#;
//! std::fs::write(&path, town).unwrap();
//! let exec = Exec::available()?;
//! let network = osm::read(&exec, &path, &ReadOptions::default())?;
//! assert_eq!((network.node_ids, network.list.edge_count()), (vec![10, 30], 1));
//! assert_eq!((network.way_ids, network.names.get(0)), (vec![7], "Main Street"));
//!
//! let mut options = ReadOptions::default();
//! options.osm.chains = Chains::Keep;
//! assert_eq!(osm::read(&exec, &path, &options)?.list.edge_count(), 2);
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! [`ReadOptions::osm`]: crate::ReadOptions::osm

mod build;
mod ids;
pub(crate) mod input;
pub(crate) mod meter;
mod network;
mod options;
pub(crate) mod pbf;
mod place;
mod profile;
mod tags;
#[cfg(test)]
mod tests;
mod ways;
pub(crate) mod xml;

pub use network::{RoadNetwork, read};
pub use options::{Chains, OsmOptions};
pub use pbf::write::write_pbf;
pub use profile::Profile;
