//! The graphs of a benchmark: files, or generated.
//!
//! Every file is opened before anything starts, so a file that cannot be opened is an error at once. It is
//! closed again, and opened and read in its turn. So any number of files can be measured, each with its
//! content at that time. Inputs that can be opened only once, such as pipes, stay open. Generated graphs can
//! be generated again with `graph generate`; every report has the command.

use std::fmt;
use std::fs::Metadata;
use std::path::PathBuf;

use boscage::Result;
use boscage::exec::Exec;
use boscage::generate::{Comb, Complete, Gnm, Grid, Numbering, Path, Rmat, Road, Star, Style, WattsStrogatz};
use boscage::graph::AnyEdgeList;
use boscage::io::{Format, Names, Opened, ReadOptions};
use boscage_measuring::generated::Generated;
use boscage_programs::show::{format_name, say, warnings};

/// Approximate number of edges of the graphs of the suite at scale 1.
const EDGES: f64 = 2_097_152.0;

/// Nodes of the largest graphs at scale 1 that show how time grows, and of the smallest, in powers of √10:
/// four decades.
const LARGEST: f64 = 1e6;
const HALF_DECADES: i32 = 8;

/// The origin of a graph.
pub(crate) enum Origin {
    /// A file; open only if it can be opened only once.
    File(PathBuf, Option<Opened>),
    Made {
        name: String,
        /// For graphs that differ only in size: their common description.
        family: Option<&'static str>,
        graph: Generated,
    },
}

/// A graph to be measured on.
pub(super) struct Subject {
    pub(super) name: String,
    /// The file's format, or the command that generates the graph.
    pub(super) origin: String,
    /// The file, if it is an uncompressed edge array.
    pub(super) edge_array: Option<PathBuf>,
    pub(super) family: Option<&'static str>,
    pub(super) graph: AnyEdgeList,
    pub(super) names: Names,
}

/// Returns one graph of every kind, all of about the same number of edges.
pub(crate) fn suite(scale: f64) -> Vec<Origin> {
    let edges = ((EDGES * scale) as usize).clamp(8, 1 << 40); // more are refused all the same
    let dense = (2 * edges).isqrt() + 2; // fewer nodes have fewer pairs
    let side = (edges / 2).isqrt() + 1;
    let graphs = [
        ("road", Generated::Road(Road { nodes: edges * 10 / 13, ..Road::default() })),
        ("grid", Generated::Grid(Grid { rows: side, columns: side, ..Grid::default() })),
        ("gnm sparse", Generated::Gnm(Gnm { nodes: (edges / 4).max(dense), edges, ..Gnm::default() })),
        ("gnm dense", Generated::Gnm(Gnm { nodes: (edges / 64).max(dense), edges, ..Gnm::default() })),
        ("rmat", Generated::Rmat(Rmat { scale: (edges / 16).max(2).ilog2(), edges, ..Rmat::default() })),
        ("complete", Generated::Complete(Complete { nodes: dense, ..Complete::default() })),
    ];
    let made = |(name, graph): (&str, _)| Origin::Made { name: name.to_owned(), family: None, graph };
    graphs.into_iter().map(made).collect()
}

/// Returns graphs of two kinds, in steps of half a decade.
pub(crate) fn growing(scale: f64) -> Vec<Origin> {
    let size = |step: i32| (LARGEST * scale / 10_f64.powf(f64::from(step) / 2.0)).round().max(20.0) as usize;
    let mut sizes: Vec<_> = (0..=HALF_DECADES).rev().map(size).collect();
    sizes.dedup();
    let of = |family: &'static str, nodes, graph| {
        let name = format!("{family}, {nodes} nodes");
        Origin::Made { name, family: Some(family), graph }
    };
    let random = |nodes| {
        of("gnm", nodes, Generated::Gnm(Gnm { nodes, edges: nodes.saturating_mul(8), ..Gnm::default() }))
    };
    let grids = |nodes: usize| {
        let side = nodes.isqrt();
        of("grid", side * side, Generated::Grid(Grid { rows: side, columns: side, ..Grid::default() }))
    };
    sizes.iter().map(|&nodes| random(nodes)).chain(sizes.iter().map(|&nodes| grids(nodes))).collect()
}

