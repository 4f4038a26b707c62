//! One run of an operator over ranks that are threads.

use boscage::Result;
use boscage::comm::{Comm, Part, Reduction, Traffic, run_with, share};
use boscage::exec::Exec;
use boscage::generate::{Gnm, Grid, Recipe, Rmat, Road, road};
use boscage::graph::{EdgeList, Objective};
use boscage_operators::msf::ranks::{self, Ghs};
use boscage_operators::msf::{self, Algorithm, Verdict};
use clap::ValueEnum;
use serde::Serialize;

/// Families of graphs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Family {
    /// G(n, m)
    Random,
    /// R-MAT: a few nodes have very many edges
    Rmat,
    /// A square grid
    Grid,
    /// A road network
    Road,
}

impl Family {
    /// The word for it.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Rmat => "rmat",
            Self::Grid => "grid",
            Self::Road => "road",
        }
    }

    /// A graph of about `nodes` nodes; random ones have `degree` edges a node.
    pub(crate) fn graph(self, exec: &Exec, nodes: usize, degree: usize) -> Result<Graph> {
        let nodes = nodes.max(2);
        let edges = nodes * degree;
        Ok(match self {
            Self::Random => {
                let edges = edges.min(nodes * (nodes - 1) / 2);
                Graph::Recipe(Gnm { nodes, edges, ..Gnm::default() }.recipe()?)
            }
            Self::Rmat => Graph::Recipe(Rmat { scale: nodes.ilog2(), edges, ..Rmat::default() }.recipe()?),
            Self::Grid => {
                let side = nodes.isqrt();
                Graph::Recipe(Grid { rows: side, columns: side, ..Grid::default() }.recipe()?)
            }
            Self::Road => Graph::Whole(road(exec, &Road { nodes, ..Road::default() })?.0),
        })
    }
}

/// A graph of which each rank makes its part.
pub(crate) enum Graph {
    /// Any edge can be made by itself.
    Recipe(Recipe),
    /// The whole graph has been made, and ranks take their parts.
    Whole(EdgeList<u32>),
}

impl Graph {
    /// Numbers of nodes and edges.
    pub(crate) fn size(&self) -> (usize, usize) {
        match self {
            Self::Recipe(recipe) => (recipe.nodes(), recipe.edges()),
            Self::Whole(list) => (list.nodes(), list.len()),
        }
    }

    fn part(&self, exec: &Exec, rank: usize, ranks: usize) -> Result<Part<u32>> {
        let (list, first) = match self {
            Self::Recipe(recipe) => recipe.make_part(exec, rank, ranks)?,
            Self::Whole(list) => {
                let own = share(list.len() as u64, rank, ranks);
                let edges = list.edges()[own.start as usize..own.end as usize].to_vec();
                (EdgeList::new(list.nodes(), edges)?, own.start)
            }
        };
        Part::new(exec, list, first)
    }

    /// The ids of the forest's edges, found by one machine and proved.
    pub(crate) fn forest(&self, exec: &Exec) -> Result<Vec<u64>> {
        let made;
        let list = match self {
            Self::Recipe(recipe) => {
                made = recipe.make(exec)?;
                &made
            }
            Self::Whole(list) => list,
        };
        let forest = msf::auto(exec, list.into(), Objective::Minimum)?;
        let verdict = msf::check(exec, list, forest.edges(), Objective::Minimum)?;
        assert_eq!(verdict, Verdict::Exact, "the forest of one machine");
        Ok(forest.edges().iter().map(|id| id.index() as u64).collect())
    }
}

/// What came of a run.
pub(crate) struct Simulated {
    /// What each rank has sent.
    pub(crate) traffic: Vec<Traffic>,
    /// The ids of the forest's edges.
    pub(crate) forest: Vec<u64>,
    /// Of `ghs`, which sends messages along the edges of trees: the longest way of a broadcast, in edges.
    pub(crate) way: Option<u64>,
}

/// Runs an operator.
pub(crate) fn simulate(
    graph: &Graph,
    algorithm: Algorithm,
    ranks: usize,
    grid_from: usize,
) -> Result<Simulated> {
    let exec = Exec::new(1)?;
    let outcomes = run_with(ranks, |transport| {
        let comm = Comm::with_grid(transport, grid_from);
        let part = comm.agree(graph.part(&exec, comm.rank(), ranks))?;
        let _ = comm.take_traffic();
        let objective = Objective::Minimum;
        let (forest, way) = match algorithm {
            Algorithm::Ghs => {
                let (forest, counts) = ranks::ghs_counted(&exec, &comm, &part, objective, Ghs::default())?;
                (forest, Some(counts.hops))
            }
            other => (ranks::run(other, &exec, &comm, &part, objective)?, None),
        };
        let traffic = comm.take_traffic();
        comm.reduced(0, Reduction::Sum)?;
        Ok((traffic, forest.edges().iter().map(|&at| part.id(at)).collect::<Vec<_>>(), way))
    })?;
    let way = outcomes.iter().find_map(|(_, _, way)| *way);
    let (traffic, parts): (_, Vec<_>) =
        outcomes.into_iter().map(|(traffic, forest, _)| (traffic, forest)).unzip();
    Ok(Simulated { traffic, forest: parts.concat(), way })
}
