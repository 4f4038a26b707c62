//! The core of a web, and the ranks of its pages: operations on a directed graph.
//!
//! The core of a web is its largest part in which every page can be reached from every other (Broder and
//! others, "Graph structure in the web", 2000). Here it is found from the page with the most links: it has
//! the pages that this page reaches, both in the graph and in the reversed graph. Then PageRank (Page and
//! others, 1999) ranks the pages of the core. Hubs get the lowest numbers there, so that their data is close
//! together.
//!
//! The program compares the core and the ranks with those of sequential code. It prints the greatest distance
//! from the hub if links lead both ways, and the link that carries the most rank.
//!
//! ```sh
//! cargo run --release -p boscage-operators --example web
//! ```

use boscage::generate::{Rmat, rmat};
use boscage::graph::{Direction, EdgeMap, Relabelling};
use boscage::prelude::*;

/// The fraction of its rank that a page passes on.
const DAMPING: f64 = 0.85;
/// The loop ends after a round in which the ranks change by less than this in all.
const TOLERANCE: f64 = 1e-9;

/// Returns the number of steps from the source to each node; `u32::MAX` if no path leads there.
fn levels<D: Direction>(exec: &Exec, graph: &Graph<D>, source: Node) -> Result<NodeMap<u32>> {
    let levels = AtomicNodeMap::filled(graph, u32::MAX)?;
    levels.store(source, 0);
    let mut frontier = NodeSet::from_nodes(exec, graph, vec![source])?;
    let rounds = exec.rounds("levels", graph.node_count() as u64);
    while !frontier.is_empty() {
        let level = |from| levels.load(from) + 1;
        frontier = rounds.claim("level", graph, &frontier, &levels, u32::MAX, level)?;
    }
    Ok(levels.into_map())
}

/// Returns the rank of every page. Every page must have a link.
fn ranks(exec: &Exec, web: &Graph<Directed>) -> Result<NodeMap<f64>> {
    let n = web.node_count() as f64;
    let mut ranks = NodeMap::filled(web, 1.0 / n)?;
    let mut shares = NodeMap::filled(web, 0.0)?;
    let mut rounds = exec.rounds("ranks", web.node_count() as u64);
    let mut change = f64::INFINITY;
    while change >= TOLERANCE {
        change = rounds.round(|phases| {
            phases.update("share", &mut shares, |page, share| {
                *share = ranks[page] / web.degree(page) as f64;
            })?;
            let change = phases.gather(
                "rank",
                web,
                &mut ranks,
                |from, _, ()| shares[from],
                |_, sum, rank| {
                    let new = (1.0 - DAMPING) / n + DAMPING * sum;
                    (new - std::mem::replace(rank, new)).abs()
                },
            )?;
            Ok((Round::new(web.node_count()), change))
        })?;
    }
    Ok(ranks)
}

/// Returns the nodes that `source` reaches, without the framework. `way` turns a link into an arc.
fn reached(list: &EdgeList<()>, source: Node, way: fn(Edge<()>) -> (Node, Node)) -> Vec<bool> {
    let mut ways = vec![Vec::new(); list.node_count()];
    list.edges().iter().copied().map(way).for_each(|(from, to)| ways[from.index()].push(to));
    let mut is_reached = vec![false; list.node_count()];
    let mut stack = vec![source];
    while let Some(node) = stack.pop() {
        if !std::mem::replace(&mut is_reached[node.index()], true) {
            stack.extend(&ways[node.index()]);
        }
    }
    is_reached
}

pub(crate) fn main() -> Result<()> {
    let links = Rmat { scale: 12, edges: 40_000, is_directed: true, ..Rmat::default() };
    let list = rmat(&Exec::current(), &links)?.map(|_, _| ())?;
    for threads in [1, 2] {
        let exec = Exec::new(threads)?;
        // A page may name itself, or another one several times: one link remains.
        let web = Graph::<Directed>::from_edges(&exec, &list)?.simplified(&exec)?;
        let hub = web.nodes().max_by_key(|&page| web.degree(page)).expect("there are pages");

        let from_hub = levels(&exec, &web, hub)?;
        let to_hub = levels(&exec, &web.reversed(&exec)?, hub)?;
        let is_core = |page| from_hub[page] != u32::MAX && to_hub[page] != u32::MAX;
        let (core, names) = web.subgraph(&exec, is_core)?;
        let (core, order) = core.relabelled(&exec, Relabelling::ByDegree)?;
        let core = core.with_in_arcs(&exec)?;
        let name = |page| names[order[page]];
        let hub_in_core = core.nodes().find(|&page| name(page) == hub).expect("it reaches itself");

        let ranks = ranks(&exec, &core)?;
        let steps = levels(&exec, &core.symmetrised(&exec)?, hub_in_core)?;
        let farthest = steps.as_slice().iter().max().expect("the hub is there");
        let core_links = core.to_edge_list(&exec)?;
        let carried = EdgeMap::from_fn(&exec, &core_links, |id| {
            let from = core_links.edges()[id.index()].u;
            ranks[from] / core.degree(from) as f64
        })?;
        let (busiest, carries) = carried.iter().max_by(|a, b| a.1.total_cmp(b.1)).expect("there are links");
        let Edge { u, v, .. } = core_links.edges()[busiest.index()];

        let [forth, back] = [reached(&list, hub, |e| (e.u, e.v)), reached(&list, hub, |e| (e.v, e.u))];
        let expected = web.nodes().filter(|page| forth[page.index()] && back[page.index()]);
        assert!(names.as_slice().iter().copied().eq(expected));
        let mut sums = vec![(1.0 - DAMPING) / core.node_count() as f64; core.node_count()];
        for (link, share) in core_links.edges().iter().zip(carried.as_slice()) {
            sums[link.v.index()] += DAMPING * share;
        }
        assert!(ranks.iter().all(|(page, rank)| (rank - sums[page.index()]).abs() < TOLERANCE));
        println!(
            "threads: {threads}, pages: {}, in the core: {}, at most {farthest} links, either way, from \
             page {hub}; the link from {} to {} carries {carries:.5} of the rank",
            web.node_count(),
            core.node_count(),
            name(u),
            name(v)
        );
    }
    Ok(())
}
