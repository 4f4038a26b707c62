//! Replays the error in the paper of `pma` that its documentation describes, and tests its other promises.

use std::collections::BTreeSet;

use boscage::exec::{CancelToken, Exec, StageKind, StageStatistics};
use boscage::generate::{Gnm, gnm};
use boscage::graph::{EdgeList, Node, Objective};
use boscage::operators::msf::papers::{ParallelEdges, Pma, PmaVariant, pma};
use boscage::sync::{Claim, Claims};

const VARIANTS: [PmaVariant; 4] = [PmaVariant::Min, PmaVariant::Sort, PmaVariant::Hybrid, PmaVariant::Heap];

/// The graph on which the printed form goes wrong. All edges but the last are its forest.
const EDGES: [(usize, usize, u32); 4] = [(1, 2, 1), (0, 1, 5), (2, 3, 6), (0, 3, 7)];
const NODES: usize = 4;

/// The owner of each vertex, and the target of each tree's hook.
trait Form {
    /// Makes a vertex that has not been visited the root of a tree.
    fn begin(&mut self, start: usize) -> bool;
    /// Returns `true` if `other`, a neighbour of the tree's vertex `own`, looks as if it were not in the
    /// tree.
    fn leaves(&self, root: usize, own: usize, other: usize) -> bool;
    /// Takes an outside vertex into the tree: `true`; or hooks the tree on that which has it.
    fn visit(&mut self, root: usize, vertex: usize) -> bool;
    /// The target of a root's hook.
    fn hook(&self, root: usize) -> usize;
}

/// Algorithms 2 and 3 as they are printed: one array says both.
struct Printed {
    successor: [Option<usize>; NODES],
}

impl Form for Printed {
    fn begin(&mut self, start: usize) -> bool {
        let is_new = self.successor[start].is_none();
        self.successor[start].get_or_insert(start);
        is_new
    }

    fn leaves(&self, _: usize, own: usize, other: usize) -> bool {
        self.successor[own] != self.successor[other]
    }

    fn visit(&mut self, root: usize, vertex: usize) -> bool {
        let is_new = self.successor[vertex].is_none();
        if is_new {
            self.successor[vertex] = Some(root);
        } else {
            self.successor[root] = self.successor[vertex];
        }
        is_new
    }

    fn hook(&self, root: usize) -> usize {
        self.successor[root].unwrap()
    }
}

/// Owners that never change, and hooks apart from them.
struct Corrected {
    owners: Claims,
    hooks: [usize; NODES],
}

impl Form for Corrected {
    fn begin(&mut self, start: usize) -> bool {
        self.hooks[start] = start;
        self.owners.claim(Node::new(start), Node::new(start)) == Claim::Claimed
    }

    fn leaves(&self, root: usize, _: usize, other: usize) -> bool {
        !self.owners.is_owned_by(Node::new(other), Node::new(root))
    }

    fn visit(&mut self, root: usize, vertex: usize) -> bool {
        match self.owners.claim(Node::new(vertex), Node::new(root)) {
            Claim::Claimed => true,
            Claim::OwnedBy(other) => {
                self.hooks[root] = other.index();
                false
            }
        }
    }

    fn hook(&self, root: usize) -> usize {
        self.hooks[root]
    }
}

/// A worker of Partial Prim between two of its steps.
struct Worker {
    /// Where it has not begun yet.
    starts: Vec<usize>,
    /// The growing tree, the root first.
    tree: Vec<usize>,
}

impl Worker {
    /// Begins a tree, or takes the lightest edge of the one that grows.
    fn step(&mut self, form: &mut impl Form, taken: &mut BTreeSet<usize>) {
        let Some(&root) = self.tree.first() else {
            let start = self.starts.remove(0);
            self.tree.extend(Some(start).filter(|&start| form.begin(start)));
            return;
        };
        let leads_to = |&(u, v, _): &(usize, usize, u32)| {
            [(u, v), (v, u)]
                .into_iter()
                .find(|&(own, other)| self.tree.contains(&own) && form.leaves(root, own, other))
        };
        // They are in the order of their weights.
        let lightest = EDGES.iter().enumerate().find_map(|(id, edge)| Some((id, leads_to(edge)?.1)));
        let grown = lightest.is_some_and(|(id, end)| {
            taken.insert(id);
            form.visit(root, end)
        });
        match lightest {
            Some((_, end)) if grown => self.tree.push(end),
            _ => self.tree.clear(),
        }
    }
}

/// Lets two workers take steps in the order in which the printed form goes wrong. Returns the edges they
/// took.
fn replay(form: &mut impl Form) -> BTreeSet<usize> {
    let worker = |starts: &[usize]| Worker { starts: starts.to_vec(), tree: Vec::new() };
    let (mut a, mut b) = (worker(&[0]), worker(&[1, 2, 3]));
    let mut taken = BTreeSet::new();
    a.step(form, &mut taken); // begins at 0
    for _ in 0..3 {
        b.step(form, &mut taken); // begins at 1; takes 1-2; takes 0-1 and touches the tree of 0
    }
    assert_eq!((&taken, form.hook(1)), (&[0, 1].into(), 0));
    for worker in [&mut a, &mut b] {
        while !(worker.starts.is_empty() && worker.tree.is_empty()) {
            worker.step(form, &mut taken);
        }
    }
    taken
}

#[test]
fn the_printed_form_takes_a_cycle() {
    let mut printed = Printed { successor: [None; NODES] };
    // The tree of 0 takes its own root's new successor for its own, and so 1 for a member: it passes over
    // 0-1.
    assert_eq!(replay(&mut printed), [0, 1, 2, 3].into());
    assert_eq!((printed.hook(0), printed.hook(1)), (1, 0), "each hooks on the other, by different edges");
}

