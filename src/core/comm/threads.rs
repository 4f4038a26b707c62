//! Ranks as threads of one process.

use std::cell::Cell;
use std::collections::{HashMap, HashSet, VecDeque};
use std::panic::resume_unwind;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::Builder;

use super::{Comm, Parcels, Reduction, Transport};
use crate::{Error, Result};

#[cfg(test)]
mod tests;

/// The stack of a rank, in bytes: there may be a thousand.
const STACK: usize = 1 << 20;

/// Runs an operator on `ranks` ranks, each a thread, and returns their results in the order of the ranks.
///
/// If a rank fails or panics, the others do not wait for it: their calls return [`Error::OtherRank`]. If it
/// returns too early, so do calls that need it; only [`Comm::receive`], which waits for any rank, does so
/// until all others have returned.
///
/// # Errors
/// The error of the first rank that has failed by itself; [`Error::Argument`] for no ranks,
/// [`Error::Threads`] if the threads cannot be started.
///
/// # Panics
/// If the operator panics on a rank.
pub fn run<R: Send>(ranks: usize, operator: impl Fn(&Comm<'_>) -> Result<R> + Sync) -> Result<Vec<R>> {
    run_with(ranks, |transport| operator(&Comm::new(transport)))
}

/// The same for operators that make their [`Comm`] themselves.
///
/// # Errors
/// As [`run`].
///
/// # Panics
/// As [`run`].
pub fn run_with<R: Send>(
    ranks: usize,
    operator: impl Fn(&dyn Transport) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    if ranks == 0 {
        return Err(Error::argument("ranks", "at least 1", ranks));
    }
    let hall = Hall::new(ranks);
    let outcomes = std::thread::scope(|scope| {
        let run_rank = |rank| {
            let (hall, operator) = (&hall, &operator);
            Builder::new().name(format!("rank-{rank}")).stack_size(STACK).spawn_scoped(scope, move || {
                let mut leaving = Leaving { hall, rank, failed: Some(rank) };
                let result = operator(&Rank { hall, rank, turn: Cell::new(0) });
                leaving.failed = result.as_ref().err().map(|error| match *error {
                    Error::OtherRank { rank } => rank,
                    _ => rank,
                });
                result
            })
        };
        let mut threads = Vec::with_capacity(ranks);
        for rank in 0..ranks {
            match run_rank(rank) {
                Ok(thread) => threads.push(thread),
                Err(error) => {
                    hall.leave(rank, Some(rank));
                    return Err(Error::Threads { threads: ranks, reason: error.to_string() });
                }
            }
        }
        Ok(threads.into_iter().map(|thread| thread.join()).collect::<Vec<_>>())
    })?;
    let mut results = Vec::with_capacity(ranks);
    let mut other = None;
    let mut own = None;
    for outcome in outcomes {
        match outcome {
            Err(panic) => resume_unwind(panic),
            Ok(Ok(result)) => results.push(result),
            Ok(Err(error @ Error::OtherRank { .. })) => other = other.or(Some(error)),
            Ok(Err(error)) => own = own.or(Some(error)),
        }
    }
    match own.or(other) {
        Some(error) => Err(error),
        None => Ok(results),
    }
}

/// Where ranks meet.
struct Hall {
    ranks: usize,
    meeting: Mutex<Meeting>,
    all_there: Condvar,
    /// What each rank shows the others in a collective call; two places, for calls in turn. A rank that
    /// writes to a place again has met all others since the call before, so they have read it.
    shown: Vec<[Mutex<Arc<Shown>>; 2]>,
    mail: Vec<(Mutex<Mail>, Condvar)>,
}

/// The words that a rank shows, and where those for each rank end.
#[derive(Default)]
struct Shown {
    words: Vec<u64>,
    ends: Vec<usize>,
}

#[derive(Default)]
struct Meeting {
    there: usize,
    number: u64,
    /// The ranks that have ended, and the one because of which others cannot go on: the first to fail, or to
    /// end if none has failed.
    ended: HashSet<usize>,
    first: Option<usize>,
    has_failed: bool,
}

type Mail = HashMap<u32, VecDeque<(usize, Vec<u64>)>>;

/// Ends the waiting of all others, however a rank ends.
struct Leaving<'h> {
    hall: &'h Hall,
    rank: usize,
    /// If it fails: because of this rank.
    failed: Option<usize>,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.hall.leave(self.rank, self.failed);
    }
}

