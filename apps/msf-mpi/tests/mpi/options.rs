//! Components, generated graphs and limits of memory: the same as in `msf`, on every number of ranks.

use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::Objective;
use boscage::io::{ReadOptions, Unweighted, WriteOptions};
use boscage::operators::msf::{self, Kruskal};
use boscage::with_weighted_list;
use boscage_programs::family::{Family, Made, StyleOptions};
use clap::Parser;
use serde_json::Value;

use super::forests::{in_parts, inputs, succeeded};
use super::launcher::{Ended, Launcher};

/// The components of one process.
fn expected(path: &str) -> String {
    let exec = Exec::new(1).unwrap();
    let options = ReadOptions { unweighted: Some(Unweighted::One), ..ReadOptions::default() };
    let input = boscage::io::read(&exec, path, &options).unwrap();
    let lines = with_weighted_list!(&input.list, list => {
        let forest = msf::auto(&exec, list, Objective::Minimum).unwrap();
        let components = forest.components(list).unwrap();
        let line = |(node, label)| {
            format!("{} {label}\n", input.names.name(boscage::graph::Node::new(node)))
        };
        components.labels().iter().enumerate().map(line).collect()
    });
    lines.unwrap()
}

/// A large path of nodes with names, without every seventh edge, and isolated nodes between them.
fn broken_path(folder: &Path) -> String {
    let path = folder.join("broken.bsg");
    let edges = (0..60_000_u32).filter(|i| i % 7 > 0).map(|i| (i, i + 1, i % 5));
    let list = boscage::graph::EdgeList::from_triples(60_010, edges).unwrap();
    let names = boscage::io::Names::Listed((0..60_010).map(|i| 3 * i + i * i).collect());
    let exec = Exec::new(1).unwrap();
    boscage::io::write(&exec, &path, &list.into(), &names, &WriteOptions::default()).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn components_are_those_of_one_process() {
    let Some(launcher) = Launcher::new() else { return };
    let folder = tempfile::tempdir().unwrap();
    let graphs = inputs().into_iter().map(|path| in_parts(folder.path(), &path));
    for (at, path) in graphs.chain([broken_path(folder.path())]).enumerate() {
        let expected = expected(&path);
        let found = succeeded(launcher.run(1 + at % 4, &["--components", "-", "--quiet", &path]));
        assert!(found == expected, "{path} on {} ranks", 1 + at % 4);
        let (out, forest) = (folder.path().join("components.txt"), folder.path().join("forest.txt"));
        let [out_name, forest] = [&out, &forest].map(|path| path.to_str().unwrap());
        succeeded(launcher.run(2, &["--components", out_name, "--out", forest, "--quiet", &path]));
        assert!(std::fs::read_to_string(&out).unwrap() == expected, "{path}");
    }
    let two = launcher.run(2, &["--generate", "path:nodes=9", "--out", "-", "--components", "-"]);
    assert!(two.code == 2 && two.err.contains("only one of --out and --components"), "{two:?}");
    let both = folder.path().join("both.txt");
    let both_name = both.to_str().unwrap();
    let same =
        launcher.run(2, &["--generate", "path:nodes=9", "--out", both_name, "--components", both_name]);
    assert!(same.code == 1 && same.err.contains("another output goes there"), "{same:?}");
    assert!(!both.exists());
}

fn json(ended: Ended) -> Value {
    serde_json::from_str(&succeeded(ended)).unwrap()
}

/// The command line of `graph generate`.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Words {
    #[command(subcommand)]
    family: Family<StyleOptions>,
}

/// The ids of the forest of a graph that is generated whole, one per line.
fn ids_of_whole(words: &str) -> String {
    let exec = Exec::new(1).unwrap();
    let list = match Words::parse_from(words.split(' ')).family.make(&exec).unwrap() {
        Made::Recipe(recipe) => recipe.make(&exec).unwrap(),
        Made::Map(list, _) => list,
    };
    let forest = msf::kruskal(&exec, &list, Objective::Minimum, Kruskal::default()).unwrap();
    let mut ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
    ids.sort_unstable();
    ids.iter().map(|id| format!("{id}\n")).collect()
}

