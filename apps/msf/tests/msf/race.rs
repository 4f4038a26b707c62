//! `msf bench --beside`: programs of others race with ours, through a protocol that `msf entrant` speaks,
//! too.
#![cfg(unix)]

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::{Ended, Folder, TRAPS, path_graph};

/// A program that finds forests (by means of `msf`), says other things besides, and notes how it was called.
const GOOD: &str = r#"
echo "$1 $(basename "$2") $3 $4 $OMP_NUM_THREADS $GLIBC_TUNABLES" >>calls
echo "reading $2"; echo "a warning" >&2
MSF entrant kruskal "$2" "$3" "$4" | sed "s/ kruskal / $1 /""#;

/// The beginning of a program that is good on the graph on which programs are tried.
const GOOD_AT_FIRST: &str = r#"
if [ $(wc -c <"$2") -gt 10000 ]; then MSF entrant auto "$2" "$3" "$4" | sed "s/ auto / $1 /"; exit; fi
"#;

/// A folder with [`TRAPS`] as `g.gr` and programs, by their names.
fn folder(programs: &[(&str, &str)]) -> Folder {
    let folder = Folder::with_traps();
    for (name, script) in programs {
        folder.write(name, format!("#!/bin/sh\n{}\n", script.replace("MSF", env!("CARGO_BIN_EXE_msf"))));
        std::fs::set_permissions(folder.path(name), Permissions::from_mode(0o755)).expect("a file");
    }
    std::fs::create_dir(folder.path("tmp")).expect("a writable folder");
    folder
}

/// A benchmark with one run of each.
fn command(folder: &Folder, arguments: &str) -> Command {
    let arguments: Vec<&str> = "bench --runs 1".split(' ').chain(arguments.split(' ')).collect();
    let mut command = folder.command(&arguments);
    command.env("TMPDIR", folder.path("tmp")).env_remove("GLIBC_TUNABLES");
    command
}

/// Runs it; nothing may stay behind.
fn race(folder: &Folder, arguments: &str) -> Ended {
    let ended = Ended::from(command(folder, arguments).output().expect("msf runs"));
    let left: Vec<_> = std::fs::read_dir(folder.path("tmp")).expect("the folder").collect();
    assert!(left.is_empty(), "{left:?}");
    ended
}

fn rows(report: &str) -> Vec<Value> {
    let report: Value = serde_json::from_str(report).expect("JSON");
    report["graphs"][0]["rows"].as_array().expect("a graph").clone()
}

/// Names and threads of the rows that were timed.
fn timed(rows: &[Value]) -> Vec<String> {
    let name = |row: &Value| format!("{} {}", row["operator"].as_str().unwrap(), row["threads"]);
    rows.iter().filter(|row| row["ms"].is_number()).map(name).collect()
}

#[test]
fn programs_take_turns_with_ours_under_the_same_conditions() {
    let folder = folder(&[("one", GOOD), ("two", GOOD)]);
    let beside = "--beside one=./one --beside two=./two";
    let report = race(&folder, &format!("g.gr {beside} --threads 1,2 --json -"));
    assert!(report.err.contains("/best other") && !report.err.contains("error"), "{report:?}");
    let rows = rows(&report.ok());
    let names = ["floor 1", "floor 2", "kruskal 1", "auto 1", "auto 2", "one 1", "one 2", "two 1", "two 2"];
    assert_eq!(timed(&rows), names);
    for row in &rows {
        let is_other = ["one", "two"].contains(&row["operator"].as_str().unwrap());
        let command =
            if is_other { format!("./{}", row["operator"].as_str().unwrap()).into() } else { Value::Null };
        assert_eq!(row["command"], command, "{row}");
        assert_eq!(row["processors"].is_number(), row["operator"] != "floor", "{row}");
        assert!(row["of_best_other"].as_f64() > Some(0.0), "{row}");
    }
    // The first is the trial, then there are two rounds, of which one counts.
    let calls = |file: &str| {
        let call = |name, threads| format!("{name} {file} {threads} 5 {threads} glibc.malloc.hugetlb=1\n");
        let round =
            || [("one", 1), ("one", 2), ("two", 1), ("two", 2)].map(|(name, n)| call(name, n)).concat();
        let trial = ["one", "two"].map(|name| call(name, 1).replace(file, "graph.bin"));
        [trial.concat(), round(), round()].concat()
    };
    assert_eq!(folder.read("calls"), calls("graph.bin"));

    // An edge array is read by all programs as it is.
    let words = [3_u64, 2].into_iter().flat_map(u64::to_le_bytes);
    let edges = [0_u32, 1, 4_000_000_000, 1, 2, 7].into_iter().flat_map(u32::to_le_bytes);
    folder.write("-a.bin", words.chain(edges).collect::<Vec<_>>());
    folder.write("calls", "");
    race(&folder, &format!("{beside} --threads 1,2 -q -- -a.bin")).ok();
    assert_eq!(folder.read("calls"), calls("-a.bin"));
}

