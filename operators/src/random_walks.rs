//! Random walks, in groups of a block.
//!
//! **Idea.** A walk is a sequence of dependent reads from far apart. So a thread takes the steps of a block
//! of walks in turn, and prefetches what the next step of each will read. A walk draws from its own sequence
//! of random numbers, so it does not depend on the others.
//!
//! **Second order.** The weight of an arc from `at` is multiplied by a factor: 1/p if it leads back to the
//! node `before`, 1 if its target is a neighbour of that node, 1/q otherwise. An arc is drawn by weight and
//! accepted with the probability of its factor divided by the largest; this needs no table per pair of nodes,
//! and asks for neighbours only if both answers are possible. A large 1/p would make the others unlikely. So
//! the part of it above the other factors is an *appendix*, which is drawn first: it is the arc back. After
//! many rejections, which p, q and few arcs may cause, the arc is drawn from all products. Each attempt is
//! independent of the others, so this does not change the distribution.

mod alias;
mod walks;

use boscage_core::exec::Exec;
use boscage_core::fault::is_planted;
use boscage_core::graph::{Direction, Graph, Node};
use boscage_core::random::{Draws, Random, streams};
use boscage_core::{Error, Result, memory};

use self::alias::Tables;
pub use self::walks::Walks;
use crate::strength::Strength;

/// Configuration of [`random_walks`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RandomWalks {
    /// Number of walks from each start.
    pub walks: u32,
    /// The most nodes of a walk, the start among them; at least 1.
    pub length: u32,
    /// Return parameter: the weight of the arc back to the node before is divided by it.
    pub p: f64,
    /// In-out parameter: weights of arcs to nodes that are no neighbours of the node before are divided by
    /// it.
    pub q: f64,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl RandomWalks {
    /// Default of `walks`, that of node2vec.
    pub const DEFAULT_WALKS: u32 = 10;
    /// Default of `length`, that of node2vec.
    pub const DEFAULT_LENGTH: u32 = 80;
    /// Default of `p` and `q`: steps do not depend on the node before.
    pub const DEFAULT_P: f64 = 1.0;
    /// Default of `seed`.
    pub const DEFAULT_SEED: u64 = 0;
}

impl Default for RandomWalks {
    fn default() -> Self {
        Self {
            walks: Self::DEFAULT_WALKS,
            length: Self::DEFAULT_LENGTH,
            p: Self::DEFAULT_P,
            q: Self::DEFAULT_P,
            seed: Self::DEFAULT_SEED,
        }
    }
}

/// Returns random walks from each node of a graph, the input of node embeddings.
///
/// Each step takes an arc of the node at random, by weight; without weights, all arcs are equally likely.
/// Weights must not be negative; arcs of weight 0 are not taken. Parallel arcs count separately. A walk ends
/// early at a node without arcs to take, and then it has fewer nodes.
///
/// With `p` or `q` other than 1, a step also depends on the node before (node2vec): weights of arcs back to
/// it are divided by `p`, and those of arcs to nodes to which no arc leads from it by `q`. So a small `q`
/// makes walks explore, and a small `p` keeps them near their start.
///
/// **Algorithm.** Grover, Leskovec, "node2vec: Scalable feature learning for networks", KDD 2016. Steps of
/// the second order by rejection sampling, as in Yang and others, "KnightKing: A fast distributed graph
/// random walk engine", SOSP 2019; weights by alias tables. O(1) expected work per step of the first order.
/// One of the second order takes as many attempts as the factors 1/p, 1, 1/q differ, each O(log degree) if
/// the graph is built [`by_target`](boscage_core::graph::Builder::by_target), and otherwise O(degree).
///
/// **When to choose it.** For samples of paths, and embeddings of nodes by word2vec. For the probabilities
/// that walks converge to, use [`page_rank`](crate::page_rank()).
///
/// # Determinism
/// Deterministic: the same on any number of threads. A walk depends on the graph, on `seed`, `length`, `p`
/// and `q`, its start, and its number among the walks from there; not on the other walks. Weights of an arc
/// are exact to about 2^-32 of the mean weight of its node.
///
/// # Memory
/// The result: 4 bytes per node of the longest walks and 8 per walk; during the work 4 more per walk. With
/// weights, 8 bytes per arc and 8 per node.
///
/// # Errors
/// [`Error::Argument`] if `p` or `q` is not a finite number above 0, the length is 0, a weight is negative,
/// infinite or NaN, or the weights of a node have no finite sum; [`Error::Cancelled`],
/// [`Error::OutOfMemory`].
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{RandomWalks, random_walks};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_pairs(5, [(0, 1), (1, 2), (2, 0), (2, 3)])?;
/// let graph = Graph::<Undirected>::builder().by_target().build(&exec, &list)?;
/// let config = RandomWalks { walks: 2, length: 6, q: 0.5, ..RandomWalks::default() };
/// let walks = random_walks(&exec, &graph, config)?;
/// assert_eq!((walks.len(), walks[0].len()), (10, 6));
/// assert!(walks[0].windows(2).all(|step| graph.has_edge(step[0], step[1])));
/// assert_eq!(walks[8], [Node::new(4)]); // it has no arcs
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn random_walks<D: Direction, E: Strength>(
    exec: &Exec,
    graph: &Graph<D, E>,
    config: RandomWalks,
) -> Result<Walks> {
    walks(exec, graph, graph.node_count(), Node::new, config)
}

