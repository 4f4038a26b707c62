//! The entries that run in turn, and the true forest that theirs are compared with.

use std::hint::black_box;
use std::time::Instant;

use boscage::exec::{Exec, StageKind};
use boscage::graph::{EdgeId, EdgeListView, Forest, Objective, Weight};
use boscage::io::Names;
use boscage::memory;
use boscage::operators::msf::{Kruskal, kruskal};
use boscage_measuring::failure::Failure;
use boscage_measuring::truth::same;
use boscage_measuring::turns;
use boscage_programs::report::Total;

use crate::backend::{Backend, Operator, Span};
use crate::verify::prove;

/// An entry that runs in turn: a run returns its seconds.
pub(super) type Entry<'a> = turns::Entry<'a, 'a, f64, Failure>;

/// Returns the forest of `kruskal` on one thread, proved by the certificate, which is independent of
/// `kruskal`.
pub(super) fn truth<W: Weight>(
    alone: &Exec,
    all: &Exec,
    graph: EdgeListView<'_, W>,
    names: &Names,
    objective: Objective,
) -> Result<Forest<W>, Failure>
where
    Total: From<W::Total>,
{
    let forest = kruskal(alone, graph, objective, Kruskal::default())?;
    prove(all, graph, names, &forest, objective)?;
    [alone, all].iter().for_each(|exec| exec.clear_statistics());
    Ok(forest)
}

/// Returns the entries of an operator: each run is timed, and its edges are compared with those of the truth.
/// An operator of the GPU has two entries: for the whole call, and for the part on the device between the
/// copies.
pub(super) fn of_operator<'a, W: Weight>(
    operator: Operator,
    exec: &'a Exec,
    truth: &'a [EdgeId],
    bytes: u64,
    run: impl Fn() -> Result<Forest<W>, Failure> + Copy + 'a,
) -> Vec<Entry<'a>> {
    let mut entries = vec![entry(operator.row(Span::Call), exec, truth, bytes, Span::Call, run)];
    if operator.backend() == Backend::Gpu {
        entries.push(entry(operator.row(Span::Device), exec, truth, bytes, Span::Device, run));
    }
    entries
}

/// Returns one entry, for an operator that takes some bytes of memory.
fn entry<'a, W: Weight>(
    name: &'static str,
    exec: &'a Exec,
    truth: &'a [EdgeId],
    bytes: u64,
    span: Span,
    operator: impl Fn() -> Result<Forest<W>, Failure> + 'a,
) -> Entry<'a> {
    let run = move || {
        touch(bytes);
        if bytes < SMALL {
            operator()?; // the first of several short runs loads the code and the graph into the cache
            exec.clear_statistics();
        }
        let start = Instant::now();
        let forest = operator()?;
        let call = start.elapsed().as_secs_f64();
        let statistics = exec.take_statistics();
        same(truth, forest.edges())?;
        Ok(match span {
            Span::Call => call,
            Span::Device => statistics.seconds_of(StageKind::Device),
        })
    };
    Entry { name, threads: exec.threads(), run: Box::new(run) }
}

/// Bytes of memory up to which a run counts as short.
const SMALL: u64 = 1 << 20;

/// Allocates memory, writes to it and frees it. The host of a virtual machine may take back pages that have
/// not been used for a second, and then they cost several times as much: an operator that takes much memory
/// would be slow after one that takes little.
fn touch(bytes: u64) {
    if let Ok(words) = memory::filled("memory to touch", bytes as usize / size_of::<u64>(), 1_u64) {
        black_box(&words);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use boscage::graph::EdgeList;
    use boscage_measuring::turns::Turns;

    #[test]
    fn an_operator_that_drops_an_edge_is_not_timed() {
        let exec = Exec::new(1).unwrap();
        let graph = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3)]).unwrap();
        let graph = graph.as_view();
        let truth = || kruskal(&exec, graph, Objective::Minimum, Kruskal::default());
        let good = || Ok(truth()?);
        let truth = truth().unwrap();
        let drops = || Ok::<_, Failure>(Forest::from_edges(None, graph, good()?.edges()[1..].to_vec()));
        // Correct at first, and wrong in its third run.
        let turns = Cell::new(0);
        let drops_later = || {
            turns.set(turns.get() + 1);
            if turns.get() < 3 { good() } else { drops() }
        };
        let entries = [
            entry("good", &exec, truth.edges(), 0, Span::Call, good),
            entry("drops", &exec, truth.edges(), 0, Span::Call, drops),
            entry("drops later", &exec, truth.edges(), 0, Span::Call, drops_later),
        ];
        let results = Turns::each(4).take(&entries, |_| {}, Failure::is_cancelled);
        assert_eq!(results[0].as_ref().unwrap().len(), 4);
        for wrong in &results[1..] {
            assert_eq!(wrong.as_ref().unwrap_err().to_string(), "edge 1 is missing");
        }
    }
}
