//! Statistics of loops and stages.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::time::Duration;

use crate::contention::Contention;

/// One round of a loop that has rounds. The sequence of `committed` is Galois's *parallelism profile*.
///
/// With the feature `serde`, serde can serialise it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
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
    /// Creates a round in which this many items were tried, and all committed.
    #[must_use]
    pub fn new(items: usize) -> Self {
        Self::from_counts(items as u64, 0, 0)
    }

    /// Creates a round in which these numbers of items committed, must be tried again, and were dropped.
    #[must_use]
    pub const fn from_counts(committed: u64, retried: u64, dropped: u64) -> Self {
        Self { tried: committed + retried + dropped, committed, retried, dropped }
    }
}

/// The statistics of all runs of a loop with one name, inside one parent.
///
/// With the feature `serde`, serde can serialise it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct LoopStatistics {
    /// The loop's name.
    pub name: String,
    /// The loop or stage in which it ran.
    pub parent: Option<String>,
    /// Number of runs.
    pub runs: u64,
    /// Number of threads.
    pub threads: usize,
    /// Number of calls of the operator.
    pub tried: u64,
    /// Calls that completed their item, also those that ended the loop.
    pub committed: u64,
    /// Calls whose item must be tried again.
    pub retried: u64,
    /// Items that were dropped, because there was nothing left to do.
    pub dropped: u64,
    /// Items that the operator pushed.
    pub pushed: u64,
    /// Chunks of items that were stolen from another thread.
    pub stolen: u64,
    /// Calls that were rolled back because of a conflict or an error.
    pub aborted: u64,
    /// Time from start to end in seconds, summed over the runs.
    pub seconds: f64,
    /// The same without the loops and stages that ran within this one. 0 for a loop that an operator runs:
    /// its time is in that of the operator's loop.
    pub own_seconds: f64,
    /// Counts of what its parallel sections would move between processors, without those of loops and stages
    /// within it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub contention: Contention,
    /// Number of rounds, for loops that have them.
    pub round_count: u64,
    /// The first rounds: at most as many as the [`Exec`](super::Exec) keeps
    /// ([`Exec::with_kept_rounds`](super::Exec::with_kept_rounds)).
    pub rounds: Vec<Round>,
}

/// The kind of a stage.
///
/// With the feature `serde`, serde can serialise it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum StageKind {
    /// The conversion of a graph into another form.
    Convert,
    /// A step of an algorithm.
    Phase,
    /// A transfer from one memory to another.
    Copy,
    /// Work on a device.
    Device,
}

/// The name and the kind of a stage. A string is the name of a [`StageKind::Phase`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stage<'a> {
    /// The kind of the stage.
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

    /// The conversion of a graph into another form.
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

/// The statistics of all runs of a stage with one name, inside one parent.
///
/// With the feature `serde`, serde can serialise it.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct StageStatistics {
    /// The stage's name.
    pub name: String,
    /// The kind of the stage.
    pub kind: StageKind,
    /// The loop or stage in which it ran.
    pub parent: Option<String>,
    /// Number of runs.
    pub runs: u64,
    /// Number of threads.
    pub threads: usize,
    /// Time from start to end in seconds, summed over the runs.
    pub seconds: f64,
    /// The same without the loops and stages that ran within this one.
    pub own_seconds: f64,
    /// Counts of what its parallel sections would move between processors, without those of loops and stages
    /// within it.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub contention: Contention,
}

/// Statistics of loops and stages. The `own_seconds` of all of them add up to the time of the outermost ones.
///
/// With the feature `serde`, serde can serialise it.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Statistics {
    /// The loops, in the order in which they first began.
    pub loops: Vec<LoopStatistics>,
    /// The stages, in the order in which they first began.
    pub stages: Vec<StageStatistics>,
}

