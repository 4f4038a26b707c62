//! When memory runs out, readers, writers and operators say for what, and how many bytes were needed.

use boscage::Error;
use boscage::comm::{Comm, Part, run_with, share};
use boscage::exec::Exec;
use boscage::generate::{Gnm, Ssca2};
use boscage::graph::{
    AnyEdgeList, AtomicNodeMap, Directed, EdgeList, Graph, MorphGraph, Node, NodeMap, NodeSet, Objective,
    Relabelling, Undirected, from_petgraph,
};
use boscage::io::{self, Isolated, Names, ReadOptions, WriteOptions};
use boscage::memory::{grow, set_limit};
use boscage::operators::msf::{self, Kruskal, kruskal};
use boscage::ranks;
use boscage::worklist::{Fifo, Lifo};
use petgraph::graph::UnGraph;

use crate::alone;

#[test]
fn every_refusal_names_its_array() {
    alone("memory_limit::every_refusal_names_its_array", body);
}

fn body() {
    let edges = (0..10_000_u32).map(|i| (i, i + 1, i + 1));
    let graph = AnyEdgeList::from(EdgeList::from_triples(10_001, edges).unwrap());
    let folder = tempfile::tempdir().unwrap();
    let names = Names::Offset(0);
    let path = |suffix: &str| folder.path().join("graph").with_extension(suffix);
    let new = |suffix: &str| path("new").with_extension(suffix);
    let suffixes = ["sgr", "bin", "bsg", "gr", "txt", "mtx", "graph", "bin.gz", "bsg.gz"];
    for suffix in suffixes {
        io::write(&Exec::current(), path(suffix), &graph, &names, &WriteOptions::default()).unwrap();
    }
    for limit in [0, 1_000, 30_000, 70_000, 100_000] {
        set_limit(Some(limit));
        for suffix in suffixes {
            let read =
                io::read(&Exec::current(), path(suffix), &ReadOptions::default()).map(|input| input.list);
            let written = io::write(&Exec::current(), new(suffix), &graph, &names, &WriteOptions::default());
            set_limit(None);
            match read {
                Err(error) => {
                    let message = error.to_string();
                    let begin = format!("{}: reading: not enough memory: ", path(suffix).display());
                    let Error::OutOfMemory { bytes, .. } = error else { panic!("{suffix}: {message}") };
                    assert!(bytes > limit && message.starts_with(&begin), "{suffix}: {message}");
                }
                Ok(read) => {
                    assert!(
                        limit > 0 && read.edge_count() == graph.edge_count(),
                        "{suffix} within {limit} bytes"
                    );
                }
            }
            if let Err(error) = written {
                let begin = format!("{}: writing: not enough memory: ", new(suffix).display());
                assert!(error.to_string().starts_with(&begin), "{suffix}: {error}");
            }
            set_limit(Some(limit));
        }
    }
    let refused = |suffix: &str, limit: u64| {
        set_limit(Some(limit));
        let error =
            io::read(&Exec::current(), path(suffix), &ReadOptions::default()).unwrap_err().to_string();
        set_limit(None);
        let (place, bytes) =
            error.split_once(": reading: not enough memory: ").expect("the file and the step");
        assert_eq!(place, path(suffix).display().to_string());
        bytes.to_owned()
    };
    for suffix in ["bin", "bsg"] {
        let refused = refused(suffix, 100_000);
        assert_eq!(refused, "117 KiB for the edge list");
    }
    assert_eq!(refused("sgr", 100_000), "234 KiB for the arcs");
    assert_eq!(refused("bin.gz", 100_000), "1.00 MiB for the content of a stream");
    arrays_that_grow();
    changing_graphs();
    graphs_larger_than_memory();
    forests();
    forests_over_ranks();
    adjacency();
}

/// A graph that does not fit in memory can be written in formats that keep the order of the edges.
fn graphs_larger_than_memory() {
    let recipe = Gnm { nodes: 100_000, edges: 1_000_000, ..Gnm::default() }.recipe().unwrap();
    let cliques = Ssca2 { nodes: 100_000, ..Ssca2::default() };
    let folder = tempfile::tempdir().unwrap();
    let options = WriteOptions { isolated: Isolated::Drop, ..WriteOptions::default() };
    for suffix in ["bin", "bsg", "gr", "mtx", "txt", "sgr", "graph"] {
        let path = folder.path().join("graph").with_extension(suffix);
        set_limit(Some(100_000));
        let outcomes = [&recipe, &cliques.recipe(&Exec::current()).unwrap()]
            .map(|recipe| io::write_recipe(&Exec::current(), &path, recipe, &options));
        set_limit(None);
        let in_memory = matches!(suffix, "sgr" | "graph");
        for outcome in outcomes {
            match outcome {
                Ok(_) => assert!(!in_memory, "{suffix}"),
                Err(Error::OutOfMemory { what: "the edge list", .. }) => assert!(in_memory, "{suffix}"),
                Err(error) => panic!("{suffix}: {error}"),
            }
        }
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 5);
}

