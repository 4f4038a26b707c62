//! Readers that leave, outputs that are lost, signals.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};

use crate::program::{gap, graphs};

#[test]
fn a_reader_that_leaves_ends_it_quietly() {
    let folder = graphs();
    let arguments = "cc -f directed.el -n 1000000 --threads 1";
    let mut child =
        gap(folder.path(), arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(line.starts_with("Read Time:"), "{line}");
}

#[test]
fn output_that_is_lost_is_an_error() {
    let folder = graphs();
    let line = format!("'{}' cc -f directed.el -n 1 >/dev/full", env!("CARGO_BIN_EXE_gap"));
    let output = Command::new("sh").args(["-c", &line]).current_dir(folder.path()).output().unwrap();
    let full = "gap: error: standard output: cannot write: No space left on device (os error 28)\n";
    assert_eq!((String::from_utf8(output.stderr).unwrap().as_str(), output.status.code()), (full, Some(1)));
}

#[test]
fn signals_end_it() {
    let folder = graphs();
    for (arguments, name, code) in
        [("cc -f directed.el -n 1000000", "INT", 130), ("all -g 9 --runs 1000000", "TERM", 143)]
    {
        let mut command = Command::new("env");
        command.args(["--default-signal=INT,TERM", env!("CARGO_BIN_EXE_gap")]);
        command.args(arguments.split(' ')).current_dir(folder.path());
        let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
        // It has begun when it has threads.
        let tasks = format!("/proc/{}/task", child.id());
        while std::fs::read_dir(&tasks).unwrap().count() < 3 {
            std::thread::sleep(std::time::Duration::from_millis(2));
        }
        let sent = Command::new("kill").args([&format!("-{name}"), &child.id().to_string()]).status();
        assert!(sent.unwrap().success(), "it has ended before {name}");
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), said.as_str()), (Some(code), "gap: cancelled\n"), "{arguments}");
    }
}
