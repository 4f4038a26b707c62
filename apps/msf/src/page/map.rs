//! The network and its forest on a map, packed for `network.js`.
//!
//! | packed, one after the other | as |
//! |---|---|
//! | the places x, then y, and the names of the nodes that are numbers | differences from the node before |
//! | the first end of the edges | differences from the edge before |
//! | the second end | its difference from the first |
//! | the ids of the edges | differences from the edge before |
//! | the lone nodes, by their places among the nodes | differences from the one before |
//! | the number of bends of each edge, then their places x and y, if edges have bends | numbers; differences from the point before, first from the first end |
//! | the weights, if all are whole numbers that a float keeps | the numbers |
//! | other weights | floats of 64 bits |
//! | the names of the nodes that are texts, and those of the edges | arrays of JSON |
//!
//! Differences and numbers are signed: zigzag in groups of 7 bits, the low ones first. Nodes are in the order
//! of a curve that keeps neighbours together (Morton's), so most differences are small. Edges are in groups
//! of one level of detail ([`super::levels`]) and one colour, in the order of their first ends.
//! Lone nodes, which are dots, are in groups of one level. All of it is compressed as gzip, and
//! written in base64.

use std::collections::HashMap;

use boscage::exec::Exec;
use boscage::graph::{Components, EdgeId, Node};
use boscage::io::{Names, Shapes, Texts};
use boscage::parallel::radix_sort;
use boscage::{Result, memory};
use boscage_measuring::plot;
use serde::Serialize;

use crate::edges::Edges;
use crate::replacements::Loss;

use super::grid::{Grid, along_curve, is_placed};
use super::levels::{self, FIRST_CELLS};
use super::packed::Packed;
use super::trees::RankedTrees;
use super::weights::WeightUnit;

/// Largest number of edges and dots on a map: browsers are slow with more.
const MOST_THINGS: usize = 4_000_000;

/// Returns the bytes of a packed map of these nodes, edges and lone nodes, at most, if weights are floats of
/// 64 bits, and names and bends have these bytes.
pub(super) fn most_packed(nodes: u64, edges: u64, lone_nodes: u64, data: u64) -> u64 {
    13 * (nodes + edges) + 8 * edges + 5 * lone_nodes + data + 3 * (nodes + edges) * u64::from(data > 0)
}

/// Colour of all other trees: purple.
const REST: usize = 9;

/// Number of the largest trees that have their own colours; the others share one.
pub(super) const COLOURED: usize = 6;

