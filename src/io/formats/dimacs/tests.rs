use super::*;
use crate::formats::testing::{arcs, messages, with};
use crate::{ArcPolicy, Unweighted};

#[test]
fn graphs_are_read_as_written() {
    messages(
        read,
        &[
            ("c x\np sp 3 2\na 1 2 7\na 2 1 7\n", "u32 3 [1-2:7] (2 arcs, 0 unpaired, folded)"),
            ("\u{feff}p sp 2 1\r\n\r\na\t1  2 -7 \r\nc", "i32 2 [1>2:-7] (1 arcs, 1 unpaired, kept)"),
            ("p edge 3 3\nn 1 5\ne 1 2\ne 3 3\ne 2 1", "none 3 [1-2 3-3] (3 arcs, 0 unpaired, folded)"),
            ("p sp 4294967294 0\n", "u32 4294967294 [] (0 arcs, 0 unpaired, folded)"),
            ("p sp 0 0", "u32 0 [] (0 arcs, 0 unpaired, folded)"),
            ("p edge 4 3\ne 1 2\ne 2 3\ne 1 3\n", "none 4 [1-2 2-3 1-3]"),
            ("p col 3 2\nn 2 7\ne 1 2 5\ne 2 3 5\n", "u32 3 [1-2:5 2-3:5]"),
            ("p edge 3 3\ne 1 2\ne 2 1\ne 2 3\n", "none 3 [1-2 2-1 2-3]"),
            ("e 7 9\n", "none 2 [7-9]"),
            ("c\na 9 7 1\na 7 9 1.5\n", "f64 2 [9>7:1 7>9:1.5] (2 arcs, 2 unpaired, kept)"),
            (
                "p sp 2 1\na 1 2 18446744073709551615",
                "u64 2 [1>2:18446744073709551615] (1 arcs, 1 unpaired, kept)",
            ),
        ],
    );
}

