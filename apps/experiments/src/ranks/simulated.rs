//! Ranks in simulated time: threads of this machine, of which one runs at a time, each with its own clock.
//!
//! A rank's clock advances while the rank computes, by the time that passes, and with each call, by the time
//! of the [network](Network). The rank with the earliest clock runs; a waiting rank has the clock of the
//! first message that it will get. So when a rank checks for messages, all that could have arrived by then
//! have been sent, and each rank sees the same as on a machine of its own. (SimGrid's SMPI simulates programs
//! in this way: Casanova and others, "Versatile, scalable, and accurate simulation of distributed
//! applications and platforms", 2014.) The ranks share the processors' caches here, which they do not on many
//! machines.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Instant;

use boscage::comm::{Call, Parcels, Reduction, Transport, run_with};
use boscage::{Error, Result};
use parking_lot::{Condvar, Mutex, MutexGuard};

use super::network::Network;

#[cfg(test)]
mod tests;

/// Runs an operator on simulated ranks, and returns their results in the order of the ranks. The time that
/// ranks compute is multiplied by `pace`: with 0 only communication counts.
///
/// # Errors
/// Errors of [`run_with`].
///
/// # Panics
/// If the operator panics on a rank, or all ranks wait for each other.
pub(super) fn run<R: Send>(
    ranks: usize,
    network: &Network,
    pace: f64,
    operator: impl Fn(&Rank<'_>) -> Result<R> + Sync,
) -> Result<Vec<R>> {
    let state = State {
        clocks: vec![0.0; ranks],
        next: vec![0.0; ranks],
        mail: vec![BTreeMap::new(); ranks],
        awaited: vec![None; ranks],
        sent: 0,
        there: 0,
        latest: 0.0,
        first: None,
        has_failed: false,
        ended: vec![false; ranks],
    };
    let turns = (0..ranks).map(|_| Condvar::new()).collect();
    let world = World { network, pace, state: Mutex::new(state), turns };
    run_with(ranks, |inner| {
        let rank = Rank { inner, world: &world, since: Cell::new(Instant::now()), computed: Cell::default() };
        let mut leaving = Leaving { world: &world, rank: inner.rank(), failed: Some(inner.rank()) };
        rank.turn_at(0.0);
        let result = operator(&rank);
        leaving.failed = result.as_ref().err().map(|error| match *error {
            Error::OtherRank { rank } => rank,
            _ => inner.rank(),
        });
        result
    })
}

/// State shared by all ranks.
struct World<'n> {
    network: &'n Network,
    pace: f64,
    state: Mutex<State>,
    /// Wakes a rank in its turn.
    turns: Vec<Condvar>,
}

/// Times are in microseconds.
struct State {
    clocks: Vec<f64>,
    /// Time when each rank continues, if known; infinite while it waits for others, and after its end.
    next: Vec<f64>,
    /// Messages for each rank, with their senders.
    mail: Vec<BTreeMap<Key, (usize, Vec<u64>)>>,
    /// The message that each rank waits for.
    awaited: Vec<Option<Wanted>>,
    sent: u64,
    /// Number of ranks in the collective call, and the latest of their clocks.
    there: usize,
    latest: f64,
    /// The first rank that failed or, without failures, the first that ended.
    first: Option<usize>,
    has_failed: bool,
    /// The ranks that have ended.
    ended: Vec<bool>,
}

/// Tag of a message, its time of arrival (as bits, which sort like times), and its number.
type Key = (u32, u64, u64);

/// Microseconds of a check without a message. Otherwise, if computing does not count, the clock of a rank
/// that polls would stand still.
const LOOK_US: f64 = 0.05;

/// A wanted message: its tag, and its sender or any rank.
#[derive(Clone, Copy, PartialEq)]
struct Wanted {
    tag: u32,
    from: Option<usize>,
}

impl State {
    /// Returns the rank whose turn it is.
    fn turn(&self) -> Option<usize> {
        let earliest = (0..self.next.len()).min_by(|&a, &b| self.next[a].total_cmp(&self.next[b]))?;
        self.next[earliest].is_finite().then_some(earliest)
    }