impl LoopStatistics {
    /// Adds the counts of another run, without its time, and keeps the first `kept` rounds.
    pub(super) fn add(&mut self, run: Self, kept: usize) {
        self.runs += 1;
        self.threads = self.threads.max(run.threads);
        self.tried += run.tried;
        self.committed += run.committed;
        self.retried += run.retried;
        self.dropped += run.dropped;
        self.pushed += run.pushed;
        self.stolen = self.stolen.saturating_add(run.stolen);
        self.aborted += run.aborted;
        self.round_count += run.round_count;
        if self.rounds.is_empty() {
            self.rounds = run.rounds; // which has at most `kept`
        } else {
            let room = kept.saturating_sub(self.rounds.len());
            self.rounds.extend(run.rounds.into_iter().take(room));
        }
    }

    /// Adds a round, and its items to the counts; the first `kept` rounds are kept.
    pub(super) fn add_round(&mut self, round: Round, kept: usize) {
        self.tried += round.tried;
        self.committed += round.committed;
        self.retried += round.retried;
        self.dropped += round.dropped;
        self.round_count += 1;
        if self.rounds.len() < kept {
            self.rounds.push(round);
        }
    }
}

impl Statistics {
    /// Returns `true` if nothing has run.
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
    /// The errors of writing to `out`.
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
                ("Rounds", one.round_count),
                ("Time", (one.seconds * 1000.0) as u64),
            ];
            for (category, total) in counts {
                writeln!(out, "STAT, {}, {category}, TSUM, {total}", cell(&one.name))?;
            }
        }
        Ok(())
    }

    /// Writes the parallelism profile as CSV: one line per round that was kept.
    ///
    /// # Errors
    /// The errors of writing to `out`.
    pub fn write_profile_csv(&self, out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "loop,round,tried,committed,retried,dropped")?;
        for one in &self.loops {
            for (i, round) in one.rounds.iter().enumerate() {
                let Round { tried, committed, retried, dropped } = round;
                let name = cell(&one.name);
                writeln!(out, "{name},{},{tried},{committed},{retried},{dropped}", i + 1)?;
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
            ("rounds", self.round_count),
            ("runs", if self.runs > 1 { self.runs } else { 0 }),
        ];
        for (what, count) in seldom.into_iter().filter(|&(_, count)| count > 0) {
            write!(f, ", {count} {what}")?;
        }
        write!(f, ", {:.3?}", duration(self.seconds))
    }
}

impl fmt::Display for StageStatistics {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.name)?;
        if self.runs > 1 {
            write!(f, "{} runs, ", self.runs)?;
        }
        write!(f, "{:.3?}", duration(self.seconds))
    }
}

/// A name as a cell of CSV: in quotes if it would not be one otherwise.
fn cell(name: &str) -> Cow<'_, str> {
    if name.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", name.replace('"', "\"\"")).into()
    } else {
        name.into()
    }
}

/// A time, which std prints in a unit that suits it; 0 if it is none.
fn duration(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_name_add_up_and_are_printed() {
        let mut run = LoopStatistics { name: "join".to_owned(), threads: 2, ..LoopStatistics::default() };
        run.add_round(Round { tried: 5, committed: 2, retried: 2, dropped: 1 }, 9);
        let mut all = LoopStatistics { name: "join".to_owned(), seconds: 3.0, ..LoopStatistics::default() };
        all.add(run.clone(), 9);
        all.add(run, 9);
        assert_eq!(
            all.to_string(),
            "join: 10 tried, 4 committed, 4 retried, 2 dropped, 2 rounds, 2 runs, 3.000s"
        );
        let all = Statistics { loops: vec![all], stages: Vec::new() };
        let mut csv = Vec::new();
        all.write_profile_csv(&mut csv).unwrap();
        let lines = "loop,round,tried,committed,retried,dropped\njoin,1,5,2,2,1\njoin,2,5,2,2,1\n";
        assert_eq!(String::from_utf8(csv).unwrap(), lines);
        assert_eq!(cell("relax, then \"push\""), "\"relax, then \"\"push\"\"\"");
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
