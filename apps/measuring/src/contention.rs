//! Counts of the data that operators would move between many processors, made on one.
//!
//! A program built with `--cfg counted` runs an operator with simulated workers: once to count, and a few
//! times to measure each worker's pieces. A model predicts the speed-up:
//!
//! > time on one thread / (time in no section + time of the longest workers + moves + sections · barrier)
//!
//! where *moves* are the writes to shared lines, divided among the workers, or those to the hottest line,
//! which are sequential; each takes as long as a cache line takes from one processor to another. The time of
//! the longest workers is at least that of all divided by the ratio of the memory bandwidth of all processors
//! to that of one.

use std::fmt;
use std::time::Instant;

use boscage::exec::{Contention, Exec, Statistics};
use boscage::{Result, grouped};

/// Default numbers of workers.
pub const WORKERS: [usize; 5] = [2, 4, 8, 16, 64];

/// Runs of which the fastest counts, because other work only slows them down.
const RUNS: usize = 3;

/// A kind of machine in the model.
struct Machine {
    name: &'static str,
    /// Seconds of moving a line from one processor to another.
    moving: f64,
    /// Seconds of a barrier per doubling of the workers.
    barrier: f64,
    /// Memory bandwidth of all processors, as a multiple of that of one.
    bandwidth: f64,
}

/// Rough values of servers of 2020 to 2024.
const MACHINES: [Machine; 3] = [
    Machine { name: "one die", moving: 40e-9, barrier: 0.3e-6, bandwidth: 8.0 },
    Machine { name: "mesh", moving: 100e-9, barrier: 0.5e-6, bandwidth: 16.0 },
    Machine { name: "two sockets", moving: 300e-9, barrier: 1e-6, bandwidth: 24.0 },
];

/// Size of an operator's input.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Nodes, and other words that are written once by design: the links of a forest.
    pub claims: usize,
    /// Number of edges or arcs.
    pub arcs: usize,
    /// Their name in the table.
    pub unit: &'static str,
}

/// Counts of an operator at one number of workers.
#[derive(Clone, Debug)]
pub struct Count {
    /// Number of workers.
    pub workers: usize,
    /// Per loop and stage that has sections: its name, and its counts.
    pub phases: Vec<(String, Contention)>,
    /// Sum of all counts.
    pub all: Contention,
    /// Seconds of the whole operator, without counting.
    seconds: f64,
    /// The sections of that run.
    timed: Contention,
}

/// The counts of an operator, for a table.
#[derive(Clone, Debug)]
pub struct Counted {
    title: String,
    extent: Extent,
    /// Seconds on one thread.
    alone: f64,
    counts: Vec<Count>,
}

/// Returns an error unless this program counts.
///
/// # Errors
/// If the program was built without `--cfg counted`; the text has the cure.
pub fn check(program: &str) -> std::result::Result<(), String> {
    if Contention::is_counted() {
        return Ok(());
    }
    Err(format!(
        "--contention needs a program that was built to count: RUSTFLAGS='--cfg counted' cargo build --release \
         --target-dir target/counted --bin {program}"
    ))
}

/// Runs an operator with each number of workers, and counts.
///
/// # Errors
/// Errors of the operator.
pub fn count(
    title: impl Into<String>,
    extent: Extent,
    workers: &[usize],
    mut run: impl FnMut(&Exec) -> Result<()>,
) -> Result<Counted> {
    let mut timed = |exec: &Exec| {
        Contention::count(false);
        let mut fastest = (f64::INFINITY, Contention::default());
        for _ in 0..RUNS {
            let start = Instant::now();
            run(exec)?;
            let seconds = start.elapsed().as_secs_f64();
            let sections = sum(&exec.take_statistics());
            if seconds < fastest.0 {
                fastest = (seconds, sections);
            }
        }
        Contention::count(true);
        Ok::<_, boscage::Error>(fastest)
    };
    let (alone, _) = timed(&Exec::new(1)?)?;
    let mut counts = Vec::new();
    for &workers in workers {
        let exec = Exec::new(workers)?;
        let (seconds, timed) = timed(&exec)?;
        counts.push((exec, workers, seconds, timed));
    }
    let counts = counts.into_iter().map(|(exec, workers, seconds, timed)| {
        run(&exec)?;
        let statistics = exec.take_statistics();
        Ok(Count { workers, phases: phases(&statistics), all: sum(&statistics), seconds, timed })
    });
    Ok(Counted { title: title.into(), extent, alone, counts: counts.collect::<Result<_>>()? })
}

