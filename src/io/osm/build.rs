//! Makes a road network of ways and places.
//!
//! Nodes that the file lacks cut a way into runs. A run is cut into pieces: at every node, or at junctions.
//! Every block of ways counts its pieces, so it knows where its edges begin, and all blocks are filled in
//! parallel.

use std::path::Path;

use super::RoadNetwork;
use super::ids::Ids;
use super::meter::Meter;
use super::options::Chains;
use super::place::{NOWHERE, Place, degrees, distance};
use super::profile::Way;
use super::ways::{Dictionary, WHAT, WayBlock, Ways};
use crate::budget::Size;
use crate::input::mismatch;
use crate::{ReadOptions, Shapes, Texts};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Edge, EdgeId, EdgeList, FileData, Node};
use boscage_core::parallel::{for_each_piece, map_pieces, tabulate};
use boscage_core::primitives::unmodelled::{AtomicU8, Ordering::Relaxed};
use boscage_core::{Result, memory};
use bytemuck::Zeroable;

/// The node of an id that is no node of the graph.
const NONE: u32 = u32::MAX;

/// Marks of an id.
const USED: u8 = 1;
const JUNCTION: u8 = 2;

/// The ways of a file.
#[derive(Default)]
pub(super) struct Gathered {
    pub(super) blocks: Vec<Ways<i64>>,
    /// The values of `name` and `highway`.
    pub(super) texts: [Dictionary; 2],
}

impl Gathered {
    /// Appends a block. Returns the bytes that it takes.
    pub(super) fn keep(&mut self, block: WayBlock) -> Result<usize> {
        let bytes = |texts: &[Dictionary; 2]| texts.iter().map(Dictionary::bytes).sum::<usize>();
        let before = bytes(&self.texts);
        let ways = block.with_texts_of(&mut self.texts)?;
        let more = ways.bytes() + bytes(&self.texts) - before;
        memory::grow(WHAT, &mut self.blocks, 1)?;
        self.blocks.push(ways);
        Ok(more)
    }
}

/// Makes the network of these ways. `find` sets the places of the ids that are in the file.
pub(super) fn build(
    exec: &Exec,
    path: &Path,
    gathered: Gathered,
    options: &ReadOptions,
    meter: &mut Meter,
    find: impl FnOnce(&mut Meter, &Ids, &mut [Place]) -> Result<()>,
) -> Result<RoadNetwork> {
    let Gathered { blocks, texts } = gathered;
    let references = blocks.iter().map(|block| block.nodes.len()).sum();
    meter.takes(Ids::bytes_for(references))?;
    let ids = Ids::of(exec, &blocks)?;
    meter.hold(Ids::bytes_for(ids.ids.len()))?;
    meter.takes(size_of::<u32>() * references)?;
    let blocks = ids.translate(exec, blocks)?;
    meter.release(size_of::<u32>() * references);
    meter.hold(size_of::<Place>() * ids.ids.len())?;
    let mut places = memory::filled("the places of nodes", ids.ids.len(), NOWHERE)?;
    find(meter, &ids, &mut places)?;
    exec.check_cancelled()?;
    let missing_nodes = places.iter().filter(|&&place| place == NOWHERE).count();
    if missing_nodes == places.len() && missing_nodes > 0 {
        const CURE: &str = "an extract needs them: ask for them, too, as with `(._;>;); out;` in Overpass";
        let found = format!("none of {missing_nodes}");
        return Err(mismatch(path, "the nodes of the ways", found, CURE));
    }

    let ids = ids.ids;
    meter.hold((size_of::<u32>() + 1) * ids.len())?;
    let numbers = numbers(exec, &blocks, &places, options.osm.chains)?;
    let nodes = numbers.iter().filter(|&&number| number != NONE).count();
    let cutting = Cutting { places: &places, numbers: &numbers };
    let counts = map_pieces(exec, &blocks, |block| cutting.count(block));
    let total = counts.iter().fold(Count::default(), |total, count| total.and(*count));
    let arcs = if meter.is_directed { total.both_ways } else { 0 };
    EdgeId::check_count((total.edges + arcs) as u64)?;
    let points = if options.keep_geometry { total.points } else { 0 };
    let size = total.size(nodes, options.keep_geometry, meter.is_directed);
    meter.takes_graph(Size { weight_bytes: size_of::<u32>(), ..size })?;
    let mut columns = Columns::new(total.edges, points, options.keep_geometry)?;
    let list = match cutting.edges::<u32>(exec, &blocks, &counts, &mut columns)? {
        Some(edges) => AnyEdgeList::from(EdgeList::from_checked(nodes, edges)),
        None => {
            meter.takes_graph(Size { weight_bytes: size_of::<u64>(), ..size })?;
            let edges = cutting.edges::<u64>(exec, &blocks, &counts, &mut columns)?.unwrap_or_default();
            EdgeList::from_checked(nodes, edges).into()
        }
    };
    drop(blocks);
    let coordinates = kept(exec, "coordinates", &numbers, nodes, |i| degrees(places[i]))?;
    let node_ids = if nodes == ids.len() { ids } else { kept(exec, "ids", &numbers, nodes, |i| ids[i])? };
    let [names, highways] = texts;
    let Columns { ways, names: name_codes, highways: highway_codes, one_ways, ends, points } = columns;
    Ok(RoadNetwork {
        list,
        node_ids,
        coordinates,
        way_ids: ways,
        names: Texts::from_codes(name_codes, names.strings),
        highways: Texts::from_codes(highway_codes, highways.strings),
        is_one_way: one_ways,
        missing_nodes,
        shapes: options.keep_geometry.then(|| Shapes::of_points(points, ends)),
    })
}

