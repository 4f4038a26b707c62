//! Operators over ranks: the same edges as naive Kruskal, on any number of ranks.

mod ghs;

use std::sync::OnceLock;

use boscage::comm::{Comm, Part, run_with};
use boscage::exec::Exec;
use boscage::graph::{Components, EdgeId, EdgeList, Objective};
use boscage::operators::msf::{self, Operator, Verdict};
use boscage::random::mix;
use boscage::ranks::{self, AllreduceBoruvka, Copies, Ranks, SparseDirectory};
use boscage::sync::SequentialSets;
use boscage_truth::naive::{self, Truth};
use boscage_truth::sketches::{self, Sketch};
use boscage_truth::{Sample, Suite, shrink};

/// Numbers of ranks.
const RANKS: [usize; 7] = [1, 2, 3, 5, 7, 16, 64];

/// Each phase always, never, and as users get it.
fn operators() -> [Box<dyn Operator<Ranks>>; OPERATORS] {
    let directory = |filter_from, merge_below, contract_below| {
        Box::new(SparseDirectory { filter_from, merge_below, contract_below })
    };
    [
        Box::new(SparseDirectory::default()),
        directory(0, 0, 0),
        directory(u64::MAX, 0, 0),
        directory(u64::MAX, 0, u64::MAX),
        directory(1, 8, u64::MAX),
        directory(1, 8, 0),
        directory(u64::MAX, u64::MAX, 0),
        Box::new(AllreduceBoruvka { copies: Copies::Part }),
        Box::new(AllreduceBoruvka { copies: Copies::Whole }),
    ]
}

/// Number of ranks.
const OPERATORS: usize = 9;

/// The way in which a graph is cut into parts.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// Into equal parts.
    Even,
    /// Most ranks have nothing; one in the middle has most.
    Lumped,
}

impl Cut {
    /// The first edge of each rank, and the end.
    fn bounds(self, edges: usize, ranks: usize) -> Vec<usize> {
        match self {
            Self::Even => (0..=ranks).map(|rank| edges * rank / ranks).collect(),
            Self::Lumped => {
                let few = edges / 8;
                let bound = |rank: usize| if rank <= ranks / 2 { few * rank.min(1) } else { edges };
                (0..=ranks).map(bound).map(|bound| bound.min(edges)).collect()
            }
        }
    }
}

/// One thread for the loops of all ranks.
fn exec() -> &'static Exec {
    static EXEC: OnceLock<Exec> = OnceLock::new();
    EXEC.get_or_init(|| Exec::new(1).expect("a thread"))
}

/// A graph beyond the first 2^32 edges of another.
const FIRST: u64 = 5 << 32;

fn complaint<W: Sample>(
    list: &EdgeList<W>,
    truth: &Truth,
    operator: &dyn Operator<Ranks>,
    ranks: usize,
    cut: Cut,
    objective: Objective,
) -> Option<String> {
    let exec = exec();
    let bounds = cut.bounds(list.edge_count(), ranks);
    let found = run_with(ranks, |transport| {
        let comm = Comm::with_grid(transport, 7);
        let own = bounds[comm.rank()]..bounds[comm.rank() + 1];
        let first = FIRST + own.start as u64;
        let part = Part::new(exec, EdgeList::new(list.node_count(), list.edges()[own].to_vec())?, first)?;
        let forest = operator.forest((exec, &comm), &part, objective)?;
        let ids: Vec<usize> = forest.edges().iter().map(|&at| (part.id(at) - FIRST) as usize).collect();
        let components = forest.components(&comm, &part)?;
        Ok((ids, forest.edge_count(), forest.tree_count(), forest.total(), components))
    });
    let found = match found {
        Ok(found) => found,
        Err(error) => return Some(error.to_string()),
    };
    let edges: Vec<usize> = found.iter().flat_map(|(ids, ..)| ids.iter().copied()).collect();
    if edges != truth.edges {
        return Some(format!("edges {edges:?}, expected {:?}", truth.edges));
    }
    let mut sets = SequentialSets::new(list.node_count()).unwrap();
    for edge in list.edges() {
        sets.unite(edge.u, edge.v);
    }
    let expected = Components::from_roots(list.node_count(), |node| sets.find(node)).unwrap();
    found.iter().find_map(|(_, len, trees, total, components)| {
        let weights = edges.iter().map(|&id| list.edges()[id].weight);
        let is_right = *len == edges.len() as u64 && *trees == truth.trees && W::is_total(*total, weights);
        let complaint = || format!("{len} edges, {trees} trees, total {total}, {components:?}");
        (!is_right || *components != expected).then(complaint)
    })
}

/// Puts a graph through the operator of this number; shrinks it if something is wrong.
fn judge<W: Sample>(
    name: &str,
    sketch: &Sketch,
    operator: usize,
    ranks: usize,
    cut: Cut,
    objective: Objective,
) {
    let operator = &*operators()[operator];
    let complaint = |sketch: &Sketch| {
        let list = sketch.paint::<W>();
        complaint(&list, &naive::kruskal(list.as_view(), objective), operator, ranks, cut, objective)
    };
    if complaint(sketch).is_some() {
        let small = shrink(sketch.clone(), |candidate| complaint(candidate).is_some());
        panic!(
            "{name}, {operator:?} on {ranks} ranks, {cut:?}, {objective:?}: {}\n{}",
            complaint(&small).unwrap_or_default(),
            small.literal::<W>()
        );
    }
}

