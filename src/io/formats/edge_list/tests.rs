//! Tests of the reader of edge lists.

use super::*;
use crate::ArcPolicy;
use crate::formats::testing::{arcs, messages, with};
use boscage_core::exec::Exec;

#[test]
fn lists_are_read_as_written() {
    messages(
        read,
        &[
            ("# a\n0\t1\r\n1\t2\r\n\r\n% b\n2 1", "none 3 [0-1 1-2 2-1]"),
            ("1,2,0.5\n 2, 9 ,3 ", "f64 3 [1-2:0.5 2-9:3]"),
            ("1 2 0e-400", "f64 2 [1-2:0]"),
            ("% sym weighted\n1 2 5 1082008561\n2 3 -1 1082008562\n", "i32 3 [1-2:5 2-3:-1]"),
            (
                "18446744073709551615 0\n4294967296 4294967295",
                "none 4 [18446744073709551615-0 4294967296-4294967295]",
            ),
            ("7 7\n", "none 1 [7-7]"),
            ("# nothing\n", "none 0 []"),
            ("", "none 0 []"),
        ],
    );
}

#[test]
fn errors_have_place_expected_and_found() {
    const CURE: &str = "(every line must have as many columns as the first; if that is a header, remove it)";
    const RETURN: &str = "expected the end of the line, found a carriage return inside it \
                          (convert the line ends, as with tr '\\r' '\\n')";
    const COMMAS: &str = "(columns are separated by blanks or by commas, not by both; if commas are decimal marks, say so, as with --decimal-comma)";
    messages(
        read,
        &[
            ("1 2\n3\n", "t:2: expected a node, found the end of the line"),
            ("1 2\n1 2 3\n", &format!("t:2: expected the end of the line, found `3` {CURE}")),
            ("1 2 3\n# x\n1 2\n", &format!("t:3: expected a weight, found the end of the line {CURE}")),
            ("1 2 3 4\n1 2 3\n", &format!("t:2: expected a fourth column, found the end of the line {CURE}")),
            (
                "5\n",
                "t:1: expected two ends, or two ends and a weight, found 1 column \
                 (if the line is a count, remove it)",
            ),
            (
                "1 2 3 4 5\n",
                "t:1: expected two ends, or two ends and a weight, found 5 columns \
                 (choose the columns, as with --columns 1,2,4; matrices and lists of neighbours must be converted)",
            ),
            (
                "from,to\n1,2\n",
                "t:1: expected a node, found `from` \
                 (nodes are integers; if the line has the names of columns, remove it)",
            ),
            ("1\t2\t1,9\n2\t3\t1,1\n", &format!("t:1: expected a comma, found `2` {COMMAS}")),
            ("1 2 610,086\n", &format!("t:1: expected a comma, found `2` {COMMAS}")),
            ("1 2 610\n1 2 610,086\n", &format!("t:2: expected a weight, found `610,086` {COMMAS}")),
            ("1 2\n2,3\n", &format!("t:2: expected a node, found `2,3` {COMMAS}")),
            ("# x\r1 2\n2 3\n", &format!("t:1: {RETURN}")),
            ("1 2\n# x\r2 3\n", &format!("t:2: {RETURN}")),
            ("1 2\r2 3\n", &format!("t:1: {RETURN}")),
            ("1 2 3\n2 3 4\r3 4 5\n", &format!("t:2: expected the end of the line, found `3` {CURE}")),
            ("1,2\n2 3\n", &format!("t:2: expected a comma, found `3` {COMMAS}")),
            (
                "1,2,3\n1,,3\n",
                "t:2: expected a value in every column, found an empty column \
                 (one separator stands between two columns)",
            ),
            (
                "1\t2\t\t5\n",
                "t:1: expected a value in every column, found an empty column \
                 (one separator stands between two columns)",
            ),
            (
                "1 2 2020-01-01\n",
                "t:1: expected a weight, found `2020-01-01` \
                 (a date or time is not a weight: choose the columns, as with --columns 1,2,4)",
            ),
            (
                "1 2 1e-400\n",
                "t:1: expected a weight that is 0 or at least 4.9e-324 in size, found `1e-400` \
                 (scale the weights, or write 0)",
            ),
            ("1 -2\n", "t:1: expected a node, found `-2` (nodes are integers from 0 up)"),
            (
                "1 2\n1 18446744073709551616\n",
                "t:2: expected a node of at most 64 bits, found `18446744073709551616`",
            ),
            (
                "1 2 inf\n1 2 NaN\n",
                "t:2: expected a weight, found `NaN` (NaN has no place in the order of weights)",
            ),
            (
                "1 2 1e400\n",
                "t:1: expected a weight of at most 1.8e308 in size, found `1e400` (scale the weights, or \
                 write inf)",
            ),
        ],
    );
}

