//! The families of `graph generate` and their options: the fields of their structs in [`boscage::generate`].

mod style;

use std::path::PathBuf;

use boscage::exec::Exec;
use boscage::generate::{
    Comb, Complete, Gnm, Grid, Loops, Pairs, Path, Quadrants, Recipe, Rmat, Road, Ssca2, Star, ThreeParadigm,
    WattsStrogatz, WeightLaw, road,
};
use boscage::graph::EdgeList;
use boscage::{Error, Result};
use clap::builder::TypedValueParser;
use clap::{Args, Subcommand, ValueEnum};

pub use style::StyleOptions;

use crate::input::words;

/// A generated graph.
#[derive(Debug)]
pub enum Made {
    /// A graph whose edges can be generated one by one.
    Recipe(Recipe),
    /// A graph in memory, and the places of its nodes.
    Map(EdgeList<u32>, Vec<[f64; 2]>),
}

/// A family, and the options of its graph; all families also have those of `C`.
#[derive(Clone, Debug, Subcommand)]
pub enum Family<C: Args> {
    /// A road network: crossings, bends and dead ends on a map; weights are distances. It is generated in
    /// memory
    Road {
        /// Number of nodes
        #[arg(long)]
        nodes: usize,
        /// Mean degree, 2 to 3.3
        #[arg(long, default_value_t = Road::DEFAULT_DEGREE)]
        degree: f64,
        /// Tiles of 16 by 16 crossings per island; 0 for no islands
        ///
        /// An island is a component of its own.
        #[arg(long, default_value_t = Road::DEFAULT_ISLANDS)]
        islands: u32,
        /// Distance between neighbouring crossings
        #[arg(long, default_value_t = Road::DEFAULT_SPACING)]
        spacing: u32,
        /// Write the coordinates of the nodes to FILE (DIMACS .co)
        #[arg(long, value_name = "FILE")]
        coordinates: Option<PathBuf>,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// A grid: neighbours above, below, left and right
    Grid {
        /// Number of nodes from top to bottom
        #[arg(long)]
        rows: usize,
        /// Number of nodes from left to right
        #[arg(long)]
        columns: usize,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// Edges drawn uniformly among all pairs of nodes
    Gnm {
        /// Number of nodes
        #[arg(long)]
        nodes: usize,
        /// Number of edges
        #[arg(long)]
        edges: usize,
        /// Edges that may be drawn
        #[arg(long, value_enum, default_value_t = PairsWord::Distinct)]
        pairs: PairsWord,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// R-MAT: a few nodes have very many edges, as in social and web graphs
    Rmat {
        /// Logarithm to base 2 of the number of nodes
        #[arg(long, value_parser = clap::value_parser!(u32).range(..32))]
        scale: u32,
        /// Number of edges
        #[arg(long)]
        edges: usize,
        /// Quadrants of the adjacency matrix: gtgraph, graph500 or A,B,C
        ///
        /// Three of the four probabilities, or those of a program.
        #[arg(long, value_name = "QUADRANTS", default_value = "gtgraph", value_parser = quadrants)]
        quadrants: Quadrants,
        /// Treatment of self-loops
        #[arg(long, value_enum, default_value_t = LoopsWord::Redrawn)]
        loops: LoopsWord,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// Watts and Strogatz's small world: a ring of nodes joined to their nearest, with some edges that lead
    /// anywhere
    WattsStrogatz {
        /// Number of nodes
        #[arg(long)]
        nodes: usize,
        /// Neighbours per node on the ring, an even number
        #[arg(long, default_value_t = WattsStrogatz::DEFAULT_NEIGHBOURS)]
        neighbours: usize,
        /// Probability that one end of an edge moves to a random node
        #[arg(long, default_value_t = WattsStrogatz::DEFAULT_REWIRE)]
        rewire: f64,
        /// Edges that a move may make
        #[arg(long, value_enum, default_value_t = PairsWord::Distinct)]
        pairs: PairsWord,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// SSCA#2: cliques of random sizes, joined by edges that are rarer the farther they reach
    Ssca2 {
        /// Number of nodes
        #[arg(long)]
        nodes: usize,
        /// Size of the largest cliques; sizes are uniform from 1 on
        #[arg(long, default_value_t = Ssca2::DEFAULT_MAX_CLIQUE)]
        max_clique: usize,
        /// Probability of an edge to another clique
        ///
        /// To a node two places ahead; it halves when the distance doubles.
        #[arg(long, default_value_t = Ssca2::DEFAULT_INTER)]
        inter: f64,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// One of the eight inputs of the three-paradigm paper: gnm with the paper's numbers of nodes and edges
    ThreeParadigm {
        /// Name of the input
        #[arg(value_parser = inputs())]
        input: ThreeParadigm,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// Every pair of nodes
    Complete {
        /// Number of nodes
        #[arg(long)]
        nodes: usize,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// One node after the other
    Path {
        /// Number of nodes
        #[arg(long)]
        nodes: usize,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// One node in the middle of all others
    Star {
        /// Number of nodes, the middle included
        #[arg(long)]
        nodes: usize,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
    /// A path with a path hanging from each of its nodes
    Comb {
        /// Number of nodes of the spine
        #[arg(long)]
        spine: usize,
        /// Number of nodes of a tooth, without that of the spine
        #[arg(long)]
        tooth: usize,
        /// Options of all families.
        #[command(flatten)]
        common: C,
    },
}

/// Edges that a random graph may have.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum PairsWord {
    /// Every pair at most once, no self-loops
    Distinct,
    /// Any pair any number of times, no self-loops
    Repeated,
    /// Any two ends, self-loops too
    Any,
}

/// Treatment of self-loops.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum LoopsWord {
    /// Drawn again
    Redrawn,
    /// Kept
    Kept,
}

impl<C: Args + AsRef<StyleOptions>> Family<C> {
    /// Returns the options of all families.
    #[must_use]
    pub fn common(&self) -> &C {
        match self {
            Self::Road { common, .. }
            | Self::Grid { common, .. }
            | Self::Gnm { common, .. }
            | Self::Rmat { common, .. }
            | Self::WattsStrogatz { common, .. }
            | Self::Ssca2 { common, .. }
            | Self::ThreeParadigm { common, .. }
            | Self::Complete { common, .. }
            | Self::Path { common, .. }
            | Self::Star { common, .. }
            | Self::Comb { common, .. } => common,
        }
    }

    /// Checks what the types of the arguments cannot express.
    ///
    /// # Errors
    /// A message.
    pub fn check(&self) -> Result<(), String> {
        let has_direction = matches!(self, Self::Gnm { .. } | Self::Rmat { .. });
        if self.common().as_ref().directed && !has_direction {
            return Err(
                "--directed: expected gnm or rmat, found another family, whose edges have no direction"
                    .into(),
            );
        }
        Ok(())
    }

    /// Returns the file for coordinates.
    #[must_use]
    pub fn coordinates(&self) -> Option<&std::path::Path> {
        match self {
            Self::Road { coordinates, .. } => coordinates.as_deref(),
            _ => None,
        }
    }

    /// Returns the recipe of the graph; generates a road network, which has none.
    ///
    /// # Errors
    /// Errors of the family.
    pub fn make(&self, exec: &Exec) -> Result<Made> {
        let options = self.common().as_ref();
        let style = options.style(WeightLaw::default());
        let is_directed = options.directed;
        let recipe = match *self {
            Self::Road { nodes, degree, islands, spacing, .. } => {
                let style = options.style(Road::default().style.weights);
                let (graph, places) = road(exec, &Road { nodes, degree, islands, spacing, style })?;
                return Ok(Made::Map(graph, places));
            }
            Self::Grid { rows, columns, .. } => Grid { rows, columns, style }.recipe(),
            Self::Gnm { nodes, edges, pairs, .. } => {
                Gnm { nodes, edges, pairs: pairs.into(), is_directed, style }.recipe()
            }
            Self::Rmat { scale, edges, quadrants, loops, .. } => {
                Rmat { scale, edges, quadrants, loops: loops.into(), is_directed, style }.recipe()
            }
            Self::WattsStrogatz { nodes, neighbours, rewire, pairs, .. } => {
                WattsStrogatz { nodes, neighbours, rewire, pairs: pairs.into(), style }.recipe()
            }
            Self::Ssca2 { nodes, max_clique, inter, .. } => {
                Ssca2 { nodes, max_clique, inter, style }.recipe(exec)
            }
            Self::ThreeParadigm { input, .. } => input.gnm(options.style(ThreeParadigm::WEIGHTS)).recipe(),
            Self::Complete { nodes, .. } => Complete { nodes, style }.recipe(),
            Self::Path { nodes, .. } => Path { nodes, style }.recipe(),
            Self::Star { nodes, .. } => Star { nodes, style }.recipe(),
            Self::Comb { spine, tooth, .. } => Comb { spine, tooth, style }.recipe(),
        };
        recipe.map(Made::Recipe)
    }
}

/// Returns a parser of the names of the three-paradigm paper's inputs.
fn inputs() -> impl TypedValueParser<Value = ThreeParadigm> {
    words(ThreeParadigm::ALL.map(ThreeParadigm::name))
}

impl From<PairsWord> for Pairs {
    fn from(word: PairsWord) -> Self {
        match word {
            PairsWord::Distinct => Self::Distinct,
            PairsWord::Repeated => Self::Repeated,
            PairsWord::Any => Self::Any,
        }
    }
}

impl From<LoopsWord> for Loops {
    fn from(word: LoopsWord) -> Self {
        match word {
            LoopsWord::Redrawn => Self::Redrawn,
            LoopsWord::Kept => Self::Kept,
        }
    }
}

fn quadrants(text: &str) -> Result<Quadrants> {
    let shares: Option<Vec<f64>> = text.split(',').map(|share| share.parse().ok()).collect();
    match (text, shares.as_deref()) {
        ("gtgraph", _) => Ok(Quadrants::GTGRAPH),
        ("graph500", _) => Ok(Quadrants::GRAPH500),
        (_, Some(&[a, b, c])) => Ok(Quadrants { a, b, c }),
        _ => {
            let expected = "gtgraph, graph500, or three shares A,B,C";
            Err(Error::argument("quadrants", expected, format_args!("\"{text}\"")))
        }
    }
}
