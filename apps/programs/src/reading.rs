//! Options for reading the formats that have some, the same in all programs.

use boscage::io::osm::{Chains, OsmOptions, Profile};
use boscage::io::{Header, ReadOptions, TableOptions};
use clap::Args;
use clap::builder::TypedValueParser;

use crate::input::words;

/// Options of single formats.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tables (CSV, TSV), OpenStreetMap, GraphML")]
pub struct ReadingArguments {
    /// Columns of the two ends, perhaps of the weight, and perhaps of the weight in the other direction, by
    /// name or by number from 1 [default: found by their names]
    #[arg(long, value_name = "FROM,TO,WEIGHT", value_delimiter = ',')]
    columns: Vec<String>,

    /// Columns to be kept with the edges, by name or number [default: ids and names of edges]
    #[arg(long, value_name = "COLUMN,...", value_delimiter = ',')]
    keep: Vec<String>,

    /// Meaning of the first line: names of columns, none of this (an edge), or counts of nodes and edges
    #[arg(long, value_name = "MEANING", default_value_t = Header::Auto, value_parser = header_words())]
    header: Header,

    /// Character between two columns; a blank for any number of blanks and tabs [default: found from the
    /// first two lines]
    #[arg(long, value_name = "CHARACTER", value_parser = separator)]
    separator: Option<u8>,

    /// Weights are written with a decimal comma
    #[arg(long)]
    decimal_comma: bool,

    /// Drop edges with a negative weight
    #[arg(long)]
    drop_negative: bool,

    /// Ways of an OpenStreetMap extract that are roads: for a car, a bicycle, on foot, or all highways
    #[arg(long, value_name = "PROFILE", default_value_t = Profile::default(), value_parser = profile_words())]
    profile: Profile,

    /// Nodes of an OpenStreetMap way between two junctions: contract them to one edge, or keep them
    #[arg(long, value_name = "POLICY", default_value_t = Chains::default(), value_parser = chains_words())]
    chains: Chains,

    /// Keep the course of edges between junctions, for maps and GeoJSON
    #[arg(long)]
    keep_geometry: bool,

    /// Attribute of GraphML edges that is the weight [default: the first of weight, Weight, cost, length and
    /// distance]
    #[arg(long, value_name = "NAME")]
    weight_attribute: Option<String>,
}

impl ReadingArguments {
    /// Returns the options of the reader, and default ones for all formats.
    #[must_use]
    pub fn options(&self) -> ReadOptions {
        let Self { columns, keep, weight_attribute, .. } = self.clone();
        let &Self { header, separator, decimal_comma, drop_negative, .. } = self;
        let table = TableOptions { columns, keep, header, separator, decimal_comma };
        let &Self { profile, chains, keep_geometry, .. } = self;
        let osm = OsmOptions { profile, chains, keep_geometry };
        ReadOptions { drop_negative, table, osm, weight_attribute, ..ReadOptions::default() }
    }
}

fn header_words() -> impl TypedValueParser<Value = Header> {
    words(Header::WORDS.map(|(word, _)| word))
}

fn profile_words() -> impl TypedValueParser<Value = Profile> {
    words(Profile::WORDS.map(|(word, _)| word))
}

fn chains_words() -> impl TypedValueParser<Value = Chains> {
    words(Chains::WORDS.map(|(word, _)| word))
}

/// Parses a character of one byte; `\t` is a tab.
fn separator(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"\\t" => Ok(b'\t'),
        b"\"" | b"\n" | b"\r" => {
            Err("expected a character that is neither a quote nor a line end".to_owned())
        }
        &[byte] => Ok(byte),
        _ => Err("expected one character, such as `;` or `\\t`".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn separators_are_single_characters() {
        assert_eq!([separator(";"), separator("\\t"), separator("\t")], [Ok(b';'), Ok(b'\t'), Ok(b'\t')]);
        for wrong in ["", ";;", "ü", "\"", "\n"] {
            assert!(separator(wrong).is_err(), "{wrong}");
        }
    }
}
