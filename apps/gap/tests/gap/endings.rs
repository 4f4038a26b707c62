//! Readers that leave, outputs that are lost, signals.
#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{gap, graphs, programs};

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

fn send(signal: &str, process: u32) {
    let sent = Command::new("kill").args([&format!("-{signal}"), &process.to_string()]).status();
    assert!(sent.unwrap().success(), "it has ended before {signal}");
}

#[test]
fn a_signal_ends_the_program_of_gap_that_is_running() {
    let folder = graphs();
    programs(folder.path(), "#!/bin/sh\necho $$ >pid.new\nmv pid.new pid\nexec sleep 600\n");
    let arguments = "all directed.el --kernels bfs --reference ref --threads 1";
    let child = gap(folder.path(), arguments).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    let start = Instant::now();
    let wait = || {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing happens");
        std::thread::sleep(Duration::from_millis(2));
    };
    let sleeper: u32 = loop {
        match std::fs::read_to_string(folder.path().join("pid")) {
            Ok(text) => break text.trim().parse().unwrap(),
            Err(_) => wait(),
        }
    };
    send("TERM", child.id());
    let ended = child.wait_with_output().unwrap();
    assert_eq!((ended.status.code(), &*ended.stderr), (Some(143), &b"gap: cancelled\n"[..]));
    // Otherwise it would still sleep. Its command line is empty once it has ended, also before anything has
    // waited for it.
    // waited for it.
    while std::fs::read(format!("/proc/{sleeper}/cmdline")).is_ok_and(|line| !line.is_empty()) {
        wait();
    }
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
            std::thread::sleep(Duration::from_millis(2));
        }
        send(name, child.id());
        let ended = child.wait_with_output().unwrap();
        let said = String::from_utf8(ended.stderr).unwrap();
        assert_eq!((ended.status.code(), said.as_str()), (Some(code), "gap: cancelled\n"), "{arguments}");
    }
}
