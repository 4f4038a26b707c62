//! The words of a page: for a graph and its forest, for the tree of points, and for their clusters.

use boscage_programs::show::{counted, grouped};

use crate::points::{size, weights};
use crate::report::RunReport;

/// Words for one thing, and for several.
pub(super) type Noun = [&'static str; 2];

/// Words for the things of a page.
pub(super) struct Words {
    pub(super) node: Noun,
    pub(super) edge: Noun,
    /// The pieces that have colours.
    pub(super) tree: Noun,
    /// Pieces of one node.
    pub(super) lone: Noun,
    /// The whole of which the heaviest edges are shown.
    pub(super) forest: &'static str,
    /// All edges, as the name of what is drawn.
    pub(super) network: &'static str,
    /// The edges that are not in colour.
    pub(super) outside: &'static str,
    /// The edges that are in colour, and those that the page saves.
    pub(super) coloured: &'static str,
    pub(super) saved: &'static str,
    /// Words of the map for an edge that is in colour, and for another.
    pub(super) said: Noun,
    /// The heading of the table of pieces.
    pub(super) heading: &'static str,
    /// The place of the numbers of pieces in files.
    pub(super) numbers: &'static str,
    /// Pieces of one node are noise, and have no numbers.
    pub(super) are_noise: bool,
    /// The input has points.
    pub(super) are_points: bool,
}

/// The words for a graph.
const GRAPH: Words = Words {
    node: ["node", "nodes"],
    edge: ["edge", "edges"],
    tree: ["tree", "trees"],
    lone: ["lone node", "lone nodes"],
    forest: "forest",
    network: "network",
    outside: "edges outside the forest",
    coloured: "forest",
    saved: "the edges of the forest, with weights as in the graph's file",
    said: ["in the forest", "not in the forest"],
    heading: "The trees of the forest",
    numbers: "of the column tree",
    are_noise: false,
    are_points: false,
};

/// The words for roads.
const ROADS: Words = Words { edge: ["road", "roads"], ..GRAPH };

/// The words for the tree of points.
const POINTS: Words = Words {
    node: ["point", "points"],
    lone: ["single point", "single points"],
    forest: "tree",
    coloured: "tree",
    saved: "the edges of the tree",
    said: ["in the tree", ""],
    heading: "The tree",
    are_points: true,
    ..GRAPH
};

/// The words for clusters of single linkage.
const CLUSTERS: Words = Words {
    tree: ["cluster", "clusters"],
    network: "edges between clusters",
    outside: "edges of the tree between clusters",
    coloured: "clusters",
    saved: "the edges inside clusters",
    said: ["in a cluster", "between clusters"],
    heading: "Clusters",
    numbers: "of --components",
    ..POINTS
};

/// The words for clusters by density.
const DENSITY: Words = Words {
    lone: ["point of noise", "points of noise"],
    network: "other edges of the tree",
    outside: "edges of the tree to noise, and between clusters",
    said: ["in a cluster", "not in a cluster"],
    are_noise: true,
    ..CLUSTERS
};

impl Words {
    /// Returns the words for a run, of which the page shows clusters or not.
    pub(super) fn of(report: &RunReport, has_clusters: bool) -> &'static Self {
        match &report.points {
            None if report.is_openstreetmap() => &ROADS,
            None => &GRAPH,
            Some(_) if !has_clusters => &POINTS,
            Some(points) if points.noise.is_some() => &DENSITY,
            Some(_) => &CLUSTERS,
        }
    }

    /// Returns a number of nodes.
    pub(super) fn nodes(&self, count: usize) -> String {
        counted(count, self.node[0], self.node[1])
    }

    /// Returns a number of smaller pieces.
    pub(super) fn smaller(&self, count: usize) -> String {
        counted(count, &format!("smaller {}", self.tree[0]), &format!("smaller {}", self.tree[1]))
    }

    /// Returns the pieces and those of one node, in a sentence; or that of a graph or of a tree.
    pub(super) fn pieces(&self, pieces: usize, single: usize) -> String {
        let trees = |count| counted(count, self.tree[0], self.tree[1]);
        let lone = counted(single, self.lone[0], self.lone[1]);
        if self.tree == CLUSTERS.tree {
            return match (self.are_noise, single) {
                (true, _) => format!("{}, and {lone}.", trees(pieces - single)),
                (false, 0) => format!("{}.", trees(pieces)),
                (false, _) => format!("{}; {lone} among them.", trees(pieces)),
            };
        }
        let lone = match single {
            0 => String::new(),
            1 => format!(", one of them a {}", self.lone[0]),
            single => format!(", {} of them {}", grouped(single), self.lone[1]),
        };
        match pieces.saturating_sub(1) {
            0 => format!("All {} are in one tree.", self.node[1]),
            1 if single == 1 => format!("One {} is not joined to the tree by any edge.", self.lone[0]),
            1 => format!("One piece is not joined to the largest tree by any edge{lone}."),
            others => {
                format!("{} pieces are not joined to the largest tree by any edge{lone}.", grouped(others))
            }
        }
    }
}

/// Returns the result of a run on points, in a sentence; `total` is the weight of the tree with its unit.
pub(super) fn of_points(report: &RunReport, total: &str) -> Option<String> {
    let points = report.points.as_ref()?;
    let proved = if report.verified { ", proved" } else { "" };
    let edges = counted(report.forest_edges as usize, "edge", "edges");
    let clusters = match (report.clusters, points.noise) {
        (Some(clusters), Some(noise)) => {
            let [clusters, noise] = [(clusters, CLUSTERS.tree), (noise, DENSITY.lone)]
                .map(|(count, [one, many])| counted(count, one, many));
            format!(" {clusters}, and {noise}.")
        }
        _ => String::new(),
    };
    Some(format!(
        "{}. Their minimum spanning tree{proved}, by {}: {edges}, total weight {total}.{clusters}",
        size(report, points),
        weights(points),
    ))
}