/// Returns forty graphs that show whether `auto` chooses well: kinds, numberings and sizes.
pub(crate) fn choices(scale: f64) -> Vec<Origin> {
    let mut origins = Vec::new();
    // Adds a kind in a numbering; `powers` are the logarithms of its numbers of edges.
    let mut add = |kind: &str, numbering, powers: &[u32], make: &dyn Fn(usize, Style) -> Generated| {
        for power in powers {
            let edges = ((1_u64 << power) as f64 * scale).round().max(16.0) as usize;
            let order = if numbering == Numbering::Shuffled { ", shuffled" } else { "" };
            let name = format!("{kind}{order}, 2^{power}");
            let graph = make(edges, Style { numbering, ..Style::default() });
            origins.push(Origin::Made { name, family: None, graph });
        }
    };
    let road = |edges: usize, style: Style| {
        let (nodes, style) = (edges * 10 / 13, Style { weights: Road::default().style.weights, ..style });
        Generated::Road(Road { nodes, style, ..Road::default() })
    };
    let grid = |edges: usize, style| {
        let side = (edges / 2).isqrt() + 1;
        Generated::Grid(Grid { rows: side, columns: side, style })
    };
    let gnm = |degree: usize| {
        move |edges: usize, style| {
            let nodes = (edges / degree).max((2 * edges).isqrt() + 2);
            Generated::Gnm(Gnm { nodes, edges, style, ..Gnm::default() })
        }
    };
    let rmat = |degree: usize| {
        move |edges: usize, style| {
            let scale = (edges / degree).max(4).ilog2();
            Generated::Rmat(Rmat { scale, edges, style, ..Rmat::default() })
        }
    };
    let world = |edges: usize, style| {
        let nodes = edges / 2;
        Generated::WattsStrogatz(WattsStrogatz { nodes, neighbours: 4, style, ..WattsStrogatz::default() })
    };
    let path = |edges: usize, style| Generated::Path(Path { nodes: edges + 1, style });
    let star = |edges: usize, style| Generated::Star(Star { nodes: edges + 1, style });
    let comb = |edges: usize, style| Generated::Comb(Comb { spine: edges / 16, tooth: 15, style });
    let (plain, shuffled) = (Numbering::default(), Numbering::Shuffled);
    add("road", plain, &[11, 14, 17, 20, 22], &road);
    add("road", shuffled, &[17, 20, 22], &road);
    add("grid", plain, &[12, 16, 20, 23], &grid);
    add("grid", shuffled, &[16, 20], &grid);
    add("gnm of 2 per node", plain, &[10, 12, 14, 16, 18, 20, 22], &gnm(2));
    add("gnm of 4 per node", plain, &[15, 18, 21], &gnm(4));
    add("gnm of 16 per node", plain, &[13, 16, 20, 24], &gnm(16));
    add("rmat of 2 per node", plain, &[20], &rmat(2));
    add("rmat of 16 per node", plain, &[16, 20, 23], &rmat(16));
    add("small world", plain, &[17, 21], &world);
    add("path", plain, &[16, 20], &path);
    add("path", shuffled, &[20], &path);
    add("star", plain, &[20], &star);
    add("comb", plain, &[16, 20], &comb);
    origins
}

impl Origin {
    /// Returns a file that is not open yet.
    pub(crate) fn file(path: PathBuf) -> Self {
        Self::File(path, None)
    }

    /// Opens a file; it stays open only if it cannot be opened again.
    pub(super) fn opened(self) -> Result<Self> {
        let Self::File(path, _) = self else { return Ok(self) };
        let opened = Opened::new(&path)?;
        let can_be_opened_again = path.metadata().is_ok_and(|metadata| metadata.is_file());
        Ok(Self::File(path, (!can_be_opened_again).then_some(opened)))
    }

    /// Returns the approximate size: bytes of a file, edges of a generated graph.
    pub(super) fn size(&self) -> f64 {
        match self {
            Self::File(path, _) => path.metadata().map_or(1.0, |file| file.len().max(1) as f64),
            Self::Made { graph, .. } => graph.about().1,
        }
    }

    /// Returns the text for the progress bar while the graph is read or generated.
    pub(super) fn doing(&self) -> String {
        let verb = if matches!(self, Self::File(..)) { "reading" } else { "generating" };
        format!("{verb} {self}")
    }

    /// Reads or generates the graph.
    pub(super) fn read(self, exec: &Exec, options: &ReadOptions) -> Result<Subject> {
        let name = self.to_string();
        match self {
            Self::File(path, opened) => {
                let opened = opened.map_or_else(|| Opened::new(&path), Ok)?;
                let input = opened.read(exec, options)?;
                warnings("msf", &input.path, &input.remarks).for_each(|line| say(&line));
                let origin = format_name(input.format, input.is_guessed);
                let is_whole = |file: Metadata| file.is_file() && file.len() == input.bytes;
                let is_edge_array = input.format == Format::EdgeArray && path.metadata().is_ok_and(is_whole);
                let edge_array = is_edge_array.then_some(path);
                let (graph, names) = (input.list, input.names);
                Ok(Subject { name, origin, edge_array, family: None, graph, names })
            }
            Self::Made { family, graph, .. } => {
                let (origin, names) = (graph.to_string(), Names::Offset(0));
                let graph = graph.make(exec)?.into();
                Ok(Subject { name, origin, edge_array: None, family, graph, names })
            }
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::File(path, _) => f.write_str(&boscage::input_name(path)),
            Self::Made { name, .. } => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(origins: Vec<Origin>) -> Vec<(String, usize)> {
        let exec = Exec::new(1).unwrap();
        let size = |origin: Origin| match origin {
            Origin::Made { name, graph, .. } => (name, graph.make(&exec).unwrap().edge_count()),
            Origin::File(..) => unreachable!("everything is made"),
        };
        origins.into_iter().map(size).collect()
    }

    #[test]
    fn graphs_of_the_suite_have_about_as_many_edges_whatever_the_scale() {
        for (scale, about) in [(1e-9, 8), (0.001, 2097), (0.02, 41943)] {
            for (name, edges) in sizes(suite(scale)) {
                assert!((about / 2..=about * 2 + 40).contains(&edges), "{name} at {scale}: {edges}");
            }
        }
    }

    #[test]
    fn choices_are_forty_graphs_of_the_sizes_that_they_name() {
        let sizes = sizes(choices(1.0 / 256.0));
        assert_eq!(sizes.len(), 40);
        for (name, edges) in sizes {
            let power: u32 = name.rsplit('^').next().unwrap().parse().unwrap();
            let about = ((1 << power) / 256).max(16);
            assert!((about / 2..=about * 2 + 40).contains(&edges), "{name}: {edges}");
        }
    }

    #[test]
    fn growing_graphs_span_four_decades() {
        let sizes = sizes(growing(0.01));
        let names = ["gnm, 20 nodes", "gnm, 10000 nodes", "grid, 16 nodes", "grid, 10000 nodes"];
        for name in names {
            assert!(sizes.iter().any(|(found, _)| found == name), "{name} among {sizes:?}");
        }
    }
}
