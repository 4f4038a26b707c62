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
    assert!(!page(&[]).contains("map-data"));
    folder.write("other.co", PLACES);
    assert!(page(&["--coordinates", "other.co"]).contains("A map of 5 edges and 1 node without edges"));
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
        "<th>weight</th></tr>\n<tr><td><button type=\"button\" data-edge=\"",
        ">3</button></td><td>4</td><td>5</td><td>14</td></tr>",
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
    folder.write("g.co", "p aux sp co 1\nv 1 0 0\n");
    let ended = folder.msf(&["g.gr", "--arcs", "keep", "--report", "page.html", "-q"]);
    let warning = "msf: warning: g.co has places of 1 node, not of 6 nodes: there is no map\n";
    assert!(ended.code == Some(0) && ended.err == warning, "{ended:?}");
    assert!(!folder.read("page.html").contains("map-data"));
    let refused = |coordinates: &str| {
        folder
            .msf(&["g.gr", "--arcs", "keep", "--report", "new.html", "--coordinates", coordinates])
            .failed(1)
    };
    let few = refused("g.co");
    assert!(few.contains("--coordinates: expected places of 6 nodes, found of 1 node"), "{few}");
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
        rest.split_once("How it was found").expect("the next heading").0.to_owned()
    };
    let one = network("one.txt");
    for words in [
        "<p>weights:</p>",
        "<td>7</td><td>1</td><td>1</td>",
        "<p>sizes of 1 tree:</p>",
        "<td>1</td><td>2</td>",
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
