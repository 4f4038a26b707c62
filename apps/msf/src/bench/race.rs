//! A race: programs of others run in turn with the operators ([`boscage_measuring::entrant`]).
//!
//! In a race, a run is a call of a program, for the operators too: `msf` calls itself. So all programs read
//! the same file, have the same environment, and begin with the memory of a new process.

use std::cell::{Cell, RefCell};
use std::path::{self, Path, PathBuf};
use std::time::Duration;

use boscage::exec::{CancelToken, Exec};
use boscage::generate::{Grid, grid};
use boscage::graph::{AnyEdgeList, Forest, Objective, Weight};
use boscage::io::{Format, Names, WriteOptions};
use boscage::operators::msf::{Kruskal, kruskal};
use boscage::{Error, Result, with_weighted_list};
use boscage_measuring::entrant::{Call, Course, Entrant};
use boscage_measuring::failure::Failure;
use boscage_programs::scratch::Scratch;
use boscage_programs::show::{counted, three_digits};

use super::entries::Entry;
use super::suite::Subject;

/// Nodes per side of the grid on which programs are tried.
const SIDE: usize = 32;

/// A program uses more processors than threads if its processor time is above its share by this factor, and
/// by this many seconds.
const MORE: (f64, f64) = (1.1, 0.05);

/// The track of a graph: the file that the programs read, and the forest.
pub(super) struct Track {
    file: PathBuf,
    /// Folder of the file, if it was written for the race.
    _scratch: Option<Scratch>,
    total: u64,
    edges: usize,
    limit: Duration,
    token: CancelToken,
}

/// A program on a number of threads.
pub(super) struct Racer {
    entrant: Entrant,
    threads: usize,
    /// The program is another one than this.
    is_other: bool,
    calls: RefCell<Vec<Call>>,
}

/// The columns that a race adds to a row.
pub(super) struct Remarks {
    /// The command, for a program of others.
    pub(super) command: Option<String>,
    /// Processors that were busy with the calls, on average.
    pub(super) processors: Option<f64>,
    /// A warning if these are more than the threads.
    pub(super) warning: Option<String>,
}

/// Converts the weights of a graph to those of an edge array: weights of other types become ranks, which have
/// the same forest.
pub(super) fn for_edge_arrays(exec: &Exec, subject: Subject) -> Result<Subject> {
    if matches!(subject.graph, AnyEdgeList::U32(_)) {
        return Ok(subject);
    }
    let ranked = with_weighted_list!(&subject.graph, list => list.ranked(exec, |edge| edge.weight.key()))?;
    let origin = format!("{}, with ranks for weights", subject.origin);
    Ok(Subject { graph: ranked?.into(), origin, ..subject })
}

/// Tries programs on a small graph, and returns those that find its forest; `complain` is called with the
/// error of each other one.
///
/// # Errors
/// [`Failure::is_cancelled`], and errors of the graph.
pub(super) fn tried(
    exec: &Exec,
    entrants: Vec<Entrant>,
    limit: Duration,
    token: &CancelToken,
    mut complain: impl FnMut(String),
) -> Result<Vec<Entrant>, Failure> {
    let graph = grid(exec, &Grid { rows: SIDE, columns: SIDE, ..Grid::default() })?;
    let forest = kruskal(exec, &graph, Objective::Minimum, Kruskal::default())?;
    exec.clear_statistics();
    let track = Track::new(exec, None, &graph.into(), &forest, limit, token)?;
    let mut good = Vec::new();
    for entrant in entrants {
        match entrant.call(&track.course(), 1, || token.is_cancelled()) {
            Ok(_) => good.push(entrant),
            Err(failure) if failure.is_cancelled() => return Err(failure),
            Err(failure) => {
                let name = &entrant.name;
                complain(format!("{name} does not take part: on a grid of {SIDE} x {SIDE} nodes: {failure}"));
            }
        }
    }
    Ok(good)
}

impl Track {
    /// Uses the file of a graph, if it is an edge array, or writes one.
    ///
    /// # Errors
    /// Errors of writing.
    pub(super) fn new<W: Weight>(
        exec: &Exec,
        file: Option<&Path>,
        graph: &AnyEdgeList,
        forest: &Forest<W>,
        limit: Duration,
        token: &CancelToken,
    ) -> Result<Self> {
        let (file, scratch) = match file {
            Some(file) => {
                let failed = |source| Error::Io { path: file.to_owned(), action: "find", source };
                (path::absolute(file).map_err(failed)?, None) // so that the name does not look like an option
            }
            None => {
                let scratch = Scratch::new("msf")?;
                let file = scratch.path().join("graph.bin");
                let options = WriteOptions { format: Some(Format::EdgeArray), ..WriteOptions::default() };
                boscage::io::write(exec, &file, graph, &Names::Offset(0), &options)?;
                (file, Some(scratch))
            }
        };
        let total = forest.total().to_string().parse().expect("a sum of fewer than 2^32 weights below 2^32");
        let (edges, token) = (forest.edges().len(), token.clone());
        Ok(Self { file, _scratch: scratch, total, edges, limit, token })
    }

