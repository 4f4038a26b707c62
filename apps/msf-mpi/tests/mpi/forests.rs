//! The same words arrive, and the same forests are found, on every number of ranks.

use std::path::{Path, PathBuf};

use super::launcher::{Ended, Launcher};
use boscage::exec::Exec;
use boscage::graph::Objective;
use boscage::io::{ReadOptions, Unweighted, WriteOptions};
use boscage::operators::msf;
use boscage::with_weighted_list;

/// The small graphs of the repository.
pub(crate) fn inputs() -> Vec<String> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../inputs");
    let paths = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let is_graph = |path: &PathBuf| path.extension().is_some_and(|end| end != "md" && end != "tsv");
    let mut paths: Vec<_> = paths.filter(is_graph).map(|path| path.to_str().unwrap().to_owned()).collect();
    paths.sort();
    paths
}

/// The file itself, if ranks can read parts of it; the same graph as `.bsg` otherwise.
pub(crate) fn in_parts(folder: &Path, path: &str) -> String {
    if path.ends_with(".gr") || path.ends_with(".txt") {
        return path.to_owned();
    }
    let exec = Exec::new(1).unwrap();
    let input = boscage::io::read(&exec, path, &ReadOptions::default()).unwrap();
    let name = PathBuf::from(path).with_extension("bsg");
    let converted = folder.join(name.file_name().unwrap());
    boscage::io::write(&exec, &converted, &input.list, &input.names, &WriteOptions::default()).unwrap();
    converted.to_str().unwrap().to_owned()
}

/// The forest of one process: lines of ids, and of edges.
pub(crate) fn expected(path: &str, objective: Objective) -> [String; 2] {
    let exec = Exec::new(1).unwrap();
    let options = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
    let input = boscage::io::read(&exec, path, &options).unwrap();
    let lines = with_weighted_list!(&input.list, list => {
        let forest = msf::auto(&exec, list, objective).unwrap();
        let edge = |id: &boscage::graph::EdgeId| {
            let edge = list.edges()[id.index()];
            format!("{} {} {:?}\n", input.names.name(edge.u), input.names.name(edge.v), edge.weight)
        };
        let ids = forest.edges().iter().map(|id| format!("{id}\n"));
        [ids.collect(), forest.edges().iter().map(edge).collect()]
    });
    lines.unwrap()
}

pub(crate) fn succeeded(ended: Ended) -> String {
    assert_eq!(ended.code, 0, "after {:?}: {ended:?}", ended.time);
    ended.out
}

#[test]
fn all_words_arrive_on_every_number_of_ranks() {
    let Some(launcher) = Launcher::new() else { return };
    for ranks in 1..=4 {
        assert_eq!(succeeded(launcher.run(ranks, &["--selftest"])), "all words have arrived, 4 times\n");
    }
}

#[test]
fn forests_are_those_of_one_process() {
    let Some(launcher) = Launcher::new() else { return };
    let folder = tempfile::tempdir().unwrap();
    for (at, path) in inputs().iter().map(|path| in_parts(folder.path(), path)).enumerate() {
        let path = &path;
        let ids = ["--out", "-", "--format", "ids", "--quiet", path];
        let [expected_ids, _] = expected(path, Objective::Minimum);
        let [_, expected_edges] = expected(path, Objective::Maximum);
        for ranks in [1 + at % 2, 3 + at % 2] {
            let algorithm = ["auto", "allreduce-boruvka", "ghs"][(at + ranks) % 3];
            let found = succeeded(launcher.run(ranks, &[&["--algorithm", algorithm][..], &ids].concat()));
            assert!(found == expected_ids, "{path}, {algorithm} on {ranks} ranks");
        }
        let edges = ["--out", "-", "--maximum", "--verify", "--threads", "2", "--grid-from", "2", path];
        assert!(succeeded(launcher.run(3, &edges)) == expected_edges, "{path}, maximum");
    }
}

/// New York, from the folder of real graphs.
#[test]
fn a_real_road_network_has_its_forest() {
    let Some(launcher) = Launcher::new() else { return };
    let Ok(data) = std::env::var("BOSCAGE_DATA") else {
        println!("skipped: BOSCAGE_DATA names no folder with real graphs");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let path = in_parts(folder.path(), &format!("{data}/roads/NY.gr.gz"));
    let [ids, _] = expected(&path, Objective::Minimum);
    for (ranks, algorithm) in [(2, "auto"), (4, "auto"), (2, "allreduce-boruvka")] {
        let out = folder.path().join("forest.txt");
        let arguments = ["--algorithm", algorithm, "--out", out.to_str().unwrap(), "--format", "ids", &path];
        succeeded(launcher.run(ranks, &arguments));
        assert!(std::fs::read_to_string(&out).unwrap() == ids, "{algorithm} on {ranks} ranks");
    }
}

#[test]
fn each_rank_makes_its_edges_of_a_generated_graph() {
    let Some(launcher) = Launcher::new() else { return };
    let run = |ranks| {
        let graph = "gnm:nodes=1000,edges=4000,seed=5";
        let out = succeeded(launcher.run(ranks, &["--generate", graph, "--stats", "json", "--verify"]));
        serde_json::from_str::<serde_json::Value>(&out).unwrap()
    };
    let (one, three) = (run(1), run(3));
    for key in ["total_weight", "forest_edges", "trees", "edges", "nodes", "verified"] {
        assert_eq!(one[key], three[key], "{key}");
    }
    assert_eq!((&three["ranks"], &three["machines"]), (&3.into(), &1.into()));
    let steps = three["traffic"].as_array().unwrap();
    let sent = |name: &str| {
        let step = steps.iter().find(|step| step["step"] == name).unwrap();
        step["bytes"]["max"].as_u64().unwrap()
    };
    // There are so few labels that the ranks' local forests are merged, at 24 bytes for each edge.
    assert!((24 * 500..24 * 1400).contains(&sent("merge")), "{steps:?}");
    assert!(sent("read") < 1000, "{steps:?}");
}

#[test]
fn only_one_rank_speaks() {
    let Some(launcher) = Launcher::new() else { return };
    let ended = launcher.run(3, &["--generate", "path:nodes=10"]);
    assert_eq!(ended.out.matches("forest ").count(), 2, "the forest and its time: {ended:?}");
    let help = launcher.run(1, &["--help"]);
    assert!(help.code == 0 && help.out.contains("--comm-timeout"), "{help:?}");
    let wrong = launcher.run(3, &["--generate", "path:nodes=10", "--quiet", "--nonsense"]);
    assert_eq!((wrong.code, wrong.err.matches("--nonsense' found").count()), (2, 1), "{wrong:?}");
}

#[test]
fn the_launcher_of_another_mpi_is_refused() {
    let Some(launcher) = Launcher::new() else { return };
    // The variable of the other MPI.
    let other = if launcher.name == "MPICH" { "OMPI_COMM_WORLD_SIZE" } else { "PMI_SIZE" };
    let alone = std::process::Command::new(env!("CARGO_BIN_EXE_msf-mpi"))
        .args(["--generate", "path:nodes=10"])
        .env(other, "2")
        .output();
    let alone = alone.unwrap();
    let err = String::from_utf8_lossy(&alone.stderr);
    assert!(alone.status.code() == Some(1) && err.contains("2 processes were started"), "{alone:?}");
}