#[test]
fn errors_have_place_expected_and_found() {
    messages(
        read,
        &[
            ("", "t: end of the file: expected a line `p sp NODES ARCS`, or arcs, found neither"),
            ("c\n\n", "t: end of the file: expected a line `p sp NODES ARCS`, or arcs, found neither"),
            ("p sp 3", "t:1: expected the number of arcs, found the end of the line"),
            ("p sp 3 2 1\n", "t:1: expected the end of the line, found `1` (the line is `p sp NODES ARCS`)"),
            ("p sp 3 x\n", "t:1: expected the number of arcs, found `x`"),
            (
                "p aux sp co 3\n",
                "t:1: expected a graph, found coordinates of nodes (the graph is in a file of its own (.gr))",
            ),
            (
                "p sp 3 9223372036854775808\n",
                "t:1: expected at most 8589934588 arcs, found `9223372036854775808` \
                 (more than this build can address)",
            ),
            (
                "p sp 4294967295 1\n",
                "t:1: expected at most 4294967294 nodes, found `4294967295` (more than this build can address)",
            ),
            (
                "c\np sp 3 2\na 1 2 7\n",
                "t: end of the file: expected 2 arcs, as line 2 says, found 1 \
                 (the file is cut short, or its header is wrong)",
            ),
            (
                "p sp 3 1\na 1 2 7\na 2 1 7\n",
                "t: end of the file: expected 1 arcs, as line 1 says, found 2 (its header is wrong)",
            ),
            ("p sp 3 1\na 1 4 7\n", "t:2: expected a node in 1..=3, found `4`"),
            ("p sp 3 1\n\na 0 1 7", "t:3: expected a node in 1..=3, found `0` (nodes count from 1 here)"),
            ("p sp 0 1\na 1 1 1", "t:2: expected no edges, because the graph has no nodes, found `1`"),
            (
                "p sp 3 1\na 1 2\na 2 3 1",
                "t:3: expected the end of the line, found `1` (every line must have as many columns as the first)",
            ),
            (
                "p sp 3 1\na 1 2 3\na 2 3\n",
                "t:3: expected a weight, found the end of the line (every line must have as many columns as the first)",
            ),
            ("p sp 3 1\na 1\n", "t:2: expected two ends, or two ends and a weight, found 1 column"),
            (
                "p sp 3 1\na 1 2 nan",
                "t:2: expected a weight, found `nan` (NaN has no place in the order of weights)",
            ),
            ("p sp 3 1\na 1 2 7x", "t:2: expected a weight, found `7x`"),
            (
                "p sp 3 1\na 1 2 99999999999999999999\n",
                "t:2: expected a weight of at most 64 bits, found `99999999999999999999` \
                 (scale the weights, or write them as reals)",
            ),
            (
                "p sp 3 2\na 1 2 -1\na 1 2 9223372036854775808\n",
                "t: expected weights that fit one 64-bit type, found -1 and 9223372036854775808 \
                 (scale the weights, or write them as reals)",
            ),
            ("p sp 3 1\na 1 2 7\nx", "t:3: expected a line that begins with c, a or e, found `x`"),
            ("p sp 3 1\nx", "t:2: expected a line that begins with c, a or e, found `x`"),
            (
                "p sp 3 2\na 1 2 7\ne 2 3 7\n",
                "t:3: expected the letter of the first arc or edge, found `e` (all lines are arcs (a), or all edges (e))",
            ),
            (
                "p sp 3 1\na 1 2 7\nn 1 s\n",
                "t:3: expected an arc, found `n` (lines that describe nodes come before the arcs)",
            ),
            ("p sp 3 1\nnode 1\n", "t:2: expected a line that begins with c, a or e, found `node`"),
            (
                "p tw 3 1\n1 2\n",
                "t:2: expected a line that begins with c, a or e, found `1` \
                 (edges in PACE files have no letter: add it, as with sed 's/^[0-9]/e &/')",
            ),
            (
                "p sp 3 1\nc x\ra 2 3 7\na 1 2 7\n",
                "t:2: expected the end of the line, found a carriage return inside it \
                 (convert the line ends, as with tr '\\r' '\\n')",
            ),
            ("p sp 3 1\narc 1 2 7\n", "t:2: expected a line that begins with c, a or e, found `arc`"),
            (
                "p sp 3 1\np sp 3 1\na 1 2 7\n",
                "t:2: expected an arc, found `p` (there is one `p` line, before the arcs)",
            ),
            (
                "p sp 3 1\na 1 2 7\np sp 3 1\n",
                "t:3: expected an arc, found `p` (there is one `p` line, before the arcs)",
            ),
            ("p sp 3 1\na 1 2 7 9\n", "t:2: expected two ends, or two ends and a weight, found 4 columns"),
            (
                "p sp 3 2\na 1 2 7\na 2 3 7 9\n",
                "t:3: expected the end of the line, found `9` (every line must have as many columns as the first)",
            ),
            ("e 1 2 7 9\n", "t:1: expected two ends, or two ends and a weight, found 4 columns"),
            (
                "p sp 3 1\na 1 2 -1e999\n",
                "t:2: expected a weight of at most 1.8e308 in size, found `-1e999` \
                 (scale the weights, or write -inf)",
            ),
            (
                "a 1 2 7\np sp 3 1\n",
                "t:2: expected an arc, found `p` (there is one `p` line, before the arcs)",
            ),
            ("a -1 2 7\n", "t:1: expected a node, found `-1` (nodes are integers from 0 up)"),
            (
                "a 18446744073709551616 2 7\n",
                "t:1: expected a node of at most 64 bits, found `18446744073709551616`",
            ),
            ("hello\n", "t:1: expected a line that begins with c, p, a or e, found `hello`"),
        ],
    );
}

#[test]
fn arcs_follow_the_policy() {
    let text = b"p sp 3 3\na 1 2 7\na 2 1 7\na 2 3 5\n";
    let read = |policy| with(read, &arcs(policy), text).unwrap();
    assert_eq!(read(ArcPolicy::Auto), "u32 3 [1>2:7 2>1:7 2>3:5] (3 arcs, 1 unpaired, kept)");
    assert_eq!(read(ArcPolicy::Fold), "u32 3 [1-2:7 2-3:5] (3 arcs, 1 unpaired, folded)");
    assert_eq!(read(ArcPolicy::Keep), "u32 3 [1>2:7 2>1:7 2>3:5] (3 arcs, 0 unpaired, kept)");
}

