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

/// Stack of a rank, in bytes: there may be a thousand ranks.
const STACK: usize = 1 << 20;

/// Runs an operator on `ranks` ranks, each a thread, and returns their results in the order of the ranks.
///
/// If a rank fails or panics, the calls of the others return [`Error::OtherRank`] instead of waiting for it.
/// If a rank returns early, calls that need it return the same error; [`Comm::receive`], which waits for any
/// rank, does so once all other ranks have returned.
///
/// # Errors
/// The error of the first rank that has failed by itself; [`Error::Argument`] if `ranks` is 0,
/// [`Error::Threads`] if the threads cannot be started.
///
/// # Panics
/// If the operator panics on a rank.
pub fn run<R: Send>(ranks: usize, operator: impl Fn(&Comm<'_>) -> Result<R> + Sync) -> Result<Vec<R>> {
    run_with(ranks, |transport| operator(&Comm::new(transport)))
}

/// As [`run`], for operators that create their [`Comm`] themselves.
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
    let shared = Shared::new(ranks);
    let outcomes = std::thread::scope(|scope| {
        let run_rank = |rank| {
            let (shared, operator) = (&shared, &operator);
            Builder::new().name(format!("rank-{rank}")).stack_size(STACK).spawn_scoped(scope, move || {
                let mut ending = EndOnDrop { shared, rank, failed: Some(rank) };
                let result = operator(&Rank { shared, rank, turn: Cell::new(0) });
                ending.failed = result.as_ref().err().map(|error| match *error {
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
                    shared.end(rank, Some(rank));
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

/// State that all ranks share.
struct Shared {
    ranks: usize,
    barrier: Mutex<Barrier>,
    all_arrived: Condvar,
    /// The words that each rank posts in a collective call. There are two places per rank, used in turn:
    /// before a rank writes to a place again, all ranks have passed the barrier of the call between, so they
    /// have read it.
    posted: Vec<[Mutex<Arc<Posted>>; 2]>,
    mail: Vec<(Mutex<Mail>, Condvar)>,
}

/// The words that a rank posts, and the end of the words for each rank.
#[derive(Default)]
struct Posted {
    words: Vec<u64>,
    ends: Vec<usize>,
}

#[derive(Default)]
struct Barrier {
    arrived: usize,
    generation: u64,
    /// The ranks that have ended, and the one that the others report: the first to fail, or if none has
    /// failed the first to end.
    ended: HashSet<usize>,
    first: Option<usize>,
    has_failed: bool,
}

type Mail = HashMap<u32, VecDeque<(usize, Vec<u64>)>>;

/// Ends the waiting of all other ranks when it is dropped, also by a panic.
struct EndOnDrop<'s> {
    shared: &'s Shared,
    rank: usize,
    /// The rank that has caused the failure, if this rank fails.
    failed: Option<usize>,
}

impl Drop for EndOnDrop<'_> {
    fn drop(&mut self) {
        self.shared.end(self.rank, self.failed);
    }
}

/// A panic leaves no data half changed, so poisoning is ignored.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn new(ranks: usize) -> Self {
        Self {
            ranks,
            barrier: Mutex::default(),
            all_arrived: Condvar::new(),
            posted: (0..ranks).map(|_| Default::default()).collect(),
            mail: (0..ranks).map(|_| Default::default()).collect(),
        }
    }

    /// Waits for all ranks. Fails if one has ended, because it will never arrive.
    fn wait(&self) -> Result<()> {
        let mut barrier = lock(&self.barrier);
        // Also in a second call after the end: ranks that arrived for the call before are still counted.
        if let Some(rank) = barrier.first {
            return Err(Error::OtherRank { rank });
        }
        let generation = barrier.generation;
        barrier.arrived += 1;
        if barrier.arrived == self.ranks {
            barrier.arrived = 0;
            barrier.generation += 1;
            self.all_arrived.notify_all();
            return Ok(());
        }
        while barrier.generation == generation {
            if let Some(rank) = barrier.first {
                return Err(Error::OtherRank { rank });
            }
            barrier = self.all_arrived.wait(barrier).unwrap_or_else(PoisonError::into_inner);
        }
        Ok(())
    }

    /// Ends a rank; `failed` is the rank that has caused its failure, if it has failed.
    fn end(&self, rank: usize, failed: Option<usize>) {
        let mut barrier = lock(&self.barrier);
        barrier.ended.insert(rank);
        if barrier.first.is_none() || failed.is_some() && !barrier.has_failed {
            (barrier.first, barrier.has_failed) = (failed.or(Some(rank)), failed.is_some());
        }
        drop(barrier);
        self.all_arrived.notify_all();
        for (mail, arrived) in &self.mail {
            // Under the lock, so that no rank is between checking and waiting.
            let _mail = lock(mail);
            arrived.notify_all();
        }
    }

    fn posted(&self, rank: usize, turn: usize) -> Arc<Posted> {
        Arc::clone(&lock(&self.posted[rank][turn]))
    }
}

/// A rank.
struct Rank<'s> {
    shared: &'s Shared,
    rank: usize,
    turn: Cell<usize>,
}

impl Rank<'_> {
    /// Posts words for all ranks, and returns the words that they post.
    fn post(&self, posted: Posted) -> Result<impl Iterator<Item = Arc<Posted>>> {
        let turn = self.turn.get();
        self.turn.set(1 - turn);
        *lock(&self.shared.posted[self.rank][turn]) = Arc::new(posted);
        self.shared.wait()?;
        Ok((0..self.shared.ranks).map(move |rank| self.shared.posted(rank, turn)))
    }
}

impl Transport for Rank<'_> {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.shared.ranks
    }

    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        let mut end = 0;
        let ends = counts.iter().map(|count| {
            end += count;
            end
        });
        let posted = Posted { ends: ends.collect(), words: words.to_vec() };
        let (mut words, mut counts) = (Vec::new(), Vec::with_capacity(self.shared.ranks));
        for posted in self.post(posted)? {
            let begin = if self.rank == 0 { 0 } else { posted.ends[self.rank - 1] };
            let own = &posted.words[begin..posted.ends[self.rank]];
            words.extend_from_slice(own);
            counts.push(own.len());
        }
        Ok(Parcels::new(words, counts))
    }

    fn gather(&self, words: &[u64]) -> Result<Parcels> {
        let posted = self.post(Posted { words: words.to_vec(), ends: Vec::new() })?;
        let (mut words, mut counts) = (Vec::new(), Vec::with_capacity(self.shared.ranks));
        for posted in posted {
            words.extend_from_slice(&posted.words);
            counts.push(posted.words.len());
        }
        Ok(Parcels::new(words, counts))
    }

    /// Each rank reduces its share of the words, then all post their shares.
    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        let share = |rank: usize| words.len() * rank / self.shared.ranks;
        let own = share(self.rank)..share(self.rank + 1);
        let mut reduced: Option<Vec<u64>> = None;
        for posted in self.post(Posted { words: words.to_vec(), ends: Vec::new() })? {
            let posted = &posted.words[own.clone()];
            match &mut reduced {
                None => reduced = Some(posted.to_vec()),
                Some(reduced) => {
                    reduced.iter_mut().zip(posted).for_each(|(one, &other)| *one = how.apply(*one, other));
                }
            }
        }
        let mut at = 0;
        for posted in self.post(Posted { words: reduced.unwrap_or_default(), ends: Vec::new() })? {
            words[at..at + posted.words.len()].copy_from_slice(&posted.words);
            at += posted.words.len();
        }
        Ok(())
    }

    fn send(&self, to: usize, tag: u32, words: Vec<u64>) -> Result<()> {
        let (mail, arrived) = &self.shared.mail[to];
        lock(mail).entry(tag).or_default().push_back((self.rank, words));
        arrived.notify_one();
        Ok(())
    }

    fn receive(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        let (mail, arrived) = &self.shared.mail[self.rank];
        let mut mail = lock(mail);
        loop {
            if let Some(arrived) = mail.get_mut(&tag) {
                let at = arrived.iter().position(|(sender, _)| from.is_none_or(|from| from == *sender));
                if let Some(message) = at.and_then(|at| arrived.remove(at)) {
                    return Ok(Some(message));
                }
            }
            // Messages that a rank has sent before it ended are received first, and ranks that continue may
            // send more.
            let barrier = lock(&self.shared.barrier);
            let will_come = || match from {
                Some(from) => !barrier.ended.contains(&from),
                None => barrier.ended.len() < self.shared.ranks - 1,
            };
            if let Some(rank) = barrier.first
                && (barrier.has_failed || !will_come())
            {
                return Err(Error::OtherRank { rank });
            }
            drop(barrier);
            if !waits {
                return Ok(None);
            }
            mail = arrived.wait(mail).unwrap_or_else(PoisonError::into_inner);
        }
    }
}