#[test]
fn the_tables_have_programs_of_others_and_ratios_to_the_best() {
    let folder = folder(&[("one", GOOD), ("two", "exit 1")]);
    let race = |more: &str| race(&folder, &format!("g.gr --beside one|<b>=./one --threads 1 {more}")).ok();
    let text = race("--markdown r.md --html r.html --svg r.svg");
    assert!(text.contains(" ms, best other one|<b> ") && text.contains(", 1 thread: "), "{text}");
    let table = folder.read("r.md");
    let head = "| graph | edges | threads | `kruskal` | `auto` | one\\|\\<b\\> | best other | \
                `kruskal` / best other | `auto` / best other |\n";
    assert!(table.starts_with(head), "{table}");
    let row: Vec<_> = table.lines().nth(2).unwrap().trim_matches(['|', ' ']).split(" | ").collect();
    assert_eq!((&row[..3], row[6], row.len()), (&["g.gr", "6", "1"][..], "one\\|\\<b\\>", 9));
    let figures = [3, 4, 5, 7, 8].map(|column| row[column].parse::<f64>().ok());
    assert!(figures.into_iter().all(|figure| figure > Some(0.0)), "{table}");
    assert!(folder.read("r.html").contains("<td>one|&lt;b&gt;</td>"));
    assert!(folder.read("r.svg").contains("one|&lt;b&gt;"));
    folder.write("r.md", "<!-- race: made by msf bench --markdown -->\n<!-- end of race -->\n");
    race("--algorithm boruvka --markdown r.md -q");
    assert!(folder.read("r.md").contains("| `kruskal` | `boruvka` | one"));
}

#[test]
fn weights_that_an_edge_array_cannot_have_become_ranks() {
    let folder = folder(&[("one", GOOD)]);
    folder.write("g.txt", "0 1 -0.5\n1 2 1e300\n2 0 7\n0 2 7\n");
    let text = race(&folder, "g.txt --beside one=./one --threads 1").ok();
    assert!(
        text.contains("weights u32 from 0 to 2\n") && text.contains(", with ranks for weights; "),
        "{text}"
    );
    assert!(text.contains("; forest: 2 edges, 1 tree, weight 1, proved"), "{text}");
}

