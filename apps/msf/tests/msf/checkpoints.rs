//! Runs that are killed, and go on from their last checkpoint.
#![cfg(unix)]

use std::os::unix::fs::MetadataExt;
use std::process::Stdio;
use std::thread::sleep;
use std::time::Duration;

use boscage::exec::Exec;
use boscage::generate::{Gnm, Pairs, gnm};
use boscage::graph::AnyEdgeList;
use boscage::io::{Names, WriteOptions};
use boscage::random::mix;
use serde_json::Value;

use crate::program::{Ended, Folder, TRAPS};

/// Writes a graph of 2,000 nodes under this name; edges have weights by their ids.
fn graph(folder: &Folder, name: &str, edges: usize, weight: impl Fn(usize, u32) -> f64 + Sync) {
    let exec = Exec::new(2).unwrap();
    let list = gnm(&exec, &Gnm { nodes: 2_000, edges, pairs: Pairs::Any, ..Gnm::default() }).unwrap();
    let list: AnyEdgeList = list.map(|id, edge| weight(id.index(), edge.weight)).unwrap().into();
    let names = Names::Listed((0..2_000).map(|i| 3 * i + 1).collect());
    boscage::io::write(&exec, folder.path(name), &list, &names, &WriteOptions::default()).unwrap();
    folder.msf(&[name, "--out", "whole.csv"]).ok();
}

/// The moment at which a run is killed.
#[derive(Clone, Copy)]
enum Killed {
    Never,
    AfterStart(Duration),
    /// After it has written a checkpoint.
    AfterCheckpoint(Duration),
}

/// Runs `msf` with checkpoints as often as possible; `pipes` a file into it.
fn run(folder: &Folder, name: &str, pipes: bool, threads: &str, killed: Killed) -> Ended {
    let graph = if pipes { "-" } else { name };
    let often = ["--checkpoint", "saved", "--interval", "0", "--out", "passing.csv", "--threads", threads];
    let mut command = folder.command(&[&[graph][..], &often].concat());
    let file = std::fs::File::open(folder.path(name)).unwrap();
    let mut cat = pipes.then(|| {
        let cat = std::process::Command::new("cat").stdin(file).stdout(Stdio::piped()).spawn();
        cat.expect("cat starts")
    });
    if let Some(cat) = &mut cat {
        command.stdin(cat.stdout.take().expect("a pipe"));
    }
    let checkpoint =
        || std::fs::metadata(folder.path("saved")).map(|saved| (saved.ino(), saved.mtime_nsec())).ok();
    let old = checkpoint();
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("msf starts");
    drop(command); // with its end of the pipe
    match killed {
        Killed::Never => {}
        Killed::AfterStart(time) => sleep(time),
        Killed::AfterCheckpoint(time) => {
            while checkpoint().is_none_or(|new| Some(new) == old) && child.try_wait().unwrap().is_none() {
                sleep(Duration::from_micros(200));
            }
            sleep(time);
        }
    }
    if !matches!(killed, Killed::Never) {
        child.kill().expect("msf can be killed");
    }
    let ended = child.wait_with_output().expect("msf ends").into();
    cat.map(|mut cat| cat.wait().expect("cat ends"));
    ended
}

/// Kills a run again and again, at random moments, until one is complete. Demands the forest of a run that is
/// not killed.
fn survives(folder: &Folder, name: &str, pipes: bool) {
    let mut resumed = 0;
    for attempt in 0.. {
        let time = Duration::from_micros(mix(attempt) % 20_000);
        let killed = match attempt {
            0..3 => Killed::AfterCheckpoint(time / 10),
            40.. => Killed::Never,
            attempt if attempt % 2 == 0 => Killed::AfterStart(3 * time),
            _ => Killed::AfterCheckpoint(time),
        };
        let threads = ["2", "1", "3"][attempt as usize % 3];
        let ended = run(folder, name, pipes, threads, killed);
        resumed += usize::from(ended.err.contains("msf: continues from checkpoint saved, after "));
        assert!(ended.code.is_none_or(|code| code == 0), "{name}: {ended:?}");
        if ended.code.is_some() {
            break;
        }
        // Perhaps it was killed after its last step but one.
        let _ = std::fs::remove_file(folder.path("passing.csv"));
    }
    assert!(resumed > 0, "{name}: {resumed}");
    assert!(folder.read("whole.csv") == folder.read("passing.csv"), "{name}");
    assert!(!folder.files().iter().any(|file| file.starts_with("saved")), "{:?}", folder.files());
    std::fs::remove_file(folder.path("passing.csv")).unwrap();
}

