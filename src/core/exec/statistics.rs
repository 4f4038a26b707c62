//! What loops and stages did, in numbers.

use std::fmt;
use std::io;

use crate::contention::Contention;

/// One round of a loop that has rounds. The sequence of `committed` is Galois's *parallelism profile*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Round {
    /// Items tried.
    pub tried: u64,
    /// Items that committed: they are done.
    pub committed: u64,
    /// Items that must be tried again.
    pub retried: u64,
    /// Items that were dropped, because there was nothing left to do.
    pub dropped: u64,
}

impl Round {
    /// A round in which all these items were done.
    #[must_use]
    pub fn of(items: usize) -> Self {
        Self { tried: items as u64, committed: items as u64, ..Self::default() }
    }
}

/// The statistics of all runs of a loop with one name, inside one parent.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LoopStatistics {
    /// The loop's name.
    pub name: String,
    /// The loop or stage in which it ran.
    pub parent: Option<String>,
    /// How often the loop was run.
    pub runs: u64,
    /// Threads it ran on.
    pub threads: usize,
    /// Executions of the operator.
    pub tried: u64,
    /// Executions that did what they are for.
    pub committed: u64,
    /// Executions that must be tried again.
    pub retried: u64,
    /// Items that turned out to be superfluous.
    pub dropped: u64,
    /// Items the operator added to the loop.
    pub pushed: u64,
    /// Chunks of items taken from another thread.
    pub stolen: u64,
    /// Executions rolled back because of a conflict.
    pub aborted: u64,
    /// Time from start to end, summed over the runs.
    pub seconds: f64,
    /// The same without the loops and stages that ran within this one. 0 for a loop that an operator runs:
    /// its time is in that of the operator's loop.
    pub own_seconds: f64,
    /// Counts of what its parallel sections would move between processors, without those of loops and stages
    /// within it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub contention: Contention,
    /// The rounds, for loops that have them.
    pub rounds: Vec<Round>,
}

/// What a stage is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum StageKind {
    /// A graph is brought into another form.
    Convert,
    /// A step of an algorithm.
    Phase,
    /// Data goes from one memory to another.
    Copy,
    /// A device is at work.
    Device,
}

/// A stage to be run: its name, and what it is for. A string is the name of a [`StageKind::Phase`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage<'a> {
    /// What it is for.
    pub kind: StageKind,
    /// Its name.
    pub name: &'a str,
    pub(super) within: Option<&'a str>,
}

impl<'a> Stage<'a> {
    /// A stage.
    #[must_use]
    pub const fn new(kind: StageKind, name: &'a str) -> Self {
        Self { kind, name, within: None }
    }

    /// A graph is brought into another form.
    #[must_use]
    pub const fn convert(name: &'a str) -> Self {
        Self::new(StageKind::Convert, name)
    }

    /// Of a stage that ran elsewhere ([`super::Exec::add_stage`]): the stage that it was a part of.
    #[must_use]
    pub const fn within(self, stage: &'a str) -> Self {
        Self { within: Some(stage), ..self }
    }
}

impl<'a> From<&'a str> for Stage<'a> {
    fn from(name: &'a str) -> Self {
        Self::new(StageKind::Phase, name)
    }
}

/// Everything the runs of one named stage took, within one parent.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct StageStatistics {
    /// The stage's name.
    pub name: String,
    /// What it is for.
    pub kind: StageKind,
    /// The loop or stage in which it ran.
    pub parent: Option<String>,
    /// How often the stage was run.
    pub runs: u64,
    /// Threads it ran on.
    pub threads: usize,
    /// Time from start to end, summed over the runs.
    pub seconds: f64,
    /// The same without the loops and stages that ran within this one.
    pub own_seconds: f64,
    /// Counts of what its parallel sections would move between processors, without those of loops and stages
    /// within it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub contention: Contention,
}

/// What loops and stages did. The `own_seconds` of all of them add up to the time of the outermost ones.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Statistics {
    /// The loops, in the order in which they first began.
    pub loops: Vec<LoopStatistics>,
    /// The stages, in the order in which they first began.
    pub stages: Vec<StageStatistics>,
}

impl LoopStatistics {
    /// Adds what one more run did, but for its time.
    pub(super) fn add(&mut self, run: Self) {
        self.runs += 1;
        self.threads = self.threads.max(run.threads);
        self.tried += run.tried;
        self.committed += run.committed;
        self.retried += run.retried;
        self.dropped += run.dropped;
        self.pushed += run.pushed;
        self.stolen = self.stolen.saturating_add(run.stolen);
        self.aborted += run.aborted;
        if self.rounds.is_empty() {
            self.rounds = run.rounds;
        } else {
            self.rounds.extend(run.rounds);
        }
    }

    /// Adds a round, and its items to the counts.
    pub(super) fn add_round(&mut self, round: Round) {
        self.tried += round.tried;
        self.committed += round.committed;
        self.retried += round.retried;
        self.dropped += round.dropped;
        self.rounds.push(round);
    }
}