    /// Returns the rank whose end makes others wait in vain, if there is one: it has failed, or all remaining
    /// ranks wait for each other.
    fn blamed(&self) -> Option<usize> {
        self.first.filter(|_| self.has_failed || self.turn().is_none())
    }

    /// Returns `true` if a wanted message may still be sent to a rank.
    fn may_come(&self, rank: usize, Wanted { from, .. }: Wanted) -> bool {
        match from {
            Some(from) => !self.ended[from],
            None => (0..self.ended.len()).any(|other| other != rank && !self.ended[other]),
        }
    }

    /// Returns the first wanted message for a rank.
    fn first(&self, rank: usize, Wanted { tag, from }: Wanted) -> Option<Key> {
        let mut sent = self.mail[rank].range((tag, 0, 0)..=(tag, u64::MAX, u64::MAX));
        sent.find(|(_, (sender, _))| from.is_none_or(|from| from == *sender)).map(|(key, _)| *key)
    }
}

impl World<'_> {
    /// Wakes the rank whose turn it is; if none can continue, all that wait.
    fn pass_on(&self, state: &State) {
        match state.turn() {
            Some(rank) => {
                self.turns[rank].notify_one();
            }
            None => self.wake_all(),
        }
        assert!(state.turn().is_some() || state.first.is_some(), "all ranks wait for each other");
    }

    fn wake_all(&self) {
        for turn in &self.turns {
            turn.notify_one();
        }
    }
}

/// Ends the waiting of all others at the end of a rank.
struct Leaving<'w> {
    world: &'w World<'w>,
    rank: usize,
    /// The rank that caused a failure, if it fails.
    failed: Option<usize>,
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        let mut state = self.world.state.lock();
        state.next[self.rank] = f64::INFINITY;
        state.ended[self.rank] = true;
        if state.first.is_none() || self.failed.is_some() && !state.has_failed {
            (state.first, state.has_failed) = (self.failed.or(Some(self.rank)), self.failed.is_some());
        }
        drop(state);
        self.world.wake_all();
    }
}

/// Clock of a rank.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub(super) ms: f64,
    /// The part that the rank has computed.
    pub(super) computed_ms: f64,
}

/// A rank.
pub(super) struct Rank<'w> {
    /// Transfers the data of collective calls.
    inner: &'w dyn Transport,
    world: &'w World<'w>,
    /// Time of the last update of its clock.
    since: Cell<Instant>,
    computed: Cell<f64>,
}

impl Rank<'_> {
    /// Returns its clock.
    pub(super) fn clock(&self) -> Clock {
        let mut state = self.world.state.lock();
        Clock { ms: self.now(&mut state) / 1e3, computed_ms: self.computed.get() / 1e3 }
    }

    /// Advances its clock by its computation since then.
    fn now(&self, state: &mut State) -> f64 {
        let now = Instant::now();
        let computed = now.duration_since(self.since.replace(now)).as_secs_f64() * 1e6 * self.world.pace;
        self.computed.set(self.computed.get() + computed);
        let clock = &mut state.clocks[self.rank()];
        *clock += computed;
        *clock
    }

    /// Continues at this time, in its turn.
    fn turn_at(&self, time: f64) {
        let mut state = self.world.state.lock();
        let rank = self.rank();
        (state.clocks[rank], state.next[rank]) = (time, time);
        self.wait(&mut state);
        self.since.set(Instant::now());
    }

    /// Waits for its turn, unless that would be in vain.
    fn wait(&self, state: &mut MutexGuard<'_, State>) {
        self.world.pass_on(state);
        while state.turn() != Some(self.rank()) && state.blamed().is_none() {
            self.world.turns[self.rank()].wait(state);
        }
    }

    /// Runs a call of all ranks.
    fn collective<R>(
        &self,
        call: impl FnOnce(&R) -> Call,
        received: impl FnOnce(&R) -> usize,
        carry: impl FnOnce() -> Result<R>,
    ) -> Result<R> {
        let mut state = self.world.state.lock();
        let (now, ranks) = (self.now(&mut state), self.ranks());
        if state.first.is_some() {
            drop(state);
            return carry(); // which fails, because a rank has ended
        }
        state.there += 1;
        state.latest = state.latest.max(now);
        if state.there == ranks {
            let latest = std::mem::take(&mut state.latest);
            state.there = 0;
            state.clocks.fill(latest);
            // No rank waits for its turn yet, so none runs before all have returned.
            state.next.fill(latest);
        } else {
            let rank = self.rank();
            state.next[rank] = f64::INFINITY;
            self.world.pass_on(&state);
        }
        drop(state);
        let result = carry()?;
        let took = self.world.network.collective_us(&call(&result), received(&result) as u64);
        let met = self.world.state.lock().clocks[self.rank()];
        self.turn_at(met + took);
        Ok(result)
    }
}

