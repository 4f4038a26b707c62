//! The operator of Gallager, Humblet and Spira against naive Kruskal, on ranks that are threads.

use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::thread::yield_now;

use boscage::comm::{Comm, Parcels, Part, PartForest, Reduction, Transport, run, run_with};
use boscage::exec::{CancelToken, Exec};
use boscage::generate::{Gnm, Style, gnm};
use boscage::graph::{EdgeList, Objective};
use boscage::ranks::{Aggregation, FindArc, FirstBasic, Ghs, GhsCounts, Queue, Shortcut, ghs, ghs_counted};
use boscage::{Error, Result};
use boscage_truth::pairwise::covering;
use boscage_truth::{Sample, Sketch, Suite, naive, sketches};

const RANKS: [usize; 6] = [1, 2, 3, 5, 7, 16];

/// The way in which the edges of a graph are cut into parts.
#[derive(Clone, Copy, Debug)]
enum Cut {
    Even,
    /// The last rank has all.
    Last,
    /// All but every third rank have none.
    Gaps,
}

const CUTS: [Cut; 3] = [Cut::Even, Cut::Last, Cut::Gaps];

impl Cut {
    /// Where the part of a rank begins, for this number of edges.
    fn begin(self, edges: usize, rank: usize, ranks: usize) -> usize {
        match self {
            Self::Even => edges * rank / ranks,
            Self::Last => edges * (rank / ranks),
            Self::Gaps => edges * rank.div_ceil(3) / ranks.div_ceil(3),
        }
    }
}

/// The configurations of a covering sample: every pair of choices is in one of them.
fn configurations() -> Vec<(Ghs, Cut, Objective)> {
    let choices = [
        2, // queue
        2, // find_arc
        3, // first_basic
        3, // aggregation
        2, // shortcut
        3, // cut
        2, // objective
    ];
    let configuration = |row: Vec<usize>| {
        let config = Ghs {
            queue: [Queue::Process, Queue::Node][row[0]],
            find_arc: [FindArc::Map, FindArc::Search][row[1]],
            first_basic: [FirstBasic::Index, FirstBasic::OrderedSet, FirstBasic::Search][row[2]],
            aggregation: [Aggregation::Together, Aggregation::Single, Aggregation::Together][row[3]],
            buffer: [Ghs::DEFAULT_BUFFER, 1, 7][row[3]],
            shortcut: [Shortcut::None, Shortcut::Fragments][row[4]],
        };
        (config, CUTS[row[5]], [Objective::Minimum, Objective::Maximum][row[6]])
    };
    covering(&choices).into_iter().map(configuration).collect()
}

/// The part of a rank.
fn part<W: Sample>(exec: &Exec, graph: &EdgeList<W>, cut: Cut, rank: usize, ranks: usize) -> Result<Part<W>> {
    let begin = |rank| cut.begin(graph.edge_count(), rank, ranks);
    let edges = graph.edges()[begin(rank)..begin(rank + 1)].iter().map(|e| (e.u, e.v, e.weight));
    Part::new(exec, EdgeList::from_triples(graph.node_count(), edges)?, begin(rank) as u64)
}

/// Delivers messages of different ranks in any order, and those of one rank, each time for a while, only when
/// nothing else comes.
struct Shuffled<'t> {
    transport: &'t dyn Transport,
    arrived: RefCell<Vec<VecDeque<Vec<u64>>>>,
    slow: Cell<usize>,
    random: Cell<u64>,
}

impl<'t> Shuffled<'t> {
    /// Number of requests to other ranks before a message of the slow rank is taken.
    const PATIENCE: usize = 20;

    fn new(transport: &'t dyn Transport, seed: u64) -> Self {
        let arrived = RefCell::new(vec![VecDeque::new(); transport.ranks()]);
        let random = Cell::new(seed << 8 | transport.rank() as u64);
        Self { transport, arrived, slow: Cell::new(0), random }
    }

    fn below(&self, bound: usize) -> usize {
        self.random.set(self.random.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1));
        (self.random.get() >> 33) as usize % bound
    }
}

