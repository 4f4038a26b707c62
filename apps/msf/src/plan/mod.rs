//! The task of a command line, in plain values.
//!
//! [`Options`] are resolved here, once, before anything else is done: defaults are filled in, names are
//! looked up, and contradictions are errors. No other code reads options. Each part of the program takes the
//! values that it needs.

mod bench;
mod entrant;
mod forest;
mod points;
mod verify;

use std::process::ExitCode;

use boscage_programs::command_line::{self, About};

pub(crate) use bench::BenchPlan;
pub(crate) use forest::{CheckpointPlan, EstimatePlan, ForestPlan};
pub(crate) use points::PointsPlan;
pub(crate) use verify::VerifyPlan;

use crate::entrant::EntrantPlan;
use crate::options::{Command, Options};

/// A task and its memory limit.
pub(crate) struct Plan {
    pub(crate) task: Task,
    /// Largest number of bytes of the process; `None` for the system's limit.
    pub(crate) memory: Option<u64>,
}

/// A task of the program.
pub(crate) enum Task {
    Forest(ForestPlan),
    Estimate(EstimatePlan),
    Points(PointsPlan),
    PointsEstimate(PointsPlan),
    Verify(VerifyPlan),
    Bench(BenchPlan),
    Entrant(EntrantPlan),
    About(About),
}

impl Plan {
    /// Resolves the command line of this process; if there is nothing to do, returns the exit code.
    pub(crate) fn from_command_line() -> Result<Self, ExitCode> {
        command_line::accept("msf", Options::from_command_line(), Self::new)
    }

    /// Resolves options, or returns an error that the types of the arguments cannot express.
    fn new(Options { command, forest }: Options) -> Result<Self, String> {
        let memory = match &command {
            None => forest.input.memory(),
            Some(Command::Verify(verify)) => verify.input.memory(),
            Some(Command::Bench(bench)) => bench.input.memory(),
            Some(Command::Entrant(_) | Command::About(_)) => None,
        };
        let task = match command {
            None if forest.points.points && forest.estimate => Task::PointsEstimate(PointsPlan::new(forest)?),
            None if forest.points.points => Task::Points(PointsPlan::new(forest)?),
            None if forest.estimate => Task::Estimate(EstimatePlan::new(forest)?),
            None => Task::Forest(ForestPlan::new(forest)?),
            Some(Command::Verify(verify)) => Task::Verify(VerifyPlan::new(verify)?),
            Some(Command::Bench(bench)) => Task::Bench(BenchPlan::new(bench)?),
            Some(Command::Entrant(entrant)) => Task::Entrant(EntrantPlan::new(entrant)?),
            Some(Command::About(about)) => Task::About(about),
        };
        Ok(Self { task, memory })
    }
}

#[cfg(test)]
mod tests {
    use boscage::operators::msf::Auto;
    use clap::Parser;

    use super::*;
    use crate::backend::Operator;

    #[test]
    fn the_default_is_that_of_the_library() {
        let Ok(Plan { task: Task::Forest(plan), memory: None }) = Plan::new(Options::parse_from(["msf"]))
        else {
            panic!("msf finds a forest");
        };
        assert_eq!(plan.operator, Operator::Cpu(&Auto));
    }
}
