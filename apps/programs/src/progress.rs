//! Progress bars on the terminal, for longer runs.
//!
//! They are printed to stderr, and only if it is a terminal.

use std::fmt::Write;
use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

use boscage::exec::Progress;
use boscage::input_name;
use boscage::io::{Output, ReadProgress};
use indicatif::style::ProgressTracker;
use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressState, ProgressStyle};

use crate::show::{bytes, say};

/// Size from which an input gets a bar; smaller ones are read faster than a bar could be noticed.
const LONG_INPUT: u64 = 4 << 20;

/// Bar of a stage of unknown length.
const SPINNER: &str = "{spinner} {msg} {elapsed}";

/// Bar of a file that is read.
const READING: &str = "{msg:<32!} {read}";

/// Bar of work that is counted in items, or has an expected amount.
const SHARE: &str = "{msg:<36!} {bar:24} {percent:>3}%{left}";

/// Bar of counted runs.
const RUNS: &str = "{msg:<36!} {bar:24} run {pos} of {len}{left}";

/// The bar of the whole run; clones are the same bar.
#[derive(Clone)]
pub struct Bar(ProgressBar);

impl Bar {
    /// Creates a bar for reading; it is hidden if the input is short or stderr is no terminal.
    #[must_use]
    pub fn reading(path: &Path) -> Self {
        Self::for_work(is_long(path))
    }

    /// Creates a bar for reading several files.
    #[must_use]
    pub fn reading_all<'a>(paths: impl IntoIterator<Item = &'a Path>) -> Self {
        Self::for_work(paths.into_iter().any(is_long))
    }

    /// Creates a bar; it is hidden if the work is short or stderr is no terminal.
    #[must_use]
    pub fn for_work(is_long: bool) -> Self {
        let bar = if is_long { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(100));
        }
        Self(bar)
    }

    /// Creates a bar that is redrawn only at calls, so that it takes no time from measurements.
    pub fn still() -> Self {
        Self(ProgressBar::new_spinner())
    }

    /// Creates no bar.
    pub fn none() -> Self {
        Self(ProgressBar::hidden())
    }

    /// Returns this bar, or none if an output goes to a terminal, where the two would mix.
    #[must_use]
    pub fn beside(self, output: &Path) -> Self {
        if Output::is_stdout(output) && std::io::stdout().is_terminal() {
            self.clear();
        }
        self
    }

    /// Begins a stage of unknown length.
    pub fn stage(&self, name: &str) {
        self.restyle_by(SPINNER, |style| style);
        self.0.set_prefix("");
        self.0.set_message(name.to_owned());
    }

    /// Begins reading a file.
    pub fn reads(&self, path: &Path, progress: ReadProgress) {
        self.reads_for("reading", path, progress);
    }

    /// Begins reading a file for a purpose, which its name follows.
    pub fn reads_for(&self, purpose: &str, path: &Path, progress: ReadProgress) {
        if self.0.is_hidden() {
            return;
        }
        let reading = Reading { pass: progress.pass(), progress, begun: Instant::now() };
        self.restyle_by(READING, |style| style.with_key("read", reading));
        self.0.set_prefix("");
        let name = path.file_name().map_or(path, Path::new);
        self.0.set_message(format!("{purpose} {}", input_name(name)));
    }

    /// Reports a round of a loop, or a part of a stage.
    pub fn round(&self, progress: &Progress<'_>) {
        if self.0.is_hidden() {
            return;
        }
        // The prefix is not shown: it is the name of the loop or stage that has the bar.
        if self.0.prefix() != progress.name {
            self.begin(SHARE);
            self.0.set_prefix(progress.name.to_owned());
        }
        self.0.set_length(progress.total);
        self.0.set_position(progress.done);
        self.0.set_message(match progress.round {
            0 => progress.name.to_owned(),
            round => format!("{} round {round}", progress.name),
        });
    }

    /// Begins a number of runs.
    pub fn runs(&self, runs: usize) {
        self.begin(RUNS);
        self.0.set_length(runs as u64);
    }

    /// Begins the next run, of this name.
    pub fn next_run(&self, name: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(name());
            self.0.inc(1);
        }
    }

    /// Begins work of this amount: about a number of seconds, or in another unit.
    pub fn work(&self, amount: f64) {
        self.begin(SHARE);
        self.0.set_length((amount * UNIT) as u64 + 1);
    }

    /// Shows the name of the current work.
    pub fn note(&self, name: &str) {
        self.0.set_message(name.to_owned());
    }

    /// Begins the next piece of work, of this amount and this name.
    pub fn worked(&self, amount: f64, name: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(name());
            self.0.inc((amount * UNIT) as u64);
        }
    }

    /// Shows that this amount of work has been done.
    pub fn has_worked(&self, amount: f64) {
        self.0.set_position((amount * UNIT) as u64);
    }

    /// Hides the bar while `f` prints on the standard output.
    pub fn suspended<R>(&self, f: impl FnOnce() -> R) -> R {
        self.0.suspend(f)
    }

    /// Prints a line on stderr, above the bar.
    pub fn aside(&self, line: &str) {
        self.0.suspend(|| say(line));
    }

    /// Begins a bar from 0.
    fn begin(&self, template: &str) {
        self.restyle_by(template, |style| style.with_key("left", left));
        self.0.set_position(0);
        self.0.reset_eta();
    }

    fn restyle_by(&self, template: &str, by: impl FnOnce(ProgressStyle) -> ProgressStyle) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(by(style));
        }
    }

    /// Removes the bar for good: a cancelled loop may report one more round.
    pub fn clear(&self) {
        self.0.finish_and_clear();
        self.0.set_draw_target(ProgressDrawTarget::hidden());
    }
}

