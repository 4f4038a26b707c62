//! Exchanges in two steps over a grid of ranks.
//!
//! The ranks fill the rows in their order. A word from rank `s` to rank `t` first goes to the rank in the row
//! of `s` and the column of `t`, then within this column to `t`. So each rank sends about √P messages twice
//! instead of P once.
//!
//! The last row may be short. If it has no rank in the column of `t`, its ranks use the row above.
//!
//! A message holds several parcels: their number, a word per parcel (rank and length), then their words. The
//! rank is the target in the first step and the source in the second one.

use super::Parcels;
use crate::{Result, memory};

/// The grid from the view of one rank.
#[derive(Clone, Debug)]
pub struct Grid {
    ranks: usize,
    columns: usize,
    row: Peers,
    column: Peers,
}

/// The ranks of one step.
#[derive(Clone, Debug)]
pub(super) struct Peers {
    /// The ranks to which this rank sends a message.
    pub(super) to: Vec<usize>,
    /// The ranks from which it receives one.
    pub(super) from: Vec<usize>,
}

impl Grid {
    /// Number of ranks from which on exchanges go over a grid.
    pub const DEFAULT_FROM: usize = 64;

    /// Creates the view of `rank` on the grid of `ranks` ranks.
    pub(super) fn new(rank: usize, ranks: usize) -> Self {
        let columns = (ranks as f64).sqrt().ceil() as usize;
        let none = || Peers { to: Vec::new(), from: Vec::new() };
        let mut grid = Self { ranks, columns, row: none(), column: none() };
        let passes = |from: usize, to: usize| grid.relay(from, to % columns) == to;
        grid.row = Peers {
            to: (0..columns.min(ranks)).map(|column| grid.relay(rank, column)).collect(),
            from: (0..ranks).filter(|&from| passes(from, rank)).collect(),
        };
        let in_column: Vec<usize> = (rank % columns..ranks).step_by(columns).collect();
        grid.column = Peers { from: in_column.clone(), to: in_column };
        grid
    }

    /// Returns the rank that relays words of `from` to the ranks of a column.
    fn relay(&self, from: usize, column: usize) -> usize {
        let in_row = from - from % self.columns + column;
        if in_row < self.ranks { in_row } else { in_row - self.columns }
    }

    /// Returns the ranks of the first step.
    pub(super) fn row(&self) -> &Peers {
        &self.row
    }

    /// Returns the ranks of the second step.
    pub(super) fn column(&self) -> &Peers {
        &self.column
    }

    /// Builds the messages of the first step from words for all ranks and the number of words per rank.
    pub(super) fn outgoing(&self, words: &[u64], counts: &[usize]) -> Result<Vec<Vec<u64>>> {
        let mut parcels = vec![Vec::new(); self.row.to.len()];
        let mut begin = 0;
        for (to, &count) in counts.iter().enumerate() {
            parcels[to % self.columns].push((to, &words[begin..begin + count]));
            begin += count;
        }
        parcels.iter().map(|parcels| packed(parcels)).collect()
    }

    /// Builds the messages of the second step from those received in the first step.
    pub(super) fn passed_on(&self, received: &[(usize, Vec<u64>)]) -> Result<Vec<Vec<u64>>> {
        let mut parcels = vec![Vec::new(); self.column.to.len()];
        for (from, message) in received {
            unpacked(message, |to, words| parcels[to / self.columns].push((*from, words)));
        }
        parcels.iter().map(|parcels| packed(parcels)).collect()
    }

    /// Returns the words ordered by source, from the messages received in the second step.
    pub(super) fn arrived(&self, received: &[(usize, Vec<u64>)]) -> Result<Parcels> {
        let mut by_rank: Vec<&[u64]> = vec![&[]; self.ranks];
        for (_, message) in received {
            unpacked(message, |from, words| by_rank[from] = words);
        }
        let counts = || by_rank.iter().map(|words| words.len());
        let mut words = memory::reserve("the words of an exchange", counts().sum())?;
        by_rank.iter().for_each(|of_rank| words.extend_from_slice(of_rank));
        Ok(Parcels::new(words, counts()))
    }
}

/// Packs parcels into a message; empty ones are left out.
fn packed(parcels: &[(usize, &[u64])]) -> Result<Vec<u64>> {
    let full = || parcels.iter().filter(|(_, words)| !words.is_empty());
    let words: usize = full().map(|(_, words)| words.len()).sum();
    let mut message = memory::reserve("a message of an exchange", 1 + full().count() + words)?;
    message.push(full().count() as u64);
    message.extend(full().map(|&(rank, words)| (words.len() as u64) << RANK_BITS | rank as u64));
    full().for_each(|(_, words)| message.extend_from_slice(words));
    Ok(message)
}

/// Bits of a parcel's word for its rank; the others are its length.
const RANK_BITS: u32 = 24;

/// Calls `see` with the rank and the words of each parcel.
fn unpacked<'m>(message: &'m [u64], mut see: impl FnMut(usize, &'m [u64])) {
    let (&parcels, rest) = message.split_first().expect("a message begins with the number of parcels");
    let (heads, mut words) = rest.split_at(parcels as usize);
    for head in heads {
        let (of_parcel, others) = words.split_at((head >> RANK_BITS) as usize);
        see((head & ((1 << RANK_BITS) - 1)) as usize, of_parcel);
        words = others;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs all exchanges of `ranks` ranks step by step in one thread.
    #[test]
    fn every_word_arrives_for_every_number_of_ranks() {
        for ranks in 1..=40 {
            let grids: Vec<Grid> = (0..ranks).map(|rank| Grid::new(rank, ranks)).collect();
            // Rank s sends (s + 2 t) mod 3 words to rank t.
            let words = |from: usize, to: usize| vec![(from * 1000 + to) as u64; (from + 2 * to) % 3];
            let step = |peers: &dyn Fn(&Grid) -> &Peers, messages: Vec<Vec<Vec<u64>>>| {
                let mut received = vec![Vec::new(); ranks];
                for (from, messages) in messages.into_iter().enumerate() {
                    assert_eq!(peers(&grids[from]).to.len(), messages.len());
                    for (&to, message) in peers(&grids[from]).to.iter().zip(messages) {
                        received[to].push((from, message));
                    }
                }
                for (grid, received) in grids.iter().zip(&received) {
                    assert!(received.iter().map(|(from, _)| from).eq(&peers(grid).from), "{ranks} ranks");
                }
                received
            };
            let outgoing = |from: usize| {
                let all: Vec<_> = (0..ranks).map(|to| words(from, to)).collect();
                grids[from].outgoing(&all.concat(), &all.iter().map(Vec::len).collect::<Vec<_>>()).unwrap()
            };
            let in_row = step(&Grid::row, (0..ranks).map(outgoing).collect());
            let passed_on =
                grids.iter().zip(&in_row).map(|(grid, received)| grid.passed_on(received).unwrap());
            let in_column = step(&Grid::column, passed_on.collect());
            for (to, (grid, received)) in grids.iter().zip(&in_column).enumerate() {
                let arrived = grid.arrived(received).unwrap();
                (0..ranks).for_each(|from| assert_eq!(arrived.from_rank(from), words(from, to)));
            }
        }
    }

    #[test]
    fn few_messages_are_sent() {
        for (ranks, most) in [(64, 16), (100, 20), (1000, 64), (1024, 64)] {
            for rank in [0, ranks / 2, ranks - 1] {
                let grid = Grid::new(rank, ranks);
                assert!(grid.row.to.len() + grid.column.to.len() <= most, "{rank} of {ranks}");
            }
        }
    }
}
