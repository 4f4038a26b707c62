//! `--points`: trees and clusters of points, from tables and arrays.

#[cfg(target_os = "linux")]
mod memory;

use boscage::random::Random;
use serde_json::Value;

use crate::program::Folder;

/// Mean radius of the earth in metres.
const EARTH: f64 = 6_371_008.8;

/// Points around the given centres in turn, and then some anywhere.
fn blobs(points: usize, centres: &[[f64; 2]], noise: usize) -> Vec<[f64; 2]> {
    let mut random = Random::new(17, 0).item(0);
    let mut uniform = |width: f64| (random.below(1 << 20) as f64 / f64::from(1 << 20) - 0.5) * width;
    let mut place = |[x, y]: [f64; 2], width: f64| [x + uniform(width), y + uniform(width)];
    let inside: Vec<_> = (0..points).map(|i| place(centres[i % centres.len()], 2.0)).collect();
    let outside = (0..noise).map(|_| place([0.0, 0.0], 60.0)).collect();
    [inside, outside].concat()
}

fn csv(points: &[[f64; 2]]) -> String {
    let rows = points.iter().enumerate().map(|(i, [x, y])| format!("p{i},{x},{y}\n"));
    "name,x,y\n".to_owned() + &rows.collect::<String>()
}

fn euclidean(a: [f64; 2], b: [f64; 2]) -> f64 {
    let square = |axis: usize| (b[axis] - a[axis]) * (b[axis] - a[axis]);
    (square(0) + square(1)).sqrt()
}

/// The tree by Kruskal's algorithm over all pairs: ends and weights in ascending order.
fn kruskal(points: &[[f64; 2]], weight: impl Fn(usize, usize) -> f64) -> Vec<(usize, usize, f64)> {
    let pairs = (0..points.len()).flat_map(|u| (u + 1..points.len()).map(move |v| (u, v)));
    let mut edges: Vec<_> = pairs.map(|(u, v)| (u, v, weight(u, v))).collect();
    edges.sort_by(|a, b| a.2.total_cmp(&b.2));
    let mut labels: Vec<usize> = (0..points.len()).collect();
    edges.retain(|&(u, v, _)| {
        let (from, to) = (labels[v], labels[u]);
        labels.iter_mut().filter(|label| **label == from).for_each(|label| *label = to);
        from != to
    });
    edges
}

/// The edges of a forest that was written as text.
fn edges(text: &str) -> Vec<(usize, usize, f64)> {
    let edge = |line: &str| {
        let words: Vec<_> = line.split(' ').collect();
        (words[0].parse().unwrap(), words[1].parse().unwrap(), words[2].parse().unwrap())
    };
    text.lines().map(edge).collect()
}

/// The labels of `--components`, in the order of the points.
fn labels(text: &str) -> Vec<i64> {
    let label = |(i, line): (usize, &str)| {
        let (point, label) = line.split_once(' ').unwrap();
        assert_eq!(point.parse(), Ok(i));
        label.parse().unwrap()
    };
    text.lines().enumerate().map(label).collect()
}

/// An array of NumPy, row by row.
fn npy(descr: &str, shape: &str, is_fortran: bool, bytes: &[u8]) -> Vec<u8> {
    let order = if is_fortran { "True" } else { "False" };
    let header = format!("{{'descr': '{descr}', 'fortran_order': {order}, 'shape': {shape}, }}\n");
    let len = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\0", &len[..], header.as_bytes(), bytes].concat()
}