/// Returns the colour of a tree, by its position among the trees.
pub(super) fn color_of(position: usize) -> String {
    let plot::Color(red, green, blue) = plot::color(if position < COLOURED { position + 1 } else { REST });
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Returns the bytes of the names of nodes and of edges, if they are texts.
pub(super) fn name_bytes(names: &Names, streets: Option<&Texts>) -> u64 {
    let nodes = match names {
        Names::Text(_) => names.memory(),
        // With quotes and a comma.
        Names::Listed(listed) if are_texts(names, listed.len()) => 23 * listed.len(),
        _ => 0,
    };
    (nodes + streets.map_or(0, |streets| streets.iter().map(str::len).sum())) as u64
}

/// Returns the bytes of the bends of edges, at most.
pub(super) fn bend_bytes(bends: Option<&Shapes>) -> u64 {
    bends.map_or(0, |bends| (5 * bends.len() + 10 * bends.all_points().len()) as u64)
}

/// Returns `true` if names are packed as texts: also numbers that a script would round.
fn are_texts(names: &Names, nodes: usize) -> bool {
    const EXACT: u64 = 1 << f64::MANTISSA_DIGITS;
    let last = |last: usize| names.name(Node::new(last)).number();
    nodes.checked_sub(1).is_some_and(|node| last(node).is_none_or(|number| number >= EXACT))
}

/// A network for a map.
pub(super) struct Network<'a> {
    pub(super) graph: &'a dyn Edges,
    /// The edges of the forest.
    pub(super) forest: &'a [EdgeId],
    pub(super) components: &'a Components,
    pub(super) names: &'a Names,
    /// The place of each node, if it is known; nodes without a place, and their edges, are left out.
    pub(super) places: Vec<[f64; 2]>,
    /// Places are millionths of degrees.
    pub(super) degrees: bool,
    /// The forest's heaviest edges, or for maximum forests the lightest ones.
    pub(super) heavy: &'a [EdgeId],
    /// The dearest losses of the forest.
    pub(super) losses: &'a [Loss],
    pub(super) trees: &'a RankedTrees,
    /// The names of the edges, if they have any.
    pub(super) streets: Option<&'a Texts>,
    /// The bends of the edges, if they are known.
    pub(super) bends: Option<&'a Shapes>,
    pub(super) weight_unit: &'a WeightUnit,
    /// Words for an edge of the forest, and for another.
    pub(super) said: [&'static str; 2],
}

/// A packed map.
pub(super) struct Map {
    pub(super) facts: MapFacts,
    /// Compressed numbers.
    pub(super) packed: Vec<u8>,
}

/// Facts for the scripts.
#[derive(Serialize)]
pub(super) struct MapFacts {
    nodes: usize,
    edges: usize,
    /// The greatest place.
    width: u32,
    height: u32,
    /// Length of a unit of places: in metres if places are degrees, otherwise in the graph's own unit.
    unit: f64,
    metric: bool,
    /// Longitude and latitude of the place (0, 0), and of a unit, if places are degrees.
    degrees: Option<[[f64; 2]; 2]>,
    /// The unit of weights, and the number of their decimals in it.
    weight: (String, usize),
    /// The names of nodes are texts; edges have names.
    texts: [bool; 2],
    /// Number of bends of all edges.
    bends: usize,
    /// Words for an edge of the forest, and for another.
    said: [&'static str; 2],
    /// Weights are packed as whole numbers.
    whole: bool,
    /// Some weights are whole numbers that a float cannot hold.
    rounded: bool,
    /// Levels of detail above the finest, and the logarithm of a cell's width in the lowest of these.
    levels: u8,
    first: u32,
    /// Level, colour and number of edges of each group, in the order of the edges.
    groups: Vec<(u8, u8, usize)>,
    /// Level and number of nodes of each group of lone nodes, in their order.
    dots: Vec<(u8, usize)>,
    /// The colours of the forest; of the last, all smaller trees.
    colors: Vec<String>,
    /// Positions of the heaviest edges among the packed ones, if they are packed; in the given order.
    pub(super) heavy: Vec<Option<usize>>,
    /// The same of the edges that are dearest to lose, each with its replacement.
    pub(super) dear: Vec<[Option<usize>; 2]>,
    /// The position of a node of each listed tree among the packed nodes, if it is packed.
    #[serde(skip)]
    pub(super) trees: Vec<Option<u32>>,
    /// Numbers of edges, and of lone nodes, that are left out.
    left_out: [usize; 2],
    /// Number of nodes without a place.
    pub(super) unplaced: usize,
}

impl MapFacts {
    /// Returns the numbers of packed edges, and of edges that are left out.
    pub(super) fn edges(&self) -> [usize; 2] {
        [self.edges, self.left_out[0]]
    }

    /// Returns the number of packed edges that are not in the forest.
    pub(super) fn outside(&self) -> usize {
        self.groups.iter().filter(|group| group.1 == 0).map(|group| group.2).sum()
    }

    /// Returns the same numbers for lone nodes.
    pub(super) fn dots(&self) -> [usize; 2] {
        [self.dots.iter().map(|group| group.1).sum(), self.left_out[1]]
    }

    /// Returns the length of a unit of places in metres, if they are degrees.
    pub(super) fn metres(&self) -> Option<f64> {
        self.metric.then_some(self.unit)
    }

    /// Returns `true` if a browser can write the forest as it is: no edge is left out, and no weight rounded.
    pub(super) fn is_complete(&self) -> bool {
        self.edges > 0 && self.left_out[0] == 0 && self.unplaced == 0 && !self.rounded
    }
}

impl Network<'_> {
    /// Packs all edges but loops without bends, which have no length, and all nodes that no edge joins to
    /// another.
    ///
    /// # Errors
    /// [`boscage::Error::OutOfMemory`] and [`boscage::Error::Cancelled`].
    pub(super) fn pack(&self, exec: &Exec) -> Result<Map> {
        let graph = self.graph;
        let bends = self.bends.map_or(&[][..], Shapes::all_points);
        let grid = Grid::new(exec, &self.places, bends, self.degrees)?;
        let place = |node: Node| grid.places[node.index()];
        let mut is_forest = memory::filled("the forest's edges", graph.edge_count(), false)?;
        self.forest.iter().for_each(|id| is_forest[id.index()] = true);

        let greatest = |at: usize| grid.places.iter().map(|place| place[at]).max().unwrap_or(0);
        let [width, height] = [0, 1].map(greatest);
        let first = (u32::BITS - width.max(height).leading_zeros()).saturating_sub(FIRST_CELLS);
        // What is seen of an edge from far away: its first end, and its point that is farthest from there.
        let span = |id: usize| {
            let [u, v] = graph.ends(id).map(place);
            let bends = self.bends_of(id).iter();
            let places = bends.map(|bend| grid.place(self.scaled(bend)).map(|x| x.max(0) as u32));
            let gap = |place: &[u32; 2]| {
                let [x, y] = [0, 1].map(|axis| u64::from(place[axis].abs_diff(u[axis])));
                x * x + y * y
            };
            [u, places.map(|[x, y]| [x.min(width), y.min(height)]).chain([v]).max_by_key(gap).unwrap_or(v)]
        };
        let levels = levels::of_edges(exec, graph.edge_count(), span, &is_forest, first)?;
        let dots = self.lone_nodes()?;
        let dot_levels = levels::of_nodes(exec, dots.len(), |i| place(Node::from(dots[i])), first)?;
        let color = |id: usize| match is_forest[id] {
            true => {
                let label = self.components.labels()[graph.ends(id)[0].index()];
                self.trees.position(label).min(COLOURED) as u8 + 1
            }
            false => 0,
        };
        // Coarse levels first, as far as they fit.
        let is_drawn = |id: usize| {
            let [u, v] = graph.ends(id);
            (u != v || !self.bends_of(id).is_empty()) && self.is_placed(u) && self.is_placed(v)
        };
        let of_drawn = levels.iter().enumerate().filter(|(id, _)| is_drawn(*id)).map(|(_, level)| level);
        let lowest = lowest_level(of_drawn.chain(&dot_levels).copied());
        let both = |loss: &Loss| [loss.edge, loss.replacement];
        let mut listed: Vec<EdgeId> =
            self.losses.iter().flat_map(both).chain(self.heavy.iter().copied()).collect();
        listed.sort_unstable();
        let is_listed = |id: usize| listed.binary_search(&EdgeId::at(id)).is_ok();
        let is_kept = |id: usize| levels[id] >= lowest || is_listed(id);
        let kept = || (0..graph.edge_count()).filter(|&id| is_drawn(id) && is_kept(id));
        let mut is_end = memory::filled("nodes of the map", graph.node_count(), false)?;
        kept().flat_map(|id| graph.ends(id)).for_each(|end| is_end[end.index()] = true);
        let is_kept_dot = |i: &usize| dot_levels[*i] >= lowest;
        let kept_dots = || (0..dots.len()).filter(is_kept_dot);
        kept_dots().for_each(|i| is_end[dots[i] as usize] = true);
        let (order, ranks) = along_curve(exec, &grid.places, &is_end)?;
        let mut drawn_dots = memory::reserve("nodes of the map", kept_dots().count())?;
        drawn_dots.extend(kept_dots().map(|i| (u8::MAX - dot_levels[i], ranks[dots[i] as usize])));
        let in_order = |&(level, rank): &(u8, u32)| u64::from(level) << 32 | u64::from(rank);
        radix_sort(exec, &mut drawn_dots, in_order)?;
        let mut edges = memory::reserve("edges of the map", kept().count())?;
        edges.extend(kept().map(|id| {
            let group = u64::from(u8::MAX - levels[id]) << 8 | u64::from(color(id));
            (group << 32 | u64::from(ranks[graph.ends(id)[0].index()]), id as u32)
        }));
        radix_sort(exec, &mut edges, |&(key, _)| key)?;
        let mut groups: Vec<(u8, u8, usize)> = Vec::new();
        for group in edges.chunk_by(|a, b| a.0 >> 32 == b.0 >> 32) {
            let key = group[0].0 >> 32;
            groups.push((u8::MAX - (key >> 8) as u8, key as u8, group.len()));
        }
        exec.check_cancelled()?;
        let [nodes, links, dots_drawn] =
            [order.len(), edges.len(), drawn_dots.len()].map(|count| count as u64);
        let data = name_bytes(self.names, self.streets) + bend_bytes(self.bends);
        let mut packed = Packed::new(most_packed(nodes, links, dots_drawn, data) as usize)?;
        let nodes = || order.iter().map(|&node| Node::from(node));
        packed.differences(nodes().map(|node| i64::from(place(node)[0])));
        packed.differences(nodes().map(|node| i64::from(place(node)[1])));
        let has_texts = are_texts(self.names, graph.node_count());
        if !has_texts {
            packed.differences(nodes().filter_map(|node| Some(self.names.name(node).number()? as i64)));
        }
        let ids = || edges.iter().map(|&(_, id)| id as usize);
        let ends = |id: usize| graph.ends(id).map(|end| i64::from(ranks[end.index()]));
        packed.differences(ids().map(|id| ends(id)[0]));
        for [u, v] in ids().map(ends) {
            packed.number(v - u);
        }
        packed.differences(ids().map(|id| id as i64));
        packed.differences(drawn_dots.iter().map(|&(_, rank)| i64::from(rank)));
        let bends: usize = ids().map(|id| self.bends_of(id).len()).sum();
        if bends > 0 {
            ids().for_each(|id| packed.number(self.bends_of(id).len() as i64));
            for id in ids() {
                let mut last = place(graph.ends(id)[0]).map(i64::from);
                for point in self.bends_of(id) {
                    let next = grid.place(self.scaled(point)).map(i64::from);
                    (0..2).for_each(|axis| packed.number(next[axis] - last[axis]));
                    last = next;
                }
            }
        }
        exec.check_cancelled()?;
        let is_whole = |weight: f64| weight.fract() == 0.0 && weight.abs() < 2_f64.powi(53);
        let whole = ids().all(|id| is_whole(graph.number(id)));
        for id in ids() {
            if whole {
                packed.number(graph.number(id) as i64);
            } else {
                // The float of 64 bits that is printed like the weight: 0.1 of 32 bits is another number.
                let number: f64 = graph.weight(id).to_string().parse().unwrap_or(f64::NAN);
                packed.bytes(&number.to_le_bytes());
            }
        }
        if has_texts {
            packed.texts(nodes().map(|node| self.names.name(node)));
        }
        if let Some(streets) = self.streets {
            packed.texts(ids().map(|id| streets.get(id as u32)));
        }
        let trees = self.trees.nodes().map(Node::index).map(|node| is_end[node].then_some(ranks[node]));
        let listed: HashMap<usize, usize> =
            ids().enumerate().filter(|&(_, id)| is_listed(id)).map(|(at, id)| (id, at)).collect();
        let position = |id: EdgeId| listed.get(&id.index()).copied();
        let packed = packed.finish();
        let dot_groups =
            || drawn_dots.chunk_by(|a, b| a.0 == b.0).map(|group| (u8::MAX - group[0].0, group.len()));
        let facts = MapFacts {
            nodes: order.len(),
            edges: edges.len(),
            width,
            height,
            unit: grid.unit,
            metric: grid.metric,
            degrees: grid.degrees,
            weight: (self.weight_unit.name.clone(), self.weight_unit.decimals),
            texts: [has_texts, self.streets.is_some()],
            bends,
            said: self.said,
            whole,
            rounded: !whole && !graph.weight_type().starts_with('f'),
            levels: groups
                .iter()
                .map(|group| group.0)
                .chain(dot_groups().map(|group| group.0))
                .max()
                .unwrap_or(0),
            first,
            heavy: self.heavy.iter().map(|&id| position(id)).collect(),
            dear: self.losses.iter().map(|loss| both(loss).map(position)).collect(),
            trees: trees.collect(),
            left_out: [
                (0..graph.edge_count()).filter(|&id| is_drawn(id)).count() - edges.len(),
                dots.len() - drawn_dots.len(),
            ],
            unplaced: self.places.iter().filter(|place| !is_placed(place)).count(),
            groups,
            dots: dot_groups().collect(),
            colors: (0..=COLOURED).map(color_of).collect(),
        };
        Ok(Map { facts, packed })
    }

    /// Returns the bends of an edge, in degrees or in the unit of places.
    fn bends_of(&self, id: usize) -> &[[f64; 2]] {
        self.bends.map_or(&[][..], |bends| bends.points(id as u32))
    }

    /// Returns a bend in the unit of places.
    fn scaled(&self, bend: &[f64; 2]) -> [f64; 2] {
        if self.degrees { bend.map(|x| x * 1e6) } else { *bend }
    }

    fn is_placed(&self, node: Node) -> bool {
        is_placed(&self.places[node.index()])
    }

    /// Returns the nodes with places that no edge joins to another.
    fn lone_nodes(&self) -> Result<Vec<u32>> {
        let mut is_joined = memory::filled("nodes of the map", self.graph.node_count(), false)?;
        let edges = (0..self.graph.edge_count()).map(|id| self.graph.ends(id));
        edges.filter(|[u, v]| u != v).flatten().for_each(|end| is_joined[end.index()] = true);
        let is_lone = |node: &u32| !is_joined[*node as usize] && self.is_placed(Node::from(*node));
        let lone = || (0..self.graph.node_count() as u32).filter(is_lone);
        let mut nodes = memory::reserve("lone nodes", lone().count())?;
        nodes.extend(lone());
        Ok(nodes)
    }
}

/// Returns the lowest level that fits completely.
fn lowest_level(levels: impl Iterator<Item = u8>) -> u8 {
    let mut counts = [0_usize; 1 << u8::BITS];
    levels.for_each(|level| counts[usize::from(level)] += 1);
    let mut all = 0;
    let fits = |level: &usize| {
        all += counts[*level];
        all <= MOST_THINGS
    };
    (0..counts.len()).rev().take_while(fits).last().unwrap_or(counts.len() - 1) as u8
}
