//! The total that a user sets limits arrays of every size.
#![cfg(target_os = "linux")]

use boscage::memory::{available, reserve, set_total};

use crate::alone;

#[test]
fn arrays_beyond_the_total_are_refused_also_where_each_is_small() {
    alone("memory_total::arrays_beyond_the_total_are_refused_also_where_each_is_small", body);
}

fn body() {
    set_total(Some(64 << 20));
    let before = available().unwrap();
    assert!((8 << 20..64 << 20).contains(&before), "{before} bytes are left");
    let mut arrays = Vec::new();
    let refusal = loop {
        match reserve::<u8>("a small array", 4 << 20) {
            Ok(mut array) => {
                array.resize(4 << 20, 1);
                arrays.push(array);
            }
            Err(error) => break error,
        }
        assert!(arrays.len() <= 16, "64 MiB are full");
    };
    assert_eq!(refusal.to_string(), "not enough memory: 4.00 MiB for a small array");
    set_total(None);
    reserve::<u8>("a small array", 4 << 20).unwrap();
}
