//! Data beside a graph that the threads of a loop share: a word per node, or per edge.
//!
//! Accesses acquire and release unless the map is relaxed. Both are correct on one value: all threads agree
//! on the order of its changes. Only the former make one value announce another.

use std::fmt;
use std::marker::PhantomData;

use super::atomic_value::{
    AcquireRelease, AtomicBits, AtomicNumber, AtomicValue, MemoryOrder, RelaxedOrder, Word, before, update,
};
use super::map::{Map, not_in_map};
use super::{EdgeId, Node};
use crate::exec::Exec;
use crate::fault::is_planted;
use crate::ids::{Count, Id};
use crate::{Result, memory};

/// A value per node of a graph, shared by threads: see [`AtomicMap`], also for memory and determinism.
///
/// ```
/// use boscage::graph::AtomicNodeMap;
///
/// let visits = AtomicNodeMap::filled(3, 0_u32)?;
/// visits.fetch_add(1, 2);
/// assert_eq!(visits.into_map().as_slice(), [0, 2, 0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub type AtomicNodeMap<T, O = AcquireRelease> = AtomicMap<Node, T, O>;

/// A value per edge of a graph, shared by threads: see [`AtomicMap`], also for memory and determinism.
///
/// ```
/// use boscage::graph::{AtomicEdgeMap, EdgeList};
///
/// let list = EdgeList::from_pairs(3, [(0, 1), (1, 2)])?;
/// let is_chosen = AtomicEdgeMap::filled(&list, false)?;
/// is_chosen.store(1, true);
/// assert_eq!(is_chosen.into_map().as_slice(), [false, true]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub type AtomicEdgeMap<T, O = AcquireRelease> = AtomicMap<EdgeId, T, O>;

/// A value per node ([`AtomicNodeMap`]) or per edge ([`AtomicEdgeMap`]), which many threads read and change
/// at the same time.
///
/// # Determinism
/// The value that an access reads depends on timing. The final values are deterministic if the changes
/// commute: sums of integers, minima, maxima and sets of bits, but not sums of floats.
///
/// # Memory
/// As much as a [`Map`](super::Map) of the same values. Floats and pairs are stored as words of their bits.
///
/// # Changes
/// Functions named `fetch_...` return the value before the change. A change is one atomic step: of several
/// threads that change a value at once, each finds what the one before it left.
///
/// # Memory order
/// Loads acquire, stores release, and changes do both. So a value may announce other data: the thread that
/// sets the last of some flags, or takes a counter to zero, sees what the other threads wrote before their
/// changes. A function that leaves the value as it is (a [`fetch_min`](AtomicMap::fetch_min) with a value
/// that is not lower) only loads it.
///
/// A map made [`relaxed`](AtomicMap::relaxed) guarantees only that each access is one step. The end of a loop
/// or phase is a barrier: after it, all threads see everything that the loop wrote, in either order. The
/// guide's chapter on dataflow says which maps may be relaxed.
///
/// # Panics
/// Every function that takes an id panics if there is no such node or edge; the message names it and the
/// number of values.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{AtomicNodeMap, Directed, EdgeList, Graph, Node};
/// use boscage::worklist::Fifo;
///
/// let exec = Exec::new(2)?;
/// let graph = Graph::<Directed>::from_edges(&exec, &EdgeList::from_pairs(4, [(0, 1), (1, 2), (0, 2)])?)?;
/// let steps = AtomicNodeMap::filled(&graph, u32::MAX)?;
/// exec.for_each("bfs", [(Node::new(0), 0)], Fifo::default(), |(node, distance), work| {
///     if steps.fetch_min(node, distance) > distance {
///         work.extend(graph.neighbours(node).iter().map(|&next| (next, distance + 1)));
///     }
/// })?;
/// assert_eq!(steps.into_map().as_slice(), [0, 1, 1, u32::MAX]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct AtomicMap<I, T: AtomicValue, O = AcquireRelease> {
    words: Vec<T::Word>,
    /// One thread changes all values.
    is_alone: bool,
    marks: PhantomData<fn(I, O)>,
}

