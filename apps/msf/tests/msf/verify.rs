//! `msf verify GRAPH FOREST` accepts minimal forests of any program, and says what is wrong with others.

use crate::program::{Folder, TRAPS, TRAPS_FOREST};

const MINIMAL: &str = "minimal: 3 edges, 2 trees, weight 13\n";
const OTHER_TIES: &str =
    "minimal: 3 edges, 2 trees, weight 13; of edges of equal weight it does not prefer the first\n";

/// The verdict on a forest of the traps.
fn verdict(forest: &str) -> String {
    verdict_with(forest, &[])
}

fn verdict_with(forest: &str, more: &[&str]) -> String {
    let folder = Folder::with_traps();
    folder.write("forest", forest);
    let ended = folder.msf(&[&["verify", "g.gr", "forest"], more].concat());
    assert_eq!(ended.err, "", "{ended:?}");
    assert_eq!(ended.code, Some(i32::from(ended.out.starts_with("flawed: "))), "{ended:?}");
    ended.out
}

#[test]
fn forests_in_all_our_formats() {
    let folder = Folder::with_traps();
    for format in ["edges", "ids", "dimacs", "dot"] {
        for objective in [&[][..], &["--maximum"]] {
            folder.msf(&[&["g.gr", "-q", "-o", "f", "--format", format], objective].concat()).ok();
            let weight = if objective.is_empty() { 13 } else { 16 };
            let word = if objective.is_empty() { "minimal" } else { "maximal" };
            let want = format!("{word}: 3 edges, 2 trees, weight {weight}\n");
            assert_eq!(folder.msf(&[&["verify", "g.gr", "f"], objective].concat()).ok(), want, "{format}");
            let named = [&["verify", "g.gr", "f", "--format", format], objective].concat();
            assert_eq!(folder.msf(&named).ok(), want, "{format}");
        }
    }
}

#[test]
fn forests_as_other_programs_write_them() {
    for forest in [
        "3 4\n2 1\n3 2\n",
        "# ours\n\n  2 1\r\n3\t2\n% not ours\n4,3",
        "1 2 4.0\n2,3,7e0\n3 4 2\n",
        "a 1 2 4\na 2 3 7\na 4 3 2\n",
        "p edge 5 3\ne 1 2 4\ne 2 3 7\ne 3 4 2\n",
        "c\np edge 5 3\na 1 2 4\na 2 3 7\na 4 3 2\na 3 2 7\na 3 4 2\na 2 1 4\n",
        "strict graph {\n1 -- 2\n\"2\" -- \"3\";\n5\n3--4 }\n",
        "\u{feff}1,2,4\n2, 3 ,7\r\n3,4,2\n",
        "graph g {\n1 -- 2 [color=red, label=4];\n2 -- 3 [label=\"7\"]\n3 -- 4 [label = 2]; }\n",
    ] {
        assert_eq!(verdict(forest), MINIMAL, "{forest}");
    }
    assert_eq!(verdict("1 2\n1 3\n3 4\n"), OTHER_TIES);
    assert_eq!(verdict("2\n4\n3\n"), OTHER_TIES);
}

#[test]
fn quietly_only_what_is_wrong_is_said() {
    let folder = Folder::with_traps();
    let verified = |forest: &str, more: &[&str]| {
        folder.write("forest", forest);
        let ended = folder.msf(&[&["verify", "g.gr", "forest", "-q"], more].concat());
        assert_eq!(ended.out, "");
        (ended.err, ended.code)
    };
    let fine = (String::new(), Some(0));
    assert_eq!(verified(TRAPS_FOREST, &["--exact"]), fine);
    assert_eq!(verified("1 2\n1 3\n3 4\n", &[]), fine);
    let other = "msf: minimal, but not exact: expected edge 2 3 of weight 7, which comes first in the graph, \
                 found edge 1 3 of weight 7\n";
    assert_eq!(verified("1 2\n1 3\n3 4\n", &["--exact"]), (other.to_owned(), Some(1)));
    let flawed = "msf: flawed: edge 2 3 of weight 7 connects two trees, so the forest does not span\n";
    assert_eq!(verified("1 2\n3 4\n", &[]), (flawed.to_owned(), Some(1)));
}