impl Transport for Shuffled<'_> {
    fn rank(&self) -> usize {
        self.transport.rank()
    }

    fn ranks(&self) -> usize {
        self.transport.ranks()
    }

    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        self.transport.exchange(words, counts)
    }

    fn gather(&self, words: &[u64]) -> Result<Parcels> {
        self.transport.gather(words)
    }

    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        self.transport.reduce(words, how)
    }

    fn send(&self, to: usize, tag: u32, words: Vec<u64>) -> Result<()> {
        self.transport.send(to, tag, words)
    }

    fn receive(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        if from.is_some() {
            return self.transport.receive(from, tag, waits); // the steps of an exchange
        }
        let mut arrived = self.arrived.borrow_mut();
        if self.below(200) == 0 {
            self.slow.set(self.below(arrived.len()));
        }
        let (slow, begin) = (self.slow.get(), self.below(arrived.len()));
        let mut patience = Self::PATIENCE;
        loop {
            while let Some((from, words)) = self.transport.receive(from, tag, false)? {
                arrived[from].push_back(words);
            }
            let ready = |from: &usize| !arrived[*from].is_empty() && (patience == 0 || *from != slow);
            if let Some(from) = (begin..arrived.len()).chain(0..begin).find(ready) {
                return Ok(arrived[from].pop_front().map(|words| (from, words)));
            }
            if !waits {
                return Ok(None);
            }
            if arrived[slow].is_empty() {
                let message = self.transport.receive(from, tag, true)?;
                message.into_iter().for_each(|(from, words)| arrived[from].push_back(words));
            } else {
                patience -= 1;
                yield_now();
            }
        }
    }
}

type Outcome<W> = (Vec<usize>, PartForest<W>, GhsCounts);

/// Runs on this number of ranks. Returns the ids of the forest's edges, and what all ranks know.
fn outcome<W: Sample>(
    exec: &Exec,
    graph: &EdgeList<W>,
    ranks: usize,
    (config, cut, objective): (Ghs, Cut, Objective),
) -> Outcome<W> {
    let forests = run_with(ranks, |transport| {
        let shuffled = Shuffled::new(transport, graph.edge_count() as u64);
        let comm = Comm::new(&shuffled);
        let part = part(exec, graph, cut, comm.rank(), ranks)?;
        let (forest, counts) = ghs_counted(exec, &comm, &part, objective, config)?;
        let ids: Vec<usize> = forest.edges().iter().map(|&position| part.id(position) as usize).collect();
        Ok((ids, forest, counts))
    });
    let forests = forests.unwrap();
    let ids = forests.iter().flat_map(|(ids, ..)| ids.iter().copied()).collect();
    let (_, forest, counts) = forests.into_iter().next_back().unwrap();
    (ids, forest, counts)
}

fn check<W: Sample>(exec: &Exec, name: &str, graph: &EdgeList<W>, ranks: usize, case: (Ghs, Cut, Objective)) {
    let truth = naive::kruskal(graph.as_view(), case.2);
    let (ids, forest, counts) = outcome(exec, graph, ranks, case);
    assert_eq!(ids, truth.edges, "{name}, {ranks} ranks, {case:?}");
    assert_eq!((forest.tree_count(), forest.edge_count()), (truth.trees, ids.len() as u64), "{name}");
    assert!(W::is_total(forest.total(), ids.iter().map(|&id| graph.edges()[id].weight)), "{name}");
    assert!(1 << counts.level <= graph.node_count().max(1), "{name}: a fragment of level l has 2^l nodes");
}

/// The first weight type, or one of the others in turn.
fn check_typed(
    exec: &Exec,
    turn: usize,
    name: &str,
    sketch: &Sketch,
    ranks: usize,
    case: (Ghs, Cut, Objective),
) {
    match turn % 6 {
        0 => check::<u32>(exec, name, &sketch.paint(), ranks, case),
        1 => check::<i32>(exec, name, &sketch.paint(), ranks, case),
        2 => check::<f32>(exec, name, &sketch.paint(), ranks, case),
        3 => check::<u64>(exec, name, &sketch.paint(), ranks, case),
        4 => check::<i64>(exec, name, &sketch.paint(), ranks, case),
        _ => check::<f64>(exec, name, &sketch.paint(), ranks, case),
    }
}

#[test]
fn random_multigraphs() {
    let (exec, configurations) = (Exec::new(1).unwrap(), configurations());
    for seed in 0..Suite::asked().pick(300, 800) {
        let turn = seed as usize;
        let case = configurations[turn % configurations.len()];
        let ranks = RANKS[turn / configurations.len() % RANKS.len()];
        check_typed(&exec, turn / 5, &format!("seed {seed}"), &sketches::random(seed), ranks, case);
    }
}

#[test]
fn small_graphs() {
    let (exec, configurations) = (Exec::new(1).unwrap(), configurations());
    for code in 0..sketches::count_small(4) {
        let case = configurations[code % configurations.len()];
        let graph = sketches::small(4, code).paint::<u32>();
        check(&exec, &format!("code {code}"), &graph, [2, 3, 4][code % 3], case);
    }
}

#[test]
fn shapes_on_every_number_of_ranks() {
    let (exec, configurations) = (Exec::new(1).unwrap(), configurations());
    let mut turn = 0;
    for (name, sketch) in sketches::shapes(150) {
        for ranks in RANKS {
            turn += 1;
            check_typed(&exec, turn, name, &sketch, ranks, configurations[turn % configurations.len()]);
        }
    }
}

