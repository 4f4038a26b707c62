//! A spanning forest with rooted trees, its nodes numbered in preorder.
//!
//! **Phases.** The root of each tree is the node with most arcs of its connected component, of several the
//! lowest. The tree of the node with most arcs of all grows first. If it leaves nodes out, disjoint sets find
//! their components, and all their trees grow at the same time. Trees grow in *levels*, by
//! direction-optimizing breadth-first search. After many levels they are likely to be small. Then tasks
//! *search* the rest without barriers: each goes on from some nodes until it has visited a few thousand, and
//! leaves the others to new tasks.
//!
//! Nodes are listed in an order in which parents come first: by level, then by task. A task begins after the
//! one that found its first nodes, so it has a higher number. One pass backwards over the list adds up the
//! sizes of subtrees; one pass forwards turns them into preorder numbers.

use std::cmp::Reverse;

use boscage_core::exec::{Exec, Round};
use boscage_core::fault::is_planted;
use boscage_core::graph::{AtomicNodeMap, EdgeData, Graph, Node, NodeMap, NodeSet, RelaxedOrder, Undirected};
use boscage_core::parallel::pack_map;
use boscage_core::primitives::unmodelled::{AtomicU64, Ordering::Relaxed};
use boscage_core::sync::DisjointSets;
use boscage_core::worklist::Lifo;
use boscage_core::{Result, memory};

use crate::breadth_first_search::{BreadthFirstSearch, Directions, up};

/// The parent of a node that is in no tree yet.
const NONE: u32 = u32::MAX;

/// Most levels before the rest is searched by tasks.
const LEVELS: u64 = 32;

/// Nodes that a task visits.
const VISITED: usize = 1 << 12;

/// Nodes that a task begins with.
const SHARED: usize = 1 << 8;

/// Number of nodes by which prefetches of arcs run ahead.
const AHEAD: usize = 8;

/// The subtree of a node, in preorder numbers.
#[derive(Clone, Copy, Default)]
pub(super) struct Span {
    /// The number of the parent; of a root its own.
    pub(super) parent: u32,
    /// The end of the numbers of the subtree.
    pub(super) end: u32,
    /// The number of the child of the root whose subtree has the node; not used of roots.
    pub(super) top: u32,
}

/// A spanning forest in preorder: a node has a lower number than its descendants, which are numbered without
/// gaps.
pub(super) struct Spanning {
    /// The parent of each node; a root is its own.
    pub(super) parents: NodeMap<u32>,
    /// The number of each node.
    pub(super) numbers: NodeMap<u32>,
    /// The subtree of the node with each number.
    pub(super) spans: NodeMap<Span>,
}

impl Spanning {
    pub(super) fn of<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<Self> {
        let parents = AtomicNodeMap::filled(graph, NONE)?.relaxed().shared_by(exec);
        let mut order = memory::reserve("the order of nodes", graph.node_count())?;
        grow(exec, graph, &parents, hub(exec, graph)?.as_slice(), &mut order)?;
        if order.len() < graph.node_count() {
            let is_left = |node: usize| parents.load(Node::new(node)) == NONE;
            let left = pack_map(exec, graph.node_count(), is_left, Node::new)?;
            grow(exec, graph, &parents, &roots(exec, graph, &left)?, &mut order)?;
        }
        assert_eq!(order.len(), graph.node_count(), "every node is in a tree");
        exec.stage("preorder", || Self::numbered(parents.into_map(), &order))
    }

    /// Numbers the nodes; in `order`, parents come before their children.
    fn numbered(parents: NodeMap<u32>, order: &[Node]) -> Result<Self> {
        let mut sizes = NodeMap::filled(order.len(), 1_u32)?;
        // At first the difference to the number of the parent.
        let mut numbers = NodeMap::filled(order.len(), 0)?;
        for &node in order.iter().rev() {
            let (size, parent) = (sizes[node], Node::from(parents[node]));
            if parent != node {
                numbers[node] = sizes[parent];
                sizes[parent] += size;
            }
        }
        let mut spans = NodeMap::filled(order.len(), Span::default())?;
        let mut next = 0;
        for &node in order {
            let parent = Node::from(parents[node]);
            numbers[node] += if parent == node { next } else { numbers[parent] };
            let (number, parent) = (numbers[node], numbers[parent]);
            let end = number + sizes[node];
            let above = spans[parent];
            let top = if above.parent == parent { number } else { above.top };
            spans[number] = Span { parent, end, top };
            next = next.max(end);
        }
        Ok(Self { parents, numbers, spans })
    }
}