#[test]
fn the_tree_is_that_of_all_pairs() {
    let points = blobs(150, &[[0.0, 0.0], [9.0, 4.0]], 30);
    let folder = Folder::with("p.csv", csv(&points));
    let ended = folder.msf(&["--points", "p.csv", "--out", "t.txt", "--verify"]);
    let remark = "msf: warning: p.csv: the coordinates are in the columns x, y; not used: name (--columns \
                  chooses others)\n";
    assert_eq!(ended.err, remark);
    let summary = ended.ok();
    for words in [
        "points    p.csv (CSV), 180 points in 2 dimensions\n",
        "tree      179 edges, by euclidean distances, ",
        "proof     minimal: its weights are those of Prim's algorithm\n",
    ] {
        assert!(summary.contains(words), "{words}: {summary}");
    }
    let want = kruskal(&points, |u, v| euclidean(points[u], points[v]));
    assert_eq!(edges(&folder.read("t.txt")), want);

    // By any number of threads, from any form of the points.
    let bytes = |points: &[f64]| points.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    let columns = [0, 1].map(|axis| points.iter().map(|point| point[axis]).collect::<Vec<f64>>());
    folder.write("rows.npy", npy("<f8", "(180, 2)", false, &bytes(points.as_flattened())));
    folder.write("columns.npy", npy("<f8", "(180, 2)", true, &bytes(&columns.concat())));
    folder.write("bars.tsv", csv(&points).replace(',', "\t").replace('.', ","));
    for (file, option) in [
        ("rows.npy", "--threads=1"),
        ("columns.npy", "--threads=3"),
        ("p.csv", "--columns=x,3"),
        ("bars.tsv", "--decimal-comma"),
    ] {
        folder.msf(&["--points", file, option, "--out", "other.txt", "-q"]).ok();
        assert_eq!(folder.read("other.txt"), folder.read("t.txt"), "{file} {option}");
    }
    let streamed = folder.msf_with(&csv(&points), &["-", "--points", "--out", "-", "-q"]);
    assert_eq!(streamed.ok(), folder.read("t.txt"));
    folder.msf(&["--points", "p.csv", "--columns", "y,x", "--out", "turned.txt", "-q"]).ok();
    assert_eq!(edges(&folder.read("turned.txt")).len(), 179);
}

#[test]
fn floats_of_four_bytes_and_integers_are_points() {
    let folder = Folder::new();
    let points = [[0, 0], [3, 4], [3, 5], [-1, 0]];
    let all = points.as_flattened();
    let singles: Vec<u8> = all.iter().flat_map(|&x| (x as f32).to_le_bytes()).collect();
    let bytes: Vec<u8> = all.iter().flat_map(|&x| (x as i8).to_le_bytes()).collect();
    folder.write("f4.npy", npy("<f4", "(4, 2)", false, &singles));
    folder.write("i1.npy", npy("|i1", "(4, 2)", false, &bytes));
    for file in ["f4.npy", "i1.npy"] {
        let out = folder.msf(&["--points", file, "--out", "-", "-q"]).ok();
        assert_eq!(out, "0 3 1.0\n1 2 1.0\n0 1 5.0\n");
    }
}

#[test]
fn mutual_reachability_and_other_distances_are_proved() {
    let points = blobs(120, &[[0.0, 0.0], [7.0, 0.0]], 20);
    let folder = Folder::with("p.csv", csv(&points));
    let core = |u: usize| {
        let mut row: Vec<f64> = points.iter().map(|&point| euclidean(points[u], point)).collect();
        row.sort_by(f64::total_cmp);
        row[3]
    };
    let cores: Vec<f64> = (0..points.len()).map(core).collect();
    let mutual = |u: usize, v: usize| euclidean(points[u], points[v]).max(cores[u]).max(cores[v]);
    let ended = folder.msf(&["--points", "p.csv", "--min-samples", "4", "--verify", "--out", "t.txt"]);
    assert!(ended.ok().contains("by mutual reachability (4 samples) of euclidean distances"));
    let weights = |edges: Vec<(usize, usize, f64)>| edges.iter().map(|edge| edge.2).collect::<Vec<_>>();
    assert_eq!(weights(edges(&folder.read("t.txt"))), weights(kruskal(&points, mutual)));

    for metric in ["manhattan", "chebyshev", "cosine"] {
        let proved = ["--points", "p.csv", "--metric", metric, "--verify", "--min-samples", "3"];
        assert!(folder.msf(&proved).ok().contains(&format!("of {metric} distances")));
    }
    let many = blobs(5001, &[[0.0, 0.0]], 0);
    folder.write("many.csv", csv(&many));
    let refused = folder.msf(&["--points", "many.csv", "--columns", "x,y", "--verify"]);
    assert!(refused.err.contains("--verify: expected at most 5000 points, between which"), "{refused:?}");
}