impl Statistics {
    /// Whether nothing has run.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.loops.is_empty() && self.stages.is_empty()
    }

    /// The first loop of this name.
    #[must_use]
    pub fn loop_named(&self, name: &str) -> Option<&LoopStatistics> {
        self.loops.iter().find(|one| one.name == name)
    }

    /// The most threads that a loop or a stage ran on; `None` if nothing has run.
    #[must_use]
    pub fn threads(&self) -> Option<usize> {
        let of_loops = self.loops.iter().map(|one| one.threads);
        of_loops.chain(self.stages.iter().map(|stage| stage.threads)).max()
    }

    /// Seconds of all stages of one kind. A stage whose parent is of this kind is not counted: its time is
    /// part of its parent's.
    #[must_use]
    pub fn seconds_of(&self, kind: StageKind) -> f64 {
        let of_kind = || self.stages.iter().filter(|stage| stage.kind == kind);
        let is_outer =
            |stage: &&StageStatistics| !of_kind().any(|other| Some(&*other.name) == stage.parent.as_deref());
        of_kind().filter(is_outer).fold(0.0, |sum, stage| sum + stage.seconds) // `sum` of nothing is -0.0
    }

    /// Writes the loops in the form Galois prints its own: lines `STAT, REGION, CATEGORY, TOTAL_TYPE, TOTAL`.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_galois_csv(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL")?;
        for one in &self.loops {
            let counts = [
                ("Iterations", one.tried),
                ("Commits", one.committed),
                ("Retries", one.retried),
                ("Drops", one.dropped),
                ("Pushes", one.pushed),
                ("Steals", one.stolen),
                ("Conflicts", one.aborted),
                ("Rounds", one.rounds.len() as u64),
                ("Time", (one.seconds * 1000.0) as u64),
            ];
            for (category, total) in counts {
                writeln!(out, "STAT, {}, {category}, TSUM, {total}", one.name)?;
            }
        }
        Ok(())
    }

    /// Writes the parallelism profile as CSV: one line a round.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_profile_csv(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "loop,round,tried,committed,retried,dropped")?;
        for one in &self.loops {
            for (i, round) in one.rounds.iter().enumerate() {
                let Round { tried, committed, retried, dropped } = round;
                writeln!(out, "{},{},{tried},{committed},{retried},{dropped}", one.name, i + 1)?;
            }
        }
        Ok(())
    }
}

impl fmt::Display for LoopStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} tried, {} committed", self.name, self.tried, self.committed)?;
        let seldom = [
            ("retried", self.retried),
            ("dropped", self.dropped),
            ("pushed", self.pushed),
            ("stolen", self.stolen),
            ("aborted", self.aborted),
            ("rounds", self.rounds.len() as u64),
            ("runs", if self.runs > 1 { self.runs } else { 0 }),
        ];
        for (what, count) in seldom.into_iter().filter(|&(_, count)| count > 0) {
            write!(f, ", {count} {what}")?;
        }
        write!(f, ", {:.3} s", self.seconds)
    }
}

impl fmt::Display for StageStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        if self.runs > 1 {
            write!(f, "{} runs, ", self.runs)?;
        }
        write!(f, "{:.3} s", self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_name_add_up_and_are_printed() {
        let mut run = LoopStatistics { name: "join".to_owned(), threads: 2, ..LoopStatistics::default() };
        run.add_round(Round { tried: 5, committed: 2, retried: 2, dropped: 1 });
        let mut all = LoopStatistics { name: "join".to_owned(), seconds: 3.0, ..LoopStatistics::default() };
        all.add(run.clone());
        all.add(run);
        assert_eq!(
            all.to_string(),
            "join: 10 tried, 4 committed, 4 retried, 2 dropped, 2 rounds, 2 runs, 3.000 s"
        );
        let all = Statistics { loops: vec![all], stages: Vec::new() };
        let mut csv = Vec::new();
        all.write_profile_csv(&mut csv).unwrap();
        let lines = "loop,round,tried,committed,retried,dropped\njoin,1,5,2,2,1\njoin,2,5,2,2,1\n";
        assert_eq!(String::from_utf8(csv).unwrap(), lines);
        let mut csv = Vec::new();
        all.write_galois_csv(&mut csv).unwrap();
        assert!(String::from_utf8(csv).unwrap().contains("STAT, join, Commits, TSUM, 4\n"));
    }

    #[test]
    fn seconds_of_a_kind_count_the_outer_stage_only() {
        let stage = |name: &str, kind, parent: Option<&str>, seconds| StageStatistics {
            name: name.to_owned(),
            kind,
            parent: parent.map(str::to_owned),
            runs: 1,
            threads: 1,
            seconds,
            own_seconds: seconds,
            contention: Contention::default(),
        };
        let stages = vec![
            stage("outer", StageKind::Device, None, 3.0),
            stage("inner", StageKind::Device, Some("outer"), 1.0),
            stage("other", StageKind::Device, Some("a loop"), 0.5),
            stage("copy", StageKind::Copy, None, 9.0),
        ];
        let all = Statistics { loops: Vec::new(), stages };
        assert_eq!(all.seconds_of(StageKind::Device), 3.5);
        assert_eq!(all.seconds_of(StageKind::Convert), 0.0);
    }
}
