//! Lines in every form, and the places and bends that they give.

use super::*;

#[track_caller]
fn check(text: &str, want: Option<&[[f64; 2]]>) {
    let mut lines = Lines::default();
    lines.push(b"LINESTRING(7 7, 8 8)").unwrap();
    let is_line = lines.push(text.as_bytes()).unwrap();
    assert_eq!(is_line.then(|| &lines.points[lines.line(1)]), want, "{text}");
}

#[test]
fn lines_are_read_in_every_form() {
    let two: Option<&[_]> = Some(&[[1.0, 2.0], [-3.5, 1e-7]]);
    let three: Option<&[_]> = Some(&[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    for text in [
        "LINESTRING(1 2, -3.5 1e-7)",
        " linestring ( 1 2,-3.5\t1e-7 ) ",
        "LINESTRING Z (1 2 9, -3.5 1e-7 9)",
        "LINESTRINGZM(1 2 9 nan, -3.5 1e-7 9 7)",
        "SRID=4326;LINESTRING (1 2, -3.5 1e-7)",
        "MULTILINESTRING((1 2, -3.5 1e-7))",
    ] {
        check(text, two);
    }
    check("MULTILINESTRING ((1 2, 3 4), (3 4, 5 6))", three);
    for text in ["", "\\N", "NULL", "LINESTRING EMPTY", "linestring z empty", "010200000000000000"] {
        check(text, Some(&[]));
    }
    // As PostGIS writes LINESTRING(1 2, 3 4), with and without an SRID, and in the other byte order.
    let line: Option<&[_]> = Some(&[[1.0, 2.0], [3.0, 4.0]]);
    let little = "000000000000F03F000000000000004000000000000008400000000000001040";
    let big = "3FF0000000000000400000000000000040080000000000004010000000000000";
    check(&format!("010200000002000000{little}"), line);
    check(&format!("0102000020E610000002000000{little}").to_lowercase(), line);
    check(&format!("000000000200000002{big}"), line);
    check(&format!("010500000001000000010200000002000000{little}"), line);
    // With a third coordinate, as a flag and as a thousand.
    let z =
        "000000000000F03F0000000000000040000000000000084000000000000010400000000000001440000000000000F03F";
    let far: Option<&[_]> = Some(&[[1.0, 2.0], [4.0, 5.0]]);
    check(&format!("010200008002000000{z}"), far);
    check(&format!("01EA03000002000000{z}"), far);
}

#[test]
fn what_is_no_line_is_refused() {
    for text in [
        "POINT (1 2)",
        "LINESTRING (1 2)",
        "LINESTRING (1, 2)",
        "LINESTRING (1 2, 3)",
        "LINESTRING (1 2, 3 4",
        "LINESTRING (1 2, 3 4))",
        "LINESTRING (1 2 3 4 5, 3 4)",
        "LINESTRING (1 inf, 3 4)",
        "LINESTRING (1 nan, 3 4)",
        "LINESTRING (1 2, 3 4) x",
        "LINESTRINGS (1 2, 3 4)",
        "MULTILINESTRING ((1 2, 3 4), (5 6, 7 8))",
        "MULTILINESTRING ((1 2, 3 4),)",
        "residential",
        "7",
        "0",
        "01020000000200",
        "0102000000FFFFFFFF",
        "010200000002000000000000000000F03F000000000000004000000000000008400000000000001040FF",
        "010100000000000000000000400000000000000040",
        "02020000000000000000",
    ] {
        check(text, None);
    }
}

fn lines(texts: &[&str]) -> Lines {
    let mut lines = Lines::default();
    texts.iter().for_each(|text| assert!(lines.push(text.as_bytes()).unwrap(), "{text}"));
    lines
}

fn ends(pairs: &[[usize; 2]]) -> Vec<[Node; 2]> {
    pairs.iter().map(|pair| pair.map(Node::new)).collect()
}

#[test]
fn nodes_are_where_lines_meet() {
    let path = ["LINESTRING(0 0, 5 5, 1 0)", "LINESTRING(2 0, 6 6, 7 7, 1 0)", ""];
    // The second line is listed backwards.
    let ends = ends(&[[0, 1], [1, 2], [2, 3]]);
    let lines = lines(&path);
    let places = lines.places(4, &ends).unwrap().unwrap();
    assert_eq!(places[..3], [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]);
    assert!(places[3][0].is_nan());
    let shapes = lines.shapes(&ends, Some(&places));
    assert_eq!(shapes.points(0), [[5.0, 5.0]]);
    assert_eq!(shapes.points(1), [[7.0, 7.0], [6.0, 6.0]]);
    assert!(shapes.points(2).is_empty());
}

#[test]
fn nodes_may_be_at_the_same_place() {
    // Nodes 1 and 3 are both at 0 0, so the ends of lines between them and node 2 leave both places open.
    let same = ["LINESTRING(0 0, 6 6, 1 0)", "LINESTRING(0 0, 5 5, 1 0)"];
    let ends = ends(&[[2, 3], [1, 2], [1, 0]]);
    let all = lines(&[same[0], same[1], "LINESTRING(0 0, 9 9)"]);
    let places = all.places(4, &ends).unwrap().unwrap();
    assert_eq!(places, [[9.0, 9.0], [0.0, 0.0], [1.0, 0.0], [0.0, 0.0]]);
    let places = lines(&same).places(4, &ends[..2]).unwrap().unwrap();
    assert_eq!((places[1], places[3]), (places[1], places[1]));
    assert_ne!(places[1], places[2]);
}

#[test]
fn lines_that_do_not_meet_give_no_places() {
    let ends = ends(&[[0, 1], [1, 2]]);
    let apart = lines(&["LINESTRING(0 0, 1 0)", "LINESTRING(2 0, 3 0)"]);
    assert_eq!(apart.places(3, &ends).unwrap(), Err(Node::new(1)));
    // A loop that is not closed.
    let ends = self::ends(&[[0, 0]]);
    assert_eq!(lines(&["LINESTRING(0 0, 1 0)"]).places(1, &ends).unwrap(), Err(Node::new(0)));
}

#[test]
fn lines_of_arcs_are_turned() {
    let mut lines = lines(&["LINESTRING(0 0, 4 4, 5 5, 1 0)"]);
    lines.push_reverse().unwrap();
    lines.fill(3).unwrap();
    let shapes = lines.shapes(&ends(&[[0, 1], [1, 0], [0, 2]]), None);
    assert_eq!(shapes.points(0), [[4.0, 4.0], [5.0, 5.0]]);
    assert_eq!(shapes.points(1), [[5.0, 5.0], [4.0, 4.0]]);
    assert!(shapes.points(2).is_empty());
}
