//! Each error is one line on stderr, with an exit code, and leaves no file behind.

use boscage::exec::Exec;

use crate::program::{Folder, TRAPS};

/// The one line of a failed run.
fn line(folder: &Folder, arguments: &[&str]) -> String {
    let err = folder.msf(arguments).failed(1);
    assert_eq!((err.lines().count(), err.ends_with('\n')), (1, true), "{err}");
    err.trim_end().to_owned()
}

/// The first line of what a senseless command line gets.
fn usage(arguments: &[&str]) -> String {
    let err = Folder::with_traps().msf(arguments).failed(2);
    err.lines().next().unwrap_or_default().to_owned()
}

#[test]
fn a_graph_that_cannot_be_read() {
    let folder = Folder::with_traps();
    assert_eq!(
        line(&folder, &["none.gr"]),
        "msf: error: none.gr: cannot open: No such file or directory (os error 2)"
    );
    assert_eq!(line(&folder, &["."]), "msf: error: .: cannot open: is a directory");
    folder.write("cut.gr", &TRAPS[..TRAPS.len() - 30]);
    let error = line(&folder, &["cut.gr", "--out", "forest", "--components", "c", "--parallelism", "p.csv"]);
    assert!(error.starts_with("msf: error: cut.gr"), "{error}");
    assert_eq!(folder.files(), ["cut.gr", "g.gr"]);
    let ended = folder.msf_with("p sp 2 1\na 1 x 5\n", &["-", "--out", "-"]);
    let err = ended.failed(1);
    assert!(err.starts_with("msf: error: standard input:2: expected "), "{err}");
}

#[test]
fn an_output_that_cannot_be_written_is_found_before_work_begins() {
    let folder = Folder::with_traps();
    std::fs::create_dir(folder.path("folder")).unwrap();
    let is_folder = "msf: error: folder: cannot write: is a directory";
    assert_eq!(line(&folder, &["g.gr", "--out", "folder"]), is_folder);
    let torn = "p sp 3 2\n";
    folder.write("torn.gr", torn);
    assert_eq!(line(&folder, &["torn.gr", "--components", "folder"]), is_folder, "before the graph is read");
    let missing = "msf: error: none.gr: cannot open: No such file or directory (os error 2)";
    assert_eq!(line(&folder, &["none.gr", "--components", "folder"]), missing, "but after it is opened");
    assert_eq!(line(&folder, &["none.gr", "--out", "f", "--backend", "gpu"]), missing, "no device is sought");
    assert_eq!(line(&folder, &["bench", "none.gr", "--backend", "gpu"]), missing);
    let nowhere = "msf: error: nowhere/f: cannot write: No such file or directory (os error 2)";
    assert_eq!(line(&folder, &["g.gr", "--out", "nowhere/f"]), nowhere);
    let nowhere = "msf: error: nowhere/p.svg: cannot write: No such file or directory (os error 2)";
    assert_eq!(line(&folder, &["g.gr", "--out", "forest", "--parallelism", "nowhere/p.svg"]), nowhere);
    #[cfg(target_os = "linux")] // a folder in which no file can be made
    assert_eq!(
        line(&folder, &["g.gr", "--out", "/dev/fd/x"]),
        "msf: error: /dev/fd/x: cannot write: No such file or directory (os error 2)"
    );
    assert_eq!(folder.files(), ["folder", "g.gr", "torn.gr"]);
}

#[test]
fn no_output_replaces_another_or_the_graph() {
    let folder = Folder::with_traps();
    let twice = "msf: error: ./x.csv: cannot write: another output goes there";
    assert_eq!(line(&folder, &["g.gr", "--out", "x.csv", "--components", "./x.csv"]), twice);
    assert_eq!(line(&folder, &["g.gr", "--out", "x.csv", "--parallelism", "./x.csv"]), twice);
    assert_eq!(folder.files(), ["g.gr"]);
    let same = "error: the output would replace an input: ./g.gr is the same file as g.gr";
    assert_eq!(usage(&["g.gr", "--components", "./g.gr"]), same);
    assert_eq!(usage(&["g.gr", "--out", "g.gr"]), "error: the output would replace an input, g.gr");
    assert_eq!(line(&folder, &["g.gr", "--out", "new/"]), "msf: error: new/: cannot write: is a directory");
    assert_eq!(folder.msf(&["g.gr", "-q", "--out", "/dev/null", "--components", "/dev/null"]).ok(), "");
}

