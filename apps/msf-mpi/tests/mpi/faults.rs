//! Whatever happens to one rank, the whole run ends soon with an error, and leaves no result.
#![cfg(feature = "faults")]

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use super::launcher::{Ended, Launcher};

/// Time limit for the end of a run.
const SOON: Duration = Duration::from_secs(10);

const GRAPH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../inputs/ties.gr");

/// Event, fault, more arguments, and a part of the message.
const FAULTS: [(&str, &str, &[&str], &str); 9] = [
    ("a panic", "panic@1@split", &[], "msf-mpi: rank 1 on "),
    ("a panic of rank 0", "panic@0@write", &[], "step write, round 0"),
    ("a panic of another thread", "thread@1@split", &[], "msf-mpi: rank 1 on "),
    ("a rank exits with 3", "exit@1@split", &[], ""),
    ("SIGKILL", "kill@1@split", &[], ""),
    ("SIGKILL of rank 0", "kill@0@write", &[], ""),
    ("an error on which all agree", "agreed@1@part", &[], "msf-mpi: rank 1 on "),
    ("an error that others do not know", "error@1@part", &[], "msf-mpi: rank 1 on "),
    ("SIGSTOP, --comm-timeout 3", "stop@1@split", &["--comm-timeout", "3"], "step split, round 0"),
];

/// Files left in a folder, without parts of files that were never complete: rank 0 may have been killed.
fn results(folder: &Path) -> Vec<String> {
    let names = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.map(|name| name.into_string().unwrap()).filter(|name| !name.ends_with(".part")).collect()
}

/// For the table of `README.md`: run with `--nocapture`.
fn row(launcher: &Launcher, what: &str, ended: &Ended) {
    let words = ended.err.lines().filter(|line| line.starts_with("msf-mpi:")).collect::<Vec<_>>().join(" / ");
    let (name, seconds) = (launcher.name, ended.time.as_secs_f64());
    println!("| {what} | {name} | {seconds:.1} | {} | {words} |", ended.code);
}

#[test]
fn every_fault_ends_the_run() {
    let Some(launcher) = Launcher::new() else { return };
    for (what, fault, more, message) in FAULTS {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("forest.txt");
        let arguments = [&[GRAPH, "--out", out.to_str().unwrap()], more].concat();
        let ended = launcher.run_with(&[(3, &arguments)], fault, SOON, |_| {});
        row(&launcher, what, &ended);
        assert_ne!(ended.code, 0, "{what}: {ended:?}");
        assert!(ended.err.contains(message), "{what}: {ended:?}");
        assert_eq!(results(folder.path()), [""; 0], "{what}");
        if what == "an error on which all agree" {
            assert_eq!((ended.code, ended.err.matches("msf-mpi:").count()), (1, 1), "{ended:?}");
        }
    }
}

#[test]
fn errors_are_said_once_by_the_rank_that_has_them() {
    let Some(launcher) = Launcher::new() else { return };
    let run = |groups: &[(usize, &[&str])]| launcher.run_with(groups, "", SOON, |_| {});
    let checked = |what: &str, ended: Ended, rank: usize, message: &str| {
        row(&launcher, what, &ended);
        let said: Vec<_> = ended.err.lines().filter(|line| line.starts_with("msf-mpi:")).collect();
        let is_right = said.len() == 1
            && said[0].starts_with(&format!("msf-mpi: rank {rank} on "))
            && said[0].contains(message);
        assert!(is_right && ended.code == 1, "{what}: {ended:?}");
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("forest.txt");
    let out = ["--out", out.to_str().unwrap()];
    let missing = run(&[(2, &[&[GRAPH][..], &out].concat()), (1, &["no-such-file.gr"])]);
    checked("the graph is missing on one rank", missing, 2, "no-such-file.gr: cannot");
    checked("it is missing on all", run(&[(3, &["no-such-file.gr"])]), 0, "no-such-file.gr: cannot");
    let full = run(&[(3, &[GRAPH, "--out", "/dev/full"])]);
    checked("the disk is full", full, 0, "No space left");
    let no_folder = folder.path().join("none/forest.txt");
    let unwritable = run(&[(3, &[GRAPH, "--out", no_folder.to_str().unwrap()])]);
    checked("the output has no folder", unwritable, 0, "cannot write");
    assert_eq!(results(folder.path()), [""; 0]);
}

#[test]
fn signals_end_the_run() {
    let Some(launcher) = Launcher::new() else { return };
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("forest.txt");
        let arguments = [GRAPH, "--out", out.to_str().unwrap()];
        // A rank hangs, so the others wait until the signal arrives.
        let ended = launcher.run_with(&[(3, &arguments)], "sleep@1@split", SOON, |mpirun| {
            sleep(Duration::from_secs(2));
            Command::new("kill").args([&format!("-{signal}"), &mpirun.to_string()]).status().unwrap();
        });
        row(&launcher, &format!("SIG{signal} to mpirun"), &ended);
        assert_ne!(ended.code, 0, "{ended:?}");
        assert_eq!(results(folder.path()), [""; 0], "{ended:?}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "no part of a file either");
    }
}
