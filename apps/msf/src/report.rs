//! The report of a run, and its machine-readable forms.

use boscage::exec::Statistics;
use boscage::graph::Objective;
use serde::{Serialize, Serializer};

use crate::backend::Operator;

/// 2: `loops` are loops only, `stages` are apart from them, and both say what they ran within.
pub(crate) const VERSION: u32 = 2;

/// Everything a run found out. As JSON, this is the object that `--stats json` prints.
#[derive(Serialize)]
pub(crate) struct Report {
    /// What keys there are, and what they mean: [`VERSION`].
    pub(crate) version: u32,
    /// The input's name.
    pub(crate) graph: String,
    /// The input's format.
    pub(crate) format: String,
    /// The type of its weights.
    pub(crate) weight_type: &'static str,
    /// `minimum` or `maximum`.
    #[serde(serialize_with = "objective")]
    pub(crate) objective: Objective,
    /// What was asked for, possibly `auto`.
    #[serde(serialize_with = "name")]
    pub(crate) algorithm: Operator,
    /// What ran.
    #[serde(serialize_with = "name")]
    pub(crate) operator: Operator,
    /// `cpu` or `gpu`.
    pub(crate) backend: &'static str,
    /// The GPU's name, if it ran there.
    pub(crate) device: Option<String>,
    pub(crate) threads: usize,
    pub(crate) nodes: usize,
    pub(crate) edges: usize,
    pub(crate) forest_edges: usize,
    pub(crate) trees: usize,
    pub(crate) total_weight: Total,
    /// Rounds of all loops together.
    pub(crate) rounds: usize,
    /// Whether the forest was proved minimal. (If it was tried and failed, there is no report.)
    pub(crate) verified: bool,
    pub(crate) seconds: Seconds,
    /// The most memory the process has held; unknown on some systems.
    pub(crate) peak_bytes: Option<u64>,
    /// Its loops and stages.
    #[serde(flatten)]
    pub(crate) statistics: Statistics,
}

/// How long the stages took, in seconds.
#[derive(Serialize)]
pub(crate) struct Seconds {
    /// From the name of the input to a graph in memory.
    pub(crate) read: f64,
    /// Of `forest`: conversion from the reader's form of the graph to the operator's.
    pub(crate) build: f64,
    /// From the graph as the reader left it to the forest.
    pub(crate) forest: f64,
    /// The proof, if it was asked for.
    pub(crate) verify: Option<f64>,
}

/// The total weight, exact. In JSON an integer has all its digits, however many; floats have those it takes
/// to read the same number again, and what is no number is a string.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Total {
    Integer(i128),
    Float(f64),
}

impl From<i128> for Total {
    fn from(total: i128) -> Self {
        Self::Integer(total)
    }
}

impl From<f64> for Total {
    fn from(total: f64) -> Self {
        Self::Float(total)
    }
}

impl Serialize for Total {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Integer(total) => serializer.serialize_i128(*total),
            Self::Float(total) if total.is_finite() => serializer.serialize_f64(*total),
            Self::Float(total) => serializer.serialize_str(&total.to_string()),
        }
    }
}

fn name<S: Serializer>(algorithm: &Operator, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(algorithm.name())
}

fn objective<S: Serializer>(objective: &Objective, serializer: S) -> std::result::Result<S::Ok, S::Error> {
    serializer.serialize_str(objective_name(*objective))
}

/// `minimum` or `maximum`.
pub(crate) fn objective_name(objective: Objective) -> &'static str {
    match objective {
        Objective::Minimum => "minimum",
        Objective::Maximum => "maximum",
    }
}

impl Report {
    /// The report as one JSON object on one line.
    pub(crate) fn json(&self) -> String {
        serde_json::to_string(self).expect("all keys are strings, and nothing else can fail") + "\n"
    }

    /// The loops as Galois prints them.
    pub(crate) fn csv(&self) -> String {
        let mut csv = Vec::new();
        self.statistics.write_galois_csv(&mut csv).expect("a vector takes all that is written");
        String::from_utf8(csv).expect("names of loops and numbers are text")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json(total: impl Into<Total>) -> String {
        serde_json::to_string(&total.into()).unwrap()
    }

    #[test]
    fn totals_are_exact_and_what_is_no_number_is_a_string() {
        assert_eq!(json(9_007_199_254_740_993_i128), "9007199254740993");
        assert_eq!(json(2 * i128::from(i64::MIN)), "-18446744073709551616");
        assert_eq!(json(4_294_967_294 * i128::from(u64::MAX)), "79228162477370849441829879810");
        assert_eq!([0.1, 1e300, 3.0].map(json), ["0.1", "1e+300", "3.0"]);
        let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        assert_eq!(strange.map(json), [r#""NaN""#, r#""inf""#, r#""-inf""#]);
    }
}