#[cfg(unix)]
#[test]
fn links_are_the_files_they_lead_to() {
    use std::os::unix::fs::symlink;
    let folder = Folder::with_traps();
    std::fs::hard_link(folder.path("g.gr"), folder.path("hard.csv")).unwrap();
    symlink("g.gr", folder.path("soft.csv")).unwrap();
    let same = |link| format!("error: the output would replace an input: {link} is the same file as g.gr\n");
    for link in ["hard.csv", "soft.csv"] {
        for option in ["--out", "--components", "--parallelism"] {
            let err = folder.msf(&["g.gr", "-q", option, link]).failed(2);
            assert!(err.starts_with(&same(link)), "{option} {link}: {err}");
        }
        let err = folder.msf(&["bench", "g.gr", "--json", link]).failed(2);
        assert!(
            err.starts_with(&(same(link) + "\nUsage: msf bench [OPTIONS] [GRAPH]...\n")),
            "{link}: {err}"
        );
    }
    assert_eq!(folder.read("hard.csv"), TRAPS);
    symlink("new", folder.path("dangling")).unwrap();
    let twice = "msf: error: dangling: cannot write: another output goes there";
    assert_eq!(line(&folder, &["g.gr", "--out", "new", "--components", "dangling"]), twice);
    assert_eq!(folder.msf(&["g.gr", "-q", "--out", "dangling"]).ok(), "");
    assert_eq!(folder.read("new"), crate::program::TRAPS_FOREST);
    assert!(folder.path("dangling").is_symlink());
}

#[test]
fn a_name_with_a_line_break_stays_on_one_line() {
    let folder = Folder::with("a\nb.gr", TRAPS);
    let missing = "msf: error: c\\nd.gr: cannot open: No such file or directory (os error 2)";
    assert_eq!(line(&folder, &["c\nd.gr"]), missing);
    let nowhere = "msf: error: no\\n/f: cannot write: No such file or directory (os error 2)";
    assert_eq!(line(&folder, &["a\nb.gr", "--out", "no\n/f"]), nowhere);
    assert!(folder.msf(&["a\nb.gr"]).ok().starts_with("graph     a\\nb.gr (DIMACS), 5 nodes"));
    assert_eq!(usage(&["g.gr", "e\nf"]), "error: unexpected argument 'e\\nf': expected one graph");
    assert_eq!(usage(&["g.gr", "--e\nf"]), "error: unexpected argument '--e\\nf' found");
    let suffix = "error: invalid value 'e\\nf' for '--parallelism <FILE>': expected a file name that ends in .csv or .svg";
    assert_eq!(usage(&["g.gr", "--parallelism", "e\nf"]), suffix);
    let bench = folder.msf(&["bench", "c\nd.gr"]).failed(1);
    assert_eq!(bench, missing.to_owned() + "\n");
    let law = "error: invalid value 'e\\nf' for '--weights <LAW>': weights: expected one, hash, or uniform:SEED:MAX \
               with MAX in 1..=4294967295, found \"e\\nf\"";
    assert_eq!(usage(&["g.gr", "--weights", "e\nf"]), law);
    let size = "error: invalid value '1\\n2' for '--memory <SIZE>': memory: expected a number of bytes, such as 500M \
                or 8G, or unlimited, found `1\\n2`";
    assert_eq!(usage(&["g.gr", "--memory", "1\n2"]), size);
    assert!(folder.msf(&["a\nb.gr", "--estimate"]).ok().starts_with("a\\nb.gr: 5 nodes"));
    folder.msf(&["a\nb.gr", "-q", "--parallelism", "p.svg"]).ok();
    assert!(folder.read("p.svg").contains("a\\nb.gr"));
    let table = ["--algorithm", "kruskal", "--threads", "1", "--runs", "1", "-q", "--markdown", "-"];
    folder.write("a|\nb.gr", TRAPS);
    let table = folder.msf(&[&["bench", "a|\nb.gr"], &table[..]].concat()).ok();
    assert!(table.contains("\n| a\\|\\\\nb.gr | 5 | 6 |"), "{table}");
}

#[test]
fn names_do_not_reach_the_terminal_as_they_are() {
    let folder = Folder::with_traps();
    for (name, shown) in [
        ("\u{1b}]0;x\u{7}", "\\u{1b}]0;x\\u{7}"),
        ("\u{9b}2J\u{7f}", "\\u{9b}2J\\u{7f}"),
        ("rtl\u{202e}rg", "rtl\\u{202e}rg"),
        ("\u{2066}\u{200f}\u{61c}", "\\u{2066}\\u{200f}\\u{61c}"),
    ] {
        folder.write(name, TRAPS);
        assert!(folder.msf(&[name]).ok().starts_with(&format!("graph     {shown} (DIMACS)")), "{shown}");
        let missing =
            format!("msf: error: {shown}.no: cannot open: No such file or directory (os error 2)\n");
        assert_eq!(folder.msf(&[&format!("{name}.no")]).failed(1), missing);
        folder.msf(&[name, "-q", "--report", "page.html"]).ok();
        let page = folder.read("page.html");
        for shown in [format!("<h1>{shown}: "), format!("<dd>{shown} ("), format!("msf {shown} -q ")] {
            assert!(page.contains(&shown), "{shown}");
        }
        assert!(!page.chars().any(|c| c.is_control() && c != '\n') && !page.contains(name), "{shown}");
    }
}

