//! Data beside a graph that the threads of a loop share: a word per node, or per edge.
//!
//! **All accesses are relaxed**: each is a single step, and all threads agree on the order of changes to one
//! value. The order of changes to different values is not guaranteed. A stronger order would cost time on
//! most processors and is rarely needed. The end of a loop is a barrier: after it, everything that the loop
//! wrote is visible. Within a loop, algorithms that use such maps rely on one value at a time (a distance
//! that only falls, a flag that one thread sets first). If one value announces another, use a lock, or
//! atomics with acquire and release.

use std::fmt;
use std::marker::PhantomData;

use super::atomic_value::{AtomicBits, AtomicNumber, AtomicValue, Word, update};
use super::map::{Count, Id, Map, not_in_map};
use super::{EdgeId, Node};
use crate::exec::Exec;
use crate::fault::is_planted;
use crate::{Result, memory};

/// A value for every node of a graph, shared by threads.
pub type AtomicNodeMap<T> = AtomicMap<Node, T>;

/// A value for every edge of a graph, shared by threads.
pub type AtomicEdgeMap<T> = AtomicMap<EdgeId, T>;

/// A value for every node ([`AtomicNodeMap`]) or every edge ([`AtomicEdgeMap`]), which many threads read and
/// change at once: `u32`, `u64`, `usize`, `i32`, `i64`, `f32`, `f64`, `bool` or [`Node`]. As large as a
/// [`Map`](super::Map) of such values. All accesses are relaxed; floats are words of their bits.
///
/// The functions that change a value return the one before. All panic if there is no such node or edge, and
/// the message names it and the number of values.
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
pub struct AtomicMap<I, T: AtomicValue> {
    words: Vec<T::Word>,
    /// One thread changes all values.
    is_alone: bool,
    id: PhantomData<fn(I)>,
}

impl<I: Id, T: AtomicValue> AtomicMap<I, T> {
    /// The same value for every node or edge of a graph.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn filled(of: impl Count<I>, value: T) -> Result<Self> {
        let words = memory::from_fn("a map of the graph", of.count(), |_| T::Word::new(value.to_bits()))?;
        Ok(Self { words, is_alone: false, id: PhantomData })
    }

    /// The same map for loops of `exec` alone: if it has one thread, a value is changed by a load and a
    /// store, which take a fraction of the time of an atomic step.
    ///
    /// While a loop of `exec` changes values, nothing else may: changes of others could be lost.
    #[must_use]
    pub fn shared_by(self, exec: &Exec) -> Self {
        Self { is_alone: exec.threads() == 1 || is_planted("change-as-if-alone"), ..self }
    }

    /// Number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no values.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    #[inline]
    #[track_caller]
    fn word(&self, id: I) -> &T::Word {
        match self.words.get(id.position()) {
            Some(word) => word,
            None => not_in_map(id, self.words.len()),
        }
    }

    /// The value now.
    #[must_use]
    #[inline]
    #[track_caller]
    pub fn load(&self, id: I) -> T {
        T::from_bits(self.word(id).load())
    }

    /// Replaces the value.
    #[inline]
    #[track_caller]
    pub fn store(&self, id: I, value: T) {
        self.word(id).store(value.to_bits());
    }

    /// Replaces the value by the lower of the two. Writes nothing if the new one is not lower. Among floats
    /// -0.0 is lower than 0.0, and a NaN neither replaces a value nor is replaced.
    #[inline]
    #[track_caller]
    pub fn fetch_min(&self, id: I, value: T) -> T {
        self.fetch_update(id, |held| value.is_less(held).then_some(value))
    }

    /// Replaces the value by the higher of the two; otherwise as [`AtomicMap::fetch_min`].
    #[inline]
    #[track_caller]
    pub fn fetch_max(&self, id: I, value: T) -> T {
        self.fetch_update(id, |held| held.is_less(value).then_some(value))
    }

    /// Replaces the value by what `new` makes of it, or leaves it if that is `None`. `new` is called again if
    /// another thread changes the value meanwhile.
    #[inline]
    #[track_caller]
    pub fn fetch_update(&self, id: I, new: impl Fn(T) -> Option<T>) -> T {
        let word = self.word(id);
        if !self.is_alone {
            return update(word, new);
        }
        let held = T::from_bits(word.load());
        if let Some(new) = new(held) {
            word.store(new.to_bits());
        }
        held
    }

    /// Replaces the value by `new` if it is `current`, bit for bit. Where it is another, this costs no more
    /// than a load.
    ///
    /// # Errors
    /// The value, if it is another.
    #[inline]
    #[track_caller]
    pub fn compare_exchange(&self, id: I, current: T, new: T) -> Result<T, T> {
        let (word, current) = (self.word(id), current.to_bits());
        // Most visits find a node visited: half the time of a breadth-first search on a grid.
        let held = word.load();
        if held != current {
            return Err(T::from_bits(held));
        }
        if self.is_alone {
            word.store(new.to_bits());
            return Ok(T::from_bits(held));
        }
        word.compare_exchange(current, new.to_bits()).map(T::from_bits).map_err(T::from_bits)
    }

    /// Replaces the value, and returns it.
    #[inline]
    #[track_caller]
    pub fn swap(&self, id: I, value: T) -> T {
        T::from_bits(self.word(id).swap(value.to_bits()))
    }

    /// Adds to the value. Integers wrap around; sums of floats depend on the order in which threads come.
    #[inline]
    #[track_caller]
    pub fn fetch_add(&self, id: I, value: T) -> T
    where
        T: AtomicNumber,
    {
        if self.is_alone {
            return self.fetch_update(id, |held| Some(held.plus(value)));
        }
        T::add(self.word(id), value)
    }

    /// Sets the bits that `value` has. Where they are set, this costs no more than a load.
    #[inline]
    #[track_caller]
    pub fn fetch_or(&self, id: I, value: T) -> T
    where
        T: AtomicBits,
    {
        let (word, bits) = (self.word(id), value.to_bits());
        let held = word.load();
        if self.is_alone {
            word.store(held | bits);
            return T::from_bits(held);
        }
        T::from_bits(if held | bits == held { held } else { word.fetch_or(bits) })
    }

    /// The values, no longer shared.
    #[must_use]
    pub fn into_map(self) -> Map<I, T> {
        // A word is as large as its value, so the standard library collects into the same memory.
        self.words.into_iter().map(|word| T::from_bits(word.into_inner())).collect::<Vec<_>>().into()
    }
}

/// The values of a map, to be shared.
impl<I: Id, T: AtomicValue> From<Map<I, T>> for AtomicMap<I, T> {
    fn from(map: Map<I, T>) -> Self {
        let words = map.into_vec().into_iter().map(|value| T::Word::new(value.to_bits()));
        Self { words: words.collect(), is_alone: false, id: PhantomData }
    }
}

impl<I: Id, T: AtomicValue> fmt::Debug for AtomicMap<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.words.iter().map(|word| T::from_bits(word.load())).enumerate()).finish()
    }
}
