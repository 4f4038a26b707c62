//! MPI as a [`Transport`].
//!
//! | call | MPI |
//! |---|---|
//! | `exchange` | `MPI_Alltoall` of the counts, then `MPI_Alltoallv`, or `MPI_Sendrecv` with each rank in turn |
//! | `gather` | `MPI_Allgather` of the counts, then `MPI_Allgatherv`, or `MPI_Bcast` from each rank in turn |
//! | `reduce` | `MPI_Allreduce` |
//! | `send` | `MPI_Isend`, see [`Outbox`] |
//! | `receive` | `MPI_Iprobe`, then `MPI_Recv` |
//!
//! Ranks meet in an `MPI_Ibarrier` before each collective call. Early ranks wait there without keeping a core
//! busy (see [`waiting`](crate::waiting)), and the call takes only the time of its transfer.
//!
//! Counts and displacements of MPI are of type `int`, so no call carries more than [`Mpi::MOST`] words. In
//! the tests it is 7. Reductions are cut into pieces. So are messages: pieces of exactly that many words,
//! then a shorter one, possibly empty, by which the receiver knows that the message is complete. An exchange
//! in which some rank has more words in all is done with one rank after the other, in pieces.
//! (`MPI_Alltoallv` in rounds would need a copy of the words of each round, because its displacements are of
//! type `int` too.) If all ranks together have more words, each sends its own to all, in pieces.
//!
//! Words are sent as words, never as bytes or structures. Words to oneself are copied.
//!
//! Only the main thread may call MPI. This type is not `Sync`, so other threads cannot have a reference to
//! it. Each call goes through [`in_mpi`], for the watchdog.

use std::cell::RefCell;
use std::collections::{HashMap, VecDeque};

use boscage::comm::{Parcels, Reduction, Transport};
use boscage::{Error, Result, memory};
use mpi::collective::SystemOperation;
use mpi::datatype::{Partition, PartitionMut};
use mpi::point_to_point::{Status, send_receive_into_with_tags};
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives, Destination, Equivalence, Root, Source};

use crate::faults::{self, in_mpi};
use crate::outbox::Outbox;
use crate::waiting::{complete, until};

/// The transport of the words of a [`boscage::comm::Comm`] between processes.
pub(crate) struct Mpi {
    world: SimpleCommunicator,
    rank: usize,
    ranks: usize,
    /// Largest number of words per call.
    most: usize,
    outbox: RefCell<Outbox>,
    /// Messages to this rank itself, by tag.
    own: RefCell<HashMap<u32, VecDeque<Vec<u64>>>>,
    /// Messages of which some pieces have arrived, by rank and tag.
    partial: RefCell<HashMap<(usize, u32), Vec<u64>>>,
}

/// Tag of exchanges with one rank after the other. MPI guarantees tags up to 32,767.
const EXCHANGE_TAG: i32 = 32_767;

/// Number of words per rank up to which an exchange does not agree on available memory.
const FEW: usize = 1 << 16;

/// Words per reduction, because they are copied.
const REDUCED: usize = 1 << 20;

impl Mpi {
    /// Largest number of words per call of MPI.
    pub(crate) const MOST: usize = i32::MAX as usize;

    /// Creates a transport between all ranks with at most `most` words per call.
    pub(crate) fn new(world: SimpleCommunicator, most: usize) -> Self {
        let (rank, ranks) = (world.rank() as usize, world.size() as usize);
        let (outbox, own, partial) = Default::default();
        Self { world, rank, ranks, most: most.clamp(1, Self::MOST), outbox, own, partial }
    }

    /// Returns `true` if all messages of this rank have been sent.
    pub(crate) fn is_idle(&self) -> bool {
        in_mpi(|| self.outbox.borrow_mut().is_empty())
    }

    /// Waits for all ranks.
    fn meet(&self) {
        if self.ranks > 1 {
            in_mpi(|| complete(self.world.immediate_barrier()));
        }
    }

    /// Returns the number of words that each rank has for this one, and the largest number of words that a
    /// rank has for others.
    fn incoming(&self, counts: &[usize]) -> (Vec<usize>, usize) {
        let all = counts.iter().sum::<usize>() as u64;
        let told: Vec<u64> = counts.iter().flat_map(|&count| [count as u64, all]).collect();
        let mut heard = vec![0_u64; told.len()];
        self.meet();
        in_mpi(|| self.world.all_to_all_into(&told[..], &mut heard[..]));
        let of = |at: usize| heard.iter().skip(at).step_by(2).map(|&word| word as usize);
        (of(0).collect(), of(1).max().unwrap_or_default())
    }

