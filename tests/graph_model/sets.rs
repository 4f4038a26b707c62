//! Sets of nodes, and pieces of them.

use std::ops::Range;

use boscage::exec::Exec;
use boscage::graph::{AtomicNodeMap, Directed, Graph, Node, NodeSet, Share};
use boscage::parallel::for_each_block;

use crate::inputs::{lists, threads};

#[test]
fn sets_hold_the_same_nodes_in_every_form() {
    for exec in threads() {
        for nodes in [0, 1, 63, 64, 65, 5000, 50_000] {
            for every in [1, 7, 100] {
                let expected: Vec<Node> = (0..nodes).step_by(every).map(Node::new).collect();
                let bitmap = NodeSet::bitmap(nodes).unwrap();
                let inserted = AtomicNodeMap::filled(1, 0_u32).unwrap();
                exec.install(|| {
                    for_each_block(&Exec::current(), 3 * nodes, 50, |block| {
                        // Blocks that threads take at the same time have nodes beside each other.
                        let spread = |i: usize| (i % 50 * nodes.div_ceil(50) + i / 50) % nodes;
                        for node in block.map(spread).filter(|node| node % every == 0) {
                            let is_new = bitmap.insert(Node::new(node));
                            inserted.fetch_add(Node::new(0), u32::from(is_new));
                        }
                    });
                });
                assert_eq!(inserted.load(Node::new(0)) as usize, expected.len(), "each is new once");
                let doubled = expected.iter().rev().chain(&expected).copied().collect();
                let list = NodeSet::from_nodes(&exec, nodes, doubled).unwrap();
                let backwards =
                    NodeSet::from_distinct(nodes, expected.iter().rev().copied().collect()).unwrap();
                let compacted =
                    NodeSet::from_distinct(nodes, expected.clone()).unwrap().compacted(&exec).unwrap();
                let all = (every == 1).then(|| NodeSet::all(nodes));
                for set in [bitmap, list, backwards, compacted].into_iter().chain(all) {
                    assert_eq!((set.len(), set.is_empty()), (expected.len(), expected.is_empty()));
                    let mut found: Vec<Node> = set.iter().collect();
                    found.sort_unstable();
                    assert_eq!(found, expected);
                    let visits = AtomicNodeMap::filled(nodes, 0_u32).unwrap();
                    set.for_each(&exec, |node| {
                        visits.fetch_add(node, 1);
                    });
                    let visits = visits.into_map();
                    assert!(visits.iter().all(|(node, &n)| n == u32::from(node.index() % every == 0)));
                    let probes = (0..nodes).step_by(1 + nodes / 50).map(Node::new);
                    assert!(probes.into_iter().all(|node| set.contains(node) == (node.index() % every == 0)));
                    let set = set.into_bitmap(&exec).unwrap();
                    assert!(set.iter().eq(expected.iter().copied()));
                    assert_eq!(set.into_nodes(&exec).unwrap(), expected);
                }
            }
        }
        let refused = NodeSet::from_nodes(&exec, 3, vec![Node::new(3), Node::new(0)]).unwrap_err();
        assert_eq!(refused.to_string(), "nodes of the set: expected nodes below 3, found 3");
        assert!(NodeSet::from_distinct(3, vec![Node::new(3)]).is_err());
    }
}

#[test]
fn pieces_cover_every_arc_once_and_none_is_too_large() {
    for list in lists(|_| ()) {
        for exec in threads() {
            let graph = Graph::<Directed>::builder().with_in_arcs().build(&exec, &list).unwrap();
            let n = list.nodes();
            let third = || (0..n).rev().filter(|node| node % 3 == 0).map(Node::new).collect::<Vec<_>>();
            let listed = NodeSet::from_distinct(n, third()).unwrap();
            let bitmap = NodeSet::from_distinct(n, third()).unwrap().into_bitmap(&exec).unwrap();
            for set in [NodeSet::all(&graph), listed, bitmap] {
                let arcs_of_set: usize = set.iter().map(|node| graph.degree(node)).sum();
                assert_eq!(set.arcs(&exec, &graph), arcs_of_set as u64);
                for work in [1, 2, 100, 4096, usize::MAX].into_iter().filter(|work| *work > list.len() / 2000)
                {
                    let pieces = graph.pieces(&exec, &set, work).unwrap();
                    assert_eq!(pieces.is_empty(), set.is_empty());
                    let mut shares = Vec::new();
                    for piece in 0..pieces.len() {
                        let of_piece: Vec<_> = pieces.piece(piece).collect();
                        let work_of = |share: &Share| share.arcs.len() + usize::from(share.is_first);
                        let found: usize = of_piece.iter().map(work_of).sum();
                        assert!(found == work || piece + 1 == pieces.len() && found <= work, "piece {piece}");
                        shares.extend(of_piece);
                    }
                    assert_eq!(pieces.piece(pieces.len()).count(), 0);
                    // Put together again, the shares are the nodes of the set with all their arcs.
                    let mut together: Vec<(Node, Range<usize>)> = Vec::new();
                    for share in &shares {
                        match together.last_mut() {
                            Some((node, arcs)) if !share.is_first => {
                                assert_eq!((*node, arcs.end), (share.node, share.arcs.start));
                                arcs.end = share.arcs.end;
                            }
                            _ => together.push((share.node, share.arcs.clone())),
                        }
                    }
                    let places = |node: Node| {
                        let [start, end] = [0, 1].map(|next| graph.offsets()[node.index() + next] as usize);
                        (node, start..end)
                    };
                    assert!(together.into_iter().eq(set.iter().map(places)));
                    let whole = pieces.of_whole_nodes();
                    let whole = (0..whole.len()).flat_map(|piece| whole.piece(piece).collect::<Vec<_>>());
                    assert!(whole.map(|share| (share.node, share.arcs)).eq(set.iter().map(places)));
                }
                let sources = AtomicNodeMap::filled(&graph, 0_u32).unwrap();
                graph.in_pieces(&exec, &set, 64).unwrap().for_each(&exec, |share| {
                    for &source in graph.in_arcs_at(share.arcs).targets {
                        sources.fetch_add(source, 1);
                    }
                });
                let is_in = |node: &Node| n > 0 && (set.len() == n || node.index().is_multiple_of(3));
                let expected = |node| graph.neighbours(node).iter().filter(|node| is_in(node)).count();
                assert!(sources.into_map().iter().all(|(node, &count)| count as usize == expected(node)));
            }
        }
    }
}
