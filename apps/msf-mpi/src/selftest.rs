//! `msf-mpi --selftest`: all kinds of messages between the ranks, each checked on arrival.
//!
//! A wrong word is a panic, with the rank and the step.

use boscage::comm::{Comm, Parcels, Reduction, Transport};
use boscage::random::mix;
use boscage::{Error, Result, memory};
use boscage_programs::show::print;
use mpi::topology::SimpleCommunicator;

use crate::transport::Mpi;

/// Largest number of words per call of MPI: MPI's limit, and so few that everything is cut into pieces.
const MOST: [usize; 2] = [Mpi::MOST, 7];

/// Sends all kinds of messages.
pub(crate) fn run() -> Result<()> {
    let mut checks = 0;
    for most in MOST {
        let mpi = Mpi::new(SimpleCommunicator::world(), most);
        for grid_from in [usize::MAX, 2] {
            let comm = &Comm::with_grid(&mpi, grid_from);
            comm.step("exchanges", 0);
            let lens: &[usize] = if most > 7 { &[0, 1, 3, 70_000] } else { &[0, 1, 7, 14, 40] };
            for (round, &len) in lens.iter().enumerate() {
                (0..3).try_for_each(|more| exchange(comm, len, (3 * round + more) as u64))?;
            }
            comm.step("gathering", 0);
            lens.iter().try_for_each(|&len| gather(comm, len))?;
            if grid_from == usize::MAX {
                comm.step("short memory", 0);
                short_memory(comm)?;
            }
            comm.step("reductions", 0);
            [0, 1, 6, 7, 8, 100].iter().try_for_each(|&len| reduce(comm, len))?;
            comm.step("messages", 0);
            messages(comm, if most > 7 { 200_000 } else { 20 })?;
            checks += 1;
        }
        assert!(mpi.is_idle(), "expected that all messages have arrived");
    }
    match Mpi::new(SimpleCommunicator::world(), MOST[0]) {
        mpi if mpi.rank() == 0 => print(format!("all words have arrived, {checks} times\n")),
        _ => Ok(()),
    }
}

/// Returns a number that depends on all of these.
fn draw(numbers: &[u64]) -> u64 {
    numbers.iter().fold(1, |draw, &number| mix(draw ^ number))
}

/// Every rank sends up to `len` words to every rank; about half of them send none.
fn exchange(comm: &Comm<'_>, len: usize, round: u64) -> Result<()> {
    let words = |from: usize, to: usize| -> Vec<u64> {
        let draw = |more: u64| draw(&[from as u64, to as u64, round, more]);
        let len = if draw(0) % 2 == 0 { 0 } else { draw(1) as usize % (len + 1) };
        (0..len as u64).map(|at| draw(2 + at)).collect()
    };
    let all: Vec<_> = (0..comm.ranks()).map(|to| words(comm.rank(), to)).collect();
    let counts: Vec<usize> = all.iter().map(Vec::len).collect();
    let received = comm.exchange(&all.concat(), &counts)?;
    (0..comm.ranks())
        .for_each(|from| assert!(received.from_rank(from) == words(from, comm.rank()), "from {from}"));
    Ok(())
}

/// Every rank sends up to `len` words to all.
fn gather(comm: &Comm<'_>, len: usize) -> Result<()> {
    let words = |rank: usize| -> Vec<u64> {
        let len = draw(&[rank as u64, 7]) as usize % (len + 1);
        (0..len as u64).map(|at| draw(&[rank as u64, at])).collect()
    };
    let received = comm.gather(&words(comm.rank()))?;
    (0..comm.ranks()).for_each(|from| assert!(received.from_rank(from) == words(from), "from {from}"));
    Ok(())
}

/// Checks that all ranks fail together if one has no memory for its words.
fn short_memory(comm: &Comm<'_>) -> Result<()> {
    const WORDS: usize = 1 << 17;
    let last = comm.ranks() - 1;
    if last == 0 {
        return Ok(());
    }
    let words = vec![1; WORDS * comm.ranks()];
    let calls: [&dyn Fn() -> Result<Parcels>; 2] =
        [&|| comm.exchange(&words, &vec![WORDS; comm.ranks()]), &|| comm.gather(&words)];
    for call in calls {
        memory::set_limit((comm.rank() == last).then_some(WORDS as u64));
        let failed = call();
        memory::set_limit(None);
        match failed.map(drop) {
            Err(Error::OutOfMemory { .. }) if comm.rank() == last => {}
            Err(Error::OtherRank { rank }) if comm.rank() != last && rank == last => {}
            other => panic!("without memory on rank {last}: {other:?}"),
        }
    }
    Ok(())
}

/// Sums, minima and maxima, of large numbers too.
fn reduce(comm: &Comm<'_>, len: u64) -> Result<()> {
    let words = |rank: usize| (0..len).map(move |at| draw(&[rank as u64, at]));
    for how in [Reduction::Sum, Reduction::Min, Reduction::Max] {
        let mut reduced: Vec<u64> = words(comm.rank()).collect();
        comm.reduce(&mut reduced, how)?;
        let mut expected: Vec<u64> = words(0).collect();
        for rank in 1..comm.ranks() {
            expected.iter_mut().zip(words(rank)).for_each(|(one, other)| *one = how.apply(*one, other));
        }
        assert!(reduced == expected, "{how:?}");
    }
    Ok(())
}

/// Every rank sends messages to every rank, itself included, before it receives any. They arrive in order.
/// Then there are none, until a rank that has received everything starts again.
fn messages(comm: &Comm<'_>, longest: u64) -> Result<()> {
    const EACH: u64 = 20;
    let len = |number: u64| if number == EACH - 1 { longest } else { number % 16 };
    let words = |from: usize, to: usize, number: u64| -> Vec<u64> {
        (0..len(number)).map(|at| draw(&[from as u64, to as u64, number, at])).collect()
    };
    for number in 0..EACH {
        for to in 0..comm.ranks() {
            comm.send(to, words(comm.rank(), to, number))?;
        }
    }
    let mut next = vec![0; comm.ranks()];
    let mut waits = false;
    for _ in 0..EACH * comm.ranks() as u64 {
        let (from, received) = loop {
            // Both ways of receiving, in turn.
            waits = !waits;
            if let Some(message) = comm.receive(waits)? {
                break message;
            }
        };
        assert!(received == words(from, comm.rank(), next[from]), "message {} from {from}", next[from]);
        next[from] += 1;
    }
    comm.reduced(0, Reduction::Sum)?;
    assert!(comm.receive(false)?.is_none(), "no message is left");
    comm.reduced(0, Reduction::Sum).map(drop)
}
