use super::*;
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeList, Node};

const TINY: [usize; 4] = [0, 1, 2, 3];

#[test]
fn distances_need_coordinates() {
    let style = Style { weights: WeightLaw::Euclidean, ..Style::default() };
    assert_eq!(
        path(&Exec::current(), &Path { nodes: 2, style }).unwrap_err().to_string(),
        "weights: expected another law, because the nodes of this family have no coordinates, found euclidean"
    );
}

#[test]
fn more_nodes_or_edges_than_ids_are_refused() {
    let style = Style::default();
    assert_eq!(
        path(&Exec::current(), &Path { nodes: 1 << 32, style }).unwrap_err().to_string(),
        "4294967296 nodes are more than the 4294967294 that this build can address"
    );
    assert_eq!(
        complete(&Exec::current(), &Complete { nodes: 100_000, style }).unwrap_err().to_string(),
        "4999950000 edges are more than the 4294967294 that this build can address"
    );
}

#[test]
fn shuffling_renames_the_nodes_and_nothing_else() {
    let natural = Style::default();
    let shuffled = Style { numbering: Numbering::Shuffled, ..natural };
    let make = |style| grid(&Exec::current(), &Grid { rows: 9, columns: 7, style }).unwrap();
    let (natural, shuffled) = (make(natural), make(shuffled));
    let mut names = [None; 63];
    for (a, b) in natural.edges().iter().zip(shuffled.edges()) {
        assert_eq!(a.weight, b.weight);
        for (old, new) in [(a.u, b.u), (a.v, b.v)] {
            assert_eq!(*names[old.index()].get_or_insert(new), new);
        }
    }
    let mut names: Vec<_> = names.into_iter().flatten().collect();
    assert_ne!(names, (0..63).map(Node::new).collect::<Vec<_>>());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 63);
}

#[test]
fn tiny_graphs_of_every_family() {
    let style = Style::default();
    let sizes = |make: &dyn Fn(usize) -> Result<EdgeList<u32>>| {
        TINY.map(|n| make(n).map(|list| (list.node_count(), list.edge_count())).unwrap())
    };
    let as_path = [(0, 0), (1, 0), (2, 1), (3, 2)];
    assert_eq!(sizes(&|nodes| path(&Exec::current(), &Path { nodes, style })), as_path);
    assert_eq!(sizes(&|nodes| star(&Exec::current(), &Star { nodes, style })), as_path);
    assert_eq!(sizes(&|rows| grid(&Exec::current(), &Grid { rows, columns: 1, style })), as_path);
    assert_eq!(sizes(&|columns| grid(&Exec::current(), &Grid { rows: 1, columns, style })), as_path);
    assert_eq!(sizes(&|spine| comb(&Exec::current(), &Comb { spine, tooth: 0, style })), as_path);
    assert_eq!(
        sizes(&|nodes| complete(&Exec::current(), &Complete { nodes, style })),
        [(0, 0), (1, 0), (2, 1), (3, 3)]
    );
    let ring = WattsStrogatz { rewire: 0.5, style, ..WattsStrogatz::default() };
    assert_eq!(
        sizes(&|nodes| watts_strogatz(
            &Exec::current(),
            &WattsStrogatz { nodes, neighbours: nodes.max(1) - 1 & !1, ..ring }
        )),
        [(0, 0), (1, 0), (2, 0), (3, 3)]
    );
    let cliques = Ssca2 { max_clique: usize::MAX, style, ..Ssca2::default() };
    assert_eq!(
        sizes(&|nodes| ssca2(&Exec::current(), &Ssca2 { nodes, ..cliques })),
        [(0, 0), (1, 0), (2, 1), (3, 3)]
    );
    assert_eq!(
        sizes(&|nodes| ssca2(&Exec::current(), &Ssca2 { nodes, max_clique: 1, ..cliques })),
        [(0, 0), (1, 0), (2, 0), (3, 0)]
    );
    assert_eq!(
        sizes(&|nodes| gnm(&Exec::current(), &Gnm { nodes, edges: nodes / 2, style, ..Gnm::default() })),
        [(0, 0), (1, 0), (2, 1), (3, 1)]
    );
}

/// A hash (FNV-1a) of the edges and the coordinates.
fn digest(list: &EdgeList<u32>, more: &[[f64; 2]]) -> u64 {
    let edges = list.edges().iter().flat_map(|e| [e.u.into(), e.v.into(), e.weight]);
    let more = more.iter().flatten().map(|&x| x as i32 as u32);
    [list.node_count() as u32].into_iter().chain(edges).chain(more).fold(
        0xcbf2_9ce4_8422_2325,
        |hash, word| {
            word.to_le_bytes()
                .iter()
                .fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
        },
    )
}

