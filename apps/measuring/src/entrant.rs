//! Programs that race, through a protocol that any program can speak.
//!
//! An entrant is a command. It is called with four arguments: the name of an algorithm, the file of a graph
//! (an edge array, `.bin`), a number of threads, and a number of repetitions. It reads the file once, and
//! prints per repetition one line `RESULT NAME MILLISECONDS TOTAL EDGES`: the time from the edges in memory
//! to the forest, the forest's weight and its number of edges. Other lines are ignored.

use std::env;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::process::{Command, Output};
use std::str::FromStr;
use std::time::{Duration, Instant};

use boscage::{Error, Result, on_one_line};
use boscage_programs::child;
use boscage_programs::show::{counted, three_digits};

use crate::failure::Failure;
use crate::turns::median;

/// Repetitions per call. Its time is their median: the first two are slower in a new process.
pub const REPETITIONS: usize = 5;

/// The first word of a line with a result.
pub const RESULT: &str = "RESULT";

/// Environment variables with the number of threads, beside the argument.
const THREADS: [&str; 4] = ["OMP_NUM_THREADS", "RAYON_NUM_THREADS", "PARLAY_NUM_THREADS", "CILK_NWORKERS"];

/// Large pages for memory of the C library's allocator, unless the variable is set.
const LARGE_PAGES: (&str, &str) = ("GLIBC_TUNABLES", "glibc.malloc.hugetlb=1");

/// A program that races, with its algorithm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entrant {
    /// The name of the algorithm.
    pub name: String,
    /// The command and its first arguments.
    command: Vec<String>,
}

/// A forest for entrants to find.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// The graph's file.
    pub graph: &'a Path,
    /// Weight of the forest.
    pub total: u64,
    /// Number of edges of the forest.
    pub edges: usize,
    /// Time limit of a call.
    pub limit: Duration,
}

/// The figures of a call, in seconds.
#[derive(Clone, Copy, Debug, Default)]
pub struct Call {
    /// Median of the repetitions.
    pub forest: f64,
    /// Time from start to end, reading included.
    pub whole: f64,
    /// Processor time; unknown on some systems.
    pub processors: Option<f64>,
}

impl FromStr for Entrant {
    type Err = String;

    /// Parses `NAME=COMMAND`; spaces separate the words of the command.
    fn from_str(text: &str) -> Result<Self, String> {
        let (name, command) = text.split_once('=').ok_or("expected NAME=COMMAND")?;
        if name.is_empty() || name.contains(char::is_whitespace) {
            return Err("expected a name without spaces before the =".to_owned());
        }
        let command: Vec<_> = command.split_whitespace().map(str::to_owned).collect();
        if command.is_empty() {
            return Err("expected a command after the =".to_owned());
        }
        Ok(Self { name: name.to_owned(), command })
    }
}

impl Entrant {
    /// Returns this program as an entrant, by a subcommand with this protocol.
    ///
    /// # Errors
    /// [`Error::Io`] if the system does not report the program's path.
    pub fn itself(subcommand: &str, name: &str) -> Result<Self> {
        let unknown = |source| Error::Io { path: "this program".into(), action: "find", source };
        let program = env::current_exe().map_err(unknown)?.display().to_string();
        Ok(Self { name: name.to_owned(), command: vec![program, subcommand.to_owned()] })
    }

    /// Returns the command, with spaces between its words.
    #[must_use]
    pub fn command(&self) -> String {
        self.command.join(" ")
    }