#[test]
fn a_run_that_is_killed_goes_on_from_its_checkpoint() {
    let folder = Folder::new();
    graph(&folder, "g.bsg", 3_000_000, |_, weight| f64::from(weight));
    survives(&folder, "g.bsg", false);
    survives(&folder, "g.bsg", true);
    graph(&folder, "g.bsg", 3_000_000, |id, _| -(id as f64)); // in random order
    survives(&folder, "g.bsg", false);
    graph(&folder, "g.bsg.gz", 700_000, |id, _| (id / 4) as f64);
    survives(&folder, "g.bsg.gz", false);
    graph(&folder, "g.txt", 700_000, |id, weight| if id < 400_000 { 7.0 } else { f64::from(weight) / 4.0 });
    survives(&folder, "g.txt", false);
    survives(&folder, "g.txt", true);
}

/// Leaves a checkpoint of a run on this file.
fn saved(folder: &Folder, name: &str, pipes: bool) {
    for _ in 0..100 {
        run(folder, name, pipes, "2", Killed::AfterCheckpoint(Duration::ZERO));
        if folder.files().contains(&"saved".to_owned()) {
            return;
        }
    }
    panic!("no run could be killed after its checkpoint");
}

#[test]
fn a_checkpoint_of_another_run_is_refused_and_kept() {
    let folder = Folder::new();
    graph(&folder, "g.bsg", 3_000_000, |_, weight| f64::from(weight));
    saved(&folder, "g.bsg", true);
    let of_pipe = std::fs::read(folder.path("saved")).unwrap();
    std::fs::remove_file(folder.path("saved")).unwrap();
    saved(&folder, "g.bsg", false);
    let saved = std::fs::read(folder.path("saved")).unwrap();
    let refused = |arguments: &[&str], expected: &str| {
        let error = folder.msf(&[&["--checkpoint", "saved"], arguments].concat()).failed(1);
        assert!(error.contains(expected), "{error}");
        assert!(folder.files().contains(&"saved".to_owned()));
    };
    refused(&["g.bsg", "--maximum"], "found that of a run with other options");
    refused(&["g.bsg", "--drop-negative"], "found that of a run with other options");
    for (at, expected) in [(saved.len() - 30, "cut short"), (saved.len(), "found another one")] {
        let mut damaged = saved[..at].to_vec();
        damaged[saved.len() / 2] ^= 1;
        folder.write("saved", &damaged);
        refused(&["g.bsg"], expected);
    }
    folder.write("saved", "my thesis");
    refused(&["g.bsg"], "found something else, which would be lost");
    folder.write("saved", &saved);
    graph(&folder, "g.bsg", 3_000_000, |_, weight| f64::from(weight ^ 1));
    refused(&["g.bsg"], "found that of a graph that has changed since");
    folder.write("saved", &of_pipe);
    let error = run(&folder, "g.bsg", true, "2", Killed::Never).failed(1);
    assert!(error.contains("found that of another graph"), "{error}");
    // The same numbers of another type.
    let exec = Exec::new(2).unwrap();
    let list =
        gnm(&exec, &Gnm { nodes: 2_000, edges: 3_000_000, pairs: Pairs::Any, ..Gnm::default() }).unwrap();
    let names = Names::Listed((0..2_000).map(|i| 3 * i + 1).collect());
    boscage::io::write(&exec, folder.path("int.bsg"), &list.into(), &names, &WriteOptions::default())
        .unwrap();
    let error = run(&folder, "int.bsg", true, "2", Killed::Never).failed(1);
    assert!(error.contains("found that of another graph"), "{error}");
    graph(&folder, "short.bsg", 2_000, |_, weight| f64::from(weight));
    let error = run(&folder, "short.bsg", true, "2", Killed::Never).failed(1);
    assert!(error.contains("found that of another graph"), "{error}");
}

