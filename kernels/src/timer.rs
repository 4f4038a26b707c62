//! Times of the stages of a call, measured by events on the device.

use boscage_core::exec::{Exec, Stage, StageKind};
use cudarc::driver::{CudaEvent, sys::CUevent_flags};

use crate::error::{Doing, Result};
use crate::gpu::Gpu;

/// Stage of the statistics: the driver loads the kernels. Only in the first call of a process, and long only
/// if the driver has to compile them.
pub const LOAD: &str = "load kernels";
/// Stage of the statistics: copy of the graph to the device.
pub const TO_DEVICE: &str = "to device";
/// Stage of the statistics: everything between the two copies, allocation included.
pub const ON_DEVICE: &str = "on device";
/// Stage of the statistics: copy of the forest to the host.
pub const TO_HOST: &str = "to host";

/// Events in the order of the stages that they end; the first ends none.
pub(crate) struct Timer<'a> {
    gpu: &'a Gpu,
    start: CudaEvent,
    stages: Vec<(&'static str, CudaEvent)>,
}

impl<'a> Timer<'a> {
    /// Begins the first stage.
    pub(crate) fn start(gpu: &'a Gpu) -> Result<Self> {
        Ok(Self { gpu, start: event(gpu)?, stages: Vec::new() })
    }

    /// Ends a stage and begins the next.
    pub(crate) fn end(&mut self, stage: &'static str) -> Result<()> {
        self.stages.push((stage, event(self.gpu)?));
        Ok(())
    }

    /// Waits for the last event, and records the stages.
    pub(crate) fn record(self, exec: &Exec) -> Result<()> {
        let mut from = &self.start;
        for (stage, to) in &self.stages {
            let milliseconds = from.elapsed_ms(to).doing("read the time")?;
            let kind = if *stage == ON_DEVICE { StageKind::Device } else { StageKind::Copy };
            exec.add_stage(Stage::new(kind, stage), f64::from(milliseconds) / 1e3);
            from = to;
        }
        Ok(())
    }
}

/// Events in the order of the phases that they end; phases occur in every round.
pub(crate) struct Phases<'a> {
    gpu: &'a Gpu,
    start: CudaEvent,
    all: Vec<(&'static str, CudaEvent)>,
}

impl<'a> Phases<'a> {
    /// Begins the first phase.
    pub(crate) fn start(gpu: &'a Gpu) -> Result<Self> {
        Ok(Self { gpu, start: event(gpu)?, all: Vec::new() })
    }

    /// Ends a phase and begins the next.
    pub(crate) fn end(&mut self, phase: &'static str) -> Result<()> {
        self.all.push((phase, event(self.gpu)?));
        Ok(())
    }

    /// Waits for the last event, and records the time of each phase in all rounds together.
    pub(crate) fn record(&self, exec: &Exec) -> Result<()> {
        let mut sums: Vec<(&str, f64)> = Vec::new();
        let mut from = &self.start;
        for (phase, to) in &self.all {
            let milliseconds = f64::from(from.elapsed_ms(to).doing("read the time")?);
            match sums.iter_mut().find(|(name, _)| name == phase) {
                Some((_, sum)) => *sum += milliseconds,
                None => sums.push((phase, milliseconds)),
            }
            from = to;
        }
        for (phase, milliseconds) in sums {
            exec.add_stage(of_device(phase), milliseconds / 1e3);
        }
        Ok(())
    }
}

/// Returns a phase of the stage on the device.
pub(crate) fn of_device(phase: &str) -> Stage<'_> {
    Stage::new(StageKind::Device, phase).within(ON_DEVICE)
}

/// Records an event, which the device passes when it has done all earlier calls.
fn event(gpu: &Gpu) -> Result<CudaEvent> {
    let stream = gpu.stream();
    let event = stream.context().new_event(Some(CUevent_flags::CU_EVENT_DEFAULT)).doing("create an event")?;
    event.record(stream).doing("create an event")?;
    Ok(event)
}
