//! `fold` combines the parts of all items, in their order, and ends as `do_all` does.

use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst};

use boscage::exec::{CancelToken, Exec};
use boscage::{Error, Result};

const THREADS: [usize; 4] = [1, 2, 3, 8];

fn joined<T>(mut one: Vec<T>, mut other: Vec<T>) -> Vec<T> {
    one.append(&mut other);
    one
}

#[test]
fn parts_are_combined_in_the_order_of_the_items() {
    for threads in THREADS {
        let exec = Exec::new(threads).unwrap();
        for n in [0, 1, 2, 5, 100, 100_000] {
            let listed = exec.fold("list", 0..n, Vec::new, |list, i| list.push(i), joined).unwrap();
            assert!(listed.iter().copied().eq(0..n), "{threads} threads, {n} items");
            let odd =
                |list: &mut Vec<usize>, pair: &[usize]| list.extend(pair.iter().filter(|&i| i % 2 == 1));
            let pairs = listed.chunks(2).collect::<Vec<_>>();
            let listed = exec.fold("odd", pairs, Vec::new, odd, joined).unwrap();
            assert!(listed.into_iter().eq((1..n).step_by(2)), "{threads} threads, {n} items");
        }
        let statistics = exec.take_statistics();
        assert_eq!(statistics.loop_named("list").map(|one| one.committed), Some(100_108));
    }
}

#[test]
fn without_items_the_result_is_the_initial_part() {
    let exec = Exec::new(2).unwrap();
    assert_eq!(exec.fold("none", 0..0_u32, || 7, |_, _| (), |_, other| other).unwrap(), 7);
}

#[test]
fn a_fold_that_is_ended_has_the_items_that_were_done() {
    for threads in THREADS {
        let exec = Exec::new(threads).unwrap();
        let done = AtomicUsize::new(0);
        let search = |list: &mut Vec<usize>, i| {
            done.fetch_add(1, SeqCst);
            list.push(i);
            if i == 40_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let found = exec.fold("search", 0..100_000, Vec::new, search, joined).unwrap();
        assert_eq!(found.len(), done.into_inner());
        assert!(found.contains(&40_000) && found.is_sorted());
    }
}

#[test]
fn a_fold_that_fails_has_the_error_of_the_first_item_that_does() {
    for threads in THREADS {
        let exec = Exec::new(threads).unwrap();
        let check = |sum: &mut usize, i: usize| -> Result<()> {
            *sum += i;
            if i % 7_000 == 6_999 { Err(Error::argument("item", "another one", i)) } else { Ok(()) }
        };
        let error = exec.fold("check", 0..100_000, || 0, check, |a, b| a + b).unwrap_err();
        assert!(error.to_string().contains("6999"), "{error}");
    }
}

#[test]
fn a_cancelled_fold_is_an_error() {
    let token = CancelToken::new();
    let exec = Exec::new(2).unwrap().with_token(token.clone());
    let cancel = |sum: &mut usize, i| {
        *sum += 1;
        if i == 5_000 {
            token.cancel();
        }
    };
    let result = exec.fold("cancel", 0..100_000, || 0, cancel, |a, b| a + b);
    assert!(matches!(result, Err(Error::Cancelled)), "{result:?}");
}

#[test]
fn panics_of_all_three_functions_go_to_the_caller() {
    let exec = Exec::new(2).unwrap();
    for wrong in ["init", "operator", "combine"] {
        let fails = |what| assert_ne!(what, wrong, "this function fails");
        let fold = || {
            let init = || fails("init");
            exec.fold("panic", 0..10_000_u32, init, |(), _| fails("operator"), |(), ()| fails("combine"))
        };
        let panic = catch_unwind(AssertUnwindSafe(fold)).expect_err(wrong);
        let text = panic.downcast_ref::<String>().expect("a message");
        assert!(text.contains("this function fails"), "{text}");
    }
    let is_first = AtomicBool::new(true);
    let init = || assert!(!is_first.swap(false, SeqCst), "as asked");
    let ended =
        catch_unwind(AssertUnwindSafe(|| exec.fold("end", 0..u64::MAX, init, |(), _| (), |(), ()| ())));
    assert!(ended.is_err(), "the loop does not go on for ever");
    assert_eq!(exec.fold("sum", 0..10_000_u64, || 0, |sum, i| *sum += i, |a, b| a + b).unwrap(), 49_995_000);
}
