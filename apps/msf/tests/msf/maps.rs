//! Graphs as people have them: tables with names, extracts of OpenStreetMap; and forests that other programs
//! open.

use crate::program::Folder;

const TOWNS: &str = "line,from,to,km\nA7,Paris,Lyon,465\nA6,Lyon,\"Nice, Old Town\",472\nA1,Brest,Paris,590\n\
                     A9,Brest,Lyon,990\n";

/// A street with a bend, a second way along its last piece, a footway to a lone node.
const VILLAGE: &str = "<osm version=\"0.6\">
<node id=\"1\" lat=\"60\" lon=\"25\"/><node id=\"2\" lat=\"60.001\" lon=\"25\"/>
<node id=\"3\" lat=\"60.002\" lon=\"25.001\"/><node id=\"4\" lat=\"60.003\" lon=\"25\"/>
<way id=\"17\"><nd ref=\"1\"/><nd ref=\"2\"/><nd ref=\"3\"/><tag k=\"highway\" v=\"residential\"/>\
<tag k=\"name\" v=\"Main &amp; Sons\"/></way>
<way id=\"18\"><nd ref=\"3\"/><nd ref=\"4\"/><tag k=\"highway\" v=\"footway\"/></way></osm>\n";

#[test]
fn a_table_with_names_becomes_a_table_with_names() {
    let folder = Folder::with("towns.csv", TOWNS);
    let columns = ["towns.csv", "--columns", "from,to,km", "--keep", "line", "-q"];
    folder.msf(&[&columns[..], &["--out", "forest.csv"]].concat()).ok();
    let rows = "source,target,weight,edge,tree,line\nParis,Lyon,465,0,0,A7\n\
                Lyon,\"Nice, Old Town\",472,1,0,A6\nBrest,Paris,590,2,0,A1\n";
    assert_eq!(folder.read("forest.csv"), rows);
    folder.msf(&[&columns[..], &["--out", "forest.txt"]].concat()).ok();
    assert_eq!(folder.read("forest.txt"), "Paris Lyon 465\nLyon \"Nice, Old Town\" 472\nBrest Paris 590\n");
    for forest in ["forest.csv", "forest.txt"] {
        let said = folder.msf(&["verify", "towns.csv", forest]).ok();
        assert!(said.starts_with("minimal: 3 edges, 1 tree, weight 1,527"), "{said}");
    }
    // The forest is a graph again.
    assert!(folder.msf(&["forest.csv"]).ok().contains("4 nodes, 3 edges"));
    folder.write("wrong.csv", rows.replace("Paris,Lyon", "Paris,Lyons"));
    let wrong = folder.msf(&["verify", "towns.csv", "wrong.csv"]).failed(2);
    assert!(wrong.contains("wrong.csv:2: expected a node of the graph, found `Lyons`"), "{wrong}");
    let none = folder.msf(&["towns.csv", "--out", "forest.geojson"]).failed(1);
    assert!(none.contains("--format geojson: expected coordinates of the nodes"), "{none}");
    assert_eq!(folder.msf(&["towns.csv", "--coordinates", "x.co"]).code, Some(2));
}

#[test]
fn an_extract_becomes_lines_on_a_map() {
    let folder = Folder::with("village.osm", VILLAGE);
    folder.msf(&["village.osm", "--keep-geometry", "--out", "forest.geojson", "-q"]).ok();
    let map = folder.read("forest.geojson");
    let read: serde_json::Value = serde_json::from_str(&map).unwrap();
    assert_eq!(read["features"].as_array().unwrap().len(), 2);
    let street = &read["features"][0];
    assert_eq!(
        street["geometry"]["coordinates"],
        serde_json::json!([[25, 60], [25, 60.001], [25.001, 60.002]])
    );
    let properties = &street["properties"];
    assert_eq!(properties["way"], 17);
    assert_eq!(properties["name"], "Main & Sons");
    assert_eq!((&properties["source"], &properties["target"]), (&1.into(), &3.into()));

    folder.msf(&["village.osm", "--profile", "car", "--out", "forest.graphml", "-q"]).ok();
    let graph = folder.read("forest.graphml");
    assert!(graph.contains("<data key=\"x\">25</data>") && graph.contains("Main &amp; Sons"), "{graph}");
    assert!(folder.msf(&["forest.graphml"]).ok().contains("2 nodes, 1 edge"));
    assert!(folder.msf(&["village.osm", "--chains", "keep"]).ok().contains("4 nodes, 3 edges"));
}

