//! The program as users run it. No test here checks times.

mod endings;
mod ranks;

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use boscage_emulated::with_kernels;
use emulated_cuda::Settings;
use tempfile::TempDir;

/// A separate folder per test, in which the program runs.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_experiments"));
        command.current_dir(self.0.path()).args(arguments).stdin(Stdio::null());
        command
    }

    /// Asserts this exit code; returns the output.
    fn run(&self, arguments: &[&str], code: i32) -> (String, String) {
        texts(self.command(arguments).output().expect("the program runs"), code)
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("a file of text")
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

/// Standard output and standard error of a run that ended with this code.
fn texts(output: Output, code: i32) -> (String, String) {
    let text = |bytes| String::from_utf8(bytes).expect("the program prints text");
    let (out, err) = (text(output.stdout), text(output.stderr));
    assert_eq!(output.status.code(), Some(code), "{out}{err}");
    (out, err)
}

/// Text without the ends of its lines.
fn unwrapped(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Asserts that text fits a terminal.
fn assert_narrow(text: &str) {
    for line in text.lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}

/// An experiment of two small graphs and two operators.
const QUICK: [&str; 8] = ["run", "galois-fig3", "--scale", "0.001", "--runs", "1", "--out", "out"];

#[test]
fn the_list_names_every_experiment() {
    let (list, _) = Folder::new().run(&["list"], 0);
    let names: Vec<_> = list.lines().filter(|line| !line.starts_with(' ')).collect();
    assert_eq!(names.len(), 27, "{list}");
    assert_narrow(&list);
    for name in ["pma-table1 ", "pma-fig8 ", "galois-fig4 ", "prim-fig3-top ", "boruvka-fig4 ", "cuda-cases "]
    {
        assert!(names.iter().any(|line| line.starts_with(name)), "{name}: {list}");
    }
    assert!(
        list.contains("Generated graphs have 1/10 of the paper's sizes; --scale 10 gives the paper's."),
        "{list}"
    );
}

#[test]
fn a_run_writes_a_table_charts_and_a_page() {
    let folder = Folder::new();
    let (out, err) = folder.run(&QUICK, 0);
    assert_narrow(&out);
    assert!(out.starts_with("galois-fig3  Galois: Figure 3"), "{out}");
    let told = unwrapped(&out);
    assert!(told.contains(" by construction: Initially about half of the nodes"), "{told}");
    assert!(told.contains("% of the nodes; a round of boruvka joins "), "{told}");
    assert!(told.contains(" Holds if 40 to 62.5 percent."), "{told}");
    assert_eq!(err, "");
    let csv = folder.read("out/galois-fig3.csv");
    let row = csv.lines().nth(1).expect("a row");
    assert!(row.starts_with(
        "galois-fig3,random,random,0,16,64,graph generate gnm --nodes 16 --edges 64,independent contractions,"
    ));
    let svg = folder.read("out/galois-fig3.svg");
    assert!(svg.starts_with("<svg") && svg.contains("edges joined in the round"), "{svg}");
    let page = folder.read("out/report.html");
    for part in [
        "<a href=\"#galois-fig3\">",
        "<h2 id=\"galois-fig3\">",
        "<svg",
        "<details><summary>Show the numbers: edges joined in the round</summary>",
        "<tr><th>round</th><th>",
        "nodes in independent contractions of the first round",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("src=") && !page.contains("<link"), "the page needs other files");
}

#[test]
fn the_page_opens_with_all_verdicts_and_with_how_busy_the_machine_was() {
    let folder = Folder::new();
    folder.run(&QUICK, 0);
    let page = folder.read("out/report.html");
    let (opening, rest) = page.split_once("<h2").expect("a section");
    let (before, table) = opening.split_once("<table class=\"claims\">").expect("a table");
    // Both tables have the paper's figures, reasons where nothing is judged, bounds where something is.
    for table in [table, rest] {
        assert!(table.contains("<th>verdict</th><th>claim</th><th>the paper</th><th>here</th>"), "{table}");
        assert!(table.contains(">50%</td>") && table.contains("where weights are random"), "{table}");
        assert!(table.contains("<small>(holds if 40 to 62.5 percent)</small>"), "{table}");
    }
    #[cfg(target_os = "linux")]
    {
        assert!(before.contains("% of the processors' time"), "{before}");
        for line in folder.read("out/points.jsonl").lines() {
            let point: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
            for when in ["before", "during"] {
                let share = point["point"]["load"][when].as_f64().expect("a share");
                assert!((0.0..=1.0).contains(&share), "{line}");
            }
        }
    }
}

#[test]
fn what_is_compared_is_measured_in_turn() {
    let folder = Folder::new();
    folder.run(&QUICK, 0);
    let path = folder.path("out/points.jsonl");
    let first = fs::read_to_string(&path).expect("points");
    let lines: Vec<_> = first.lines().collect();
    // One point of the second graph is lost: both of that graph are measured again, and none of the first,
    // which keeps its own load.
    let busy = |line: &str| {
        let mut line: serde_json::Value = serde_json::from_str(line).expect("a line of JSON");
        line["point"]["load"]["during"] = 0.9375.into();
        line.to_string() + "\n"
    };
    let left = lines[..2].iter().map(|line| busy(line)).chain([lines[2].to_owned() + "\n"]);
    fs::write(&path, left.collect::<String>()).expect("a file");
    folder.run(&QUICK, 0);
    let page = folder.read("out/report.html");
    let sentence = page.split("<table").next().expect("an opening");
    assert!(
        sentence.contains("<b>The machine was busy</b>") && sentence.contains(" of 2 graphs"),
        "{sentence}"
    );
    assert!(page.contains("<td>93.8%</td>"), "{page}");
    let second = fs::read_to_string(&path).expect("points");
    let turns = |line: &str| {
        serde_json::from_str::<serde_json::Value>(line).expect("a line of JSON")["point"]["turns"].as_u64()
    };
    let all: Vec<_> = second.lines().map(turns).collect();
    assert_eq!(all.len(), 5, "{second}");
    assert!(all[0] == all[1] && all[3] == all[4] && all[2] != all[3] && all[0] != all[2], "{all:?}");
}

#[test]
fn what_a_busy_machine_measured_can_be_measured_again() {
    let folder = Folder::new();
    folder.run(&QUICK, 0);
    let path = folder.path("out/points.jsonl");
    let parse = |line: &str| serde_json::from_str::<serde_json::Value>(line).expect("a line of JSON");
    let points = || fs::read_to_string(&path).expect("points").lines().map(parse).collect::<Vec<_>>();
    // One graph on a busy machine, the other on an idle one.
    let mut first = points();
    for (point, i) in first.iter_mut().zip(0..) {
        point["point"]["load"]["during"] = if i < 2 { 0.9.into() } else { 0.0.into() };
    }
    let text: String = first.iter().map(|line| line.to_string() + "\n").collect();
    fs::write(&path, text).expect("a file");
    folder.run(&QUICK, 0);
    assert_eq!(points(), first, "kept without --again");
    folder.run(&[&QUICK[..], &["--again"]].concat(), 0);
    let second = points();
    assert_eq!((&second[..4], second.len()), (&first[..], 6));
    let of = |line: &serde_json::Value| line["point"]["graph"].as_str().expect("a graph").to_owned();
    assert!(second[4..].iter().all(|line| of(line) == of(&first[0])));
}

#[test]
fn what_failed_is_known_until_it_is_to_be_measured_again() {
    let folder = Folder::new();
    fs::create_dir(folder.path("graphs")).expect("a folder");
    fs::write(folder.path("graphs/FLA.gr"), "p sp 3 1\na 1 9 5\n").expect("a file");
    let arguments = [&QUICK[..], &["--graphs", "graphs"]].concat();
    let (out, err) = folder.run(&arguments, 1);
    assert!(
        err.starts_with("experiments: error: galois-fig3, roads, independent contractions: graphs/FLA.gr"),
        "{err}"
    );
    // The claim of the other graph is judged; those that need this one have the reason.
    let told = unwrapped(&out);
    assert!(
        told.contains(" by construction: Initially") && told.contains("% of the nodes; a round"),
        "{told}"
    );
    let missing: Vec<_> = told.split(" not measured: ").skip(1).collect();
    assert!(
        missing.len() == 2 && missing.iter().all(|claim| claim.contains("on roads: graphs/FLA.gr")),
        "{told}"
    );
    let page = folder.read("out/report.html");
    assert!(page.contains(">not measured</b>"), "{page}");
    assert!(page.contains("<b>Failed:</b> roads, boruvka: graphs/FLA.gr"), "{page}");
    assert!(page.contains("2 of 4 points are measured"), "{page}");
    let first = folder.read("out/points.jsonl");
    assert_eq!(first.lines().count(), 4);
    // Another run reports it again, and measures nothing.
    assert_eq!(folder.run(&arguments, 1), (out, err));
    assert_eq!(folder.read("out/points.jsonl"), first);
    folder.run(&[&arguments[..], &["--again"]].concat(), 1);
    let second = folder.read("out/points.jsonl");
    assert!(second.starts_with(&first) && second.lines().count() >= 6, "{second}");
    // A repaired file is another one.
    fs::write(folder.path("graphs/FLA.gr"), "p sp 3 1\na 1 2 5\n").expect("a file");
    assert_eq!(folder.run(&arguments, 0).1, "");
}

#[test]
fn what_is_measured_is_not_measured_again_unless_settings_differ() {
    let folder = Folder::new();
    folder.run(&QUICK, 0);
    let first = folder.read("out/points.jsonl");
    assert_eq!(first.lines().count(), 4);
    folder.run(&QUICK, 0);
    assert_eq!(folder.read("out/points.jsonl"), first);
    folder.run(&["run", "galois-fig3", "--scale", "0.002", "--runs", "1", "--out", "out"], 0);
    let both = folder.read("out/points.jsonl");
    assert!(both.starts_with(&first) && both.lines().count() == 8, "{both}");
    // Another experiment, and the page has both.
    folder.run(&["run", "galois-fig5", "--scale", "0.002", "--runs", "1", "--out", "out", "--quiet"], 0);
    let page = folder.read("out/report.html");
    assert!(page.contains("id=\"galois-fig3\"") && page.contains("id=\"galois-fig5\""));
}

#[test]
fn every_experiment_runs_at_a_tiny_scale() {
    let folder = Folder::new();
    let (out, err) = folder.run(&["run", "all", "--scale", "0.0005", "--runs", "1"], 0);
    assert_narrow(&out);
    let names = out.lines().filter(|line| !line.starts_with(' ')).count();
    assert_eq!((names, &*err), (27, ""), "{out}");
    assert!(!out.contains(" not measured: "), "{out}");
    // One run decides nothing about times.
    let (_, timed) = out.split_once("\npma-fig5 ").expect("a name");
    let timed = unwrapped(timed.split("\npma-fig6 ").next().expect("its claims"));
    assert_eq!(timed.matches(" cannot be seen here: ").count(), 2, "{timed}");
    for bound in [" Holds if above 1. (", " Holds if above 1 from the first to the last. ("] {
        assert!(timed.contains(bound), "{timed}");
    }
    let page = folder.read("experiments-out/report.html");
    assert_eq!(page.matches("<h2 id=").count(), 27);
}

#[test]
fn originals_take_the_place_of_stand_ins() {
    let folder = Folder::new();
    fs::create_dir(folder.path("graphs")).expect("a folder");
    fs::write(folder.path("graphs/FLA.gr"), "p sp 3 4\na 1 2 5\na 2 1 5\na 2 3 7\na 3 2 7\n")
        .expect("a file");
    folder.run(
        &["run", "galois-fig5", "--scale", "0.001", "--runs", "1", "--graphs", "graphs", "--out", "out"],
        0,
    );
    assert!(folder.read("out/galois-fig5.csv").contains(",3,2,graphs/FLA.gr,"));
    let (_, err) = folder.run(&["run", "galois-fig5", "--graphs", "none", "--quiet"], 1);
    assert_eq!(err, "experiments: error: none: cannot open: No such file or directory (os error 2)\n");
}

#[test]
fn what_makes_no_sense_is_an_error() {
    let folder = Folder::new();
    let (_, err) = folder.run(&["run", "pma-fig9"], 2);
    assert!(
        err.starts_with("error: invalid value 'pma-fig9' for '<NAME>...'") && err.contains("pma-fig8"),
        "{err}"
    );
    for scale in ["0", "-1", "NaN", "inf", "much"] {
        let (_, err) = folder.run(&["run", "all", "--scale", scale], 2);
        assert!(err.contains("expected a number above 0"), "{err}");
    }
    fs::write(folder.path("out"), "a file").expect("a file");
    let (_, err) = folder.run(&QUICK, 1);
    assert_eq!(err, "experiments: error: out: cannot create: File exists (os error 17)\n");
}

#[test]
fn a_file_that_has_changed_is_measured_anew() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("graphs/FLA.folder")).expect("a folder");
    fs::write(folder.path("graphs/FLA.co"), "p aux sp co 1\nv 1 0 0\n").expect("a file");
    let arguments = ["run", "galois-fig5", "--runs", "1", "--graphs", "graphs", "--out", "out"];
    for (i, text) in ["p sp 3 1\na 1 2 5\n", "p sp 3 2\na 1 2 5\na 2 3 5\n"].into_iter().enumerate() {
        fs::write(folder.path("graphs/FLA.gr"), text).expect("a file");
        folder.run(&arguments, 0);
        let row = format!(",3,{},graphs/FLA.gr,", i + 1);
        assert!(folder.read("out/galois-fig5.csv").contains(&row), "{row}");
    }
}

