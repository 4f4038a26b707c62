//! Outputs that are lost, readers that leave, signals, limits; the standard streams as outputs.

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::program::{graph, printing_to, reordered, words};

#[test]
fn output_that_is_lost_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("g.txt"), "0 1 5\n").unwrap();
    let full = "graph: error: standard output: cannot write: No space left on device (os error 28)\n";
    let closed = "graph: error: standard output: cannot write: Bad file descriptor (os error 9)\n";
    for arguments in [
        "--help",
        "generate path --help",
        "--version",
        "completions bash",
        "man",
        "info g.txt",
        "info --json g.txt",
        "convert g.txt - --to dimacs",
        "generate path - --nodes 3 --to dimacs",
    ] {
        assert_eq!(
            printing_to(folder.path(), arguments, ">/dev/full"),
            (full.to_owned(), Some(1)),
            "{arguments}"
        );
        assert_eq!(printing_to(folder.path(), arguments, ">&-"), (closed.to_owned(), Some(1)), "{arguments}");
        let to_null = ["> /dev/null", "1<> /dev/null"];
        for null in to_null {
            assert_eq!(
                printing_to(folder.path(), arguments, null),
                (String::new(), Some(0)),
                "{arguments} {null}"
            );
        }
    }
    assert_eq!(printing_to(folder.path(), "convert g.txt g.gr", ">&-"), (String::new(), Some(0)));
    fs::copy(folder.path().join("g.txt"), folder.path().join("h.txt")).unwrap();
    let (said, code) = printing_to(folder.path(), "convert - h.txt", "< h.txt");
    let expected = "error: the output would replace an input: h.txt is the same file as standard input\n";
    assert!(said.starts_with(expected) && code == Some(2), "{said}");
    let (said, code) = printing_to(folder.path(), "convert h.txt - --to edge-list", ">> h.txt");
    let expected = "error: the output would replace an input: standard output is the same file as h.txt\n";
    assert!(said.starts_with(expected) && code == Some(2), "{said}");
}

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = tempfile::tempdir().unwrap();
    let mut child = graph()
        .args(words("generate path - --nodes 2000000 --to edge-list"))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 4];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!((&first, output.stderr.as_slice()), (b"# No", &b""[..]));
}

/// The program, started by another one that replaces itself by its arguments.
fn graph_by(starter: &[&str], folder: &Path, arguments: &str) -> Command {
    let mut command = Command::new(starter[0]);
    command.args(&starter[1..]).arg(env!("CARGO_BIN_EXE_graph")).args(words(arguments));
    command.current_dir(folder).stderr(Stdio::piped());
    command
}

#[test]
fn signals_leave_nothing_half_written_unless_they_are_ignored() {
    let ends = |starter: &[&str], names: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let arguments = "generate gnm g.gr.xz --nodes 1000000 --edges 1000000";
        let child = graph_by(starter, folder.path(), arguments).spawn().unwrap();
        while fs::read_dir(folder.path()).unwrap().next().is_none() {
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        for name in names {
            let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
            assert!(sent.unwrap().success(), "it has ended before {name}");
            std::thread::sleep(std::time::Duration::from_millis(200));
        }
        let ended = child.wait_with_output().unwrap();
        let files = fs::read_dir(folder.path()).unwrap().map(|file| file.unwrap().file_name());
        (ended.status.code(), String::from_utf8(ended.stderr).unwrap(), files.collect::<Vec<_>>())
    };
    let usual = &["env", "--default-signal=HUP,INT,TERM"][..];
    for (starter, names, code) in [
        (usual, &["INT"][..], 130),
        (usual, &["TERM"], 143),
        (usual, &["HUP"], 129),
        (&["nohup"], &["HUP", "TERM"], 143),
    ] {
        let (ended, err, files) = ends(starter, names);
        assert_eq!((ended, files), (Some(code), vec![]), "{err}");
        assert!(err.ends_with("graph: cancelled\n"), "{err}");
    }
}

#[test]
fn a_limit_of_file_sizes_is_an_error_and_nothing_is_left() {
    let limited = ["sh", "-c", "ulimit -f 8; exec \"$0\" \"$@\""];
    for name in ["g.gr", "g.gr.gz", "g.bsg", "g.bsg.xz", "g.gr.zst", "g.gr.bz2"] {
        let folder = tempfile::tempdir().unwrap();
        let arguments = format!("generate gnm {name} --nodes 10000 --edges 30000");
        let ended = graph_by(&limited, folder.path(), &arguments).output().unwrap();
        let message = format!("graph: error: {name}: cannot write: File too large (os error 27)\n");
        assert_eq!((ended.status.code(), String::from_utf8(ended.stderr).unwrap()), (Some(1), message));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0, "{name}");
    }
}

#[test]
fn streams_are_outputs_like_others() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("t.txt"), "0 1 5\n1 2 3\n").unwrap();
    std::os::unix::fs::symlink("/dev/stdout", folder.path().join("so")).unwrap();
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let ends = |arguments: &str, redirection| printing_to(folder.path(), arguments, redirection);

    assert_eq!(ends("convert t.txt plain --to galois", "2>warning").1, Some(0));
    fs::write(folder.path().join("u.txt"), "1 2 3\n0 1 5\n").unwrap();
    let (said, _) = ends("convert u.txt - --to galois", ">other");
    assert_eq!(said, reordered("standard output"));
    assert_eq!(read("plain"), read("other"));
    assert_eq!(ends("convert t.txt /dev/stderr --to galois", "2>both").1, Some(0));
    assert_eq!(&read("both")[..read("plain").len()], &read("plain")[..]);
    assert_eq!(ends("convert t.txt so --to dimacs", ">o1"), (String::new(), Some(0)));
    assert!(read("o1").starts_with(b"p sp 3 4\n"));
    for (name, closed) in [("so", ">&-"), ("/dev/stderr", "2>&-")] {
        assert_eq!(ends(&format!("convert t.txt {name} --to dimacs"), closed).1, Some(1), "{name} {closed}");
    }
    let twice = "graph: error: standard output: cannot write: another output goes there\n";
    let road = "generate road - --nodes 100 --to dimacs --coordinates -";
    assert_eq!(ends(road, "> mixed"), (twice.to_owned(), Some(1)));
    assert_eq!(read("mixed"), b"");
}