#[test]
fn a_table_of_streets_with_lines_is_a_map() {
    // PostGIS's binary form of the line 25 60, 25.5 61, 26 60; the second line is listed backwards.
    let hex = "0102000020E6100000030000000000000000003940\
               0000000000004E4000000000008039400000000000804E400000000000003A400000000000004E40";
    let text = "LINESTRING(27 60, 26.5 60.5, 26 60)";
    let rows = format!("id,source,target,cost,the_geom\n7,1,2,5,{hex}\n8,2,3,5,\"{text}\"\n");
    let folder = Folder::with("ways.csv", rows);
    let none = folder.msf(&["ways.csv", "--out", "forest.geojson"]).failed(1);
    assert!(none.contains("the ends of lines (--keep-geometry)"), "{none}");
    let keep = ["ways.csv", "--keep-geometry", "-q"];
    folder.msf(&[&keep[..], &["--out", "forest.geojson", "--report", "page.html"]].concat()).ok();
    let map = folder.read("forest.geojson");
    for line in ["[[25,60],[25.5,61],[26,60]]", "[[26,60],[26.5,60.5],[27,60]]"] {
        assert!(map.contains(line), "{line}: {map}");
    }
    assert!(folder.read("page.html").contains("\"bends\":2,"));

    // Tables and GraphML have the course, too.
    for (name, cell) in
        [("f.csv", "\"LINESTRING (25 60, 25.5 61, 26 60)\""), ("f.graphml", ">LINESTRING (25 60, 25.5")]
    {
        folder.msf(&[&keep[..], &["--out", name]].concat()).ok();
        assert!(folder.read(name).contains(cell), "{}", folder.read(name));
        folder.msf(&[name, "--keep-geometry", "-q", "--out", "again.geojson"]).ok();
        assert!(folder.read("again.geojson").contains("[[26,60],[26.5,60.5],[27,60]]"));
    }
    assert!(folder.msf(&["verify", "ways.csv", "f.csv"]).ok().starts_with("minimal"));

    // Coordinates from another file, in another unit: bends in degrees are kept, others are not.
    folder.write(
        "ways.co",
        "p aux sp co 3\nv 1 25000000 60000000\nv 2 26000000 60000000\nv 3 27000000 60000000\n",
    );
    let foreign =
        [&keep[..2], &["--coordinates", "ways.co", "--degrees", "--out", "foreign.geojson"]].concat();
    folder.msf(&foreign).ok();
    assert!(
        folder.read("foreign.geojson").contains("[[25,60],[25.5,61],[26,60]]"),
        "{}",
        folder.read("foreign.geojson")
    );
    folder.write("metres.csv", "id,x,y\n1,0,0\n2,900,0\n3,1800,0\n");
    let metres =
        folder.msf(&[&keep[..2], &["--coordinates", "metres.csv", "--out", "metres.geojson"]].concat());
    assert!(metres.err.contains("its ends are not at --coordinates"), "{}", metres.err);
    assert!(folder.read("metres.geojson").contains("[[0,0],[900,0]]"));

    folder.write("apart.csv", folder.read("ways.csv").replace("27 60", "28 60").replace("26 60)", "29 60)"));
    let apart = folder.msf(&["apart.csv", "--keep-geometry"]);
    assert!(apart.err.contains("do not meet, as at node 2"), "{}", apart.err);
    folder.write("wrong.csv", folder.read("ways.csv").replace("LINESTRING", "POLYGON"));
    let wrong = folder.msf(&["wrong.csv", "--keep-geometry"]).failed(1);
    assert!(wrong.contains("wrong.csv:3: expected a line, such as LINESTRING"), "{wrong}");
    folder.write("plain.csv", "from,to,km\n1,2,3\n");
    let plain = folder.msf(&["plain.csv", "--keep-geometry"]);
    assert!(plain.err.contains("the course of edges is not in the file"), "{}", plain.err);
}

