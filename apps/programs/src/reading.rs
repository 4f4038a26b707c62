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
    /// Columns of the ends and the weight [default: by their names]
    ///
    /// By name or by number from 1: the columns of the two ends, perhaps of the weight, and perhaps of the
    /// weight in the other direction. With msf --points, those of the coordinates.
    #[arg(long, value_name = "FROM,TO,WEIGHT", value_delimiter = ',')]
    columns: Vec<String>,

    /// Columns to be kept [default: ids and names of edges]
    ///
    /// By name or number.
    #[arg(long, value_name = "COLUMN,...", value_delimiter = ',')]
    keep: Vec<String>,

    /// First line: auto, names, none or counts
    ///
    /// It has names of columns, none of this (it is an edge), or counts of nodes and edges. `auto` finds out.
    #[arg(long, value_name = "MEANING", default_value_t = Header::Auto, value_parser = header_words(), hide_possible_values = true)]
    header: Header,

    /// Character between two columns [default: found in the first lines]
    ///
    /// A blank stands for any number of blanks and tabs.
    #[arg(long, value_name = "CHARACTER", value_parser = separator)]
    separator: Option<u8>,

    /// Weights are written with a decimal comma
    #[arg(long)]
    decimal_comma: bool,

    /// Drop edges with a negative weight
    #[arg(long)]
    drop_negative: bool,

    /// OpenStreetMap roads: all, car, bicycle or foot
    ///
    /// The ways of an extract for a car, a bicycle, on foot, or all highways.
    #[arg(long, value_name = "PROFILE", default_value_t = Profile::default(), value_parser = profile_words(), hide_possible_values = true)]
    profile: Profile,

    /// Nodes between two junctions: contract or keep
    ///
    /// Nodes of an OpenStreetMap way between two junctions are contracted to one edge, or kept.
    #[arg(long, value_name = "POLICY", default_value_t = Chains::default(), value_parser = chains_words(), hide_possible_values = true)]
    chains: Chains,

    /// Keep the course of edges, for maps and GeoJSON
    ///
    /// That of OpenStreetMap roads, or the lines in a column or attribute geometry, the_geom, geom or wkt.
    #[arg(long)]
    keep_geometry: bool,

    /// GraphML attribute that is the weight [default: weight, cost, ...]
    ///
    /// By default the first of weight, Weight, cost, length and distance.
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
        let osm = OsmOptions { profile, chains };
        let default = ReadOptions::default();
        ReadOptions { drop_negative, table, keep_geometry, osm, weight_attribute, ..default }
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
