//! The graphs of the suite: all small ones, random ones, and shapes that strain a schedule.

use boscage::graph::EdgeList;

use crate::Sample;

/// A graph whose weights are levels, to be painted with any weight type.
#[derive(Clone, Debug)]
pub struct Sketch {
    /// The number of nodes.
    pub nodes: usize,
    /// Ends and level of each edge.
    pub edges: Vec<(u32, u32, u32)>,
    /// The weights of the levels.
    pub(crate) palette: Palette,
}

/// The weights of the levels.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Palette {
    /// Small weights that ascend with the levels.
    Plain,
    /// The extremes of the type, over and over.
    Extreme,
}

impl Sketch {
    fn plain(nodes: usize, edges: impl IntoIterator<Item = (u32, u32, u32)>) -> Self {
        Self { nodes, edges: edges.into_iter().collect(), palette: Palette::Plain }
    }

    fn extreme(self) -> Self {
        Self { palette: Palette::Extreme, ..self }
    }

    /// The same with a level for each edge by its position.
    fn levels(mut self, level_of: impl Fn(u32) -> u32) -> Self {
        self.edges.iter_mut().zip(0..).for_each(|((_, _, level), position)| *level = level_of(position));
        self
    }

    /// The weight of a level.
    fn weight<W: Sample>(&self, level: u32) -> W {
        match self.palette {
            Palette::Plain => W::of(level),
            Palette::Extreme => W::EXTREMES[level as usize % W::EXTREMES.len()],
        }
    }

    /// The graph.
    pub fn paint<W: Sample>(&self) -> EdgeList<W> {
        let triples = self.edges.iter().map(|&(u, v, level)| (u, v, self.weight(level)));
        EdgeList::from_triples(self.nodes, triples).expect("a sketch is a valid graph")
    }

    /// The graph in Rust.
    pub fn literal<W: Sample>(&self) -> String {
        let triple = |&(u, v, level)| format!("({u}, {v}, {})", self.weight::<W>(level).literal());
        let triples: Vec<String> = self.edges.iter().map(triple).collect();
        format!("EdgeList::<{}>::from_triples({}, [{}])", W::NAME, self.nodes, triples.join(", "))
    }
}

/// The number of simple graphs with `nodes` numbered nodes and weights 1 and 2.
pub fn count_small(nodes: usize) -> usize {
    3_usize.pow((nodes * nodes.saturating_sub(1) / 2) as u32)
}

/// The simple graph whose pairs of nodes, by the ternary digits of `code`, have no edge, one of weight 1 or
/// one of weight 2.
pub fn small(nodes: usize, mut code: usize) -> Sketch {
    let pairs = (0..nodes as u32).flat_map(|v| (0..v).map(move |u| (u, v)));
    let edges = pairs.filter_map(|(u, v)| {
        let level = (code % 3) as u32;
        code /= 3;
        (level > 0).then_some((u, v, level))
    });
    Sketch::plain(nodes, edges)
}

/// A random multigraph: up to 40 nodes, up to three edges a node; mostly ties; loops, parallel edges and
/// isolated nodes are frequent. One in four shows extremes.
pub fn random(seed: u64) -> Sketch {
    let mut random = Random(seed);
    let nodes = random.below(40);
    let used = random.below(nodes + 1); // the others are isolated
    let per_node = [3, 3, 12][random.below(3) as usize]; // dense ones are filtered
    let edges = if used == 0 { 0 } else { random.below(per_node * used + 1) };
    let levels = [1, 2, 3, 10, 1000][random.below(5) as usize];
    let reach = [3, used][random.below(2) as usize]; // ends close to each other make loops and components
    let edge = |_| {
        let u = random.below(used);
        let v = (u + random.below(reach)) % used;
        let (u, v) = if random.below(2) == 0 { (u, v) } else { (v, u) };
        (u, v, random.below(levels))
    };
    let sketch = Sketch::plain(nodes as usize, (0..edges).map(edge));
    if seed % 4 == 3 { sketch.extreme() } else { sketch }
}