/// Returns random walks from some nodes, as [`random_walks`] does from all. A node that occurs twice among
/// the starts has the same walks twice.
///
/// # Determinism
/// Deterministic. The walks of a start are those of [`random_walks`].
///
/// # Memory
/// That of [`random_walks`].
///
/// # Errors
/// Those of [`random_walks`], and starts that are not in the graph.
///
/// # Examples
/// ```
/// use boscage::prelude::*;
/// use boscage::operators::{RandomWalks, random_walks, random_walks_from};
///
/// let exec = Exec::available()?;
/// let list = EdgeList::from_triples(3, [(0, 1, 3.0), (1, 2, 1.0), (2, 0, 0.5)])?;
/// let graph = Graph::<Directed, _>::from_edges(&exec, &list)?;
/// let config = RandomWalks { walks: 1, length: 4, ..RandomWalks::default() };
/// let walks = random_walks_from(&exec, &graph, [2], config)?;
/// assert_eq!(walks[0], [2, 0, 1, 2].map(Node::new));
/// assert_eq!(walks[0], random_walks(&exec, &graph, config)?[2]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn random_walks_from<D: Direction, E: Strength>(
    exec: &Exec,
    graph: &Graph<D, E>,
    starts: impl IntoIterator<Item = impl Into<Node>>,
    config: RandomWalks,
) -> Result<Walks> {
    let nodes = graph.node_count();
    let starts: Vec<Node> = starts.into_iter().map(Into::into).collect();
    if let Some(start) = starts.iter().find(|start| start.index() >= nodes) {
        return Err(Error::argument("start", format!("a node below {nodes}"), start));
    }
    walks(exec, graph, starts.len(), |i| starts[i], config)
}

/// Walks per block.
const BLOCK: usize = 1 << 6;

/// Rejections until an arc is drawn from all products.
const ATTEMPTS: usize = 1 << 6;

fn walks<D: Direction, E: Strength>(
    exec: &Exec,
    graph: &Graph<D, E>,
    starts: usize,
    start: impl Fn(usize) -> Node + Sync + Send,
    config: RandomWalks,
) -> Result<Walks> {
    const WHAT: &str = "the random walks";
    let RandomWalks { walks, length, p, q, seed } = config;
    for (name, value) in [("p", p), ("q", q)] {
        if !(value > 0.0 && value < f64::INFINITY && 1.0 / value < f64::INFINITY) {
            return Err(Error::argument(name, "a finite number above 0", value));
        }
    }
    if length == 0 {
        return Err(Error::argument("length", "at least 1", 0));
    }
    let (per_start, length) = (walks as usize, length as usize);
    let count = starts.saturating_mul(per_start);
    let all = count.saturating_mul(length);
    let tables = if size_of::<E>() == 0 { None } else { Some(exec.install(|| Tables::new(exec, graph))?) };
    let factors = ((p, q) != (1.0, 1.0)).then_some([1.0 / p, 1.0 / q]);
    let stepper = Stepper { graph, tables, factors };
    let random = Random::new(seed, streams::WALKS);

    let mut nodes = memory::zeroed(WHAT, all)?;
    let mut lens = memory::zeroed("the lengths of walks", count)?;
    let mut blocks = memory::reserve("blocks of walks", count.div_ceil(BLOCK))?;
    blocks.extend(nodes.chunks_mut(BLOCK * length).zip(lens.chunks_mut(BLOCK)).enumerate());
    exec.do_all("random-walks", blocks, |(block, (nodes, lens))| {
        let begin = |walk: usize| {
            let (node, number) = (start(walk / per_start), (walk % per_start) as u64);
            let item = if is_planted("walks-of-blocks") { block as u64 } else { u32::from(node).into() };
            (node, random.item(item << 32 | number))
        };
        stepper.walk(nodes, lens, length, |walk| begin(block * BLOCK + walk));
    })?;
    drop(stepper);

    let (mut offsets, mut end) = (memory::reserve("the places of walks", count + 1)?, 0);
    for (walk, &len) in lens.iter().enumerate() {
        offsets.push(end as u64);
        let (begin, len) = (walk * length, len as usize);
        if begin > end {
            nodes.copy_within(begin..begin + len, end);
        }
        end += len;
    }
    offsets.push(end as u64);
    nodes.truncate(end);
    Ok(Walks { offsets, nodes })
}

