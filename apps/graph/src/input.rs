//! Reading a graph as the command line says.

use std::path::Path;

use boscage::Result;
use boscage::io::{ArcPolicy, Format, Input, ReadOptions, Unweighted};
use clap::builder::{PossibleValuesParser, TypedValueParser};

/// How inputs are read.
#[derive(Debug, clap::Args)]
pub(crate) struct InputArguments {
    /// Format of the input, where its content is not to decide
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,

    /// In formats that list arcs: fold mirrors into edges, keep every arc an edge, or fold if all have mirrors
    #[arg(long, value_name = "POLICY", value_parser = policies(), default_value_t = ArcPolicy::default())]
    arcs: ArcPolicy,

    /// What edges weigh if the input does not say: one, hash, or uniform:SEED:MAX
    #[arg(long, value_name = "LAW", value_parser = str::parse::<Unweighted>)]
    pub(crate) weights: Option<Unweighted>,
}

impl InputArguments {
    /// Reads a file.
    pub(crate) fn read(&self, path: &Path) -> Result<Input> {
        let options =
            ReadOptions { format: self.from, arcs: self.arcs, unweighted: self.weights.unwrap_or_default() };
        boscage::io::read(path, &options)
    }
}

/// The words for formats.
pub(crate) fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::WORDS.map(|(word, _)| word)).try_map(|word| word.parse::<Format>())
}

/// The words for formats that can be written.
pub(crate) fn written_formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::WRITTEN.map(|format| format.word()))
        .try_map(|word| word.parse::<Format>())
}

fn policies() -> impl TypedValueParser<Value = ArcPolicy> {
    PossibleValuesParser::new(ArcPolicy::WORDS.map(|(word, _)| word))
        .try_map(|word| word.parse::<ArcPolicy>())
}
