//! Road networks.

use std::path::Path;

use super::meter::Meter;
use super::{pbf, xml};
use crate::bytes::{Content, Opened};
use crate::input::mismatch;
use crate::{ReadOptions, Shapes, Texts};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::AnyEdgeList;

/// The roads of an extract. See the [module](super) for an example.
///
/// 12 bytes per edge and 17 more for its data; 24 bytes per node.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct RoadNetwork {
    /// The edges, in the order of the ways in the file, with lengths in millimetres: `u32` if all fit,
    /// otherwise `u64`. Edges of one-way streets lead in their direction, also if the way is listed against
    /// it.
    pub list: AnyEdgeList,
    /// The id of each node, ascending.
    pub node_ids: Vec<i64>,
    /// Longitude and latitude of each node, in degrees.
    pub coordinates: Vec<[f64; 2]>,
    /// The id of the way of each edge.
    pub way_ids: Vec<i64>,
    /// The `name` of the way of each edge.
    pub names: Texts,
    /// The `highway` tag of the way of each edge.
    pub highways: Texts,
    /// True for edges that lead only from their first end to their second.
    pub is_one_way: Vec<bool>,
    /// Longitude and latitude of the points between the ends of each edge, with
    /// [`ReadOptions::keep_geometry`](crate::ReadOptions::keep_geometry).
    pub shapes: Option<Shapes>,
    /// Number of nodes that the ways use and that the extract lacks.
    pub missing_nodes: usize,
}

/// Reads the roads of an OpenStreetMap extract, compressed or not; `-` is the standard input. Of the options,
/// `osm`, `keep_geometry` and `admit` count.
///
/// # Determinism
/// The network does not depend on the number of threads.
///
/// # Errors
/// Those of [`io::read`](crate::read); if there are several, any of them. An extract with history, whose
/// objects have several versions, and files of changes are refused, and so is an extract that has none of the
/// nodes of its ways.
///
/// # Examples
/// See the [module](super).
pub fn read(exec: &Exec, path: impl AsRef<Path>, options: &ReadOptions) -> Result<RoadNetwork> {
    let opened = Opened::new(path.as_ref())?;
    let options = &ReadOptions { is_directed: None, ..options.clone() };
    opened.with_content(exec, |mut content| {
        let head = content.head()?;
        let mut meter = Meter::of(options, &content.path);
        match () {
            () if pbf::sniff(&head) => pbf::read(content, options, &mut meter),
            () if xml::sniff(&head) => xml::read(content, options, &mut meter),
            () => {
                let found = if head.is_empty() { "an empty file" } else { "other content" };
                Err(mismatch(&content.path, "an OpenStreetMap extract", found, CURE))
            }
        }
    })
}

/// Advice about files that are no extracts.
const CURE: &str = "`io::read` reads other formats";

/// A reader of extracts.
pub(super) type Read = fn(Content<'_>, &ReadOptions, &mut Meter) -> Result<RoadNetwork>;
