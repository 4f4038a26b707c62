//! `msf-mpi`: minimum spanning forests of graphs on many machines.
//!
//! | file | concern |
//! |---|---|
//! | `options.rs` | the command line |
//! | `transport.rs`, `outbox.rs`, `waiting.rs` | words between ranks, by MPI |
//! | `faults.rs`, `ending.rs`, `failure.rs` | panics, ranks that hang, signals; the end of all ranks together
//! |
//! | `run.rs` | `msf-mpi GRAPH`: reads, finds the forest, writes the outputs |
//! | `input.rs`, `generated.rs`, `output.rs` | the part of the graph on a rank; the forest's file |
//! | `misfit.rs` | detects the launcher of another MPI |
//! | `threads.rs`, `needs.rs` | threads of a rank; memory of a rank, and `--estimate` |
//! | `report.rs`, `traffic.rs` | reports of a run |
//! | `selftest.rs`, `planted.rs` | `--selftest`; faults on purpose, for the tests |
#![deny(unsafe_code)]

mod ending;
mod failure;
mod faults;
mod generated;
mod input;
mod misfit;
mod needs;
mod options;
// It explains why it needs unsafe code.
#[allow(unsafe_code)]
mod outbox;
mod output;
#[cfg(feature = "faults")]
mod planted;
mod report;
mod run;
mod selftest;
mod threads;
mod traffic;
mod transport;
mod waiting;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;

use boscage::comm::Comm;
use boscage_programs::command_line;
use boscage_programs::failure::{FAILED, TROUBLE, report};
use boscage_programs::interrupt;
use boscage_programs::show::say;
use clap::{CommandFactory, Parser};
use mpi::Threading;
use mpi::environment::processor_name;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use ending::Ending;
use faults::in_mpi;
use options::Options;
use threads::Machine;
use transport::Mpi;

fn main() -> ExitCode {
    let parsed = Options::try_parse();
    // Help and the like work without a launcher too.
    match parsed {
        Err(help) if !help.use_stderr() => {
            let printed = command_line::accept("msf-mpi", Err::<Options, _>(help), Ok);
            return printed.err().unwrap_or(FAILED.into());
        }
        Ok(Options { about: Some(about), .. }) => {
            return match about.run(Options::command()) {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => report("msf-mpi", &error, FAILED),
            };
        }
        _ => {}
    }
    interrupt::refuse_large_files();
    boscage::memory::share_arenas();
    let Some((universe, threading)) = mpi::initialize_with_threading(Threading::Funneled) else {
        say("msf-mpi: error: MPI has been started before");
        return FAILED.into();
    };
    let world = universe.world();
    faults::prepare(world.rank() as usize, processor_name().unwrap_or_else(|_| "?".to_owned()));
    if threading < Threading::Funneled {
        faults::say_here("error: this MPI does not support threads");
        faults::abort(FAILED.into());
    }
    if let Some(misfit) = misfit::of(world.size() as usize) {
        if misfit.is_first {
            let started = misfit.processes;
            let why = "use the launcher of the MPI that this program was built for";
            say(&format!("msf-mpi: error: {started} processes were started, but MPI knows of 1: {why}"));
        }
        return FAILED.into();
    }
    faults::watch_signals();
    let code = with_mpi(&world, parsed);
    in_mpi(|| drop(universe));
    code
}

/// Runs a rank, from the command line to the exit code.
fn with_mpi(world: &SimpleCommunicator, parsed: Result<Options, clap::Error>) -> ExitCode {
    #[cfg(feature = "faults")]
    planted::prepare(world.rank() as usize);
    let checked = parsed.and_then(|options| match options.contradiction() {
        Ok(()) => Ok(options),
        Err(message) => Err(Options::command().error(clap::error::ErrorKind::ArgumentConflict, message)),
    });
    // One rank reports errors of the command line.
    let own = if checked.is_err() { world.rank() } else { i32::MAX };
    let mut first = i32::MAX;
    in_mpi(|| world.all_reduce_into(&own, &mut first, mpi::collective::SystemOperation::min()));
    let options = match checked {
        Ok(options) if first == i32::MAX => options.forest,
        Ok(_) => return TROUBLE.into(),
        Err(_) if first < world.rank() => return TROUBLE.into(),
        Err(error) => {
            let refused = command_line::accept("msf-mpi", Err::<Options, _>(error), Ok);
            return refused.err().unwrap_or(TROUBLE.into());
        }
    };
    if let Some(most) = options.comm_timeout
        && let Err(error) = faults::watch(most)
    {
        faults::say_here(&format!("error: no thread for --comm-timeout: {error}"));
        faults::abort(FAILED.into());
    }
    let ending = Ending::new(world);
    let machine = Machine::new(world);
    let transport = Mpi::new(SimpleCommunicator::world(), Mpi::MOST);
    let work = || {
        if options.selftest {
            return selftest::run().map_err(failure::Failure::from);
        }
        let comm = &Comm::with_grid(&transport, options.grid_from);
        run::run(comm, machine, &options)
    };
    // The panic of another thread arrives here when the main thread has waited for it. The hook has reported
    // it.
    let ended = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| faults::abort(faults::PANICKED));
    ending.meet(ended, transport.is_idle())
}

#[cfg(test)]
mod tests {
    use boscage_programs::command_line::{About, undocumented};

    use super::*;

    #[test]
    fn manual_pages_have_every_option() {
        let folder = tempfile::tempdir().unwrap();
        About::Man { folder: Some(folder.path().to_owned()) }.run(Options::command()).unwrap();
        assert_eq!(undocumented(Options::command(), folder.path()).unwrap(), [""; 0]);
    }
}
