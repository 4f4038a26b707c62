//! What a loop did, in numbers.

use std::fmt;
use std::io;
use std::time::Duration;

/// One round of a loop that has rounds. The sequence of `committed` is Galois's *parallelism profile*.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Round {
    /// Items tried.
    pub tried: u64,
    /// Items that did what they are for.
    pub committed: u64,
    /// Items that must be tried again.
    pub retried: u64,
    /// Items found to be superfluous.
    pub dropped: u64,
}

/// Everything the runs of one named loop did.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct LoopStatistics {
    /// The loop's name.
    pub name: String,
    /// How often the loop was run.
    pub runs: u64,
    /// Threads it ran on.
    pub threads: usize,
    /// Executions of the operator.
    pub tried: u64,
    /// Of these, such that did what they are for.
    pub committed: u64,
    /// Such that must be tried again.
    pub retried: u64,
    /// Such that turned out to be superfluous.
    pub dropped: u64,
    /// Items the operator added to the loop.
    pub pushed: u64,
    /// Chunks of items taken from another thread.
    pub stolen: u64,
    /// Executions rolled back because of a conflict.
    pub aborted: u64,
    /// Time from start to end, summed over the runs.
    pub seconds: f64,
    /// The rounds, for loops that have them.
    pub rounds: Vec<Round>,
}

impl LoopStatistics {
    pub(super) fn new(name: &str, threads: usize) -> Self {
        Self { name: name.to_owned(), runs: 1, threads, ..Self::default() }
    }

    /// The totals of a loop of rounds.
    #[must_use]
    pub fn of_rounds(name: &str, threads: usize, rounds: Vec<Round>, time: Duration) -> Self {
        let mut all = Self { seconds: time.as_secs_f64(), ..Self::new(name, threads) };
        for round in &rounds {
            all.tried += round.tried;
            all.committed += round.committed;
            all.retried += round.retried;
            all.dropped += round.dropped;
        }
        all.rounds = rounds;
        all
    }

    pub(super) fn add(&mut self, run: Self) {
        self.runs += run.runs;
        self.threads = self.threads.max(run.threads);
        self.tried += run.tried;
        self.committed += run.committed;
        self.retried += run.retried;
        self.dropped += run.dropped;
        self.pushed += run.pushed;
        self.stolen += run.stolen;
        self.aborted += run.aborted;
        self.seconds += run.seconds;
        self.rounds.extend(run.rounds);
    }

    /// Writes statistics in the form Galois prints its own: lines `STAT, REGION, CATEGORY, TOTAL_TYPE,
    /// TOTAL`.
    ///
    /// # Errors
    /// What writing to `out` gives.
    pub fn write_galois_csv(all: &[Self], out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "STAT_TYPE, REGION, CATEGORY, TOTAL_TYPE, TOTAL")?;
        for one in all {
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
    pub fn write_profile_csv(all: &[Self], out: &mut impl io::Write) -> io::Result<()> {
        writeln!(out, "loop,round,tried,committed,retried,dropped")?;
        for one in all {
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
        ];
        for (what, count) in seldom.into_iter().filter(|&(_, count)| count > 0) {
            write!(f, ", {count} {what}")?;
        }
        write!(f, ", {:.3} s", self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_name_add_up_and_are_printed() {
        let round = Round { tried: 5, committed: 2, retried: 2, dropped: 1 };
        let mut all = LoopStatistics::of_rounds("join", 2, vec![round], Duration::from_millis(1500));
        all.add(all.clone());
        assert_eq!(all.to_string(), "join: 10 tried, 4 committed, 4 retried, 2 dropped, 2 rounds, 3.000 s");
        let mut csv = Vec::new();
        LoopStatistics::write_profile_csv(&[all.clone()], &mut csv).unwrap();
        let lines = "loop,round,tried,committed,retried,dropped\njoin,1,5,2,2,1\njoin,2,5,2,2,1\n";
        assert_eq!(String::from_utf8(csv).unwrap(), lines);
        let mut csv = Vec::new();
        LoopStatistics::write_galois_csv(&[all], &mut csv).unwrap();
        assert!(String::from_utf8(csv).unwrap().contains("STAT, join, Commits, TSUM, 4\n"));
    }
}
