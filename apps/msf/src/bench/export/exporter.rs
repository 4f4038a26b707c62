//! The exporter of a form, and the files that are exported.

use std::path::PathBuf;

use boscage::Result;
use boscage::io::Output;
use boscage_measuring::failure::Failure;
use boscage_programs::show::write_whole;

use crate::bench::report::BenchReport;
use crate::output_file::begin;

/// A format of the results of a benchmark.
pub(crate) trait Exporter {
    /// Checks, before anything is measured, that the results can be written to the file.
    fn check(&self) -> Result<()> {
        Ok(())
    }

    /// Renders the results: the whole content of the file.
    fn render(&self, report: &BenchReport) -> Result<String, Failure>;
}

/// The files to be written, begun before any work is.
pub(in crate::bench) struct Exports(Vec<(Output, Box<dyn Exporter>)>);

impl Exports {
    pub(in crate::bench) fn begin(wanted: Vec<(PathBuf, Box<dyn Exporter>)>) -> Result<Self> {
        wanted.iter().try_for_each(|(_, exporter)| exporter.check())?;
        let begun = wanted.into_iter().map(|(file, exporter)| Ok((begin(&file)?, exporter)));
        begun.collect::<Result<_>>().map(Self)
    }

    /// Writes and completes all of them, even if some fail, because measuring takes minutes. Returns the
    /// first error.
    pub(in crate::bench) fn finish(self, report: &BenchReport) -> Result<(), Failure> {
        let write = |(output, exporter): (Output, Box<dyn Exporter>)| {
            Ok(write_whole(output, exporter.render(report)?.as_bytes())?)
        };
        self.0.into_iter().map(write).fold(Ok(()), Result::and)
    }
}
