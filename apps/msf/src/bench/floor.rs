//! The floor: one pass over the edges, which every forest needs.

use std::hint::black_box;
use std::time::Instant;

use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeListView, Weight};
use rayon::prelude::*;

use super::entries::Entry;

/// The name of the rows of the floor.
pub(crate) const NAME: &str = "floor";

/// Edges per task.
const CHUNK: usize = 1 << 15;

/// The least key of a weight, and the sum of all ends.
type Digest = (u64, u64);

/// Returns the floor on the threads of `exec`: every edge is read completely, and the result is used.
pub(super) fn entry<'a, W: Weight>(exec: &'a Exec, graph: EdgeListView<'a, W>) -> Entry<'a> {
    let run = move || {
        exec.check_cancelled()?;
        let start = Instant::now();
        black_box(digest(exec, black_box(graph.edges())));
        Ok(start.elapsed().as_secs_f64())
    };
    Entry { name: NAME, threads: exec.threads(), run: Box::new(run) }
}

fn digest<W: Weight>(exec: &Exec, edges: &[Edge<W>]) -> Digest {
    let one = |edge: &Edge<W>| (edge.weight.key().into(), (edge.u.index() + edge.v.index()) as u64);
    let join = |a: Digest, b: Digest| (a.0.min(b.0), a.1 + b.1);
    let nothing = || (u64::MAX, 0);
    let of_chunk = |chunk: &[Edge<W>]| chunk.iter().map(one).fold(nothing(), join);
    if exec.threads() == 1 {
        return of_chunk(edges);
    }
    exec.install(|| edges.par_chunks(CHUNK).map(of_chunk).reduce(nothing, join))
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage::generate::{Gnm, gnm};

    #[test]
    fn every_edge_counts() {
        let graph = gnm(&Exec::current(), &Gnm { nodes: 50_000, edges: 100_000, ..Gnm::default() }).unwrap();
        let edges = graph.edges();
        let lightest = edges.iter().map(|edge| u64::from(edge.weight)).min().unwrap();
        let ends = edges.iter().map(|edge| edge.u.index() + edge.v.index()).sum::<usize>() as u64;
        for threads in [1, 3] {
            assert_eq!(digest(&Exec::new(threads).unwrap(), edges), (lightest, ends));
        }
        assert_eq!(digest::<u32>(&Exec::new(1).unwrap(), &[]), (u64::MAX, 0));
    }
}
