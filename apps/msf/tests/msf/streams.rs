//! Standard streams as inputs and outputs: closed, full, the same file twice.
#![cfg(unix)]

use std::process::Command;

use crate::program::{Folder, TRAPS_FOREST};
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
    for (name, output) in [("so", "-o"), ("//dev/stdout", "-o"), ("so.svg", "--parallelism")] {
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

/// Runs the program with a redirected standard output; its output, and its exit code.
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
