//! The results of a benchmark for people and programs: one file per form, each an [`Exporter`].
//!
//! | form | file |
//! |---|---|
//! | aligned text, which is printed | `text.rs` |
//! | JSON | `json.rs` |
//! | a page, with tables and charts | `html.rs` |
//! | the charts alone | `svg.rs`, `charts.rs` |
//! | a table for a page in Markdown | `markdown/` |

mod charts;
mod html;
mod json;
mod markdown;
mod svg;
mod text;

use std::path::PathBuf;

use boscage::Result;
use boscage::io::Output;
use boscage_measuring::failure::Failure;
use boscage_programs::show::write_whole;

pub(crate) use html::Html;
pub(crate) use json::Json;
pub(crate) use markdown::{Markdown, Table};
pub(crate) use svg::Svg;
pub(super) use text::Text;

use super::report::BenchReport;
use crate::outputs::begin;

/// A form of the results of a benchmark.
pub(crate) trait Exporter {
    /// Refuses, before anything is measured, a file that the results cannot go to.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Renders the results: all that the file will hold.
    fn render(&self, report: &BenchReport) -> Result<String, Failure>;
}

/// The files to be written, begun before any work is.
pub(super) struct Exports(Vec<(Output, Box<dyn Exporter>)>);

impl Exports {
    pub(super) fn begin(wanted: Vec<(PathBuf, Box<dyn Exporter>)>) -> Result<Self> {
        wanted.iter().try_for_each(|(_, exporter)| exporter.check())?;
        let begun = wanted.into_iter().map(|(file, exporter)| Ok((begin(&file)?, exporter)));
        begun.collect::<Result<_>>().map(Self)
    }

    /// Writes and ends all of them, whatever becomes of the others: what was measured for minutes is not lost
    /// with one. Returns the first error.
    pub(super) fn finish(self, report: &BenchReport) -> Result<(), Failure> {
        let write = |(output, exporter): (Output, Box<dyn Exporter>)| {
            Ok(write_whole(output, exporter.render(report)?.as_bytes())?)
        };
        self.0.into_iter().map(write).fold(Ok(()), Result::and)
    }
}
