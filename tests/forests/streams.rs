//! Streams: the forest is that of all edges at once, in whatever blocks and order they arrive.

use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeId, EdgeList, Objective};
use boscage::operators::msf::{self, Flaw, ForestStream, StreamEdge, StreamProof, StreamedForest, Verdict};
use boscage::random::mix;
use boscage_truth::{Sample, Sketch, naive, sketches};

/// The ways in which a list arrives.
#[derive(Clone, Copy, Debug)]
struct Way {
    objective: Objective,
    buffer: usize,
    block: usize,
    order: Order,
}

/// The order of blocks.
#[derive(Clone, Copy, Debug)]
enum Order {
    Ascending,
    Shuffled,
    /// The second half, shuffled, before the first half, which follows in order.
    Halves,
    /// Ascending; nodes appear with the blocks of their edges.
    Growing,
}

/// The position of the first edge of shuffled blocks.
const FIRST: u64 = 1 << 33;

fn streamed<W: Sample>(exec: &Exec, list: &EdgeList<W>, way: Way) -> (StreamedForest<W>, u64) {
    let nodes = if let Order::Growing = way.order { 0 } else { list.node_count() };
    let mut stream = ForestStream::new(nodes, way.objective).unwrap();
    stream.set_buffer(way.buffer);
    let edges = list.edges();
    let shuffled = |edges: &[Edge<W>], first: u64, stream: &mut ForestStream<W>| {
        let mut starts: Vec<usize> = (0..edges.len()).step_by(way.block).collect();
        starts.sort_by_key(|&start| mix(start as u64 + 5));
        let read = |start: usize| {
            let end = edges.len().min(start + way.block);
            Ok((first + start as u64, &edges[start..end]))
        };
        stream.extend_at(exec, starts.into_iter(), read).unwrap();
    };
    let first = match way.order {
        Order::Ascending => {
            stream.extend_with(exec, edges.chunks(way.block), Ok).unwrap();
            0
        }
        Order::Growing => {
            for block in edges.chunks(way.block) {
                let ends = block.iter().map(|edge| 1 + edge.u.index().max(edge.v.index()));
                let nodes = ends.max().unwrap_or(0).max(stream.node_count());
                stream.add_nodes(nodes - stream.node_count()).unwrap();
                stream.push(exec, block).unwrap();
            }
            stream.add_nodes(list.node_count() - stream.node_count()).unwrap();
            0
        }
        Order::Shuffled => {
            shuffled(edges, FIRST, &mut stream);
            FIRST
        }
        Order::Halves => {
            let (one, two) = edges.split_at(edges.len() / 2);
            shuffled(one, 0, &mut stream);
            let halfway = stream.forest(exec).unwrap();
            stream.extend_with(exec, two.chunks(way.block), Ok).unwrap();
            assert!(halfway.edges().len() <= one.len());
            0
        }
    };
    (stream.forest(exec).unwrap(), first)
}

fn agrees<W: Sample>(exec: &Exec, list: &EdgeList<W>, way: Way, about: &str) {
    let truth = naive::kruskal(list.as_view(), way.objective);
    let (forest, first) = streamed(exec, list, way);
    let about = || format!("{about}, {}, {way:?}, {} threads", W::NAME, exec.threads());
    let positions = forest.edges().iter().map(|edge| (edge.position - first) as usize);
    assert!(positions.eq(truth.edges.iter().copied()), "{}", about());
    assert_eq!(forest.tree_count(), truth.trees, "{}", about());
    let edges = truth.edges.iter().map(|&id| list.edges()[id]);
    assert!(forest.edges().iter().map(|edge| edge.edge).eq(edges.clone()), "{}", about());
    assert!(W::is_total(forest.total(), edges.map(|edge| edge.weight)), "{}", about());
}

fn agrees_for_all_types(exec: &Exec, sketch: &Sketch, way: Way, about: &str) {
    agrees::<u32>(exec, &sketch.paint(), way, about);
    agrees::<i32>(exec, &sketch.paint(), way, about);
    agrees::<f32>(exec, &sketch.paint(), way, about);
    agrees::<u64>(exec, &sketch.paint(), way, about);
    agrees::<i64>(exec, &sketch.paint(), way, about);
    agrees::<f64>(exec, &sketch.paint(), way, about);
}

