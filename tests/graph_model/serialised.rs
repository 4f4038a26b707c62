//! Data that serde writes are the same when it has read them; damaged ones are refused, in words.

use std::fmt::Debug;

use boscage::graph::{Edge, EdgeData, EdgeId, EdgeList, EdgeMap, Forest, LIMIT, Node, NodeMap};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

fn in_binary<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

fn of_binary<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    ciborium::from_reader(bytes).map_err(|error| error.to_string())
}

/// In JSON, which it must be written as, and in CBOR.
#[track_caller]
fn survives<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: T, json: &str) {
    assert_eq!(serde_json::to_string(&value).unwrap(), json);
    assert_eq!(serde_json::from_str::<T>(json).unwrap(), value);
    assert_eq!(of_binary::<T>(&in_binary(&value)).unwrap(), value);
}

fn reason_in_json<T: DeserializeOwned + Debug>(json: &str) -> String {
    serde_json::from_str::<T>(json).unwrap_err().to_string()
}

/// In both formats, by the same words.
#[track_caller]
fn refused<T: DeserializeOwned + Debug>(json: &str, reason: &str) {
    let value: serde_json::Value = serde_json::from_str(json).unwrap();
    for error in [reason_in_json::<T>(json), of_binary::<T>(&in_binary(&value)).unwrap_err()] {
        assert!(error.contains(reason), "{error}");
    }
}