    /// Returns the largest number of words that a rank receives, unless one has no memory for them.
    fn agree_on_memory(&self, received: Result<Vec<u64>>) -> Result<(Vec<u64>, usize)> {
        let failed = if received.is_err() { self.ranks - self.rank } else { 0 };
        let mut words = [failed as u64, received.as_ref().map_or(0, |words| words.len() as u64)];
        self.reduce(&mut words, Reduction::Max)?;
        match words[0] as usize {
            0 => Ok((received?, words[1] as usize)),
            failed => Err(received.err().unwrap_or(Error::OtherRank { rank: self.ranks - failed })),
        }
    }

    /// An exchange in one call.
    fn all_at_once(&self, words: &[u64], counts: &[usize], into: &mut [u64], incoming: &[usize]) {
        let int = |counts: &[usize], begins: &[usize]| {
            let others = |(rank, &count)| if rank == self.rank { 0 } else { count as i32 };
            let counts: Vec<i32> = counts.iter().enumerate().map(others).collect();
            (counts, begins.iter().map(|&begin| begin as i32).collect::<Vec<i32>>())
        };
        let (counts, begins) = int(counts, &starts(counts));
        let outgoing = Partition::new(words, counts, begins);
        let (counts, begins) = int(incoming, &starts(incoming));
        let mut incoming = PartitionMut::new(into, counts, begins);
        in_mpi(|| self.world.all_to_all_varcount_into(&outgoing, &mut incoming));
    }

    /// An exchange with one rank after the other: in turn k, words go to the rank k places ahead while others
    /// come from the rank k places behind. No rank waits in a circle: for those that are least far, by turn
    /// and piece, the partners are as far or have done their share already.
    fn in_turn(&self, words: &[u64], counts: &[usize], into: &mut [u64], incoming: &[usize]) {
        let (begins, into_begins) = (starts(counts), starts(incoming));
        for turn in 1..self.ranks {
            let to = (self.rank + turn) % self.ranks;
            let from = (self.rank + self.ranks - turn) % self.ranks;
            let mut outgoing = words[begins[to]..][..counts[to]].chunks(self.most);
            let mut incoming = into[into_begins[from]..][..incoming[from]].chunks_mut(self.most);
            let [to, from] = [to, from].map(|rank| self.world.process_at_rank(rank as i32));
            loop {
                match (outgoing.next(), incoming.next()) {
                    (Some(out), Some(into)) => in_mpi(|| {
                        send_receive_into_with_tags(out, &to, EXCHANGE_TAG, into, &from, EXCHANGE_TAG);
                    }),
                    (Some(out), None) => in_mpi(|| to.send_with_tag(out, EXCHANGE_TAG)),
                    (None, Some(into)) => {
                        in_mpi(|| from.receive_into_with_tag(into, EXCHANGE_TAG));
                    }
                    (None, None) => break,
                }
            }
        }
    }

    /// Receives the next piece of a message with this tag, from this rank or any: its sender and its words.
    fn piece(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        let tag = tag as i32;
        let status = in_mpi(|| match from {
            Some(from) => probe(&self.world.process_at_rank(from as i32), tag, waits),
            None => probe(&self.world.any_process(), tag, waits),
        });
        let Some(status) = status else { return Ok(None) };
        let len = status.count(u64::equivalent_datatype()) as usize;
        let mut words = memory::zeroed("a message", len)?;
        // Only this thread receives, so it gets the message of the probe.
        let from = self.world.process_at_rank(status.source_rank());
        in_mpi(|| from.receive_into_with_tag(&mut words[..], tag));
        Ok(Some((status.source_rank() as usize, words)))
    }
}

impl Transport for Mpi {
    fn rank(&self) -> usize {
        self.rank
    }

    fn ranks(&self) -> usize {
        self.ranks
    }

    fn exchange(&self, words: &[u64], counts: &[usize]) -> Result<Parcels> {
        if self.ranks == 1 {
            return Ok(Parcels::new(words.to_vec(), [words.len()]));
        }
        let (incoming, most_sent) = self.incoming(counts);
        let received = memory::zeroed("the words of an exchange", incoming.iter().sum());
        // All ranks know most_sent, so all take the same branch.
        let (mut received, most_received) = match most_sent.saturating_mul(self.ranks) {
            few if few <= FEW.min(self.most) => (received?, few),
            _ => self.agree_on_memory(received)?,
        };
        let own = &words[starts(counts)[self.rank]..][..counts[self.rank]];
        received[starts(&incoming)[self.rank]..][..own.len()].copy_from_slice(own);
        if most_sent.max(most_received) <= self.most {
            self.all_at_once(words, counts, &mut received, &incoming);
        } else {
            self.in_turn(words, counts, &mut received, &incoming);
        }
        Ok(Parcels::new(received, incoming))
    }

