use super::*;
use crate::random::mix;
use std::sync::atomic::{AtomicU64, Ordering};

fn agrees_with_the_stable_sort<K: RadixKey + std::fmt::Debug>(len: usize, key: impl Fn(u64) -> K + Sync) {
    let items: Vec<(K, u32)> = (0..len).map(|i| (key(mix(i as u64)), i as u32)).collect();
    let mut expected = items.clone();
    expected.sort_by_key(|item| item.0);
    for threads in [1, 3] {
        let mut sorted = items.clone();
        let exec = &Exec::new(threads).unwrap();
        radix_sort(exec, &mut sorted, |item| item.0).unwrap();
        assert!(sorted == expected, "{len} items");
        // The same from positions, stopped after `most` items.
        let mut scratch = Vec::new();
        for most in [len / 2, len] {
            let mut some = Vec::new();
            let next = |part: &[(K, u32)]| {
                some.extend_from_slice(part);
                some.len() < most
            };
            for_each_sorted(exec, &mut scratch, len, |at| items[at], |item| item.0, next).unwrap();
            assert!(some.len() >= most && some == expected[..some.len()], "{len} items");
        }
    }
}

#[test]
fn all_sizes_widths_and_shapes() {
    let part = PART_BYTES / size_of::<(u64, u32)>();
    for len in [0, 1, 2, 100, COMPARED, 5000, part, part + 1, 3 * part, 20 * part + 3] {
        agrees_with_the_stable_sort(len, |random| random);
        agrees_with_the_stable_sort(len, |random| random as u32);
        agrees_with_the_stable_sort(len, |random| u128::from(random).pow(2));
        agrees_with_the_stable_sort(len, |random| random % 10 << 40 | 7); // few keys, constant digits
        agrees_with_the_stable_sort(len, |random| random >> (random % 64)); // small ones are frequent
        agrees_with_the_stable_sort(len, |random| if random % 1000 == 0 { random } else { random % 3 });
        agrees_with_the_stable_sort(len, |random| (random & 3) << 60 | random >> 50); // long runs
        agrees_with_the_stable_sort(len, |_| u32::MAX);
    }
}

#[test]
#[should_panic(expected = "an item's key does not change")]
fn a_key_that_changes_does_no_more_than_panic() {
    let calls = AtomicU64::new(0);
    let key = |_: &u64| mix(calls.fetch_add(1, Ordering::Relaxed));
    radix_sort(&Exec::current(), &mut vec![0; 1 << 20], key).unwrap();
}

/// Keys that differ while the sort looks for differing bits, and are equal when items are moved: parts never
/// get smaller.
#[test]
#[should_panic(expected = "an item's key does not change")]
fn keys_that_always_differ_elsewhere_are_not_sorted_for_ever() {
    const LEN: u64 = 1 << 18; // a part is an eighth
    let calls = AtomicU64::new(0);
    let key = |_: &u64| {
        let call = calls.fetch_add(1, Ordering::Relaxed) % (2 * LEN + 1024);
        if call < 1024 { call } else { 0 }
    };
    let exec = &Exec::new(1).unwrap();
    radix_sort(exec, &mut vec![0_u64; LEN as usize], key).unwrap();
}
