//! Whose turn it is: one run of everybody, then the next, so that drift of the machine meets all alike.

use std::fmt;

use crate::failure::Failure;
use crate::show::counted;

/// Something to be timed.
pub(super) struct Entry<'a> {
    pub(super) name: &'static str,
    pub(super) threads: usize,
    /// One run: the seconds it took. An error if its result is wrong.
    pub(super) run: Box<dyn Fn() -> Result<f64, Failure> + 'a>,
}

impl fmt::Display for Entry<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name, counted(self.threads, "thread", "threads"))
    }
}

/// For each entry the seconds of its runs, or why it has none: who is wrong once is out, and its times are void.
///
/// The first round only shows that all results are right; `runs` more are timed. Fewer, if the token of the threads is
/// cancelled meanwhile.
pub(super) fn in_turn(
    entries: &[Entry<'_>],
    runs: usize,
    watch: impl Fn(&Entry<'_>),
) -> Vec<Result<Vec<f64>, Failure>> {
    let mut results: Vec<_> = entries.iter().map(|_| Ok(Vec::new())).collect();
    for run in 0..=runs {
        for (entry, result) in entries.iter().zip(&mut results) {
            let Ok(times) = result else { continue };
            watch(entry);
            match (entry.run)() {
                Ok(_) if run == 0 => {}
                Ok(seconds) => times.push(seconds),
                Err(failure) if failure.is_cancelled() => return results,
                Err(failure) => *result = Err(failure),
            }
        }
    }
    results
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::super::verify;
    use super::*;
    use crate::backend::Span;
    use boscage::Error;
    use boscage::exec::{CancelToken, Exec};
    use boscage::graph::{EdgeList, Forest, Objective};
    use boscage_operators::msf;

    fn triangle() -> EdgeList<u32> {
        EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3)]).unwrap()
    }

    #[test]
    fn an_operator_that_drops_an_edge_is_not_timed() {
        let (exec, graph) = (Exec::new(1).unwrap(), triangle());
        let graph = graph.as_view();
        let truth = msf::kruskal(&exec, graph, Objective::Minimum).unwrap();
        let good = || Ok(msf::kruskal(&exec, graph, Objective::Minimum)?);
        let drops = || Ok::<_, Failure>(Forest::from_edges(graph, good()?.edges()[1..].to_vec()));
        // Right at first, and wrong in its third run.
        let turns = Cell::new(0);
        let drops_later = || {
            turns.set(turns.get() + 1);
            if turns.get() < 3 { good() } else { drops() }
        };
        let entries = [
            verify::entry("good", &exec, truth.edges(), Span::Call, good),
            verify::entry("drops", &exec, truth.edges(), Span::Call, drops),
            verify::entry("drops later", &exec, truth.edges(), Span::Call, drops_later),
        ];
        let results = in_turn(&entries, 4, |_| {});
        assert_eq!(results[0].as_ref().unwrap().len(), 4);
        for wrong in &results[1..] {
            assert_eq!(wrong.as_ref().unwrap_err().to_string(), "edge 1 is missing");
        }
    }

    #[test]
    fn everybody_has_a_turn_before_anybody_has_another() {
        let order = RefCell::new(String::new());
        let fixed =
            |name: &'static str, seconds: f64| Entry { name, threads: 1, run: Box::new(move || Ok(seconds)) };
        let entries = [fixed("a", 1.0), fixed("b", 2.0)];
        let results = in_turn(&entries, 2, |entry| order.borrow_mut().push_str(entry.name));
        assert_eq!(order.into_inner(), "ababab");
        assert_eq!(results.into_iter().map(Result::unwrap).collect::<Vec<_>>(), [[1.0; 2], [2.0; 2]]);
    }

    #[test]
    fn what_was_measured_before_the_end_is_kept() {
        let token = CancelToken::new();
        let exec = Exec::new(1).unwrap().with_cancel(token.clone());
        let turns = Cell::new(0);
        let run = || {
            turns.set(turns.get() + 1);
            if turns.get() == 3 {
                token.cancel();
            }
            exec.check_cancelled()?;
            Ok(1.0)
        };
        let memory = || Err(Failure::Error(Error::OutOfMemory { what: "the sorted order", bytes: 1 << 50 }));
        let entries = [
            Entry { name: "stopped", threads: 1, run: Box::new(run) },
            Entry { name: "large", threads: 1, run: Box::new(memory) },
        ];
        let results = in_turn(&entries, 5, |_| {});
        assert_eq!(results[0].as_ref().unwrap(), &[1.0]);
        assert!(results[1].as_ref().unwrap_err().to_string().starts_with("not enough memory"));
    }
}
