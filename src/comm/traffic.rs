//! What the ranks send each other, counted by steps.

use std::time::Duration;

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
    /// A reduction of `len` words as the algorithm of Rabenseifner does it: halves of the array are exchanged
    /// and reduced, then the results are collected in the same way ("Optimization of collective reduction
    /// operations", ICCS 2004).
    pub(super) fn of_reduction(len: usize, ranks: usize) -> Self {
        let (len, ranks) = (len as u64, ranks as u64);
        let steps = u64::from(ranks.next_power_of_two().ilog2());
        Self { kind: CallKind::Reduce, words: 2 * len * (ranks - 1) / ranks, messages: 2 * steps }
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
}
