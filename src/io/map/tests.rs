//! A mapped graph is the one that is read.

use super::*;
use crate::{ReadOptions, WriteOptions, read, write};
use boscage_core::graph::{AnyEdgeList, EdgeList, GraphView};

fn mapped(path: &Path) -> Result<MappedGraph> {
    // SAFETY: the files of these tests are in private folders, and are not written while they are mapped.
    unsafe { map(&Exec::current(), path) }
}

/// Demands the same error or the same graph as from `read`. Returns `true` if it is a graph.
fn same(path: &Path) -> bool {
    let input = read(&Exec::current(), path, &ReadOptions::default()).map_err(|error| error.to_string());
    match (mapped(path).map_err(|error| error.to_string()), input) {
        (Ok(mapped), Ok(input)) => {
            assert_eq!((mapped.names(), mapped.is_weighted()), (&input.names, input.weighted));
            assert_eq!(mapped.path(), input.path);
            assert_eq!(mapped.is_directed(), input.is_directed);
            with_weight_type!(mapped.edges.weights, E => {
                let list = mapped.edges::<E>().unwrap();
                let copy = EdgeList::new(list.node_count(), list.edges().to_vec()).unwrap();
                assert_eq!(AnyEdgeList::from(copy), input.list);
            });
            true
        }
        (mapped, input) => {
            assert_eq!(mapped.map(|_| "a graph"), input.map(|_| "a graph"));
            false
        }
    }
}

#[test]
fn a_mapped_graph_is_the_one_that_is_read_with_the_same_errors() {
    let folder = tempfile::tempdir().unwrap();
    fn graph<E: FileData>(data: [E; 2]) -> AnyEdgeList {
        EdgeList::from_triples(3, [(0, 2, data[0]), (1, 1, data[1])]).unwrap().into()
    }
    let all = [
        graph([-1_i32, 7]),
        graph([1_u32, 7]),
        graph([-1_i64, 7]),
        graph([1_u64, 7]),
        graph([0.5_f32, 7.0]),
        graph([0.5_f64, 7.0]),
        graph([(), ()]),
    ];
    for (i, graph) in all.iter().enumerate() {
        for names in [Names::Offset(5), Names::Listed(vec![2, 4, 9])] {
            for is_directed in [false, true] {
                let path = folder.path().join("graph.bsg");
                let options = WriteOptions { is_directed, ..WriteOptions::default() };
                write(&Exec::current(), &path, graph, &names, &options).unwrap();
                assert!(same(&path));
                let bytes = std::fs::read(&path).unwrap();
                let refused = (0..bytes.len()).filter(|&at| {
                    let mut damaged = bytes.clone();
                    damaged[at] = 0xff;
                    std::fs::write(&path, damaged).unwrap();
                    !same(&path)
                });
                assert!(refused.count() > 30, "type {i}");
            }
        }
    }
    let path = folder.path().join("graph.bin");
    write(&Exec::current(), &path, &all[1], &Names::Offset(0), &WriteOptions::default()).unwrap();
    assert!(same(&path));
}

#[test]
fn edges_have_their_types() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.bsg");
    let mapped_as = |list: AnyEdgeList| {
        write(&Exec::current(), &path, &list, &Names::Offset(0), &WriteOptions::default()).unwrap();
        mapped(&path).unwrap()
    };
    let message = |error: Error| error.to_string().replace(&format!("{}: ", path.display()), "");
    let weighted = mapped_as(EdgeList::from_triples(2, [(0, 1, 5_u32)]).unwrap().into());
    assert_eq!(weighted.edges::<u32>().unwrap().edges()[0].weight, 5);
    assert!(matches!(weighted.graph().unwrap(), AnyGraphView::U32(GraphView::Edges(_))));
    let refused = message(weighted.edges::<()>().unwrap_err());
    assert_eq!(refused, "expected none, found weights of type u32");
    let bare = mapped_as(EdgeList::from_pairs(2, [(0, 1)]).unwrap().into());
    assert_eq!(bare.edges::<()>().unwrap().edge_count(), 1);
    let refused = message(bare.graph().unwrap_err());
    let cure = "`ReadOptions::unweighted` gives weights of type u32";
    assert_eq!(refused, format!("expected weights of type u32, found none ({cure})"));
}

#[test]
fn files_that_cannot_be_mapped_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let graph = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 5_u32)]).unwrap());
    for (name, found) in [("graph.sgr", "Galois"), ("graph.gr", "text"), ("graph.bsg.gz", "gzip data")] {
        let path = folder.path().join(name);
        write(&Exec::current(), &path, &graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
        let refused = mapped(&path).unwrap_err().to_string();
        let expected = "expected edges that are stored as in memory (.bsg, .bin)";
        let cure = "read the file instead";
        assert_eq!(refused, format!("{}: {expected}, found {found} ({cure})", path.display()));
    }
    assert!(mapped(&folder.path().join("none")).unwrap_err().to_string().contains("cannot open"));
}