/// The values of the ids that are nodes.
fn kept<T: Send + Copy>(
    exec: &Exec,
    what: &'static str,
    numbers: &[u32],
    nodes: usize,
    value: impl Fn(usize) -> T + Sync,
) -> Result<Vec<T>> {
    if nodes == numbers.len() {
        return tabulate(exec, what, nodes, value);
    }
    let mut kept = memory::reserve(what, nodes)?;
    kept.extend((0..numbers.len()).filter(|&i| numbers[i] != NONE).map(value));
    Ok(kept)
}

/// The number of each id in the graph, or [`NONE`].
fn numbers(exec: &Exec, blocks: &[Ways<u32>], places: &[Place], chains: Chains) -> Result<Vec<u32>> {
    let marks = memory::from_fn("the uses of nodes", places.len(), |_| AtomicU8::new(0))?;
    for_each_piece(exec, blocks, |block| {
        for (_, nodes) in block.iter() {
            cut(
                nodes,
                places,
                |_| false,
                |run| {
                    for &node in run {
                        if marks[node as usize].fetch_or(USED, Relaxed) & USED != 0 {
                            marks[node as usize].fetch_or(JUNCTION, Relaxed);
                        }
                    }
                    for &end in [run.first(), run.last()].into_iter().flatten() {
                        marks[end as usize].fetch_or(JUNCTION, Relaxed);
                    }
                },
            );
        }
    });
    let wanted = match chains {
        Chains::Contract => JUNCTION,
        Chains::Keep => USED,
    };
    let mut numbers = memory::reserve("the numbers of nodes", places.len())?;
    let mut next = 0;
    numbers.extend(marks.iter().map(|mark| {
        if mark.load(Relaxed) & wanted == 0 {
            return NONE;
        }
        next += 1;
        next - 1
    }));
    Ok(numbers)
}

/// Calls `piece` with the pieces of a way: at least two nodes, all of which are in the file, that begin and
/// end at a node where it is cut, or before or after one that is not in the file.
#[inline]
fn cut(nodes: &[u32], places: &[Place], is_cut: impl Fn(u32) -> bool, mut piece: impl FnMut(&[u32])) {
    let is_there = |node: u32| places[node as usize] != NOWHERE;
    let mut begin = 0;
    for (at, &node) in nodes.iter().enumerate() {
        if !is_there(node) {
            begin = at + 1;
        } else if at > begin && (is_cut(node) || nodes.get(at + 1).is_none_or(|&next| !is_there(next))) {
            piece(&nodes[begin..=at]);
            begin = at;
        }
    }
}

/// Numbers of edges and of points between their ends.
#[derive(Clone, Copy, Default)]
struct Count {
    edges: usize,
    /// Edges that are no one-way streets.
    both_ways: usize,
    points: usize,
}

impl Count {
    fn and(self, other: Self) -> Self {
        Self {
            edges: self.edges + other.edges,
            both_ways: self.both_ways + other.both_ways,
            points: self.points + other.points,
        }
    }

    /// The size of the graph, with all of its data.
    fn size(self, nodes: usize, keeps_geometry: bool, is_directed: bool) -> Size {
        let data = |edges: usize, points: usize| {
            let shapes = if keeps_geometry { 16 * points + size_of::<usize>() * edges } else { 0 };
            (size_of::<i64>() + 2 * size_of::<u32>() + 1) * edges + shapes
        };
        let of_nodes = (8 + 16) * nodes;
        if !is_directed {
            let name_bytes = of_nodes + data(self.edges, self.points);
            return Size { nodes, listed: self.edges, name_bytes, ..Size::default() };
        }
        // The arcs are made of the edges.
        let listed = self.edges + self.both_ways;
        let name_bytes = of_nodes + data(listed, 2 * self.points);
        let scratch_bytes = (8 + size_of::<u64>()) * self.edges + data(self.edges, self.points);
        Size { nodes, listed, name_bytes, scratch_bytes, ..Size::default() }
    }
}

/// Data of edges, in their order.
struct Columns {
    ways: Vec<i64>,
    names: Vec<u32>,
    highways: Vec<u32>,
    one_ways: Vec<bool>,
    ends: Vec<usize>,
    points: Vec<[f64; 2]>,
}

/// The columns of the edges of a block.
struct Part<'a, W> {
    edges: &'a mut [Edge<W>],
    ways: &'a mut [i64],
    names: &'a mut [u32],
    highways: &'a mut [u32],
    one_ways: &'a mut [bool],
    ends: &'a mut [usize],
    points: &'a mut [[f64; 2]],
    /// Number of points before these.
    first_point: usize,
}

