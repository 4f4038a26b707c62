//! Messages in transit. The only unsafe code of this program.
//!
//! `MPI_Isend` returns before it has read the message, so the message must stay in place until `MPI_Test` or
//! `MPI_Wait` reports that sending is complete. rsmpi expresses this by a lifetime: a request borrows its
//! buffer for the whole of a scope. But it is not known in which scope a message will be complete: its
//! receiver may ask for it much later. So the outbox owns the words and lends them to requests of rsmpi's
//! static scope.
//!
//! Two unsafe blocks follow from this, one that lends the words for `'static` and one that takes them back:
//!
//! - The words of a [`Sending`] are in a box of their own that was made a raw pointer: it does not move, and
//!   nothing refers to the words but the requests, which only read them.
//! - They are freed in one place, [`Sending::free`], after every request is gone. A request is gone when MPI
//!   has reported that it is complete.
//! - If that never happens, they are never freed: a [`Sending`] has no destructor, so words leak at worst.

use std::collections::VecDeque;
use std::mem::forget;

use mpi::Tag;
use mpi::request::{Request, StaticScope};
use mpi::topology::Process;
use mpi::traits::Destination;

/// One message, which may go in several pieces.
struct Sending {
    /// Pieces that are not known to be complete.
    requests: Vec<Request<'static, [u64]>>,
    words: *mut [u64],
}

/// Messages that are not known to be complete, in the order of sending.
#[derive(Default)]
pub(crate) struct Outbox(VecDeque<Sending>);

impl Outbox {
    /// Starts to send the words to a rank: in pieces of `most` words, then a shorter one, which may be empty.
    pub(crate) fn send(&mut self, to: &Process<'_>, tag: Tag, words: Vec<u64>, most: usize) {
        let words: *mut [u64] = Box::into_raw(words.into_boxed_slice());
        // SAFETY: the pointer comes from a box, so it is valid. The words are not written to, and not freed
        // before all requests below are complete (the module's documentation).
        let lent: &'static [u64] = unsafe { &*words };
        let last = lent.len() / most * most;
        let (whole, rest) = lent.split_at(last);
        let pieces = whole.chunks(most).chain([rest]);
        let send = |piece| to.immediate_send_with_tag(StaticScope, piece, tag);
        self.0.push_back(Sending { requests: pieces.map(send).collect(), words });
    }

    /// Frees the first messages, as far as they are complete. (Later ones, although complete, wait for those
    /// before them.)
    pub(crate) fn tidy(&mut self) {
        while let Some(first) = self.0.pop_front() {
            if let Err(waiting) = first.free() {
                self.0.push_front(waiting);
                break;
            }
        }
    }

    /// Returns `true` if all messages are complete.
    pub(crate) fn is_empty(&mut self) -> bool {
        self.tidy();
        self.0.is_empty()
    }
}

impl Sending {
    /// Frees the words, if all pieces are complete.
    fn free(mut self) -> Result<(), Self> {
        while let Some(request) = self.requests.pop() {
            if let Err(request) = request.test() {
                self.requests.push(request);
                return Err(self);
            }
        }
        // SAFETY: the pointer was made by `Box::into_raw`. All requests are complete, so nothing refers to
        // the words. This takes the message, so they are freed once.
        let mut words = unsafe { Box::from_raw(self.words) };
        if cfg!(debug_assertions) {
            words.fill(u64::MAX / 3); // a word sent too late is wrong, and `--selftest` finds it
        }
        Ok(())
    }
}

impl Drop for Outbox {
    /// Waiting for a message that nobody receives would not end, so incomplete messages leak.
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.tidy();
        }
        // A request must not be dropped.
        self.0.drain(..).for_each(|sending| sending.requests.into_iter().for_each(forget));
    }
}
