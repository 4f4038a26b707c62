//! Every operator on an emulated GPU finds the forest that naive Kruskal finds, edge for edge.

use boscage::exec::Exec;
use boscage::graph::{EdgeList, EdgeListView, Objective, Weight};
use boscage_emulator::{Emulator, Settings, install};
use boscage_kernels::{Algorithm, FilterBoruvka, Gpu, Shape, filter_boruvka};

fn emulator() -> Option<&'static Emulator> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cuda");
    let mut sources: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    sources.retain(|path| path.extension().is_some_and(|extension| extension == "cu"));
    sources.sort();
    install(&sources).map_err(|skip| println!("skipped: {skip}")).ok()
}

fn naive<W: Weight>(graph: EdgeListView<'_, W>, objective: Objective) -> Vec<usize> {
    let mut order: Vec<usize> = (0..graph.len()).collect();
    order.sort_by_key(|&i| (objective.key(graph.edges()[i].weight), i));
    let mut tree: Vec<usize> = (0..graph.nodes()).collect();
    let mut forest = Vec::new();
    for i in order {
        let edge = graph.edges()[i];
        let (a, b) = (tree[edge.u.index()], tree[edge.v.index()]);
        if a != b {
            tree.iter_mut().for_each(|t| {
                if *t == a {
                    *t = b
                }
            });
            forest.push(i);
        }
    }
    forest.sort();
    forest
}

struct Random(u64);

impl Random {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        ((self.0 >> 33) as usize) % n
    }
}

fn multigraph(random: &mut Random) -> EdgeList<u32> {
    let n = 1 + random.below(40);
    let m = random.below(4 * n);
    let weights = 1 + random.below(6);
    EdgeList::from_triples(
        n,
        (0..m).map(|_| (random.below(n) as u32, random.below(n) as u32, random.below(weights) as u32)),
    )
    .unwrap()
}

#[test]
fn smoke() {
    let Some(emulator) = emulator() else { return };
    let exec = Exec::new(1).unwrap();
    let mut random = Random(7);
    for seed in 0..200 {
        let session = emulator.session(Settings { seed, preempt_one_in: 5, ..Settings::default() });
        let gpu = Gpu::open().unwrap().with_shape(Shape { threads: 32, blocks: Some(3) }).unwrap();
        let list = multigraph(&mut random);
        let expected = naive(list.as_view(), Objective::Minimum);
        for algorithm in Algorithm::ALL {
            let forest = algorithm.run(&gpu, &exec, (&list).into(), Objective::Minimum);
            let forest = forest.unwrap_or_else(|e| panic!("{algorithm}: {e}\n{:?}", session.report()));
            let found: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
            assert_eq!(found, expected, "{algorithm} seed {seed} {list:?}");
            assert_eq!(session.report(), None);
        }
        let config = FilterBoruvka { dense: 1, light: 1, few: 0 };
        let forest = filter_boruvka(&gpu, &exec, list.as_view(), Objective::Minimum, config);
        let forest = forest.unwrap_or_else(|e| panic!("dense: {e}\n{:?}", session.report()));
        let found: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
        assert_eq!(found, expected, "dense seed {seed} {list:?}");
    }
}
