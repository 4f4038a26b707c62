//! A graph that is written and read again is the same graph: nodes, weights, and edge ids where the format
//! keeps them.

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList, FileData, Weight};
use boscage::io::{self, Format, Names, ReadOptions, WriteOptions};
use boscage::random::{Draws, Random};

use crate::same_graph::{FORMATS, survives};

fn one_of<T: Copy>(draws: &mut Draws, choices: &[T]) -> T {
    choices[draws.below(choices.len() as u64) as usize]
}

trait Valued: FileData {
    /// The data of an edge of a simple graph.
    const ONE: Self;

    fn draw(draws: &mut Draws) -> Self;
}

impl Valued for () {
    const ONE: Self = ();

    fn draw(_: &mut Draws) -> Self {}
}

macro_rules! valued {
    ($($weight:ty: $($special:expr),*;)*) => {$(
        impl Valued for $weight {
            const ONE: Self = 1 as Self;

            /// Small numbers, mostly, so that there are ties; sometimes the ends of the type or any bits.
            fn draw(draws: &mut Draws) -> Self {
                match draws.below(8) {
                    0 => one_of(draws, &[$($special),*]),
                    1 => Some(draws.next_u64() as $weight / 3 as $weight)
                        .filter(|w| !w.is_nan_weight())
                        .unwrap_or_default(),
                    _ => draws.below(5) as $weight,
                }
            }
        }
    )*};
}

valued! {
    u32: 0, u32::MAX;
    i32: i32::MIN, i32::MAX, -1;
    u64: 1 << 32, u64::MAX;
    i64: i64::MIN, i64::MAX, 1 << 32, -1;
    f32: f32::NEG_INFINITY, f32::INFINITY, f32::MAX, f32::MIN_POSITIVE, 1e-45, -0.0, 0.1;
    f64: f64::NEG_INFINITY, f64::INFINITY, f64::MAX, 5e-324, -0.0, 0.1;
}

fn random_graph<E: Valued>(draws: &mut Draws) -> AnyEdgeList {
    let nodes = draws.below(12);
    let edges = if nodes == 0 { 0 } else { draws.below(3 * nodes) };
    let natural = draws.below(2) == 0;
    let mut list = EdgeList::with_nodes(nodes as usize).unwrap();
    for _ in 0..edges {
        let weight = if natural { E::ONE } else { E::draw(draws) };
        list.push(draws.below(nodes) as u32, draws.below(nodes) as u32, weight).unwrap();
    }
    list.into()
}

/// One of every seven kinds in turn.
fn graph_of_kind(which: usize, draws: &mut Draws) -> AnyEdgeList {
    match which % 7 {
        0 => random_graph::<u32>(draws),
        1 => random_graph::<i32>(draws),
        2 => random_graph::<u64>(draws),
        3 => random_graph::<i64>(draws),
        4 => random_graph::<f32>(draws),
        5 => random_graph::<f64>(draws),
        _ => random_graph::<()>(draws),
    }
}

#[test]
fn every_format_gives_back_what_it_can_hold_and_refuses_the_rest() {
    let (mut draws, mut compressions) = (Random::new(11, 0).item(0), Random::new(12, 0).item(0));
    let folder = tempfile::tempdir().unwrap();
    let (mut held, mut refused) = ([0; FORMATS.len()], [0; FORMATS.len()]);
    for trial in 0..900 {
        let (graph, is_directed) = (graph_of_kind(trial, &mut draws), trial / 7 % 2 == 1);
        // Names that ascend, with gaps.
        let names = Names::Listed(
            (0..graph.node_count())
                .scan(0, |name, _| Some(std::mem::replace(name, *name + 1 + draws.below(9))))
                .collect(),
        );
        for (i, (format, suffix)) in FORMATS.into_iter().enumerate() {
            let compression = match compressions.below(8) {
                0 => one_of(&mut compressions, &[".gz", ".zst", ".bz2", ".xz"]),
                _ => "",
            };
            let path = folder.path().join(format!("graph.{suffix}{compression}"));
            match survives(&graph, is_directed, &names, format, &path) {
                true => held[i] += 1,
                false => refused[i] += 1,
            }
        }
    }
    for (i, (format, _)) in FORMATS.into_iter().enumerate() {
        let (held, refused) = (held[i], refused[i]);
        assert!(held > 50, "{format}: {held} graphs held");
        match format {
            Format::Dimacs | Format::MatrixMarket | Format::Boscage | Format::GraphMl => {
                assert_eq!(refused, 0, "{format}");
            }
            _ => assert!(refused > 50, "{format}: {refused} graphs refused"),
        }
    }
}

#[test]
fn a_large_graph_survives_every_compression() {
    let mut draws = Random::new(3, 0).item(0);
    let nodes = 20_000;
    let triples = (0..60_000_u32)
        .map(|_| (draws.below(nodes) as u32, draws.below(nodes) as u32, draws.below(1000) as u32));
    let graph = AnyEdgeList::from(EdgeList::from_triples(nodes as usize, triples).unwrap());
    let folder = tempfile::tempdir().unwrap();
    for name in ["graph.gr", "graph.gr.gz", "graph.bin.zst", "graph.bin.xz", "graph.gr.bz2"] {
        let path = folder.path().join(name);
        io::write(&Exec::current(), &path, &graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
        assert!(io::read(&Exec::current(), &path, &ReadOptions::default()).unwrap().list == graph, "{name}");
    }
}
