//! The programs of a race, ours and GAP's: their calls, and their output.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use boscage::{Error, Result};
use boscage_programs::{child, interrupt};

use super::{ENOUGH_ROUNDS, KernelWord};
use crate::lines;
use crate::options::{SOURCES, TOLERANCE};

/// Treatment of the answers of our program.
#[derive(Clone, Copy)]
pub(super) enum Answers {
    Verified,
    Trusted,
}

/// Reason why a run has no time.
#[derive(Debug)]
pub(super) enum Failure {
    /// The program cannot be run, fails, or prints something other than times.
    Error(Error),
    /// An answer is wrong; the text is the verifier's.
    Wrong(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Error(error) => error.fmt(f),
            Self::Wrong(fault) => write!(f, "wrong answer: {fault}"),
        }
    }
}

impl Failure {
    /// Returns `true` if a signal has ended the run.
    pub(super) fn is_cancelled(&self) -> bool {
        matches!(self, Self::Error(Error::Cancelled))
    }
}

/// Task of a program.
pub(super) struct Job {
    pub(super) kernel: KernelWord,
    /// The graph.
    pub(super) file: PathBuf,
    pub(super) trials: usize,
    pub(super) threads: usize,
}

impl Job {
    /// Runs our program once, and returns the mean time of its trials.
    ///
    /// # Errors
    /// [`Failure::Wrong`] if an answer is verified and wrong, [`Error::Io`] if the program cannot be run or
    /// fails, [`Error::Cancelled`] after a signal.
    pub(super) fn run_ours(&self, answers: Answers) -> Result<f64, Failure> {
        let unknown = |source| Error::Io { path: "gap".into(), action: "find", source };
        let program = std::env::current_exe().map_err(unknown)?;
        let mut command = Command::new(&program);
        command.arg(self.kernel.name()).args(["--threads", &self.threads.to_string()]);
        if let Answers::Verified = answers {
            command.arg("-v");
        }
        self.run(&program, command, None)
    }

    /// The same for GAP's program, whose `sssp` gets the width of a bucket.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be run, fails, or prints something other than times.
    pub(super) fn run_reference(&self, reference: &Reference, delta: usize) -> Result<f64, Failure> {
        let program = reference.program(self.kernel);
        let mut command = Command::new(&program);
        command.env("OMP_NUM_THREADS", self.threads.to_string());
        self.run(&program, command, Some(delta))
    }

    fn run(&self, program: &Path, mut command: Command, delta: Option<usize>) -> Result<f64, Failure> {
        command.arg("-f").arg(&self.file).args(["-n", &self.trials.to_string()]);
        match self.kernel {
            KernelWord::Pr => command.args(["-i", &ENOUGH_ROUNDS.to_string(), "-t", &TOLERANCE.to_string()]),
            KernelWord::Bc => command.args(["-i", &SOURCES.to_string()]),
            KernelWord::Sssp => command.args(delta.iter().flat_map(|delta| ["-d".into(), delta.to_string()])),
            KernelWord::Bfs | KernelWord::Cc | KernelWord::Tc => &mut command,
        };
        let failed = |source| Error::Io { path: program.to_owned(), action: "run", source };
        let output = child::output(&mut command, None, || false);
        if interrupt::has_come() {
            return Err(Error::Cancelled.into());
        }
        let output = output.map_err(failed)?;
        let text = String::from_utf8_lossy(&output.stdout);
        if let Some(fault) = fault(&text) {
            return Err(Failure::Wrong(fault.to_owned()));
        }
        let times = times(&text);
        if !output.status.success() || times.len() != self.trials {
            let said = text.lines().last().unwrap_or("nothing").to_owned();
            let what = format!("{}, {} of {} times, then: {said}", output.status, times.len(), self.trials);
            return Err(failed(io::Error::other(what)).into());
        }
        Ok(times.iter().sum::<f64>() / self.trials as f64)
    }
}

/// GAP's programs: the folder in which they were built.
pub(super) struct Reference {
    folder: PathBuf,
}

impl Reference {
    /// Finds the programs in a folder.
    ///
    /// # Errors
    /// [`Error::Io`] if a required one is missing.
    pub(super) fn of(folder: &Path, kernels: &[KernelWord]) -> Result<Self> {
        // A folder without a slash would be searched among the commands.
        let absolute = |source| Error::Io { path: folder.to_owned(), action: "open", source };
        let reference = Self { folder: folder.canonicalize().map_err(absolute)? };
        for &kernel in kernels {
            let program = reference.program(kernel);
            program.metadata().map_err(|source| Error::Io {
                path: program.clone(),
                action: "open",
                source,
            })?;
        }
        Ok(reference)
    }

    fn program(&self, kernel: KernelWord) -> PathBuf {
        self.folder.join(kernel.name())
    }
}

/// Returns the times of the trials, in seconds.
fn times(text: &str) -> Vec<f64> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("Trial Time:"));
    lines.filter_map(|time| time.trim().parse().ok()).collect()
}

/// Returns the verifier's text about the first wrong answer, if there is one: it is below the time of the
/// trial.
fn fault(text: &str) -> Option<&str> {
    let (before, _) = text.split_once(&lines::word("Verification", "FAIL"))?;
    let (_, trial) = before.rsplit_once("Trial Time:")?;
    trial.lines().nth(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_are_those_of_trials() {
        let text = "Read Time:           0.04275\nTrial Time:          0.25000\n\
                    Trial Time:          0.75000\nAverage Time:        0.50000\n";
        assert_eq!(times(text), [0.25, 0.75]);
    }

    #[test]
    fn the_fault_is_that_of_the_trial_that_fails() {
        let trial = |fault: &str, word| {
            let (figure, verdict) = (lines::time("Total Error", 0.5), lines::word("Verification", word));
            lines::time("Trial Time", 0.25) + fault + &figure + &verdict
        };
        let right = trial("", "PASS");
        assert_eq!(fault(&right), None);
        let wrong = trial("the ranks change by 1\n", "FAIL") + &trial("the ranks change by 2\n", "FAIL");
        assert_eq!(fault(&(right + &wrong)), Some("the ranks change by 1"));
    }
}
