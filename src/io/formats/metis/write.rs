//! Writes METIS graphs: one line per node, with its neighbours in ascending order, each followed by the
//! weight if edges have weights.
//!
//! METIS has only simple undirected graphs with positive integer weights, and its programs trust the file. So
//! all other graphs are refused; only the direction of edges is dropped.
//!
//! Source: Karypis, the manual of METIS, version 5, section 4.1.1.

use std::io::Write;

use crate::output::{Decimal, Writing};
use boscage_core::graph::{AnyEdgeList, Edge, EdgeListView, Graph, Undirected};
use boscage_core::{Result, with_edge_list};

pub(super) fn check(writing: &Writing<'_, &AnyEdgeList>) -> Result<()> {
    with_edge_list!(writing.graph, list => demand(&writing.of(list.as_view())))
}

pub(super) fn write(writing: &Writing<'_, &AnyEdgeList>) -> Result<()> {
    with_edge_list!(writing.graph, list => put(&writing.of(list.as_view())))
}

/// Advice about graphs that METIS does not hold.
const CURE: &str = "choose another format";

fn demand<E: Decimal>(writing: &Writing<'_, EdgeListView<'_, E>>) -> Result<()> {
    if let Some(id) = writing.graph.edges().iter().position(|edge| edge.is_loop()) {
        return Err(writing.refuse(format!("METIS holds no self-loops, and edge {id} is one"), CURE));
    }
    writing.demand_naturals(1..=i64::MAX as u64, "METIS")
}

fn put<E: Decimal>(writing: &Writing<'_, EdgeListView<'_, E>>) -> Result<()> {
    let graph = Graph::<Undirected, E>::builder().by_target().build(writing.exec, writing.graph)?;
    if let Some(id) = parallel_edge(writing.graph, &graph) {
        return Err(writing
            .refuse(format!("METIS holds no parallel edges, and edge {id} is parallel to another"), CURE));
    }
    writing.put(|out| {
        let format = if E::IS_WEIGHT { " 001" } else { "" };
        writeln!(out, "{} {}{format}", graph.node_count(), graph.edge_count())?;
        for node in writing.written(graph.nodes()) {
            let (mut separator, arcs): (&[u8], _) = (b"", graph.arcs(node));
            for (target, weight) in arcs.targets.iter().zip(arcs.data) {
                let weight = weight.natural().filter(|_| E::IS_WEIGHT);
                for number in [Some(target.index() as u64 + 1), weight].into_iter().flatten() {
                    out.write_all(separator)?;
                    number.put(out)?;
                    separator = b" ";
                }
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    })
}

/// The second edge between some pair of nodes, if there is one. The rows of the graph are sorted by target.
fn parallel_edge<E: Decimal>(list: EdgeListView<'_, E>, graph: &Graph<Undirected, E>) -> Option<usize> {
    let (node, target) = graph.nodes().find_map(|node| {
        let twice = graph.neighbours(node).windows(2).find(|pair| pair[0] == pair[1])?;
        Some((node, twice[0]))
    })?;
    let joins = |(_, edge): &(usize, &Edge<E>)| {
        (edge.u, edge.v) == (node, target) || (edge.v, edge.u) == (node, target)
    };
    list.edges().iter().enumerate().filter(joins).nth(1).map(|(id, _)| id)
}