impl Transport for Rank<'_> {
    fn rank(&self) -> usize {
        self.inner.rank()
    }

    fn ranks(&self) -> usize {
        self.inner.ranks()
    }

    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        let call = Call::exchange(words.len() - counts[self.rank()], self.ranks());
        let received = |all: &Parcels| all.words().len() - all.from_rank(self.rank()).len();
        self.collective(|_| call, received, || self.inner.exchange(words, counts))
    }

    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        let call = Call::reduction(words.len(), self.ranks());
        self.collective(|()| call, |()| 0, || self.inner.reduce(words, how))
    }

    fn gather(&self, words: &[u64]) -> Result<Parcels> {
        let call = |all: &Parcels| Call::gather(all, self.rank());
        let received = |all: &Parcels| all.words().len() - all.from_rank(self.rank()).len();
        self.collective(call, received, || self.inner.gather(words))
    }

    fn send(&self, to: usize, tag: u32, words: Vec<u64>) -> Result<()> {
        let mut state = self.world.state.lock();
        let from = self.rank();
        let mut arrives = self.now(&mut state);
        if to != from {
            let sent = arrives + self.world.network.sending_us(words.len());
            state.clocks[from] = sent;
            arrives = sent + self.world.network.latency_us;
        }
        let key = (tag, arrives.to_bits(), state.sent);
        state.sent += 1;
        state.mail[to].insert(key, (from, words));
        let is_it = |wanted: &Wanted| wanted.tag == tag && wanted.from.is_none_or(|one| one == from);
        if state.awaited[to].as_ref().is_some_and(is_it) {
            state.next[to] = state.next[to].min(state.clocks[to].max(arrives));
        }
        Ok(())
    }

    fn receive(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        let mut state = self.world.state.lock();
        let (rank, now, wanted) = (self.rank(), self.now(&mut state), Wanted { tag, from });
        state.next[rank] = now;
        if waits {
            let first = state.first(rank, wanted);
            state.next[rank] =
                first.map_or(f64::INFINITY, |(_, arrives, _)| now.max(f64::from_bits(arrives)));
            state.awaited[rank] = Some(wanted);
        }
        self.wait(&mut state);
        state.awaited[rank] = None;
        let first =
            state.first(rank, wanted).filter(|(_, arrives, _)| waits || f64::from_bits(*arrives) <= now);
        let message = first.and_then(|key| state.mail[rank].remove(&key));
        state.clocks[rank] = match first {
            Some((_, arrives, _)) => now.max(f64::from_bits(arrives)),
            None => now + LOOK_US,
        };
        let is_in_vain =
            first.is_none() && state.first(rank, wanted).is_none() && !state.may_come(rank, wanted);
        let blamed = state.blamed().or(state.first.filter(|_| is_in_vain));
        self.since.set(Instant::now());
        match (message, blamed) {
            (None, Some(rank)) => Err(Error::OtherRank { rank }),
            (message, _) => Ok(message),
        }
    }
}
