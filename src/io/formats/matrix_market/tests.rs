//! Tests of files in every layout, and of wrong ones.

use super::*;
use crate::formats::testing::{messages, with};

fn check(cases: &[(&str, &str)]) {
    let texts: Vec<String> = cases.iter().map(|(text, _)| format!("%%MatrixMarket matrix {text}")).collect();
    let cases: Vec<(&str, &str)> =
        texts.iter().map(String::as_str).zip(cases.iter().map(|case| case.1)).collect();
    messages(read, &cases);
}

#[test]
fn a_symmetric_matrix_is_no_list_of_arcs() {
    let options = ReadOptions { is_directed: Some(true), ..ReadOptions::default() };
    let read = |banner: &str| {
        let text = format!("%%MatrixMarket matrix {banner}\n2 2 2\n2 1 5\n1 2 5\n");
        with(read, &options, text.as_bytes()).unwrap_or_else(|message| message)
    };
    let directed = read("coordinate integer general");
    assert_eq!(directed, "u32 2 [2>1:5 1>2:5] (2 arcs, 0 unpaired, kept)");
    for symmetry in ["symmetric", "skew-symmetric"] {
        let refused = format!(
            "t:1: expected `general`, because a directed graph is requested, found `{symmetry}` \
             (read it as an undirected graph: each entry stands for two arcs)"
        );
        assert_eq!(read(&format!("coordinate integer {symmetry}")), refused);
    }
}

#[test]
fn matrices_are_read_as_written() {
    check(&[
        ("coordinate pattern symmetric\n% x\n3 3 2\n2 1\n3 3\n", "none 3 [2-1 3-3]"),
        (
            "COORDINATE Real General\r\n3 3 2\r\n2 1 5\r\n1 2 5.0",
            "f64 3 [2-1:5] (2 arcs, 0 unpaired, folded)",
        ),
        (
            "coordinate integer general\n\n3 3 2\n2 1 0\n\n1 2 -5\n",
            "i32 3 [2>1:0 1>2:-5] (2 arcs, 2 unpaired, kept)",
        ),
        ("coordinate real skew-symmetric\n2 2 1\n2 1 -inf\n", "f64 2 [2-1:-inf]"),
        ("coordinate real symmetric\n2 2 1\n2 1 99999999999999999999\n", "f64 2 [2-1:100000000000000000000]"),
        ("array integer general\n2 2\n7\n5\n5\n0\n", "u32 2 [1-1:7 2-1:5] (3 arcs, 0 unpaired, folded)"),
        ("array real symmetric\n3 3\n0 1 2\n0 3\n-0.0\n", "f64 3 [2-1:1 3-1:2 3-2:3]"),
        ("array integer skew-symmetric\n3 3\n1\n0\n3\n", "u32 3 [2-1:1 3-2:3]"),
        ("array real skew-symmetric\n0 0\n", "f64 0 []"),
        ("array real symmetric\n1 1\n4", "f64 1 [1-1:4]"),
    ]);
}

#[test]
fn errors_have_place_expected_and_found() {
    const CUT: &str = "(the file is cut short, or its header is wrong)";
    check(&[
        (
            "coordinate complex general\n",
            "t:1: expected `real`, `integer` or `pattern`, found `complex` \
             (complex numbers cannot be weights, because they have no order)",
        ),
        (
            "coordinate real hermitian\n",
            "t:1: expected `general`, `symmetric` or `skew-symmetric`, found `hermitian`",
        ),
        ("sparse", "t:1: expected `coordinate` or `array`, found `sparse`"),
        (
            "array pattern general\n",
            "t:1: expected `real` or `integer`, found `pattern` (a pattern has no array form)",
        ),
        (
            "coordinate real general\n3 4 1\n1 1 1\n",
            "t:2: expected 3 columns, as many as rows, found `4` (only a square matrix is a graph)",
        ),
        (
            "array real general\n% no more",
            "t: end of the file: expected a line of sizes, found none (the file is cut short)",
        ),
        (
            "array real general\n2 2\n1\n2\n3",
            &format!("t: end of the file: expected 4 entries, as line 2 says, found 3 {CUT}"),
        ),
        (
            "array real general\n2 2\n1\n2\n3\n4\n5",
            &format!("t: end of the file: expected 4 entries, as line 2 says, found 5 {CUT}"),
        ),
        (
            "coordinate pattern general\n2 2 2\n1 1\n",
            &format!("t: end of the file: expected 2 entries, as line 2 says, found 1 {CUT}"),
        ),
        (
            "coordinate integer general\n2 2 1\n1 1 1.5\n",
            "t:3: expected an integer, found a real (the field is `integer`)",
        ),
        (
            "array integer general\n1 1\n1.5\n",
            "t:3: expected an integer, found a real (the field is `integer`)",
        ),
        ("coordinate real general\n2 2 1\n1 3 1.5\n", "t:3: expected a node in 1..=2, found `3`"),
        (
            "coordinate real general\n2 2 1\n1 2 nan\n",
            "t:3: expected a weight, found `nan` (NaN has no place in the order of weights)",
        ),
        (
            "coordinate real general\n2 2 9223372036854775808\n",
            "t:2: expected at most 8589934588 entries, found `9223372036854775808` (more than this build can address)",
        ),
    ]);
    messages(
        read,
        &[
            ("", "t: end of the file: expected `%%MatrixMarket matrix ...`, found an empty file"),
            ("%%MatrixMarket vector\n", "t:1: expected `matrix`, found `vector` (only matrices are graphs)"),
        ],
    );
}

#[test]
fn the_banner_comes_first_and_is_spelt_right() {
    let body = "MatrixMarket matrix coordinate real general\n5 5 3\n2 3 1\n3 4 2\n3 5 3\n";
    let read_after = |start: &str| {
        let text = format!("{start}{body}");
        assert!(sniff(text.as_bytes()), "{start:?}");
        with(read, &ReadOptions::default(), text.as_bytes())
    };
    let graph = "f64 5 [2>3:1 3>4:2 3>5:3] (3 arcs, 3 unpaired, kept)";
    for start in ["%%", " %%", "\t %%", "\n%%", "\r\n \n%%", "\u{feff}%%"] {
        assert_eq!(read_after(start), Ok(graph.to_owned()), "{start:?}");
    }
    let cure = "(the first line must be the banner; if the file is an edge list, name that format, as \
     with --from edge-list)";
    for (start, found) in [
        ("%", "%MatrixMarket"),
        ("%%%", "%%%MatrixMarket"),
        ("%% ", "%%"),
        ("% c\n%%", "%"),
        ("# c\n%%", "#"),
    ] {
        let refused = format!("t:1: expected `%%MatrixMarket`, found `{found}` {cure}");
        assert_eq!(read_after(start), Err(refused), "{start:?}");
    }
    let refused = format!("t:1: expected `%%MatrixMarket`, found `5` {cure}");
    messages(read, &[("5 5 3\n2 3 1\n", &refused)]);
    assert!(sniff(b"%%matrixmarkt matrix\n"));
    assert!(sniff(b"%%MarixMarket matrix coordinate real general\n"));
    assert!(!sniff(b"% a matrix of distances\n1 2 3\n"));
    assert!(!sniff(b"1 2 3\n%%MatrixMarket matrix\n"));
}