    /// Calls the program: it finds the forest [`REPETITIONS`] times, on this number of threads.
    ///
    /// # Errors
    /// [`Failure::Error`] if it cannot be run, or is cancelled; [`Failure::Unproved`] if it exceeds the
    /// limit, fails, prints something unexpected, or finds another forest.
    pub fn call(
        &self,
        course: &Course<'_>,
        threads: usize,
        is_cancelled: impl Fn() -> bool,
    ) -> Result<Call, Failure> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).arg(&self.name).arg(course.graph);
        command.args([threads, REPETITIONS].map(|number| number.to_string()));
        command.envs(THREADS.map(|name| (name, threads.to_string())));
        if env::var_os(LARGE_PAGES.0).is_none() {
            command.env(LARGE_PAGES.0, LARGE_PAGES.1);
        }
        let (before, start) = (of_children(), Instant::now());
        let output = child::output(&mut command, Some(course.limit), is_cancelled);
        let (whole, after) = (start.elapsed().as_secs_f64(), of_children());
        let output = output.map_err(|source| match source.kind() {
            ErrorKind::Interrupted => Failure::Error(Error::Cancelled),
            ErrorKind::TimedOut => Failure::Unproved(source.to_string()),
            _ => Failure::Error(Error::Io { path: self.command[0].clone().into(), action: "run", source }),
        })?;
        let times = self.times(course, &output, whole).map_err(Failure::Unproved)?;
        let forest = median(&times).unwrap_or_default() * 1e-3;
        let processors = before.zip(after).map(|(before, after)| after - before);
        Ok(Call { forest, whole, processors })
    }

    /// Returns the milliseconds of each repetition of a call that took some seconds, or an error about its
    /// output.
    fn times(&self, course: &Course<'_>, output: &Output, whole: f64) -> Result<Vec<f64>, String> {
        let text = String::from_utf8_lossy(&output.stdout);
        let results = text.lines().filter(|line| line.split_whitespace().next() == Some(RESULT));
        let times: Vec<f64> = results.map(|line| self.time(course, line)).collect::<Result<_, _>>()?;
        if !output.status.success() || times.len() != REPETITIONS {
            let errors = String::from_utf8_lossy(&output.stderr);
            let last = |text: &str| text.lines().rev().find(|line| !line.trim().is_empty()).map(quoted);
            let said = last(&errors).or_else(|| last(&text)).unwrap_or_else(|| "nothing".to_owned());
            let results = counted(times.len(), "result", "results");
            return Err(format!("{}, {results} of {REPETITIONS}, last line: {said}", output.status));
        }
        let sum = times.iter().sum::<f64>() * 1e-3;
        if sum > whole {
            let [sum, whole] = [sum, whole].map(three_digits);
            return Err(format!(
                "its times add up to {sum} s, but the call took {whole} s (expected milliseconds)"
            ));
        }
        Ok(times)
    }

    /// Returns the milliseconds of a result, or an error about it.
    fn time(&self, course: &Course<'_>, line: &str) -> Result<f64, String> {
        let malformed =
            || format!("expected `{RESULT} NAME MILLISECONDS TOTAL EDGES`, found `{}`", quoted(line));
        let words: Vec<&str> = line.split_whitespace().skip(1).collect();
        let &[name, ms, total, edges] = &words[..] else { return Err(malformed()) };
        let ms = ms.parse().ok().filter(|ms: &f64| *ms >= 0.0 && ms.is_finite()).ok_or_else(malformed)?;
        let total: u64 = total.parse().map_err(|_| malformed())?;
        let edges: usize = edges.parse().map_err(|_| malformed())?;
        if name != self.name {
            return Err(format!("expected a result of {}, found one of {}", self.name, quoted(name)));
        }
        if (total, edges) != (course.total, course.edges) {
            let forest = |edges, total| format!("{} of weight {total}", counted(edges, "edge", "edges"));
            let [wrong, right] = [forest(edges, total), forest(course.edges, course.total)];
            return Err(format!("expected {right}, found {wrong}"));
        }
        Ok(ms)
    }
}

/// Quotes the output of a program: on one line, its first characters.
fn quoted(text: &str) -> String {
    const MOST: usize = 200;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => on_one_line(&text[..end]) + " ...",
        None => on_one_line(text),
    }
}