#[test]
fn the_corrected_form_takes_the_forest_in_the_same_order() {
    let mut corrected = Corrected { owners: Claims::new(NODES).unwrap(), hooks: [usize::MAX; NODES] };
    assert_eq!(replay(&mut corrected), [0, 1, 2].into());
    assert_eq!([0, 1, 3].map(|root| corrected.hook(root)), [1, 0, 1], "by the edge that both took");
    assert_eq!(corrected.owners.into_owners(), [0, 1, 1, 3]);
}

#[test]
fn the_operator_takes_the_forest_however_far_trees_grow() {
    let edges = EDGES.map(|(u, v, weight)| (u as u32, v as u32, weight));
    let list = EdgeList::from_triples(NODES, edges).unwrap();
    let exec = Exec::new(2).unwrap();
    for (variant, gamma) in
        VARIANTS.into_iter().flat_map(|variant| [2, 3, 4, usize::MAX].map(|gamma| (variant, gamma)))
    {
        let config = Pma { gamma: Some(gamma), ..variant.into() };
        let forest = pma(&exec, &list, Objective::Minimum, config).unwrap();
        let ids: Vec<usize> = forest.edges().iter().map(|id| id.index()).collect();
        assert_eq!(ids, [0, 1, 2], "{config:?}");
    }
}

#[test]
fn a_tree_has_two_vertices_at_least() {
    let exec = Exec::new(1).unwrap();
    for nodes in [0, 3] {
        let list = EdgeList::<u32>::with_nodes(nodes).unwrap();
        for gamma in [0, 1] {
            let config = Pma { gamma: Some(gamma), ..Pma::default() };
            let error = pma(&exec, &list, Objective::Minimum, config).unwrap_err();
            assert_eq!(error.to_string(), format!("gamma: expected at least 2, found {gamma}"));
        }
    }
}

#[test]
fn the_default_gamma_follows_the_average_degree() {
    let of = |nodes, edges| Pma::default_gamma(nodes, edges);
    assert_eq!([of(0, 0), of(1_000_000, 1_300_000), of(100, 400), of(1000, 100_000)], [8, 8, 64, 200]);
    assert_eq!(of(1, usize::MAX), 200);
}

#[test]
fn rounds_and_phases_are_in_the_statistics() {
    let graph = gnm(&Exec::current(), &Gnm { nodes: 1000, edges: 4000, ..Gnm::default() }).unwrap();
    for (variant, parallel_edges) in VARIANTS
        .into_iter()
        .flat_map(|variant| [ParallelEdges::Drop, ParallelEdges::Keep].map(|parallel| (variant, parallel)))
    {
        let exec = Exec::new(2).unwrap();
        let config = Pma { variant, gamma: Some(3), parallel_edges };
        let forest = pma(&exec, &graph, Objective::Minimum, config).unwrap();
        let (name, statistics) = (variant.name(), exec.take_statistics());
        for phase in ["arcs", "sort", "compact", "grow", "break", "jump", "relabel", "gather"] {
            let is_phase = |stage: &StageStatistics| {
                stage.name == phase && stage.parent.as_deref() == Some(name) && stage.kind == StageKind::Phase
            };
            assert!(statistics.stages.iter().any(is_phase), "{name} {phase}");
        }
        let of_loop = statistics.loop_named(name).unwrap();
        let rounds = &of_loop.rounds;
        assert!(rounds.len() > 2 && of_loop.committed == forest.edges().len() as u64, "{of_loop}");
        assert_eq!((rounds[0].tried, rounds.last().unwrap().retried), (4000, 0));
        assert!(rounds.windows(2).all(|pair| pair[0].retried == pair[1].tried), "{rounds:?}");
    }
}

/// One after another, workers would unify 97 of 100 vertices of such a graph.
#[test]
fn workers_of_one_thread_grow_their_trees_at_once() {
    let graph = gnm(&Exec::current(), &Gnm { nodes: 10_000, edges: 150_000, ..Gnm::default() }).unwrap();
    let exec = Exec::new(1).unwrap();
    for variant in VARIANTS {
        let config = Pma { gamma: Some(10), ..variant.into() };
        pma(&exec, &graph, Objective::Minimum, config).unwrap();
        let statistics = exec.take_statistics();
        let rounds = &statistics.loop_named(variant.name()).unwrap().rounds;
        assert!((9100..9400).contains(&rounds[0].committed), "{variant:?}: {}", rounds[0].committed);
    }
}

#[test]
fn one_tree_for_all_is_prims_algorithm() {
    let graph = gnm(&Exec::current(), &Gnm { nodes: 1000, edges: 20_000, ..Gnm::default() }).unwrap();
    for variant in VARIANTS {
        let exec = Exec::new(1).unwrap();
        let config = Pma { gamma: Some(usize::MAX), ..variant.into() };
        let forest = pma(&exec, &graph, Objective::Minimum, config).unwrap();
        let statistics = exec.take_statistics();
        let rounds = &statistics.loop_named(variant.name()).unwrap().rounds;
        assert_eq!((forest.tree_count(), rounds.len(), rounds[0].committed), (1, 1, 999));
    }
}

#[test]
fn it_is_cancelled_between_rounds() {
    let graph = gnm(&Exec::current(), &Gnm { nodes: 1000, edges: 4000, ..Gnm::default() }).unwrap();
    let token = CancelToken::new();
    let exec = Exec::new(2).unwrap().with_token(token.clone()).with_progress(move |progress| {
        assert_eq!(progress.round, 1, "no round begins after the token has been cancelled");
        token.cancel();
    });
    let config = Pma { gamma: Some(2), ..Pma::default() };
    let error = pma(&exec, &graph, Objective::Minimum, config).unwrap_err();
    assert!(matches!(error, boscage::Error::Cancelled), "{error}");
}
