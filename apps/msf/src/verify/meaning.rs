//! Edges of the graph that a forest's file means.
//!
//! A claim names an edge by its ends, so it may mean any of several parallel edges. The most favourable
//! meaning counts: with a weight, the lowest id of that weight; without one, the best edge. Further claims on
//! the same ends mean the next edges. Claims and possible edges are sorted in the same way and merged: O(n
//! log n) for a forest, and O(m) to skip the edges whose ends are in no claim.

use boscage::exec::Exec;
use boscage::graph::{EdgeId, Objective};
use boscage::parallel::map_pieces;
use boscage::{Result, memory};
use rayon::prelude::*;

use super::candidates::Ends;
use super::flaws;
use crate::edges::{Edges, in_order};
use crate::forest_format::{Claim, Claims, Text};

/// Number of edges that a thread tests at a time.
const PIECE: usize = 1 << 14;

/// Number of pieces after which edges that no claim can mean are dropped, if there are many.
const PIECES: usize = 16;

/// The first claim in the file that no edge of the graph meets.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Unmet {
    /// There is no edge with this id.
    Unknown(u64),
    /// No edge has these ends (and this weight). If there is another edge with these ends, its id.
    Nowhere(Claim, Option<EdgeId>),
    /// An edge meets it, but an earlier claim has taken this edge.
    Again(Claim, EdgeId),
}

impl Unmet {
    /// Explains the flaw of the text's forest, in a graph of this many edges.
    pub(super) fn explain(&self, text: &Text<'_>, edges: u64) -> String {
        let graph = text.graph;
        let like = |id| flaws::edge(id, graph, text.names);
        match *self {
            Self::Unknown(id) => {
                format!("the graph has no edge {id}: it has {edges} edges, numbered from 0")
            }
            Self::Again(Claim { line, .. }, edge) => format!("{} is listed again in line {line}", like(edge)),
            Self::Nowhere(Claim { line, ends: (u, v), key, .. }, other) => {
                let [u, v] = [u, v].map(|end| text.names.name(end));
                let weight = |key| format!(" of weight {}", graph.text_of(key, text.objective));
                let weight = key.map_or_else(String::new, weight);
                let but = other.map_or_else(String::new, |id| format!("; it has {}", like(id)));
                format!("line {line} lists an edge {u} {v}{weight}, which the graph does not have{but}")
            }
        }
    }
}

/// Returns the edges that the claims mean, by ascending ids.
pub(super) fn edges(text: &Text<'_>, claims: Claims) -> Result<Result<Vec<EdgeId>, Unmet>> {
    let meant = match claims {
        Claims::Ids(ids) => by_id(text.graph, &ids),
        Claims::Edges(claims) => by_ends(text.graph, claims, text.objective)?,
    };
    Ok(meant.map(|mut edges| {
        edges.par_sort_unstable();
        edges
    }))
}

/// Returns the edges of claims by their ids, if all have ids of edges with these ends and this weight, by
/// ascending ids. There may be other edges that the claims mean.
pub(super) fn with_ids(text: &Text<'_>, claims: &Claims) -> Option<Vec<EdgeId>> {
    let Claims::Edges(claims) = claims else { return None };
    let edge = |claim: &Claim| {
        let id = usize::try_from(claim.id?).ok().filter(|&id| id < text.graph.edge_count())?;
        let is_same = in_order(text.graph.ends(id)) == claim.ends
            && claim.key.is_none_or(|key| key == text.graph.key(id, text.objective));
        is_same.then(|| EdgeId::new(id))
    };
    let mut edges: Vec<EdgeId> = claims.iter().map(edge).collect::<Option<_>>()?;
    edges.sort_unstable();
    Some(edges)
}

fn by_id(graph: &dyn Edges, ids: &[u64]) -> Result<Vec<EdgeId>, Unmet> {
    let known = |&id: &u64| {
        if id < graph.edge_count() as u64 { Ok(EdgeId::new(id as usize)) } else { Err(Unmet::Unknown(id)) }
    };
    ids.iter().map(known).collect()
}