#[test]
fn places_on_the_earth_are_joined_in_metres() {
    let places = [[59.91, 10.75], [41.9, 12.5], [48.86, 2.35], [-18.14, 178.44], [-13.83, -171.77]];
    let rows = places.iter().map(|[latitude, longitude]| format!("{longitude};{latitude};1000000\n"));
    let folder = Folder::with("p.csv", "Longitude;Latitude;People\n".to_owned() + &rows.collect::<String>());
    let of = |more: &[&str]| folder.msf(&[&["--points", "p.csv", "--metric", "haversine"], more].concat());
    let files = ["--out", "t.geojson", "--largest-tree", "t.txt", "--trees", "t.csv", "--report", "p.html"];
    let summary = of(&[&files[..], &["--verify"]].concat()).ok();
    assert!(summary.contains("by distances on the earth in metres"), "{summary}");
    let metres = |u: usize, v: usize| {
        let [[a, b], [c, d]] = [places[u], places[v]].map(|place| place.map(f64::to_radians));
        let cosine = a.sin() * c.sin() + a.cos() * c.cos() * (b - d).cos();
        EARTH * cosine.acos()
    };
    let want = kruskal(&places, metres);
    for ((u, v, weight), want) in edges(&folder.read("t.txt")).into_iter().zip(want) {
        assert_eq!((u, v), (want.0, want.1));
        assert!((weight - want.2).abs() < 0.01, "{weight} {}", want.2);
    }
    let map: Value = serde_json::from_str(&folder.read("t.geojson")).unwrap();
    assert_eq!(map["features"][0]["geometry"]["coordinates"][0], serde_json::json!([12.5, 41.9]));
    // Between the two of the Pacific, a line is cut at the antimeridian.
    let is_cut = |line: &Value| line["geometry"]["type"] == "MultiLineString";
    let across = &map["features"].as_array().unwrap().iter().find(|line| is_cut(line)).unwrap()["geometry"];
    let parts = [0, 1].map(|part| across["coordinates"][part].as_array().unwrap());
    assert_eq!((&parts[0][0], &parts[0][1][0]), (&serde_json::json!([178.44, -18.14]), &180.into()));
    assert_eq!((&parts[1][0][0], &parts[1][1]), (&(-180).into(), &serde_json::json!([-171.77, -13.83])));
    assert!(folder.read("t.csv").contains(",west,south,east,north\n"));
    let page = folder.read("p.html");
    assert!(page.contains("A map of 4 edges") && page.contains("weight in m<"));

    folder.write("p.csv", "1,2\n-40,3\n");
    assert!(of(&["--report", "p.html", "--unit", "km"]).failed(1).contains("--unit: expected m for"));
    folder.write("p.csv", "1,2\n95,3\n");
    let latitude = "p.csv: expected latitudes from -90 to 90 degrees, found 95.0 in row 1, column 1 (";
    assert!(of(&[]).failed(1).contains(latitude));
    assert!(
        of(&["--trees", "t.csv", "--degrees=no"]).failed(2).contains("latitude and longitude in degrees")
    );
    folder.write("p.csv", "1,2,3\n");
    assert!(of(&[]).failed(1).contains("expected two columns, latitude and longitude"));
}

#[test]
fn clusters_are_those_of_single_linkage() {
    let points = blobs(90, &[[0.0, 0.0], [20.0, 0.0], [0.0, 20.0]], 0);
    let folder = Folder::with("p.csv", csv(&points));
    let clusters = ["--points", "p.csv", "--clusters", "3", "--components", "c.txt"];
    let summary = folder.msf(&[&clusters[..], &["--report", "p.html"]].concat()).ok();
    assert!(summary.contains("clusters  3\n"), "{summary}");
    let want: Vec<i64> = (0..90).map(|i| i % 3).collect();
    assert_eq!(labels(&folder.read("c.txt")), want);
    let page = folder.read("p.html");
    for words in
        ["p.csv: clusters</title>", "largest cluster, 30 points<", "edges of the tree between clusters<"]
    {
        assert!(page.contains(words), "{words}");
    }
    let cut = ["--points", "p.csv", "--cut", "10", "--components", "cut.txt", "--stats", "json"];
    let stats: Value = serde_json::from_str(&folder.msf(&cut).ok()).unwrap();
    assert_eq!((&stats["clusters"], &stats["nodes"], &stats["edges"]), (&3.into(), &90.into(), &4005.into()));
    assert_eq!(stats["points"]["columns"], serde_json::json!(["x", "y"]));
    assert_eq!(stats["points"]["metric"], "euclidean");
    assert_eq!(folder.read("cut.txt"), folder.read("c.txt"));
    let many = ["--points", "p.csv", "--columns", "x,y", "--clusters", "91", "--components", "c.txt"];
    let refused = folder.msf(&many);
    assert!(refused.err.contains("--clusters: expected from 1 (number of trees) to 90"), "{refused:?}");
}