    fn gather(&self, words: &[u64]) -> Result<Parcels> {
        let mut counts = vec![0_u64; self.ranks];
        self.meet();
        in_mpi(|| self.world.all_gather_into(&[words.len() as u64][..], &mut counts[..]));
        let counts: Vec<usize> = counts.into_iter().map(|count| count as usize).collect();
        let all: usize = counts.iter().sum();
        let received = memory::zeroed("the words of all ranks", all);
        let mut received = if all <= FEW { received? } else { self.agree_on_memory(received)?.0 };
        let begins = starts(&counts);
        if all <= self.most {
            let int = |numbers: &[usize]| numbers.iter().map(|&number| number as i32).collect::<Vec<i32>>();
            let mut into = PartitionMut::new(&mut received[..], int(&counts), int(&begins));
            in_mpi(|| self.world.all_gather_varcount_into(words, &mut into));
        } else {
            received[begins[self.rank]..][..words.len()].copy_from_slice(words);
            for (rank, begin) in begins.into_iter().enumerate() {
                let root = self.world.process_at_rank(rank as i32);
                let of_rank = &mut received[begin..][..counts[rank]];
                of_rank.chunks_mut(self.most).for_each(|piece| in_mpi(|| root.broadcast_into(piece)));
            }
        }
        Ok(Parcels::new(received, counts))
    }

    fn reduce(&self, words: &mut [u64], how: Reduction) -> Result<()> {
        if self.ranks == 1 {
            return Ok(());
        }
        let operation = || match how {
            Reduction::Sum => SystemOperation::sum(),
            Reduction::Min => SystemOperation::min(),
            Reduction::Max => SystemOperation::max(),
        };
        self.meet();
        for piece in words.chunks_mut(REDUCED.min(self.most)) {
            let own = piece.to_vec();
            in_mpi(|| self.world.all_reduce_into(&own[..], piece, operation()));
        }
        Ok(())
    }

    fn send(&self, to: usize, tag: u32, words: Vec<u64>) -> Result<()> {
        debug_assert!((tag as i32) < EXCHANGE_TAG);
        if to == self.rank {
            self.own.borrow_mut().entry(tag).or_default().push_back(words);
            return Ok(());
        }
        let to = self.world.process_at_rank(to as i32);
        let mut outbox = self.outbox.borrow_mut();
        in_mpi(|| {
            outbox.send(&to, tag as i32, words, self.most);
            outbox.tidy();
        });
        Ok(())
    }

    fn receive(&self, from: Option<usize>, tag: u32, waits: bool) -> Result<Option<(usize, Vec<u64>)>> {
        if from.is_none_or(|from| from == self.rank)
            && let Some(words) = self.own.borrow_mut().get_mut(&tag).and_then(VecDeque::pop_front)
        {
            return Ok(Some((self.rank, words)));
        }
        in_mpi(|| self.outbox.borrow_mut().tidy());
        let mut partial = self.partial.borrow_mut();
        while let Some((from, piece)) = self.piece(from, tag, waits)? {
            let (is_last, key) = (piece.len() < self.most, (from, tag));
            match partial.get_mut(&key) {
                None if is_last => return Ok(Some((from, piece))),
                None => drop(partial.insert(key, piece)),
                Some(words) => {
                    memory::grow("a message", words, piece.len())?;
                    words.extend_from_slice(&piece);
                    if is_last {
                        return Ok(partial.remove(&key).map(|words| (from, words)));
                    }
                }
            }
        }
        Ok(None)
    }

    fn locate(&self, step: &'static str, round: u64) {
        faults::locate(step, round);
    }
}

/// Returns the status of the next message.
fn probe(source: &impl Source, tag: i32, waits: bool) -> Option<Status> {
    let look = || source.immediate_probe_with_tag(tag);
    if waits { Some(until(look)) } else { look() }
}

/// Returns the position of the first word of each rank.
fn starts(counts: &[usize]) -> Vec<usize> {
    let add = |end: &mut usize, &count: &usize| Some(std::mem::replace(end, *end + count));
    counts.iter().scan(0, add).collect()
}
