//! The edges that replace those of a forest, by the price of losing each, and a table of them.

use std::io::{self, Write};

use boscage::exec::Exec;
use boscage::graph::{EdgeId, Objective};
use boscage::io::{Name, Names};
use boscage::operators::msf::Size;
use boscage::parallel::radix_sort;
use boscage::{Result, memory};
use boscage_programs::report::Total;

use crate::edges::Edges;
use crate::forest_format::cell;

/// The name of the memory in errors.
const WHAT: &str = "the table of replacements";

/// Bytes per node that the allocator keeps of arrays that are freed.
const KEPT: u64 = 8;

/// Returns the bytes while replacements are found (by their operator: first the roots, then the cover), and
/// while they are sorted by price, whichever are most.
pub(crate) fn bytes(size: &Size) -> u64 {
    let Size { nodes, edges, weight_bytes, .. } = *size;
    let found = size_of::<Option<EdgeId>>() as u64;
    let priced = 2 * size_of::<(u64, u32)>() as u64; // sorting takes them twice
    let cover = 16 * nodes + (13 + 2 * weight_bytes) * edges;
    KEPT * nodes + cover.max(28 * nodes + 5 * edges).max((found + priced) * nodes.min(edges))
}

/// The edges of a forest, each with the edge that replaces it if it is lost.
pub(crate) struct Replacements<'a> {
    graph: &'a dyn Edges,
    forest: &'a [EdgeId],
    /// The replacement of each edge of the forest; a bridge has none.
    found: Vec<Option<EdgeId>>,
    /// The edges that have one: prices as in [`price`] and positions in the forest, the dearest first.
    priced: Vec<(u64, u32)>,
}

/// The loss of an edge that another one replaces.
#[derive(Clone, Copy)]
pub(crate) struct Loss {
    pub(crate) edge: EdgeId,
    pub(crate) replacement: EdgeId,
    /// The difference of their weights, which is not negative.
    pub(crate) price: Total,
}

/// The dearest losses of a forest.
pub(crate) struct Dearest {
    /// The dearest one first.
    pub(crate) losses: Vec<Loss>,
    /// Number of edges of the forest that nothing replaces.
    pub(crate) bridges: usize,
}

impl<'a> Replacements<'a> {
    /// Sorts replacements that were found for the edges of a forest, by price; equal prices by id of the edge
    /// that is lost.
    ///
    /// # Errors
    /// [`boscage::Error::OutOfMemory`].
    pub(crate) fn new(
        exec: &Exec,
        graph: &'a dyn Edges,
        forest: &'a [EdgeId],
        found: Vec<Option<EdgeId>>,
    ) -> Result<Self> {
        let mut priced = memory::reserve(WHAT, found.iter().flatten().count())?;
        let pairs = (0..).zip(forest.iter().zip(&found));
        priced.extend(pairs.filter_map(|(i, (&edge, &other))| Some((price(graph, edge, other?), i))));
        radix_sort(exec, &mut priced, |&(price, _): &(u64, u32)| !price)?;
        Ok(Self { graph, forest, found, priced })
    }

    /// Returns the edges that have a replacement, the dearest first.
    fn losses(&self) -> impl Iterator<Item = Loss> {
        let are_floats = self.graph.weight_type().starts_with('f');
        self.priced.iter().map(move |&(price, i)| Loss {
            edge: self.forest[i as usize],
            replacement: self.found[i as usize].expect("edges with prices have replacements"),
            price: if are_floats { f64::from_bits(price).into() } else { i128::from(price).into() },
        })
    }

    /// Returns the edges that nothing replaces, by id.
    fn bridges(&self) -> impl Iterator<Item = EdgeId> {
        self.forest.iter().zip(&self.found).filter(|(_, found)| found.is_none()).map(|(&edge, _)| edge)
    }

    /// Returns the dearest losses, at most as many as this.
    pub(crate) fn dearest(&self, most: usize) -> Dearest {
        Dearest { losses: self.losses().take(most).collect(), bridges: self.bridges().count() }
    }

    /// Writes a table with a row per edge of the forest: the names of its ends, its weight and id, the same
    /// of its replacement, and the price; `id` returns the id of an edge for output. The dearest comes first,
    /// and bridges, whose last five cells are empty, come last.
    pub(crate) fn write(
        &self,
        names: &Names,
        id: impl Fn(EdgeId) -> u64,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let put = |out: &mut dyn Write, edge: EdgeId| {
            for end in self.graph.ends(edge.index()) {
                match names.name(end) {
                    Name::Text(text) => write!(out, "{},", cell(text, ','))?,
                    name @ Name::Number(_) => write!(out, "{name},")?,
                }
            }
            write!(out, "{:?},{},", self.graph.weight(edge.index()), id(edge))
        };
        write!(out, "source,target,weight,edge,replacement_source,replacement_target,")?;
        writeln!(out, "replacement_weight,replacement_edge,price")?;
        for Loss { edge, replacement, price } in self.losses() {
            put(out, edge)?;
            put(out, replacement)?;
            writeln!(out, "{}", price.plain())?;
        }
        for edge in self.bridges() {
            put(out, edge)?;
            writeln!(out, ",,,,")?;
        }
        Ok(())
    }
}

/// Returns the difference of two weights: an integer, exactly, or the bits of a float, rounded once. Their
/// order is that of the differences.
fn price(graph: &dyn Edges, edge: EdgeId, replacement: EdgeId) -> u64 {
    let both = [edge, replacement].map(EdgeId::index);
    if !graph.weight_type().starts_with('f') {
        let [a, b] = both.map(|id| graph.key(id, Objective::Minimum));
        return a.abs_diff(b);
    }
    let [a, b] = both.map(|id| graph.number(id));
    // The difference of infinities is none.
    if a == b { 0 } else { (a - b).abs().to_bits() }
}