#[test]
fn a_subcommand_that_is_mistyped_is_not_taken_for_a_file() {
    let hint = |word: &str, meant: &str| {
        format!(
            "error: expected a file or a subcommand, found '{word}', which is neither; did you mean '{meant}'?"
        )
    };
    assert_eq!(usage(&["verfy"]), hint("verfy", "verify"));
    assert_eq!(usage(&["verfy", "g.gr", "forest"]), hint("verfy", "verify"));
    assert_eq!(usage(&["--threads", "2", "benhc", "g.gr"]), hint("benhc", "bench"));
    assert_eq!(usage(&["completion", "bash"]), hint("completion", "completions"));
    assert_eq!(usage(&["Verify"]), hint("Verify", "verify"));
    assert_eq!(usage(&["VERIFY", "g.gr", "forest"]), hint("VERIFY", "verify"));
    assert_eq!(usage(&["BNCH"]), hint("BNCH", "bench"));
    let folder = Folder::with("verfy", TRAPS);
    assert!(folder.msf(&["verfy"]).ok().starts_with("graph     verfy (DIMACS)"));
    let missing = "error: there is no file";
    for other in ["roads", "verify.gr", "./verfy.gr"] {
        let err = folder.msf(&[other]).failed(1);
        assert!(!err.starts_with(missing) && err.contains(": cannot open: No such file"), "{err}");
    }
}

#[test]
fn a_failed_run_leaves_what_was_there_before() {
    let folder = Folder::with("bad.gr", "p sp 2 1\na 1 3 5\n");
    folder.write("forest", "precious");
    line(&folder, &["bad.gr", "--out", "forest"]);
    assert_eq!(
        (folder.read("forest"), folder.files()),
        ("precious".to_owned(), vec!["bad.gr".to_owned(), "forest".to_owned()])
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let folder = Folder::with_traps();
    let err = "msf: error: /dev/full: cannot write: No space left on device (os error 28)";
    assert_eq!(line(&folder, &["g.gr", "--out", "/dev/full"]), err);
}

#[test]
fn impossible_numbers() {
    let zero = "error: invalid value '0' for '--threads <N>': expected at least 1";
    assert_eq!(usage(&["g.gr", "--threads", "0"]), zero);
    let text = "error: invalid value 'two' for '--threads <N>': expected a number from 1: invalid digit found in string";
    assert_eq!(usage(&["g.gr", "--threads", "two"]), text);
    let zero = "error: invalid value '0' for '--window <N>': expected at least 1";
    assert_eq!(usage(&["g.gr", "--algorithm", "windowed-kruskal", "--window", "0"]), zero);
    // Threads that would take long to start are refused; those that only slow each other down are warned of.
    let most = Exec::max_threads();
    for many in ["10000", "1000000000"] {
        let error = format!("error: invalid value '{many}' for '--threads <N>': expected at most {most}");
        assert_eq!(usage(&["none.gr", "--threads", many]), error);
        let bench = usage(&["bench", "none.gr", "--threads", &format!("1,{many}")]);
        assert!(bench.ends_with(&format!("expected at most {most}")), "{bench}");
    }
    let folder = Folder::with_traps();
    let processors = Exec::processors();
    let warning = |threads: usize| folder.msf(&["g.gr", "-q", "--threads", &threads.to_string()]).err;
    assert_eq!(warning(4 * processors), "");
    let warned = warning(4 * processors + 1);
    let begin = format!("msf: warning: {} threads on {processors} processor", 4 * processors + 1);
    assert!(warned.starts_with(&begin) && warned.lines().count() == 1, "{warned}");
}

#[test]
fn options_that_make_no_sense() {
    let suffix = "error: invalid value 'p.png' for '--parallelism <FILE>': expected a file name that ends in .csv or .svg";
    assert_eq!(usage(&["none.gr", "--parallelism", "p.png"]), suffix);
    let law = "error: invalid value 'uniform:1' for '--weights <LAW>': weights: expected one, hash, or \
               uniform:SEED:MAX with MAX in 1..=4294967295, found \"uniform:1\"";
    assert_eq!(usage(&["g.gr", "--weights", "uniform:1"]), law);
    assert_eq!(
        usage(&["g.gr", "--algorithm", "dijkstra"]),
        "error: invalid value 'dijkstra' for '--algorithm <NAME>'"
    );
    assert_eq!(usage(&["g.gr", "--window", "5"]), "error: --window requires --algorithm windowed-kruskal");
    assert_eq!(
        usage(&["g.gr", "--out", "-", "--components", "-"]),
        "error: only one of the outputs can be the standard output"
    );
    assert!(usage(&["g.gr", "--format", "ids"]).starts_with("error: the following required arguments"));
    assert_eq!(usage(&["verify", "-", "-"]), "error: only one of GRAPH and FOREST can be the standard input");
    assert_eq!(usage(&["g.gr", "h.gr"]), "error: unexpected argument 'h.gr': expected one graph");
    assert!(usage(&["verify", "g.gr"]).starts_with("error: the following required arguments"));
}
