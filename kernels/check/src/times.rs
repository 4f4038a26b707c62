//! Times of runs with correct forests.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use boscage::exec::{Exec, Round, Statistics};
use boscage::graph::{Forest, Weight};
use boscage_measuring::turns::median;

use crate::Outcome;

/// Milliseconds of the runs of one operator on one graph, and their rounds.
#[derive(Default)]
pub(crate) struct Times {
    call: Vec<f64>,
    /// Times by the name of the stage.
    stages: BTreeMap<String, Vec<f64>>,
    rounds: Vec<Vec<Round>>,
}

impl Times {
    /// Runs an operator once, because that may compile kernels, and then at most `runs` times for its times.
    /// No run begins after `patience` has passed; then the first run counts.
    ///
    /// # Errors
    /// Those of the operator, and a forest that differs from the CPU's.
    pub(crate) fn of<W: Weight>(
        exec: &Exec,
        truth: &Forest<W>,
        runs: usize,
        patience: Duration,
        run: impl Fn() -> boscage_kernels::Result<Forest<W>>,
    ) -> Outcome<Self> {
        let mut times = Self::default();
        let begin = Instant::now();
        for number in 0..=runs {
            let start = Instant::now();
            let forest = run()?;
            let call = start.elapsed();
            let statistics = exec.take_statistics();
            if forest.edges() != truth.edges() {
                return Err("expected the forest of the CPU, found another one".into());
            }
            let late = begin.elapsed() > patience;
            if number > 0 || late {
                times.add(call, statistics);
            }
            if late {
                break;
            }
        }
        Ok(times)
    }

    fn add(&mut self, call: Duration, statistics: Statistics) {
        self.call.push(call.as_secs_f64() * 1e3);
        for stage in statistics.stages {
            self.stages.entry(stage.name).or_default().push(stage.seconds * 1e3);
        }
        let rounds = statistics.loops.into_iter().map(|one| one.rounds);
        self.rounds.extend(rounds.filter(|rounds| !rounds.is_empty()));
    }

    /// Number of runs that count.
    pub(crate) fn runs(&self) -> usize {
        self.call.len()
    }

    /// Median of the whole call.
    pub(crate) fn call(&self) -> Option<f64> {
        median(&self.call)
    }

    /// Median of a stage, or of a phase in all rounds, by its name.
    pub(crate) fn stage(&self, name: &str) -> Option<f64> {
        median(self.stages.get(name)?)
    }

    /// Rounds of the last run.
    pub(crate) fn last_rounds(&self) -> &[Round] {
        self.rounds.last().map_or(&[], Vec::as_slice)
    }

    /// Median of a figure of each run's rounds.
    pub(crate) fn of_rounds(&self, figure: impl Fn(&[Round]) -> f64) -> Option<f64> {
        median(&self.rounds.iter().map(|rounds| figure(rounds)).collect::<Vec<_>>())
    }
}

/// A figure for a table, with this number of decimal places; a dash if there is none.
pub(crate) fn shown(figure: Option<f64>, places: usize) -> String {
    figure.map_or("-".to_owned(), |figure| format!("{figure:.places$}"))
}