#[test]
fn a_forest_has_an_order_from_a_root() {
    let folder = Folder::with("towns.csv", TOWNS);
    let of = |root: &str, out: &str| {
        folder.msf(&["towns.csv", "--columns", "2,3,4", "--root", root, "--out", out])
    };
    of("Nice, Old Town", "a.csv").ok();
    let rows = "source,target,weight,edge,tree,depth,cost\n\"Nice, Old Town\",Lyon,472,1,0,1,472\n\
                Lyon,Paris,465,0,0,2,937\nParis,Brest,590,2,0,3,1527\n";
    assert_eq!(folder.read("a.csv"), rows);
    assert!(folder.msf(&["verify", "towns.csv", "--columns", "2,3,4", "a.csv"]).ok().starts_with("minimal"));
    folder.write("costs.csv", "from,to,km,cost,Tree\na,b,1,7,oak\n");
    let kept =
        ["costs.csv", "--columns", "from,to,km", "--keep", "cost,Tree", "--root", "b", "--out", "c.csv"];
    folder.msf(&kept).ok();
    let row = "source,target,weight,edge,tree,cost_2,Tree_2,depth,cost\nb,a,1,0,0,7,oak,1,1\n";
    assert_eq!(folder.read("c.csv"), row);
    let none = of("Rome", "b.csv").failed(1);
    assert!(none.contains("--root: expected a node of the graph, found Rome"), "{none}");
    assert!(of("Paris", "b.txt").failed(2).contains("CSV, GeoJSON or GraphML"));

    // A street that is written against its course, and a tree without the root.
    let village = VILLAGE
        .replace("ref=\"3\"/><nd ref=\"4\"", "ref=\"9\"/><nd ref=\"4\"")
        .replace("<way id=\"17\"", "<node id=\"9\" lat=\"61\" lon=\"25\"/><way id=\"17\"");
    folder.write("village.osm", &village);
    folder.msf(&["village.osm", "--keep-geometry", "--root", "3", "--out", "f.geojson", "-q"]).ok();
    let read: serde_json::Value = serde_json::from_str(&folder.read("f.geojson")).unwrap();
    let street = &read["features"][0];
    let course = serde_json::json!([[25.001, 60.002], [25, 60.001], [25, 60]]);
    assert_eq!(street["geometry"]["coordinates"], course);
    assert_eq!((&street["properties"]["depth"], &street["properties"]["target"]), (&1.into(), &1.into()));
    assert_eq!(street["properties"]["cost"], street["properties"]["weight"]);
    assert_eq!(read["features"][1]["properties"]["source"], 4);
}

#[test]
fn places_come_from_a_table_by_the_names_of_nodes() {
    let folder = Folder::with("towns.csv", "from,to,km\nParis,Lyon,465\nBrest,Paris,590\n");
    folder.write(
        "places.csv",
        "town,lat,lon\nBrest,48.39,-4.49\nLyon,45.76,4.84\nOslo,59.9,10.7\nParis,48.86,2.35\n",
    );
    let with = |more: &[&str]| folder.msf(&[&["towns.csv", "--coordinates", "places.csv"], more].concat());
    let ended = with(&["--out", "f.geojson"]);
    assert!(ended.err.contains("coordinates are read as degrees"), "{}", ended.err);
    let read: serde_json::Value = serde_json::from_str(&folder.read("f.geojson")).unwrap();
    let course = serde_json::json!([[2.35, 48.86], [4.84, 45.76]]);
    assert_eq!(read["features"][0]["geometry"]["coordinates"], course);
    with(&["--report", "page.html", "-q"]).ok();
    assert_eq!(with(&["--trees", "t.csv", "--degrees=no"]).err, "");
    assert!(folder.read("t.csv").contains(",min_x,min_y,max_x,max_y\n"));
    assert_eq!(with(&["--trees", "t.csv", "--degrees=maybe"]).code, Some(2));
    folder.write("places.csv", "town,lat,lon\nOslo,59.9,10.7\n");
    let none = with(&["--report", "page.html"]).failed(1);
    assert!(none.contains("a place of a node of the graph, of which Brest is the first"), "{none}");
}

