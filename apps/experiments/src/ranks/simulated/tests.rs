use super::*;

/// A word takes a microsecond.
fn network() -> Network {
    "n=10,1,0.008".parse().expect("a network")
}

/// The clocks of all ranks after some calls, in microseconds, if computing takes no time.
fn clocks(ranks: usize, calls: impl Fn(&Rank<'_>) -> Result<()> + Sync) -> Vec<f64> {
    let times = run(ranks, &network(), 0.0, |rank| {
        calls(rank)?;
        Ok((rank.clock().ms * 1e6).round() / 1e3)
    });
    times.expect("calls that succeed")
}

#[test]
fn a_collective_call_takes_what_the_model_says_from_the_last_rank_on() {
    let exchange = |rank: &Rank<'_>| {
        let counts: &[usize] = if rank.rank() == 0 { &[50, 100, 7] } else { &[0, 0, 5] };
        rank.exchange(&vec![0; counts.iter().sum()], counts).map(drop)
    };
    // Rank 0 sends most, rank 1 receives most.
    assert_eq!(clocks(3, exchange), [10.0 + 2.0 + 107.0, 10.0 + 2.0 + 100.0, 10.0 + 2.0 + 12.0]);
    assert_eq!(clocks(3, |rank| exchange(rank).and_then(|()| exchange(rank)))[2], 119.0 + 24.0);
    assert_eq!(clocks(2, |rank| rank.reduce(&mut [1; 7], Reduction::Sum)), [10.0 + 1.0 + 7.0; 2]);
    assert_eq!(clocks(2, |rank| rank.gather(&[1; 7]).map(drop)), [10.0 + 1.0 + 7.0; 2]);
    assert_eq!(clocks(1, |rank| rank.gather(&[1; 7]).map(drop)), [0.0]);
}

#[test]
fn messages_arrive_in_the_order_of_simulated_time() {
    let calls = |rank: &Rank<'_>| match rank.rank() {
        0 => {
            assert_eq!(rank.receive(None, 0, false)?, None, "nothing has arrived");
            // Rank 1 has sent a long message first, rank 2 a short one: that arrives first.
            assert_eq!(rank.receive(None, 0, true)?.expect("a message").0, 2);
            assert_eq!(rank.receive(None, 0, false)?, None, "the long one is still on its way");
            assert_eq!(rank.receive(Some(1), 0, true)?.expect("a message").1.len(), 500);
            Ok(())
        }
        other => rank.send(0, 0, vec![0; if other == 1 { 500 } else { 5 }]),
    };
    assert_eq!(clocks(3, calls), [10.0 + 1.0 + 500.0, 501.0, 6.0]);
}

#[test]
fn computing_counts_at_its_pace() {
    let spend = |pace: f64| {
        let spent = run(2, &network(), pace, |rank| {
            std::thread::sleep(std::time::Duration::from_millis(20));
            rank.reduce(&mut [1], Reduction::Sum)?;
            Ok(rank.clock())
        });
        spent.expect("a reduction")[1]
    };
    let (none, all) = (spend(0.0), spend(1.0));
    assert_eq!(none.computed_ms, 0.0);
    // One rank after the other, each in its own time.
    assert!(all.computed_ms >= 20.0 && all.ms >= 20.0 + none.ms, "{all:?}");
}

#[test]
fn no_rank_waits_for_one_that_has_failed_or_ended() {
    let fails = |others: fn(&Rank<'_>) -> Result<()>, result: fn() -> Result<()>| {
        let failed = run(3, &network(), 1.0, |rank| if rank.rank() == 1 { result() } else { others(rank) });
        failed.expect_err("a failure").to_string()
    };
    let (failed, ended): (fn() -> _, fn() -> _) = (|| Err(Error::Cancelled), || Ok(()));
    let receive: fn(&Rank<'_>) -> _ = |rank| rank.receive(None, 0, true).map(drop);
    let reduce: fn(&Rank<'_>) -> _ = |rank| rank.reduce(&mut [1], Reduction::Sum);
    // Operators pass errors on to the others, by another call.
    let twice: fn(&Rank<'_>) -> _ = |rank| {
        let _ = rank.gather(&[1]);
        rank.gather(&[1]).map(drop)
    };
    for others in [receive, reduce, twice] {
        assert_eq!(fails(others, failed), Error::Cancelled.to_string());
        assert!(fails(others, ended).contains("has ended"), "{}", fails(others, ended));
    }
}

#[test]
#[should_panic(expected = "wait for each other")]
fn ranks_that_wait_for_each_other_do_not_hang() {
    let _ = run(2, &network(), 1.0, |rank| rank.receive(None, 0, true).map(drop));
}

#[test]
fn the_rank_that_has_failed_is_named_by_those_that_pass_its_error_on() {
    let named = run(3, &network(), 1.0, |rank| match rank.rank() {
        0 => Err(Error::OtherRank { rank: 2 }),
        _ => rank.receive(None, 0, true).map(drop),
    });
    assert!(matches!(named, Err(Error::OtherRank { rank: 2 })), "{named:?}");
}

#[test]
fn a_rank_that_keeps_looking_hears_that_all_others_have_ended() {
    let looked = run(2, &network(), 0.0, |rank| match rank.rank() {
        0 => Ok(()),
        _ => loop {
            rank.receive(None, 0, false)?;
        },
    });
    assert!(matches!(looked, Err(Error::OtherRank { rank: 0 })), "{looked:?}");
}

#[test]
fn a_rank_that_looks_again_and_again_gets_what_is_sent() {
    let calls = |rank: &Rank<'_>| {
        if rank.rank() == 1 {
            return rank.send(0, 0, vec![7]);
        }
        while rank.receive(None, 0, false)?.is_none() {}
        Ok(())
    };
    let [arrived, sent] = clocks(2, calls)[..] else { unreachable!("two ranks") };
    assert!((12.0..12.1).contains(&arrived) && sent == 2.0, "{arrived}, {sent}");
}
