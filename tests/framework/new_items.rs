//! Phased loops whose operators push items.

use std::collections::VecDeque;
use std::sync::Mutex;

use boscage::exec::{Bid, Commit, Exec, Phased, Push, Schedule};
use boscage::graph::Node;
use boscage::sync::{BidLocks, PriorityLocks};

const PLACES: u32 = 500;

/// A number, and how many generations may descend from it.
type Item = (u32, u32);

fn place((number, _): Item) -> Node {
    Node::from(number.wrapping_mul(2_654_435_761) % PLACES)
}

/// Zero to two items that come from an item, with numbers that no other item has.
fn children((number, depth): Item) -> impl Iterator<Item = Item> {
    let count = if depth == 0 { 0 } else { number.wrapping_mul(0x9e37_79b9) >> 16 & 3 };
    (0..count.min(2)).map(move |child| (2 * number + child, depth - 1))
}

/// Each item notes itself at its place, the lowest number first, and pushes its children.
struct Notes {
    locks: PriorityLocks<u32>,
    at: Vec<Mutex<Vec<u32>>>,
    stops_at: u32,
}

impl Phased for Notes {
    type Item = Item;

    fn bid(&self, item: &mut Item) -> Bid {
        self.locks.bid(place(*item), item.0);
        Bid::Placed
    }

    fn commit(&self, &item: &Item, push: &mut Push<'_, Item>) -> Commit {
        push.extend(children(item)); // dropped if it is tried again
        if !self.locks.won(place(item), item.0) {
            return Commit::Retry;
        }
        self.at[place(item).index()].lock().unwrap().push(item.0);
        if item.0 == self.stops_at {
            push.stop();
        }
        Commit::Done
    }

    fn release(&self, &item: &Item, _: Commit) {
        self.locks.release(place(item));
    }
}

/// The same by a queue, round by round: the notes and the number of items that were pushed.
fn expected(items: &[Item], window: usize, stops_at: u32) -> (Vec<Vec<u32>>, u64) {
    let mut notes = vec![Vec::new(); PLACES as usize];
    let mut waiting: VecDeque<Item> = items.iter().copied().collect();
    let (mut live, mut pushed) = (Vec::new(), 0);
    loop {
        live.extend(waiting.drain(..waiting.len().min(window.saturating_sub(live.len()))));
        if live.is_empty() {
            return (notes, pushed);
        }
        let lowest = |node| live.iter().filter(|&&item| place(item) == node).min().copied();
        let lowest: Vec<Option<Item>> = (0..PLACES).map(|node| lowest(Node::from(node))).collect();
        let (won, lost): (Vec<_>, _) =
            live.into_iter().partition(|&item| lowest[place(item).index()] == Some(item));
        live = lost;
        let before = waiting.len();
        for &item in &won {
            notes[place(item).index()].push(item.0);
            waiting.extend(children(item));
        }
        pushed += (waiting.len() - before) as u64;
        if won.iter().any(|item| item.0 == stops_at) {
            return (notes, pushed);
        }
    }
}

#[test]
fn new_items_come_in_the_order_of_those_that_push_them() {
    let items: Vec<Item> = (0..3000).map(|i| (i + 3000, i % 6)).collect();
    let cases = [(Schedule::AllLive, usize::MAX), (Schedule::Window(64), 64), (Schedule::Window(5000), 5000)];
    for (schedule, window) in cases {
        for stops_at in [0, 4711] {
            let (notes, pushed) = expected(&items, window, stops_at);
            assert!(pushed > 0 && notes.iter().map(Vec::len).sum::<usize>() > 1000);
            for threads in [1, 2, 3, 8] {
                let at = (0..PLACES).map(|_| Mutex::default()).collect();
                let locks = PriorityLocks::new(PLACES as usize).unwrap();
                let (exec, operator) = (Exec::new(threads).unwrap(), Notes { locks, at, stops_at });
                exec.phased("notes", &items[..], schedule, &operator).unwrap();
                let found = operator.at.into_iter().map(|at| at.into_inner().unwrap());
                assert!(found.eq(notes.iter().cloned()), "{schedule:?}, {threads} threads");
                let [ref one] = exec.take_statistics().loops[..] else { panic!("one loop") };
                assert_eq!(one.pushed, pushed);
            }
        }
    }
}
