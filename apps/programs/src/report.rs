//! Common parts of the reports of runs: totals, stages and their seconds, rows for people.

use std::fmt::{self, Write};
use std::time::Instant;

use boscage::graph::Objective;
use serde::{Serialize, Serializer};

use crate::show::{counted, grouped, real, time};

/// The exact total weight of a forest. In JSON, an integer has all its digits; a float has the digits needed
/// to read the same number again, and NaN and infinities are strings. For people, floats of usual size have
/// no exponent, others do.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Total {
    /// Sum of integers.
    Integer(i128),
    /// Sum of floats.
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

impl fmt::Display for Total {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&match *self {
            Self::Integer(total) => grouped(total),
            Self::Float(total) => real(total),
        })
    }
}

impl Total {
    /// Returns the sum of both; that of floats is rounded.
    ///
    /// # Panics
    /// If one is an integer and the other is not.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Self::Integer(a + b),
            (Self::Float(a), Self::Float(b)) => Self::Float(a + b),
            _ => panic!("expected totals of one kind"),
        }
    }

    /// Returns the digits for programs, not grouped; floats have a point or an exponent.
    #[must_use]
    pub fn plain(self) -> String {
        match self {
            Self::Integer(total) => total.to_string(),
            Self::Float(total) => format!("{total:?}"),
        }
    }
}

impl Serialize for Total {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Integer(total) => serializer.serialize_i128(*total),
            Self::Float(total) if total.is_finite() => serializer.serialize_f64(*total),
            Self::Float(total) => serializer.serialize_str(&total.to_string()),
        }
    }
}

/// Returns `minimum` or `maximum`.
#[must_use]
pub fn objective_name(objective: Objective) -> &'static str {
    match objective {
        Objective::Minimum => "minimum",
        Objective::Maximum => "maximum",
    }
}

/// Serialises the objective as its name.
///
/// # Errors
/// Errors of the serialiser.
pub fn serialize_objective<S: Serializer>(objective: &Objective, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(objective_name(*objective))
}

/// Returns the adjective of a proved forest: `minimal` or `maximal`.
#[must_use]
pub fn superlative(objective: Objective) -> &'static str {
    match objective {
        Objective::Minimum => "minimal",
        Objective::Maximum => "maximal",
    }
}

/// The part of a run's report that all programs share.
#[derive(Clone, Debug, Serialize)]
pub struct ForestReport {
    /// Version of the report's keys.
    pub version: u32,
    /// Name of the input.
    pub graph: String,
    /// Format of the input.
    pub format: String,
    /// `true` if the format was guessed from content without a signature.
    pub format_is_guessed: bool,
    /// Remarks of the reader.
    pub remarks: Vec<String>,
    /// Type of the weights.
    pub weight_type: &'static str,
    /// `minimum` or `maximum`.
    #[serde(serialize_with = "serialize_objective")]
    pub objective: Objective,
    /// Requested operator, possibly `auto`.
    pub algorithm: &'static str,
    /// Operator that ran.
    pub operator: &'static str,
    /// Number of threads per process.
    pub threads: usize,
    /// Number of nodes.
    pub nodes: usize,
    /// Number of edges.
    pub edges: u64,
    /// Number of edges of the forest.
    pub forest_edges: u64,
    /// Number of trees of the forest.
    pub trees: usize,
    /// Total weight of the forest.
    pub total_weight: Total,
    /// `true` if the forest was proved minimal. (After a failed proof there is no report.)
    pub verified: bool,
    /// Peak memory of a process, in bytes; unknown on some systems.
    pub peak_bytes: Option<u64>,
}

impl ForestReport {
    /// Returns the rows of a summary. `graph` is the name of the graph and its format; `how` follows the name
    /// of the operator.
    #[must_use]
    pub fn rows(&self, graph: &str, how: &str) -> Vec<Row> {
        let nodes = counted(self.nodes, "node", "nodes");
        let edges = |count: u64| counted(count as usize, "edge", "edges");
        let choice = match self.operator == self.algorithm {
            true => String::new(),
            false => format!(" (the choice of {})", self.algorithm),
        };
        let trees = counted(self.trees, "tree", "trees");
        vec![
            (
                "graph",
                format!("{graph}, {nodes}, {}, weights of type {}", edges(self.edges), self.weight_type),
            ),
            ("operator", format!("{}{choice}, {how}", self.operator)),
            ("forest", format!("{}, {trees}", edges(self.forest_edges))),
            ("weight", format!("{}, the {}", self.total_weight, objective_name(self.objective))),
        ]
    }

    /// Returns the row of the proof, if there was one.
    #[must_use]
    pub fn proof(&self) -> Option<Row> {
        self.verified.then(|| ("proof", format!("{}, edge for edge", superlative(self.objective))))
    }
}

/// Returns one JSON object on one line.
///
/// # Panics
/// If the report has maps whose keys are not strings.
pub fn json(report: &impl Serialize) -> String {
    serde_json::to_string(report).expect("all keys are strings, and nothing else can fail") + "\n"
}

/// Row of a summary: a label and a text.
pub type Row = (&'static str, String);

/// Returns rows as aligned lines.
#[must_use]
pub fn lines(rows: Vec<Row>) -> String {
    let mut text = String::new();
    for (label, value) in rows {
        let _ = writeln!(text, "{label:<10}{value}"); // a string takes all that is written
    }
    text
}

/// Returns the rows of the stages that ran, with their seconds flush right.
pub fn times(stages: impl IntoIterator<Item = (&'static str, Option<f64>)>) -> impl Iterator<Item = Row> {
    let shown = stages.into_iter().filter_map(|(stage, seconds)| Some((stage, time(seconds?))));
    let shown: Vec<_> = shown.collect();
    let width = shown.iter().map(|(_, time)| time.chars().count()).max().unwrap_or(0);
    let row =
        move |(i, (stage, time))| (if i == 0 { "time" } else { "" }, format!("{stage:<8}{time:>width$}"));
    shown.into_iter().enumerate().map(row)
}

/// Returns the result, and the seconds that it took.
///
/// # Errors
/// The error of `f`.
pub fn timed<T, E>(f: impl FnOnce() -> Result<T, E>) -> Result<(T, f64), E> {
    let start = Instant::now();
    let result = f()?;
    Ok((result, start.elapsed().as_secs_f64()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn json_of(total: impl Into<Total>) -> String {
        serde_json::to_string(&total.into()).unwrap()
    }

    #[test]
    fn totals_are_exact_and_what_is_no_number_is_a_string() {
        assert_eq!(json_of(9_007_199_254_740_993_i128), "9007199254740993");
        assert_eq!(json_of(2 * i128::from(i64::MIN)), "-18446744073709551616");
        assert_eq!(json_of(4_294_967_294 * i128::from(u64::MAX)), "79228162477370849441829879810");
        assert_eq!([0.1, 1e300, 3.0].map(json_of), ["0.1", "1e+300", "3.0"]);
        let strange = [f64::NAN, f64::INFINITY, f64::NEG_INFINITY];
        assert_eq!(strange.map(json_of), [r#""NaN""#, r#""inf""#, r#""-inf""#]);
    }

    #[test]
    fn rows_are_aligned_and_stages_that_were_not_are_left_out() {
        let rows = [("weight", Total::Integer(-1234).to_string())];
        let times = times([("read", Some(0.25)), ("verify", None), ("write", Some(75.0))]);
        let expected = "weight    -1,234\ntime      read        250 ms\n          write   1 min 15 s\n";
        assert_eq!(lines(rows.into_iter().chain(times).collect()), expected);
    }
}