/// Operators are refused one array after another, until they have all they want.
fn forests() {
    let graph = EdgeList::from_triples(10_001, (0..10_000_u32).map(|i| (i, i + 1, i * i % 1009))).unwrap();
    let exec = Exec::new(2).unwrap();
    for operator in msf::operators() {
        let mut refused: Vec<&str> = Vec::new();
        for limit in (0..).step_by(10_000) {
            set_limit(Some(limit));
            let forest = operator.forest(&exec, &graph, Objective::Minimum);
            set_limit(None);
            match forest {
                Ok(forest) => {
                    assert_eq!(forest.tree_count(), 1, "{operator}");
                    break;
                }
                Err(Error::OutOfMemory { what, bytes, .. }) if bytes > limit => refused.push(what),
                Err(error) => panic!("{operator}: {error}"),
            }
        }
        assert!(!refused.is_empty(), "{operator} asks for nothing");
    }
}

/// The same over ranks: none waits for one that was refused an array, in whatever call that was.
fn forests_over_ranks() {
    let ends = |i: u32| (i, if i.is_multiple_of(3) { i * 7 % 2_001 } else { i + 1 }, i * i % 1009);
    let graph = EdgeList::from_triples(2_001, (0..2_000_u32).map(ends)).unwrap();
    let exec = Exec::new(1).unwrap();
    let trees = kruskal(&exec, &graph, Objective::Minimum, Kruskal::default()).unwrap().tree_count();
    for operator in ranks::operators() {
        for grid_from in [2, 100] {
            let mut refused: Vec<&str> = Vec::new();
            for limit in (0..).step_by(500) {
                set_limit(Some(limit));
                let forests = run_with(9, |transport| {
                    let comm = Comm::with_grid(transport, grid_from);
                    let own = share(graph.edge_count() as u64, comm.rank(), comm.ranks());
                    let edges = graph.edges()[own.start as usize..own.end as usize].to_vec();
                    let part = Part::new(&exec, EdgeList::new(graph.node_count(), edges)?, own.start);
                    operator.forest((&exec, &comm), &comm.agree(part)?, Objective::Minimum)
                });
                set_limit(None);
                match forests {
                    Ok(forests) => {
                        assert!(forests.iter().all(|forest| forest.tree_count() == trees), "{operator}");
                        break;
                    }
                    Err(Error::OutOfMemory { what, bytes, .. }) if bytes > limit => refused.push(what),
                    Err(error) => panic!("{operator}: {error}"),
                }
            }
            assert!(refused.len() > 1, "{operator}: {refused:?}");
        }
    }
}

