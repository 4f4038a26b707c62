//! The outputs of a run: the forest, the components, the profile, the page.
//!
//! All files are begun before the work, so a name that cannot be written is an error at the start. They get
//! their names when they are complete.

use std::io::{self, Write};
use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Weight};
use boscage::io::{Compression, Names, Opened, Output};
use boscage::{Error, Result};

use boscage_programs::show::say;

use crate::clusters::{Labels, Parts};
use crate::forest_format::Written;
use crate::options::{ForestFormat, ForestOptions, ProfileKind};
use crate::page::{Page, Places, Unit, in_millionths};
use crate::profile;
use crate::report::Report;

/// The outputs that were asked for, begun and not yet whole. Those still here when this is dropped never come
/// to be.
pub(crate) struct Outputs {
    forest: Option<(Output, ForestFormat)>,
    components: Option<(Output, Parts)>,
    profile: Option<(Output, ProfileKind)>,
    page: Option<(Output, Option<Places>)>,
    degrees: bool,
    quiet: bool,
}

/// What was found.
pub(crate) struct Found<'a, W: Weight> {
    pub(crate) graph: EdgeListView<'a, W>,
    pub(crate) names: &'a Names,
    pub(crate) forest: &'a Forest<W>,
}

impl Outputs {
    /// Begins what the command line asks for.
    pub(crate) fn begin(options: &ForestOptions) -> Result<Self> {
        let forest = options.out.as_deref().map(begin).transpose()?;
        let components = options.components.as_deref().map(begin).transpose()?;
        let profile =
            options.profile.as_ref().map(|profile| Ok::<_, Error>((begin(&profile.path)?, profile.kind)));
        let page = options.report.as_deref().map(|path| {
            let places = Places::find(options.graph.as_deref(), options.coordinates.as_deref());
            if let Some(path) = &options.coordinates {
                Opened::new(path)?;
            }
            Ok::<_, Error>((begin(path)?, places))
        });
        Ok(Self {
            forest: forest.map(|output| (output, options.format)),
            components: components.map(|output| (output, Parts::of(options))),
            profile: profile.transpose()?,
            page: page.transpose()?,
            degrees: options.degrees,
            quiet: options.input.quiet,
        })
    }

    /// Whether a page is among them, and if so, whether with a map.
    pub(crate) fn page(&self) -> Option<bool> {
        self.page.as_ref().map(|(_, places)| places.is_some())
    }

    /// Writes and ends all of them. Returns into how many parts the nodes were divided, if that was asked
    /// for.
    pub(crate) fn finish<W: Weight>(
        self,
        exec: &Exec,
        found: &Found<'_, W>,
        report: &Report,
    ) -> Result<Option<usize>> {
        let Found { graph, names, forest } = *found;
        // What may be refused comes first.
        let labels = self
            .components
            .as_ref()
            .map(|(_, wanted)| Labels::find(exec, wanted, graph, forest, report.objective));
        let labels = labels.transpose()?;
        let places = self.page.as_ref().and_then(|(_, places)| places.as_ref());
        let mut places = places.map(|places| places.read(exec, names, graph.nodes())).transpose()?.flatten();
        let unit = match &mut places {
            Some(places) if self.degrees => {
                let unit = in_millionths(places)?;
                if !self.quiet {
                    say(&format!("msf: coordinates are taken for {}", unit.name()));
                }
                unit
            }
            _ => Unit::Own,
        };
        if let Some((output, format)) = self.forest {
            finish(exec, output, |out| Written { graph, names, forest }.write(format, out))?;
        }
        let parts = labels.as_ref().map(Labels::count);
        if let (Some((output, _)), Some(labels)) = (self.components, labels) {
            finish(exec, output, |out| labels.write(names, out))?;
        }
        if let Some((output, kind)) = self.profile {
            finish(exec, output, |out| profile::write(&report.statistics, &report.title(), kind, out))?;
        }
        if let Some((output, _)) = self.page {
            let page = Page { graph, forest, names, places, unit, report }.made(exec)?;
            finish(exec, output, |out| page.write(out))?;
        }
        Ok(parts)
    }
}

/// Most bytes that compressing an output takes; one is written after the other.
pub(crate) fn encoder_memory(options: &ForestOptions) -> u64 {
    let compressions =
        options.outputs().into_iter().flatten().filter_map(|path| Compression::of_suffix(path));
    compressions.map(Compression::encoder_memory).max().unwrap_or_default()
}

/// Writes an output and ends it, unless the run is cancelled meanwhile.
fn finish(
    exec: &Exec,
    output: Output,
    write: impl FnOnce(&mut Cancellable<'_>) -> io::Result<()>,
) -> Result<()> {
    let mut cancellable = Cancellable { exec, output };
    let written = write(&mut cancellable);
    exec.check_cancelled()?;
    let output = cancellable.output;
    written.map_err(|error| output.failed(error))?;
    output.finish()
}

/// An output that fails once the run is cancelled.
struct Cancellable<'a> {
    exec: &'a Exec,
    output: Output,
}

impl Write for Cancellable<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.exec.check_cancelled().map_err(io::Error::other)?;
        self.output.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

/// Begins an output; a compression's suffix is honoured.
pub(crate) fn begin(path: &Path) -> Result<Output> {
    Output::create(path, Compression::of_suffix(path))
}