/// The input that serde itself refuses.
#[test]
fn values_of_another_type_are_refused() {
    assert_eq!(reason_in_json::<Node>("-1"), "invalid value: integer `-1`, expected u32 at line 1 column 2");
    for (error, reason) in [
        (reason_in_json::<EdgeId>("4294967296"), "expected u32"),
        (reason_in_json::<NodeMap<u32>>("[0,true]"), "expected u32"),
        (reason_in_json::<Edge<u32>>(r#"{"u":0,"weight":0}"#), "missing field `v`"),
        (
            reason_in_json::<EdgeList<f64>>(r#"{"nodes":2,"edges":[{"u":0,"v":1,"weight":null}]}"#),
            "expected f64",
        ),
        (reason_in_json::<EdgeList>(r#"{"nodes":2}"#), "missing field `edges`"),
        (reason_in_json::<Forest<u32>>(r#"{"edges":[5],"total":"9","trees":1}"#), "invalid"),
    ] {
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn ids_edges_and_maps_survive() {
    survives(Node::new(7), "7");
    survives(vec![EdgeId::new(0), EdgeId::new(LIMIT - 1)], "[0,4294967293]");
    survives(Edge::new(Node::new(1), Node::new(2), -5_i32), r#"{"u":1,"v":2,"weight":-5}"#);
    survives(NodeMap::from(vec![Some(0.5), None]), "[0.5,null]");
    survives(EdgeMap::from(vec![Node::new(3)]), "[3]");
    survives(NodeMap::<u8>::from(Vec::new()), "[]");
}

#[test]
fn lists_of_any_data_survive() {
    let list = EdgeList::from_triples(4, [(0, 1, 0.1), (3, 3, f64::MIN_POSITIVE)]).unwrap();
    survives(
        list,
        r#"{"nodes":4,"edges":[{"u":0,"v":1,"weight":0.1},{"u":3,"v":3,"weight":2.2250738585072014e-308}]}"#,
    );
    survives(
        EdgeList::from_pairs(2, [(1, 0)]).unwrap(),
        r#"{"nodes":2,"edges":[{"u":1,"v":0,"weight":null}]}"#,
    );
    survives(EdgeList::<u64>::default(), r#"{"nodes":0,"edges":[]}"#);

    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    struct Road {
        lanes: u8,
    }
    let roads = EdgeList::from_triples(2, [(0, 1, Road { lanes: 4 })]).unwrap();
    survives(roads, r#"{"nodes":2,"edges":[{"u":0,"v":1,"weight":{"lanes":4}}]}"#);

    // JSON has no infinite numbers.
    let list = EdgeList::from_triples(2, [(0, 1, f32::INFINITY), (0, 1, -0.0)]).unwrap();
    assert_eq!(of_binary::<EdgeList<f32>>(&in_binary(&list)).unwrap(), list);
}

#[test]
fn forests_survive() {
    let huge = EdgeList::from_triples(4, [(0, 1, u64::MAX), (1, 0, 3), (1, 2, u64::MAX)]).unwrap();
    let forest = Forest::from_edges(None, &huge, [0, 2].map(EdgeId::new).to_vec());
    survives(forest, r#"{"edges":[0,2],"total":36893488147419103230,"trees":2}"#);
    let list = EdgeList::from_triples(2, [(0, 1, -1.5_f32)]).unwrap();
    let forest = Forest::from_edges(None, &list, vec![EdgeId::new(0)]);
    survives(forest, r#"{"edges":[0],"total":-1.5,"trees":1}"#);
    let empty = EdgeList::<i32>::with_nodes(3).unwrap();
    survives(Forest::from_edges(None, &empty, Vec::new()), r#"{"edges":[],"total":0,"trees":3}"#);
}

#[test]
fn wrong_ids_are_refused() {
    refused::<Node>("4294967294", "the node: expected a number below 4294967294, found 4294967294");
    refused::<EdgeId>("4294967295", "the edge: expected a number below 4294967294, found 4294967295");
    refused::<NodeMap<Node>>("[0,4294967295]", "the node: expected a number below 4294967294");
    refused::<Edge<u32>>(r#"{"u":0,"v":4294967294,"weight":0}"#, "the node: expected");
}

#[test]
fn wrong_lists_are_refused() {
    refused::<EdgeList>(
        r#"{"nodes":2,"edges":[{"u":0,"v":1,"weight":null},{"u":0,"v":2,"weight":null}]}"#,
        "edge 1: node 2 is out of range, the graph has 2 nodes",
    );
    refused::<EdgeList>(
        r#"{"nodes":4294967295,"edges":[]}"#,
        "4294967295 nodes are more than the 4294967294 that this build can address",
    );

    /// Returns the output of a writer that checks nothing.
    #[derive(Serialize)]
    struct Unchecked<E> {
        nodes: u64,
        edges: Vec<Edge<E>>,
    }
    fn reason<E: EdgeData + Serialize + DeserializeOwned + Debug>(weight: E) -> String {
        let edges = vec![Edge::new(Node::new(0), Node::new(1), weight)];
        of_binary::<EdgeList<E>>(&in_binary(&Unchecked { nodes: 2, edges })).unwrap_err()
    }
    for found in [reason(f32::NAN), reason(f64::NAN)] {
        assert!(found.contains("edge 0: the weight is NaN"), "{found}");
    }
}

#[test]
fn wrong_forests_are_refused() {
    refused::<Forest<u32>>(
        r#"{"edges":[0,2,2],"total":9,"trees":1}"#,
        "expected a forest whose edge ids ascend, found 2 after 2",
    );
    refused::<Forest<u32>>(r#"{"edges":[5,2],"total":9,"trees":1}"#, "found 2 after 5");
    refused::<Forest<u32>>(r#"{"edges":[5],"total":9,"trees":0}"#, "at least one tree, found 0, and 1 edges");
    refused::<Forest<u32>>(r#"{"edges":[],"total":9,"trees":4}"#, "a total of 0 without edges, found 9");
    refused::<Forest<f32>>(r#"{"edges":[],"total":0.5,"trees":4}"#, "a total of 0 without edges, found 0.5");
    refused::<Forest<u32>>(
        r#"{"edges":[5],"total":9,"trees":4294967294}"#,
        "4294967295 nodes are more than the 4294967294",
    );
    refused::<Forest<u32>>(
        r#"{"edges":[5],"total":9,"trees":18446744073709551615}"#,
        "18446744073709551615 nodes are more",
    );
}
