use super::*;

/// The chi-square statistic of counts that should be equal.
fn chi_square(counts: &[u32]) -> f64 {
    let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
}

/// Returns `true` if the statistic is within four standard deviations (Wilson and Hilferty's approximation):
/// as random numbers are in all but one of 15,000 cases.
fn looks_uniform(counts: &[u32]) -> bool {
    let freedom = (counts.len() - 1) as f64;
    let normal = ((chi_square(counts) / freedom).cbrt() - 1.0 + 2.0 / (9.0 * freedom))
        / (2.0 / (9.0 * freedom)).sqrt();
    normal.abs() < 4.0
}

/// The numbers of SplitMix64 from the states 0 and 1234567, computed elsewhere.
#[test]
fn the_numbers_are_those_of_splitmix64() {
    let from = |state| {
        let mut draws = Draws { state };
        [draws.next_u64(), draws.next_u64(), draws.next_u64()]
    };
    assert_eq!(from(0), [0xe220_a839_7b1d_cdaf, 0x6e78_9e6a_a1b9_65f4, 0x06c4_5d18_8009_454f]);
    assert_eq!(
        from(1_234_567),
        [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
    );
}

/// These numbers, computed elsewhere too, never change within a major version.
#[test]
fn the_numbers_stay_what_they_are() {
    let draw = |seed, stream, item| Random::new(seed, stream).item(item).next_u64();
    let found =
        [draw(0, 0, 0), draw(7, 0, 3), draw(7, 1, 3), draw(7, streams::ENDS, 3), draw(u64::MAX, 2, 1)];
    assert_eq!(
        found,
        [
            0xc2b5_f4e3_5551_d676,
            0x2860_8f83_ec24_a248,
            0x2ba0_05d6_a3fa_e6ac,
            0xc5fe_320a_1989_a666,
            0xc950_82b4_b8ac_cd3a,
        ]
    );
    let mut draws = Random::new(1, 2).node(Node::new(3));
    assert_eq!(draws.unit(), 0.8988590023229792);
    assert_eq!((draws.below(1000), draws.range(-500..500), draws.chance(0.5)), (598, 405, true));
}

#[test]
fn numbers_of_one_item_and_first_numbers_of_items_are_uniform() {
    for stream in [0, 1, u64::MAX] {
        let (mut of_one, mut of_each, mut bits) = ([0; 1000], [0; 1000], [0; 128]);
        let random = Random::new(5, stream);
        let mut draws = random.item(9);
        for index in 0..200_000 {
            of_one[draws.below(1000) as usize] += 1;
            of_each[(random.item(index).unit() * 1000.0) as usize] += 1;
            let word = draws.next_u64();
            (0..64).for_each(|bit| bits[2 * bit + (word >> bit & 1) as usize] += 1);
        }
        assert!(looks_uniform(&of_one) && looks_uniform(&of_each), "stream {stream}");
        assert!(bits.chunks(2).all(looks_uniform), "stream {stream}: {bits:?}");
    }
    assert!(!looks_uniform(&[1000, 1000, 1200]) && !looks_uniform(&[1000; 100]));
}

/// Neighbouring items, streams and seeds, and a user's stream and one of boscage's: each pair of values of
/// four bits is as frequent as the others.
#[test]
fn items_streams_and_seeds_are_independent() {
    fn word(seed: u64, stream: u64, item: u64) -> u64 {
        Random::new(seed, stream).item(item).next_u64()
    }
    type Pair = fn(u64) -> [u64; 2];
    let pairs: [(&str, Pair); 4] = [
        ("items", |i| [word(1, 0, i), word(1, 0, i + 1)]),
        ("streams", |i| [word(1, i, 0), word(1, i + 1, 0)]),
        ("own streams", |i| [word(i, 0, 5), word(i, streams::ENDS, 5)]),
        ("seeds", |i| [word(i, 0, 0), word(i + 1, 0, 0)]),
    ];
    for (what, pair) in pairs {
        let (mut high, mut low) = ([0; 256], [0; 256]);
        for i in 0..100_000 {
            let [a, b] = pair(i);
            high[(a >> 60 << 4 | b >> 60) as usize] += 1;
            low[((a & 15) << 4 | b & 15) as usize] += 1;
        }
        assert!(looks_uniform(&high) && looks_uniform(&low), "{what}");
    }
}

#[test]
fn seeds_streams_items_and_steps_differ() {
    let mut words: Vec<u64> = [0, 1, u64::MAX]
        .into_iter()
        .flat_map(|seed| [0, 1, streams::ENDS, u64::MAX].map(|stream| Random::new(seed, stream)))
        .flat_map(|random| [0, 1, u64::MAX].map(|index| random.item(index)))
        .flat_map(|mut draws| [draws.next_u64(), draws.next_u64()])
        .collect();
    words.sort_unstable();
    words.dedup();
    assert_eq!(words.len(), 72);
}

#[test]
fn numbers_stay_in_their_ranges_and_reach_their_ends() {
    let random = Random::new(1, 0);
    let all = |range: Range<i64>| (0..1000).map(move |index| random.item(index).range(range.clone()));
    assert_eq!((all(-3..4).min(), all(-3..4).max()), (Some(-3), Some(3)));
    assert!(all(5..6).all(|number| number == 5));
    let widest = i64::MIN..i64::MAX;
    assert!(all(widest.clone()).min() < Some(i64::MIN / 2) && all(widest).max() > Some(i64::MAX / 2));
    assert_eq!(random.item(0).below(0), 0);
    let units: Vec<f64> = (0..1000).map(|index| random.item(index).unit()).collect();
    assert!(units.iter().all(|unit| (0.0..1.0).contains(unit)));
    assert!(units.iter().any(|&unit| unit < 0.01) && units.iter().any(|&unit| unit > 0.99));
}

#[test]
fn what_has_a_chance_is_as_likely_as_was_said() {
    let random = Random::new(1, 0);
    let often = |chance| (0..40_000).filter(|&index| random.item(index).chance(chance)).count();
    assert_eq!((often(0.0), often(1.0)), (0, 40_000));
    assert!(often(0.3).abs_diff(12_000) < 500); // five standard deviations
}

#[test]
#[should_panic(expected = "a probability is from 0 to 1")]
fn what_is_no_probability_is_refused() {
    Random::new(0, 0).item(0).chance(f64::NAN);
}

#[test]
#[should_panic(expected = "empty range")]
#[expect(clippy::reversed_empty_ranges)]
fn an_empty_range_is_refused() {
    Random::new(0, 0).item(0).range(3..-3);
}

#[test]
fn every_order_is_as_likely_as_the_others() {
    let mut counts = std::collections::BTreeMap::new();
    for index in 0..24_000 {
        let mut values = [0, 1, 2, 3];
        Random::new(3, 0).item(index).shuffle(&mut values);
        *counts.entry(values).or_insert(0) += 1;
    }
    let counts: Vec<u32> = counts.into_values().collect();
    assert!(counts.len() == 24 && looks_uniform(&counts), "{counts:?}");
    let mut values: Vec<u32> = (0..1000).collect();
    Random::new(3, 1).item(0).shuffle(&mut values);
    assert!(!values.is_sorted());
    values.sort_unstable();
    assert!(values.into_iter().eq(0..1000));
    Random::new(3, 1).item(0).shuffle::<u8>(&mut []);
}