#[test]
fn what_a_format_cannot_hold_is_refused_or_a_text() {
    let folder = Folder::with("k.csv", "source,target,weight\na\u{1},b,1\na\u{2},b,2\n");
    let refused = folder.msf(&["k.csv", "--out", "k.graphml", "-q"]).failed(1);
    assert!(refused.contains("GraphML cannot hold the text \"a\\u{1}\""), "{refused}");
    assert!(!folder.path("k.graphml").exists());
    folder.write("inf.csv", "source,target,weight\n1,2,inf\n2,3,-inf\n");
    folder.write("places.csv", "id,lon,lat\n1,1,1\n2,2,2\n3,3,3\n");
    folder.msf(&["inf.csv", "--coordinates", "places.csv", "--root", "1", "--out", "f.geojson", "-q"]).ok();
    let read: serde_json::Value = serde_json::from_str(&folder.read("f.geojson")).unwrap();
    assert_eq!(read["features"][1]["properties"]["cost"], "NaN");
}

#[test]
fn suffixes_that_no_forest_has_are_refused() {
    let folder = Folder::with("g.txt", "1 2 3\n");
    for name in ["f.gexf", "f.bsg", "f.tsv.gz"] {
        let refused = folder.msf(&["g.txt", "--out", name]).failed(2);
        assert!(
            refused.contains("stands for no format of forests") && !folder.path(name).exists(),
            "{refused}"
        );
        assert_eq!(folder.msf(&["g.txt", "--largest-tree", name]).code, Some(2));
    }
    folder.msf(&["g.txt", "--out", "f.gexf", "--format", "edges"]).ok();
    folder.msf(&["g.txt", "--out", "f.CSV"]).ok();
    assert_eq!(folder.read("f.CSV"), "source,target,weight,edge,tree\n1,2,3,0,0\n");
}

#[test]
fn trees_become_a_table_and_the_largest_a_file() {
    let folder = Folder::with("pieces.txt", "# Nodes: 9 Edges: 5\n1 2 2.5\n2 3 1\n1 3 7\n5 6 -4\n7 8 2\n");
    folder.msf(&["pieces.txt", "--trees", "trees.csv", "--largest-tree", "largest.csv", "-q"]).ok();
    let rows = "tree,node,nodes,edges,weight,heaviest\n0,1,3,2,3.5,2.5\n1,5,2,1,-4.0,-4.0\n2,7,2,1,2.0,2.0\n";
    assert_eq!(folder.read("trees.csv"), rows);
    let largest = "source,target,weight,edge,tree\n1,2,2.5,0,0\n2,3,1.0,1,0\n";
    assert_eq!(folder.read("largest.csv"), largest);
    folder.msf(&["pieces.txt", "--largest-tree", "largest.dot", "-q"]).ok();
    let dot = "graph forest {\n  1 -- 2 [label=\"2.5\"];\n  2 -- 3 [label=\"1.0\"];\n}\n";
    assert_eq!(folder.read("largest.dot"), dot);

    folder.write("village.osm", VILLAGE);
    folder.msf(&["village.osm", "--profile", "car", "--trees", "trees.csv", "-q"]).ok();
    let trees = folder.read("trees.csv");
    let [header, row] = trees.lines().collect::<Vec<_>>()[..] else { panic!("{trees}") };
    assert_eq!(header, "tree,node,nodes,edges,weight,heaviest,west,south,east,north");
    assert!(row.starts_with("0,1,2,1,") && row.ends_with(",25,60,25.001,60.002"), "{row}");

    folder.write("empty.txt", "# Nodes: 0 Edges: 0\n");
    folder.msf(&["empty.txt", "--trees", "trees.csv", "--largest-tree", "largest.csv", "-q"]).ok();
    assert_eq!(folder.read("trees.csv").lines().count(), 1);
    assert_eq!(folder.read("largest.csv").lines().count(), 1);
}