/// Takes steps.
struct Stepper<'g, D: Direction, E: Strength> {
    graph: &'g Graph<D, E>,
    tables: Option<Tables>,
    /// 1/p and 1/q, unless both are 1.
    factors: Option<[f64; 2]>,
}

impl<D: Direction, E: Strength> Stepper<'_, D, E> {
    /// Does the walks of a block, a step of each in turn. `lens` gets their numbers of nodes.
    fn walk(
        &self,
        nodes: &mut [Node],
        lens: &mut [u32],
        length: usize,
        begin: impl Fn(usize) -> (Node, Draws),
    ) {
        let mut draws: [Draws; BLOCK] = std::array::from_fn(|_| Random::new(0, 0).item(0));
        for (walk, len) in lens.iter_mut().enumerate() {
            (nodes[walk * length], draws[walk]) = begin(walk);
            *len = 1;
            self.graph.prefetch_offset(nodes[walk * length]);
        }
        for step in 1..length {
            let is_at = |len: &u32| *len as usize == step;
            for walk in (0..lens.len()).filter(|&walk| is_at(&lens[walk])) {
                self.graph.prefetch_arcs(nodes[walk * length + step - 1]);
            }
            for (walk, len) in lens.iter_mut().enumerate().filter(|(_, len)| is_at(len)) {
                let so_far = &nodes[walk * length..walk * length + step];
                if let Some(next) = self.next(&mut draws[walk], so_far) {
                    self.graph.prefetch_offset(next);
                    nodes[walk * length + step] = next;
                    *len += 1;
                }
            }
        }
    }

    /// Returns the next node of a walk; `None` if it ends.
    #[inline]
    fn next(&self, draws: &mut Draws, so_far: &[Node]) -> Option<Node> {
        match (so_far, self.factors) {
            (&[.., before, at], Some(factors)) => self.second_order(draws, before, at, factors),
            (&[.., at], _) => self.first_order(draws, at),
            ([], _) => None,
        }
    }

    #[inline]
    fn first_order(&self, draws: &mut Draws, at: Node) -> Option<Node> {
        let targets = self.graph.neighbours(at);
        let place = match &self.tables {
            None => draws.below(targets.len() as u64) as usize,
            Some(_) if targets.is_empty() => return None,
            Some(tables) => {
                tables.draw(draws, at, self.graph.offsets()[at.index()] as usize, targets.len())?
            }
        };
        targets.get(place).copied()
    }

    fn second_order(&self, draws: &mut Draws, before: Node, at: Node, [back, far]: [f64; 2]) -> Option<Node> {
        let (least, most) = (far.min(1.0), far.max(1.0));
        let (mut appendix, mut total) = (0.0, 0.0);
        if back > most {
            appendix = (back - most) * self.weight_back(before, at);
            let degree = self.graph.degree(at) as f64;
            total = appendix + most * self.tables.as_ref().map_or(degree, |tables| tables.total(at));
        }
        for _ in 0..ATTEMPTS {
            if appendix > 0.0 && draws.unit() * total < appendix {
                return Some(before);
            }
            let to = self.first_order(draws, at)?;
            let height = draws.unit() * most;
            let is_below = if to == before {
                height < back
            } else {
                height < least || height < if self.graph.has_edge(before, to) { 1.0 } else { far }
            };
            if is_below {
                return Some(to);
            }
        }
        self.among_all(draws, before, at, [back, far])
    }

    /// Returns the weight of all arcs from a node to the one before.
    fn weight_back(&self, before: Node, at: Node) -> f64 {
        let (mut arcs, graph) = (self.graph.arcs(at), self.graph);
        if graph.is_by_target() {
            let begin = arcs.targets.partition_point(|&to| to < before);
            arcs = arcs.part(begin..begin + arcs.targets[begin..].partition_point(|&to| to == before));
        }
        arcs.iter().filter(|arc| arc.0 == before).map(|arc| arc.1.strength()).sum()
    }

    /// Draws an arc from the products of all.
    #[cold]
    fn among_all(&self, draws: &mut Draws, before: Node, at: Node, [back, far]: [f64; 2]) -> Option<Node> {
        let factor = |to: Node| match () {
            () if to == before => back,
            () if self.graph.has_edge(before, to) => 1.0,
            () => far,
        };
        let products = || self.graph.arcs(at).iter().map(|(to, weight)| (to, weight.strength() * factor(to)));
        let mut left = draws.unit() * products().map(|(_, product)| product).sum::<f64>();
        let mut last = None;
        for (to, product) in products().filter(|&(_, product)| product > 0.0) {
            last = Some(to);
            if left < product {
                break;
            }
            left -= product;
        }
        last
    }
}
