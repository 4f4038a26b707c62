//! How the program ends early: pipes that close, signals, limits, inputs that change.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::program::{Ended, Folder, TRAPS_FOREST, path_graph};

/// Long enough for anything here, on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// What starts a program that ignores no signal: shells make what runs in the background ignore some, and
/// that may be these tests.
const USUAL: &[&str] =
    if cfg!(target_os = "linux") { &["env", "--default-signal=HUP,INT,TERM"] } else { &["env"] };

/// Sends a signal to the program, which may have ended.
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).output();
    sent.expect("kill runs");
}

/// Waits until the program has begun its outputs, from when on it handles signals, or has ended already.
fn begun(folder: &Folder, child: &mut Child) {
    let start = Instant::now();
    while !folder.files().iter().any(|name| name.ends_with(".part"))
        && child.try_wait().expect("a child").is_none()
    {
        assert!(start.elapsed() < LONG, "no output was begun");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Demands that a program ends as an interrupted one should.
fn cancelled(mut child: Child, code: i32) {
    let _open = child.stdin.take(); // its end would be another reason to end
    let ended = Ended::from(child.wait_with_output().expect("msf ends"));
    assert_eq!(ended.failed(code), "msf: cancelled\n");
}

#[test]
fn a_reader_that_goes_ends_the_program_quietly() {
    let folder = Folder::with("g.txt", path_graph(100_000));
    for arguments in [&["g.txt", "--out", "-"][..], &["g.txt", "--components", "-", "-q"]] {
        let mut child = folder.spawn(arguments);
        let mut some = [0; 16];
        child.stdout.as_mut().expect("a pipe").read_exact(&mut some).expect("some output");
        drop(child.stdout.take());
        let ended = Ended::from(child.wait_with_output().expect("msf ends"));
        assert_eq!(ended.failed(0), "", "{arguments:?}");
    }
    for arguments in [&["completions", "bash"][..], &["man"], &["--help"]] {
        let mut child = folder.spawn(arguments);
        drop(child.stdout.take());
        assert_eq!(Ended::from(child.wait_with_output().expect("msf ends")).failed(0), "", "{arguments:?}");
    }
}

#[test]
fn signals_while_reading() {
    for (name, code) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        let folder = Folder::new();
        let mut child = folder.spawn_by(USUAL, &["-", "--out", "forest", "--profile", "p.csv"]);
        begun(&folder, &mut child);
        signal(&child, name);
        cancelled(child, code);
        assert_eq!(folder.files(), [""; 0]);
    }
}

#[test]
#[cfg(target_os = "linux")]
fn signals_that_were_ignored_at_the_start_stay_ignored() {
    for (starter, names) in
        [(&["nohup"][..], &["HUP"][..]), (&["env", "--ignore-signal=HUP,INT,TERM"], &["HUP", "INT", "TERM"])]
    {
        let folder = Folder::new();
        let mut child = folder.spawn_by(starter, &["-", "--out", "forest", "-q"]);
        begun(&folder, &mut child);
        for name in names {
            signal(&child, name);
            std::thread::sleep(Duration::from_millis(100));
        }
        child.stdin.take().expect("a pipe").write_all(b"1 2 5\n").expect("msf still reads");
        let ended = Ended::from(child.wait_with_output().expect("msf ends"));
        assert_eq!((ended.code, folder.read("forest").as_str()), (Some(0), "1 2 5\n"), "{starter:?}");
    }
}

#[test]
fn a_limit_of_file_sizes_is_an_error_and_nothing_is_left() {
    let folder = Folder::with("g.txt", path_graph(10_000));
    let limited = ["sh", "-c", "ulimit -f 8; exec \"$0\" \"$@\""];
    for option in ["--out", "--components"] {
        let child = folder.spawn_by(&limited, &["g.txt", option, "o"]);
        let ended = Ended::from(child.wait_with_output().expect("msf ends"));
        assert_eq!(ended.failed(1), "msf: error: o: cannot write: File too large (os error 27)\n");
        assert_eq!(folder.files(), ["g.txt"]);
    }
}

/// The file is cut short a little later each time, until that happens while it is read.
#[test]
fn an_input_that_gets_shorter_is_an_error_and_nothing_is_left() {
    let folder = Folder::new();
    let edges = 8_000_000_u64; // loops at node 0, in a file of which most was never written
    let seen = (0..200).any(|tries| {
        let mut file = File::create(folder.path("g.bin")).expect("a file");
        [1, edges].iter().for_each(|word| file.write_all(&word.to_le_bytes()).expect("a header"));
        file.set_len(16 + 12 * edges).expect("a long file");
        let mut child = folder.spawn(&["g.bin", "--out", "forest", "-q"]);
        begun(&folder, &mut child);
        std::thread::sleep(Duration::from_millis(tries));
        file.set_len(16 + 12 * edges / 2).expect("a shorter file");
        let ended = Ended::from(child.wait_with_output().expect("msf ends"));
        match ended.code {
            Some(0) => assert_eq!(folder.files(), ["forest", "g.bin"]),
            Some(1) => assert_eq!(folder.files(), ["g.bin"]),
            _ => panic!("{:?}: {}", ended.code, ended.err),
        }
        let _ = std::fs::remove_file(folder.path("forest"));
        ended.err.starts_with("msf: error: g.bin: cannot read: the file changed while it was read")
    });
    assert!(seen, "never cut while it was read");
}

#[test]
fn ctrl_c_and_the_end_of_the_input_at_once() {
    for _ in 0..50 {
        let folder = Folder::new();
        let mut child =
            folder.spawn_by(USUAL, &["-", "--out", "forest", "--components", "labels", "--profile", "p.csv"]);
        begun(&folder, &mut child);
        signal(&child, "INT");
        drop(child.stdin.take()); // an error of its own
        child.wait_with_output().expect("msf ends");
        assert_eq!(folder.files(), [""; 0]);
    }
}

#[test]
fn ctrl_c_while_another_output_hangs() {
    let folder = Folder::with("g.txt", path_graph(10));
    let made = Command::new("mkfifo").arg(folder.path("pipe")).status();
    assert!(made.expect("mkfifo runs").success());
    let mut child = folder.spawn_by(USUAL, &["g.txt", "--out", "forest", "--components", "pipe"]);
    begun(&folder, &mut child);
    std::thread::sleep(Duration::from_millis(100));
    signal(&child, "INT");
    cancelled(child, 130);
    assert_eq!(folder.files(), ["g.txt", "pipe"]);
}

#[test]
fn ctrl_c_during_the_loop() {
    // Ever more rounds of one edge, until the signal comes before the forest.
    let folder = Folder::new();
    let arguments = ["g.txt", "--out", "forest", "--algorithm", "windowed-kruskal", "--window", "1"];
    let ended = [100_000, 1_000_000, 10_000_000].into_iter().find_map(|nodes| {
        folder.write("g.txt", path_graph(nodes));
        folder.write("forest", "precious");
        let mut child = folder.spawn_by(USUAL, &arguments);
        begun(&folder, &mut child);
        std::thread::sleep(Duration::from_millis(300));
        signal(&child, "INT");
        let ended = Ended::from(child.wait_with_output().expect("msf ends"));
        (folder.read("forest") == "precious").then_some(ended)
    });
    assert_eq!(ended.expect("ten million rounds take longer").failed(130), "msf: cancelled\n");
    assert_eq!(folder.files(), ["forest", "g.txt"]);
}

#[test]
fn ctrl_c_ends_a_benchmark_between_two_runs_with_what_it_has() {
    let folder = Folder::with("g.txt", path_graph(1000));
    let runs = usize::MAX.to_string();
    let mut child =
        folder.spawn_by(USUAL, &["bench", "g.txt", "--runs", &runs, "--threads", "1", "--json", "j"]);
    begun(&folder, &mut child);
    std::thread::sleep(Duration::from_millis(700)); // for a round or many
    signal(&child, "INT");
    let ended = Ended::from(child.wait_with_output().expect("msf ends"));
    assert_eq!((ended.code, &*ended.err), (Some(130), "msf: cancelled\n"));
    assert!(folder.read("j").contains("\"interrupted\":true"));
    assert!(ended.out.is_empty() || ended.out.contains("stopped before its end"), "{}", ended.out);
    assert_eq!(folder.files(), ["g.txt", "j"]);
}

#[test]
fn a_second_ctrl_c_ends_a_benchmark_at_once() {
    let folder = Folder::new();
    let mut child = folder.spawn_by(USUAL, &["bench", "-", "--json", "j"]);
    begun(&folder, &mut child);
    // A read from a pipe cannot be stopped: the first signal is not answered before the pipe ends.
    let start = Instant::now();
    while child.try_wait().expect("a child").is_none() {
        signal(&child, "INT");
        std::thread::sleep(Duration::from_millis(50));
        assert!(start.elapsed() < LONG);
    }
    cancelled(child, 130);
    assert_eq!(folder.files(), [""; 0]);
}

#[test]
fn ctrl_c_while_the_output_is_not_read() {
    let folder = Folder::with("g.txt", path_graph(100_000));
    let mut child = folder.spawn_by(USUAL, &["g.txt", "--out", "-", "--components", "labels"]);
    begun(&folder, &mut child);
    std::thread::sleep(Duration::from_millis(700));
    let start = Instant::now();
    signal(&child, "INT");
    let ended = Ended::from(child.wait_with_output().expect("msf ends"));
    assert_eq!((ended.code, &*ended.err), (Some(130), "msf: cancelled\n"));
    assert!(start.elapsed() < LONG);
    assert!(!folder.files().contains(&"labels".to_owned()));
}

#[test]
#[cfg(target_os = "linux")]
fn streams_by_name_are_written_after_what_is_there() {
    use std::process::Stdio;
    let folder = Folder::with_traps();
    for (name, to_stdout) in [("/dev/stdout", true), ("/dev/fd/1", true), ("/dev/stderr", false)] {
        folder.write("log", "header\n");
        let log =
            || Stdio::from(std::fs::File::options().append(true).open(folder.path("log")).expect("a log"));
        let mut command = folder.command(&["g.gr", "-q", "--out", name]);
        let command = if to_stdout { command.stdout(log()) } else { command.stderr(log()) };
        assert!(command.status().expect("msf runs").success());
        assert_eq!(folder.read("log"), format!("header\n{TRAPS_FOREST}"), "{name}");
    }
    let ended = folder.msf(&["g.gr", "--out", "/dev/stdout"]);
    assert!(ended.err.contains("forest"), "the summary is on the other stream");
    assert_eq!(ended.ok(), TRAPS_FOREST);
}

#[test]
#[cfg(target_os = "linux")]
fn what_is_printed_later_does_not_replace_an_output() {
    let folder = Folder::with_traps();
    for (name, redirection) in [("/dev/stderr", "2>&1"), ("/dev/fd/3", "3>&1"), ("/dev/fd/3", "3>&1 2>&1")] {
        let ended = printing_to(&folder, &format!("g.gr -o {name}"), &format!(">both {redirection}"));
        assert_eq!(ended, (String::new(), Some(0)), "{name} {redirection}");
        let both = folder.read("both");
        let summary = both.strip_prefix(TRAPS_FOREST).unwrap_or_else(|| panic!("{redirection}: {both}"));
        assert!(summary.contains("forest"), "{name} {redirection}: {both}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn streams_are_known_by_every_name() {
    let folder = Folder::with_traps();
    std::os::unix::fs::symlink("/dev/stdout", folder.path("so")).expect("a link");
    std::os::unix::fs::symlink("so", folder.path("so.svg")).expect("a link");
    for (name, redirection) in [
        ("so", ">&-"),
        ("./so", ">&-"),
        ("//dev/stdout", ">&-"),
        ("/proc/self/fd/../fd/1", ">&-"),
        ("/dev/stderr", "2>&-"),
        ("/dev/fd/2", "2>&-"),
        ("/dev/stdin", "<&-"),
        ("/dev/fd/9", "9>&-"),
    ] {
        let (_, code) = printing_to(&folder, &format!("g.gr -q -o {name}"), redirection);
        assert_eq!(code, Some(1), "{name} {redirection}");
    }
    // Numbers that only files of the program's own have.
    let shut: String = (3..10).map(|number| format!(" {number}>&-")).collect();
    for number in 3..10 {
        let (said, code) = printing_to(&folder, &format!("g.gr -q -o /dev/fd/{number}"), &shut);
        assert_eq!(code, Some(1), "{number}: {said}");
        assert!(said.starts_with(&format!("msf: error: /dev/fd/{number}: cannot write: ")), "{said}");
    }
    let only_one = "error: only one of the outputs can be the standard output\n";
    for arguments in ["-o so --components -", "-o //dev/stdout --components so"] {
        let (said, code) = printing_to(&folder, &format!("g.gr {arguments}"), ">both");
        assert!(said.starts_with(only_one) && code == Some(2), "{arguments}: {said}");
    }
    for (name, output) in [("so", "-o"), ("//dev/stdout", "-o"), ("so.svg", "--profile")] {
        let (said, code) = printing_to(&folder, &format!("g.gr {output} {name}"), ">alone");
        assert!(said.contains("forest") && code == Some(0), "the summary is on the other stream: {said}");
        assert!(!folder.read("alone").contains("g.gr: "), "{name}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn two_outputs_in_one_place_are_refused() {
    let folder = Folder::with_traps();
    assert!(Command::new("mkfifo").arg(folder.path("ff")).status().expect("mkfifo runs").success());
    let refused =
        |name: &str| (format!("msf: error: {name}: cannot write: another output goes there\n"), Some(1));
    for (arguments, redirection, second) in [
        ("-o ff --components ff", "& cat ff >/dev/null; wait $!", "ff"),
        ("-o - --components /dev/stderr", ">both 2>&1", "/dev/stderr"),
        ("-o /dev/fd/3 --components /dev/fd/4", "3>both 4>&3", "/dev/fd/4"),
        ("-o /dev/fd/3 --components both", "3>both", "both"),
        ("-o both --components /dev/fd/3", "3>>both", "/dev/fd/3"),
        ("-o both --components ./both", "", "./both"),
    ] {
        let _ = std::fs::remove_file(folder.path("both"));
        let (said, code) = printing_to(&folder, &format!("g.gr -q {arguments}"), redirection);
        let said = if redirection == ">both 2>&1" { folder.read("both") } else { said };
        assert_eq!((said, code), refused(second), "{arguments}");
    }
    let to_null = "g.gr -q -o /dev/null --components /dev/null";
    assert_eq!(printing_to(&folder, to_null, ""), (String::new(), Some(0)));
    assert_eq!(
        printing_to(&folder, "g.gr -q -o - --components /dev/null", ">/dev/null"),
        (String::new(), Some(0))
    );
}

/// Runs the program with its standard output going elsewhere; what it says, and its exit code.
#[cfg(target_os = "linux")]
fn printing_to(folder: &Folder, arguments: &str, redirection: &str) -> (String, Option<i32>) {
    let line = format!("'{}' {arguments} {redirection}", env!("CARGO_BIN_EXE_msf"));
    let mut command = Command::new("sh");
    let output = command.args(["-c", &line]).current_dir(folder.path("")).output().expect("sh runs");
    (String::from_utf8(output.stderr).expect("text"), output.status.code())
}

#[test]
#[cfg(target_os = "linux")]
fn a_closed_input_is_no_empty_file() {
    let folder = Folder::with_traps();
    std::os::unix::fs::symlink("/dev/stdin", folder.path("si")).expect("a link");
    let closed = |name: &str| format!("msf: error: {name}: cannot open: it is closed\n");
    for (arguments, name, code) in [
        ("-", "standard input", 1),
        ("- --estimate", "standard input", 1),
        ("g.gr --report page.html --coordinates -", "standard input", 1),
        ("bench - --runs 1", "standard input", 1),
        ("verify - g.gr", "standard input", 2),
        ("verify g.gr -", "standard input", 2),
        ("/dev/stdin", "/dev/stdin", 1),
        ("/proc/self/fd/0", "/proc/self/fd/0", 1),
        ("si", "si", 1),
    ] {
        assert_eq!(printing_to(&folder, arguments, "<&-"), (closed(name), Some(code)), "{arguments}");
    }
    assert_eq!(printing_to(&folder, "/dev/stdout", ">&-"), (closed("/dev/stdout"), Some(1)));
    // A parent may choose what a closed one is replaced by.
    for null in ["</dev/null", "0<>/dev/null"] {
        let empty = "msf: error: standard input: expected a graph, found an empty file\n";
        assert_eq!(printing_to(&folder, "-", null), (empty.to_owned(), Some(1)), "{null}");
    }
    assert_eq!(printing_to(&folder, "g.gr -q", "<&-"), (String::new(), Some(0)));
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_is_lost_is_an_error() {
    let folder = Folder::with_traps();
    folder.write("f", TRAPS_FOREST);
    let full = "msf: error: standard output: cannot write: No space left on device (os error 28)\n";
    let closed = "msf: error: standard output: cannot write: Bad file descriptor (os error 9)\n";
    for arguments in [
        "--help",
        "verify -h",
        "--version",
        "completions zsh",
        "man",
        "g.gr",
        "g.gr --stats json",
        "g.gr -q -o -",
        "g.gr -q --components -",
        "bench g.gr --algorithm kruskal --threads 1 --runs 1",
        "bench g.gr --algorithm kruskal --threads 1 --runs 1 -q --json -",
    ] {
        assert_eq!(printing_to(&folder, arguments, ">/dev/full"), (full.to_owned(), Some(1)), "{arguments}");
        assert_eq!(printing_to(&folder, arguments, ">&-"), (closed.to_owned(), Some(1)), "{arguments}");
        // As parents open it for their children, for reading too: not what takes the place of a closed one.
        for null in [">/dev/null", "1<>/dev/null"] {
            assert_eq!(printing_to(&folder, arguments, null), (String::new(), Some(0)), "{arguments} {null}");
        }
    }
    for arguments in ["g.gr -q", "g.gr -q -o forest", "verify -q g.gr f"] {
        assert_eq!(printing_to(&folder, arguments, ">&-"), (String::new(), Some(0)), "{arguments}");
    }
    for arguments in ["g.gr -o -", "g.gr -q --stats json -o -"] {
        assert_eq!(printing_to(&folder, arguments, ">/dev/null 2>/dev/full").1, Some(1), "{arguments}");
    }
    // Here 1 is a verdict.
    assert_eq!(printing_to(&folder, "verify g.gr f", ">/dev/full"), (full.to_owned(), Some(2)));
    assert_eq!(printing_to(&folder, "verify g.gr f", ">&-"), (closed.to_owned(), Some(2)));
    let by_name = closed.replace("standard output", "/dev/stdout");
    assert_eq!(printing_to(&folder, "g.gr -q --out /dev/stdout", ">&-"), (by_name, Some(1)));
    let elsewhere = "msf: error: log: cannot write: another output goes there\n";
    assert_eq!(printing_to(&folder, "g.gr -o log", "> log"), (elsewhere.to_owned(), Some(1)));
    assert_eq!(printing_to(&folder, "g.gr -o log", "2> log"), (String::new(), Some(1)));
    assert_eq!(folder.read("log"), elsewhere);
    let (said, code) = printing_to(&folder, "g.gr -q -o -", ">> g.gr");
    let expected = "error: the output would replace an input: standard output is the same file as g.gr\n";
    assert!(said.starts_with(expected) && code == Some(2), "{said}");
}
