//! The threads and the memory of a rank: its share of its machine.

use boscage::exec::Exec;
use boscage::memory;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator, CommunicatorCollectives};

use crate::faults::in_mpi;

/// Largest number of processors of a machine that are considered, in words of 64.
const WORDS: usize = 64;

/// The machine of a rank, as the rank sees it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Machine {
    /// This rank is the first one on it.
    pub(crate) is_first: bool,
    /// Threads of this rank.
    pub(crate) threads: usize,
    /// Memory of this rank, in bytes, if the system reports it.
    pub(crate) memory: Option<u64>,
}

impl Machine {
    /// Collective.
    pub(crate) fn new(world: &SimpleCommunicator) -> Self {
        let here = in_mpi(|| world.split_shared(world.rank()));
        let own = allowed(&std::fs::read_to_string("/proc/self/status").unwrap_or_default());
        let mut all = vec![0_u64; WORDS * here.size() as usize];
        in_mpi(|| here.all_gather_into(&own[..], &mut all[..]));
        let all: Vec<&[u64]> = all.chunks(WORDS).collect();
        let threads = share(&own, &all, Exec::processors());
        let held = memory::held().unwrap_or_default();
        let memory = memory::available().map(|all| held + all / here.size() as u64);
        Self { is_first: here.rank() == 0, threads, memory }
    }
}

/// Returns the processors that a process may use, one bit each, from its `/proc/self/status`; none if
/// unknown.
fn allowed(status: &str) -> Vec<u64> {
    let mut words = vec![0; WORDS];
    let list = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap_or_default();
    for range in list.trim().split(',') {
        let (first, last) = range.split_once('-').unwrap_or((range, range));
        if let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) {
            (first..=last.min(64 * WORDS - 1)).for_each(|at| words[at / 64] |= 1 << (at % 64));
        }
    }
    words
}

/// Returns the threads of a rank that may use the processors of `own`, if the ranks of its machine may use
/// those of `all`. If no other rank may use them, it uses all of these; otherwise they are shared.
/// `processors` is the number that the system lets this rank use at the same time; if it is less than those
/// of `own`, it is a limit on all ranks of the machine together (of their control group).
fn share(own: &[u64], all: &[&[u64]], processors: usize) -> usize {
    let count = |words: &[u64]| words.iter().map(|word| word.count_ones() as usize).sum::<usize>();
    let union: Vec<u64> = (0..own.len()).map(|at| all.iter().fold(0, |any, words| any | words[at])).collect();
    let listed: usize = all.iter().map(|words| count(words)).sum();
    let threads = match count(own) {
        known if known > 0 && known <= processors => known * count(&union) / listed,
        _ => processors / all.len(),
    };
    threads.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processors_are_shared_where_they_are_the_same() {
        let set = |list: &str| allowed(&format!("Name:\tmsf\nCpus_allowed_list:\t{list}\n"));
        assert_eq!(set("0-1,64").iter().map(|word| word.count_ones()).sum::<u32>(), 3);
        let threads = |lists: &[&str], processors| {
            let all: Vec<_> = lists.iter().map(|list| set(list)).collect();
            share(&all[0], &all.iter().map(Vec::as_slice).collect::<Vec<_>>(), processors)
        };
        // Not bound: 16 processors for 4 ranks.
        assert_eq!(threads(&["0-15"; 4], 16), 4);
        // One rank per socket.
        assert_eq!(threads(&["0-15", "16-31"], 16), 16);
        // One rank per core, and more ranks than cores.
        assert_eq!(threads(&["0", "1"], 1), 1);
        assert_eq!(threads(&["0-1"; 8], 2), 1);
        // Two ranks on each of two sockets.
        assert_eq!(threads(&["0-15", "0-15", "16-31", "16-31"], 16), 8);
        // A control group allows 8 of 64 processors.
        assert_eq!(threads(&["0-63"; 4], 8), 2);
        // A system without the list.
        assert_eq!(threads(&["", ""], 6), 3);
    }
}
