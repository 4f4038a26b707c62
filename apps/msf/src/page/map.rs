//! The network and its forest on a map, packed for `map.js`.
//!
//! | packed, one after the other | as |
//! |---|---|
//! | the places x, then y, and the names of the nodes | differences from the node before |
//! | the first end of the edges | differences from the edge before |
//! | the second end | its difference from the first |
//! | the ids of the edges | differences from the edge before |
//! | the weights, if all are whole numbers that a float keeps | the numbers |
//! | other weights | floats of 64 bits |
//!
//! Differences and numbers are signed: zigzag in groups of 7 bits, the low ones first. Nodes are in the order
//! of a curve that keeps neighbours together (Morton's), so most differences are small. Edges are in groups
//! of one level of detail ([`super::levels`]) and one colour, in the order of their first ends.
//! All of it is compressed as gzip, and written in base64.

use std::io::{BufWriter, Write};

use boscage::exec::Exec;
use boscage::graph::{Components, EdgeId, EdgeListView, Forest, Node, Weight};
use boscage::io::Names;
use boscage::parallel::{radix_sort, tabulate};
use boscage::{Result, memory};
use boscage_measuring::plot;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde::Serialize;

use super::PACKED;
use super::levels::{self, FIRST_CELLS};

/// Places are whole numbers from 0 to less than 2 to this power.
const BITS: u32 = 24;

/// Edges that there is room for: more take a browser too long.
const MOST_EDGES: usize = 4_000_000;

/// The colour of all other trees: purple.
const REST: usize = 9;

/// Trees with colours of their own, the largest ones; the others have one more together.
const COLOURED: usize = 6;

/// What is drawn.
pub(super) struct Network<'a, W: Weight> {
    pub(super) graph: EdgeListView<'a, W>,
    pub(super) forest: &'a Forest<W>,
    pub(super) components: &'a Components,
    pub(super) names: &'a Names,
    /// Where each node is.
    pub(super) places: Vec<[f64; 2]>,
    /// Whether places are millionths of degrees.
    pub(super) degrees: bool,
    /// The forest's heaviest edges, or for maximum forests the lightest ones.
    pub(super) heavy: &'a [EdgeId],
}

/// A map that is packed.
pub(super) struct Map {
    pub(super) facts: Facts,
    /// Compressed.
    pub(super) packed: Vec<u8>,
}

/// What `map.js` must know.
#[derive(Serialize)]
pub(super) struct Facts {
    nodes: usize,
    edges: usize,
    /// The greatest place.
    width: u32,
    height: u32,
    /// What a unit of places measures: in metres, if places are degrees, otherwise in the graph's own unit.
    unit: f64,
    metric: bool,
    /// Whether weights are packed as whole numbers.
    whole: bool,
    /// Whether some are whole numbers that a float does not keep.
    rounded: bool,
    /// Levels of detail above the finest, and the logarithm of a cell's width in the lowest of these.
    levels: u8,
    first: u32,
    /// Level, colour and number of edges of each group, in the order of the edges.
    groups: Vec<(u8, u8, usize)>,
    /// The colours of the forest; of the last, all smaller trees.
    colors: Vec<String>,
    /// Where the heaviest edges are among those that are packed, if they are; in the order in which they were
    /// given.
    pub(super) heavy: Vec<Option<usize>>,
    /// How many edges there is no room for.
    left_out: usize,
}

impl Facts {
    /// How many edges are packed, and for how many there is no room.
    pub(super) fn edges(&self) -> [usize; 2] {
        [self.edges, self.left_out]
    }
}

/// Places as whole numbers.
struct Grid {
    places: Vec<[u32; 2]>,
    unit: f64,
    metric: bool,
}