/// Nothing here is left half done by a panic.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    fn new(ranks: usize) -> Self {
        Self {
            ranks,
            meeting: Mutex::default(),
            all_there: Condvar::new(),
            shown: (0..ranks).map(|_| Default::default()).collect(),
            mail: (0..ranks).map(|_| Default::default()).collect(),
        }
    }

    /// Waits for all ranks. Fails if one has ended, because it will never come.
    fn meet(&self) -> Result<()> {
        let mut meeting = lock(&self.meeting);
        // Also where this is not the first call since: those who came to an earlier one are still counted.
        if let Some(rank) = meeting.first {
            return Err(Error::OtherRank { rank });
        }
        let number = meeting.number;
        meeting.there += 1;
        if meeting.there == self.ranks {
            meeting.there = 0;
            meeting.number += 1;
            self.all_there.notify_all();
            return Ok(());
        }
        while meeting.number == number {
            if let Some(rank) = meeting.first {
                return Err(Error::OtherRank { rank });
            }
            meeting = self.all_there.wait(meeting).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// A rank ends; if it has failed, because of this rank.
    fn leave(&self, rank: usize, failed: Option<usize>) {
        let mut meeting = lock(&self.meeting);
        meeting.ended.insert(rank);
        if meeting.first.is_none() || failed.is_some() && !meeting.has_failed {
            (meeting.first, meeting.has_failed) = (failed.or(Some(rank)), failed.is_some());
        }
        drop(meeting);
        self.all_there.notify_all();
        for (mail, arrived) in &self.mail {
            // With the lock, so that no rank is between looking and waiting.
            let _mail = lock(mail);
            arrived.notify_all();
        }
    }

    fn shown(&self, rank: usize, turn: usize) -> Arc<Shown> {
        Arc::clone(&lock(&self.shown[rank][turn]))
    }
}

/// One of the ranks.
struct Rank<'h> {
    hall: &'h Hall,
    rank: usize,
    turn: Cell<usize>,
}

impl Rank<'_> {
    /// Shows words to all ranks, and gets what they show.
    fn show(&self, shown: Shown) -> Result<impl Iterator<Item = Arc<Shown>>> {
        let turn = self.turn.get();
        self.turn.set(1 - turn);
        *lock(&self.hall.shown[self.rank][turn]) = Arc::new(shown);
        self.hall.meet()?;
        Ok((0..self.hall.ranks).map(move |rank| self.hall.shown(rank, turn)))
    }
}

impl Transport for Rank<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.hall.ranks
    }

    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        let mut end = 0;
        let ends = counts.iter().map(|count| {
            end += count;
            end
        });
        let shown = Shown { ends: ends.collect(), words: words.to_vec() };
        let (mut words, mut counts) = (Vec::new(), Vec::with_capacity(self.hall.ranks));
        for shown in self.show(shown)? {
            let begin = if self.rank == 0 { 0 } else { shown.ends[self.rank - 1] };
            let own = &shown.words[begin..shown.ends[self.rank]];
            words.extend_from_slice(own);
            counts.push(own.len());
        }
        Ok(Parcels::new(words, counts))
    }

    fn gather(&self, words: &[u64]) -> Result<Parcels> {
        let shown = self.show(Shown { words: words.to_vec(), ends: Vec::new() })?;
        let (mut words, mut counts) = (Vec::new(), Vec::with_capacity(self.hall.ranks));
        for shown in shown {
            words.extend_from_slice(&shown.words);
            counts.push(shown.words.len());
        }
        Ok(Parcels::new(words, counts))
    }

    /// Each rank reduces its share of the words, then all show their shares.
    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        let share = |rank: usize| words.len() * rank / self.hall.ranks;
        let own = share(self.rank)..share(self.rank + 1);
        let mut reduced: Option<Vec<u64>> = None;
        for shown in self.show(Shown { words: words.to_vec(), ends: Vec::new() })? {
            let shown = &shown.words[own.clone()];
            match &mut reduced {
                None => reduced = Some(shown.to_vec()),
                Some(reduced) => {
                    reduced.iter_mut().zip(shown).for_each(|(one, &other)| *one = how.apply(*one, other));
                }
            }
        }
        let mut at = 0;
        for shown in self.show(Shown { words: reduced.unwrap_or_default(), ends: Vec::new() })? {
            words[at..at + shown.words.len()].copy_from_slice(&shown.words);
            at += shown.words.len();
        }
        Ok(())
    }

    fn send(&self, to: usize, tag: u32, words: Vec<u64>) -> Result<()> {
        let (mail, arrived) = &self.hall.mail[to];
        lock(mail).entry(tag).or_default().push_back((self.rank, words));
        arrived.notify_one();
        Ok(())
    }

    fn receive(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        let (mail, arrived) = &self.hall.mail[self.rank];
        let mut mail = lock(mail);
        loop {
            if let Some(arrived) = mail.get_mut(&tag) {
                let at = arrived.iter().position(|(sender, _)| from.is_none_or(|from| from == *sender));
                if let Some(message) = at.and_then(|at| arrived.remove(at)) {
                    return Ok(Some(message));
                }
            }
            // What a rank has sent before it ended is received first, and those that go on may send more.
            let meeting = lock(&self.hall.meeting);
            let will_come = || match from {
                Some(from) => !meeting.ended.contains(&from),
                None => meeting.ended.len() < self.hall.ranks - 1,
            };
            if let Some(rank) = meeting.first
                && (meeting.has_failed || !will_come())
            {
                return Err(Error::OtherRank { rank });
            }
            drop(meeting);
            if !waits {
                return Ok(None);
            }
            mail = arrived.wait(mail).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