#[test]
fn a_program_that_fails_at_once_takes_no_part() {
    let failing = [
        ("crashing", "echo RESULT crashing 1 2 3 | cut -c 99-; echo 'no such luck' >&2; exit 3"),
        ("silent", "exit 0"),
        ("garbled", "echo RESULT garbled fast and right"),
        ("killed", "kill -9 $$"),
        ("other", "MSF entrant auto \"$2\" \"$3\" \"$4\""),
        ("light", "for i in 1 2 3 4 5; do echo RESULT light 0.001 5 1023; done"),
    ];
    let folder = folder(&failing);
    folder.write("plain-file", "");
    let why = |name: &str, why: &str| {
        format!("msf: error: {name} does not take part: on a grid of 32 x 32 nodes: {why}\n")
    };
    let weight = "expected 1,023 edges of weight 279593476";
    let expected = [
        why("crashing", "exit status: 3, 0 results of 5, last line: no such luck"),
        why("silent", "exit status: 0, 0 results of 5, last line: nothing"),
        why(
            "garbled",
            "expected `RESULT NAME MILLISECONDS TOTAL EDGES`, found `RESULT garbled fast and right`",
        ),
        why("killed", "signal: 9 (SIGKILL), 0 results of 5, last line: nothing"),
        why("other", "expected a result of other, found one of auto"),
        why("light", &format!("{weight}, found 1,023 edges of weight 5")),
        why("missing", "./missing: cannot run: No such file or directory (os error 2)"),
        why("unfit", "./plain-file: cannot run: Permission denied (os error 13)"),
    ];
    let mut beside: String = failing.map(|(name, _)| format!(" --beside {name}=./{name}")).concat();
    beside += " --beside missing=./missing --beside unfit=./plain-file";
    let ended = race(&folder, &format!("g.gr{beside} --json report.json"));
    assert_eq!(ended.failed(1), expected.concat());

    // The others race.
    let good = self::folder(&[("one", GOOD), ("crashing", "exit 3")]);
    let ended = race(&good, "g.gr --beside crashing=./crashing --beside one=./one --threads 1 --json -");
    assert_eq!((ended.code, timed(&rows(&ended.out)).len()), (Some(1), 4));
}

#[test]
fn a_program_that_fails_on_a_graph_is_not_timed_on_it() {
    let scripts = [
        ("crashing", "echo oh no; exit 7"),
        ("heavy", "for i in 1 2 3 4 5; do echo RESULT heavy 0.001 14 3; done"),
        ("short", "for i in 1 2 3 4 5; do echo RESULT short 0.001 13 2; done"),
        ("slow", "for i in 1 2 3 4 5; do echo RESULT slow 1e6 13 3; done"),
        ("stuck", "sleep 600 & sleep 600"),
        (
            "late",
            "echo >>late.calls; [ $(wc -l <late.calls) = 1 ] && n=13 || n=12\n\
                  for i in 1 2 3 4 5; do echo RESULT late 0.001 $n 3; done",
        ),
        ("good", "for i in 1 2 3 4 5; do echo RESULT good 0.001 13 3; done"),
    ];
    let scripts = scripts.map(|(name, script)| (name, format!("{GOOD_AT_FIRST}{script}")));
    let folder = folder(&scripts.each_ref().map(|(name, script)| (*name, &**script)));
    let beside: String = scripts.map(|(name, _)| format!(" --beside {name}=./{name}")).concat();
    let ended = race(&folder, &format!("g.gr{beside} --threads 2 --limit 2 --json -"));
    let why = |name: &str, why: &str| format!("msf: error: g.gr: {name} on 2 threads is not timed: {why}\n");
    let right = "expected 3 edges of weight 13";
    let expected = [
        why("crashing", "exit status: 7, 0 results of 5, last line: oh no"),
        why("heavy", &format!("{right}, found 3 edges of weight 14")),
        why("short", &format!("{right}, found 2 edges of weight 13")),
    ];
    let later = [
        why("stuck", "it did not end within 2s"),
        why("late", &format!("{right}, found 3 edges of weight 12")),
    ];
    let (errors, _) = ended.err.split_once("program ").expect("a table");
    assert!(errors.starts_with(&expected.concat()) && errors.ends_with(&later.concat()), "{errors}");
    let slow =
        "msf: error: g.gr: slow on 2 threads is not timed: its times add up to 5000 s, but the call took ";
    assert!(errors.contains(slow) && errors.lines().count() == 6, "{errors}");
    assert_eq!(ended.code, Some(1));
    let rows = rows(&ended.out);
    assert_eq!(timed(&rows), ["floor 2", "kruskal 1", "auto 2", "good 2"]);
    let of = |name: &str| rows.iter().find(|row| row["operator"] == name).unwrap();
    assert_eq!((&of("good")["ms"], &of("good")["of_best_other"]), (&0.001.into(), &1.0.into()));
    assert_eq!(of("heavy")["error"], format!("{right}, found 3 edges of weight 14"));
}