#[test]
fn where_there_is_a_gpu_its_operators_are_measured_and_judged() {
    let Some(emulator) = with_kernels() else { return };
    let folder = Folder::new();
    let names = ["cuda-cases", "paradigms-listings", "paradigms-cuda"];
    let options = ["--scale", "0.001", "--runs", "1", "--out", "out"];
    let mut command = folder.command(&[&["run"], &names[..], &options].concat());
    command.env("LD_LIBRARY_PATH", emulator.library_folder()).envs(Settings::default().variables());
    let (out, _) = texts(command.output().expect("the program runs"), 0);
    let told = unwrapped(&out);
    assert!(told.contains("gpu vineet is ") && told.contains(" times as long with 1024"), "{told}");
    assert!(folder.read("out/cuda-cases.csv").contains(",gpu vineet,Gpu(Vineet),1,"));
    let page = folder.read("out/report.html");
    let row =
        page.split("<td>bid</td>").nth(1).and_then(|rest| rest.lines().next()).expect("phases of a GPU");
    assert!(!row.contains("<b>-</b>"), "{row}");
}

#[test]
fn it_has_a_manual_page_and_completions() {
    let folder = Folder::new();
    let (page, _) = folder.run(&["man"], 0);
    assert!(
        page.contains("\n.TH experiments 1  \"experiments ") && page.contains("experiments\\-run(1)"),
        "{page}"
    );
    folder.run(&["man", "man1"], 0);
    assert!(folder.read("man1/experiments-run.1").contains("\\fB\\-\\-scale\\fR"));
    assert!(folder.run(&["completions", "bash"], 0).0.contains("--scale"));
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_is_lost_is_an_error() {
    for arguments in ["--help", "list", "man"] {
        for (redirection, why) in [
            ("> /dev/full", "No space left on device (os error 28)"),
            (">&-", "Bad file descriptor (os error 9)"),
        ] {
            let line = format!("'{}' {arguments} {redirection}", env!("CARGO_BIN_EXE_experiments"));
            let output = Command::new("sh").args(["-c", &line]).output().expect("sh runs");
            let (_, said) = texts(output, 1);
            assert_eq!(said, format!("experiments: error: standard output: cannot write: {why}\n"), "{line}");
        }
    }
}
