//! `graph weights`: a graph with other weights.

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, Edge, EdgeList, Weight};
use boscage::io::{Input, Prospect};
use boscage::{Error, Result, with_weighted_list};
use boscage_programs::input::above_zero;
use boscage_programs::progress::Bar;
use rayon::prelude::*;

use crate::files::Files;

/// Writes a graph with weights that are scaled or rounded.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Weights become integers with --round 0, or if integers are scaled by an integer. Edges with a \
                  negative weight are dropped by --drop-negative."
)]
pub(crate) struct Weights {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Multiply all weights by F
    #[arg(long, value_name = "F", value_parser = above_zero, required_unless_present_any = ["round", "drop_negative"])]
    scale: Option<f64>,

    /// Round to N digits after the decimal point, after scaling; ties go to the even digit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(..=15))]
    round: Option<u8>,
}

/// Integers below this one are exact as floats of 64 bits.
const EXACT: f64 = (1_u64 << f64::MANTISSA_DIGITS) as f64;

impl Weights {
    pub(crate) fn run(&self, exec: &Exec, bar: &Bar) -> Result<()> {
        let memory = |graph: &Prospect<'_>| (16 * graph.edges as u64, 8);
        self.files.run(exec, self.files.open()?, bar, memory, |input| {
            if self.scale.is_some() || self.round.is_some() {
                bar.stage("weights");
                let list = with_weighted_list!(&input.list, list => exec.install(|| self.list(input, list)));
                input.list = list??;
            }
            Ok(())
        })
    }

    /// Returns the edges with their new weights.
    fn list<W: Weight>(&self, input: &Input, list: &EdgeList<W>) -> Result<AnyEdgeList> {
        let (scale, is_real) = (self.scale.unwrap_or(1.0), matches!(W::NAME, "f32" | "f64"));
        let wrong = |at: usize, expected: &str| {
            let edge = list.edges()[at];
            let [u, v] = [edge.u, edge.v].map(|end| input.names.name(end));
            let option = if self.scale.is_some() { "--scale" } else { "--round" };
            Err(Error::argument(option, expected, format_args!("{:?} from {u} to {v}", edge.weight)))
        };
        let new = |edge: &Edge<W>| {
            let weight = edge.weight.to_f64() * scale;
            // Not -0.0.
            self.round.map_or(weight, |digits| rounded(weight, digits)) + 0.0
        };
        let is_inexact = |edge: &Edge<W>| {
            let (old, new) = (edge.weight.to_f64(), new(edge));
            !is_real && old.abs().max(new.abs()) >= EXACT || old.is_finite() && !new.is_finite()
        };
        if let Some(at) = list.edges().par_iter().position_first(is_inexact) {
            return wrong(at, "weights that a float of 64 bits holds exactly");
        }
        if self.round != Some(0) && (is_real || scale.fract() != 0.0) {
            return Ok(list.map(|_, edge| new(&edge))?.into());
        }
        let is_too_large = |edge: &Edge<W>| new(edge).abs() >= i64::MAX as f64;
        if let Some(at) = list.edges().par_iter().position_first(is_too_large) {
            return wrong(at, "weights that fit an integer of 64 bits");
        }
        let extremes = list.edges().par_iter().map(|edge| (new(edge), new(edge)));
        let (least, most) = extremes.reduce(|| (0.0, 0.0), |a, b| (a.0.min(b.0), a.1.max(b.1)));
        // The narrowest type, as readers choose it.
        Ok(if least >= 0.0 && most <= f64::from(u32::MAX) {
            list.map(|_, edge| new(&edge) as u32)?.into()
        } else if least >= f64::from(i32::MIN) && most <= f64::from(i32::MAX) {
            list.map(|_, edge| new(&edge) as i32)?.into()
        } else {
            list.map(|_, edge| new(&edge) as i64)?.into()
        })
    }
}

/// Returns a number with this many digits after its point; ties go to the even digit.
fn rounded(weight: f64, digits: u8) -> f64 {
    match digits {
        0 => weight.round_ties_even(),
        // Exact, as the product with a power of ten would not be.
        _ => format!("{weight:.*}", digits.into()).parse().unwrap_or(weight),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_rounded_as_written() {
        assert_eq!([0.5, 1.5, -2.5, 2.675].map(|x| rounded(x, 0)), [0.0, 2.0, -2.0, 3.0]);
        assert_eq!([1.005, 0.125, -7.25, 1e300].map(|x| rounded(x, 2)), [1.0, 0.12, -7.25, 1e300]);
        assert_eq!(rounded(f64::INFINITY, 3), f64::INFINITY);
    }
}
