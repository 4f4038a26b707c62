//! GAP's own programs: how they are called, and how their output is read.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use boscage::{Error, Result};

use super::KernelWord;
use crate::options::{ROUNDS, SOURCES, TOLERANCE};

/// The folder in which they were built.
pub(super) struct Reference {
    folder: PathBuf,
}

impl Reference {
    /// The programs of a folder.
    ///
    /// # Errors
    /// [`Error::Io`] if one that is wanted is not there.
    pub(super) fn of(folder: &Path, kernels: &[KernelWord]) -> Result<Self> {
        // A folder without a slash would be looked for among the commands.
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

    /// One run of a program: the mean time of its trials.
    ///
    /// # Errors
    /// [`Error::Io`] if it cannot be run, fails, or prints something else than times.
    pub(super) fn run(
        &self,
        kernel: KernelWord,
        file: &Path,
        trials: usize,
        threads: usize,
        delta: usize,
    ) -> Result<f64> {
        let mut command = Command::new(self.program(kernel));
        command.arg("-f").arg(file).arg("-n").arg(trials.to_string());
        match kernel {
            KernelWord::Sssp => command.arg("-d").arg(delta.to_string()),
            KernelWord::Pr => command.args(["-i", &ROUNDS.to_string(), "-t", &TOLERANCE.to_string()]),
            KernelWord::Bc => command.args(["-i", &SOURCES.to_string()]),
            KernelWord::Bfs | KernelWord::Cc | KernelWord::Tc => &mut command,
        };
        command.env("OMP_NUM_THREADS", threads.to_string());
        let failed = |source| Error::Io { path: self.program(kernel), action: "run", source };
        let output = command.output().map_err(failed)?;
        let text = String::from_utf8_lossy(&output.stdout);
        let times = times(&text);
        if !output.status.success() || times.len() != trials {
            let said = text.lines().last().unwrap_or("nothing").to_owned();
            let what = format!("{}, {} of {trials} times, then: {said}", output.status, times.len());
            return Err(failed(io::Error::other(what)));
        }
        Ok(times.iter().sum::<f64>() / trials as f64)
    }
}

/// The times of the trials, in seconds.
fn times(text: &str) -> Vec<f64> {
    let lines = text.lines().filter_map(|line| line.strip_prefix("Trial Time:"));
    lines.filter_map(|time| time.trim().parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::times;

    #[test]
    fn the_times_are_those_of_trials() {
        let text = "Read Time:           0.04275\nTrial Time:          0.25000\nTrial Time:          0.75000\n\
                    Average Time:        0.50000\n";
        assert_eq!(times(text), [0.25, 0.75]);
    }
}