#[test]
fn lines_are_edges_by_default() {
    let read = |policy| with(read, &arcs(policy), b"4 5\n5 4\n5 6\n").unwrap();
    assert_eq!(read(ArcPolicy::Auto), "none 3 [4-5 5-4 5-6]");
    assert_eq!(read(ArcPolicy::Keep), read(ArcPolicy::Auto));
    assert_eq!(read(ArcPolicy::Fold), "none 3 [4-5 5-6] (3 arcs, 1 unpaired, folded)");
}

#[test]
fn comments_say_whether_edges_have_a_direction() {
    messages(
        read,
        &[
            ("# Directed graph: web\n# Nodes: 2 Edges: 1\n5 3\n", "none 2 [5>3]"),
            ("# a crawl\n# directed graph (each pair of nodes is saved once)\n5 3 2\n", "u32 2 [5>3:2]"),
            ("# Undirected graph: roads\n# Directed graph\n5 3\n", "none 2 [5-3]"),
            ("# Directed graphs are fine\n5 3\n", "none 2 [5-3]"),
            ("% asym unweighted\n% 1 2 2\n5 3\n", "none 2 [5>3]"),
            ("% sym positive\n% asym\n5 3 1\n", "u32 2 [5-3:1]"),
            ("# asym\n5 3\n# Directed graph\n", "none 2 [5-3]"),
            ("#Directed graph.\n5 3\n", "none 2 [5>3]"),
            ("%asym-multi\n5 3\n", "none 2 [5>3]"),
        ],
    );
    let read = |is_directed, arcs| {
        let options = ReadOptions { is_directed, arcs, ..ReadOptions::default() };
        with(read, &options, b"# Directed graph\n4 5\n5 4\n").unwrap()
    };
    assert_eq!(read(Some(false), ArcPolicy::Auto), "none 2 [4-5 5-4]");
    assert_eq!(read(None, ArcPolicy::Keep), "none 2 [4>5 5>4]");
    assert_eq!(read(None, ArcPolicy::Fold), "none 2 [4-5] (2 arcs, 0 unpaired, folded)");
}

#[test]
fn both_sides_of_bipartite_graphs_have_names_of_their_own() {
    messages(
        read,
        &[
            ("% bip unweighted\n% 3 2 2\n1 1\n1 2\n2 2\n", "none 4 [1-3 1-4 2-4]"),
            ("% bip\n% 3 5 2\n1 1\n1 2\n2 2\n", "none 4 [1-6 1-7 2-7]"),
            ("% bip weighted\n5 3 1\n", "u32 2 [5-8:1]"),
            ("% bip\n0 0\n1 0\n", "none 3 [0-2 1-2]"),
            ("% bip\n4294967296 1\n", "none 2 [4294967296-4294967297]"),
            ("% bip\n4294967290 9\n", "none 2 [4294967290-4294967299]"),
            ("% bip\n", "none 0 []"),
            ("%bip unweighted\n1 1\n1 2\n", "none 3 [1-2 1-3]"),
            ("% bip-multi\n1 1\n", "none 2 [1-2]"),
            (
                "% bip\n18446744073709551615 1\n",
                "t: expected names of at most 64 bits, found 1 on the right side (give both \
                 sides different, smaller names)",
            ),
        ],
    );
}