/// Returns the processor time, in seconds, of all programs that this process has waited for; unknown on
/// systems without `/proc`.
fn of_children() -> Option<f64> {
    let text: io::Result<String> = fs::read_to_string("/proc/self/stat");
    // The program's name, in parentheses, may contain anything; fields 16 and 17 are user and system time, in
    // hundredths of a second.
    let fields = text.ok()?;
    let mut fields = fields.rsplit_once(')')?.1.split_whitespace().skip(16 - 3);
    let mut field = || fields.next()?.parse::<u32>().ok().map(f64::from);
    Some((field()? + field()?) * 1e-2)
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    use super::*;

    fn course(limit: Duration) -> Course<'static> {
        Course { graph: Path::new("g.bin"), total: 7, edges: 2, limit }
    }

    fn times(out: &str, err: &str, code: i32) -> Result<Vec<f64>, String> {
        let (stdout, stderr) = (out.as_bytes().to_vec(), err.as_bytes().to_vec());
        let output = Output { status: ExitStatus::from_raw(code << 8), stdout, stderr };
        "a=b".parse::<Entrant>().unwrap().times(&course(Duration::MAX), &output, 0.1)
    }

    #[test]
    fn commands_have_a_name_and_words() {
        let entrant: Entrant = "super=./glue --fast x=y".parse().unwrap();
        assert_eq!((&*entrant.name, entrant.command()), ("super", "./glue --fast x=y".to_owned()));
        for (text, why) in [
            ("glue", "expected NAME=COMMAND"),
            ("=glue", "expected a name without spaces before the ="),
            ("a b=glue", "expected a name without spaces before the ="),
            ("a= ", "expected a command after the ="),
        ] {
            assert_eq!(text.parse::<Entrant>(), Err(why.to_owned()));
        }
    }

    #[test]
    fn lines_that_are_no_results_are_ignored() {
        let text = "reading\nRESULT a 1.5 7 2\r\n  RESULT a 0 7 2 \nRESULTS are good\nRESULT a 2e1 7 2\nRESULT a 3 7 2\nRESULT a 4 7 2";
        assert_eq!(times(text, "a warning", 0), Ok(vec![1.5, 0.0, 20.0, 3.0, 4.0]));
    }

    #[test]
    fn what_is_wrong_is_named() {
        let line = "RESULT a 1 7 2\n";
        let malformed =
            |line: &str| format!("expected `RESULT NAME MILLISECONDS TOTAL EDGES`, found `{line}`");
        for wrong in ["RESULT", "RESULT a 1 7", "RESULT a 1 7 2 3", "RESULT a x 7 2", "RESULT a -1 7 2"] {
            assert_eq!(times(wrong, "", 0), Err(malformed(wrong)));
        }
        for wrong in ["RESULT a nan 7 2", "RESULT a 1 7.0 2", "RESULT a 1 7 -2", "RESULT a \u{7} 7 2"] {
            assert_eq!(times(wrong, "", 0), Err(malformed(&on_one_line(wrong))));
        }
        let weight = "expected 2 edges of weight 7, found 2 edges of weight 8";
        for (out, err, code, why) in [
            ("RESULT a 1 8 2\n", "", 0, weight),
            ("RESULT a 1 7 1\n", "", 1, "expected 2 edges of weight 7, found 1 edge of weight 7"),
            ("RESULT b 1 7 2\n", "", 0, "expected a result of a, found one of b"),
            (line, "", 0, "exit status: 0, 1 result of 5, last line: RESULT a 1 7 2"),
            ("", "", 0, "exit status: 0, 0 results of 5, last line: nothing"),
            (&line.repeat(6), "", 0, "exit status: 0, 6 results of 5, last line: RESULT a 1 7 2"),
            (&line.repeat(5), "oh\nno \n\n", 3, "exit status: 3, 5 results of 5, last line: no "),
        ] {
            assert_eq!(times(out, err, code), Err(why.to_owned()));
        }
        let long = "\u{e9}".repeat(201);
        let why = format!("exit status: 3, 0 results of 5, last line: {} ...", "\u{e9}".repeat(200));
        assert_eq!(times("", &long, 3), Err(why));
        let slow = "RESULT a 500 7 2\n".repeat(5);
        let why = "its times add up to 2.50 s, but the call took 0.100 s (expected milliseconds)";
        assert_eq!(times(&slow, "", 0), Err(why.to_owned()));
    }

    #[test]
    fn programs_that_cannot_be_run_or_take_too_long_are_errors() {
        let call = |command: &str, limit, is_cancelled| {
            let entrant: Entrant = format!("a={command}").parse().unwrap();
            entrant.call(&course(Duration::from_millis(limit)), 1, || is_cancelled).unwrap_err()
        };
        let missing = "./none: cannot run: No such file or directory (os error 2)";
        assert_eq!(call("./none", 9, false).to_string(), missing);
        // The last of the words before the arguments of the call is no file that `tail` could end with.
        let endless = "tail -f /dev/null";
        assert_eq!(call(endless, 50, false).to_string(), "it did not end within 50ms");
        assert!(call(endless, 60_000, true).is_cancelled());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn children_use_processors() {
        let before = of_children().unwrap();
        let words = "i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done";
        assert!(Command::new("sh").args(["-c", words]).status().unwrap().success());
        assert!(of_children().unwrap() > before);
    }
}
