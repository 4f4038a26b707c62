//! Options for reading graphs, the same in all programs.

use boscage::exec::Exec;
use boscage::graph::Objective;
use boscage::io::{ArcPolicy, Format, ReadOptions, Unweighted};
use boscage::memory::Bytes;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::reading::ReadingArguments;

/// The heading of the options that most people use: the first, which has no name of its own.
pub const COMMON: Option<&str> = None;

/// Options for reading a graph, and other options of all commands about forests.
#[derive(Args, Debug)]
#[command(next_help_heading = "Input")]
pub struct InputOptions {
    /// Find the maximum spanning forest: heavier edges first
    #[arg(long, help_heading = COMMON)]
    maximum: bool,

    /// Print nothing but errors, and what other options ask for
    #[arg(long, short, help_heading = COMMON)]
    pub quiet: bool,

    /// Format of the graph file [default: found from its content]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true)]
    #[arg(long_help = with_formats("Format of the graph file [default: found from its content]"))]
    from: Option<Format>,

    /// Arcs of formats that list edges twice: auto, fold or keep
    ///
    /// Edges are listed from both ends: fold mirrors into edges, keep every arc as a directed edge, or fold
    /// if all arcs have mirrors.
    #[arg(long, value_name = "POLICY", default_value_t = ArcPolicy::Auto, value_parser = arc_policies())]
    #[arg(hide_possible_values = true)]
    arcs: ArcPolicy,

    /// Weights if there are none: `one`, `hash` or `uniform:SEED:MAX`
    ///
    /// `hash` makes them of the ends of the edges.
    #[arg(long, value_name = "LAW", default_value_t = Unweighted::One)]
    weights: Unweighted,

    #[command(flatten)]
    formats: ReadingArguments,

    /// Memory limit, such as 500M, 8G or `unlimited` [default: the system's]
    ///
    /// In bytes or with a suffix (powers of 1024). A graph that needs more is refused, but msf reads it as a
    /// stream if its nodes fit; `unlimited` refuses none. By default it is the limit of the process, its
    /// control group or the machine.
    #[arg(long, value_name = "SIZE", value_parser = str::parse::<Bytes>, help_heading = "Performance")]
    memory: Option<Bytes>,
}

impl InputOptions {
    /// Returns the kind of forest: minimum or maximum.
    #[must_use]
    pub fn objective(&self) -> Objective {
        if self.maximum { Objective::Maximum } else { Objective::Minimum }
    }

    /// Returns the options of the reader.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        let (format, arcs, unweighted) = (self.from, self.arcs, Some(self.weights));
        ReadOptions { format, arcs, unweighted, ..self.formats.options() }
    }

    /// Returns the memory limit in bytes, if the command line has one; `u64::MAX` is no limit.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.memory.map(|bytes| bytes.0)
    }
}

/// Returns a parser of formats.
#[must_use]
pub fn formats() -> impl TypedValueParser<Value = Format> {
    words(Format::all().map(Format::word))
}

/// Returns a text with the words of all formats.
#[must_use]
pub fn with_formats(text: &str) -> String {
    with_words(text, Format::all())
}

/// Returns a text with the words of the formats that can be written.
#[must_use]
pub fn with_written_formats(text: &str) -> String {
    with_words(text, Format::written())
}

fn with_words(text: &str, formats: impl Iterator<Item = Format>) -> String {
    let words: Vec<_> = formats.map(Format::word).collect();
    format!("{text}\n\nPossible values: {}", words.join(", "))
}

/// Returns a parser of formats that can be written.
#[must_use]
pub fn written_formats() -> impl TypedValueParser<Value = Format> {
    words(Format::written().map(Format::word))
}

/// Returns a parser of arc policies.
#[must_use]
pub fn arc_policies() -> impl TypedValueParser<Value = ArcPolicy> {
    words(ArcPolicy::WORDS.map(|(word, _)| word))
}

/// Returns a parser of these words.
pub(crate) fn words<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: std::str::FromStr<Err = boscage::Error> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words.into_iter().collect::<Vec<_>>()).try_map(|word| word.parse())
}

/// Parses a number from 1 on.
///
/// # Errors
/// A message with the expected values.
pub fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("expected a number from 1: {error}")),
    }
}

/// Parses a number above 0.
///
/// # Errors
/// A message with the expected values.
pub fn above_zero(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Returns the numbers of threads in ascending order, each once; if there are none, 1 and the number of
/// processors that the process may use.
#[must_use]
pub fn thread_counts(asked: &[usize]) -> Vec<usize> {
    let mut counts = if asked.is_empty() { vec![1, Exec::processors()] } else { asked.to_vec() };
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// Parses a number of threads, up to a limit that keeps the start short.
///
/// # Errors
/// A message with the expected values.
pub fn threads(text: &str) -> Result<usize, String> {
    match positive(text)? {
        number if number > Exec::max_threads() => Err(format!("expected at most {}", Exec::max_threads())),
        number => Ok(number),
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Parser)]
    struct Options {
        #[command(flatten)]
        input: InputOptions,
    }

    #[test]
    fn the_defaults_are_those_of_the_libraries() {
        let input = Options::parse_from(["program"]).input;
        assert_eq!(input.arcs, ArcPolicy::default());
        assert_eq!(input.weights, Unweighted::default());
        assert_eq!(input.objective(), Objective::default());
    }

    #[test]
    fn counts_begin_with_one() {
        assert_eq!((positive("7"), threads("2")), (Ok(7), Ok(2)));
        for wrong in ["0", "-1", "x", "99999999999999999999", "1000000"] {
            assert!(threads(wrong).is_err(), "{wrong}");
        }
    }
}