impl<W: Weight> Network<'_, W> {
    /// Packs all edges but loops, which have no length.
    ///
    /// # Errors
    /// [`boscage::Error::OutOfMemory`] and [`boscage::Error::Cancelled`].
    pub(super) fn pack(&self, exec: &Exec) -> Result<Map> {
        let graph = self.graph;
        let grid = Grid::new(exec, &self.places, self.degrees)?;
        let place = |node: Node| grid.places[node.index()];
        let mut is_forest = memory::filled("the forest's edges", graph.len(), false)?;
        self.forest.edges().iter().for_each(|id| is_forest[id.index()] = true);

        let greatest = |at: usize| grid.places.iter().map(|place| place[at]).max().unwrap_or(0);
        let [width, height] = [0, 1].map(greatest);
        let first = (u32::BITS - width.max(height).leading_zeros()).saturating_sub(FIRST_CELLS);
        let ends = |id: usize| [place(graph.edges()[id].u), place(graph.edges()[id].v)];
        let levels = levels::levels(exec, graph.len(), ends, &is_forest, first)?;
        let color_of_tree = colors_of_trees(self.components);
        let color = |id: usize| match is_forest[id] {
            true => color_of_tree[self.components.labels()[graph.edges()[id].u.index()] as usize],
            false => 0,
        };
        // Coarse levels first, as far as there is room.
        let is_drawn = |id: usize| graph.edges()[id].u != graph.edges()[id].v;
        let lowest = lowest_level(&levels, is_drawn);
        let is_heavy = |id: usize| self.heavy.iter().any(|heavy| heavy.index() == id);
        let is_kept = |id: usize| levels[id] >= lowest || is_forest[id] && is_heavy(id);
        let kept = || (0..graph.len()).filter(|&id| is_drawn(id) && is_kept(id));
        let mut is_end = memory::filled("nodes of the map", graph.nodes(), false)?;
        for edge in kept().map(|id| &graph.edges()[id]) {
            (is_end[edge.u.index()], is_end[edge.v.index()]) = (true, true);
        }
        let (order, ranks) = along_curve(exec, &grid.places, &is_end)?;
        let mut edges = memory::reserve("edges of the map", kept().count())?;
        edges.extend(kept().map(|id| {
            let group = u64::from(u8::MAX - levels[id]) << 8 | u64::from(color(id));
            (group << 32 | u64::from(ranks[graph.edges()[id].u.index()]), id as u32)
        }));
        radix_sort(exec, &mut edges, |&(key, _)| key)?;
        let mut groups: Vec<(u8, u8, usize)> = Vec::new();
        for group in edges.chunk_by(|a, b| a.0 >> 32 == b.0 >> 32) {
            let key = group[0].0 >> 32;
            groups.push((u8::MAX - (key >> 8) as u8, key as u8, group.len()));
        }
        exec.check_cancelled()?;
        let mut packed = Packed::new(PACKED as usize * (order.len() + edges.len()) + 8 * edges.len())?;
        let nodes = || order.iter().map(|&node| Node::from(node));
        packed.differences(nodes().map(|node| i64::from(place(node)[0])));
        packed.differences(nodes().map(|node| i64::from(place(node)[1])));
        packed.differences(nodes().map(|node| self.names.of(node) as i64));
        let edge = |id: u32| &graph.edges()[id as usize];
        let rank = |node: Node| i64::from(ranks[node.index()]);
        packed.differences(edges.iter().map(|&(_, id)| rank(edge(id).u)));
        for &(_, id) in &edges {
            packed.number(rank(edge(id).v) - rank(edge(id).u));
        }
        packed.differences(edges.iter().map(|&(_, id)| i64::from(id)));
        exec.check_cancelled()?;
        let weights = || edges.iter().map(|&(_, id)| edge(id).weight);
        let is_whole = |weight: f64| weight.fract() == 0.0 && weight.abs() < 2_f64.powi(53);
        let whole = weights().all(|weight| is_whole(weight.to_f64()));
        for weight in weights() {
            if whole {
                packed.number(weight.to_f64() as i64);
            } else {
                // The float of 64 bits that is printed as the weight is: 0.1 of 32 bits is another number.
                let number: f64 = weight.to_string().parse().unwrap_or(f64::NAN);
                packed.bytes(&number.to_le_bytes());
            }
        }
        let heavy =
            self.heavy.iter().map(|id| edges.iter().position(|&(_, edge)| edge as usize == id.index()));
        let packed = packed.finish();
        let colors = (1..=COLOURED).chain([REST]).map(plot::color).map(|color| {
            let plot::Color(red, green, blue) = color;
            format!("#{red:02x}{green:02x}{blue:02x}")
        });
        let facts = Facts {
            nodes: order.len(),
            edges: edges.len(),
            width,
            height,
            unit: grid.unit,
            metric: grid.metric,
            whole,
            rounded: !whole && !W::NAME.starts_with('f'),
            levels: groups.iter().map(|group| group.0).max().unwrap_or(0),
            first,
            heavy: heavy.collect(),
            left_out: (0..graph.len()).filter(|&id| is_drawn(id)).count() - edges.len(),
            groups,
            colors: colors.collect(),
        };
        Ok(Map { facts, packed })
    }
}

/// The lowest level of which all edges can be packed.
fn lowest_level(levels: &[u8], is_drawn: impl Fn(usize) -> bool) -> u8 {
    let mut counts = [0_usize; 1 << u8::BITS];
    let drawn = levels.iter().enumerate().filter(|(id, _)| is_drawn(*id));
    drawn.for_each(|(_, &level)| counts[usize::from(level)] += 1);
    let mut all = 0;
    let fits = |level: &usize| {
        all += counts[*level];
        all <= MOST_EDGES
    };
    (0..counts.len()).rev().take_while(fits).last().unwrap_or(counts.len() - 1) as u8
}

