//! Ranks in simulated time: threads of this machine, of which one runs at a time, each with its own clock.
//!
//! A rank's clock moves on while the rank computes, by the time that passes, and with each call, by what the
//! [network](Network) takes. The rank with the earliest clock runs; a rank that waits has the
//! clock of the first message that it will get. So when a rank looks for messages, all that could have
//! arrived by then have been sent, and each rank sees what it would see on a machine of its own. (This is how
//! SimGrid's SMPI simulates programs: Casanova and others, "Versatile, scalable, and accurate simulation of
//! distributed applications and platforms", 2014.) The processors' caches are shared here, which they are not
//! on many machines.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::time::Instant;

use boscage::comm::{Call, CallKind, Parcels, Reduction, Transport, run_with};
use boscage::{Error, Result};
use parking_lot::{Condvar, Mutex, MutexGuard};

use super::network::Network;

#[cfg(test)]
mod tests;

/// Runs an operator on simulated ranks, and returns their results in the order of the ranks. The time that
/// ranks compute counts `pace` times: 0 leaves communication alone.
///
/// # Errors
/// Those of [`run_with`].
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

/// What all ranks share.
struct World<'n> {
    network: &'n Network,
    pace: f64,
    state: Mutex<State>,
    /// Wakes a rank when it is its turn.
    turns: Vec<Condvar>,
}

/// Times are in microseconds.
struct State {
    clocks: Vec<f64>,
    /// When each rank goes on, as far as is known; infinite while it waits for others, and when it has ended.
    next: Vec<f64>,
    /// What each rank has been sent, and by whom.
    mail: Vec<BTreeMap<Key, (usize, Vec<u64>)>>,
    /// The message that each rank waits for.
    awaited: Vec<Option<Wanted>>,
    sent: u64,
    /// How many ranks have come to the collective call, and the latest of their clocks.
    there: usize,
    latest: f64,
    /// The rank that was first to fail, or to end if none has failed.
    first: Option<usize>,
    has_failed: bool,
    /// The ranks that have ended.
    ended: Vec<bool>,
}

/// The tag of a message, when it arrives (the bits of a time, which sort as times do), and its number.
type Key = (u32, u64, u64);

/// Microseconds that a look takes if there is no message. Otherwise, where computing counts nothing, the
/// clock of a rank that keeps looking would stand still.
const LOOK_US: f64 = 0.05;

/// A message that is looked for: its tag, and who sends it, or any rank.
#[derive(Clone, Copy, PartialEq)]
struct Wanted {
    tag: u32,
    from: Option<usize>,
}

impl State {
    /// The rank whose turn it is.
    fn turn(&self) -> Option<usize> {
        let earliest = (0..self.next.len()).min_by(|&a, &b| self.next[a].total_cmp(&self.next[b]))?;
        self.next[earliest].is_finite().then_some(earliest)
    }

    /// The rank whose end is why others wait in vain, if there is one: it has failed, or all that are left
    /// wait for each other.
    fn blamed(&self) -> Option<usize> {
        self.first.filter(|_| self.has_failed || self.turn().is_none())
    }

    /// Whether a message that is wanted may still be sent to a rank.
    fn may_come(&self, rank: usize, Wanted { from, .. }: Wanted) -> bool {
        match from {
            Some(from) => !self.ended[from],
            None => (0..self.ended.len()).any(|other| other != rank && !self.ended[other]),
        }
    }

    /// The first message for a rank that is wanted.
    fn first(&self, rank: usize, Wanted { tag, from }: Wanted) -> Option<Key> {
        let mut sent = self.mail[rank].range((tag, 0, 0)..=(tag, u64::MAX, u64::MAX));
        sent.find(|(_, (sender, _))| from.is_none_or(|from| from == *sender)).map(|(key, _)| *key)
    }
}

impl World<'_> {
    /// Wakes the rank whose turn it is; if none can go on, all that wait.
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

/// Ends the waiting of all others, however a rank ends.
struct Leaving<'w> {
    world: &'w World<'w>,
    rank: usize,
    /// If it fails: because of this rank.
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

/// What the clock of a rank says.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    pub(super) ms: f64,
    /// How much of it the rank has computed.
    pub(super) computed_ms: f64,
}

/// One of the ranks.
pub(super) struct Rank<'w> {
    /// Carries what collective calls send.
    inner: &'w dyn Transport,
    world: &'w World<'w>,
    /// When its clock was last right.
    since: Cell<Instant>,
    computed: Cell<f64>,
}

impl Rank<'_> {
    /// What its clock says.
    pub(super) fn clock(&self) -> Clock {
        let mut state = self.world.state.lock();
        Clock { ms: self.now(&mut state) / 1e3, computed_ms: self.computed.get() / 1e3 }
    }

    /// Moves its clock on by what it has computed since.
    fn now(&self, state: &mut State) -> f64 {
        let now = Instant::now();
        let computed = now.duration_since(self.since.replace(now)).as_secs_f64() * 1e6 * self.world.pace;
        self.computed.set(self.computed.get() + computed);
        let clock = &mut state.clocks[self.rank()];
        *clock += computed;
        *clock
    }

    /// Goes on at this time, when it is its turn.
    fn turn_at(&self, time: f64) {
        let mut state = self.world.state.lock();
        let rank = self.rank();
        (state.clocks[rank], state.next[rank]) = (time, time);
        self.wait(&mut state);
        self.since.set(Instant::now());
    }

    /// Waits for its turn; not if it would be in vain.
    fn wait(&self, state: &mut MutexGuard<'_, State>) {
        self.world.pass_on(state);
        while state.turn() != Some(self.rank()) && state.blamed().is_none() {
            self.world.turns[self.rank()].wait(state);
        }
    }

    /// A call that all ranks make.
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
            // None is waiting for its turn yet, so none runs before all have come back.
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
        let sent = (words.len() - counts[self.rank()]) as u64;
        let call = Call { kind: CallKind::Exchange, words: sent, messages: self.ranks() as u64 - 1 };
        let received = |all: &Parcels| all.words().len() - all.of(self.rank()).len();
        self.collective(|_| call, received, || self.inner.exchange(words, counts))
    }

    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        let call = Call::of_reduction(words.len(), self.ranks());
        self.collective(|()| call, |()| 0, || self.inner.reduce(words, how))
    }

    fn gather(&self, words: &[u64]) -> Result<Parcels> {
        let call = |all: &Parcels| Call::of_gather(all, self.rank());
        let received = |all: &Parcels| all.words().len() - all.of(self.rank()).len();
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