impl Columns {
    fn new(edges: usize, points: usize, keeps_geometry: bool) -> Result<Self> {
        const WHAT: &str = "data of edges";
        Ok(Self {
            ways: memory::zeroed(WHAT, edges)?,
            names: memory::zeroed(WHAT, edges)?,
            highways: memory::zeroed(WHAT, edges)?,
            one_ways: memory::zeroed(WHAT, edges)?,
            ends: memory::zeroed(WHAT, if keeps_geometry { edges } else { 0 })?,
            points: memory::zeroed("the points of edges", points)?,
        })
    }

    /// The parts of blocks with these numbers of edges.
    fn parts<'a, W>(&'a mut self, mut edges: &'a mut [Edge<W>], counts: &[Count]) -> Vec<Part<'a, W>> {
        fn take<'a, T>(rest: &mut &'a mut [T], len: usize) -> &'a mut [T] {
            let len = len.min(rest.len());
            rest.split_off_mut(..len).unwrap_or_default()
        }
        let Self { ways, names, highways, one_ways, ends, points } = self;
        let (mut ways, mut names, mut highways) = (&mut ways[..], &mut names[..], &mut highways[..]);
        let (mut one_ways, mut ends, mut points) = (&mut one_ways[..], &mut ends[..], &mut points[..]);
        let mut first_point = 0;
        let parts = counts.iter().map(|count| {
            let part = Part {
                edges: take(&mut edges, count.edges),
                ways: take(&mut ways, count.edges),
                names: take(&mut names, count.edges),
                highways: take(&mut highways, count.edges),
                one_ways: take(&mut one_ways, count.edges),
                ends: take(&mut ends, count.edges),
                points: take(&mut points, count.points),
                first_point,
            };
            first_point += part.points.len();
            part
        });
        parts.collect()
    }
}

/// Cuts ways into edges.
struct Cutting<'a> {
    places: &'a [Place],
    numbers: &'a [u32],
}

impl Cutting<'_> {
    fn pieces(&self, nodes: &[u32], piece: impl FnMut(&[u32])) {
        cut(nodes, self.places, |node| self.numbers[node as usize] != NONE, piece);
    }

    fn count(&self, block: &Ways<u32>) -> Count {
        let mut count = Count::default();
        for (facts, nodes) in block.iter() {
            let both_ways = usize::from(facts.way == Way::Both);
            self.pieces(nodes, |piece| {
                count = count.and(Count { edges: 1, both_ways, points: piece.len() - 2 });
            });
        }
        count
    }

    /// The edges of all blocks; `None` if a length does not fit the type.
    fn edges<W: FileData + Zeroable + TryFrom<u64>>(
        &self,
        exec: &Exec,
        blocks: &[Ways<u32>],
        counts: &[Count],
        columns: &mut Columns,
    ) -> Result<Option<Vec<Edge<W>>>>
    where
        Edge<W>: Zeroable,
    {
        let total = counts.iter().map(|count| count.edges).sum();
        let mut edges = memory::zeroed("the edge list", total)?;
        let parts = columns.parts(&mut edges, counts);
        let fits = map_pieces(exec, blocks.iter().zip(parts), |(block, part)| self.fill(block, part));
        Ok(fits.into_iter().all(|fits| fits).then_some(edges))
    }

    /// Fills the part of a block. Returns `false` if a length does not fit the type.
    fn fill<W: TryFrom<u64>>(&self, block: &Ways<u32>, part: Part<'_, W>) -> bool {
        let (mut edge, mut point, mut fits) = (0, 0, true);
        for (facts, nodes) in block.iter() {
            self.pieces(nodes, |piece| {
                let [u, v] = [piece[0], piece[piece.len() - 1]].map(|end| self.numbers[end as usize]);
                let [u, v] = if facts.way == Way::Backward { [v, u] } else { [u, v] };
                let mut places = piece.iter().map(|&node| self.places[node as usize]);
                let first = places.next().unwrap_or(NOWHERE);
                let (length, _) =
                    places.fold((0, first), |(length, last), next| (length + distance(last, next), next));
                match W::try_from(length) {
                    Ok(length) => {
                        part.edges[edge] = Edge::new(Node::new(u as usize), Node::new(v as usize), length);
                    }
                    Err(_) => fits = false,
                }
                part.ways[edge] = facts.id;
                part.names[edge] = facts.texts[0];
                part.highways[edge] = facts.texts[1];
                part.one_ways[edge] = facts.way != Way::Both;
                if !part.ends.is_empty() {
                    let inner = &piece[1..piece.len() - 1];
                    let points = &mut part.points[point..point + inner.len()];
                    for (point, &node) in points.iter_mut().zip(inner) {
                        *point = degrees(self.places[node as usize]);
                    }
                    if facts.way == Way::Backward {
                        points.reverse();
                    }
                    point += inner.len();
                    part.ends[edge] = part.first_point + point;
                }
                edge += 1;
            });
        }
        fits
    }
}