impl<I: Id, T: AtomicValue> AtomicMap<I, T> {
    /// Makes a map with the same value for every node or edge of a graph.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn filled(of: impl Count<I>, value: T) -> Result<Self> {
        let words = memory::from_fn("a map of the graph", of.count(), |_| T::Word::new(value.to_bits()))?;
        Ok(Self { words, is_alone: false, marks: PhantomData })
    }

    /// Makes all accesses to the map relaxed. Its type names this: `AtomicNodeMap<T, RelaxedOrder>`.
    ///
    /// This is right if within a loop or phase each value counts by itself: a distance that only falls, a
    /// flag that one thread sets first, a sum that is read after the phase. It is wrong if a thread that sees
    /// a value then reads other data that the writer of the value has written in the same loop.
    ///
    /// On x86, plain loads and stores cost the same in either order, and so do changes. On ARM, relaxed
    /// accesses can overlap with others.
    ///
    /// ```
    /// use boscage::graph::AtomicNodeMap;
    ///
    /// let degrees = AtomicNodeMap::filled(3, 0_u32)?.relaxed();
    /// degrees.fetch_add(1, 5);
    /// assert_eq!(degrees.load(1), 5);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    pub fn relaxed(self) -> AtomicMap<I, T, RelaxedOrder> {
        AtomicMap { words: self.words, is_alone: self.is_alone, marks: PhantomData }
    }
}

impl<I: Id, T: AtomicValue, O: MemoryOrder> AtomicMap<I, T, O> {
    /// Reserves the map for loops of `exec`: if that has one thread, a value is changed by a load and a
    /// store, which take a fraction of the time of an atomic step.
    ///
    /// While a loop of `exec` changes values, nothing else may: changes of others could be lost. For
    /// [`Exec::current`], whose threads depend on where a loop is called, this changes nothing.
    #[must_use]
    pub fn shared_by(self, exec: &Exec) -> Self {
        let is_alone = exec.has_pool() && exec.threads() == 1;
        Self { is_alone: is_alone || is_planted("change-as-if-alone"), ..self }
    }

    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Returns whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    #[inline]
    #[track_caller]
    fn word(&self, id: impl Into<I>) -> &T::Word {
        let id = id.into();
        match self.words.get(id.position()) {
            Some(word) => word,
            None => not_in_map(id, self.words.len()),
        }
    }