/// Some operators, and different cases for each graph: everything meets everything in many graphs.
fn judge_some(name: &str, sketch: &Sketch, number: usize, operators: usize) {
    for i in 0..operators {
        let turn = number * operators + i;
        let operator = turn % OPERATORS;
        let pick = |salt: usize, of: usize| (mix((4 * turn + salt) as u64) % of as u64) as usize;
        let ranks = RANKS[pick(0, RANKS.len() - 1)];
        let cut = [Cut::Even, Cut::Lumped][pick(1, 2)];
        let objective = [Objective::Minimum, Objective::Maximum][pick(2, 2)];
        match pick(3, 6) {
            0 => judge::<i32>(name, sketch, operator, ranks, cut, objective),
            1 => judge::<u64>(name, sketch, operator, ranks, cut, objective),
            2 => judge::<f32>(name, sketch, operator, ranks, cut, objective),
            3 => judge::<u32>(name, sketch, operator, ranks, cut, objective),
            4 => judge::<f64>(name, sketch, operator, ranks, cut, objective),
            _ => judge::<i64>(name, sketch, operator, ranks, cut, objective),
        }
    }
}

#[test]
fn every_graph_of_up_to_four_nodes() {
    for nodes in 0..=4 {
        for code in 0..sketches::count_small(nodes) {
            // Neighbouring graphs see different operators.
            let operators = if nodes < 4 { OPERATORS } else { 2 };
            judge_some("small", &sketches::small(nodes, code), code, operators);
        }
    }
}

#[test]
fn random_multigraphs_full_of_ties() {
    for seed in 0..Suite::asked().pick(80, 200) {
        judge_some("random", &sketches::random(seed), seed as usize, 5);
    }
}

#[test]
fn shapes_on_every_number_of_ranks() {
    for (i, (name, sketch)) in sketches::shapes(600).into_iter().enumerate() {
        for operator in 0..OPERATORS {
            let ranks = RANKS[(i + operator) % RANKS.len()];
            judge::<u32>(name, &sketch, operator, ranks, Cut::Even, Objective::Minimum);
        }
        judge::<f64>(name, &sketch, 0, 5, Cut::Lumped, Objective::Maximum);
    }
}

#[test]
fn operators_are_found_by_their_names() {
    let names: Vec<_> = ranks::operators().map(|one| one.name()).collect();
    assert_eq!(names, ["auto", "sparse-directory", "allreduce-boruvka", "ghs"]);
    for name in names {
        assert_eq!(msf::by_name(ranks::operators(), name).unwrap().name(), name);
    }
    let error = msf::by_name(ranks::operators(), "kruskal").unwrap_err();
    let expected = "algorithm: expected one of auto, sparse-directory, allreduce-boruvka, ghs, found kruskal";
    assert_eq!(error.to_string(), expected);
}

/// True forests and spoilt ones: the verdict over ranks is that of one machine.
#[test]
fn the_certificate_finds_what_it_finds_on_one_machine() {
    let mut verdicts = [0; 3];
    for seed in 0..150 {
        let list = sketches::random(seed).paint::<i32>();
        let mut forest: Vec<EdgeId> =
            naive::kruskal(list.as_view(), Objective::Minimum).edges.into_iter().map(EdgeId::new).collect();
        let pick = |salt: u64, of: usize| (mix(8 * seed + salt) % of.max(1) as u64) as usize;
        match seed % 5 {
            0 if seed % 2 == 0 => {
                // Of equal weights the last.
                let reversed = list.edges().iter().rev().copied().collect();
                let reversed = EdgeList::new(list.node_count(), reversed).unwrap();
                let ids = naive::kruskal(reversed.as_view(), Objective::Minimum).edges;
                forest = ids.into_iter().map(|id| EdgeId::new(list.edge_count() - 1 - id)).collect();
            }
            1 if !forest.is_empty() => drop(forest.remove(pick(0, forest.len()))),
            2 if !forest.is_empty() => forest.push(forest[pick(0, forest.len())]),
            3 if list.edge_count() > forest.len() => {
                let mut outside = (0..list.edge_count()).map(EdgeId::new).filter(|id| !forest.contains(id));
                forest.push(outside.next_back().unwrap());
            }
            _ if !forest.is_empty() && list.edge_count() > forest.len() => {
                let outside = (0..list.edge_count()).map(EdgeId::new).filter(|id| !forest.contains(id));
                let outside: Vec<EdgeId> = outside.collect();
                let place = pick(1, forest.len());
                forest[place] = outside[pick(0, outside.len())];
            }
            _ => {}
        }
        let expected = msf::check(exec(), &list, &forest, Objective::Minimum).unwrap();
        verdicts[match expected {
            Verdict::Exact => 0,
            Verdict::Minimal { .. } => 1,
            Verdict::Flawed(_) => 2,
        }] += 1;
        for ranks in [1, 2, 3, 7] {
            let bounds = Cut::Even.bounds(list.edge_count(), ranks);
            let found = run_with(ranks, |transport| {
                let comm = Comm::new(transport);
                let own = bounds[comm.rank()]..bounds[comm.rank() + 1];
                let edges = list.edges()[own.clone()].to_vec();
                let part = Part::new(exec(), EdgeList::new(list.node_count(), edges)?, own.start as u64)?;
                let own_forest = forest.iter().filter(|id| own.contains(&id.index()));
                let own_forest: Vec<_> = own_forest.map(|id| EdgeId::new(id.index() - own.start)).collect();
                ranks::check(exec(), &comm, &part, &own_forest, Objective::Minimum)
            });
            for verdict in found.unwrap() {
                assert_eq!(format!("{verdict:?}"), format!("{expected:?}"), "seed {seed}, {ranks} ranks");
            }
        }
    }
    assert!(verdicts.iter().all(|&count| count >= 5), "{verdicts:?}");
}
