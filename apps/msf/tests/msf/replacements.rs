//! `--replacements`: the edges that replace those of the forest, and the price of losing each.

use std::fmt::Debug;
use std::io::Read;

use boscage::exec::Exec;
use boscage::generate::{Gnm, gnm};
use boscage::graph::{AnyEdgeList, EdgeList, Objective};
use boscage::io::{Names, WriteOptions};
use boscage_truth::{Sample, known, naive, sketches};
use serde_json::Value;

use crate::program::Folder;

const HEADER: &str = "source,target,weight,edge,replacement_source,replacement_target,replacement_weight,\
                      replacement_edge,price\n";

fn write(folder: &Folder, name: &str, graph: impl Into<AnyEdgeList>) {
    let options = WriteOptions::default();
    boscage::io::write(&Exec::current(), folder.path(name), &graph.into(), &Names::Offset(0), &options)
        .unwrap();
}

/// The table by forests of graphs in which an edge of the forest is a loop.
fn expected<W: Sample, P: PartialOrd + Debug>(
    list: &EdgeList<W>,
    objective: Objective,
    price: fn(W, W) -> P,
) -> String {
    let forest = naive::kruskal(list.as_view(), objective).edges;
    let row = |id: usize| {
        let edge = list.edges()[id];
        format!("{},{},{:?},{id},", edge.u, edge.v, edge.weight)
    };
    let (mut priced, mut bridges) = (Vec::new(), String::new());
    for &lost in &forest {
        let mut edges = list.edges().to_vec();
        edges[lost].v = edges[lost].u;
        let without = EdgeList::new(list.node_count(), edges).unwrap();
        let without = naive::kruskal(without.as_view(), objective).edges;
        match without.into_iter().find(|id| !forest.contains(id)) {
            Some(id) => {
                let price = price(list.edges()[lost].weight, list.edges()[id].weight);
                priced.push((format!("{}{}{price:?}\n", row(lost), row(id)), price));
            }
            None => bridges += &(row(lost) + ",,,,\n"),
        }
    }
    priced.sort_by(|(_, a), (_, b)| b.partial_cmp(a).unwrap());
    let priced: String = priced.into_iter().map(|(row, _)| row).collect();
    HEADER.to_owned() + &priced + &bridges
}

fn agrees<W: Sample, P: PartialOrd + Debug>(seed: u64, price: fn(W, W) -> P)
where
    AnyEdgeList: From<EdgeList<W>>,
{
    let sketch = sketches::random(seed);
    let (folder, list) = (Folder::new(), sketch.paint::<W>());
    write(&folder, "g.bsg", list.clone());
    for (objective, more) in [(Objective::Minimum, "--quiet"), (Objective::Maximum, "--maximum")] {
        folder.msf(&["g.bsg", "--replacements", "r.csv", more]).ok();
        let found = folder.read("r.csv");
        assert_eq!(found, expected(&list, objective, price), "{seed} {more}: {}", sketch.literal::<W>());
    }
}

fn integers<W: Into<i128>>(a: W, b: W) -> i128 {
    (a.into() - b.into()).abs()
}

fn floats<W: Into<f64>>(a: W, b: W) -> f64 {
    let (a, b) = (a.into(), b.into());
    if a == b { 0.0 } else { (a - b).abs() }
}

#[test]
fn every_edge_has_the_price_of_the_graph_without_it() {
    // One in four has the extremes of its type.
    for seed in 0..48 {
        match seed / 4 % 6 {
            0 => agrees::<u32, _>(seed, integers),
            1 => agrees::<i32, _>(seed, integers),
            2 => agrees::<u64, _>(seed, integers),
            3 => agrees::<i64, _>(seed, integers),
            4 => agrees::<f32, _>(seed, floats),
            _ => agrees::<f64, _>(seed, floats),
        }
    }
}