/// Returns the node with most arcs; of several the lowest.
pub(super) fn hub<E: EdgeData>(exec: &Exec, graph: &Graph<Undirected, E>) -> Result<Option<Node>> {
    let key = |node| (graph.degree(node), Reverse(node));
    Ok(exec.rounds("hub", 0).max("hub", &NodeSet::all(graph), key)?.map(|(_, Reverse(hub))| hub))
}

/// Returns the node with most arcs of each component of the nodes that are left, in the order of their lowest
/// nodes.
pub(super) fn roots<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    left: &[Node],
) -> Result<Vec<Node>> {
    let sets = DisjointSets::new(graph)?;
    exec.do_all("components", left, |&node| {
        graph.neighbours(node).iter().for_each(|&other| _ = sets.unite(node, other));
    })?;
    let (mut places, mut roots) = (NodeMap::filled(graph, NONE)?, Vec::<Node>::new());
    memory::grow("the roots of trees", &mut roots, left.len())?;
    for &node in left {
        let lowest = sets.find(node);
        if lowest == node {
            places[node] = roots.len() as u32;
            roots.push(node);
        }
        let root = &mut roots[places[lowest] as usize];
        if graph.degree(node) > graph.degree(*root) {
            *root = node;
        }
    }
    Ok(roots)
}

/// Adds the trees with these roots.
fn grow<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    parents: &AtomicNodeMap<u32, RelaxedOrder>,
    roots: &[Node],
    order: &mut Vec<Node>,
) -> Result<()> {
    roots.iter().for_each(|&root| parents.store(root, root.into()));
    order.extend(roots);
    let starts = roots.iter().copied().filter(|&root| graph.degree(root) > 0);
    let frontier = levels(exec, graph, parents, NodeSet::from_nodes(exec, graph, starts)?, order)?;
    search(exec, graph, parents, &frontier, order)
}

/// Adds the levels below these nodes to the trees. Returns the last one.
fn levels<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    parents: &AtomicNodeMap<u32, RelaxedOrder>,
    mut frontier: NodeSet,
    order: &mut Vec<Node>,
) -> Result<NodeSet> {
    let mut len = frontier.len();
    let mut directions = Directions::new(graph, BreadthFirstSearch::default())?;
    let mut rounds = exec.rounds("levels", graph.node_count() as u64);
    while len > 0 && rounds.round_count() < LEVELS {
        let goes_up = directions.next(exec, graph, &frontier, len);
        if goes_up {
            frontier = frontier.into_bitmap(exec)?;
        }
        frontier = rounds.round(|phases| {
            let next = if goes_up {
                up(phases, graph, &frontier, parents, u32::from)?
            } else {
                phases.claim("down", graph, &frontier, parents, NONE, u32::from)?
            };
            len = next.len();
            Ok((Round::new(len), next))
        })?;
        order.extend(frontier.iter());
    }
    Ok(frontier)
}

/// Adds all that can be reached from these nodes to the trees.
fn search<E: EdgeData>(
    exec: &Exec,
    graph: &Graph<Undirected, E>,
    parents: &AtomicNodeMap<u32, RelaxedOrder>,
    frontier: &NodeSet,
    order: &mut Vec<Node>,
) -> Result<()> {
    let frontier: Vec<Node> = frontier.iter().collect();
    let starts: Vec<_> = frontier.chunks(SHARED).map(<[Node]>::to_vec).collect();
    let tasks = AtomicU64::new(0);
    let found = exec.bag();
    exec.for_each("search", starts, Lifo { chunk: 1 }, |mut nodes: Vec<Node>, work| {
        let task = tasks.fetch_add(1, Relaxed);
        let (starts, mut visited) = (nodes.len(), 0);
        while visited < nodes.len().min(VISITED) {
            let from = nodes[visited];
            visited += 1;
            graph.prefetch_arcs(nodes[(visited + AHEAD).min(nodes.len() - 1)]);
            memory::grow("the nodes that a search finds", &mut nodes, graph.degree(from))?;
            for &to in graph.neighbours(from) {
                if parents.load(to) == NONE && parents.compare_exchange(to, NONE, from.into()).is_ok() {
                    nodes.push(to);
                }
            }
        }
        work.extend(nodes[visited..].chunks(SHARED).map(<[Node]>::to_vec));
        nodes.drain(..starts);
        found.insert((task, nodes));
        Ok(())
    })?;
    let mut found = found.into_vec()?;
    if !is_planted("list-searches-as-they-end") {
        found.sort_unstable_by_key(|&(task, _)| task);
    }
    found.into_iter().for_each(|(_, nodes)| order.extend(nodes));
    Ok(())
}