#[test]
fn clusters_by_density_leave_noise() {
    let mut points = blobs(100, &[[0.0, 0.0], [20.0, 0.0]], 0);
    points.extend([[100.0, 100.0], [-100.0, 50.0]]);
    let folder = Folder::with("p.csv", csv(&points));
    let density = ["--points", "p.csv", "--min-cluster-size", "10", "--min-samples", "5"];
    let summary = folder.msf(&[&density[..], &["--components", "c.txt", "--report", "p.html"]].concat()).ok();
    assert!(summary.contains("clusters  2\nnoise     2 points\n"), "{summary}");
    let want: Vec<i64> = (0..100).map(|i| i % 2).chain([-1, -1]).collect();
    assert_eq!(labels(&folder.read("c.txt")), want);
    let page = folder.read("p.html");
    let sentence = "102 points in 2 dimensions. Their minimum spanning tree, by mutual reachability (5 samples) of \
                    euclidean distances: 101 edges, ";
    for words in
        [sentence, " 2 clusters, and 2 points of noise.", "edges of the tree to noise, and between clusters"]
    {
        assert!(page.contains(words), "{words}");
    }
    let stats: Value =
        serde_json::from_str(&folder.msf(&[&density[..], &["--stats", "json"]].concat()).ok()).unwrap();
    assert_eq!((&stats["clusters"], &stats["points"]["noise"]), (&2.into(), &2.into()));
    assert_eq!(folder.msf(&[&density[..], &["--clusters", "2", "--components", "x"]].concat()).code, Some(2));
    assert_eq!(folder.msf(&["--points", "p.csv", "--min-cluster-size", "1"]).code, Some(2));
    let refused = folder.msf(&["--points", "p.csv", "--columns", "2,3", "--min-cluster-size", "103"]);
    assert!(
        refused.err.contains("p.csv: expected at least 103 points, for --min-cluster-size 103, found 102 ("),
        "{refused:?}"
    );
    folder.write("one.csv", "x,y\n1,2\n");
    for (options, message) in [
        (&["--min-cluster-size", "2"][..], "at least 2 points, for --min-cluster-size 2, found 1 (without"),
        (&["--min-samples", "3"], "one.csv: expected at least 3 points, for --min-samples 3, found 1\n"),
        (
            &["--min-cluster-size", "2", "--min-samples", "3"],
            "at least 3 points, for --min-samples 3, found 1",
        ),
    ] {
        let refused = folder.msf(&[&["--points", "one.csv"], options].concat()).failed(1);
        assert!(refused.contains(message), "{message}: {refused}");
    }
}

#[test]
fn outputs_are_those_of_forests() {
    let folder = Folder::with("p.csv", "x,y,z\n0,0,0\n0,0,2\n0,1,0\n");
    let out = |arguments: &[&str]| {
        folder.msf(&[&["--points", "p.csv", "-q"], arguments].concat()).ok();
    };
    out(&["--root", "1", "--out", "t.csv"]);
    let rows = "source,target,weight,edge,tree,depth,cost\n1,0,2.0,1,0,1,2.0\n0,2,1.0,0,0,2,3.0\n";
    assert_eq!(folder.read("t.csv"), rows);
    out(&["--out", "t.graphml", "--trees", "trees.csv", "--components", "c.txt", "--report", "p.html"]);
    assert!(folder.read("t.graphml").contains("<node id=\"2\"/>"));
    assert_eq!(folder.read("trees.csv"), "tree,node,nodes,edges,weight,heaviest\n0,0,3,2,3.0,2.0\n");
    assert_eq!(folder.read("c.txt"), "0 0\n1 0\n2 0\n");
    assert!(folder.read("p.html").contains("There is no map, because the points are not in a plane."));
    let refused = |arguments: &[&str]| folder.msf(&[&["--points", "p.csv"], arguments].concat()).failed(1);
    assert!(refused(&["--out", "t.geojson"]).contains("--format geojson: expected points of two dimensions"));
    assert!(refused(&["--root", "3", "--out", "t.csv"]).contains("--root: expected a point: the number of"));
    for option in ["--maximum", "--algorithm=kruskal", "--keep=x", "--coordinates=p.csv"] {
        let ended = folder.msf(&["--points", "p.csv", option]).failed(2);
        assert!(ended.contains("the argument '--points' cannot be used with"), "{ended}");
    }
    assert!(folder.msf(&["p.csv", "--metric", "cosine"]).failed(2).contains("--points"));
}

#[test]
fn few_points_and_equal_ones_have_trees() {
    let folder = Folder::new();
    for (points, shape, edges) in [(0, "(0, 2)", 0), (1, "(1, 2)", 0), (500, "(500, 2)", 499)] {
        folder.write("p.npy", npy("<f8", shape, false, &1.5_f64.to_le_bytes().repeat(2 * points)));
        let page = [
            "--points",
            "p.npy",
            "--verify",
            "--report",
            "p.html",
            "--out",
            "t.geojson",
            "--components",
            "c",
        ];
        let summary = folder.msf(&page).ok();
        let edges = if edges == 1 { "1 edge".to_owned() } else { format!("{edges} edges") };
        assert!(summary.contains(&edges) && summary.contains("weight    0, "), "{summary}");
        assert_eq!(folder.read("c").lines().count(), points);
    }
    let density = ["--points", "p.npy", "--min-cluster-size", "5", "--components", "c"];
    assert!(folder.msf(&density).ok().contains("noise     500 points\n"));
}

