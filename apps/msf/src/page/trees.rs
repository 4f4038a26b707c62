//! The trees of a forest, the largest first: their sizes, and a table of those that are not single nodes.

use std::cmp::Reverse;

use boscage::graph::{Components, EdgeId, Node};
use boscage::io::{Names, Texts};
use boscage::{Result, memory};
use boscage_measuring::page::escaped;
use boscage_programs::report::Total;
use boscage_programs::show::{counted, grouped};

use crate::edges::Edges;

use super::map::{Map, color_of};
use super::weights::WeightUnit;
use super::words::Words;

/// Largest number of trees in the table.
const MOST: usize = 300;

/// Number of trees from which the table scrolls.
const MANY: usize = 22;

/// The name of the memory in errors.
const WHAT: &str = "trees";

/// The trees of a forest.
pub(super) struct RankedTrees {
    /// Numbers of nodes, the largest first.
    pub(super) sizes: Vec<u32>,
    /// The position of each tree in this order, by its label.
    positions: Vec<u32>,
    /// The largest trees; none of them is a single node.
    listed: Vec<Tree>,
    /// Total weight of all others.
    rest: Total,
    words: &'static Words,
}

/// A tree of the table.
struct Tree {
    /// Its number, as in the files that are written.
    number: u32,
    /// Its first node.
    node: Node,
    /// The name of one of its edges; empty if none has a name.
    name: String,
    total: Total,
}

impl RankedTrees {
    /// Finds the trees. Edges may have names.
    ///
    /// # Errors
    /// [`boscage::Error::OutOfMemory`].
    pub(super) fn new(
        graph: &dyn Edges,
        forest: &[EdgeId],
        components: &Components,
        streets: Option<&Texts>,
        words: &'static Words,
    ) -> Result<Self> {
        let labels = components.labels();
        let mut sizes = components.sizes()?;
        let mut order = memory::from_fn(WHAT, sizes.len(), |label| label as u32)?;
        order.sort_unstable_by_key(|&label| (Reverse(sizes[label as usize]), label));
        let numbers = if words.are_noise { without_noise(&sizes)? } else { Vec::new() };
        let mut positions = memory::filled(WHAT, sizes.len(), 0_u32)?;
        (0..).zip(&order).for_each(|(position, &label)| positions[label as usize] = position);
        sizes.sort_unstable_by_key(|&size| Reverse(size));

        let listed = sizes.iter().take(MOST).filter(|&&size| size > 1).count();
        let position = |node: Node| positions[labels[node.index()] as usize] as usize;
        let mut nodes = vec![None; listed];
        for node in (0..labels.len()).map(Node::new) {
            if let Some(first @ None) = nodes.get_mut(position(node)) {
                *first = Some(node);
            }
        }
        let tree = |id: EdgeId| position(graph.ends(id.index())[0]).min(listed);
        let mut names = vec![""; listed + 1];
        for &id in forest.iter().filter(|_| streets.is_some()) {
            let name = &mut names[tree(id)];
            if name.is_empty() {
                *name = streets.map_or("", |streets| streets.get(id));
            }
        }
        let totals = graph.totals(forest, listed + 1, &tree);
        let parts = nodes.into_iter().zip(&names).zip(&totals).zip(&order);
        let listed = parts.filter_map(|(((node, &name), &total), &number)| {
            let (node, name) = (node?, name.to_owned());
            let number = numbers.get(number as usize).copied().unwrap_or(number);
            Some(Tree { number, node, name, total })
        });
        Ok(Self { listed: listed.collect(), rest: totals[totals.len() - 1], sizes, positions, words })
    }

    /// Returns the position of the tree with this label.
    pub(super) fn position(&self, label: u32) -> usize {
        self.positions[label as usize] as usize
    }

    /// Returns a node of each tree of the table.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Node> {
        self.listed.iter().map(|tree| tree.node)
    }

    /// Returns the number of trees that are single nodes.
    pub(super) fn single(&self) -> usize {
        self.sizes.len() - self.sizes.partition_point(|&size| size > 1)
    }

    /// Returns the table. On a map, trees have colours, and buttons that show them.
    pub(super) fn table(&self, names: &Names, unit: &WeightUnit, map: Option<&Map>) -> String {
        if self.listed.is_empty() {
            return String::new();
        }
        let row = |label: String, nodes: usize, trees: usize, total: String, at: String| {
            let [nodes, edges] = [nodes, nodes - trees].map(grouped);
            format!(
                "<tr><td>{label}</td><td>{nodes}</td><td>{edges}</td><td>{total}</td>\
                 <td class=\"at\">{at}</td></tr>\n"
            )
        };
        let mut rows = String::new();
        for (i, tree) in self.listed.iter().enumerate() {
            let at = match &*tree.name {
                "" => format!("{} {}", self.words.node[0], names.name(tree.node)),
                name => name.to_owned(),
            };
            let total = unit.total(tree.total);
            rows += &row(label(i, tree.number, map), self.sizes[i] as usize, 1, total, escaped(&at));
        }
        let (listed, single) = (self.listed.len(), self.single());
        let smaller = &self.sizes[listed..self.sizes.len() - single];
        if !smaller.is_empty() {
            let nodes = smaller.iter().map(|&size| size as usize).sum();
            let label = self.words.smaller(smaller.len());
            rows += &row(label, nodes, smaller.len(), unit.total(self.rest), String::new());
        }
        if single > 0 {
            rows += &row(
                counted(single, self.words.lone[0], self.words.lone[1]),
                single,
                single,
                String::new(),
                String::new(),
            );
        }
        let class = if listed > MANY { "wide list" } else { "wide" };
        format!(
            "<section>\n<h2>{}</h2>\n<p>{}</p>\n<div class=\"{class}\" tabindex=\"0\">\
             <table>\n<tr><th>{}</th><th>{}</th><th>edges</th><th>{}</th>\
             <th class=\"at\">at</th></tr>\n{rows}</table></div>\n</section>\n",
            self.words.heading,
            self.sentence(map.is_some()),
            self.words.tree[0],
            self.words.node[1],
            escaped(&unit.label()),
        )
    }

    /// Returns the number of pieces, in sentences.
    fn sentence(&self, has_map: bool) -> String {
        let pieces = self.words.pieces(self.sizes.len(), self.single());
        let click = match has_map {
            true => format!(" A click on a number shows the {} on the map.", self.words.tree[0]),
            false => String::new(),
        };
        format!("{pieces}{click} Numbers are those {} in files.", self.words.numbers)
    }
}

/// Returns the numbers of pieces of these sizes, by label, if those of one node have none.
fn without_noise(sizes: &[u32]) -> Result<Vec<u32>> {
    let mut next = 0;
    memory::from_fn(WHAT, sizes.len(), |label| {
        let number = next;
        next += u32::from(sizes[label] > 1);
        number
    })
}

/// Returns the number of a tree, with its colour if there is a map, and a button if it is on the map.
fn label(i: usize, number: u32, map: Option<&Map>) -> String {
    let number = grouped(number);
    let Some(map) = map else { return number };
    let swatch = format!("<span class=\"tree\" style=\"background:{}\"></span>", color_of(i));
    match map.facts.trees.get(i) {
        Some(Some(node)) => {
            format!("{swatch}<button type=\"button\" data-tree=\"{node}\">{number}</button>")
        }
        _ => swatch + &number,
    }
}
