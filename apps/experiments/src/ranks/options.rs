//! The command line of `experiments ranks`.

use std::path::PathBuf;

use boscage::comm::Grid;
use boscage::operators::msf::Operator;
use boscage::ranks::{self, Ranks};
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum, ValueHint};

use super::network::Network;
use super::simulation::Family;

/// The arguments of `experiments ranks`.
#[derive(Args)]
#[command(
    after_help = "The ranks are threads, of which one runs at a time. Each has a clock, which moves on by the \
                  time that the rank takes, and by what a model of the network says: a message of b \
                  bytes occupies its sender for OVERHEAD + b / BANDWIDTH, and arrives after LATENCY. Other \
                  programs on this machine disturb the time that ranks compute, and all wait for one that is \
                  disturbed. --pace 0 counts communication alone, which is exact."
)]
pub(crate) struct RanksOptions {
    /// Families of graphs [default: all]
    #[arg(value_enum)]
    families: Vec<Family>,

    /// Size of the graph: constant, or growing with the ranks
    #[arg(long, value_enum, default_value_t = Scaling::Strong)]
    pub(crate) scaling: Scaling,

    /// Numbers of ranks
    #[arg(long, value_name = "P,...", value_delimiter = ',', default_value = "1,4,16,64")]
    #[arg(value_parser = ranks)]
    pub(crate) ranks: Vec<usize>,

    /// Approximate number of nodes of the graph; with weak scaling, per rank
    #[arg(long, value_name = "N", default_value_t = 1 << 14, value_parser = size)]
    pub(crate) nodes: usize,

    /// Edges per node of random graphs and R-MAT
    #[arg(long, value_name = "D", default_value_t = 16, value_parser = size)]
    pub(crate) degree: usize,

    /// Operators [default: all over ranks]
    #[arg(long, value_name = "NAME,...", value_delimiter = ',', value_parser = names())]
    algorithm: Vec<String>,

    /// From this number of ranks on, exchanges take two steps over a grid
    #[arg(long, value_name = "P", default_value_t = Grid::DEFAULT_FROM)]
    pub(crate) grid_from: usize,

    /// Factor for the time that ranks compute: 1 for this machine, 0.5 for one that is twice as fast
    #[arg(long, value_name = "F", default_value_t = 1.0, value_parser = pace)]
    pub(crate) pace: f64,

    /// A network of the model: microseconds, microseconds per message, gigabytes per second; may be repeated
    #[arg(long, value_name = "NAME=LATENCY,OVERHEAD,BANDWIDTH")]
    #[arg(default_values_t = Network::DEFAULTS.split(' ').map(str::to_owned), value_parser = network)]
    network: Vec<String>,

    /// Draw bytes and times against ranks to FILE
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) svg: Option<PathBuf>,

    /// Print JSON, with the messages of each step
    #[arg(long)]
    pub(crate) json: bool,

    /// Print only the result
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Growth of the graph with the ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Scaling {
    /// The same graph on any number of ranks
    Strong,
    /// A graph that grows with the ranks
    Weak,
}

impl RanksOptions {
    /// Returns the requested families, or all.
    pub(crate) fn families(&self) -> Vec<Family> {
        if self.families.is_empty() { Family::value_variants().to_vec() } else { self.families.clone() }
    }

    /// Returns the requested operators, or all except `auto`.
    pub(crate) fn operators(&self) -> Vec<&'static dyn Operator<Ranks>> {
        let is_wanted = |one: &&dyn Operator<Ranks>| match &*self.algorithm {
            [] => one.name() != "auto",
            names => names.iter().any(|name| name == one.name()),
        };
        ranks::operators().filter(is_wanted).collect()
    }

    /// Returns the networks of the model.
    pub(crate) fn networks(&self) -> Vec<Network> {
        self.network.iter().filter_map(|text| text.parse().ok()).collect()
    }
}

fn names() -> PossibleValuesParser {
    PossibleValuesParser::new(ranks::operators().map(|one| one.name()))
}

fn network(text: &str) -> Result<String, String> {
    text.parse::<Network>().map(|_| text.to_owned())
}

/// More threads than this are too many for most systems.
const MOST_RANKS: usize = 4096;

fn ranks(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(ranks @ 1..=MOST_RANKS) => Ok(ranks),
        _ => Err(format!("expected a number of ranks in 1..={MOST_RANKS}")),
    }
}

fn pace(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(pace) if (0.0..=1e6).contains(&pace) => Ok(pace),
        _ => Err("expected a number in 0..=1e6".to_owned()),
    }
}

fn size(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(size @ 1..=0xffff_ffff) => Ok(size),
        _ => Err("expected a number above 0 that fits 32 bits".to_owned()),
    }
}