/// Positions of a bar per unit of work.
const UNIT: f64 = 1e6;

/// Writes the time that is left, from a hundredth of the work on.
fn left(state: &ProgressState, out: &mut dyn Write) {
    if state.pos() >= state.len().unwrap_or_default() / 100 {
        let _: Result<(), _> = write!(out, ", {:#} left", HumanDuration(state.eta())); // a string takes everything
    }
}

/// Returns `true` if an input takes long to read. Other inputs than files have no length, and may take long.
fn is_long(path: &Path) -> bool {
    std::fs::metadata(path).map_or(true, |file| !file.is_file() || file.len() >= LONG_INPUT)
}

/// The share of a file that has been read.
#[derive(Clone)]
struct Reading {
    progress: ReadProgress,
    pass: u64,
    /// When the pass began.
    begun: Instant,
}

impl ProgressTracker for Reading {
    fn clone_box(&self) -> Box<dyn ProgressTracker> {
        Box::new(self.clone())
    }

    fn tick(&mut self, _: &ProgressState, now: Instant) {
        let pass = self.progress.pass();
        if pass != self.pass {
            (self.pass, self.begun) = (pass, now);
        }
    }

    fn reset(&mut self, _: &ProgressState, _: Instant) {}

    fn write(&self, _: &ProgressState, out: &mut dyn Write) {
        let (read, all) = (self.progress.bytes_read(), self.progress.bytes());
        let share = share_of_file(read, all, self.begun.elapsed().as_secs_f64());
        let pass = if self.pass > 1 { format!("pass {} ", self.pass) } else { String::new() };
        let _: Result<(), _> = write!(out, "{pass}{share}"); // a string takes everything
    }
}

/// Returns the text about a file of which some bytes were read in some seconds; `all` is its size, if it is
/// known.
fn share_of_file(read: u64, all: Option<u64>, seconds: f64) -> String {
    /// Width of the bar.
    const WIDTH: usize = 16;
    let Some(all) = all else { return format!("{} read", bytes(read)) };
    if read >= all {
        return format!("{} read, building the graph", bytes(all));
    }
    let share = read as f64 / all as f64;
    let full = (share * WIDTH as f64) as usize;
    let (full, empty) = ("█".repeat(full), "░".repeat(WIDTH - full));
    let text = format!("{full}{empty} {:>3.0}% of {}", (share * 100.0).floor(), bytes(all));
    if share == 0.0 {
        return text;
    }
    let left = Duration::try_from_secs_f64(seconds / share - seconds).unwrap_or_default();
    format!("{text}, {:#} left", HumanDuration(left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_are_valid() {
        for template in [SPINNER, READING, SHARE, RUNS] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }

    #[test]
    fn the_share_of_a_file_is_that_of_its_bytes() {
        let shown = |read, all| share_of_file(read, all, 3.0);
        assert_eq!(shown(1 << 20, None), "1.00 MiB read");
        assert_eq!(shown(0, Some(1 << 30)), "░░░░░░░░░░░░░░░░   0% of 1.00 GiB");
        assert_eq!(shown(1 << 28, Some(1 << 30)), "████░░░░░░░░░░░░  25% of 1.00 GiB, 9s left");
        assert_eq!(shown((1 << 30) - 1, Some(1 << 30)), "███████████████░  99% of 1.00 GiB, 0s left");
        assert_eq!(shown(1 << 30, Some(1 << 30)), "1.00 GiB read, building the graph");
    }
}
