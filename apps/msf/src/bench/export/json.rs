//! The figures as JSON: one object on one line.

use boscage_measuring::failure::Failure;
use boscage_programs::report;

use super::Exporter;
use crate::bench::report::BenchReport;

/// One JSON object.
pub(crate) struct Json;

impl Exporter for Json {
    fn render(&self, report: &BenchReport) -> Result<String, Failure> {
        Ok(report::json(report))
    }
}
