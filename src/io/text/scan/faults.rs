//! Faults at the position of a scanner, with advice.

use super::Scanner;
use crate::text::cures::no_number;
use crate::text::fault::{Fault, quoted};
use crate::text::number::Flaw;

impl Scanner<'_> {
    #[cold]
    pub(super) fn returned(&self, at: usize) -> Fault {
        let found = "a carriage return inside it".to_owned();
        Fault::new(
            at,
            "the end of the line".to_owned(),
            found,
            "convert the line ends, as with tr '\\r' '\\n'",
        )
    }

    #[cold]
    pub(super) fn empty_column(&self, at: usize) -> Fault {
        let found = "an empty column".to_owned();
        Fault::new(
            at,
            "a value in every column".to_owned(),
            found,
            "one separator stands between two columns",
        )
    }

    #[cold]
    pub(super) fn no_such_node(&mut self, base: u64, nodes: usize) -> Fault {
        if nodes == 0 {
            return self.fault("no edges, because the graph has no nodes", "");
        }
        let cure = if base == 1 && self.token_at(self.at) == b"0" { "nodes count from 1 here" } else { "" };
        self.fault(format!("a node in {base}..={}", base + (nodes as u64 - 1)), cure)
    }

    pub(super) fn not_a_weight(&mut self, flaw: Flaw) -> Fault {
        match flaw {
            Flaw::NotANumber => {
                let cure = no_number(self.token_at(self.at));
                self.fault("a weight", cure)
            }
            Flaw::TooSmall => {
                self.fault("a weight that is 0 or at least 4.9e-324 in size", "scale the weights, or write 0")
            }
            Flaw::NotAWeight => self.fault("a weight", "NaN has no place in the order of weights"),
            Flaw::TooLong => {
                self.fault("a weight of at most 64 bits", "scale the weights, or write them as reals")
            }
            Flaw::TooLarge => {
                let cure = match self.peek() {
                    Some(b'-') => "scale the weights, or write -inf",
                    _ => "scale the weights, or write inf",
                };
                self.fault("a weight of at most 1.8e308 in size", cure)
            }
        }
    }

    /// The fault that the next token is not the expected one.
    #[cold]
    pub(crate) fn fault(&mut self, expected: impl Into<String>, cure: &'static str) -> Fault {
        self.peek();
        let found = match self.text.get(self.at) {
            None | Some(b'\n') => "the end of the line".to_owned(),
            Some(b',') if self.token_at(self.at).is_empty() => "an empty column".to_owned(),
            Some(_) => quoted(self.token_at(self.at)),
        };
        self.wrong(expected, found, cure)
    }

    /// The fault that something else than expected was found here.
    #[cold]
    pub(crate) fn wrong(
        &self,
        expected: impl Into<String>,
        found: impl Into<String>,
        cure: &'static str,
    ) -> Fault {
        Fault::new(self.at, expected.into(), found.into(), cure)
    }
}
