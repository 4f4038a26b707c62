//! The handle of a node in a graph that changes, and the word that is the node's lock.
//!
//! A node is stored in a *slot*. When the node is removed, the slot is reused for another node. So a handle
//! is a slot and a *generation*, and the node exists as long as the slot has this generation. A generation is
//! a count and the *tag* of the graph, which detects handles of another graph. Counts do not wrap around: a
//! slot whose count has reached its maximum is retired, so a handle never refers to another node.
//!
//! The lock is a word of the slot with the generation and the *holder*, a worker. Locking is a
//! compare-and-swap that expects the handle's generation and no holder. So the handle of a removed node locks
//! nothing, and no worker can lock a free slot, because no handle has its generation yet.

use std::fmt;
use std::num::NonZeroU32;

use crate::fault::is_planted;
use crate::primitives::{AtomicU64, Ordering};
use crate::sync::holders::{NOBODY, RETIRED};

/// Bits of a generation's count; the others are the tag of the graph.
const COUNT_BITS: u32 = 20;

/// The highest count.
const LAST_COUNT: u32 = (1 << COUNT_BITS) - 1;

/// The handle of a node in a [`MorphGraph`](super::MorphGraph): 8 bytes, also as an `Option`.
///
/// It is valid until the node is removed; then it refers to no node, and never to another one. Handles of
/// another graph are detected, unless that graph was the 4096th, 8192nd, ... created after this one: then
/// they refer to an arbitrary node of this graph or to none.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Handle {
    slot: u32,
    generation: Generation,
}

impl Handle {
    #[inline]
    pub(super) fn new(slot: u32, generation: Generation) -> Self {
        Self { slot, generation }
    }

    #[inline]
    pub(super) fn slot(self) -> u32 {
        self.slot
    }

    #[inline]
    pub(super) fn generation(self) -> Generation {
        self.generation
    }
}

impl fmt::Display for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.slot, self.generation.count())
    }
}

impl fmt::Debug for Handle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The number of times that a slot has been used, and the tag of its graph.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Generation(NonZeroU32);

impl Generation {
    /// Returns the first generation of the slots of a graph. Graphs are numbered in the order of their
    /// creation.
    pub(super) fn first(graph: u32) -> Self {
        Self(NonZeroU32::MIN | graph << COUNT_BITS)
    }

    /// Returns the next generation, unless this is the last.
    #[inline]
    fn next(self) -> Option<Self> {
        (self.count() < LAST_COUNT).then(|| Self(self.0.saturating_add(1)))
    }

    #[inline]
    fn count(self) -> u32 {
        self.0.get() & LAST_COUNT
    }

    pub(super) fn is_of_graph_of(self, other: Self) -> bool {
        self.0.get() >> COUNT_BITS == other.0.get() >> COUNT_BITS
    }
}

/// The content of a lock.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Word(u64);

impl Word {
    #[inline]
    fn new(generation: Generation, holder: u32) -> Self {
        Self(u64::from(generation.0.get()) << 32 | u64::from(holder))
    }

    #[inline]
    fn generation(self) -> u32 {
        (self.0 >> 32) as u32
    }

    #[inline]
    fn holder(self) -> u32 {
        self.0 as u32
    }
}

/// The result of an attempt to lock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LockOutcome {
    /// It was free and is now locked.
    Locked,
    /// The worker already holds it.
    AlreadyHeld,
    /// The node has been removed.
    Removed,
    /// Another worker holds it.
    HeldByOther,
}

/// The lock of a slot.
#[derive(Debug)]
pub(super) struct Lock(AtomicU64);

impl Lock {
    /// Creates the lock of an unused slot.
    pub(super) fn new(first: Generation) -> Self {
        Self(AtomicU64::new(Word::new(first, NOBODY).0))
    }

    /// Locks the slot for the worker `name` if it is free and has this generation.
    #[inline]
    pub(super) fn try_lock(&self, generation: Generation, name: u32) -> LockOutcome {
        let [free, locked] = [NOBODY, name].map(|holder| Word::new(generation, holder));
        match self.0.compare_exchange(free.0, locked.0, Ordering::Acquire, Ordering::Relaxed) {
            Ok(_) => LockOutcome::Locked,
            Err(seen) if seen == locked.0 => LockOutcome::AlreadyHeld,
            Err(seen) if Word(seen).generation() != generation.0.get() || Word(seen).holder() == RETIRED => {
                LockOutcome::Removed
            }
            Err(_) => LockOutcome::HeldByOther,
        }
    }

    /// Returns `true` if the worker holds the slot and it has this generation.
    #[inline]
    pub(super) fn is_held(&self, generation: Generation, name: u32) -> bool {
        self.word() == Word::new(generation, name)
    }

    /// Unlocks the slot if the worker holds it.
    #[inline]
    pub(super) fn unlock(&self, name: u32) {
        let word = self.word();
        if word.holder() == name {
            let order = if is_planted("unlock-relaxed") { Ordering::Relaxed } else { Ordering::Release };
            self.0.store(word.0 - u64::from(name) + u64::from(NOBODY), order);
        }
    }

    /// Ends the generation of a slot that the caller holds, and keeps it locked. Returns `true` if the slot
    /// can be reused.
    #[inline]
    pub(super) fn end_generation(&self, generation: Generation, name: u32) -> bool {
        if is_planted("keep-generation") {
            return true;
        }
        let next = generation.next();
        let word = match next {
            Some(next) => Word::new(next, name),
            None => Word::new(generation, RETIRED),
        };
        self.0.store(word.0, Ordering::Relaxed);
        next.is_some()
    }

    /// Returns the generation of the slot.
    #[inline]
    pub(super) fn generation(&self) -> Generation {
        Generation(NonZeroU32::new(self.word().generation()).expect("generations are counted from 1"))
    }

    #[inline]
    fn word(&self) -> Word {
        Word(self.0.load(Ordering::Relaxed))
    }
}