#[test]
fn the_very_forest_can_be_demanded() {
    let verified = |forest: &str, more: &[&str]| {
        let folder = Folder::with_traps();
        folder.write("forest", forest);
        let ended = folder.msf(&[&["verify", "g.gr", "forest", "--exact"], more].concat());
        assert_eq!(ended.err, "");
        (ended.out, ended.code)
    };
    assert_eq!(verified(TRAPS_FOREST, &[]), (MINIMAL.to_owned(), Some(0)));
    let other = "minimal, but not exact: expected edge 2 3 of weight 7, which comes first in the graph, \
                 found edge 1 3 of weight 7\n";
    for forest in ["1 2\n1 3\n3 4\n", "1 2 4\n1 3 7\n3 4 2\n", "0\n3\n4\n"] {
        assert_eq!(verified(forest, &[]), (other.to_owned(), Some(1)), "{forest}");
    }
    let other = "minimal, but not exact: expected edge 1 2 of weight 4 (id 0), which comes first in the \
                 graph, found edge 1 2 of weight 4 (id 2)\n";
    assert_eq!(verified("1\n2\n4\n", &[]), (other.to_owned(), Some(1)));
    let flawed = "flawed: edge 2 3 of weight 7 connects two trees, so the forest does not span\n";
    assert_eq!(verified("1 2\n3 4\n", &[]), (flawed.to_owned(), Some(1)));
    let maximal = verified("1\n3\n4\n", &["--maximum"]);
    assert_eq!(maximal, ("maximal: 3 edges, 2 trees, weight 16\n".to_owned(), Some(0)));
}

#[test]
fn weights_of_forests_are_not_rounded() {
    let folder = Folder::with("g.txt", "0 1 9007199254740992\n1 2 inf\n");
    folder.write("forest", "0 1 1e999\n");
    let expected = "msf: error: forest:1: expected a weight of type f64, the type of the graph's weights, found `1e999` \
                    (without weights, edges are identified by their ends)\n";
    assert_eq!(folder.msf(&["verify", "g.txt", "forest"]).failed(2), expected);
    folder.write("g.txt", "0 1 9007199254740992\n");
    folder.write("forest", "0 1 9007199254740993.0\n");
    let expected = "msf: error: forest:1: expected a weight of type u64, the type of the graph's weights, found `9007199254740993.0` \
                    (without weights, edges are identified by their ends)\n";
    assert_eq!(folder.msf(&["verify", "g.txt", "forest"]).failed(2), expected);
    folder.write("g.txt", "0 1 9007199254740991\n");
    folder.write("forest", "0 1 9007199254740991.0\n");
    folder.msf(&["verify", "g.txt", "forest"]).ok();
}

#[test]
fn what_is_wrong_is_said_in_the_numbering_of_the_graph() {
    let cases = [
        ("1 2\n3 4\n", "edge 2 3 of weight 7 connects two trees, so the forest does not span"),
        ("1 2\n2 3\n3 1\n3 4\n", "edge 1 3 of weight 7 closes a cycle"),
        ("1 3\n2 3\n3 4\n", "edge 1 3 of weight 7 can be replaced by edge 1 2 of weight 4, which is lighter"),
        ("4 4\n", "edge 4 4 of weight 1 closes a cycle"),
        ("1 2\n3 4\n2 1\n2 1\n", "edge 1 2 of weight 4 is listed again in line 4"),
        ("1 2\n2 4\n3 4\n", "line 2 lists an edge 2 4, which the graph does not have"),
        (
            "1 2 4\n2 3 8\n3 4 2\n",
            "line 2 lists an edge 2 3 of weight 8, which the graph does not have; it has edge 2 3 of weight 7",
        ),
        ("0\n1\n1\n", "edge 2 3 of weight 7 is listed twice"),
        ("0\n1\n6\n", "the graph has no edge 6: it has 6 edges, numbered from 0"),
        ("", "edge 1 2 of weight 4 connects two trees, so the forest does not span"),
    ];
    for (forest, why) in cases {
        assert_eq!(verdict(forest), format!("flawed: {why}\n"), "{forest}");
    }
    let why = "edge 1 2 of weight 4 can be replaced by edge 1 3 of weight 7, which is heavier";
    assert_eq!(verdict_with(TRAPS_FOREST, &["--maximum"]), format!("flawed: {why}\n"));
}

#[test]
fn sparse_names_are_those_of_the_input() {
    let folder = Folder::with("g.txt", "100 7 2.5\n7 2000000000000 1.5\n100 2000000000000 3.5\n");
    folder.write("good", "7 100\n2000000000000 7\n");
    assert_eq!(folder.msf(&["verify", "g.txt", "good"]).ok(), "minimal: 2 edges, 1 tree, weight 4\n");
    folder.write("bad", "100 2000000000000\n2000000000000 7\n");
    let ended = folder.msf(&["verify", "g.txt", "bad"]);
    let why =
        "edge 100 2000000000000 of weight 3.5 can be replaced by edge 100 7 of weight 2.5, which is lighter";
    assert_eq!((ended.code, ended.out), (Some(1), format!("flawed: {why}\n")));
}

