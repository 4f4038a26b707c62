//! Shared code of the tests of readers: inputs as text, every text read from memory, as a stream, and in
//! blocks, and damaged files.

use crate::bytes::Content;
use crate::formats::{
    TABLE, dimacs, edge_list, graphml, matrix_market, metis, pbbs_adjacency, pbbs_edges, table,
};
use crate::text::with_blocks_of;
use crate::{ArcPolicy, Input, ReadOptions};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, Edge, Node};
use boscage_core::random::Random;
use boscage_core::with_weighted_list;

/// A reader of a text format.
pub(crate) type Read = fn(Content<'_>, &ReadOptions) -> Result<Input>;

/// An input in one line: weight type, number of nodes, edges by the input's names (`u-v`, or `u>v` in a
/// directed graph), and the report on the arcs.
pub(crate) fn shown(input: &Input) -> String {
    let between = if input.is_directed { '>' } else { '-' };
    let ends = |u: Node, v: Node| format!("{}{between}{}", input.names.name(u), input.names.name(v));
    let edges: Vec<String> = match &input.list {
        AnyEdgeList::Unweighted(list) => list.edges().iter().map(|e| ends(e.u, e.v)).collect(),
        weighted => with_weighted_list!(weighted, list => {
            let edges = list.edges().iter();
            edges.map(|&Edge { u, v, weight }| format!("{}:{weight}", ends(u, v))).collect()
        })
        .unwrap(),
    };
    let arcs = input.arcs.map_or(String::new(), |report| {
        format!(
            " ({} arcs, {} unpaired, {})",
            report.arcs,
            report.unpaired,
            if report.folded { "folded" } else { "kept" }
        )
    });
    format!("{} {} [{}]{arcs}", input.list.weight_type(), input.list.node_count(), edges.join(" "))
}

/// Reads a text from memory and as a stream, at once and in blocks of several sizes, and demands the same
/// input or the same message.
pub(crate) fn with(reader: Read, options: &ReadOptions, text: &[u8]) -> Result<String, String> {
    let show = |result: Result<Input>| result.map(|input| shown(&input)).map_err(|error| error.to_string());
    let whole = show(reader(Content::bytes(&Exec::current(), "t", text), options));
    for block in [1, 2, 3, 7, 16, 61] {
        with_blocks_of(block, || {
            assert_eq!(
                show(reader(Content::bytes(&Exec::current(), "t", text), options)),
                whole,
                "in blocks of {block}"
            );
            assert_eq!(
                show(reader(Content::stream(&Exec::current(), "t", text), options)),
                whole,
                "streamed in blocks of {block}"
            );
        });
    }
    whole
}

/// Compares the result of each text with default options, as [`shown`] or as a message.
pub(crate) fn messages(reader: Read, cases: &[(&str, &str)]) {
    for (text, want) in cases {
        let got = with(reader, &ReadOptions::default(), text.as_bytes()).unwrap_or_else(|message| message);
        assert_eq!(got, *want, "{text:?}");
    }
}

/// The default options with another policy for arcs.
pub(crate) fn arcs(arcs: ArcPolicy) -> ReadOptions {
    ReadOptions { arcs, ..ReadOptions::default() }
}

/// Damaged copies of a file: bytes are changed, cut off and inserted, many of them `others`. The variable
/// `BOSCAGE_DAMAGED` sets their number.
pub(crate) fn damaged(
    whole: &[u8],
    others: &[u8],
    (seed, rounds): (u64, u64),
) -> impl Iterator<Item = Vec<u8>> {
    let rounds = std::env::var("BOSCAGE_DAMAGED").map_or(rounds, |count| count.parse().unwrap());
    (0..rounds).map(move |round| {
        let mut random = Random::new(seed, 0).item(round);
        let mut below = |limit: usize| random.below(limit as u64) as usize;
        let mut bytes = whole.to_vec();
        for _ in 0..=below(3) {
            let (at, other) = (below(bytes.len()), others[below(others.len())]);
            match below(4) {
                0 => bytes[at] = below(256) as u8,
                1 => bytes[at] = other,
                2 => bytes.truncate(at.max(1)),
                _ => bytes.insert(at, other),
            }
        }
        bytes
    })
}

/// A sample of every text format.
const SAMPLES: [(Read, &str); 13] = [
    (dimacs::read, "c x\np sp 12 4\na 1 12 837\na 12 1 837\na 3 2 -4\n\na 5 5 0.5\n"),
    (dimacs::read, "a 7 4294967296 8\r\nc\na 9 7 10\n"),
    (edge_list::read, "# x\n3466\t937\n\n12 3466\n12 12"),
    (edge_list::read, "1,2,5,100\n2,30,-7,101\n"),
    (matrix_market::read, "%%MatrixMarket matrix coordinate integer general\n%\n3 3 2\n1 2 5\n2 1 5\n"),
    (matrix_market::read, "%%MatrixMarket matrix array real symmetric\n2 2\n1\n.25\n0\n"),
    (metis::read, "% x\n4 2 1\n2 5 3 7\n1 5\n1 7\n\n"),
    (pbbs_adjacency::read, "WeightedAdjacencyGraph\n3\n4\n0\n1\n3\n1\n0\n2\n1\n5\n5\n-6\n-6\n"),
    (table::read, "source,target,weight\n1,22,5\n22,3,0.5\n"),
    (table::read, "id;from;to;cost;reverse_cost\n1;\"a;\nb\";c;5;-1\n2;c;d;7;7\n"),
    (table::read, "a b 1\na c 2\n"),
    (pbbs_edges::read, "WeightedEdgeArray\n0 1 0.5\n2 1 7\n"),
    (
        graphml::read,
        "<graphml>\n<key id='w' attr.name='weight' attr.type='int'/><graph edgedefault='directed'>\n<node \
         id='a'/>\n<edge source='a' target='a'><data key='w'>7</data></edge></graph></graphml>\n",
    ),
];

#[test]
fn every_text_format_has_a_sample() {
    for (spec, text) in TABLE.iter().filter_map(|spec| Some((spec, spec.text()?))) {
        let is_there = SAMPLES.iter().any(|(_, sample)| (text.sniff)(sample.as_bytes()));
        assert!(is_there, "{} has no sample here", spec.name);
    }
}

/// All ways to read a damaged text agree: [`with`] compares them.
#[test]
fn texts_with_one_byte_changed_are_read_alike_in_all_blocks() {
    for (reader, sample) in SAMPLES {
        with(reader, &ReadOptions::default(), sample.as_bytes()).unwrap();
        for at in 0..sample.len() {
            for byte in *b"\n 9-.a%\xff" {
                let mut text = sample.as_bytes().to_vec();
                text[at] = byte;
                with(reader, &ReadOptions::default(), &text).ok();
            }
            with(reader, &ReadOptions::default(), &sample.as_bytes()[..at]).ok();
            with(reader, &ReadOptions::default(), &sample.as_bytes()[at..]).ok();
        }
    }
}

/// 2^53 + 1 is the least integer that no `f64` equals.
const LEAST: &str = "9007199254740993";

#[test]
fn an_integer_that_would_be_rounded_is_refused_in_every_format() {
    let refused = |line: usize, integer: &str| {
        format!(
            "t:{line}: expected integers that an f64 holds exactly, because other weights are reals, \
             found {integer} (scale it, or write it with a decimal point if it may be rounded)"
        )
    };
    let all: [(Read, &str); 6] = [
        (dimacs::read, "p sp 3 2\na 1 2 @\na 2 3 .5\n"),
        (dimacs::read, "a 2 3 .5\na 1 2 @\n"),
        (edge_list::read, "1 2 1e9\n1 2 @\n"),
        (metis::read, "2 1 001\n2 @\n1 .5\n"),
        (pbbs_edges::read, "WeightedEdgeArray\n0 1 @\n1 2 -.5\n"),
        (pbbs_adjacency::read, "WeightedAdjacencyGraph\n2\n2\n0\n1\n1\n0\n@\n.5\n"),
    ];
    for (reader, text) in all {
        for integer in [LEAST, "-9007199254740993", "18446744073709551615", "-9223372036854775807"] {
            let (before, _) = text.split_once('@').unwrap();
            let line = 1 + before.matches('\n').count();
            messages(reader, &[(&text.replace('@', integer), &refused(line, integer))]);
        }
    }
    let first = format!("# x\n1 {LEAST} 7\n\n1 2 {LEAST}\n1 2 .5\n\n1 2 9007199254740995\n");
    messages(edge_list::read, &[(&first, &refused(4, LEAST))]);
}

#[test]
fn integers_that_are_exact_and_reals_that_are_rounded_are_read() {
    messages(
        edge_list::read,
        &[
            ("1 2 9007199254740994\n1 2 .5\n", "f64 2 [1-2:9007199254740994 1-2:0.5]"),
            (
                "1 2 -9223372036854775808\n1 2 9223372036854775808\n1 2 .5\n",
                "f64 2 [1-2:-9223372036854776000 1-2:9223372036854776000 1-2:0.5]",
            ),
            ("1 2 9007199254740993.0\n1 2 .5\n", "f64 2 [1-2:9007199254740992 1-2:0.5]"),
            ("1 2 9007199254740993\n1 2 5\n", "u64 2 [1-2:9007199254740993 1-2:5]"),
        ],
    );
    let real = format!("%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 {LEAST}\n");
    messages(matrix_market::read, &[(&real, "f64 2 [1>2:9007199254740992] (1 arcs, 1 unpaired, kept)")]);
}
