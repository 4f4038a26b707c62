//! `--report`: what is in the page. What a browser shows of it is tested in `tests/browser`.

use crate::program::Folder;

/// Five nodes on a line, and one that is alone.
const PLACES: &str = "p aux sp co 6\nv 1 0 0\nv 2 10 0\nv 3 20 5\nv 4 30 0\nv 5 40 0\nv 6 50 50\n";
const GRAPH: &str = "p sp 6 5\na 1 2 11\na 2 3 12\na 3 4 13\na 4 5 14\na 1 5 40\n";

#[test]
fn a_map_is_drawn_where_places_are_known() {
    let folder = Folder::with("g.gr", GRAPH);
    let page = |arguments: &[&str]| {
        let all = [&["g.gr", "--arcs", "keep", "--report", "page.html", "-q"], arguments].concat();
        folder.msf(&all).ok();
        folder.read("page.html")
    };
    let without = page(&[]);
    assert!(!without.contains("map-data") && without.contains("pass <code>--coordinates FILE</code>"));
    folder.write("other.co", PLACES);
    assert!(page(&["--coordinates", "other.co"]).contains("A map of 5 edges and 1 lone node"));
    folder.write("g.co", PLACES);
    let page = page(&["--verify"]);
    for words in [
        "A map of 5 edges",
        "<title>g.gr: its minimum spanning forest</title>",
        "A network of 6 nodes and 5 edges. Its minimum spanning forest, proved: 4 edges in 2 trees, ",
        ", total weight 50.",
        "<dd>minimal, edge for edge</dd>",
        "g.gr --arcs keep --report page.html -q --verify</dd>",
        // The heaviest edge of the forest comes first.
        "<th>edge</th><th>weight</th></tr>\n<tr><td><button type=\"button\" data-edge=\"",
        ">4 – 5</button></td><td>14</td></tr>",
        // The legend, and the table of the trees.
        "></span>tree, 5 nodes</li>",
        "</span>edges outside the forest</li>",
        "</span>1 lone node, which no edge joins to another</li>",
        "One lone node is not joined to the tree by any edge.",
        ">0</button></td><td>5</td><td>4</td><td>50</td><td class=\"at\">node 1</td></tr>",
        "<td>1 lone node</td><td>1</td><td>0</td>",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}

#[test]
fn places_that_do_not_fit_are_refused_or_left_out() {
    let folder = Folder::with("g.gr", GRAPH);
    folder.write("g.co", "nonsense\n");
    let ended = folder.msf(&["g.gr", "--arcs", "keep", "--report", "page.html", "-q"]);
    assert!(ended.code == Some(0) && ended.err.starts_with("msf: warning: g.co"), "{ended:?}");
    folder.write("g.co", "p aux sp co 0\n");
    let ended = folder.msf(&["g.gr", "--arcs", "keep", "--report", "page.html", "-q"]);
    let warning = "msf: warning: g.co: expected a place of a node of the graph, of which 1 is the first, \
                   found none (the page has no map)\n";
    assert!(ended.code == Some(0) && ended.err == warning, "{ended:?}");
    assert!(!folder.read("page.html").contains("map-data"));
    let refused = |coordinates: &str| {
        folder
            .msf(&["g.gr", "--arcs", "keep", "--report", "new.html", "--coordinates", coordinates])
            .failed(1)
    };
    let none = refused("g.co");
    assert!(none.contains("--coordinates: expected a place of a node of the graph, of which 1 "), "{none}");
    assert!(refused("none.co").contains("none.co: cannot open: No such file"));
    assert!(refused("g.gr").contains("g.gr:"));
    assert_eq!(folder.msf(&["g.gr", "--coordinates", "g.co"]).code, Some(2));
    // No input is overwritten, also one that is found by itself.
    for output in ["g.gr", "g.co"] {
        let refused = folder.msf(&["g.gr", "--report", output]).failed(2);
        assert!(refused.contains("the output would replace an input, "), "{refused}");
    }
    assert_eq!(folder.files(), ["g.co", "g.gr", "page.html"]);
}

#[test]
fn coordinates_of_degrees_may_be_decimal_or_millionths() {
    let folder = Folder::with("g.gr", "p sp 2 2\na 1 2 5\na 2 1 5\n");
    let unit = |first: &str, second: &str| {
        folder.write("g.co", format!("p aux sp co 2\nv 1 {first}\nv 2 {second}\n"));
        folder.msf(&["g.gr", "--report", "page.html", "--degrees"])
    };
    let facts = || {
        let page = folder.read("page.html");
        let unit = page.split_once("\"unit\":").expect("the map's unit").1;
        unit.split(',').next().expect("a number").parse::<f64>().expect("a number")
    };
    let ended = unit("77.2090 28.6139", "77.2190 28.6139");
    let said = "msf: coordinates are read as degrees of longitude and latitude\n";
    assert_eq!((ended.code, &*ended.err), (Some(0), said));
    assert!(folder.read("page.html").contains("in degrees of longitude and latitude"));
    let decimal = facts();
    let ended = unit("77209000 28613900", "77219000 28613900");
    let said = "msf: coordinates are read as millionths of degrees of longitude and latitude\n";
    assert_eq!((ended.code, &*ended.err), (Some(0), said));
    assert!((decimal / facts() - 1.0).abs() < 1e-6, "{decimal} {}", facts());
    let quiet = folder.msf(&["g.gr", "--report", "page.html", "--degrees", "-q"]);
    assert_eq!((quiet.code, &*quiet.err), (Some(0), ""));
    assert!(
        unit("0 91000000", "0 0").failed(1).contains("--degrees: expected longitudes within 180 degrees")
    );
}

#[test]
fn a_page_goes_wherever_an_output_goes() {
    let folder = Folder::with("g.txt", "1 2 5\n2 2 1\n3 4 -1\n");
    let out = folder.msf(&["g.txt", "--report", "-"]);
    assert!(out.err.starts_with("graph "), "{out:?}");
    let page = out.ok();
    assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>\n"));
    folder.msf(&["g.txt", "--report", "page.html.gz", "-q"]).ok();
    assert!(std::fs::read(folder.path("page.html.gz")).unwrap().starts_with(&[0x1f, 0x8b]));
    // Names that are no HTML stay text.
    folder.write("<b>.txt", "1 2 0.5\n");
    folder.msf(&["<b>.txt", "--report", "page.html", "-q"]).ok();
    assert!(folder.read("page.html").contains("<h1>&lt;b&gt;.txt: its minimum spanning forest</h1>"));
    folder.write("none.txt", "# Nodes: 0\n");
    folder.msf(&["none.txt", "--report", "none.html", "-q"]).ok();
    assert!(folder.read("none.html").contains("A network of 0 nodes and 0 edges."));
}

#[test]
fn one_number_is_a_table_without_a_chart() {
    let folder = Folder::with("one.txt", "1 2 7\n");
    let network = |graph: &str| {
        folder.msf(&[graph, "--report", "page.html", "-q"]).ok();
        let page = folder.read("page.html");
        let rest = page.split_once("The network and its forest").expect("the heading").1;
        rest.split_once("The run").expect("the next heading").0.to_owned()
    };
    let one = network("one.txt");
    for words in [
        "<p>weights:</p>",
        "<td>7</td><td>1</td><td>1</td>",
        "<p>sizes of 1 tree:</p>",
        "<td>2</td><td>1</td>",
        "<p>degrees:</p>",
    ] {
        assert!(one.contains(words), "{words}: {one}");
    }
    assert!(!one.contains("<svg"), "{one}");
    folder.write("equal.txt", "1 2 5\n2 3 5\n4 5 5\n");
    let equal = network("equal.txt");
    // Trees and degrees have charts, on axes of whole numbers; weights are all the same.
    assert!(
        equal.matches("<svg").count() == 2 && equal.contains("<td>5</td><td>3</td><td>3</td>"),
        "{equal}"
    );
    assert!(!equal.contains("\n1.5\n"), "{equal}");
    folder.write("none.txt", "# Nodes: 0\n");
    let none = network("none.txt");
    assert!(!none.contains("<svg") && none.contains("<p>weights: there are none.</p>"), "{none}");
}

#[test]
fn nodes_are_on_the_map_by_their_names() {
    let folder = Folder::with("g.txt", "10 20 1\n20 30 2\n30 10 9\n40 10 7\n");
    let places = |nodes: usize| {
        let places: String = (1..=nodes).map(|i| format!("v {i} {i} {}\n", i % 7)).collect();
        folder.write("g.co", format!("p aux sp co {nodes}\n{places}"));
    };
    let page = || {
        let ended = folder.msf(&["g.txt", "--report", "page.html", "-q"]);
        assert_eq!(ended.code, Some(0), "{ended:?}");
        (folder.read("page.html"), ended.err)
    };
    places(50);
    let (all, err) = page();
    assert!(all.contains("A map of 4 edges\"") && !all.contains("Not on the map"), "{all}");
    // Coordinates 10 to 40, not 1 to 4.
    assert!(all.contains("\"width\":30,") && err.is_empty(), "{all} {err}");
    places(35);
    let (some, err) = page();
    assert!(some.contains("A map of 3 edges\"") && some.contains("Not on the map: 1 node without"), "{some}");
    assert_eq!(err, "msf: warning: g.co has no place of 1 of 4 nodes (the map leaves them out)\n");
    places(4);
    let (none, err) = page();
    assert!(!none.contains("map-data"), "{none}");
    assert!(
        err.contains(
            "of which 10 is the first, found those of 4 nodes, of which 1 is the first (the page has no map)"
        ),
        "{err}"
    );
    let refused = folder.msf(&["g.txt", "--report", "new.html", "--coordinates", "g.co"]).failed(1);
    assert!(
        refused.contains("--coordinates: expected a place of a node of the graph, of which 10"),
        "{refused}"
    );
    folder.write("g.gr", GRAPH);
    places(7);
    let ended = folder.msf(&["g.gr", "--arcs", "keep", "--report", "page.html", "-q"]);
    assert_eq!(ended.err, "msf: warning: g.co has places of 1 node that the graph does not have\n");
}

#[test]
fn weights_have_their_unit_and_edges_their_names() {
    let folder = Folder::with("g.csv", "source,target,cost,name\nA,B,1234.5,<Elm> Street\nB,C,2,\nD,E,3,\n");
    let page = |arguments: &[&str]| {
        folder.msf(&[&["g.csv", "--keep", "name", "--report", "page.html", "-q"], arguments].concat()).ok();
        folder.read("page.html")
    };
    let named = page(&["--unit", "km"]);
    for words in [
        "total weight 1,239.5 km.",
        "<th>weight in km</th>",
        "<td>0</td><td>3</td><td>2</td><td>1,236.5</td><td class=\"at\">&lt;Elm&gt; Street</td>",
        "<td>1</td><td>2</td><td>1</td><td>3</td><td class=\"at\">node D</td>",
        "<tr><td>&lt;Elm&gt; Street <small>A – B</small></td><td>1,234.5</td></tr>",
        "<tr><td>D – E</td><td>3</td></tr>",
        "weight in km, logarithmic",
    ] {
        assert!(named.contains(words), "{words}: {named}");
    }
    assert!(page(&[]).contains("<th>weight</th>"));
    assert_eq!(folder.msf(&["g.csv", "--unit", "km"]).code, Some(2));
}

#[test]
fn lengths_of_an_extract_are_in_metres() {
    let nodes = "<node id=\"1\" lat=\"60\" lon=\"24\"/><node id=\"2\" lat=\"60.01\" lon=\"24\"/>";
    let way = "<way id=\"7\"><nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"primary\"/>\
               <tag k=\"name\" v=\"Long Street\"/></way>";
    let folder = Folder::with("g.osm", format!("<?xml version='1.0'?>\n<osm>{nodes}{way}</osm>\n"));
    let page = |arguments: &[&str]| {
        folder.msf(&[&["g.osm", "--report", "page.html", "-q"], arguments].concat()).ok();
        folder.read("page.html")
    };
    let metres = page(&[]);
    for words in [
        "total weight 1,111.951 m.",
        "<th>weight in m</th>",
        ">Long Street</button> <small>1 – 2</small></td><td>1,111.951</td>",
        "OpenStreetMap contributors",
        "id=\"map-geojson\"",
    ] {
        assert!(metres.contains(words), "{words}: {metres}");
    }
    assert!(page(&["--unit", "km"]).contains("total weight 1.111951 km."));
    let refused = folder.msf(&["g.osm", "--report", "new.html", "-q", "--unit", "min"]).failed(1);
    assert!(refused.contains("--unit: expected mm, m or km"), "{refused}");
}

#[test]
fn the_dearest_losses_are_listed_with_their_replacements() {
    // A circle, and a bridge to node 6.
    let folder = Folder::with("g.gr", GRAPH.replace("6 5", "6 6") + "a 1 6 3\n");
    folder.write("g.co", PLACES);
    let page = |arguments: &[&str]| {
        let all = [&["--report", "page.html", "-q"], arguments].concat();
        folder.msf(&all).ok();
        folder.read("page.html")
    };
    let minimum = page(&["g.gr", "--arcs", "keep"]);
    for words in [
        "<h2>The dearest edges to lose</h2>\n<p>If one of these edges is lost, its replacement connects its \
         tree again, and the forest becomes heavier by the price. One edge of the forest is a bridge, which \
         nothing replaces.</p>",
        "<tr><th>edge</th><th class=\"at\">replacement</th><th>price</th></tr>\n",
        "id=\"map-dear\"> dearest edges to lose, replacements dashed</label>",
    ] {
        assert!(minimum.contains(words), "{words}: {minimum}");
    }
    // The edges on the map are those of the buttons.
    let facts = minimum.split_once("id=\"map-facts\">").unwrap().1.split_once("</script>").unwrap().0;
    let facts: serde_json::Value = serde_json::from_str(facts).unwrap();
    let dear = facts["dear"].as_array().unwrap();
    // Here the lightest edge is the dearest, for all have the same replacement.
    let heavy = facts["heavy"].as_array().unwrap();
    for (lost, pair) in heavy[..4].iter().rev().zip(dear) {
        assert_eq!((&pair[0], &pair[1]), (lost, &dear[0][1]), "{facts}");
    }
    let row = format!(
        "<tr><td><button type=\"button\" data-edge=\"{}\">1 – 2</button></td><td class=\"at\"><button \
         type=\"button\" data-edge=\"{}\">1 – 5</button></td><td>29</td></tr>\n",
        dear[0][0], dear[0][1],
    );
    assert!(minimum.contains(&row), "{row}: {minimum}");

    let maximum = page(&["g.gr", "--arcs", "keep", "--maximum", "--unit", "min"]);
    assert!(maximum.contains("lighter by the price. One edge"), "{maximum}");
    assert!(maximum.contains("<th>price in min</th>") && maximum.contains("<td>29</td></tr>"), "{maximum}");
    // An extract has roads; a tree has bridges alone; no forest and no points have losses.
    let osm = "<osm><node id='1' lat='60' lon='24'/><node id='2' lat='60.01' lon='24'/>\
               <way id='7'><nd ref='1'/><nd ref='2'/><tag k='highway' v='primary'/></way></osm>";
    folder.write("g.osm", osm);
    let roads = page(&["g.osm"]);
    let none = "<h2>The dearest roads to lose</h2>\n<p>Nothing replaces any road of the forest: all are \
                bridges.</p>";
    assert!(roads.contains(none) && !roads.contains("map-dear"), "{roads}");
    folder.write("none.txt", "1 1 5\n");
    folder.write("p.csv", "x,y\n0,0\n1,1\n");
    for arguments in [&["none.txt"][..], &["--points", "p.csv"]] {
        assert!(!page(arguments).contains("dearest"), "{arguments:?}");
    }
}

#[test]
fn the_largest_trees_are_listed_and_the_others_summed_up() {
    let pairs: String = (0..400).map(|i| format!("{} {} 5\n", 2 * i, 2 * i + 1)).collect();
    let folder = Folder::with("g.txt", format!("{pairs}0 2 7\n900 900 1\n"));
    folder.msf(&["g.txt", "--report", "page.html", "-q"]).ok();
    let page = folder.read("page.html");
    for words in [
        "399 pieces are not joined to the largest tree by any edge, one of them a lone node.",
        "<td>0</td><td>4</td><td>3</td><td>17</td><td class=\"at\">node 0</td>",
        "<td>299</td><td>2</td><td>1</td><td>5</td>",
        "<td>99 smaller trees</td><td>198</td><td>99</td><td>495</td>",
    ] {
        assert!(page.contains(words), "{words}: {page}");
    }
}
