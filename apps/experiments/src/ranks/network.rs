//! Times of messages: a model of latency and bandwidth.
//!
//! A message occupies its sender for the *overhead* and for the time of its bytes. It arrives after the
//! *latency*. A collective call begins when the last rank has arrived. For a rank it ends after the latency,
//! an overhead per message that it sends, and the time of the larger of the bytes that it sends and receives.
//! In a reduction, and in a gather for all, each message needs the one before, so each takes the latency.

use std::str::FromStr;

use boscage::comm::{Call, CallKind};
use serde::Serialize;

/// A network.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Network {
    pub(crate) name: String,
    /// Microseconds until a message arrives, and those that it occupies its sender.
    pub(super) latency_us: f64,
    overhead_us: f64,
    /// Gigabytes per second that a rank sends.
    bandwidth: f64,
}

impl Network {
    /// Usual values of a cluster and of a room of desktop computers.
    pub(crate) const DEFAULTS: &str = "InfiniBand=1.5,0.5,12.5 Ethernet=30,5,1.1";

    /// Processes of one machine, on cores that are not close to each other. Open MPI 4.1 between two cores
    /// of one cluster of cores took 0.1 us, 0.03 us and 4 to 8 GB/s.
    pub(crate) fn one_machine() -> Self {
        Self { name: "one machine".to_owned(), latency_us: 0.3, overhead_us: 0.1, bandwidth: 5.0 }
    }

    /// Returns the microseconds of a collective call for a rank that sends this, and receives as many
    /// `words`.
    pub(super) fn collective_us(&self, call: &Call, received: u64) -> f64 {
        let messages = call.messages as f64;
        let latencies = match call.kind {
            CallKind::Reduce | CallKind::Gather => messages,
            _ => messages.min(1.0),
        };
        self.latency_us * latencies + self.overhead_us * messages + self.bytes_us(call.words.max(received))
    }

    /// Returns the microseconds that a message of some words occupies its sender.
    pub(super) fn sending_us(&self, words: usize) -> f64 {
        self.overhead_us + self.bytes_us(words as u64)
    }

    fn bytes_us(&self, words: u64) -> f64 {
        words as f64 * 8.0 / (self.bandwidth * 1e3)
    }
}

impl FromStr for Network {
    type Err = String;

    /// Parses `NAME=LATENCY,OVERHEAD,BANDWIDTH`.
    fn from_str(text: &str) -> Result<Self, String> {
        let parsed = text.split_once('=').and_then(|(name, numbers)| {
            let numbers: Vec<f64> = numbers.split(',').map(str::parse).collect::<Result<_, _>>().ok()?;
            let &[latency_us, overhead_us, bandwidth] = &*numbers else { return None };
            let is_sound = latency_us >= 0.0 && overhead_us >= 0.0 && bandwidth > 0.0;
            let network = Self { name: name.to_owned(), latency_us, overhead_us, bandwidth };
            (is_sound && numbers.iter().all(|number| number.is_finite())).then_some(network)
        });
        parsed.ok_or_else(|| {
            "expected NAME=LATENCY,OVERHEAD,BANDWIDTH, in microseconds and gigabytes per second".to_owned()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_are_three_numbers_with_a_name() {
        assert_eq!(Network::DEFAULTS.split(' ').map(Network::from_str).filter(Result::is_ok).count(), 2);
        for wrong in ["", "a", "a=1,2", "a=1,2,0", "a=-1,2,3", "a=1,2,inf", "a=1,2,3,4", "a=x,2,3"] {
            assert!(Network::from_str(wrong).is_err(), "{wrong}");
        }
    }
}
