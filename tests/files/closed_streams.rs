//! Standard streams that are closed when a program starts, and what it opens in their place later. A process
//! of its own has its output closed, and runs one case.
use std::fs::{self, File};
use std::io;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList};
use boscage::io::{Format, Names, WriteOptions, write};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::stdio::{dup2_stdout, stdout};

/// Names the case that a process of its own runs, and the file that it opens.
const CASE: &str = "BOSCAGE_TEST_CLOSED_STREAM";

fn run(case: &str, redirection: &str, folder: &Path) -> Output {
    let name = "closed_streams::what_a_process_with_a_closed_output_does";
    let command = format!("exec \"$0\" --exact {name} --test-threads 1 {redirection}");
    let mut shell = Command::new("sh");
    shell.args(["-c", &command]).arg(std::env::current_exe().unwrap());
    shell.env(CASE, case).current_dir(folder).stderr(Stdio::piped()).stdout(Stdio::piped()).output().unwrap()
}

#[test]
fn what_a_process_with_a_closed_output_does() {
    let Ok(case) = std::env::var(CASE) else { return };
    let list: AnyEdgeList = EdgeList::from_triples(2, [(0, 1, 7_u32)]).unwrap().into();
    let options = WriteOptions { format: Some(Format::Dimacs), ..WriteOptions::default() };
    let writes = || {
        let written = write(&Exec::current(), Path::new("-"), &list, &Names::Offset(0), &options);
        written.map(drop).map_err(|error| error.to_string())
    };
    let closed = Err("standard output: cannot write: Bad file descriptor (os error 9)".to_owned());
    match case.as_str() {
        "open" => writes().unwrap(),
        "closed" => assert_eq!(writes(), closed),
        "reopened" => {
            let file = File::create("out").unwrap();
            dup2_stdout(&file).unwrap();
            writes().unwrap();
        }
        "reopened as nothing" => {
            dup2_stdout(File::options().write(true).open("/dev/null").unwrap()).unwrap();
            assert_eq!(writes(), closed);
        }
        "taken" => {
            dup2_stdout(File::create("own").unwrap()).unwrap();
            // As if a file of the program's own had got the free number.
            fcntl_setfd(stdout(), FdFlags::CLOEXEC).unwrap();
            assert_eq!(writes(), closed);
            fcntl_setfd(stdout(), FdFlags::empty()).unwrap();
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_closed_output_is_an_error_until_it_is_opened_again() -> io::Result<()> {
    let folder = tempfile::tempdir()?;
    let dimacs = "p sp 2 2\na 1 2 7\n";
    for (case, redirection) in [
        ("open", ">open"),
        ("closed", ">&-"),
        ("reopened", ">&-"),
        ("reopened as nothing", ">&-"),
        ("taken", ">&-"),
        ("reopened", ">first"),
    ] {
        let ended = run(case, redirection, folder.path());
        assert!(ended.status.success(), "{case} {redirection}: {}", String::from_utf8_lossy(&ended.stderr));
        let reads = |name: &str| fs::read_to_string(folder.path().join(name));
        match case {
            "open" => assert!(reads("open")?.contains(dimacs)),
            "reopened" => assert!(reads("out")?.contains(dimacs)),
            "taken" => assert!(!reads("own")?.contains(dimacs)),
            _ => {}
        }
    }
    Ok(())
}
