//! The trees of a forest: their sizes, weights and places, and a table of them.

use std::io::{self, Write};

use boscage::graph::{Components, EdgeId, Node, Objective};
use boscage::io::Names;
use boscage::{Result, memory};

use crate::edges::Edges;
use crate::forest_format::cell;

/// The name of the memory in errors.
const WHAT: &str = "the table of trees";

/// Bytes per node while a table is made: a tree, and an edge.
pub(crate) const BYTES_PER_NODE: u64 = (size_of::<Tree>() + 2 * size_of::<EdgeId>()) as u64;

/// A tree of a forest.
#[derive(Clone, Copy)]
struct Tree {
    /// Its lowest node.
    first: Node,
    nodes: u32,
    /// The end of its edges among those of all trees.
    edges_end: u32,
    /// West, south, east and north of its nodes that have places.
    bounds: [f64; 4],
}

/// A rectangle without places.
const NOWHERE: [f64; 4] = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];

/// The trees of a forest, in the order of their numbers.
pub(crate) struct Trees {
    trees: Vec<Tree>,
    /// The edges of each tree, one tree after the other, by id.
    edges: Vec<EdgeId>,
}

impl Trees {
    /// Collects the trees of a forest.
    pub(crate) fn of(
        graph: &dyn Edges,
        forest: &[EdgeId],
        components: &Components,
        places: Option<&[[f64; 2]]>,
    ) -> Result<Self> {
        let none = Tree { first: Node::new(0), nodes: 0, edges_end: 0, bounds: NOWHERE };
        let mut trees = memory::filled(WHAT, components.count(), none)?;
        for (node, &label) in components.labels().iter().enumerate() {
            let tree = &mut trees[label as usize];
            if tree.nodes == 0 {
                tree.first = Node::new(node);
            }
            tree.nodes += 1;
            if let Some([x, y]) = places.map(|places| places[node]) {
                let [west, south, east, north] = tree.bounds;
                tree.bounds = [west.min(x), south.min(y), east.max(x), north.max(y)];
            }
        }
        // A tree has one edge fewer than nodes.
        let mut end = 0;
        for tree in &mut trees {
            tree.edges_end = end; // the place of its next edge
            end += tree.nodes - 1;
        }
        let mut edges = memory::filled(WHAT, forest.len(), EdgeId::new(0))?;
        for &id in forest {
            let [u, _] = graph.ends(id.index());
            let next = &mut trees[components.labels()[u.index()] as usize].edges_end;
            edges[*next as usize] = id;
            *next += 1;
        }
        Ok(Self { trees, edges })
    }

    /// Returns the edges of a tree, by id.
    fn edges(&self, tree: usize) -> &[EdgeId] {
        let end = self.trees[tree].edges_end as usize;
        &self.edges[end + 1 - self.trees[tree].nodes as usize..end]
    }

    /// Writes a table with a row per tree: its number, its lowest node, its numbers of nodes and edges, its
    /// total weight, the weight of its heaviest edge and, if places are known, the rectangle of its nodes.
    pub(crate) fn write(
        &self,
        graph: &dyn Edges,
        names: &Names,
        bounds: Option<[&str; 4]>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        write!(out, "tree,node,nodes,edges,weight,heaviest")?;
        bounds.into_iter().flatten().try_for_each(|name| write!(out, ",{name}"))?;
        writeln!(out)?;
        for (number, tree) in self.trees.iter().enumerate() {
            let edges = self.edges(number);
            let key = |id: &&EdgeId| graph.key(id.index(), Objective::Minimum);
            let heaviest = edges.iter().rev().max_by_key(key);
            let heaviest = heaviest.map(|id| format!("{:?}", graph.weight(id.index()))).unwrap_or_default();
            let node = cell(&names.name(tree.first).to_string(), ',');
            let weight = graph.total(edges).plain();
            write!(out, "{number},{node},{},{},{weight},{heaviest}", tree.nodes, edges.len())?;
            if bounds.is_some() {
                let shown = |x: f64| if x.is_finite() { x.to_string() } else { String::new() };
                tree.bounds.iter().try_for_each(|&x| write!(out, ",{}", shown(x)))?;
            }
            writeln!(out)?;
        }
        Ok(())
    }
}