/// The colour of each tree: 1 is that of the largest.
fn colors_of_trees(components: &Components) -> Vec<u8> {
    let mut sizes = vec![(0_usize, 0_usize); components.count()];
    for (label, size) in sizes.iter_mut().enumerate() {
        size.1 = label;
    }
    components.labels().iter().for_each(|&label| sizes[label as usize].0 += 1);
    sizes.sort_unstable_by_key(|&(size, label)| (usize::MAX - size, label));
    let mut colors = vec![COLOURED as u8 + 1; sizes.len()];
    for (color, &(_, label)) in (1..=COLOURED as u8).zip(&sizes) {
        colors[label] = color;
    }
    colors
}

impl Grid {
    /// Degrees of longitude are shortened as in the middle of the map.
    fn new(exec: &Exec, places: &[[f64; 2]], metric: bool) -> Result<Self> {
        let bounds = |at: usize| {
            let of = places.iter().map(|place| place[at]);
            of.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let [(west, east), (south, north)] = [bounds(0), bounds(1)];
        let shorter = if metric { ((south + north) / 2e6).to_radians().cos() } else { 1.0 };
        let span = ((east - west) * shorter).max(north - south).max(0.0);
        // Whole numbers stay as they are, if there is room for them.
        let is_exact =
            !metric && span < f64::from(1 << BITS) && places.iter().flatten().all(|x| x.fract() == 0.0);
        let unit = if is_exact || span == 0.0 { 1.0 } else { span / f64::from((1 << BITS) - 1) };
        let places = tabulate(exec, "places of nodes", places.len(), |node| {
            let [x, y] = places[node];
            [((x - west) * shorter / unit).round() as u32, ((y - south) / unit).round() as u32]
        })?;
        // The earth's circumference is about 40,000 km.
        Ok(Self { places, unit: if metric { unit * 0.111_3 } else { unit }, metric })
    }
}

/// Some of the nodes in the order of Morton's curve, and the place of each in this order.
fn along_curve(exec: &Exec, places: &[[u32; 2]], is_in: &[bool]) -> Result<(Vec<u32>, Vec<u32>)> {
    let spread = |x: u32| (0..BITS).fold(0_u64, |spread, bit| spread | u64::from(x >> bit & 1) << (2 * bit));
    let nodes = || (0..places.len()).filter(|&node| is_in[node]);
    let mut sorted = memory::reserve("nodes of the map", nodes().count())?;
    sorted.extend(nodes().map(|node| {
        let [x, y] = places[node];
        (spread(x) | spread(y) << 1, node as u32)
    }));
    radix_sort(exec, &mut sorted, |&(key, _)| key)?;
    let order = memory::from_fn("nodes of the map", sorted.len(), |i| sorted[i].1)?;
    let mut ranks = memory::filled("nodes of the map", places.len(), 0_u32)?;
    (0..).zip(&order).for_each(|(rank, &node): (u32, &u32)| ranks[node as usize] = rank);
    Ok((order, ranks))
}

/// What has been packed so far.
struct Packed {
    into: BufWriter<GzEncoder<Vec<u8>>>,
}

impl Packed {
    fn new(most_bytes: usize) -> Result<Self> {
        let into = memory::reserve("the packed map", most_bytes)?;
        Ok(Self { into: BufWriter::new(GzEncoder::new(into, Compression::default())) })
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.into.write_all(bytes).expect(TAKES_ALL);
    }

    fn number(&mut self, number: i64) {
        let mut rest = (number << 1 ^ number >> 63) as u64;
        let (mut bytes, mut len) = ([0; 10], 0);
        loop {
            bytes[len] = rest as u8 & 0x7f;
            rest >>= 7;
            if rest == 0 {
                return self.bytes(&bytes[..=len]);
            }
            bytes[len] |= 0x80;
            len += 1;
        }
    }

    fn differences(&mut self, numbers: impl Iterator<Item = i64>) {
        let mut last = 0;
        for number in numbers {
            self.number(number.wrapping_sub(last));
            last = number;
        }
    }

    /// All of it.
    fn finish(self) -> Vec<u8> {
        let into = self.into.into_inner().map_err(|error| error.into_error());
        into.and_then(GzEncoder::finish).expect(TAKES_ALL)
    }
}

const TAKES_ALL: &str = "a vector takes all that is written";