#[test]
fn implausible_lists_get_remarks() {
    let remarks = |text: &str| {
        let exec = Exec::current();
        let input = read(Content::bytes(&exec, "t", text.as_bytes()), &ReadOptions::default()).unwrap();
        input.remarks.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    let counts = "taken for an edge, but it equals the numbers of nodes and edges of the other lines: if it is \
                  a header, remove it, as with sed";
    for text in ["5 4\n0 1\n1 2\n2 3\n3 4\n", "4 5\n1 2\n2 3\n3 4\n4 5\n", "9 2\n1 2\n2 3\n"] {
        assert_eq!(remarks(text), format!("line 1: {counts} 1d"), "{text}");
    }
    assert_eq!(remarks("# x\n5 5 3\n2 3 1\n3 4 2\n3 5 3\n"), format!("line 2: {counts} 2d"));
    for text in [
        "5 4\n0 1\n1 2\n2 3\n",
        "3 4\n0 1\n1 2\n2 3\n3 5\n",
        "1 0\n",
        "0 1\n1 2\n",
        "3 9\n4 5\n",
        "9 1 8\n2 3 4\n",
    ] {
        assert_eq!(remarks(text), "", "{text}");
    }
    let fourth = "the fourth column is not used: the first two were taken for the ends of an edge, the third \
                  for its weight";
    assert_eq!(remarks("# x\n7,19,10,60\n8,10,11,70\n"), format!("line 2: {fourth}"));
    assert_eq!(remarks("1 2 3 2020-01-31\n"), format!("line 1: {fourth}"));
    let lost = "in edges: a node without edges is not a node of an edge list";
    assert_eq!(
        remarks("# Undirected graph\n# Nodes: 3 Edges: 2\n1 2\n"),
        format!(
            "line 2: 3 nodes are declared, but there are 2 {lost}; line 2: 2 edges are declared, but \
             there is 1"
        )
    );
    assert_eq!(remarks("# Nodes: 2 Edges: 1\n1 2\n"), "");
    assert_eq!(remarks("#Nodes:2 Edges=1\n1 2\n# Removed nodes: 17\n"), "");
    assert_eq!(remarks("# Removed nodes: 17\n1 2\n"), "");
    assert_eq!(remarks("% sym\n% 4 4 4\n4 3\n1 2\n2 3\n1 3\n"), "");
    assert_eq!(remarks("2 1\n1 2\n"), "");
    assert!(remarks("##nodes: 3 edges: 1\n1 2\n").starts_with("line 1: 3 nodes are declared"));
    assert_eq!(remarks("% sym\n% 2 3 3\n1 2\n2 3\n"), "");
    assert_eq!(
        remarks("% sym\n% 2 4 4\n1 2\n2 3\n"),
        format!("line 2: 4 nodes are declared, but there are 3 {lost}")
    );
    assert_eq!(remarks("% 2 4 4\n1 2\n2 3\n"), "");
    assert_eq!(
        remarks("% bip\n% 3 2 2\n1 1\n1 2\n2 2\n"),
        "bipartite: 2 was added to the numbers of the right side"
    );
    assert_eq!(
        (remarks("# x\n"), remarks("") + &remarks("# Nodes: 0 Edges: 0\n")),
        ("no edges: only comments and blank lines".to_owned(), String::new())
    );
}

#[test]
fn the_beginning_shows_the_format() {
    for head in ["# x\n\n1 2\n", "1,2,.5", "% asym\n3 4 1 99", "# only\n", "\u{feff}1 2"] {
        assert!(sniff(head.as_bytes()), "{head}");
    }
    for head in ["1 2 1e999", "1;2;1,9\n", "18446744073709551616 1", "5\n", "1 2 3 4 5\n", "1.5 2\n"] {
        assert!(sniff(head.as_bytes()), "{head}");
    }
    for head in ["", "\n", "a 1 2", "EdgeArray\n1 2\n", "-1 2\n", "// x\n1 2\n"] {
        assert!(!sniff(head.as_bytes()), "{head}");
    }
}