#[test]
fn small_graphs_and_shapes_in_all_ways() {
    let objectives = [Objective::Minimum, Objective::Maximum];
    let orders = [Order::Ascending, Order::Shuffled, Order::Halves, Order::Growing];
    let execs = [1, 2, 3].map(|threads| Exec::new(threads).unwrap());
    let random = (0..100).map(|seed| ("random", sketches::random(seed)));
    for (number, (about, sketch)) in sketches::shapes(600).into_iter().chain(random).enumerate() {
        for (i, (&objective, &order)) in
            objectives.iter().flat_map(|one| orders.iter().map(move |two| (one, two))).enumerate()
        {
            let i = number + i;
            let (buffer, block) = ([1, 7, 60, 1 << 16][i % 4], [1, 3, 50][i / 4 % 3]);
            agrees_for_all_types(&execs[i % 3], &sketch, Way { objective, buffer, block, order }, about);
        }
    }
}

/// A weight, by the position of the edge and the number of edges.
type Law = fn(u64, u64) -> u64;

/// Weights in orders of which some defeat a filter.
const ORDERS: [(&str, Law); 8] = [
    ("random", |i, _| mix(i) >> 34),
    ("sorted", |i, _| i),
    ("reversed", |i, m| m - i),
    ("all equal", |_, _| 7),
    ("two weights", |i, _| (mix(i) & 1) * 0xffff_ffff),
    ("two weights, the heavy ones first", |i, m| if 2 * i < m { 0xffff_ffff } else { 0 }),
    ("descending teeth", |i, m| 1000 - i % (m / 50) / 10 % 1000),
    ("half of them equal, the others descending", |i, m| if i % 2 == 0 { 1 << 20 } else { (m - i) << 5 }),
];

#[test]
fn orders_of_weights_on_one_two_and_eight_threads() {
    const M: u64 = 60_000;
    let execs = [1, 2, 8].map(|threads| Exec::new(threads).unwrap());
    for (about, weight) in ORDERS {
        for (shape, nodes) in [("uniform", 2_000_u64), ("clusters", 4_096), ("two halves", 2_048)] {
            let edge = |i: u64| {
                let (u, v) = (mix(2 * i + 9) % nodes, mix(2 * i + 10) % nodes);
                match shape {
                    "clusters" if i % 64 != 63 => (u, u & !31 | v & 31),
                    "two halves" => (u, u & 1024 | v & 1023),
                    _ => (u, v),
                }
            };
            let triple = |i| {
                let (u, v) = edge(i);
                (u as u32, v as u32, weight(i, M) as u32)
            };
            let list = EdgeList::from_triples(nodes as usize, (0..M).map(triple)).unwrap();
            let wide = list.map(|_, edge| u64::from(edge.weight) << 31).unwrap();
            let real = list.map(|_, edge| f64::from(edge.weight) / 10.0).unwrap();
            for (i, exec) in execs.iter().enumerate() {
                for order in [Order::Ascending, Order::Shuffled] {
                    let buffer = [500, 3_000, 10_000][i];
                    let way = Way { objective: Objective::Minimum, buffer, block: 1_000, order };
                    let about = format!("{about}, {shape}");
                    agrees(exec, &list, way, &about);
                    agrees(exec, &wide, way, &about);
                    agrees(exec, &real, Way { objective: Objective::Maximum, ..way }, &about);
                }
            }
        }
    }
}

/// A stream that goes on from a saved forest, again and again, has the same forest.
#[test]
fn a_stream_goes_on_from_a_saved_forest() {
    let exec = Exec::new(2).unwrap();
    for seed in 0..60 {
        let list: EdgeList<i64> = sketches::random(seed).paint();
        let truth = naive::kruskal(list.as_view(), Objective::Maximum).edges;
        let mut stream = ForestStream::new(list.node_count(), Objective::Maximum).unwrap();
        let mut rest = list.edges();
        for step in 0.. {
            let (some, others) = rest.split_at(rest.len().min(1 + mix(seed + step) as usize % 40));
            stream.push(&exec, some).unwrap();
            rest = others;
            let end = stream.end();
            assert_eq!(end, (list.edge_count() - rest.len()) as u64);
            let saved = stream.finish(&exec).unwrap();
            let (nodes, objective) = (list.node_count(), Objective::Maximum);
            stream = ForestStream::from_forest(&exec, nodes, saved.edges(), end, objective).unwrap();
            stream.set_buffer(30);
            if rest.is_empty() {
                break;
            }
        }
        let found = stream.finish(&exec).unwrap();
        assert!(found.edges().iter().map(|edge| edge.position as usize).eq(truth), "seed {seed}");
    }
}