/// One graph of every family.
fn one_of_each() -> Vec<(&'static str, u64)> {
    let style = Style { seed: 42, ..Style::default() };
    let shuffled = Style { numbering: Numbering::Shuffled, ..style };
    let gnm_of = |pairs| {
        gnm(&Exec::current(), &Gnm { nodes: 2000, edges: 9000, pairs, style, ..Gnm::default() }).unwrap()
    };
    let rmat_of =
        |quadrants, loops| Rmat { scale: 11, edges: 9000, quadrants, loops, style, ..Rmat::default() };
    let small_world = |pairs| {
        watts_strogatz(
            &Exec::current(),
            &WattsStrogatz { nodes: 2000, pairs, style, ..WattsStrogatz::default() },
        )
        .unwrap()
    };
    let (map, places) = road(&Exec::current(), &Road { nodes: 12_000, ..Road::default() }).unwrap();
    vec![
        ("path", digest(&path(&Exec::current(), &Path { nodes: 3000, style }).unwrap(), &[])),
        (
            "shuffled path",
            digest(&path(&Exec::current(), &Path { nodes: 3000, style: shuffled }).unwrap(), &[]),
        ),
        ("star", digest(&star(&Exec::current(), &Star { nodes: 3000, style }).unwrap(), &[])),
        ("comb", digest(&comb(&Exec::current(), &Comb { spine: 100, tooth: 30, style }).unwrap(), &[])),
        ("grid", digest(&grid(&Exec::current(), &Grid { rows: 60, columns: 50, style }).unwrap(), &[])),
        ("complete", digest(&complete(&Exec::current(), &Complete { nodes: 100, style }).unwrap(), &[])),
        ("gnm", digest(&gnm_of(Pairs::Distinct), &[])),
        ("gnm repeated", digest(&gnm_of(Pairs::Repeated), &[])),
        ("gnm any", digest(&gnm_of(Pairs::Any), &[])),
        ("rmat", digest(&rmat(&Exec::current(), &rmat_of(Quadrants::GTGRAPH, Loops::Redrawn)).unwrap(), &[])),
        (
            "rmat graph500",
            digest(&rmat(&Exec::current(), &rmat_of(Quadrants::GRAPH500, Loops::Kept)).unwrap(), &[]),
        ),
        ("watts-strogatz", digest(&small_world(Pairs::Distinct), &[])),
        ("watts-strogatz repeated", digest(&small_world(Pairs::Repeated), &[])),
        (
            "ssca2",
            digest(&ssca2(&Exec::current(), &Ssca2 { nodes: 5000, style, ..Ssca2::default() }).unwrap(), &[]),
        ),
        (
            "three-paradigm",
            digest(&gnm(&Exec::current(), &ThreeParadigm::DenseSmall.gnm(style)).unwrap(), &[]),
        ),
        ("road", digest(&map, &places)),
    ]
}

#[test]
fn the_bytes_are_the_same_on_every_machine_and_any_number_of_threads() {
    let golden: [(&str, u64); 16] = [
        ("path", 0x4880_ba0d_467d_fb8a),
        ("shuffled path", 0xe715_80e4_1518_c59a),
        ("star", 0xe055_8388_d838_6a0c),
        ("comb", 0xc953_3a69_7c3c_dec1),
        ("grid", 0xe759_e7ad_e224_6d08),
        ("complete", 0xbadd_cdc0_4fc1_c707),
        ("gnm", 0xe8cf_8437_4928_1a09),
        ("gnm repeated", 0x434f_d758_5ba7_5bda),
        ("gnm any", 0x1242_b838_a189_7d1d),
        ("rmat", 0x0c34_389d_0776_0c50),
        ("rmat graph500", 0x5870_bb3b_51a5_bc01),
        ("watts-strogatz", 0xd5dc_4ec6_30eb_523c),
        ("watts-strogatz repeated", 0xa6ee_9078_f4fa_d30b),
        ("ssca2", 0x341c_4bda_8345_84bf),
        ("three-paradigm", 0x1b0d_10f3_50e0_384e),
        ("road", 0xa6ac_6584_f94a_946a),
    ];
    for threads in [1, 2, 3, 8] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        for (found, expected) in pool.install(one_of_each).into_iter().zip(golden) {
            assert_eq!(found, expected, "{threads} threads");
        }
    }
}
