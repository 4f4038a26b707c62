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
