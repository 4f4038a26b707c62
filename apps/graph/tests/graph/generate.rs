//! `graph generate`: families, sizes, and the same bytes everywhere.

use std::fs;

use boscage::exec::Exec;
use boscage::generate::{
    Complete, Gnm, Grid, Loops, Numbering, Pairs, Quadrants, Rmat, Road, Ssca2, Style, WattsStrogatz,
    WeightLaw,
};
use boscage::io::{ReadOptions, read};
use boscage_measuring::generated::Generated;
use serde_json::json;

use crate::program::{facts, graph, printed, reordered, run, words};

#[test]
fn a_generated_graph_is_what_was_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let command = "generate gnm g.gr.gz --nodes 1000 --edges 5000 --weights uniform:50 --seed 3";
    assert_eq!(printed(&run(folder.path(), words(command))), "");
    let facts = facts(folder.path(), "g.gr.gz");
    let told =
        ["nodes", "edges", "weight_type", "weight_min", "weight_max", "loops", "parallel", "degree_mean"];
    let told: Vec<_> = told.iter().map(|name| facts[name].clone()).collect();
    assert_eq!(json!(told), json!([1000, 5000, "u32", 1, 50, 0, 0, 10.0]));
    assert_eq!(facts["arcs"], json!({"arcs": 10_000, "unpaired": 0, "folded": true}));
}

#[test]
fn commands_that_measurements_tell_make_the_graphs_that_were_measured() {
    let style = Style { weights: WeightLaw::Uniform { max: 9 }, numbering: Numbering::Shuffled, seed: 7 };
    let weighing = |weights| Style { weights, ..Style::default() };
    let pairs = Pairs::Any;
    let all = [
        Generated::Road(Road { nodes: 300, ..Road::default() }),
        Generated::Road(Road { nodes: 300, degree: 2.2, islands: 3, spacing: 50, style }),
        Generated::Grid(Grid { rows: 4, columns: 5, style }),
        Generated::Gnm(Gnm { nodes: 90, edges: 200, ..Gnm::default() }),
        Generated::Gnm(Gnm { nodes: 90, edges: 200, pairs, style, ..Gnm::default() }),
        Generated::Gnm(Gnm { nodes: 90, edges: 7000, is_directed: true, ..Gnm::default() }),
        Generated::Rmat(Rmat { scale: 6, edges: 200, is_directed: true, ..Rmat::default() }),
        Generated::Gnm(Gnm {
            nodes: 90,
            edges: 200,
            pairs: Pairs::Repeated,
            style: weighing(WeightLaw::Unit),
            ..Gnm::default()
        }),
        Generated::Grid(Grid { rows: 4, columns: 5, style: weighing(WeightLaw::Ascending) }),
        Generated::Grid(Grid { rows: 4, columns: 5, style: weighing(WeightLaw::Descending) }),
        Generated::Road(Road { nodes: 300, style: weighing(WeightLaw::default()), ..Road::default() }),
        Generated::WattsStrogatz(WattsStrogatz { nodes: 90, ..WattsStrogatz::default() }),
        Generated::Ssca2(Ssca2 { nodes: 90, ..Ssca2::default() }),
        Generated::Rmat(Rmat { scale: 6, edges: 200, ..Rmat::default() }),
        Generated::Rmat(Rmat {
            scale: 6,
            edges: 200,
            quadrants: Quadrants::GRAPH500,
            loops: Loops::Kept,
            style,
            ..Rmat::default()
        }),
        Generated::WattsStrogatz(WattsStrogatz { nodes: 90, neighbours: 6, rewire: 0.3, pairs, style }),
        Generated::Ssca2(Ssca2 { nodes: 90, max_clique: 6, inter: 0.3, style }),
        Generated::Complete(Complete { nodes: 20, style }),
    ];
    let folder = tempfile::tempdir().unwrap();
    for graph in all {
        let command = format!("{graph} g.gr");
        let (_, arguments) = command.split_once(' ').unwrap(); // the program's name
        assert_eq!(printed(&run(folder.path(), words(arguments))), "", "{command}");
        let read = read(&Exec::current(), folder.path().join("g.gr"), &ReadOptions::default()).unwrap();
        let made = graph.make(&Exec::current()).unwrap();
        assert!(read.list == made.into(), "{command}");
        assert_eq!(read.is_directed, command.contains("--directed"), "{command}");
    }
}

