//! Detection that no message is left.
//!
//! **Method.** A token goes round the ring of ranks and adds up the numbers of messages that each rank has
//! sent to other ranks and received from there (Mattern's "four counters", "Algorithms for distributed
//! termination detection", 1987). A rank passes it on only when it is *idle*: its queue is empty and
//! everything is sent. An idle rank blocks until a message arrives; it does not spin. Rank 0 begins the
//! rounds. It ends the run when two consecutive rounds have given the same sums, with as many messages
//! received as sent.
//!
//! **Correctness.** Let T be the time at which rank 0 ends the first of the two rounds and begins the second.
//! Each rank i was counted once before T, or at T, at a time b(i), and once after it, or at T, at a time
//! e(i); it was idle at both. Counters never fall. So if the sums are the same, the counters of every rank
//! are the same at b(i) and at e(i), and have not changed in between. Rank i was idle at b(i), and received
//! nothing until e(i), so it was idle all the time; at T all ranks were. At T the counters had the values
//! that were added up, so as many messages had been received as sent: none was in transit. Idle ranks send
//! nothing until they receive something. Hence nothing happened after T.
//!
//! Conversely, once nothing happens any more, the next two rounds are equal, so the end is detected.
//!
//! **Messages that wait at a node** until it changes are in no queue. They are handled after a message has
//! changed the node, and without any further message they never are. So they need not be counted: when
//! nothing happens any more, none of them can be handled. That none is left then is a property of the
//! algorithm of Gallager, Humblet and Spira, and the operator asserts it.

use boscage_core::Result;

use super::mailbox::Mailbox;
use super::message::Parcel;

/// The state of one rank in the detection of the end.
pub(super) enum Ending {
    /// Rank 0 before the first round.
    Start,
    /// The token is on another rank.
    Elsewhere { last: Option<(u64, u64)> },
    /// The token is here, with the sums of the ranks before.
    Here { last: Option<(u64, u64)>, sums: (u64, u64) },
    /// No message will arrive.
    Over,
}

impl Ending {
    pub(super) fn new(rank: usize) -> Self {
        if rank == 0 { Self::Start } else { Self::Elsewhere { last: None } }
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }

    /// Receives the token.
    pub(super) fn take(&mut self, sent: u64, received: u64) {
        let Self::Elsewhere { last } = *self else { unreachable!("there is one token") };
        *self = Self::Here { last, sums: (sent, received) };
    }

    /// Receives the end.
    pub(super) fn end(&mut self) {
        *self = Self::Over;
    }

    /// Passes the token on if it is here. The rank must be idle.
    pub(super) fn idle(&mut self, mailbox: &mut Mailbox<'_, '_>) -> Result<()> {
        let (rank, ranks) = (mailbox.comm().rank(), mailbox.comm().ranks());
        let next = (rank + 1) % ranks;
        match *self {
            Self::Elsewhere { .. } | Self::Over => Ok(()),
            Self::Start if ranks == 1 => {
                self.end();
                Ok(())
            }
            Self::Start => {
                *self = Self::Elsewhere { last: None };
                mailbox.send_token(next, Parcel::token(0, 0))
            }
            Self::Here { last, sums } => {
                let sums = (sums.0 + mailbox.sent, sums.1 + mailbox.received);
                if rank != 0 {
                    *self = Self::Elsewhere { last: None };
                    return mailbox.send_token(next, Parcel::token(sums.0, sums.1));
                }
                if last == Some(sums) && sums.0 == sums.1 {
                    self.end();
                    return (1..ranks).try_for_each(|rank| mailbox.send_token(rank, Parcel::end()));
                }
                *self = Self::Elsewhere { last: Some(sums) };
                mailbox.send_token(next, Parcel::token(0, 0))
            }
        }
    }
}
