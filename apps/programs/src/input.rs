//! The options that say which graph a program reads, and how: the same in all programs, in the same words.

use boscage::exec::Exec;
use boscage::graph::Objective;
use boscage::io::{ArcPolicy, Format, ReadOptions, Unweighted};
use boscage::memory::Bytes;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How to read a graph whose forest is wanted, and what all commands about forests share.
#[derive(Args, Debug)]
pub struct InputOptions {
    /// Maximum spanning forests: heavier edges first
    #[arg(long)]
    maximum: bool,

    /// Say nothing but what went wrong, and what other options ask for
    #[arg(long, short)]
    pub quiet: bool,

    /// What the graph file is [default: found from its content]
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,

    /// What to do with the arcs of formats that list every edge from both its ends
    #[arg(long, value_name = "POLICY", default_value_t = ArcPolicy::Auto, value_parser = arc_policies())]
    arcs: ArcPolicy,

    /// What edges weigh in an input without weights: `one`, `hash` (of their ends) or `uniform:SEED:MAX`
    #[arg(long, value_name = "LAW", default_value_t = Unweighted::One)]
    weights: Unweighted,

    /// Memory that may be used: a graph that needs more is refused. In bytes, or with a suffix, as 500M or 8G
    /// (by 1024); `unlimited` refuses none [default: what limits of the process, its control group and the
    /// machine leave]
    #[arg(long, value_name = "SIZE", value_parser = str::parse::<Bytes>)]
    memory: Option<Bytes>,
}

impl InputOptions {
    /// Returns which forest is wanted.
    #[must_use]
    pub fn objective(&self) -> Objective {
        if self.maximum { Objective::Maximum } else { Objective::Minimum }
    }

    /// Returns how to read the graph.
    #[must_use]
    pub fn read_options(&self) -> ReadOptions {
        let (format, arcs) = (self.from, self.arcs);
        ReadOptions { format, arcs, unweighted: Some(self.weights), ..ReadOptions::default() }
    }

    /// Returns how many bytes the process may hold, if that is said; `u64::MAX` is no limit.
    #[must_use]
    pub fn memory(&self) -> Option<u64> {
        self.memory.map(|bytes| bytes.0)
    }
}

/// The words for formats.
#[must_use]
pub fn formats() -> impl TypedValueParser<Value = Format> {
    words(Format::all().map(Format::word))
}

/// The words for formats that can be written.
#[must_use]
pub fn written_formats() -> impl TypedValueParser<Value = Format> {
    words(Format::written().map(Format::word))
}

/// The words for what becomes of arcs.
#[must_use]
pub fn arc_policies() -> impl TypedValueParser<Value = ArcPolicy> {
    words(ArcPolicy::WORDS.map(|(word, _)| word))
}

/// One of some words.
pub(crate) fn words<T>(words: impl IntoIterator<Item = &'static str>) -> impl TypedValueParser<Value = T>
where
    T: std::str::FromStr<Err = boscage::Error> + Clone + Send + Sync + 'static,
{
    PossibleValuesParser::new(words.into_iter().collect::<Vec<_>>()).try_map(|word| word.parse())
}

/// A number from 1 on.
///
/// # Errors
/// The words for what was expected.
pub fn positive(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(0) => Err("expected at least 1".to_owned()),
        Ok(number) => Ok(number),
        Err(error) => Err(format!("expected a number from 1: {error}")),
    }
}

/// A number above 0.
///
/// # Errors
/// The words for what was expected.
pub fn above_zero(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|&number: &f64| number > 0.0 && number.is_finite());
    number.ok_or_else(|| "expected a number above 0".to_owned())
}

/// Returns the numbers of threads that are asked for, each once, ascending; if there are none, 1 and as many
/// as the process may use.
#[must_use]
pub fn thread_counts(asked: &[usize]) -> Vec<usize> {
    let mut counts = if asked.is_empty() { vec![1, Exec::processors()] } else { asked.to_vec() };
    counts.sort_unstable();
    counts.dedup();
    counts
}

/// A number of threads; no more than can be started in a moment.
///
/// # Errors
/// The words for what was expected.
pub fn threads(text: &str) -> Result<usize, String> {
    match positive(text)? {
        number if number > Exec::most() => Err(format!("expected at most {}", Exec::most())),
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
