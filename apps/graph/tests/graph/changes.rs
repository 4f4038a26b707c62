//! `graph cut` and `graph weights`: parts of graphs, and other weights.

use std::fs;
use std::path::Path;

use crate::program::{printed, run, words};

const ROADS: &str = "from,to,km,id\na,b,1.25,7\nb,c,-2.5,8\nc,a,3,9\nd,e,0.5,x\n";
const PLACES: &str = "id,lon,lat\na,1,1\nb,2,1\nc,9,9\nd,1,2\n";

/// Runs a command on the roads, and returns what it prints and the output `o.csv`.
fn changed(folder: &Path, command: &str) -> String {
    fs::write(folder.join("roads.csv"), ROADS).unwrap();
    fs::write(folder.join("places.csv"), PLACES).unwrap();
    let ended = run(folder, words(command));
    assert!(ended.status.success(), "{command}: {}", String::from_utf8_lossy(&ended.stderr));
    fs::read_to_string(folder.join("o.csv")).unwrap()
}

#[track_caller]
fn refused(folder: &Path, command: &str, message: &str) {
    let ended = run(folder, words(command));
    let said = String::from_utf8(ended.stderr).unwrap();
    assert!(!ended.status.success() && said.contains(message), "{command}: {said}");
    assert!(!folder.join("none.csv").exists());
}

#[test]
fn parts_keep_names_and_data() {
    let folder = tempfile::tempdir().unwrap();
    let cut =
        |options: &str| changed(folder.path(), &format!("cut roads.csv o.csv --drop-isolated {options}"));
    let header = "source,target,weight,id\n";
    let largest = format!("{header}a,b,1.25,7\nb,c,-2.5,8\nc,a,3.0,9\n");
    assert_eq!(cut("--component largest"), largest);
    assert_eq!(cut("--component e"), format!("{header}d,e,0.5,x\n"));
    assert_eq!(cut("--box 0,0,3,3 --coordinates places.csv"), format!("{header}a,b,1.25,7\n"));
    assert_eq!(cut("--box=-9,0,3,3 --coordinates places.csv --component d"), header);
    let refused = |options: &str, message| {
        refused(folder.path(), &format!("cut roads.csv none.csv {options}"), message);
    };
    refused("--component f", "--component: expected `largest` or a node of the graph, found f");
    refused("--box 0,0,3,3", "--box: expected coordinates of the nodes");
    let nodes = "expected a rectangle with nodes, which are within 1,1,9,9, found 4,4,5,5";
    refused("--box 4,4,5,5 --coordinates places.csv", nodes);
    refused("--box 3,0,0,3", "expected the west side before the east");
    refused("", "--box");
    let ended = run(folder.path(), words("cut roads.csv places.csv --component a --coordinates places.csv"));
    assert!(String::from_utf8_lossy(&ended.stderr).contains("would replace an input"));
    assert_eq!(fs::read_to_string(folder.path().join("places.csv")).unwrap(), PLACES);
    // The places stay in formats that have them.
    let command = "cut roads.csv o.graphml --box 0,0,3,3 --coordinates places.csv";
    let said = String::from_utf8(run(folder.path(), words(command)).stderr).unwrap();
    assert_eq!(said, "graph: warning: places.csv has no place of 1 node\n");
    let graph = fs::read_to_string(folder.path().join("o.graphml")).unwrap();
    assert!(
        graph.contains("<node id=\"a\"><data key=\"x\">1.0</data>") && graph.contains("<node id=\"d\">"),
        "{graph}"
    );
}

#[test]
fn the_course_of_edges_is_kept_where_coordinates_agree() {
    let folder = tempfile::tempdir().unwrap();
    let line = "\"LINESTRING (0 0, 5 5, 9 0)\"";
    fs::write(folder.path().join("g.csv"), format!("from,to,km,geom\na,b,2,{line}\n")).unwrap();
    let cut = |places: &str| {
        fs::write(folder.path().join("p.csv"), places).unwrap();
        let command = "cut g.csv o.csv --keep-geometry --component a --coordinates p.csv";
        let ended = run(folder.path(), words(command));
        (fs::read_to_string(folder.path().join("o.csv")).unwrap(), String::from_utf8(ended.stderr).unwrap())
    };
    let (same, said) = cut("id,lon,lat\na,0,0.001\nb,9,0\n");
    assert!(same.contains("(0 0.001, 5 5, 9 0)") && said.is_empty(), "{same} {said}");
    let (other, said) = cut("id,lon,lat\na,0,0\nb,90,0\n");
    assert!(
        !other.contains("LINESTRING") && said.contains("the course of edges is not kept"),
        "{other} {said}"
    );
    assert!(cut("id,lon,lat\na,0,0\n").1.contains("p.csv has no place of 1 node"));
}

#[test]
fn an_empty_graph_has_no_largest_component() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("e.gr"), "p sp 0 0\n").unwrap();
    printed(&run(folder.path(), words("cut e.gr o.gr --component largest")));
    assert_eq!(fs::read_to_string(folder.path().join("o.gr")).unwrap(), "p sp 0 0\n");
}

#[test]
fn weights_are_scaled_rounded_or_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let weights = |options: &str| {
        let table = changed(folder.path(), &format!("weights roads.csv o.csv {options}"));
        let cell = |row: &str| row.split(',').nth(2).unwrap().to_owned();
        table.lines().skip(1).map(cell).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(weights("--scale 100"), "125.0 -250.0 300.0 50.0");
    assert_eq!(weights("--scale 100 --round 0"), "125 -250 300 50");
    assert_eq!(weights("--round 0"), "1 -2 3 0"); // ties go to the even digit
    assert_eq!(weights("--round 1"), "1.2 -2.5 3.0 0.5");
    assert_eq!(weights("--drop-isolated --drop-negative --scale 2"), "2.5 6.0 1.0");
    fs::write(folder.path().join("i.txt"), "1 2 3\n2 3 4294967295\n").unwrap();
    let of_integers = |options: &str| {
        printed(&run(folder.path(), words(&format!("weights i.txt o.txt {options}"))));
        fs::read_to_string(folder.path().join("o.txt")).unwrap().split_once('\n').unwrap().1.to_owned()
    };
    assert_eq!(of_integers("--scale 1000"), "1 2 3000\n2 3 4294967295000\n");
    assert_eq!(of_integers("--scale 0.5"), "1 2 1.5\n2 3 2147483647.5\n");
    let refused = |text: &str, options: &str, message| {
        fs::write(folder.path().join("w.txt"), text).unwrap();
        refused(folder.path(), &format!("weights w.txt none.csv {options}"), message);
    };
    for options in ["--round 0", "--scale 0.5"] {
        refused("1 2 9007199254740993\n", options, "holds exactly, found 9007199254740993 from 1 to 2");
    }
    refused("1 2 9007199254740993\n", "--scale 2", "holds exactly, found 9007199254740993 from 1 to 2");
    refused("1 2 1e300\n", "--scale 1e300", "holds exactly, found 1e300 from 1 to 2");
    refused("1 2 1e300\n", "--round 0", "--round: expected weights that fit an integer of 64 bits");
    refused("1 2\n", "--scale 2", "expected edges with weights");
    refused("1 2 3\n", "--scale 0", "expected a number above 0");
}
