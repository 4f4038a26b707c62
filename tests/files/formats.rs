//! The table of formats is consistent: its words are unique, and each format that can be written is read
//! back.

use std::collections::HashSet;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList, Node};
use boscage::io::{self, Format, Loss, Names, ReadOptions, WriteOptions};
use boscage::with_edge_list;

#[test]
fn names_words_and_suffixes_are_unique() {
    fn unique<T: Eq + std::hash::Hash>(all: impl Iterator<Item = T> + Clone) -> bool {
        all.clone().collect::<HashSet<_>>().len() == all.count()
    }
    assert!(unique(Format::all()) && unique(Format::all().map(Format::name)));
    assert!(unique(Format::all().map(Format::word)));
    assert!(unique(Format::all().flat_map(Format::suffixes)));
    for format in Format::all() {
        assert_eq!(format.word().parse::<Format>().unwrap(), format);
        assert_eq!(format.to_string(), format.word());
        for suffix in format.suffixes() {
            let named = |end: &str| Format::from_suffix(format!("a.b/graph.{suffix}{end}").as_ref());
            assert_eq!([named(""), named(".gz"), named(".x")], [Some(format), Some(format), None]);
        }
    }
    let refused = "DIMACS".parse::<Format>().unwrap_err().to_string();
    assert!(refused.starts_with("format: expected one of dimacs, csv, edge-list, "), "{refused}");
}

/// Edges, the lower end first.
fn edges(list: &AnyEdgeList) -> Vec<(Node, Node, String)> {
    with_edge_list!(list, list => {
        let edges = list.edges().iter();
        edges.map(|edge| (edge.u.min(edge.v), edge.u.max(edge.v), format!("{:?}", edge.weight))).collect()
    })
}

#[test]
fn every_format_that_is_written_has_a_suffix_and_is_read_back() {
    let exec = Exec::current();
    let folder = tempfile::tempdir().unwrap();
    let triangle = EdgeList::from_triples(3, [(0, 1, 5_u32), (0, 2, 4), (1, 2, 3)]).unwrap();
    let bare = AnyEdgeList::from(triangle.map(|_, _| ()).unwrap());
    let triangle = AnyEdgeList::from(triangle);
    for format in Format::written() {
        let suffix = format.suffixes()[0];
        let path = folder.path().join(format!("graph.{suffix}"));
        // By its usual suffix, one format has no weights.
        let graph = if suffix == "sg" { &bare } else { &triangle };
        let losses = io::write(&exec, &path, graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
        assert_eq!(losses, [], "{format}");
        let input = io::read(&exec, &path, &ReadOptions::default()).unwrap();
        assert_eq!((input.format, input.is_guessed), (format, !format.has_signature()));
        assert_eq!(edges(&input.list), edges(graph), "{format}");
    }
}

#[test]
fn what_is_lost_is_what_the_table_says_may_be() {
    let exec = Exec::current();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph");
    let graph = AnyEdgeList::from(EdgeList::from_pairs(3, [(2, 0), (1, 2), (1, 0)]).unwrap());
    let names = Names::Listed(vec![7, 30, 1000]);
    for format in Format::all() {
        let options = WriteOptions { format: Some(format), is_directed: true, ..WriteOptions::default() };
        let mut losses = io::write(&exec, &path, &graph, &names, &options).unwrap_or_default();
        let mut possible = format.losses().to_vec();
        possible.retain(|loss| *loss != Loss::Texts); // here names are numbers
        let key = |loss: &Loss| loss.to_string();
        losses.sort_by_key(key);
        possible.sort_by_key(key);
        assert_eq!(losses, possible, "{format}");
        assert!(possible.is_empty() || Format::written().any(|written| written == format));
    }
}