/// Returns the counts of each loop and stage, in its own sections.
fn phases(statistics: &Statistics) -> Vec<(String, Contention)> {
    let loops = statistics.loops.iter().map(|one| (&one.parent, &one.name, one.contention));
    let stages = statistics.stages.iter().map(|one| (&one.parent, &one.name, one.contention));
    let mut all: Vec<(String, Contention)> = Vec::new();
    for (parent, name, contention) in loops.chain(stages).filter(|(.., counts)| counts.sections > 0) {
        let name = parent.as_ref().map_or_else(|| name.clone(), |parent| format!("{parent}: {name}"));
        match all.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => known.add(contention),
            None => all.push((name, contention)),
        }
    }
    all
}

fn sum(statistics: &Statistics) -> Contention {
    let mut sum = Contention::default();
    phases(statistics).into_iter().for_each(|(_, counts)| sum.add(counts));
    sum
}

impl Counted {
    /// Returns the counts at each number of workers.
    #[must_use]
    pub fn counts(&self) -> &[Count] {
        &self.counts
    }

    /// Returns the number of writes to shared lines beyond those by design, per arc or edge.
    #[must_use]
    pub fn excess(&self, count: &Count) -> f64 {
        count.all.shared_writes.saturating_sub(self.extent.claims as u64) as f64 / self.extent.arcs as f64
    }

    fn speed_up(&self, count: &Count, machine: &Machine) -> f64 {
        let Count { workers, all, seconds, timed, .. } = count;
        let workers = *workers as f64;
        let alone = (seconds - timed.seconds).max(0.0);
        let longest = timed.longest_seconds.max(timed.seconds / machine.bandwidth);
        let moves = (all.shared_writes as f64 / workers).max(all.hottest_writes as f64) * machine.moving;
        let barriers = all.sections as f64 * machine.barrier * workers.log2();
        self.alone / (alone + longest + moves + barriers)
    }
}

impl fmt::Display for Counted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, extent: Extent { claims, arcs, unit }, alone, counts } = self;
        let (claims, arcs_shown) = (grouped(*claims as u64), grouped(*arcs as u64));
        writeln!(f, "{title}: {arcs_shown} {unit}, {claims} claims and links, {:.2} ms alone", alone * 1e3)?;
        let mut row = |name: &str, cell: &dyn Fn(&Count) -> String| {
            write!(f, "  {name:44}")?;
            counts.iter().try_for_each(|count| write!(f, " {:>10}", cell(count)))?;
            writeln!(f)
        };
        let per_arc = |writes: u64| format!("{:.4}", writes as f64 / *arcs as f64);
        row("workers", &|count| count.workers.to_string())?;
        row("sections", &|count| grouped(count.all.sections))?;
        row(&format!("updates per {}", &unit[..unit.len() - 1]), &|count| per_arc(count.all.updates))?;
        row("shared lines", &|count| grouped(count.all.shared_lines))?;
        row("writes to shared lines", &|count| per_arc(count.all.shared_writes))?;
        row("  beyond claims and links", &|count| format!("{:.4}", self.excess(count)))?;
        row("  to the hottest", &|count| per_arc(count.all.hottest_writes))?;
        for (name, _) in counts.last().map_or(&[][..], |count| &count.phases) {
            let of = |count: &Count| {
                count.phases.iter().find(|(known, _)| known == name).map_or(0, |(_, one)| one.shared_writes)
            };
            if counts.iter().any(|count| of(count) * 100 > count.all.shared_writes) {
                row(&format!("  {name}"), &|count| per_arc(of(count)))?;
            }
        }
        row("work of all / alone", &|count| format!("{:.2}", count.seconds / alone))?;
        row("longest worker / mean", &|count| {
            let mean = count.timed.seconds / count.workers as f64;
            format!("{:.2}", count.timed.longest_seconds / mean)
        })?;
        row("time in no section", &|count| {
            format!("{:.0} %", (count.seconds - count.timed.seconds).max(0.0) / count.seconds * 100.0)
        })?;
        for machine in &MACHINES {
            let name = format!("speed-up, {} ({:.0} ns)", machine.name, machine.moving * 1e9);
            row(&name, &|count| format!("{:.1}", self.speed_up(count, machine)))?;
        }
        Ok(())
    }
}
