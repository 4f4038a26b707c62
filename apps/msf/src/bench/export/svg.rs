//! The charts as one picture.

use boscage_measuring::failure::Failure;
use boscage_measuring::plot;

use super::Exporter;
use super::charts::charts;
use crate::bench::report::BenchReport;

/// A picture in SVG.
pub(crate) struct Svg;

impl Exporter for Svg {
    fn render(&self, report: &BenchReport) -> Result<String, Failure> {
        Ok(plot::picture(&charts(report))?)
    }
}