#[test]
fn every_family_is_made_in_every_format_that_can_hold_it() {
    let folder = tempfile::tempdir().unwrap();
    let families = [
        ("road --nodes 500", 500),
        ("grid --rows 9 --columns 8", 72),
        ("gnm --nodes 50 --edges 300 --numbering shuffled", 50),
        ("rmat --scale 5 --edges 200 --quadrants graph500", 32),
        ("rmat --scale 5 --edges 200 --quadrants 0.3,0.3,0.3 --loops kept", 32),
        ("watts-strogatz --nodes 40 --neighbours 4 --rewire 0.5", 40),
        ("watts-strogatz --nodes 40 --neighbours 4 --rewire 1 --pairs any", 40),
        ("ssca2 --nodes 70 --max-clique 8 --inter 0.9", 70),
        ("three-paradigm dense/small", 200),
        ("complete --nodes 20 --weights unit", 20),
        ("path --nodes 30 --weights descending", 30),
        ("star --nodes 30 --weights ascending", 30),
        ("comb --spine 5 --tooth 4", 25),
    ];
    for (family, nodes) in families {
        let mut edges = None;
        for suffix in ["gr", "bin", "mtx", "bsg", "sgr.xz", "gr.zst"] {
            let command = format!("generate {family} g.{suffix}");
            let made = run(folder.path(), words(&command));
            let reordered = reordered(&format!("g.{suffix}"));
            let said = String::from_utf8(made.stderr).unwrap();
            assert!(
                made.status.success() && (said.is_empty() || suffix == "sgr.xz" && said == reordered),
                "{said}"
            );
            let facts = facts(folder.path(), &format!("g.{suffix}"));
            assert_eq!(facts["nodes"], nodes, "{family} {suffix}");
            assert_eq!(facts["edges"], *edges.get_or_insert(facts["edges"].clone()), "{family} {suffix}");
        }
    }
}

#[test]
fn sizes_and_weights_are_those_of_the_papers() {
    let folder = tempfile::tempdir().unwrap();
    let facts_of = |family: &str| {
        printed(&run(folder.path(), words(&format!("generate {family} g.bin"))));
        let facts = facts(folder.path(), "g.bin");
        json!(["nodes", "edges", "loops", "parallel", "degree_min"].map(|name| facts[name].clone()))
    };
    assert_eq!(facts_of("three-paradigm dense/medium"), json!([1000, 449_576, 0, 0, 866]));
    assert_eq!(facts_of("three-paradigm sparse/small"), json!([100_000, 149_960, 0, 0, 0]));
    let weights = facts(folder.path(), "g.bin")["weight_max"].as_u64().unwrap();
    assert!(weights > u64::from(u32::MAX) / 1000 * 999, "{weights}");
    assert_eq!(facts_of("watts-strogatz --nodes 999 --rewire 0"), json!([999, 4995, 0, 0, 10]));
    assert_eq!(facts_of("watts-strogatz --nodes 999 --rewire 1"), json!([999, 4995, 0, 0, 5]));
    assert_eq!(facts_of("ssca2 --nodes 999 --max-clique 1 --inter 0"), json!([999, 0, 0, 0, 0]));
    assert_eq!(facts_of("ssca2 --nodes 2000 --max-clique 99"), json!([2000, 64_748, 0, 0, 3]));
}

#[test]
fn the_bytes_do_not_depend_on_the_threads() {
    let folder = tempfile::tempdir().unwrap();
    let make_by = |threads: &str, arguments: &str, files: &[&str]| {
        let mut command = graph();
        command.args(words(arguments));
        let output = command.env("RAYON_NUM_THREADS", threads).current_dir(folder.path()).output().unwrap();
        assert!(printed(&output).is_empty());
        files.iter().map(|file| fs::read(folder.path().join(file)).unwrap()).collect::<Vec<_>>()
    };
    for family in ["watts-strogatz --nodes 30000", "ssca2 --nodes 30000"] {
        for file in ["g.bsg", "g.gr", "g.txt"] {
            let make =
                |threads| make_by(threads, &format!("generate {family} {file} --drop-isolated"), &[file]);
            let alone = make("1");
            assert!(alone == make("2") && alone == make("5"), "{family} {file}");
        }
    }
    let make = |threads| {
        let arguments = "generate road g.gr --nodes 20000 --coordinates g.co";
        make_by(threads, arguments, &["g.gr", "g.co"])
    };
    let alone = make("1");
    assert!(alone == make("2") && alone == make("5"));
    let lines = |bytes: &[u8]| bytes.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(lines(&alone[1]), 20_001);
}

#[test]
fn a_graph_and_its_coordinates_need_a_file_each() {
    let folder = tempfile::tempdir().unwrap();
    let ended = run(folder.path(), words("generate road x.gr --nodes 100 --coordinates ./x.gr"));
    assert!(!ended.status.success());
    assert_eq!(ended.stderr, b"graph: error: x.gr: cannot write: another output goes there\n");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
