//! How long messages take, in a model of latency and bandwidth.
//!
//! What a rank sends in a call takes the latency once, an *overhead* for each message, and the time of its
//! bytes. The call is over when the slowest rank is done; then the next one begins. In reductions and
//! gathering, each message needs the one before, so each takes the latency. Single messages, outside of
//! collective calls, take their overhead and their bytes. Of their waiting for each other only the longest
//! *way* of a broadcast is in the model, there and back: a latency for each step to another rank.
//!
//! Computing takes no time here: what the model says is how long a rank is occupied with communication, at
//! least.

use std::str::FromStr;

use boscage::comm::{Call, CallKind, Traffic};
use serde::Serialize;

/// A network.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Network {
    pub(crate) name: String,
    /// Microseconds until a message arrives, and those that a rank is occupied with sending one.
    latency_us: f64,
    overhead_us: f64,
    /// Gigabytes per second that a rank sends.
    bandwidth: f64,
}

impl Network {
    /// Those of a cluster and of a room of desktop computers, as they are usually given.
    pub(crate) const DEFAULTS: &str = "InfiniBand=1.5,0.5,12.5 Ethernet=30,5,1.1";

    /// Milliseconds for what all ranks have sent, with a longest way of this many steps between ranks.
    pub(crate) fn milliseconds(&self, traffic: &[Traffic], way: f64) -> f64 {
        let calls = traffic.iter().map(|one| one.calls.len()).max().unwrap_or(0);
        let longest = |i: usize| {
            let of_ranks = traffic.iter().filter_map(|one| one.calls.get(i));
            of_ranks.map(|(_, call)| self.call(call)).fold(0.0, f64::max)
        };
        let single = traffic.iter().map(|one| {
            let single = one.single_messages();
            self.overhead_us * single.messages as f64 + self.bytes(single.words)
        });
        let single = single.fold(0.0, f64::max) + 2.0 * way * self.latency_us;
        ((0..calls).map(longest).sum::<f64>() + single) / 1e3
    }

    fn call(&self, call: &Call) -> f64 {
        let messages = call.messages as f64;
        let latencies = match call.kind {
            CallKind::Reduce | CallKind::Gather => messages,
            _ => messages.min(1.0),
        };
        self.latency_us * latencies + self.overhead_us * messages + self.bytes(call.words)
    }

    /// Microseconds for words.
    fn bytes(&self, words: u64) -> f64 {
        words as f64 * 8.0 / (self.bandwidth * 1e3)
    }
}

impl FromStr for Network {
    type Err = String;

    /// `NAME=LATENCY,OVERHEAD,BANDWIDTH`.
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
    use boscage::comm::StepTraffic;

    use super::*;

    fn traffic(calls: &[(CallKind, u64, u64)]) -> Traffic {
        let sum = |number: fn(&(CallKind, u64, u64)) -> u64| calls.iter().map(number).sum();
        let (words, messages) = (sum(|call| call.1), sum(|call| call.2));
        let step = StepTraffic { step: "all", calls: 2, words, words_passed_on: 0, messages, seconds: 0.0 };
        let calls = calls.iter().map(|&(kind, words, messages)| (0, Call { kind, words, messages }));
        Traffic { steps: vec![step], calls: calls.collect() }
    }

    #[test]
    fn the_slowest_rank_counts_in_every_call() {
        let network: Network = "n=10,1,0.008".parse().unwrap(); // a word takes a microsecond
        let ranks = [
            traffic(&[(CallKind::Exchange, 100, 3), (CallKind::Reduce, 1, 4)]),
            traffic(&[(CallKind::Exchange, 5, 3), (CallKind::Reduce, 7, 4)]),
        ];
        // 10 + 3 + 100, then 40 + 4 + 7.
        assert!((network.milliseconds(&ranks, 0.0) - 0.164).abs() < 1e-9);
        assert_eq!((network.milliseconds(&[], 0.0), network.milliseconds(&[], 50.0)), (0.0, 1.0));
    }

    #[test]
    fn networks_are_three_numbers_with_a_name() {
        assert_eq!(Network::DEFAULTS.split(' ').map(Network::from_str).filter(Result::is_ok).count(), 2);
        for wrong in ["", "a", "a=1,2", "a=1,2,0", "a=-1,2,3", "a=1,2,inf", "a=1,2,3,4", "a=x,2,3"] {
            assert!(Network::from_str(wrong).is_err(), "{wrong}");
        }
    }
}
