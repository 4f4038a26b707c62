//! The history of a run's rounds, on the device and on the host.

use std::mem::offset_of;

use boscage_core::exec::{self, Exec};
use bytemuck::{Pod, Zeroable};

use super::work::Work;
use crate::error::Result;
use crate::gpu::Gpu;
use crate::timer::of_device;

/// Largest number of rounds per run. As in `cuda/contract.cuh`, as are the records below.
const MAX_ROUNDS: usize = 64;
/// The phases of a round.
const PHASES: [&str; 4] = ["bid", "hook", "jump", "contract"];

#[derive(Clone, Copy, Default, Pod, Zeroable)]
#[repr(C)]
struct Round {
    trees: u32,
    edges: u32,
    forest: u32,
    /// The phases, in nanoseconds of the device's clock, which wrap.
    began: [u32; PHASES.len()],
}

/// Record that the host reads after a run.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Totals {
    rounds: u32,
    forest: u32,
    light_rounds: u32,
    ended: u32,
    light_ended: u32,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub(crate) struct Run {
    barrier: [u32; 2],
    line: [u32; 30],
    trees: [u32; 2],
    edges: [u32; 2],
    totals: Totals,
    ticket: u32,
    unfinished: [u32; 3],
    unused: u32,
    pivot: u64,
    history: [Round; MAX_ROUNDS],
}

const _: () = assert!(size_of::<Run>() == 1984, "as in cuda/contract.cuh");

/// The rounds of a run.
pub(super) struct History {
    totals: Totals,
    rounds: Vec<Round>,
}

impl History {
    /// Copies the rounds of a run to the host.
    pub(super) fn of(gpu: &Gpu, work: &Work) -> Result<Self> {
        let mut totals = [Totals::zeroed()];
        gpu.part(&work.run, offset_of!(Run, totals), &mut totals)?;
        let mut rounds = vec![Round::default(); totals[0].rounds as usize];
        gpu.part(&work.run, offset_of!(Run, history), &mut rounds)?;
        Ok(Self { totals: totals[0], rounds })
    }

    /// Returns `true` if the round is the last over light edges.
    fn ends_light_edges(&self, round: usize) -> bool {
        round + 1 == self.totals.light_rounds as usize
    }

    /// Returns the statistics of each round.
    pub(super) fn rounds(&self) -> Vec<exec::Round> {
        let of_round = |i: usize| {
            let Round { edges, forest: before, .. } = self.rounds[i];
            let next = self.rounds.get(i + 1);
            let committed = next.map_or(self.totals.forest, |next| next.forest) - before;
            let retried = if self.ends_light_edges(i) { 0 } else { next.map_or(0, |next| next.edges) };
            let dropped = edges - committed - retried;
            let [committed, retried, dropped] = [committed, retried, dropped].map(u64::from);
            exec::Round::from_counts(committed, retried, dropped)
        };
        (0..self.rounds.len()).map(of_round).collect()
    }

    /// Records the time that each phase took in all rounds together, by the device's clock.
    pub(super) fn record_phases(&self, exec: &Exec) {
        for (phase, name) in PHASES.iter().enumerate() {
            let nanoseconds: u64 = (0..self.rounds.len()).map(|round| self.took(round, phase)).sum();
            exec.add_stage(of_device(name), nanoseconds as f64 / 1e9);
        }
    }

    /// Returns the nanoseconds of a phase of a round. The clock wraps after four seconds.
    fn took(&self, round: usize, phase: usize) -> u64 {
        let began = self.rounds[round].began;
        let ended = match (began.get(phase + 1), self.rounds.get(round + 1)) {
            (Some(&next), _) => next,
            (None, _) if self.ends_light_edges(round) => self.totals.light_ended,
            (None, Some(next)) => next.began[0],
            (None, None) => self.totals.ended,
        };
        ended.wrapping_sub(began[phase]).into()
    }
}
