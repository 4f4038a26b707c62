//! Early ends of the program: closed pipes, signals, limits, inputs that change.
#![cfg(unix)]

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use crate::program::{Ended, Folder, path_graph};

/// Long enough for anything here, on a busy machine.
const LONG: Duration = Duration::from_secs(60);

/// Starter of a program that ignores no signal: shells make background processes ignore some, and these tests
/// may be one.
const USUAL: &[&str] =
    if cfg!(target_os = "linux") { &["env", "--default-signal=HUP,INT,TERM"] } else { &["env"] };

/// Sends a signal to the program, which may have ended.
fn signal(child: &Child, name: &str) {
    let sent = Command::new("kill").args([format!("-{name}"), child.id().to_string()]).output();
    sent.expect("kill runs");
}

/// Waits until the program has begun its outputs, and so handles signals, or has ended already.
fn begun(folder: &Folder, child: &mut Child) {
    let start = Instant::now();
    while !folder.files().iter().any(|name| name.ends_with(".part"))
        && child.try_wait().expect("a child").is_none()
    {
        assert!(start.elapsed() < LONG, "no output was begun");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Asserts that a program ends like an interrupted one.
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
        let mut child = folder.spawn_by(USUAL, &["-", "--out", "forest", "--parallelism", "p.csv"]);
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
        let mut child = folder
            .spawn_by(USUAL, &["-", "--out", "forest", "--components", "labels", "--parallelism", "p.csv"]);
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
    assert!(ended.out.is_empty() || ended.out.contains("stopped before the end"), "{}", ended.out);
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
