//! What the ranks send each other, counted by steps.

use std::time::Duration;

use super::Parcels;

/// How words travel in a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CallKind {
    /// From every rank to every rank, in one step.
    Exchange,
    /// The first step of an exchange over a grid: within the row.
    Row,
    /// The second step of an exchange over a grid: within the column.
    Column,
    /// A reduction over all ranks.
    Reduce,
    /// From every rank the same words to every rank.
    Gather,
    /// A single message.
    Message,
}

/// What one rank sends to others in one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// How.
    pub kind: CallKind,
    /// Words of 64 bits.
    pub words: u64,
    /// Messages that carry them.
    pub messages: u64,
}

impl Call {
    /// A reduction of `len` words. Few words are exchanged whole, with ranks at distances 1, 2, 4, ...; of
    /// many, halves are exchanged and reduced, then the results are collected in the same way (Thakur,
    /// Rabenseifner, Gropp, "Optimization of collective communication operations in MPICH", 2005).
    #[must_use]
    pub fn of_reduction(len: usize, ranks: usize) -> Self {
        /// Words from which halves are exchanged: 2 KiB, as in MPICH.
        const MANY: usize = 256;
        let steps = u64::from(ranks.next_power_of_two().ilog2());
        let (words, messages) = match len {
            ..MANY => (len as u64 * steps, steps),
            _ => (2 * len as u64 * (ranks as u64 - 1) / ranks as u64, 2 * steps),
        };
        Self { kind: CallKind::Reduce, words, messages }
    }

    /// Gathering these words. With few of them, a rank sends its own and those that it has to the ranks 1, 2,
    /// 4, ... places before (Bruck and others, "Efficient algorithms for all-to-all communications in
    /// multiport message-passing systems", 1997). Many go round a ring: in each step a rank passes on what
    /// came in the last one. MPICH chooses so (Thakur, Rabenseifner, Gropp, as above).
    #[must_use]
    pub fn of_gather(all: &Parcels, rank: usize) -> Self {
        /// Words from which they go round a ring: 80 KiB, as in MPICH.
        const MANY: usize = 10 * 1024;
        let (ranks, total) = (all.counts().len(), all.words().len());
        let of = |places: usize| all.of((rank + places) % ranks).len();
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

/// What one rank has sent in a step.
#[derive(Clone, Debug, PartialEq)]
pub struct StepTraffic {
    /// The name of the step.
    pub step: &'static str,
    /// How many calls there were.
    pub calls: u64,
    /// Words that went to other ranks.
    pub words: u64,
    /// Of these, words of the second steps of a grid: they were sent before, and passed on.
    pub words_passed_on: u64,
    /// Messages to other ranks.
    pub messages: u64,
    /// Time in the calls, waiting included.
    pub seconds: f64,
}

/// What one rank has sent, by steps in the order of their first calls, and call by call.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traffic {
    /// The steps.
    pub steps: Vec<StepTraffic>,
    /// The collective calls in their order, each with the position of its step. All ranks have the same
    /// calls, so what they sent in one call can be compared.
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

    /// Words that went to other ranks.
    #[must_use]
    pub fn words(&self) -> u64 {
        self.steps.iter().map(|one| one.words).sum()
    }

    /// All messages outside of collective calls, as one call.
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
