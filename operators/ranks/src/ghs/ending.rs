//! How the ranks learn that no message is left.
//!
//! **Idea.** A token goes round the ring of ranks and adds up how many messages each has sent to other ranks
//! and has got from there (Mattern's "four counters", "Algorithms for distributed termination detection",
//! 1987). A rank passes it on only when it is *idle*: its queue is empty and all that it had to send is sent.
//! An idle rank waits for what comes; it does not spin. Rank 0 begins the rounds. It ends everything when two
//! rounds, one after the other, have given the same sums, with as many messages received as sent.
//!
//! **Why it is correct.** Let T be the time at which rank 0 ends the first of the two rounds and begins the
//! second. Each rank i has been counted once before T, or at T, at a time b(i), and once after it, or at T,
//! at a time e(i); it was idle at both. Counters never fall. So if the sums are the same, the counters of
//! every rank are the same at b(i) and at e(i), and have not changed in between. As rank i was idle at b(i),
//! and has received nothing until e(i), it was idle all the time; at T all ranks were. At T the counters had
//! the values that were added up, so as many messages had been received as sent: none was on its way. Idle
//! ranks send nothing until they receive something. Hence nothing happened after T.
//!
//! Conversely, once nothing happens any more, the next two rounds are equal, so the end is found.
//!
//! **Messages that wait at a node**, until it changes, are in no queue. They are handled after a message has
//! changed the node, and without any further message they never are. So they need not be counted: when
//! nothing happens any more, none of them can be handled. That none is left then is a property of the
//! algorithm of Gallager, Humblet and Spira, and the operator asserts it.

use boscage_core::Result;

use super::message::Parcel;
use super::post::Post;

/// The part of one rank in finding the end.
pub(super) enum Ending {
    /// Rank 0: the first round has not begun.
    Start,
    /// The token is elsewhere.
    Elsewhere { last: Option<(u64, u64)> },
    /// The token is here, with what the ranks before have sent and received.
    Here { last: Option<(u64, u64)>, sums: (u64, u64) },
    /// No message will come.
    Over,
}

impl Ending {
    pub(super) fn new(rank: usize) -> Self {
        if rank == 0 { Self::Start } else { Self::Elsewhere { last: None } }
    }

    pub(super) fn is_over(&self) -> bool {
        matches!(self, Self::Over)
    }

    /// The token has come.
    pub(super) fn take(&mut self, sent: u64, received: u64) {
        let Self::Elsewhere { last } = *self else { unreachable!("there is one token") };
        *self = Self::Here { last, sums: (sent, received) };
    }

    /// The end has come.
    pub(super) fn end(&mut self) {
        *self = Self::Over;
    }

    /// The rank is idle: passes the token on, if it is here.
    pub(super) fn idle(&mut self, post: &mut Post<'_, '_>) -> Result<()> {
        let (rank, ranks) = (post.comm().rank(), post.comm().ranks());
        let next = (rank + 1) % ranks;
        match *self {
            Self::Elsewhere { .. } | Self::Over => Ok(()),
            Self::Start if ranks == 1 => {
                self.end();
                Ok(())
            }
            Self::Start => {
                *self = Self::Elsewhere { last: None };
                post.send_token(next, Parcel::token(0, 0))
            }
            Self::Here { last, sums } => {
                let sums = (sums.0 + post.sent, sums.1 + post.received);
                if rank != 0 {
                    *self = Self::Elsewhere { last: None };
                    return post.send_token(next, Parcel::token(sums.0, sums.1));
                }
                if last == Some(sums) && sums.0 == sums.1 {
                    self.end();
                    return (1..ranks).try_for_each(|rank| post.send_token(rank, Parcel::end()));
                }
                *self = Self::Elsewhere { last: Some(sums) };
                post.send_token(next, Parcel::token(0, 0))
            }
        }
    }
}
