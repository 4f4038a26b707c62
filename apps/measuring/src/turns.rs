//! Turns: each turn has one run of each entry, so that changes of the machine affect all entries.

use std::fmt;

use boscage_programs::show::counted;

/// An entry to measure: its runs return figures `T`, or fail with `E`.
pub struct Entry<'n, 'a, T, E> {
    /// Name of the entry.
    pub name: &'n str,
    /// Number of threads.
    pub threads: usize,
    /// One run; an error if its result is wrong.
    pub run: Box<dyn Fn() -> Result<T, E> + 'a>,
}

impl<T, E> fmt::Display for Entry<'_, '_, T, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.name, counted(self.threads, "thread", "threads"))
    }
}

/// Returns the middle one of some numbers, or the mean of the middle two; `None` of no numbers.
#[must_use]
pub fn median(numbers: &[f64]) -> Option<f64> {
    let mut sorted = numbers.to_vec();
    sorted.sort_unstable_by(f64::total_cmp);
    let last = sorted.len().checked_sub(1)?;
    Some(f64::midpoint(sorted[last / 2], sorted[last.div_ceil(2)]))
}

/// Number of turns.
#[derive(Clone, Copy, Debug)]
pub struct Turns {
    runs: usize,
}

impl Turns {
    /// Returns this number of runs per entry that count.
    #[must_use]
    pub fn each(runs: usize) -> Self {
        Self { runs }
    }

    /// Returns per entry the figures of its runs, or its error: an entry that is wrong once is left out, with
    /// all of its figures.
    ///
    /// The first round only checks that all results are correct; `runs` more count, and figure `i` of all
    /// entries is of the same round. After an error for which `is_end` returns `true`, there are no more
    /// runs.
    pub fn take<'n, 'a, T, E>(
        self,
        entries: &[Entry<'n, 'a, T, E>],
        watch: impl Fn(&Entry<'n, 'a, T, E>),
        is_end: impl Fn(&E) -> bool,
    ) -> Vec<Result<Vec<T>, E>> {
        let mut results: Vec<_> = entries.iter().map(|_| Ok(Vec::new())).collect();
        for round in 0..=self.runs {
            for (entry, result) in entries.iter().zip(&mut results) {
                let Ok(figures) = result else { continue };
                watch(entry);
                match (entry.run)() {
                    Ok(_) if round == 0 => {}
                    Ok(figure) => figures.push(figure),
                    Err(error) if is_end(&error) => return results,
                    Err(error) => *result = Err(error),
                }
            }
        }
        results
    }
}

#[cfg(test)]
mod tests {
    use std::cell::{Cell, RefCell};

    use super::*;

    #[test]
    fn medians_are_in_the_middle() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[7.0]), Some(7.0));
        assert_eq!(median(&[9.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[9.0, 1.0, 2.0, 4.0]), Some(3.0));
    }

    fn entry<'a>(
        name: &'a str,
        run: impl Fn() -> Result<f64, &'static str> + 'a,
    ) -> Entry<'a, 'a, f64, &'static str> {
        Entry { name, threads: 1, run: Box::new(run) }
    }

    /// The figures of all entries, from three runs.
    fn of(entries: &[Entry<'_, '_, f64, &'static str>]) -> Vec<Result<Vec<f64>, &'static str>> {
        Turns::each(3).take(entries, |_| {}, |error| *error == "the end")
    }

    /// Succeeds with 1 until its turn `last`, then fails.
    fn until(last: usize, error: &'static str) -> impl Fn() -> Result<f64, &'static str> {
        let turns = Cell::new(0);
        move || {
            turns.set(turns.get() + 1);
            if turns.get() < last { Ok(1.0) } else { Err(error) }
        }
    }

    #[test]
    fn each_has_a_turn_before_one_has_another() {
        let order = RefCell::new(String::new());
        let entries = [entry("a", || Ok(1.0)), entry("b", || Ok(2.0))];
        let watch = |entry: &Entry<'_, '_, _, _>| order.borrow_mut().push_str(entry.name);
        let results = Turns::each(2).take(&entries, watch, |_| false);
        assert_eq!(order.into_inner(), "ababab");
        assert_eq!(results, [Ok(vec![1.0; 2]), Ok(vec![2.0; 2])]);
    }

    #[test]
    fn what_is_wrong_once_is_out() {
        let entries =
            [entry("good", || Ok(2.0)), entry("bad", until(1, "wrong")), entry("late", until(3, "wrong"))];
        assert_eq!(of(&entries), [Ok(vec![2.0; 3]), Err("wrong"), Err("wrong")]);
    }

    #[test]
    fn what_was_measured_before_the_end_is_kept() {
        let entries = [entry("stopped", until(3, "the end")), entry("other", || Ok(2.0))];
        assert_eq!(of(&entries), [Ok(vec![1.0]), Ok(vec![2.0])]);
    }
}