#[test]
fn arcs_have_the_direction_that_the_caller_wants() {
    let read = |is_directed, arcs, text: &[u8]| {
        let options = ReadOptions { is_directed: Some(is_directed), arcs, ..ReadOptions::default() };
        with(read, &options, text).unwrap()
    };
    let (paired, alone) = (b"p sp 3 2\na 1 2 7\na 2 1 7\n", b"p sp 3 2\na 1 2 7\na 2 3 7\n");
    for policy in [ArcPolicy::Auto, ArcPolicy::Keep] {
        assert_eq!(read(true, policy, paired), "u32 3 [1>2:7 2>1:7] (2 arcs, 0 unpaired, kept)");
        assert_eq!(read(true, policy, alone), "u32 3 [1>2:7 2>3:7] (2 arcs, 0 unpaired, kept)");
    }
    assert_eq!(read(false, ArcPolicy::Auto, paired), "u32 3 [1-2:7] (2 arcs, 0 unpaired, folded)");
    assert_eq!(read(false, ArcPolicy::Auto, alone), "u32 3 [1-2:7 2-3:7] (2 arcs, 2 unpaired, kept)");
    assert_eq!(read(false, ArcPolicy::Keep, paired), "u32 3 [1-2:7 2-1:7] (2 arcs, 0 unpaired, kept)");
}

#[test]
fn unweighted_edges_are_drawn_after_folding() {
    let text = b"p edge 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n";
    let unweighted = Unweighted::Uniform { seed: 5, max: 100 };
    let options = ReadOptions { unweighted: Some(unweighted), ..ReadOptions::default() };
    let (first, second) = (unweighted.weight(0, || [1, 2]), unweighted.weight(1, || [2, 3]));
    let want = format!("u32 3 [1-2:{first} 2-3:{second}] (4 arcs, 0 unpaired, folded)");
    assert_eq!(with(read, &options, text), Ok(want));
    let none = ReadOptions { unweighted: Some(Unweighted::Uniform { seed: 5, max: 0 }), ..options };
    assert_eq!(
        with(read, &none, text),
        Err("the largest uniform weight: expected at least 1, found 0".to_owned())
    );
}

#[test]
fn a_text_cut_anywhere_is_refused_or_the_same_but_for_its_last_number() {
    let text =
        "c a comment\np sp 12 6\na 1 2 837\na 2 1 837\na 3 12 -4.5e1\na 12 3 -4.5e1\na 5 5 0\n\na 7 8 1234\n";
    let whole = with(read, &ReadOptions::default(), text.as_bytes()).unwrap();
    let complete = text.len() - "34\n".len();
    for cut in 0..text.len() {
        match with(read, &ReadOptions::default(), &text.as_bytes()[..cut]) {
            Ok(got) if cut >= complete => {
                let last = &text[text.len() - "1234\n".len()..cut];
                assert_eq!(got, whole.replace("7>8:1234", &format!("7>8:{last}")), "cut at {cut}");
            }
            Ok(got) => assert!(cut == complete - 1 && got.contains("7>8:1"), "cut at {cut}: {got}"),
            Err(message) => assert!(message.starts_with("t:"), "{message}"),
        }
    }
}

#[test]
fn the_beginning_shows_the_format() {
    let yes = ["c x\n\np sp 3 4\n", "a 1 2 3\n", "e 1 2", "c", "\u{feff}p edge 1 2", "p aux sp co 3\n"];
    let yes = yes.into_iter().chain(["a 18446744073709551616 2 7\n"]);
    let no = ["", "\n", "1 2\n", "abc", "p\n", "cat dog\n", "a b c\n", "%%MatrixMarket", "0 1\np sp 1 2"];
    yes.for_each(|head| assert!(sniff(head.as_bytes()), "{head}"));
    no.iter().for_each(|head| assert!(!sniff(head.as_bytes()), "{head}"));
}