/// Runs with checkpoints have the outputs of runs in memory.
#[test]
fn graphs_with_checkpoints_are_as_in_memory() {
    let folder = Folder::new();
    let many = |line: &str| line.repeat(120_000);
    for (name, content) in [
        ("late.txt", many("1 2 1\n") + "2 3 9\n"),
        ("late.csv", "from,to,cost\n".to_owned() + &many("1,2,1\n") + "2,3,9\n"),
        ("kept.csv", "source,target,weight,name\n1,2,9,a\n1,2,1,b\n1,3,1,c\n".to_owned()),
        ("none.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 0\n".to_owned()),
        ("negative.txt", "1 2 -5\n1 2 3\n2 3 4\n".to_owned()),
        (
            "negative.mtx",
            "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 -1\n2 1 3\n".to_owned(),
        ),
    ] {
        folder.write(name, content);
        let drop = if name.starts_with("negative") { "--drop-negative" } else { "--verify" };
        let run = |way: &str, more: &[&str]| {
            let [out, trees] = ["out", "trees"].map(|output| format!("{way}-{output}.csv"));
            let outputs = [name, drop, "--out", &out, "--trees", &trees, "--stats", "json"];
            let facts: Value = serde_json::from_str(&folder.msf(&[&outputs, more].concat()).ok()).unwrap();
            let facts = ["nodes", "edges", "trees", "total_weight", "weight_type", "remarks"]
                .map(|fact| facts[fact].clone());
            (facts, folder.read(&out), folder.read(&trees))
        };
        assert_eq!(run("saved", &["--checkpoint", "c", "--interval", "0"]), run("whole", &[]), "{name}");
    }
}

#[test]
fn a_checkpoint_that_cannot_be_written_is_an_error_at_the_start_or_a_warning() {
    let folder = Folder::with_traps();
    let error = folder.msf(&["g.gr", "--checkpoint", "no/saved"]).failed(1);
    assert!(error.contains("no/saved: cannot write: No such file or directory"), "{error}");
    let error = folder.msf(&["g.gr", "--checkpoint", "g.gr"]).failed(2);
    assert!(error.contains("would replace an input"), "{error}");
    let error = folder.msf(&["g.gr", "--checkpoint", "f", "--out", "f"]).failed(2);
    assert!(error.contains("--checkpoint: another output goes to f"), "{error}");
    for (name, target) in [("link", "g.gr"), ("other.partial", "g.gr"), ("dangling", "none")] {
        std::os::unix::fs::symlink(target, folder.path(name)).unwrap();
    }
    folder.write("mine.partial", "my thesis");
    for (checkpoint, expected) in [
        ("dangling", "found dangling, which is none"),
        ("other", "would replace an input"),
        ("link", "would replace an input"),
        ("mine", "found something else in mine.partial, which would be lost"),
        ("/dev/null", "found /dev/null, which is none"),
    ] {
        let ended = folder.msf(&["g.gr", "--checkpoint", checkpoint]);
        assert!(ended.code != Some(0) && ended.err.contains(expected), "{ended:?}");
    }
    assert_eq!((folder.read("g.gr").as_str(), folder.read("mine.partial").as_str()), (TRAPS, "my thesis"));
    folder.write("killed.partial", "{\"run\":{");
    folder.msf(&["g.gr", "--checkpoint", "killed"]).ok();
    assert!(!folder.files().contains(&"killed.partial".to_owned()));
    let error = folder.msf(&["g.gr", "--checkpoint", "saved", "--algorithm", "kruskal"]).failed(2);
    assert!(error.contains("--checkpoint requires the algorithm auto"), "{error}");
    // The limit of the size of files is below that of a checkpoint, and above that of the forest.
    graph(&folder, "g.bsg", 300_000, |_, weight| f64::from(weight));
    let script = "ulimit -f 44; exec \"$@\"";
    let often = ["g.bsg", "--checkpoint", "saved", "--interval", "0", "--out", "passing.txt"];
    let child = folder.spawn_by(&["bash", "-c", script, "limited"], &often);
    let ended: Ended = child.wait_with_output().unwrap().into();
    assert!(ended.err.contains("msf: warning: saved: cannot write: File too large"), "{ended:?}");
    ended.ok();
    folder.msf(&["g.bsg", "--out", "whole.txt"]).ok();
    assert!(folder.read("whole.txt") == folder.read("passing.txt"));
    assert!(!folder.files().iter().any(|file| file.starts_with("saved")), "{:?}", folder.files());
}
