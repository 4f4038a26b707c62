//! Generated graphs, each printed as its command.

use std::fmt;

use boscage::Result;
use boscage::exec::Exec;
use boscage::generate::{
    Comb, Complete, Gnm, Grid, Loops, Numbering, Pairs, Path, Quadrants, Rmat, Road, Ssca2, Star, Style,
    WattsStrogatz, WeightLaw, comb, complete, gnm, grid, path, rmat, road, ssca2, star, watts_strogatz,
};
use boscage::graph::EdgeList;

/// Family and options of a generated graph.
#[derive(Clone, Debug)]
pub enum Generated {
    /// A road network.
    Road(Road),
    /// A grid.
    Grid(Grid),
    /// A random graph.
    Gnm(Gnm),
    /// A graph of few nodes with many edges, and many with few.
    Rmat(Rmat),
    /// A small world.
    WattsStrogatz(WattsStrogatz),
    /// Cliques, and edges between them.
    Ssca2(Ssca2),
    /// Every pair of nodes.
    Complete(Complete),
    /// A path.
    Path(Path),
    /// A star.
    Star(Star),
    /// A path with a path hanging from each node.
    Comb(Comb),
}

impl Generated {
    /// Generates the graph.
    ///
    /// # Errors
    /// Errors of the family: too many nodes or edges, too little memory, an invalid config.
    pub fn make(&self, exec: &Exec) -> Result<EdgeList<u32>> {
        match self {
            Self::Road(config) => Ok(road(exec, config)?.0),
            Self::Grid(config) => grid(exec, config),
            Self::Gnm(config) => gnm(exec, config),
            Self::Rmat(config) => rmat(exec, config),
            Self::WattsStrogatz(config) => watts_strogatz(exec, config),
            Self::Ssca2(config) => ssca2(exec, config),
            Self::Complete(config) => complete(exec, config),
            Self::Path(config) => path(exec, config),
            Self::Star(config) => star(exec, config),
            Self::Comb(config) => comb(exec, config),
        }
    }

    /// Returns the approximate numbers of nodes and edges.
    #[must_use]
    pub fn about(&self) -> (f64, f64) {
        let (nodes, edges) = match self {
            Self::Road(road) => (road.nodes, road.nodes * 13 / 10),
            Self::Grid(grid) => (grid.rows * grid.columns, 2 * grid.rows * grid.columns),
            Self::Gnm(gnm) => (gnm.nodes, gnm.edges),
            Self::Rmat(rmat) => (1 << rmat.scale, rmat.edges),
            Self::WattsStrogatz(small) => (small.nodes, small.nodes * small.neighbours / 2),
            Self::Ssca2(ssca2) => (ssca2.nodes, ssca2.nodes * (ssca2.max_clique + 2) / 3),
            Self::Complete(complete) => (complete.nodes, complete.nodes * complete.nodes / 2),
            Self::Path(Path { nodes, .. }) | Self::Star(Star { nodes, .. }) => (*nodes, *nodes),
            Self::Comb(comb) => (comb.spine * (comb.tooth + 1), comb.spine * (comb.tooth + 1)),
        };
        (nodes as f64, edges as f64)
    }

    /// Returns the options that all families share.
    fn style(&self) -> &Style {
        match self {
            Self::Road(config) => &config.style,
            Self::Grid(config) => &config.style,
            Self::Gnm(config) => &config.style,
            Self::Rmat(config) => &config.style,
            Self::WattsStrogatz(config) => &config.style,
            Self::Ssca2(config) => &config.style,
            Self::Complete(config) => &config.style,
            Self::Path(config) => &config.style,
            Self::Star(config) => &config.style,
            Self::Comb(config) => &config.style,
        }
    }
}

/// The command that generates the same graph, without default options.
impl fmt::Display for Generated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("graph generate ")?;
        let mut unusual = Vec::new();
        let pairs = |pairs| match pairs {
            Pairs::Distinct => None,
            other => Some(format!("--pairs {other:?}").to_lowercase()),
        };
        match self {
            Self::Road(Road { nodes, degree, islands, spacing, .. }) => {
                write!(f, "road --nodes {nodes}")?;
                unusual.push((*degree != Road::DEFAULT_DEGREE).then(|| format!("--degree {degree}")));
                unusual.push((*islands != Road::DEFAULT_ISLANDS).then(|| format!("--islands {islands}")));
                unusual.push((*spacing != Road::DEFAULT_SPACING).then(|| format!("--spacing {spacing}")));
            }
            Self::Grid(grid) => write!(f, "grid --rows {} --columns {}", grid.rows, grid.columns)?,
            Self::Gnm(gnm) => {
                write!(f, "gnm --nodes {} --edges {}", gnm.nodes, gnm.edges)?;
                unusual.push(pairs(gnm.pairs));
                unusual.push(gnm.is_directed.then(|| "--directed".to_owned()));
            }
            Self::Rmat(Rmat { scale, edges, quadrants, loops, is_directed, .. }) => {
                write!(f, "rmat --scale {scale} --edges {edges}")?;
                let Quadrants { a, b, c } = *quadrants;
                unusual.push((*quadrants != Quadrants::GTGRAPH).then(|| format!("--quadrants {a},{b},{c}")));
                unusual.push((*loops != Loops::Redrawn).then(|| "--loops kept".to_owned()));
                unusual.push(is_directed.then(|| "--directed".to_owned()));
            }
            Self::WattsStrogatz(small) => {
                let WattsStrogatz { nodes, neighbours, rewire, .. } = small;
                write!(f, "watts-strogatz --nodes {nodes} --neighbours {neighbours} --rewire {rewire}")?;
                unusual.push(pairs(small.pairs));
            }
            Self::Ssca2(Ssca2 { nodes, max_clique, inter, .. }) => {
                write!(f, "ssca2 --nodes {nodes} --max-clique {max_clique} --inter {inter}")?;
            }
            Self::Complete(complete) => write!(f, "complete --nodes {}", complete.nodes)?,
            Self::Path(path) => write!(f, "path --nodes {}", path.nodes)?,
            Self::Star(star) => write!(f, "star --nodes {}", star.nodes)?,
            Self::Comb(comb) => write!(f, "comb --spine {} --tooth {}", comb.spine, comb.tooth)?,
        }
        let usual = if let Self::Road(_) = self { Road::default().style } else { Style::default() };
        let Style { weights, numbering, seed } = *self.style();
        unusual.push((weights != usual.weights).then(|| format!("--weights {weights}")));
        unusual.push((numbering == Numbering::Shuffled).then(|| "--numbering shuffled".to_owned()));
        unusual.push((seed != usual.seed).then(|| format!("--seed {seed}")));
        unusual.into_iter().flatten().try_for_each(|word| write!(f, " {word}"))
    }
}

/// Returns the style of graphs whose weights are random in `1..=max`.
#[must_use]
pub fn uniform(max: u32) -> Style {
    Style { weights: WeightLaw::Uniform { max }, ..Style::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_from_defaults_is_told() {
        let gnm = Gnm { nodes: 10, edges: 20, ..Gnm::default() };
        assert_eq!(Generated::Gnm(gnm).to_string(), "graph generate gnm --nodes 10 --edges 20");
        let weighted = Gnm { style: Style { seed: 7, ..uniform(1024) }, ..gnm };
        let printed = Generated::Gnm(weighted).to_string();
        assert_eq!(printed, "graph generate gnm --nodes 10 --edges 20 --weights uniform:1024 --seed 7");
        assert_eq!(Generated::Road(Road::default()).to_string(), "graph generate road --nodes 0");
    }
}