#[test]
fn names_say_which_program_is_meant() {
    let folder = folder(&[]);
    let usage = |arguments: &str| {
        let words = race(&folder, &format!("g.gr {arguments}")).failed(2);
        words.lines().next().unwrap_or_default().to_owned()
    };
    assert!(usage("--beside ./glue").ends_with("for '--beside <NAME=COMMAND>': expected NAME=COMMAND"));
    assert!(usage("--beside x=").ends_with("expected a command after the ="));
    for taken in ["kruskal", "auto", "floor"] {
        let refused =
            format!("error: --beside: expected another name than that of an algorithm, found {taken}");
        assert_eq!(usage(&format!("--beside {taken}=./glue")), refused);
    }
    assert_eq!(
        usage("--beside x=./a --beside x=./b"),
        "error: --beside: expected different names, found x twice"
    );
    assert_eq!(
        usage("--beside x=./a --maximum"),
        "error: --beside cannot be used with --maximum: other programs find minimum forests"
    );
    assert_eq!(
        usage("--beside x=./a --backend gpu"),
        "error: --beside cannot be used with --backend gpu: other programs run on the processor"
    );
    assert!(usage("--limit 5").starts_with("error: the following required arguments"));
}

/// The first signal ends the program that is running, and all that it has started: on a graph, and in the
/// trial before.
#[test]
fn ctrl_c_ends_a_race_with_what_it_has() {
    for at_first in [GOOD_AT_FIRST, ""] {
        let script = format!("{at_first}while sleep 0.05; do echo >>beats; done & wait");
        let folder = folder(&[("stuck", &script)]);
        let mut command = command(&folder, "g.gr --beside stuck=./stuck --threads 1 --json report.json");
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("msf starts");
        let start = Instant::now();
        let wait = || {
            assert!(start.elapsed() < Duration::from_secs(60));
            std::thread::sleep(Duration::from_millis(5));
        };
        let beats = || std::fs::metadata(folder.path("beats")).map_or(0, |file| file.len());
        while beats() == 0 {
            assert_eq!(child.try_wait().expect("a child"), None);
            wait();
        }
        let killed = Command::new("kill").args(["-TERM", &child.id().to_string()]).status();
        assert!(killed.expect("kill runs").success());
        let ended = Ended::from(child.wait_with_output().expect("msf ends"));
        assert_eq!((ended.code, &*ended.err), (Some(143), "msf: cancelled\n"));
        assert!(folder.read("report.json").contains("\"interrupted\":true"));
        assert_eq!(std::fs::read_dir(folder.path("tmp")).expect("the folder").count(), 0);
        while {
            let before = beats();
            std::thread::sleep(Duration::from_millis(500));
            beats() != before
        } {
            wait();
        }
    }
}

#[test]
fn msf_speaks_the_protocol() {
    let folder = Folder::with("g.gr", TRAPS);
    folder.write("p.txt", path_graph(500).replace(" 1 0\n", " 1 5\n"));
    for (graph, total, edges) in [("g.gr", "13", "3"), ("p.txt", "", "499")] {
        for name in ["auto", "kruskal"] {
            let out = folder.msf(&["entrant", name, graph, "2", "4"]).ok();
            let lines: Vec<Vec<&str>> = out.lines().map(|line| line.split(' ').collect()).collect();
            assert_eq!(lines.len(), 4, "{out}");
            for line in lines {
                let &[result, called, ms, weight, found] = &line[..] else { panic!("{out}") };
                assert_eq!((result, called, found), ("RESULT", name, edges));
                assert!(ms.parse::<f64>().unwrap() > 0.0 && weight.parse::<u64>().unwrap() > 0, "{out}");
                assert!(total.is_empty() || weight == total, "{out}");
            }
        }
    }
    let usage =
        |arguments: &[&str]| folder.msf(arguments).failed(2).lines().next().unwrap_or_default().to_owned();
    assert!(usage(&["entrant", "dijkstra", "g.gr", "1", "1"]).starts_with("error: invalid value 'dijkstra'"));
    assert!(usage(&["entrant", "auto", "g.gr", "0", "1"]).starts_with("error: invalid value '0'"));
    let missing = "msf: error: none.bin: cannot open: No such file or directory (os error 2)\n";
    assert_eq!(folder.msf(&["entrant", "auto", "none.bin", "1", "1"]).failed(1), missing);
}
