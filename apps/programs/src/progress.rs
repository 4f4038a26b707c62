//! Progress bars on the terminal, for longer runs.
//!
//! They go to stderr, and only if that is a terminal.

use std::path::Path;
use std::time::Duration;

use boscage::exec::Progress;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::show::say;

/// From this size on an input is worth a bar; smaller ones are done before anyone has read it.
const LONG_INPUT: u64 = 4 << 20;

/// The look of a bar while the length of a stage is unknown.
const SPINNER: &str = "{spinner} {msg} {elapsed}";

/// The look of a bar while edges are worked off.
const BAR: &str = "{msg:<24} {bar:40} {percent:>3}% of {human_len} edges";

/// The look of a bar while runs are counted.
const RUNS: &str = "{msg:<40} {bar:40} {pos} of {len} runs";

/// The look of a bar while work is done that takes about this number of milliseconds.
const WORK: &str = "{msg:<48.48} {bar:24} {percent:>3}%, {eta} left";

/// One bar for the whole run; clones are the same bar.
#[derive(Clone)]
pub struct Bar(ProgressBar);

impl Bar {
    /// Begins with reading. There is nothing to see if the input is short or the terminal none.
    pub fn reading(path: &Path) -> Self {
        // What is no file (a pipe) has no length, and may take its time.
        let long = std::fs::metadata(path).map_or(true, |file| !file.is_file() || file.len() >= LONG_INPUT);
        let bar = if long { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let bar = Self(bar);
        if !bar.0.is_hidden() {
            bar.0.enable_steady_tick(Duration::from_millis(100));
            bar.stage(&format!("reading {}", boscage::input_name(path)));
        }
        bar
    }

    /// A bar that moves only when it is given something new, so that it takes no time from what is measured.
    pub fn still() -> Self {
        Self(ProgressBar::new_spinner())
    }

    /// No bar at all.
    pub fn none() -> Self {
        Self(ProgressBar::hidden())
    }

    /// A stage of unknown length begins.
    pub fn stage(&self, name: &str) {
        self.restyle(SPINNER);
        self.0.set_message(name.to_owned());
    }

    /// A round of a loop has ended.
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

    /// A number of runs begins.
    pub fn runs(&self, runs: usize) {
        self.restyle(RUNS);
        self.0.set_length(runs as u64);
        self.0.set_position(0);
    }

    /// The next run begins, of this name.
    pub fn next_run(&self, name: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(name());
            self.0.inc(1);
        }
    }

    /// Work begins that takes about this number of seconds.
    pub fn work(&self, seconds: f64) {
        self.restyle(WORK);
        self.0.set_length((seconds * 1e3) as u64 + 1);
        self.0.set_position(0);
    }

    /// Names what is done now.
    pub fn note(&self, name: &str) {
        self.0.set_message(name.to_owned());
    }

    /// Work of about this number of seconds begins, of this name.
    pub fn worked(&self, seconds: f64, name: impl FnOnce() -> String) {
        if !self.0.is_hidden() {
            self.0.set_message(name());
            self.0.inc((seconds * 1e3) as u64);
        }
    }

    /// Does something that prints on the standard output, the bar being out of the way.
    pub fn suspended<R>(&self, f: impl FnOnce() -> R) -> R {
        self.0.suspend(f)
    }

    /// Says a line on stderr, above the bar.
    pub fn aside(&self, line: &str) {
        self.0.suspend(|| say(line));
    }

    fn restyle(&self, template: &str) {
        if let Ok(style) = ProgressStyle::with_template(template) {
            self.0.set_style(style);
        }
    }

    /// Takes the bar off the screen, for good: a loop that is being cancelled may report one more round.
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
