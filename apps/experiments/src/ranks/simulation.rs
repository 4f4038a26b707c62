//! The graphs, and one run of an operator over simulated ranks.

use boscage::Result;
use boscage::comm::{Comm, Part, PartForest, Traffic, share};
use boscage::exec::Exec;
use boscage::generate::{Gnm, Grid, Recipe, Rmat, Road, road};
use boscage::graph::{EdgeList, EdgeListView, Objective};
use boscage::operators::msf::{self, Verdict};
use clap::ValueEnum;
use serde::Serialize;

use super::network::Network;
use super::simulated;

/// Families of graphs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Family {
    /// G(n, m)
    #[default]
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

    /// The part of a rank.
    pub(crate) fn part(&self, exec: &Exec, rank: usize, ranks: usize) -> Result<Part<u32>> {
        match self {
            Self::Recipe(recipe) => {
                let (list, first) = recipe.make_part(exec, rank, ranks)?;
                Part::new(exec, list, first)
            }
            Self::Whole(list) => part_of(exec, list.into(), rank, ranks),
        }
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

/// How ranks are simulated.
#[derive(Clone, Debug)]
pub(crate) struct Machine {
    pub(crate) ranks: usize,
    pub(crate) network: Network,
    /// From this number of ranks on, exchanges make two steps over a grid.
    pub(crate) grid_from: usize,
    /// How much the time counts that ranks compute.
    pub(crate) pace: f64,
}

/// What came of a run.
pub(crate) struct Simulated {
    /// Milliseconds on the simulated machine, and how much of it the busiest rank computes.
    pub(crate) ms: f64,
    pub(crate) computing_ms: f64,
    /// What each rank has sent.
    pub(crate) traffic: Vec<Traffic>,
    /// The ids of the forest's edges.
    pub(crate) forest: Vec<u64>,
}

/// Runs an operator on ranks that get their parts of a graph from a function. Each rank computes on one
/// thread; of `exec`, only the token is used.
pub(crate) fn simulate(
    exec: &Exec,
    machine: &Machine,
    part: impl Fn(&Exec, usize, usize) -> Result<Part<u32>> + Sync,
    operator: impl Fn(&Exec, &Comm<'_>, &Part<u32>) -> Result<PartForest<u32>> + Sync,
) -> Result<Simulated> {
    let exec = Exec::new(1)?.with_token(exec.token().clone());
    let outcomes = simulated::run(machine.ranks, &machine.network, machine.pace, |rank| {
        let comm = Comm::with_grid(rank, machine.grid_from);
        let part = comm.agree(part(&exec, comm.rank(), comm.ranks()))?;
        let _ = comm.take_traffic();
        let begin = rank.clock();
        let forest = operator(&exec, &comm, &part)?;
        let end = rank.clock();
        let ids: Vec<u64> = forest.edges().iter().map(|&at| part.id(at)).collect();
        Ok(((begin, end), comm.take_traffic(), ids))
    })?;
    let times = || outcomes.iter().map(|(times, ..)| times);
    let begin = times().map(|(begin, _)| begin.ms).fold(f64::INFINITY, f64::min);
    let ms = times().map(|(_, end)| end.ms).fold(begin, f64::max) - begin;
    let computing_ms = times().map(|(begin, end)| end.computed_ms - begin.computed_ms).fold(0.0, f64::max);
    let (traffic, forest): (_, Vec<_>) = outcomes.into_iter().map(|(_, traffic, ids)| (traffic, ids)).unzip();
    Ok(Simulated { ms, computing_ms, traffic, forest: forest.concat() })
}

/// The edges of a list that a rank gets.
pub(crate) fn part_of(
    exec: &Exec,
    list: EdgeListView<'_, u32>,
    rank: usize,
    ranks: usize,
) -> Result<Part<u32>> {
    let own = share(list.len() as u64, rank, ranks);
    let edges = list.edges()[own.start as usize..own.end as usize].to_vec();
    Part::new(exec, EdgeList::new(list.nodes(), edges)?, own.start)
}