fn by_ends(
    graph: &dyn Edges,
    mut claims: Vec<Claim>,
    objective: Objective,
) -> Result<Result<Vec<EdgeId>, Unmet>> {
    claims.par_sort_unstable_by_key(|claim| (claim.ends, claim.key, claim.line));
    let edges = candidates(graph, &claims, objective)?;
    let ends = |id: EdgeId| in_order(graph.ends(id.index()));
    // Returns an edge as a claim of the same kind would name it.
    let named = |id: EdgeId, like: &Claim| (ends(id), like.key.map(|_| graph.key(id.index(), objective)));
    let mut meant = memory::reserve("the forest", claims.len())?;
    let mut unmet: Option<Claim> = None;
    let mut next = 0;
    for claim in &claims {
        let sought = (claim.ends, claim.key);
        while next < edges.len() && named(edges[next], claim) < sought {
            next += 1;
        }
        if next < edges.len() && named(edges[next], claim) == sought {
            meant.push(edges[next]);
            next += 1;
        } else if unmet.is_none_or(|first| claim.line < first.line) {
            unmet = Some(*claim);
        }
    }
    let Some(claim) = unmet else { return Ok(Ok(meant)) };
    let find = |like: &dyn Fn(EdgeId) -> bool| edges.iter().copied().find(|&id| like(id));
    Ok(Err(match find(&|id| named(id, &claim) == (claim.ends, claim.key)) {
        Some(edge) => Unmet::Again(claim, edge),
        None => Unmet::Nowhere(claim, find(&|id| ends(id) == claim.ends)),
    }))
}