#[test]
fn either_file_can_be_the_standard_input() {
    let folder = Folder::with_traps();
    folder.write("forest", TRAPS_FOREST);
    assert_eq!(folder.msf_with(TRAPS, &["verify", "-", "forest"]).ok(), MINIMAL);
    assert_eq!(folder.msf_with(TRAPS_FOREST, &["verify", "g.gr", "-"]).ok(), MINIMAL);
}

#[test]
fn what_cannot_be_a_forest_file_is_an_error_with_its_place() {
    let folder = Folder::with_traps();
    let error = |forest: &[u8], more: &[&str]| {
        folder.write("forest", forest);
        let err = folder.msf(&[&["verify", "g.gr", "forest"], more].concat()).failed(2);
        assert!(err.starts_with("msf: error: forest:") && err.lines().count() == 1, "{err}");
        err["msf: error: forest:".len()..].trim_end().to_owned()
    };
    let own = "expected a node of the graph, found `6` (nodes have the graph's own names)";
    assert_eq!(error(b"1 2\n3 6\n", &[]), format!("2: {own}"));
    assert_eq!(
        error(b"1 2 4\n3 4\n", &[]),
        "2: expected a weight, as in the lines before, found `3 4` (all edges have weights, or none has)"
    );
    assert_eq!(
        error(b"1 2\n\n3 4 2\n", &[]),
        "3: expected no weight, as in the lines before, found `3 4 2` (all edges have weights, or none has)"
    );
    assert_eq!(error(b"1 2 3 4\n", &[]), "1: expected `u v` or `u v weight`, found `1 2 3 4`");
    assert_eq!(error(b"1 2\n7\n", &["--format", "ids"]), "1: expected an edge id, found `1 2`");
    assert_eq!(
        error(b"1 2 4.5\n", &[]),
        "1: expected a weight of type u32, the type of the graph's weights, found `4.5` (without weights, edges are identified by their ends)"
    );
    assert_eq!(error(b"\x1b[2J\0", &[]), "1: expected an edge id, found `\\u{1b}[2J\\0`");
    assert_eq!(
        error(b"p sp 6 0\n", &[]),
        "1: expected `p sp 5 ...`, with the number of nodes of the graph, found `p sp 6 0`"
    );
    assert_eq!(error(b"a 0 2 4\n", &[]), "1: expected `a u v weight`, nodes from 1 to 5, found `a 0 2 4`");
    assert_eq!(error(b"a 1 2\n", &[]), "1: expected `a u v weight`, found `a 1 2`");
    assert_eq!(error(b"c\nx 1 2\n", &[]), "2: expected a line `c`, `p`, `a` or `e`, found `x 1 2`");
    assert_eq!(
        error(b"graph {\n 1 -- 2 [label=4]\n 2 -- 3\n}\n", &[]),
        "3: expected a weight, as in the lines before, found `2 -- 3` (all edges have weights, or none has)"
    );
    assert_eq!(
        error(b"1 2\n\xff\n", &[]),
        " byte 4: expected a forest as text, found bytes that are not text (the formats are edges, ids, csv, dimacs and dot)"
    );
    assert_eq!(
        error(b"1 2\n# x\r2 3\n3 4\n", &[]),
        "2: expected the end of the line, found a carriage return inside it \
         (convert the line ends, as with tr '\\r' '\\n')"
    );
    assert_eq!(
        error(b"1 2,4\n", &[]),
        "1: expected a node of the graph, found `1 2` (nodes have the graph's own names)"
    );
    assert_eq!(
        error(b"1,2,\n", &[]),
        "1: expected a weight of type u32, the type of the graph's weights, found `` (without weights, edges are \
         identified by their ends)"
    );
    assert_eq!(
        error(b"%%MatrixMarket matrix coordinate integer symmetric\n5 5 1\n2 1 4\n", &[]),
        "1: expected a forest, found `%%MatrixMarket` (write its entries as lines `u v weight`)"
    );
    let long = "9".repeat(60);
    let shown = format!(
        "1: expected a node of the graph, found `{}...` (nodes have the graph's own names)",
        "9".repeat(40)
    );
    assert_eq!(error(format!("{long} 1").as_bytes(), &[]), shown);
    let err = folder.msf(&["verify", "g.gr", "none"]).failed(2);
    assert_eq!(err, "msf: error: none: cannot open: No such file or directory (os error 2)\n");
}