/// Graphs of about `size` edges that strain one thing or another: long chains of links, one tree that every
/// thread wants, nothing but ties, rounds that hardly get anything done. Above a few thousand edges several
/// threads share a round, and `auto` takes the parallel operators.
pub fn shapes(size: u32) -> Vec<(&'static str, Sketch)> {
    let mut random = Random(u64::from(size));
    let path = || Sketch::plain(size as usize + 1, (0..size).map(|i| (i, i + 1, 0)));
    let star = || Sketch::plain(size as usize + 1, (0..size).map(|i| (i + 1, 0, 0)));
    let comb = || {
        let teeth = size / 2;
        let spine = (1..teeth).map(|i| (i - 1, i, 0));
        Sketch::plain(2 * teeth as usize, spine.chain((0..teeth).map(|i| (i, teeth + i, 0))))
    };
    let clique = || {
        let nodes = (1..).find(|n| n * (n - 1) / 2 >= size).expect("some clique has that many edges");
        Sketch::plain(nodes as usize, (0..nodes).flat_map(|v| (0..v).map(move |u| (u, v, 0))))
    };
    let mut gnm = |nodes: u32| {
        Sketch::plain(nodes as usize, (0..size).map(|_| (random.below(nodes), random.below(nodes), 0)))
    };
    let (sparse, dense) = (gnm(size / 2 + 1), gnm(size / 16 + 1));
    let up = |i| i;
    let down = |i| size - i;
    let any_of = |levels| move |i| Random(u64::from(i)).below(levels);
    vec![
        ("no nodes", Sketch::plain(0, [])),
        ("one node", Sketch::plain(1, [])),
        ("isolated nodes", Sketch::plain(100, [])),
        ("one node and loops", Sketch::plain(1, (0..size).map(|i| (0, 0, i % 3)))),
        ("only loops", Sketch::plain(50, (0..size).map(|i| (i % 50, i % 50, i % 3)))),
        ("parallel edges", Sketch::plain(2, (0..size).map(|i| (i % 2, 1 - i % 2, size - i / 5)))),
        ("parallel edges of extreme weights", {
            Sketch::plain(3, (0..size).map(|i| (i % 2, 1 + i % 2, i / 7))).extreme()
        }),
        ("equal path", path()),
        ("increasing path", path().levels(up)),
        ("decreasing path", path().levels(down)),
        ("path in random order", path().levels(any_of(1 << 20))),
        ("path of extreme weights", path().levels(up).extreme()),
        ("equal star", star()),
        ("increasing star", star().levels(up)),
        ("decreasing star", star().levels(down)),
        ("equal comb", comb()),
        ("comb in random order", comb().levels(any_of(1 << 20))),
        ("equal clique", clique()),
        ("increasing clique", clique().levels(up)),
        ("clique of two weights", clique().levels(any_of(2))),
        ("clique whose light edges are those of few nodes", {
            let mut clique = clique();
            for (edge, i) in clique.edges.iter_mut().zip(0..) {
                edge.2 = edge.0.max(edge.1) << 8 | any_of(1 << 8)(i);
            }
            clique
        }),
        ("clique of extreme weights", clique().levels(any_of(1000)).extreme()),
        ("equal sparse graph", sparse.clone()),
        ("sparse graph of two weights", sparse.clone().levels(any_of(2))),
        ("sparse graph", sparse.levels(any_of(1 << 20))),
        ("dense graph of two weights", dense.clone().levels(any_of(2))),
        ("dense graph", dense.levels(any_of(1 << 20))),
    ]
}

/// A splitmix64 sequence.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % u64::from(bound.max(1))) as u32
    }
}

#[test]
fn every_small_graph_is_another_one() {
    let edges = |code| small(4, code).edges;
    let mut all: Vec<_> = (0..count_small(4)).map(edges).collect();
    all.sort_unstable();
    all.dedup();
    assert_eq!(all.len(), 729);
    assert_eq!([0, 1, 2, 3, 5].map(count_small), [1, 1, 3, 27, 59_049]);
}

#[test]
fn random_graphs_have_what_is_hard() {
    let all: Vec<Sketch> = (0..500).map(random).collect();
    let share = |what: &dyn Fn(&Sketch) -> bool| all.iter().filter(|sketch| what(sketch)).count();
    let parallel = |sketch: &Sketch| {
        let mut pairs: Vec<_> = sketch.edges.iter().map(|&(u, v, _)| (u.min(v), u.max(v))).collect();
        pairs.sort_unstable();
        pairs.windows(2).any(|pair| pair[0] == pair[1])
    };
    assert!(share(&|sketch| sketch.nodes == 0) > 2);
    assert!(share(&|sketch| sketch.edges.iter().any(|(u, v, _)| u == v)) > 200);
    assert!(share(&parallel) > 200);
    assert!(share(&|sketch| sketch.edges.len() > sketch.nodes) > 100);
}
