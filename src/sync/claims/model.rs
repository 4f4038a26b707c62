//! Trees that grow by Prim's algorithm from several threads at once, as in `pma`: whatever the interleaving, the edges
//! taken are those of the minimum spanning forest, and hooks lead from every tree to the one root of its component.

use std::collections::BTreeSet;

use loom::sync::Arc;
use loom::thread;

use super::{Claim, Claims};
use crate::graph::Node;

/// Ends of the edges of a graph, the lightest first: an edge's position is its weight and its id.
type Edges = Vec<(usize, usize)>;

/// What a worker has done.
#[derive(Default)]
struct Done {
    /// The positions of the edges it took.
    taken: BTreeSet<usize>,
    /// Root and hook of each tree it grew.
    hooks: Vec<(usize, usize)>,
}

/// Partial Prim of one worker: a tree of up to `gamma` nodes from each of `starts` that nobody owns.
fn grow(claims: &Claims, edges: &Edges, gamma: usize, starts: &[usize]) -> Done {
    let mut done = Done::default();
    for &start in starts {
        let root = Node::new(start);
        if claims.claim(root, root) != Claim::Claimed {
            continue;
        }
        let mut tree = vec![start];
        let outside = |node| (!claims.is_owned_by(Node::new(node), root)).then_some(node);
        let hook = loop {
            let leads_to = |&(u, v): &(usize, usize)| match (tree.contains(&u), tree.contains(&v)) {
                (false, false) => None,
                (true, _) => outside(v),
                (false, true) => outside(u),
            };
            let lightest = edges.iter().enumerate().find_map(|(id, ends)| Some((id, leads_to(ends)?)));
            let Some((id, end)) = lightest.filter(|_| tree.len() < gamma) else { break start };
            assert!(!tree.contains(&end), "what a worker reads of its own tree is exact");
            done.taken.insert(id);
            match claims.claim(Node::new(end), root) {
                Claim::Claimed => tree.push(end),
                Claim::OwnedBy(other) => break other.index(),
            }
        };
        done.hooks.push((start, hook));
    }
    done
}

/// The root of the component of each node: two-cycles broken, then distance doubling.
fn components(owners: &[u32], hooks: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut hook = vec![usize::MAX; owners.len()];
    for (root, to) in hooks {
        assert_eq!(std::mem::replace(&mut hook[root], to), usize::MAX, "a tree has one hook");
    }
    let is_root = |s: usize| hook[s] == s || hook[hook[s]] == s && s < hook[s];
    let mut root: Vec<_> = (0..hook.len()).collect();
    for s in (0..hook.len()).filter(|&s| owners[s] as usize == s) {
        root[s] = if is_root(s) { s } else { hook[s] };
    }
    for _ in 0..=hook.len().ilog2() {
        root = root.iter().map(|&next| root[next]).collect();
    }
    assert!(root.iter().all(|&r| root[r] == r), "only two trees can hook on each other");
    owners.iter().map(|&owner| root[owner as usize]).collect()
}

/// Lets workers grow trees at once, one for each of `starts`, and goes on alone with what they leave. All edges but
/// those in `heavy` are to be in the forest.
fn check(nodes: usize, edges: &[(usize, usize)], gamma: usize, starts: &'static [&[usize]], heavy: &[usize]) {
    let edges: Arc<Edges> = Arc::new(edges.to_vec());
    let claims = Arc::new(Claims::new(nodes).unwrap());
    let (mine, others) = starts.split_first().unwrap();
    let others: Vec<_> = others
        .iter()
        .map(|starts| {
            let (claims, edges) = (Arc::clone(&claims), Arc::clone(&edges));
            thread::spawn(move || grow(&claims, &edges, gamma, starts))
        })
        .collect();
    let mut done = vec![grow(&claims, &edges, gamma, mine)];
    done.extend(others.into_iter().map(|worker| worker.join().unwrap()));
    let mut claims = Arc::try_unwrap(claims).unwrap();

    let (mut forest, mut label) = (BTreeSet::new(), (0..nodes).collect::<Vec<_>>());
    loop {
        let before = forest.len();
        done.iter_mut().for_each(|done| forest.append(&mut done.taken));
        let roots = components(&claims.into_owners(), done.into_iter().flat_map(|done| done.hooks));
        label = label.iter().map(|&node| roots[node]).collect();
        let trees = label.iter().collect::<BTreeSet<_>>().len();
        assert_eq!(trees + forest.len(), nodes, "components are what the edges taken join");
        let left: Edges = edges.iter().map(|&(u, v)| (label[u], label[v])).collect();
        if left.iter().all(|(u, v)| u == v) {
            break;
        }
        assert!(forest.len() > before, "a round takes an edge");
        claims = Claims::new(nodes).unwrap();
        done = vec![grow(&claims, &left, gamma, &(0..nodes).collect::<Vec<_>>())];
    }
    assert_eq!(forest, (0..edges.len()).filter(|id| !heavy.contains(id)).collect());
}

/// All interleavings of three workers take a minute (they pass); with at most three preemptions it is a second.
fn few_preemptions() -> loom::model::Builder {
    let mut bounded = loom::model::Builder::new();
    bounded.preemption_bound = bounded.preemption_bound.or(Some(3));
    bounded
}

/// The graph on which the form in the paper goes wrong, if the second worker touches 0 before the first looks.
const COUNTEREXAMPLE: [(usize, usize); 4] = [(1, 2), (0, 1), (2, 3), (0, 3)];

#[test]
fn two_workers_on_the_counterexample() {
    loom::model(|| check(4, &COUNTEREXAMPLE, 4, &[&[0], &[1, 2, 3]], &[3]));
}

#[test]
fn three_workers_on_the_counterexample() {
    few_preemptions().check(|| check(4, &COUNTEREXAMPLE, 4, &[&[0], &[1], &[2, 3]], &[3]));
}

/// Each of them wants its lightest edge, and that is another's.
#[test]
fn three_workers_round_a_triangle() {
    few_preemptions().check(|| check(3, &[(0, 1), (1, 2), (2, 0)], 3, &[&[0], &[1], &[2]], &[2]));
}

/// Trees that stop at two nodes, two components, parallel edges and a loop.
#[test]
fn two_workers_on_a_multigraph() {
    let edges = [(3, 4), (0, 1), (1, 0), (2, 2), (1, 2), (0, 2)];
    loom::model(move || check(5, &edges, 2, &[&[0, 3], &[1, 2, 4]], &[2, 3, 5]));
}
