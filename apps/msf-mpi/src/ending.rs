//! The end of all ranks together: one error message, and the same exit code everywhere.
//!
//! Ranks that have failed meet here, on a separate communicator: if a rank returns an error that the others
//! do not know, they may be in any other call. So such a rank does not wait for the others forever: after
//! [`GRACE`] it reports its error and ends all ranks.

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

/// Time that a failed rank waits for the others. If all have agreed on the error, they arrive at once.
const GRACE: Duration = Duration::from_secs(3);

/// The meeting of ranks at the end.
pub(crate) struct Ending {
    comm: SimpleCommunicator,
}

impl Ending {
    /// Collective.
    pub(crate) fn new(world: &SimpleCommunicator) -> Self {
        Self { comm: in_mpi(|| world.duplicate()) }
    }

    /// Returns the exit code of all ranks. `is_idle` is `true` if all messages of this rank have been
    /// received.
    pub(crate) fn meet(&self, ended: Result<(), Failure>, is_idle: bool) -> ExitCode {
        // The first rank with an error of its own, the first rank with any error, and the messages in
        // transit.
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
            // Some messages will never be received: MPI cannot be finalised.
            faults::abort(FAILED.into());
        }
        FAILED.into()
    }

    /// Returns the least of each word over all ranks. After [`GRACE`], `late` is called repeatedly.
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
