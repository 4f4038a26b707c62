//! `graph generate`: generates graphs.

use std::path::PathBuf;

use boscage::Result;
use boscage::exec::Exec;
use boscage::generate::{Numbering, Style, WeightLaw};
use boscage::graph::AnyEdgeList;
use boscage::io::{Format, Isolated, Names, WriteOptions};
use boscage_programs::input::written_formats;
use clap::ValueEnum;

use crate::family::{Family, Made};

/// Makes a graph of a family.
#[derive(Debug, clap::Args)]
pub(crate) struct Generate {
    #[command(subcommand)]
    family: Family,
}

/// What all families take.
#[derive(Debug, clap::Args)]
pub(crate) struct Common {
    /// The file to write, in the format its suffix stands for; - for the standard output, with --to
    ///
    /// Edges are written as they are made, so a graph, of up to 4294967294 edges, may be larger than memory.
    /// Only road networks, and graphs in METIS, Galois and GAP files, which go by node, are made in memory
    /// first.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Format of the output, where its suffix is not to decide
    #[arg(long, value_name = "FORMAT", value_parser = written_formats())]
    to: Option<Format>,

    /// What edges weigh: unit, uniform:MAX (1 to MAX), ascending or descending by edge, euclidean (road only)
    /// [default: uniform:1000000, for road euclidean, for three-paradigm uniform:4294967295]
    #[arg(long, value_name = "LAW")]
    weights: Option<WeightLaw>,

    /// Edges have a direction; of gnm and rmat only
    #[arg(long)]
    pub(crate) directed: bool,

    /// How nodes are numbered
    #[arg(long, value_enum, default_value_t = NumberingWord::Natural)]
    numbering: NumberingWord,

    /// Seed of all that is random
    #[arg(long, default_value_t = Style::DEFAULT_SEED)]
    seed: u64,

    /// Leave nodes without edges out, in formats that name nodes by their edges alone
    #[arg(long)]
    drop_isolated: bool,
}

/// How nodes are numbered.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum NumberingWord {
    /// As the family is built, neighbours near each other
    Natural,
    /// At random
    Shuffled,
}

impl Common {
    /// The style asked for, where the family's own law of weights is `weights`.
    pub(crate) fn style(&self, weights: WeightLaw) -> Style {
        let numbering = match self.numbering {
            NumberingWord::Natural => Numbering::Natural,
            NumberingWord::Shuffled => Numbering::Shuffled,
        };
        Style { weights: self.weights.unwrap_or(weights), numbering, seed: self.seed }
    }
}

impl Generate {
    /// What the types alone do not rule out.
    pub(crate) fn check(&self) -> Result<(), String> {
        if self.family.common().directed && !self.family.has_direction() {
            return Err("--directed goes with gnm and rmat: edges of other families have no direction".into());
        }
        Ok(())
    }

    pub(crate) fn run(&self, exec: &Exec) -> Result<()> {
        let common = self.family.common();
        let made = self.family.make(exec)?;
        let isolated = if common.drop_isolated { Isolated::Drop } else { Isolated::Refuse };
        let options = WriteOptions { format: common.to, isolated, ..WriteOptions::default() };
        let (graph, coordinates) = match made {
            Made::Recipe(recipe) => {
                let losses = boscage::io::write_recipe(exec, &common.out, &recipe, &options)?;
                crate::complain_of_losses(&common.out, &losses);
                return Ok(());
            }
            Made::Map { graph, coordinates } => (graph, coordinates),
        };
        let (graph, names) = (AnyEdgeList::from(graph), Names::Offset(0));
        let losses = boscage::io::write(exec, &common.out, &graph, &names, &options)?;
        crate::complain_of_losses(&common.out, &losses);
        coordinates.map_or(Ok(()), |coordinates| {
            let (output, places) = *coordinates;
            boscage::io::write_coordinates_to(output, &places)
        })
    }
}