#[test]
fn what_is_no_file_of_points_is_refused() {
    let folder = Folder::new();
    let claimed = npy("<f8", "(2147483648, 2)", false, &[0; 64]);
    let huge = npy("<f8", "(0, 18446744073709551615)", false, &[]);
    let cases: [(&str, &[u8], &str); 17] = [
        (
            "a.csv",
            b"x,y\n1,2\n3,\n",
            "a.csv:3: expected a finite number in the column y, found an empty cell",
        ),
        ("a.csv", b"x,y\n1,2\n3,many\n", "a.csv:3: expected a finite number in the column y, found `many`"),
        ("a.csv", b"x,y\nnan,2\n3,4\n", "a.csv:2: expected a finite number in the column x, found `nan`"),
        ("a.csv", b"a,b\nc,d\n", "a.csv: expected a column of numbers"),
        ("a.csv", b"x,y\n", "a.csv: expected a column of numbers, found a single line, `x,y` (if these are"),
        ("a.csv", b"x,y\n1e400,2\n3,4\n", "a.csv:2: expected a number in the range of 64-bit floats in the"),
        (
            "a.csv",
            b"x,y\n1,2\n\n3,-1e200\n",
            "a.csv: expected coordinates from -1e150 to 1e150, found -1e200 in row 1, column y (rows",
        ),
        ("a.csv", b"\"a\nb\",c\n1e151,2\n", "found 1e151 in row 0, column a\\nb ("),
        ("a.npy", &huge, "(points have at most 2^24 = 16,777,216 dimensions)"),
        ("a.csv", b"", "a.csv: expected points: a table, or an array (.npy), found an empty file"),
        ("a.csv", b"source,target\n1,2\n", "a table of edges is a graph, and is read without --points"),
        ("a.gr", b"p sp 2 1\na 1 2 3\n", "found a graph (DIMACS) (graphs are read without --points)"),
        ("a.json", b"{\"type\": \"FeatureCollection\"}", "found GeoJSON (write the points as CSV)"),
        ("a.npy", &claimed, "the file is cut short, or its header is wrong"),
        (
            "a.npy",
            &npy("<f8", "(4,)", false, &[0; 32]),
            "found an array of shape (4,) (for points on a line: ",
        ),
        ("a.npy", &npy("<f8", "(1, 1)", false, &f64::NAN.to_le_bytes()), "found NaN in row 0, column 0"),
        ("a.npy", &npy("<f8", "(1, 1)", false, &1e151_f64.to_le_bytes()), "found 1e151 in row 0, column 0 ("),
    ];
    for (name, content, message) in cases {
        folder.write(name, content);
        let error = folder.msf(&["--points", name]).failed(1);
        assert!(error.starts_with("msf: error: ") && error.contains(message), "{message}: {error}");
    }
    folder.write("a.npy", npy("<f8", "(2, 2)", false, &[0; 32]));
    let columns = folder.msf(&["--points", "a.npy", "--columns", "1"]).failed(1);
    assert!(columns.contains("options for tables: expected a table, found a.npy (NumPy)"), "{columns}");
    let zero = folder.msf(&["--points", "a.npy", "--metric", "cosine"]).failed(1);
    assert!(zero.contains("expected nonzero vectors for the metric cosine, found zero in row 0"), "{zero}");
    folder.write("a.csv", "x,y\n");
    let none = folder.msf(&["--points", "a.csv", "--header", "names", "--min-samples", "3"]).ok();
    assert!(none.contains("0 points in 2 dimensions"), "{none}");
    // A file of points that is read as a graph.
    folder.write("a.npy", npy("<f8", "(1, 2)", false, &0.5_f64.to_le_bytes().repeat(2)));
    assert!(folder.msf(&["a.npy"]).failed(1).contains("(an array of points is read with msf --points)"));
    folder.write("a.txt", "0.5 1.5\n");
    assert!(folder.msf(&["a.txt"]).failed(1).contains("points are read with msf --points"));
    folder.write("a.csv", "name,lat,lon\nOslo,59.9,10.7\n");
    assert!(folder.msf(&["a.csv"]).err.contains("; --points reads points)"));
}