/// Adjacency and what is made of it are refused one array after another, until they have all they want.
fn adjacency() {
    let exec = Exec::new(2).unwrap();
    let list = EdgeList::from_triples(10_001, (0..10_000_u32).map(|i| (i, i * i % 1009, i))).unwrap();
    let directed = Graph::<Directed, u32>::builder().with_ids().by_target();
    let graph = directed.with_in_arcs().build(&exec, &list).unwrap();
    let undirected = Graph::<Undirected, u32>::builder().with_ids().build(&exec, &list).unwrap();
    let half = |node: Node| node.index() < 5000;
    let all = NodeSet::all(&graph);
    let few = || NodeSet::from_nodes(&exec, &graph, 0..300_u32);
    let rounds = || exec.rounds("phases", 1);
    type Made<'a> = &'a dyn Fn() -> boscage::Result<()>;
    let made: [(&str, Made<'_>); 18] = [
        ("an undirected graph", &|| Graph::<Undirected, _>::from_edges(&exec, &list).map(drop)),
        ("a directed graph", &|| directed.with_in_arcs().build(&exec, &list).map(drop)),
        ("in-arcs", &|| directed.build(&exec, &list)?.with_in_arcs(&exec).map(drop)),
        ("a reversed graph", &|| graph.reversed(&exec).map(drop)),
        ("a symmetrised graph", &|| graph.symmetrised(&exec).map(drop)),
        ("a doubled graph", &|| undirected.directed(&exec).map(drop)),
        ("a simple graph", &|| graph.simplified(&exec).map(drop)),
        ("a subgraph", &|| graph.subgraph(&exec, half).map(drop)),
        ("a relabelled graph", &|| graph.relabelled(&exec, Relabelling::ByDegree).map(drop)),
        ("an edge list", &|| graph.to_edge_list(&exec).map(drop)),
        ("ranks", &|| list.ranked(&exec, |edge| edge.weight).map(drop)),
        ("other data", &|| list.map(|_, edge| u64::from(edge.weight)).map(drop)),
        ("a map", &|| NodeMap::from_fn(&exec, &graph, |node| node).map(drop)),
        ("an atomic map", &|| AtomicNodeMap::filled(&graph, 0_u64).map(drop)),
        ("a bitmap", &|| few()?.into_bitmap(&exec).map(drop)),
        ("a push", &|| rounds().push("push", &graph, &few()?, |_| (), |(), _, _| true).map(drop)),
        ("a pull", &|| rounds().pull("pull", &graph, &all, |_| true, |_, _, _| true).map(drop)),
        ("a selection", &|| rounds().select("select", &all, |_| true).map(drop)),
    ];
    for (name, made) in made {
        let mut refused = 0;
        for limit in (0..).step_by(10_000) {
            set_limit(Some(limit));
            let outcome = made();
            set_limit(None);
            match outcome {
                Ok(()) => break,
                Err(Error::OutOfMemory { bytes, .. }) if bytes > limit => refused += 1,
                Err(error) => panic!("{name}: {error}"),
            }
        }
        assert!(refused > 0, "{name} asks for nothing");
    }
}

/// A graph that grows in a loop ends it with an error, and has what was added before.
fn changing_graphs() {
    for (nodes, edges, what) in [(1, 0, "nodes"), (1, 50, "ends of edges")] {
        let mut morph = MorphGraph::<u64>::new();
        let exec = Exec::new(2).unwrap();
        set_limit(Some(100_000));
        let ended = exec.speculate("grow", 0..4, Lifo { chunk: 1 }, &mut morph, |&item, around| {
            around.reserve(nodes, edges)?;
            let mut owned = around.commit();
            let node = owned.add(item);
            (0..edges).for_each(|_| owned.connect(node, node, ()));
            owned.push(item + 1);
            Ok(())
        });
        set_limit(None);
        let message = ended.unwrap_err().to_string();
        let begin = "not enough memory: ";
        assert!(message.starts_with(begin) && message.ends_with(&format!(" for {what}")), "{message}");
        let [ref grow] = exec.take_statistics().loops[..] else { panic!("one loop") };
        assert!(grow.committed >= 100 && grow.aborted >= 1, "{grow:?}");
        assert_eq!(morph.node_count() as u64, grow.committed);
        assert_eq!(
            (morph.nodes().count(), morph.edge_count()),
            (morph.node_count(), edges * morph.node_count())
        );
        assert!(morph.edit(100_000, 0, |_| ()).is_ok(), "more can be had again");
    }
}

/// Arrays that grow bit by bit are refused as others are, and moved seldom though the limit is near.
fn arrays_that_grow() {
    set_limit(Some(100_000));
    let mut numbers: Vec<u64> = Vec::new();
    let mut moves = 0;
    let refused = loop {
        let capacity = numbers.capacity();
        if let Err(refused) = grow("numbers", &mut numbers, 1) {
            break refused;
        }
        numbers.push(0);
        moves += usize::from(numbers.capacity() != capacity);
    };
    let by_hand = EdgeList::from_triples(10_001, (0..10_000_u32).map(|i| (i, i + 1, i + 1)));
    let imported =
        from_petgraph(&UnGraph::<u8, u32, usize>::from_edges([(0, 15_000)]), |edge| *edge.weight());
    let exec = Exec::new(2).unwrap();
    let work = exec.for_each("work", 0..20_000_u64, Fifo::default(), |_, _| ());
    set_limit(None);
    assert_eq!(work.unwrap_err().to_string(), "not enough memory: 156 KiB for work items");
    assert_eq!(refused.to_string(), "not enough memory: 97.7 KiB for numbers");
    assert!(numbers.len() == 12_500 && moves < 40, "{} numbers, moved {moves} times", numbers.len());
    let imported = imported.map(|_| ()).unwrap_err().to_string();
    assert_eq!(imported, "not enough memory: 97.7 KiB for the nodes of the imported graph");
    assert_eq!(by_hand.unwrap_err().to_string(), "not enough memory: 97.7 KiB for the edge list");
}