    fn course(&self) -> Course<'_> {
        Course { graph: &self.file, total: self.total, edges: self.edges, limit: self.limit }
    }
}

impl Racer {
    /// Returns a program of others.
    pub(super) fn other(entrant: Entrant, threads: usize) -> Self {
        Self { entrant, threads, is_other: true, calls: RefCell::default() }
    }

    /// Returns an operator, in its own process.
    ///
    /// # Errors
    /// [`Entrant::itself`].
    pub(super) fn ours(operator: &str, threads: usize) -> Result<Self> {
        let entrant = Entrant::itself("entrant", operator)?;
        Ok(Self { entrant, threads, is_other: false, calls: RefCell::default() })
    }

    pub(super) fn is_other(&self) -> bool {
        self.is_other
    }

    /// Returns `true` if this is the racer of a row.
    pub(super) fn is(&self, name: &str, threads: usize) -> bool {
        (&*self.entrant.name, self.threads) == (name, threads)
    }

    /// Returns the entry, whose runs are calls. Before the first one, an operator's edges are compared with
    /// those of the truth, by a run of `checked`.
    pub(super) fn entry<'a>(&'a self, track: &'a Track, checked: Option<Entry<'a>>) -> Entry<'a> {
        let unchecked = Cell::new(checked);
        let run = move || {
            if let Some(entry) = unchecked.take() {
                (entry.run)()?;
            }
            let is_cancelled = || track.token.is_cancelled();
            let call = self.entrant.call(&track.course(), self.threads, is_cancelled)?;
            self.calls.borrow_mut().push(call);
            Ok(call.forest)
        };
        Entry { name: &self.entrant.name, threads: self.threads, run: Box::new(run) }
    }

    /// Returns the remarks after the last run.
    pub(super) fn remarks(&self) -> Remarks {
        let calls = self.calls.borrow();
        let whole: f64 = calls.iter().map(|call| call.whole).sum();
        let used: Option<f64> = calls.iter().map(|call| call.processors).sum();
        let processors = used.map(|used| used / whole).filter(|processors| processors.is_finite());
        let share = whole * self.threads as f64;
        let is_more = used.is_some_and(|used| used > (share * MORE.0).max(share + MORE.1));
        let warning = processors.filter(|_| is_more).map(|processors| {
            let threads = counted(self.threads, "thread", "threads");
            format!(
                "{} on {threads} kept {} processors busy, reading included (it should use THREADS threads)",
                self.entrant.name,
                three_digits(processors)
            )
        });
        Remarks { command: self.is_other.then(|| self.entrant.command()), processors, warning }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_processors_than_threads_are_a_warning() {
        let warning = |threads, calls: &[(f64, Option<f64>)]| {
            let racer = Racer::other("a=b c".parse().unwrap(), threads);
            let call = |&(whole, processors): &(f64, _)| Call { forest: 0.5, whole, processors };
            racer.calls.borrow_mut().extend(calls.iter().map(call));
            let Remarks { command, processors, warning } = racer.remarks();
            assert_eq!(command.as_deref(), Some("b c"));
            (processors, warning)
        };
        let words = |of, processors| {
            format!(
                "a on {of} kept {processors} processors busy, reading included (it should use THREADS threads)"
            )
        };
        let two = [(1.0, Some(1.5)), (1.0, Some(2.5))];
        assert_eq!(warning(1, &two), (Some(2.0), Some(words("1 thread", "2.00"))));
        assert_eq!(warning(2, &two), (Some(2.0), None));
        assert_eq!(warning(2, &[(1.0, Some(2.5))]), (Some(2.5), Some(words("2 threads", "2.50"))));
        assert_eq!(warning(1, &[(1.0, Some(1.09))]), (Some(1.09), None));
        // The system counts hundredths of a second.
        assert_eq!(warning(1, &[(0.01, Some(0.05))]), (Some(5.0), None));
        assert_eq!(warning(1, &[(1.0, None), (1.0, Some(2.0))]), (None, None));
        assert_eq!(warning(1, &[]), (None, None));
    }
}
