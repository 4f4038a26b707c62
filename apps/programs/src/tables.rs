//! Options for reading tables, the same in all programs.

use boscage::io::{Header, TableOptions};
use clap::Args;

use crate::input::words;

/// Options for reading a table: CSV, TSV, other text in columns.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Tables (CSV, TSV)")]
pub struct TableArguments {
    /// Columns of the two ends, perhaps of the weight, and perhaps of the weight in the other direction, by
    /// name or by number from 1 [default: found by their names]
    #[arg(long, value_name = "FROM,TO,WEIGHT", value_delimiter = ',')]
    columns: Vec<String>,

    /// Columns to be kept with the edges, by name or number [default: ids and names of edges]
    #[arg(long, value_name = "COLUMN,...", value_delimiter = ',')]
    keep: Vec<String>,

    /// Meaning of the first line: names of columns, none of this (an edge), or counts of nodes and edges
    #[arg(long, value_name = "MEANING", default_value_t = Header::Auto, value_parser = words::<Header>(Header::WORDS.map(|(word, _)| word)))]
    header: Header,

    /// Character between two columns; a blank for any number of blanks and tabs [default: found from the
    /// first two lines]
    #[arg(long, value_name = "CHARACTER", value_parser = separator)]
    separator: Option<u8>,

    /// Weights are written with a decimal comma
    #[arg(long)]
    decimal_comma: bool,

    /// A row with a negative weight is no edge
    #[arg(long)]
    drop_negative: bool,
}

impl TableArguments {
    /// Returns the options of the reader.
    #[must_use]
    pub fn options(&self) -> TableOptions {
        let mut options = TableOptions::default();
        options.columns.clone_from(&self.columns);
        options.keep.clone_from(&self.keep);
        options.header = self.header;
        options.separator = self.separator;
        options.decimal_comma = self.decimal_comma;
        options.drop_negative = self.drop_negative;
        options
    }
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