    /// Returns the value.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn load(&self, id: impl Into<I>) -> T {
        T::from_bits(self.word(id).load::<O>())
    }

    /// Returns the value; `None` if the map has no such id.
    #[must_use]
    #[inline]
    pub fn get(&self, id: impl Into<I>) -> Option<T> {
        self.words.get(id.into().position()).map(|word| T::from_bits(word.load::<O>()))
    }

    /// Replaces the value.
    #[inline]
    #[track_caller]
    pub fn store(&self, id: impl Into<I>, value: T) {
        self.word(id).store::<O>(value.to_bits());
    }

    /// Replaces the value by the lower of the two. Writes nothing if the new one is not lower. Among floats
    /// -0.0 is lower than 0.0, and a NaN neither replaces a value nor is replaced.
    #[inline]
    #[track_caller]
    pub fn fetch_min(&self, id: impl Into<I>, value: T) -> T {
        before(self.fetch_update(id, |held| value.is_less(held).then_some(value)))
    }

    /// Replaces the value by the higher of the two. Writes nothing if the new one is not higher. Floats
    /// compare as in [`AtomicMap::fetch_min`].
    #[inline]
    #[track_caller]
    pub fn fetch_max(&self, id: impl Into<I>, value: T) -> T {
        before(self.fetch_update(id, |held| held.is_less(value).then_some(value)))
    }

    /// Replaces the value by `new(value)` and returns the value before. `new` is called again if another
    /// thread changes the value meanwhile.
    ///
    /// # Errors
    /// The value, if `new` returns `None` for it; then it is left.
    ///
    /// ```
    /// use boscage::graph::AtomicNodeMap;
    ///
    /// let places_left = AtomicNodeMap::filled(3, 1_u32)?;
    /// let take = |node: u32| places_left.fetch_update(node, |left| left.checked_sub(1)).is_ok();
    /// assert_eq!((take(0), take(0)), (true, false));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn fetch_update(&self, id: impl Into<I>, new: impl Fn(T) -> Option<T>) -> Result<T, T> {
        let word = self.word(id);
        if !self.is_alone {
            return update::<T, O>(word, new);
        }
        let held = T::from_bits(word.load::<O>());
        word.store::<O>(new(held).ok_or(held)?.to_bits());
        Ok(held)
    }

    /// Replaces the value by `new` if it is `current`, bit for bit. Where it is another, this costs no more
    /// than a load.
    ///
    /// # Errors
    /// The value, if it is another.
    #[inline]
    #[track_caller]
    pub fn compare_exchange(&self, id: impl Into<I>, current: T, new: T) -> Result<T, T> {
        let (word, current) = (self.word(id), current.to_bits());
        // Most visits find a node visited: half the time of a breadth-first search on a grid.
        let held = word.load::<O>();
        if held != current {
            return Err(T::from_bits(held));
        }
        if self.is_alone {
            word.store::<O>(new.to_bits());
            return Ok(T::from_bits(held));
        }
        word.compare_exchange::<O>(current, new.to_bits()).map(T::from_bits).map_err(T::from_bits)
    }

    /// Replaces the value, and returns the one before.
    #[inline]
    #[track_caller]
    pub fn swap(&self, id: impl Into<I>, value: T) -> T {
        T::from_bits(self.word(id).swap::<O>(value.to_bits()))
    }

    /// Adds to the value. Integers wrap around; sums of floats depend on the order in which threads come.
    #[inline]
    #[track_caller]
    pub fn fetch_add(&self, id: impl Into<I>, value: T) -> T
    where
        T: AtomicNumber,
    {
        if self.is_alone {
            return before(self.fetch_update(id, |held| Some(held.plus(value))));
        }
        T::add::<O>(self.word(id), value)
    }

    /// Subtracts from the value; otherwise as [`AtomicMap::fetch_add`]. The thread that takes a counter from
    /// 1 to 0 gets 1, and sees what the other threads wrote before they lowered it.
    ///
    /// ```
    /// use boscage::graph::AtomicNodeMap;
    ///
    /// let waits_for = AtomicNodeMap::filled(3, 2_u32)?;
    /// let is_last = |node: u32| waits_for.fetch_sub(node, 1) == 1;
    /// assert_eq!((is_last(0), is_last(0)), (false, true));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[inline]
    #[track_caller]
    pub fn fetch_sub(&self, id: impl Into<I>, value: T) -> T
    where
        T: AtomicNumber,
    {
        if is_planted("count-down-relaxed") && !self.is_alone {
            return T::add::<RelaxedOrder>(self.word(id), value.negated());
        }
        self.fetch_add(id, value.negated())
    }

    /// Sets the bits that `value` has. Where they are set, this costs no more than a load.
    #[inline]
    #[track_caller]
    pub fn fetch_or(&self, id: impl Into<I>, value: T) -> T
    where
        T: AtomicBits,
    {
        let (word, bits) = (self.word(id), value.to_bits());
        let held = word.load::<O>();
        if self.is_alone {
            word.store::<O>(held | bits);
            return T::from_bits(held);
        }
        T::from_bits(if held | bits == held { held } else { word.fetch_or::<O>(bits) })
    }

    /// Returns the values, no longer shared: in the same memory, but a map of pairs is copied, and the
    /// process ends if there is no memory for that.
    #[must_use]
    pub fn into_map(self) -> Map<I, T> {
        // A word is as large and as aligned as its value, so the standard library collects into the same
        // memory; but a pair is less aligned than its word, so it is copied.
        self.words.into_iter().map(|word| T::from_bits(word.into_inner())).collect::<Vec<_>>().into()
    }
}

/// Shares the values of a map: in the same memory, but a map of pairs is copied.
impl<I: Id, T: AtomicValue> From<Map<I, T>> for AtomicMap<I, T> {
    fn from(map: Map<I, T>) -> Self {
        let words = map.into_vec().into_iter().map(|value| T::Word::new(value.to_bits()));
        Self { words: words.collect(), is_alone: false, marks: PhantomData }
    }
}

impl<I: Id, T: AtomicValue, O: MemoryOrder> fmt::Debug for AtomicMap<I, T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map()
            .entries(self.words.iter().map(|word| T::from_bits(word.load::<O>())).enumerate())
            .finish()
    }
}

#[cfg(all(test, loom))]
mod model;
