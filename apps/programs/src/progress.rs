//! Progress bars on the terminal, for longer runs.
//!
//! They are printed to stderr, and only if it is a terminal.

use std::path::Path;
use std::time::Duration;

use boscage::exec::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::show::say;

/// Size from which an input gets a bar; smaller ones are read faster than a bar could be noticed.
const LONG_INPUT: u64 = 4 << 20;

/// Bar of a stage of unknown length.
const SPINNER: &str = "{spinner} {msg} {elapsed}";

/// Bar of a loop over edges.
const BAR: &str = "{msg:<24} {bar:40} {percent:>3}% of {human_len} edges";

/// Bar of counted runs.
const RUNS: &str = "{msg:<40} {bar:40} {pos} of {len} runs";

/// Bar of work that takes about this number of milliseconds.
const WORK: &str = "{msg:<48.48} {bar:24} {percent:>3}%, {eta} left";

/// The bar of the whole run; clones are the same bar.
#[derive(Clone)]
pub struct Bar(ProgressBar);

impl Bar {
    /// Creates a bar for reading; it is hidden if the input is short or stderr is no terminal.
    pub fn reading(path: &Path) -> Self {
        // Other inputs (a pipe) have no length, and may take long.
        let long = std::fs::metadata(path).map_or(true, |file| !file.is_file() || file.len() >= LONG_INPUT);
        let bar = if long { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let bar = Self(bar);
        if !bar.0.is_hidden() {
            bar.0.enable_steady_tick(Duration::from_millis(100));
            bar.stage(&format!("reading {}", boscage::input_name(path)));
        }
        bar
    }

    /// Creates a bar that is redrawn only at calls, so that it takes no time from measurements.
    pub fn still() -> Self {
        Self(ProgressBar::new_spinner())
    }

    /// Creates no bar.
    pub fn none() -> Self {
        Self(ProgressBar::hidden())
    }

    /// Begins a stage of unknown length.
    pub fn stage(&self, name: &str) {
        self.restyle(SPINNER);
        self.0.set_message(name.to_owned());
    }

    /// Reports a round of a loop.
    pub fn round(&self, progress: &Progress<'_>) {
        if self.0.is_hidden() {
            return;
        }
        if progress.round == 1 {
            self.restyle(BAR);
        }
        self.0.set_length(progress.total);
        self.0.set_position(progress.done);
        self.0.set_message(format!("{} round {}", progress.name, progress.round));
    }

    /// Begins a number of runs.
    pub fn runs(&self, runs: usize) {
        self.restyle(RUNS);
        self.0.set_length(runs as u64);
        self.0.set_position(0);
    }

    /// Begins the next run, of this name.
    pub fn next_run(&self, name: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(name());
            self.0.inc(1);
        }
    }

    /// Begins work of about this number of seconds.
    pub fn work(&self, seconds: f64) {
        self.restyle(WORK);
        self.0.set_length((seconds * 1e3) as u64 + 1);
        self.0.set_position(0);
    }

    /// Shows the name of the current work.
    pub fn note(&self, name: &str) {
        self.0.set_message(name.to_owned());
    }

    /// Begins the next piece of work, of about this number of seconds and this name.
    pub fn worked(&self, seconds: f64, name: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(name());
            self.0.inc((seconds * 1e3) as u64);
        }
    }

    /// Hides the bar while `f` prints on the standard output.
    pub fn suspended<R>(&self, f: impl FnOnce() -> R) -> R {
        self.0.suspend(f)
    }

    /// Prints a line on stderr, above the bar.
    pub fn aside(&self, line: &str) {
        self.0.suspend(|| say(line));
    }

    fn restyle(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style);
        }
    }

    /// Removes the bar for good: a cancelled loop may report one more round.
    pub fn clear(&self) {
        self.0.finish_and_clear();
        self.0.set_draw_target(ProgressDrawTarget::hidden());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_are_valid() {
        for template in [SPINNER, BAR, RUNS, WORK] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
