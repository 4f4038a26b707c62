//! The plan of `msf entrant`.

use crate::backend::Backend;
use crate::entrant::EntrantPlan;
use crate::options::EntrantOptions;

impl EntrantPlan {
    pub(super) fn new(options: EntrantOptions) -> Result<Self, String> {
        let EntrantOptions { name, graph, threads, repetitions } = options;
        Ok(Self { operator: Backend::Cpu.operator(&name)?, graph, threads, repetitions })
    }
}
