//! The end of all ranks together: what is said, once, and the exit code, the same everywhere.
//!
//! Ranks that have failed meet here, on a communicator of their own: if a rank returns an error of which the
//! others have not heard, they may be in any other call. So a rank with an error of its own does not wait for
//! the others forever: after [`GRACE`] it says its error and ends all ranks.

use std::process::ExitCode;
use std::thread::sleep;
use std::time::{Duration, Instant};

use boscage_programs::failure::FAILED;
use mpi::collective::SystemOperation;
use mpi::request::scope;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use crate::failure::Failure;
use crate::faults::{self, in_mpi};

/// The time that a rank that has failed waits for the others. Where all have agreed on the error, they come
/// at once.
const GRACE: Duration = Duration::from_secs(3);

/// The meeting of ranks in the end.
pub(crate) struct Ending {
    comm: SimpleCommunicator,
}

impl Ending {
    /// Collective.
    pub(crate) fn new(world: &SimpleCommunicator) -> Self {
        Self { comm: in_mpi(|| world.duplicate()) }
    }

    /// The exit code that all ranks return. `is_idle` says whether all messages of this rank have been
    /// received.
    pub(crate) fn meet(&self, ended: Result<(), Failure>, is_idle: bool) -> ExitCode {
        // The first rank with an error of its own, the first rank with any, and the messages that are under
        // way.
        let rank = |holds: bool| if holds { self.comm.rank() as u64 } else { u64::MAX };
        let is_own = ended.as_ref().is_err_and(Failure::is_own);
        let own = [rank(is_own), rank(ended.is_err()), u64::from(is_idle)];
        let [speaker, failed, all_idle] = self.least(own, || match &ended {
            Ok(()) => {}
            Err(failure) => {
                if is_own {
                    faults::say_here(&format!("error: {failure} (the other ranks do not know of it)"));
                }
                faults::abort(FAILED.into())
            }
        });
        if failed == u64::MAX {
            return ExitCode::SUCCESS;
        }
        if let Err(failure) = ended
            && (self.comm.rank() as u64) == if speaker == u64::MAX { failed } else { speaker }
        {
            faults::say_here(&format!("error: {failure}"));
        }
        if all_idle == 0 {
            // Messages that nobody will receive: MPI could not be ended in order.
            faults::abort(FAILED.into());
        }
        FAILED.into()
    }

    /// The least of each word over all ranks. After [`GRACE`], `late` is called again and again.
    fn least<const N: usize>(&self, own: [u64; N], late: impl Fn()) -> [u64; N] {
        let (begin, mut least) = (Instant::now(), [0; N]);
        in_mpi(|| {
            scope(|scope| {
                let min = SystemOperation::min();
                let mut waiting = self.comm.immediate_all_reduce_into(scope, &own[..], &mut least[..], min);
                while let Err(request) = waiting.test() {
                    waiting = request;
                    sleep(Duration::from_micros(200));
                    if begin.elapsed() > GRACE {
                        late();
                    }
                }
            });
        });
        least
    }
}