#[test]
fn every_configuration_on_a_larger_graph() {
    let exec = Exec::new(1).unwrap();
    let shapes = sketches::shapes(1000);
    for (turn, case) in configurations().into_iter().enumerate() {
        for name in ["sparse graph of two weights", "dense graph"] {
            let (_, sketch) = shapes.iter().find(|(other, _)| *other == name).unwrap();
            check::<u32>(&exec, name, &sketch.paint(), [5, 1, 4][turn % 3], case);
        }
    }
}

/// Late statuses, and the other scenarios of `blocks.rs`.
#[test]
fn blocks_of_many_fragments() {
    let exec = Exec::new(1).unwrap();
    for seed in 0..40 {
        let style = Style { seed, ..Style::default() };
        let graph = gnm(&exec, &Gnm { nodes: 1000, edges: 1300, style, ..Gnm::default() }).unwrap();
        let config = Ghs { shortcut: Shortcut::Fragments, ..Ghs::default() };
        check(&exec, &format!("seed {seed}"), &graph, 6, (config, Cut::Even, Objective::Minimum));
    }
}

#[test]
fn more_ranks_than_nodes_and_edges() {
    let exec = Exec::new(1).unwrap();
    let graph = EdgeList::from_triples(3, [(0, 2, 1_u32), (2, 2, 0), (2, 0, 1)]).unwrap();
    configurations().into_iter().for_each(|case| check(&exec, "pair", &graph, 40, case));
}

#[test]
fn counts_are_those_of_all_ranks() {
    let exec = Exec::new(1).unwrap();
    let case = |config| (config, Cut::Even, Objective::Minimum);
    // A path on which each node but the last two joins the next one's fragment.
    let graph = EdgeList::from_triples(64, (0..63).map(|i| (i, i + 1, 63 - i))).unwrap();
    let (.., one) = outcome(&exec, &graph, 1, case(Ghs::default()));
    assert_eq!((one.left, one.parcels, one.tokens), (0, 0, 0));
    assert_eq!((one.connects, one.level, one.tests), (64, 1, one.accepts + one.rejects));
    assert!(one.initiates >= 63 && one.hops >= 62, "{one:?}");
    let (.., two) = outcome(&exec, &graph, 2, case(Ghs::default()));
    assert_eq!(two.left, two.messages(), "neighbours on a path are on different ranks");
    assert!(two.parcels <= two.left && two.tokens > 2);
    let single = Ghs { aggregation: Aggregation::Single, ..Ghs::default() };
    let (.., single) = outcome(&exec, &graph, 2, case(single));
    assert_eq!(single.parcels, single.left);
    let blocks = Ghs { shortcut: Shortcut::Fragments, ..Ghs::default() };
    let (.., blocks) = outcome(&exec, &graph, 1, case(blocks));
    assert_eq!((blocks.initiates, blocks.reports, blocks.rejects, blocks.hops), (0, 0, 0, 0));
}

#[test]
fn all_ranks_fail_if_one_is_cancelled() {
    let exec = Exec::new(1).unwrap();
    let graph = EdgeList::from_triples(3000, (0..2999).map(|i| (i, i + 1, i % 7))).unwrap();
    let token = CancelToken::new();
    token.cancel();
    let cancelled = exec.with_token(token);
    let failed = run(3, |comm| {
        let part = part(&exec, &graph, Cut::Even, comm.rank(), 3)?;
        let own = if comm.rank() == 1 { &cancelled } else { &exec };
        let failed = ghs(own, comm, &part, Objective::Minimum, Ghs::default()).unwrap_err();
        match comm.rank() {
            1 => assert!(matches!(failed, Error::Cancelled), "{failed}"),
            _ => assert!(matches!(failed, Error::OtherRank { rank: 1 }), "{failed}"),
        }
        // No message of the failed run is left.
        ghs(&exec, comm, &part, Objective::Minimum, Ghs::default())
    });
    assert_eq!(failed.unwrap()[0].edge_count(), 2999);
}

#[test]
fn a_buffer_of_no_words_is_refused() {
    let exec = Exec::new(1).unwrap();
    let graph = EdgeList::from_triples(2, [(0, 1, 1_u32)]).unwrap();
    let refused = run(2, |comm| {
        let part = part(&exec, &graph, Cut::Even, comm.rank(), 2)?;
        ghs(&exec, comm, &part, Objective::Minimum, Ghs { buffer: 0, ..Ghs::default() })
    });
    assert!(matches!(refused, Err(Error::Argument { .. })));
}