#[test]
fn an_edge_that_is_wrong_is_named_by_its_position() {
    let exec = Exec::new(2).unwrap();
    let good = vec![Edge::new(0, 1, 1.5_f32); 3_000];
    let mut stream = ForestStream::new(2, Objective::Minimum).unwrap();
    stream.push(&exec, &good).unwrap();
    let mut bad = good.clone();
    bad[2_500].v = 2.into();
    let error = stream.push(&exec, &bad).unwrap_err();
    assert_eq!(error.to_string(), "edge 5500: node 2 is out of range, the graph has 2 nodes");
    let error = stream.extend_at(&exec, [1 << 40].into_iter(), |at| Ok((at, [Edge::new(0, 1, f32::NAN)])));
    let expected = "edge 1099511627776: the weight is NaN, which has no place in the order of weights";
    assert_eq!(error.unwrap_err().to_string(), expected);
}

/// The verdict by a stream on these edges of a list, as one for ids.
fn verdict<W: Sample>(
    exec: &Exec,
    list: &EdgeList<W>,
    ids: &[usize],
    objective: Objective,
    block: usize,
) -> Verdict {
    let edge = |&id: &usize| StreamEdge { position: id as u64, edge: list.edges()[id] };
    let forest: Vec<_> = ids.iter().map(edge).collect();
    let mut proof = StreamProof::new(exec, list.node_count(), &forest, objective).unwrap();
    let mut starts: Vec<usize> = (0..list.edge_count()).step_by(block).collect();
    starts.sort_by_key(|&start| mix(start as u64));
    let read = |start: usize| Ok((start as u64, &list.edges()[start..list.edge_count().min(start + block)]));
    proof.extend_at(exec, starts.into_iter(), read).unwrap();
    proof.verdict().with_ids(|edge| EdgeId::new(edge.position as usize))
}

#[test]
fn proofs_of_streams_are_those_of_graphs_in_memory() {
    let exec = Exec::new(2).unwrap();
    for code in (0..sketches::count_small(4)).step_by(2) {
        let list: EdgeList<i32> = sketches::small(4, code).paint();
        for set in 0..1_usize << list.edge_count() {
            let ids: Vec<usize> = (0..list.edge_count()).filter(|id| set >> id & 1 == 1).collect();
            let named: Vec<_> = ids.iter().copied().map(EdgeId::new).collect();
            for objective in [Objective::Minimum, Objective::Maximum] {
                let expected = msf::check(&exec, &list, &named, objective).unwrap();
                assert_eq!(verdict(&exec, &list, &ids, objective, 2), expected, "{list:?} {ids:?}");
            }
        }
    }
    for seed in 0..80 {
        let list: EdgeList<f32> = sketches::random(seed).paint();
        let truth = naive::kruskal(list.as_view(), Objective::Minimum).edges;
        let judge = |ids: &[usize]| {
            let named: Vec<_> = ids.iter().copied().map(EdgeId::new).collect();
            let expected = msf::check(&exec, &list, &named, Objective::Minimum).unwrap();
            assert_eq!(verdict(&exec, &list, ids, Objective::Minimum, 7), expected, "seed {seed}, {ids:?}");
        };
        judge(&truth);
        for i in 0..truth.len().min(5) {
            let mut less = truth.clone();
            less.remove(i);
            judge(&less);
            less.push(mix(seed) as usize % list.edge_count());
            judge(&less);
        }
    }
}

#[test]
fn edges_that_a_stream_does_not_have_are_unknown() {
    let exec = Exec::new(2).unwrap();
    let edges = [Edge::new(0, 1, 1_u32), Edge::new(1, 2, 2)];
    let judge = |forest: &[(u64, Edge<u32>)]| {
        let forest: Vec<_> = forest.iter().map(|&(position, edge)| StreamEdge { position, edge }).collect();
        let mut proof = StreamProof::new(&exec, 3, &forest, Objective::Minimum).unwrap();
        edges.iter().for_each(|&edge| proof.push(&exec, &[edge]).unwrap());
        proof.verdict().with_ids(|edge| edge.position)
    };
    assert_eq!(judge(&[(0, Edge::new(1, 0, 1)), (1, edges[1])]), Verdict::Exact);
    assert_eq!(judge(&[(0, edges[0]), (7, edges[1])]), Verdict::Flawed(Flaw::Unknown(7)));
    assert_eq!(judge(&[(0, edges[0]), (1, Edge::new(1, 2, 3))]), Verdict::Flawed(Flaw::Unknown(1)));
    assert_eq!(judge(&[(0, edges[0]), (1, Edge::new(0, 2, 2))]), Verdict::Flawed(Flaw::Unknown(1)));
    assert_eq!(judge(&[(0, edges[0]), (0, edges[0])]), Verdict::Flawed(Flaw::Repeated(0)));
}