#[test]
fn families_are_those_of_graph_generate_on_every_number_of_ranks() {
    let Some(launcher) = Launcher::new() else { return };
    for (family, words) in [
        ("road:nodes=700", "road --nodes 700"),
        ("ssca2:nodes=500,max-clique=9", "ssca2 --nodes 500 --max-clique 9"),
        (
            "watts-strogatz:nodes=400,neighbours=6,rewire=0.2",
            "watts-strogatz --nodes 400 --neighbours 6 --rewire 0.2",
        ),
        ("comb:spine=30,tooth=4,numbering=shuffled", "comb --spine 30 --tooth 4 --numbering shuffled"),
        (
            "rmat:scale=9,edges=3000,quadrants=0.5,0.2,0.2",
            "rmat --scale 9 --edges 3000 --quadrants 0.5,0.2,0.2",
        ),
    ] {
        let expected = ids_of_whole(words);
        for ranks in [1, 3] {
            let options = ["--generate", family, "--out", "-", "--format", "ids", "--quiet"];
            assert!(succeeded(launcher.run(ranks, &options)) == expected, "{family} on {ranks} ranks");
        }
    }
    let wrong = launcher.run(2, &["--generate", "web:nodes=3"]);
    assert!(wrong.code == 2 && wrong.err.contains("unrecognized family 'web'"), "{wrong:?}");
}

#[test]
fn what_needs_more_memory_than_a_rank_may_use_is_refused() {
    let Some(launcher) = Launcher::new() else { return };
    let folder = tempfile::tempdir().unwrap();
    let graph = "gnm:nodes=100000,edges=400000";
    for arguments in [&["--generate", graph][..], &[&broken_path(folder.path())]] {
        let refused = launcher.run(2, &[arguments, &["--memory", "12M"]].concat());
        let said = refused.err.matches("--memory SIZE or unlimited overrides this").count();
        assert!(refused.code == 1 && said == 1, "{refused:?}");
        let admitted = launcher.run(2, &[arguments, &["--memory", "unlimited", "--quiet"]].concat());
        assert_eq!(succeeded(admitted), "");
    }
}

#[test]
fn estimates_cover_what_a_rank_takes() {
    let Some(launcher) = Launcher::new() else { return };
    let folder = tempfile::tempdir().unwrap();
    let names = broken_path(folder.path());
    for (ranks, graph, most) in [
        (1, &["--generate", "gnm:nodes=300000,edges=900000"][..], 2.0),
        (2, &["--generate", "gnm:nodes=300000,edges=900000"], 2.0),
        (3, &["--generate", "grid:rows=500,columns=600"], 3.0),
        (2, &["--generate", "road:nodes=200000"], 3.0),
        (2, &[&names], 3.0),
    ] {
        let run = |more: &[&str]| {
            let common = ["--threads", "1", "--stats", "json"];
            json(launcher.run(ranks, &[graph, &common, more].concat()))
        };
        let table = run(&["--estimate"]);
        assert_eq!(table["ranks"], ranks);
        for algorithm in ["auto", "allreduce-boruvka", "--verify"] {
            let (estimate, ended) = if algorithm == "--verify" {
                (table["verify_peak_bytes"].as_f64(), run(&["--verify"]))
            } else {
                let rows = table["operators"].as_array().unwrap();
                let row = rows.iter().find(|row| row["algorithm"] == algorithm).unwrap();
                (row["peak_bytes"].as_f64(), run(&["--algorithm", algorithm]))
            };
            assert_eq!((&table["edges"], &table["nodes"]), (&ended["edges"], &ended["nodes"]));
            // In a run with a proof, the forest may take most.
            let forest = table["operators"][0]["peak_bytes"].as_f64().unwrap();
            let estimate = estimate.unwrap().max(if algorithm == "--verify" { forest } else { 0.0 });
            let peak = ended["peak_bytes"].as_f64().unwrap();
            let ratio = estimate / peak;
            assert!((1.0..most).contains(&ratio), "{graph:?}, {algorithm} on {ranks}: {peak}, {estimate}");
        }
    }
    let table = succeeded(launcher.run(2, &["--generate", "path:nodes=1000", "--estimate"]));
    assert!(
        table.starts_with("path:nodes=1000: 1,000 nodes, 999 edges, weights of 32 bits, 2 ranks"),
        "{table}"
    );
}
