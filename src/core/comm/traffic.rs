//! Traffic between ranks, counted by steps.

use std::time::Duration;

use super::Parcels;

/// The pattern of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum CallKind {
    /// From every rank to every rank, in one step.
    Exchange,
    /// The first step of an exchange over a grid: within the row.
    Row,
    /// The second step of an exchange over a grid: within the column.
    Column,
    /// A reduction over all ranks.
    Reduce,
    /// The same words from every rank to every rank.
    Gather,
    /// A single message.
    Message,
}

/// The traffic that one rank sends in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call {
    /// Pattern of the call.
    pub kind: CallKind,
    /// Number of 64-bit words.
    pub words: u64,
    /// Number of messages.
    pub messages: u64,
}

impl Call {
    /// An exchange in which this many words go to other ranks: one message to each.
    #[must_use]
    pub fn exchange(words: usize, ranks: usize) -> Self {
        Self { kind: CallKind::Exchange, words: words as u64, messages: ranks as u64 - 1 }
    }

    /// Computes the traffic of a reduction of `len` words. Few words are exchanged whole, with ranks at
    /// distances 1, 2, 4, ...; of many, halves are exchanged and reduced, then the results are collected in
    /// the same way (R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of collective communication
    /// operations in MPICH", 2005).
    #[must_use]
    pub fn reduction(len: usize, ranks: usize) -> Self {
        /// Number of words from which on halves are exchanged: 2 KiB, as in MPICH.
        const MANY: usize = 256;
        let steps = u64::from(ranks.next_power_of_two().ilog2());
        let (words, messages) = match len {
            ..MANY => (len as u64 * steps, steps),
            _ => (2 * len as u64 * (ranks as u64 - 1) / ranks as u64, 2 * steps),
        };
        Self { kind: CallKind::Reduce, words, messages }
    }

    /// Computes the traffic of gathering these words. If there are few, a rank sends all words that it has to
    /// the ranks 1, 2, 4, ... places before (J. Bruck and others, "Efficient algorithms for all-to-all
    /// communications in multiport message-passing systems", 1997). Many words go round a ring: in each step,
    /// a rank passes on the words received in the step before. MPICH chooses in this way, too.
    #[must_use]
    pub fn gather(all: &Parcels, rank: usize) -> Self {
        /// Number of words from which on they go round a ring: 80 KiB, as in MPICH.
        const MANY: usize = 10 * 1024;
        let (ranks, total) = (all.counts().len(), all.words().len());
        let of = |places: usize| all.from_rank((rank + places) % ranks).len();
        let (words, messages) = if total >= MANY {
            (total - of(1), ranks - 1)
        } else {
            let distances = (0..ranks.next_power_of_two().ilog2()).map(|step| 1 << step);
            let sent = distances.clone().flat_map(|distance| (0..distance.min(ranks - distance)).map(of));
            (sent.sum(), distances.count())
        };
        Self { kind: CallKind::Gather, words: words as u64, messages: messages as u64 }
    }
}

/// The traffic that one rank has sent in a step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct StepTraffic {
    /// The name of the step.
    pub step: &'static str,
    /// Number of calls.
    pub calls: u64,
    /// Words sent to other ranks.
    pub words: u64,
    /// The part of `words` that was sent in second steps over a grid: these words were sent before, and
    /// passed on.
    pub words_passed_on: u64,
    /// Messages sent to other ranks.
    pub messages: u64,
    /// Time in the calls, including waiting.
    pub seconds: f64,
}

/// The traffic that one rank has sent: by steps, in the order of their first calls, and call by call.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Traffic {
    /// The steps.
    pub steps: Vec<StepTraffic>,
    /// The collective calls in their order, each with the position of its step. All ranks make the same
    /// calls, so the traffic of one call can be compared between ranks.
    pub calls: Vec<(usize, Call)>,
}

impl Traffic {
    pub(super) fn add(&mut self, step: &'static str, call: Call, time: Duration) {
        let at = self.steps.iter().position(|one| one.step == step).unwrap_or_else(|| {
            let (calls, words, words_passed_on, messages, seconds) = (0, 0, 0, 0, 0.0);
            self.steps.push(StepTraffic { step, calls, words, words_passed_on, messages, seconds });
            self.steps.len() - 1
        });
        let one = &mut self.steps[at];
        one.calls += 1;
        one.words += call.words;
        one.words_passed_on += if call.kind == CallKind::Column { call.words } else { 0 };
        one.messages += call.messages;
        one.seconds += time.as_secs_f64();
        if call.kind != CallKind::Message {
            self.calls.push((at, call));
        }
    }

    /// Returns the number of words sent to other ranks.
    #[must_use]
    pub fn words(&self) -> u64 {
        self.steps.iter().map(|one| one.words).sum()
    }

    /// Returns the sum of all messages outside of collective calls, as one call.
    #[must_use]
    pub fn single_messages(&self) -> Call {
        let collective =
            |number: fn(&Call) -> u64| self.calls.iter().map(|(_, call)| number(call)).sum::<u64>();
        let messages = self.steps.iter().map(|one| one.messages).sum::<u64>();
        Call {
            kind: CallKind::Message,
            words: self.words() - collective(|call| call.words),
            messages: messages - collective(|call| call.messages),
        }
    }
}
