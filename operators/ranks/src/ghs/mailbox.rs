//! Queues of messages, and their transport to other ranks.

use std::collections::VecDeque;
use std::mem::take;

use boscage_core::comm::Comm;
use boscage_core::{Error, Result, memory};

use super::config::{Aggregation, Counts, Ghs, Queue};
use super::message::{Message, Parcel};

/// The messages of a rank.
pub(super) struct Mailbox<'c, 't> {
    comm: &'c Comm<'t>,
    queues: Queues,
    /// Words for each rank that have not been sent.
    outgoing: Vec<Vec<u64>>,
    /// Number of words that are sent at once.
    enough: usize,
    /// Number of messages sent to other ranks, and number of messages from other ranks that are handled or in
    /// the queue.
    pub(super) sent: u64,
    pub(super) received: u64,
    pub(super) counts: Counts,
    /// The error because of which this rank ignores messages.
    failure: Option<Error>,
}

/// Messages that have arrived, with the numbers of their nodes.
enum Queues {
    OfProcess(VecDeque<(u32, Message)>),
    OfNodes {
        queues: Vec<VecDeque<Message>>,
        /// The nodes that have messages, each once.
        ready: VecDeque<u32>,
    },
}

/// Appends an element, if memory can be allocated for it.
fn push<T>(queue: &mut VecDeque<T>, element: T) -> Result<()> {
    if queue.len() == queue.capacity() {
        let bytes = 2 * (queue.len() * size_of::<T>()) as u64;
        let refused = |_| Error::OutOfMemory { what: "messages that wait", bytes, during: None };
        queue.try_reserve(1).map_err(refused)?; // doubles the capacity
    }
    queue.push_back(element);
    Ok(())
}

impl Queues {
    fn push(&mut self, node: u32, message: Message) -> Result<()> {
        match self {
            Self::OfProcess(queue) => push(queue, (node, message)),
            Self::OfNodes { queues, ready } => {
                if queues[node as usize].is_empty() {
                    push(ready, node)?;
                }
                push(&mut queues[node as usize], message)
            }
        }
    }

    fn pop(&mut self) -> Option<(u32, Message)> {
        match self {
            Self::OfProcess(queue) => queue.pop_front(),
            Self::OfNodes { queues, ready } => loop {
                let &node = ready.front()?;
                let queue = &mut queues[node as usize];
                let message = queue.pop_front();
                if queue.is_empty() {
                    ready.pop_front();
                }
                // There is none if its memory could not be allocated.
                if let Some(message) = message {
                    return Some((node, message));
                }
            },
        }
    }
}

impl<'c, 't> Mailbox<'c, 't> {
    /// Creates a mailbox for this number of nodes.
    pub(super) fn new(comm: &'c Comm<'t>, nodes: usize, config: Ghs) -> Result<Self> {
        let queues = match config.queue {
            Queue::Process => Queues::OfProcess(VecDeque::new()),
            Queue::Node => Queues::OfNodes {
                queues: memory::filled("queues of nodes", nodes, VecDeque::new())?,
                ready: VecDeque::new(),
            },
        };
        let enough = match config.aggregation {
            Aggregation::Together => config.buffer,
            Aggregation::Single => 1,
        };
        let outgoing = memory::filled("words for each rank", comm.ranks(), Vec::new())?;
        let (sent, received, counts) = (0, 0, Counts::default());
        Ok(Self { comm, queues, outgoing, enough, sent, received, counts, failure: None })
    }

    /// Returns the rank of this mailbox.
    pub(super) fn comm(&self) -> &'c Comm<'t> {
        self.comm
    }

    /// Sends a message to a node of another rank, possibly later.
    pub(super) fn send(&mut self, rank: usize, message: &Message) -> Result<()> {
        self.counts.sent[message.body.kind()] += 1;
        self.counts.left += 1;
        let words = &mut self.outgoing[rank];
        if let Err(error) = memory::grow("messages to another rank", words, Message::MOST_WORDS) {
            self.fail(error);
            return Ok(());
        }
        message.append(words);
        self.sent += 1;
        if words.len() >= self.enough { self.flush(rank) } else { Ok(()) }
    }

    /// Sends a message to a node of this rank.
    pub(super) fn send_here(&mut self, node: u32, message: Message) {
        self.counts.sent[message.body.kind()] += 1;
        self.put(node, message);
    }

    /// Receives a message from another rank.
    pub(super) fn receive(&mut self, node: u32, message: Message) {
        self.received += 1;
        self.put(node, message);
    }

    fn put(&mut self, node: u32, message: Message) {
        if self.failure.is_none()
            && let Err(error) = self.queues.push(node, message)
        {
            self.fail(error);
        }
    }

    /// Returns the next message to be handled, with its node.
    pub(super) fn next(&mut self) -> Option<(u32, Message)> {
        self.queues.pop()
    }

    /// Makes this rank ignore all messages, so that the others terminate, too.
    pub(super) fn fail(&mut self, error: Error) {
        while self.queues.pop().is_some() {}
        self.failure.get_or_insert(error);
    }

    /// Returns the error, if there was one.
    pub(super) fn outcome(&mut self) -> Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    fn flush(&mut self, rank: usize) -> Result<()> {
        self.counts.parcels += 1;
        self.comm.send(rank, take(&mut self.outgoing[rank]))
    }

    /// Sends everything that has not been sent.
    pub(super) fn flush_all(&mut self) -> Result<()> {
        let full = |mailbox: &Self, rank: usize| !mailbox.outgoing[rank].is_empty();
        (0..self.outgoing.len()).try_for_each(|rank| if full(self, rank) { self.flush(rank) } else { Ok(()) })
    }

    /// Sends a token, or the end.
    pub(super) fn send_token(&mut self, rank: usize, token: Vec<u64>) -> Result<()> {
        debug_assert!(matches!(Parcel::read(&token), Parcel::Token { .. } | Parcel::End));
        self.counts.tokens += 1;
        self.comm.send(rank, token)
    }
}