#[test]
fn the_dearest_loss_comes_first_and_bridges_last() {
    // Two triangles that a bridge connects, a tie of prices, and a tree of its own.
    let graph = "a,b,1\nb,c,2\nc,a,9\nc,d,5\nd,e,3\ne,f,3\nf,d,10\n\"x, y\",z,4\n";
    let folder = Folder::with("g.csv", format!("from,to,weight\n{graph}"));
    let table = folder.msf(&["g.csv", "--replacements", "-", "-q"]).ok();
    let rows = "a,b,1,0,c,a,9,2,8\nb,c,2,1,c,a,9,2,7\nd,e,3,4,f,d,10,6,7\ne,f,3,5,f,d,10,6,7\nc,d,5,3,,,,,\n\
                \"x, y\",z,4,7,,,,,\n";
    assert_eq!(table, HEADER.to_owned() + rows);
    // The table is a forest, too.
    folder.write("r.csv", &table);
    assert!(folder.msf(&["verify", "g.csv", "r.csv"]).ok().starts_with("minimal: 6 edges, 2 trees"));
    // The summary makes way for it, and a compressed one has the same rows.
    let ended = folder.msf(&["g.csv", "--replacements", "-"]);
    assert!(ended.out == table && ended.err.starts_with("graph "), "{ended:?}");
    folder.msf(&["g.csv", "--replacements", "r.csv.gz", "-q"]).ok();
    let mut unpacked = String::new();
    let packed = std::fs::File::open(folder.path("r.csv.gz")).unwrap();
    flate2::read::GzDecoder::new(packed).read_to_string(&mut unpacked).unwrap();
    assert_eq!(unpacked, table);
    for (graph, more) in [("# Nodes: 0\n", "-q"), ("# Nodes: 7 Edges: 1\n1 1 5\n", "--maximum")] {
        folder.write("none.txt", graph);
        folder.msf(&["none.txt", "--replacements", "r.csv", more]).ok();
        assert_eq!(folder.read("r.csv"), HEADER);
    }
}

#[test]
fn every_way_to_the_forest_has_the_same_replacements() {
    let folder = Folder::new();
    write(
        &folder,
        "g.bsg",
        gnm(&Exec::current(), &Gnm { nodes: 2_000, edges: 9_000, ..Gnm::default() }).unwrap(),
    );
    let table = |more: &[&str]| folder.msf(&[&["g.bsg", "--replacements", "-", "-q"], more].concat()).ok();
    let expected = table(&["--threads", "1", "--algorithm", "kruskal"]);
    assert_eq!(expected.lines().count(), 2_000);
    for more in [["--threads", "3"], ["--algorithm", "boruvka"], ["--report", "page.html"]] {
        assert_eq!(table(&more), expected, "{more:?}");
    }
}

#[test]
fn what_has_no_replacements_is_refused() {
    let folder = Folder::with("g.txt", "1 2 3\n2 3 1\n");
    folder.write("p.csv", "x,y\n1,2\n3,4\n");
    let refused = |arguments: &[&str], why: &str| {
        let error = folder.msf(arguments).failed(2);
        assert!(error.contains(why), "{error}");
    };
    refused(
        &["--points", "p.csv", "--replacements", "r.csv"],
        "--replacements requires a graph: other edges",
    );
    refused(&["g.txt", "--estimate", "--replacements", "r.csv"], "cannot be used with");
    refused(&["g.txt", "--replacements", "g.txt"], "the output would replace an input, ");
    refused(&["g.txt", "--replacements", "-", "--trees", "-"], "only one of the outputs");
    assert_eq!(folder.files(), ["g.txt", "p.csv"]);
    // As a stream, nodes take more, for the forest of the other edges.
    write(
        &folder,
        "g.bsg",
        gnm(&Exec::current(), &Gnm { nodes: 200_000, edges: 400_000, ..Gnm::default() }).unwrap(),
    );
    for (option, bytes) in [("--replacements", 110), ("--out", 73)] {
        let error = folder.msf(&["g.bsg", option, "r.csv", "--memory", "20M", "--threads", "2"]).failed(1);
        let expected = format!(" for the forest alone: {bytes} bytes for each of 200000 nodes, and ");
        assert!(error.contains(&expected), "{error}");
    }
}

#[test]
fn prices_of_a_city_are_those_of_its_roads() {
    let Some(folder_of_roads) = known::folder_of_data("roads") else { return };
    let graph = folder_of_roads.join("rome99.gr");
    let folder = Folder::new();
    let arguments = [graph.to_str().unwrap(), "--arcs", "keep", "--replacements", "r.csv", "--stats", "json"];
    let total =
        |stats: String| serde_json::from_str::<Value>(&stats).unwrap()["total_weight"].as_i64().unwrap();
    let before = total(folder.msf(&arguments).ok());
    let (text, table) = (std::fs::read_to_string(&graph).unwrap(), folder.read("r.csv"));
    let rows: Vec<Vec<&str>> = table.lines().skip(1).map(|row| row.split(',').collect()).collect();
    for row in [&rows[0], &rows[1000]] {
        let lost: usize = row[3].parse().unwrap();
        let arcs = text.lines().filter(|line| line.starts_with('a'));
        let edges = arcs.enumerate().filter(|(id, _)| *id != lost);
        folder.write("g.txt", edges.map(|(_, arc)| arc[2..].to_owned() + "\n").collect::<String>());
        let after = total(folder.msf(&["g.txt", "--stats", "json"]).ok());
        assert_eq!(after - before, row[8].parse::<i64>().unwrap(), "{row:?}");
    }
}