/// Returns the edges whose ends are claimed, by their ends, then in the order of edges; of very many parallel
/// ones those that claims can mean.
fn candidates(graph: &dyn Edges, claims: &[Claim], objective: Objective) -> Result<Vec<EdgeId>> {
    let ends = Ends::new(claims, |node| node)?;
    let (exec, count, mut edges) = (Exec::current(), graph.edge_count(), Vec::new());
    for first in (0..count).step_by(PIECES * PIECE) {
        let pieces = (first..count.min(first + PIECES * PIECE)).step_by(PIECE);
        let pieces = map_pieces(&exec, pieces, |begin| {
            let claimed = (begin..count.min(begin + PIECE)).filter(|&i| ends.has(in_order(graph.ends(i))));
            claimed
                .map(|i| (in_order(graph.ends(i)), graph.key(i, objective), EdgeId::new(i)))
                .collect::<Vec<_>>()
        });
        memory::grow("edges a forest may mean", &mut edges, pieces.iter().map(Vec::len).sum())?;
        pieces.into_iter().for_each(|piece| edges.extend(piece));
        if edges.len() > ends.most() {
            edges.par_sort_unstable();
            ends.choose(&mut edges, |&(ends, key, _)| (ends, key));
        }
    }
    edges.par_sort_unstable();
    Ok(edges.into_iter().map(|(.., id)| id).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use boscage::graph::{EdgeList, Node};
    use boscage::io::Names;

    use super::*;

    /// Parallel edges between 0 and 1, one the other way round; a loop.
    fn graph() -> EdgeList<u32> {
        EdgeList::from_triples(3, [(0, 1, 5), (1, 0, 4), (0, 1, 5), (1, 2, 9), (2, 2, 1), (0, 1, 4)]).unwrap()
    }

    /// Returns a claim with the weight of this key.
    fn claim(line: u64, u: u32, v: u32, key: Option<u32>) -> Claim {
        Claim { line, ends: in_order([u, v].map(Node::from)), key: key.map(u64::from), id: None }
    }

    fn meant(claims: &[Claim], objective: Objective) -> Result<Vec<usize>, Unmet> {
        let list = graph();
        let found = edges(&text(&list.as_view(), objective), Claims::Edges(claims.to_vec())).unwrap();
        found.map(|ids| ids.into_iter().map(EdgeId::index).collect())
    }

    fn text(graph: &dyn Edges, objective: Objective) -> Text<'_> {
        Text { path: Path::new("f"), content: "", names: &Names::Offset(1), graph, objective }
    }

    #[test]
    fn a_claim_with_a_weight_means_the_lowest_id_of_that_weight_and_the_next_one_the_next() {
        let five = |line| claim(line, 1, 0, Some(5));
        assert_eq!(meant(&[five(1)], Objective::Minimum), Ok(vec![0]));
        assert_eq!(meant(&[five(1), five(2)], Objective::Minimum), Ok(vec![0, 2]));
        let heavy = |line| claim(line, 1, 0, Some(!5));
        assert_eq!(
            meant(&[heavy(7), heavy(2), heavy(4)], Objective::Maximum),
            Err(Unmet::Again(heavy(7), EdgeId::new(0)))
        );
    }

    #[test]
    fn a_claim_without_a_weight_means_the_best_edge() {
        let bare = |line| claim(line, 0, 1, None);
        assert_eq!(meant(&[bare(1), claim(2, 2, 2, None)], Objective::Minimum), Ok(vec![1, 4]));
        assert_eq!(meant(&[bare(1)], Objective::Maximum), Ok(vec![0]));
        assert_eq!(meant(&[bare(1), bare(2), bare(3)], Objective::Minimum), Ok(vec![0, 1, 5]));
        assert_eq!(meant(&[bare(1), bare(2), bare(3)], Objective::Maximum), Ok(vec![0, 1, 2]));
    }

    #[test]
    fn of_very_many_parallel_edges_claims_mean_the_same() {
        let count = (PIECES + 1) * PIECE;
        let edge = |i: usize| (0, 1, ((i as u32).wrapping_mul(7_777) >> 7) % 100 + 3);
        let list = EdgeList::from_triples(2, (0..count).map(edge)).unwrap();
        let of_weight = |weight: u32| (0..count).filter(move |&i| edge(i).2 == weight);
        let graph = list.as_view();
        let text = text(&graph, Objective::Minimum);
        let meant = |claims: &[Claim]| edges(&text, Claims::Edges(claims.to_vec())).unwrap();
        let ids = |ids: &[usize]| Ok(ids.iter().copied().map(EdgeId::new).collect());
        let five = |line| claim(line, 1, 0, Some(5));
        let mut expected: Vec<_> = of_weight(5).take(2).chain(of_weight(99).take(1)).collect();
        expected.sort_unstable();
        assert_eq!(meant(&[five(1), claim(2, 0, 1, Some(99)), five(3)]), ids(&expected));
        let bare = |line| claim(line, 0, 1, None);
        let best: Vec<_> = of_weight(3).take(2).collect();
        assert_eq!(meant(&[bare(1), bare(2)]), ids(&best));
        let best = of_weight(3).next().unwrap();
        assert_eq!(
            meant(&[claim(1, 0, 1, Some(2))]),
            Err(Unmet::Nowhere(claim(1, 0, 1, Some(2)), Some(EdgeId::new(best))))
        );
    }

    #[test]
    fn the_first_claim_that_no_edge_meets_is_named() {
        let claims = [claim(9, 0, 2, Some(1)), claim(3, 1, 2, Some(8)), claim(5, 0, 0, Some(1))];
        let list = graph();
        let graph = list.as_view();
        let text = text(&graph, Objective::Minimum);
        let unmet = meant(&claims, Objective::Minimum).unwrap_err();
        assert_eq!(unmet, Unmet::Nowhere(claims[1], Some(EdgeId::new(3))));
        assert_eq!(
            unmet.explain(&text, 6),
            "line 3 lists an edge 2 3 of weight 8, which the graph does not have; it has edge 2 3 of weight 9"
        );
        let unmet = meant(&[claim(1, 0, 2, None)], Objective::Minimum).unwrap_err();
        assert_eq!(
            unmet.explain(&Text { names: &Names::Listed(vec![10, 20, 30]), ..text }, 6),
            "line 1 lists an edge 10 30, which the graph does not have"
        );
        assert_eq!(meant(&[], Objective::Minimum), Ok(Vec::new()));
    }
}
