//! Ranks as threads: all calls, and ranks whose peers end.

use super::*;

#[test]
fn words_arrive_where_they_should_in_both_kinds_of_exchange() {
    for (ranks, grid_from) in [(1, 2), (2, 2), (5, 2), (5, 99), (17, 2), (17, 99)] {
        run_with(ranks, |transport| {
            let comm = Comm::with_grid(transport, grid_from);
            // Many exchanges in a row, so that ranks are in different ones.
            for round in 0..50 {
                let words = |from: usize, to: usize| vec![(from * 100 + to) as u64; (from + to + round) % 3];
                let all: Vec<_> = (0..ranks).map(|to| words(comm.rank(), to)).collect();
                let counts: Vec<usize> = all.iter().map(Vec::len).collect();
                let received = comm.exchange(&all.concat(), &counts)?;
                (0..ranks).for_each(|from| assert_eq!(received.from_rank(from), words(from, comm.rank())));
            }
            Ok(())
        })
        .unwrap();
    }
}

#[test]
fn reductions_are_those_of_all_ranks() {
    for ranks in [1, 2, 3, 8] {
        for len in [0, 1, 2, 100] {
            let reduced = |how| {
                run(ranks, |comm| {
                    let mut words: Vec<u64> = (0..len).map(|i| (comm.rank() as u64 + 1) * i).collect();
                    comm.reduce(&mut words, how)?;
                    Ok(words)
                })
            };
            let (ranks, all) = (ranks as u64, |factor: u64| (0..len).map(|i| factor * i).collect::<Vec<_>>());
            for (how, factor) in
                [(Reduction::Sum, ranks * (ranks + 1) / 2), (Reduction::Min, 1), (Reduction::Max, ranks)]
            {
                assert!(reduced(how).unwrap().iter().all(|words| *words == all(factor)), "{how:?}");
            }
        }
    }
}

#[test]
fn messages_arrive_in_order_and_from_oneself() {
    run(3, |comm| {
        for i in 0..100 {
            (0..3).try_for_each(|to| comm.send(to, vec![i]))?;
        }
        let mut next = [0; 3];
        for _ in 0..300 {
            let (from, words) = comm.receive(true)?.unwrap();
            assert_eq!(words, [next[from]]);
            next[from] += 1;
        }
        comm.reduced(0, Reduction::Sum)?;
        assert_eq!(comm.receive(false)?, None);
        comm.reduced(0, Reduction::Sum).map(drop)
    })
    .unwrap();
}

#[test]
fn no_rank_waits_for_one_that_has_ended() {
    let fails = |how: &(dyn Fn(&Comm<'_>) -> Result<()> + Sync)| {
        run(4, |comm| {
            if comm.rank() == 2 {
                return Err(Error::Cancelled);
            }
            how(comm)
        })
        .unwrap_err()
    };
    assert!(matches!(fails(&|comm| comm.reduced(1, Reduction::Sum).map(drop)), Error::Cancelled));
    assert!(matches!(fails(&|comm| comm.receive(true).map(drop)), Error::Cancelled));
    let agrees = |comm: &Comm<'_>| comm.agree(comm.reduced(1, Reduction::Sum)).map(drop);
    assert!(matches!(fails(&agrees), Error::Cancelled));
    // The others do not wait for a rank that has returned early, whatever they call,
    let calls: [fn(&Comm<'_>) -> Result<()>; 5] = [
        |comm| comm.reduced(1, Reduction::Sum).map(drop),
        |comm| comm.gather(&[1]).map(drop),
        |comm| comm.exchange(&[1; 5], &[1; 5]).map(drop),
        |comm| Comm::with_grid(comm.transport, 2).exchange(&[1; 5], &[1; 5]).map(drop),
        |comm| comm.receive_from(3).map(drop),
    ];
    for call in calls {
        let early = run(5, |comm| if comm.rank() == 3 { Ok(()) } else { call(comm) });
        assert_eq!(early.unwrap_err().to_string(), "rank 3 has ended, so this one cannot go on");
        // also in a second call.
        let twice = run(5, |comm| if comm.rank() == 3 { Ok(()) } else { call(comm).or_else(|_| call(comm)) });
        assert_eq!(twice.unwrap_err().to_string(), "rank 3 has ended, so this one cannot go on");
    }
}

#[test]
fn gathering_brings_what_an_exchange_of_copies_does() {
    for (ranks, few) in [(1, 3), (2, 3), (5, 3), (8, 3), (2, 20_000), (5, 20_000)] {
        run(ranks, |comm| {
            let words = vec![comm.rank() as u64; few + comm.rank()];
            let all = comm.gather(&words)?;
            let counts = vec![words.len(); ranks];
            assert_eq!(all, comm.exchange(&words.repeat(ranks), &counts)?);
            let gathered = comm.take_traffic().calls[0].1;
            let received: usize = (0..ranks).map(|rank| few + rank).sum::<usize>() - words.len();
            let sent = gathered.words as usize;
            assert!(sent.abs_diff(received) <= ranks * ranks, "{sent} words sent, {received} received");
            // Together, the ranks send as much as they receive.
            let sum = comm.reduced(gathered.words, Reduction::Sum)?;
            assert_eq!(sum, comm.reduced(received as u64, Reduction::Sum)?);
            let messages = if few > 10_000 { ranks - 1 } else { [0, 0, 1, 2, 2, 3, 3, 3, 3][ranks] };
            assert_eq!(gathered.messages, messages as u64, "{ranks} ranks");
            Ok(())
        })
        .unwrap();
    }
}

#[test]
#[should_panic(expected = "on purpose")]
fn a_panic_on_one_rank_ends_all() {
    let _ = run(3, |comm| {
        assert!(comm.rank() != 1, "on purpose");
        comm.reduced(1, Reduction::Sum)
    });
}

#[test]
fn all_agree_that_one_has_failed() {
    let failed = run(3, |comm| {
        let result = if comm.rank() == 1 { Err(Error::Cancelled) } else { Ok(()) };
        let agreed = comm.agree(result);
        match comm.rank() {
            1 => assert!(matches!(agreed, Err(Error::Cancelled))),
            _ => assert!(matches!(agreed, Err(Error::OtherRank { rank: 1 }))),
        }
        comm.agree(Ok(7))
    });
    assert_eq!(failed.unwrap(), [7; 3]);
}
