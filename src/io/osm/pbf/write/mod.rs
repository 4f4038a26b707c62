//! Writes `.osm.pbf`.
//!
//! The edges are walked into long ways: a way begins at the first node that has an unused edge, and goes on
//! along the first unused edge of the node that it has reached. Blocks are encoded and compressed on all
//! threads, and written in their order.

pub(in crate::osm) mod encode;
mod walk;

use std::io::Write;
use std::ops::Range;
use std::path::Path;

use crate::osm::place::{Place, place_of_degrees};
use crate::{Compression, Output};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Edge, FileData};
use boscage_core::parallel::pipeline;
use boscage_core::{Error, Result, memory, with_edge_list};
use encode::{header, node_block, way_block};
use walk::{Walk, Walked};

/// Entities per block.
const BLOCK: usize = 8000;

/// Writes a graph with places as an OpenStreetMap extract, `.osm.pbf`; `-` is the standard output.
///
/// `coordinates` are the longitude and latitude of each node, in degrees. `ids` are the ids of the nodes,
/// ascending; without them, ids count from 1. The edges are walked into ways of at most 50 nodes, which are
/// tagged `highway=residential`. Nodes come first, then ways, both by their ids.
///
/// Weights are not written: readers compute lengths from the places. A node without edges is written, but no
/// way uses it.
///
/// # Determinism
/// The bytes do not depend on the number of threads.
///
/// # Memory
/// 8 bytes per edge and 4 per node, and some megabytes per thread.
///
/// # Errors
/// [`Error::Argument`] if there are fewer or more coordinates or ids than nodes, if ids do not ascend, or if
/// a node is not on the earth; [`Error::TooMany`] edges, 2^31 or more; [`Error::Io`]; [`Error::OutOfMemory`];
/// [`Error::Cancelled`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{AnyEdgeList, EdgeList};
/// use boscage::io::ReadOptions;
/// use boscage::io::osm::{self, OsmOptions};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("triangle.osm.pbf");
/// let triangle = AnyEdgeList::from(EdgeList::from_pairs(3, [(0, 1), (1, 2), (2, 0)])?);
/// let exec = Exec::new(2)?;
/// osm::write_pbf(&exec, &path, &triangle, &[[24.0, 60.0], [24.1, 60.0], [24.0, 60.1]], None)?;
///
/// let osm = OsmOptions { chains: osm::Chains::Keep, ..OsmOptions::default() };
/// let options = ReadOptions { osm, ..ReadOptions::default() };
/// let network = osm::read(&exec, &path, &options)?;
/// assert_eq!((network.node_ids, network.list.edge_count()), (vec![1, 2, 3], 3));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn write_pbf(
    exec: &Exec,
    path: impl AsRef<Path>,
    graph: &AnyEdgeList,
    coordinates: &[[f64; 2]],
    ids: Option<&[i64]>,
) -> Result<()> {
    let path = path.as_ref();
    let nodes = Nodes { coordinates, ids };
    nodes.check(graph.node_count())?;
    let written = exec.install(
        || with_edge_list!(graph, list => write(exec, path, (list.node_count(), list.edges()), nodes)),
    );
    written.map_err(|error| error.during(path, "writing"))
}

/// The places and the ids of nodes.
#[derive(Clone, Copy)]
struct Nodes<'a> {
    coordinates: &'a [[f64; 2]],
    ids: Option<&'a [i64]>,
}

impl Nodes<'_> {
    fn check(&self, nodes: usize) -> Result<()> {
        let demand = |what, expected: String, found: usize| {
            if found == nodes { Ok(()) } else { Err(Error::argument(what, expected, found)) }
        };
        demand("coordinates", format!("those of {nodes} nodes"), self.coordinates.len())?;
        if let Some(ids) = self.ids {
            demand("ids", format!("those of {nodes} nodes"), ids.len())?;
            if let Some(pair) = ids.windows(2).find(|pair| pair[0] >= pair[1]) {
                let found = format!("{} after {}", pair[1], pair[0]);
                return Err(Error::argument("ids", "ascending ids", found));
            }
        }
        Ok(())
    }

    fn id(&self, node: usize) -> i64 {
        self.ids.map_or(node as i64 + 1, |ids| ids[node])
    }

    fn place(&self, node: usize) -> Result<Place> {
        let [longitude, latitude] = self.coordinates[node];
        place_of_degrees(longitude, latitude).ok_or_else(|| {
            let expected = "longitudes from -180 to 180 degrees and latitudes from -90 to 90";
            Error::argument("coordinates", expected, format_args!("{longitude}, {latitude} at node {node}"))
        })
    }
}

/// A block that has not been encoded.
enum Block {
    Header,
    Nodes(Range<usize>),
    /// Ways, the first of which has this id.
    Ways(i64, Walked),
}

impl Block {
    /// Number of nodes, or of edges of ways.
    fn entities(&self) -> usize {
        match self {
            Self::Header => 0,
            Self::Nodes(range) => range.len(),
            Self::Ways(_, ways) => ways.nodes.len() - ways.ends.len(),
        }
    }
}

fn write<E: FileData>(
    exec: &Exec,
    path: &Path,
    (nodes, edges): (usize, &[Edge<E>]),
    places: Nodes<'_>,
) -> Result<()> {
    let mut walk = Walk::new(nodes, edges)?;
    let mut next_way = 1;
    let header_and_nodes = std::iter::once(Block::Header)
        .chain((0..nodes).step_by(BLOCK).map(|first| Block::Nodes(first..nodes.min(first + BLOCK))));
    let ways = std::iter::from_fn(|| match walk.take(BLOCK) {
        Ok(ways) if ways.ends.is_empty() => None,
        Ok(ways) => {
            let first = next_way;
            next_way += ways.ends.len() as i64;
            Some(Ok(Block::Ways(first, ways)))
        }
        Err(error) => Some(Err(error)),
    });
    let mut output = Output::create(path, Compression::from_suffix(path))?;
    let encode = |block: Result<Block>| {
        exec.check_cancelled()?;
        let block = block?;
        let entities = block.entities();
        let bytes = match block {
            Block::Header => header(),
            Block::Nodes(range) => node_block(range, &places),
            Block::Ways(first, ways) => way_block(first, &ways, &places),
        };
        Ok((bytes?, entities))
    };
    let (mut written, all) = (0, nodes + edges.len());
    pipeline(exec, header_and_nodes.map(Ok).chain(ways), encode, |block: Result<(Vec<u8>, usize)>| {
        let (bytes, entities) = block?;
        written += entities;
        exec.report_progress("writing", written as u64, all as u64);
        output.write_all(&bytes).map_err(|source| output.error(source))
    })?;
    output.finish()
}

/// Reserves room for a block.
fn room(bytes: usize) -> Result<Vec<u8>> {
    memory::reserve("a block", bytes)
}
