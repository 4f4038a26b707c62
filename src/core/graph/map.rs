//! Data besides a graph: arrays indexed by nodes or edges.

use std::fmt;
use std::iter::Enumerate;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use super::{Direction, EdgeData, EdgeId, EdgeList, EdgeListView, Graph, GraphView, Node, Weight};
use crate::exec::Exec;
use crate::ids::{Count, Id, LIMIT};
use crate::parallel::tabulate;
use crate::{Result, memory};

macro_rules! counts {
    ($([$($parameters:tt)*] $graph:ty;)*) => {$(
        impl<$($parameters)*> Count<Node> for $graph {
            fn count(&self) -> usize {
                self.node_count()
            }
        }

        impl<$($parameters)*> Count<EdgeId> for $graph {
            fn count(&self) -> usize {
                self.edge_count()
            }
        }
    )*};
}

counts! {
    [D: Direction, E: EdgeData] Graph<D, E>;
    [E: EdgeData] EdgeList<E>;
    [E: EdgeData] EdgeListView<'_, E>;
    [W: Weight] GraphView<'_, W>;
}

/// A value for each node of a graph; see [`Map`] for determinism and memory.
///
/// ```
/// use boscage::graph::{Node, NodeMap};
///
/// let mut distances = NodeMap::filled(3, u32::MAX)?;
/// distances[Node::new(1)] = 0;
/// assert_eq!(distances.as_slice(), [u32::MAX, 0, u32::MAX]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub type NodeMap<T> = Map<Node, T>;

/// A value for each edge of a graph; see [`Map`] for determinism and memory.
///
/// ```
/// use boscage::graph::{EdgeId, EdgeList, EdgeMap};
///
/// let list = EdgeList::from_pairs(3, [(0, 1), (1, 2)])?;
/// let mut flow = EdgeMap::filled(&list, 0.0)?;
/// flow[EdgeId::new(1)] = 2.5;
/// assert_eq!(flow.as_slice(), [0.0, 2.5]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub type EdgeMap<T> = Map<EdgeId, T>;

/// A value for each node ([`NodeMap`]) or each edge ([`EdgeMap`]): a vector indexed by their ids.
///
/// One thread at a time may change a map; for many threads, see [`AtomicMap`](super::AtomicMap) and
/// [`GuardedNodes`](crate::sync::GuardedNodes). Indexing panics if the id is out of range; the message names
/// the id and the number of values. With the feature `serde` a map is serialised as the sequence of its
/// values.
///
/// # Determinism
/// [`Map::from_fn`] calls its function once per id. If the function depends on the id only, so does the map,
/// with any number of threads.
///
/// # Memory
/// The size of `T` per node or edge.
///
/// # Examples
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Directed, EdgeList, Graph, NodeMap};
///
/// let exec = Exec::new(2)?;
/// let graph = Graph::<Directed>::from_edges(&exec, &EdgeList::from_pairs(3, [(0, 1), (0, 2)])?)?;
/// let mut rank = NodeMap::filled(&graph, 0.5_f32)?;
/// rank[1] += 1.0;
/// assert_eq!(rank.as_slice(), [0.5, 1.5, 0.5]);
///
/// let degree = NodeMap::from_fn(&exec, &graph, |node| graph.degree(node))?;
/// assert_eq!(degree.into_vec(), [2, 0, 0]);
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Map<I, T> {
    values: Vec<T>,
    id: PhantomData<fn(I)>,
}

impl<I: Id, T> Map<I, T> {
    /// Creates a map with the same value for each node or edge. `of` is a graph, or the number of nodes or
    /// edges.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn filled(of: impl Count<I>, value: T) -> Result<Self>
    where
        T: Clone,
    {
        memory::filled("a map of the graph", of.count(), value).map(Self::from)
    }

    /// Creates a map of `f(id)` for each node or edge, computed on the threads of `exec`. `f` is called once
    /// per id.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_fn(exec: &Exec, of: impl Count<I>, f: impl Fn(I) -> T + Sync) -> Result<Self>
    where
        T: Send,
    {
        let count = of.count();
        tabulate(exec, "a map of the graph", count, |i| f(I::at(i))).map(Self::from)
    }

    /// Number of values.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns `true` if there are no values.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Returns the values in the order of ids.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.values
    }

    /// Returns the values in the order of ids, to change them.
    #[must_use]
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Returns the values as a vector, in the order of ids.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.values
    }

    /// Returns an iterator over each id and its value.
    #[must_use]
    pub fn iter(&self) -> Entries<I, std::slice::Iter<'_, T>> {
        Entries::of(self.values.iter())
    }

    /// Returns an iterator over each id and its value, to change the values.
    pub fn iter_mut(&mut self) -> Entries<I, std::slice::IterMut<'_, T>> {
        Entries::of(self.values.iter_mut())
    }
}

/// Takes the value of each id from the position of the id.
///
/// # Panics
/// If there are more values than ids.
impl<I: Id, T> From<Vec<T>> for Map<I, T> {
    #[track_caller]
    fn from(values: Vec<T>) -> Self {
        assert!(values.len() <= LIMIT, "{} values: there are only {LIMIT} {}", values.len(), I::MANY);
        Self { values, id: PhantomData }
    }
}

impl<I: Id, T> FromIterator<T> for Map<I, T> {
    /// Collects the values in the order of ids.
    fn from_iter<A: IntoIterator<Item = T>>(values: A) -> Self {
        Vec::from_iter(values).into()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a Map<I, T> {
    type Item = (I, &'a T);
    type IntoIter = Entries<I, std::slice::Iter<'a, T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, I: Id, T> IntoIterator for &'a mut Map<I, T> {
    type Item = (I, &'a mut T);
    type IntoIter = Entries<I, std::slice::IterMut<'a, T>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

impl<I: Id, T> IntoIterator for Map<I, T> {
    type Item = (I, T);
    type IntoIter = Entries<I, std::vec::IntoIter<T>>;

    fn into_iter(self) -> Self::IntoIter {
        Entries::of(self.values.into_iter())
    }
}

/// An iterator over ids and their values, in the order of ids: see [`Map::iter`].
#[derive(Debug, Clone)]
pub struct Entries<I, V> {
    values: Enumerate<V>,
    id: PhantomData<fn(I)>,
}

impl<I, V: Iterator> Entries<I, V> {
    fn of(values: V) -> Self {
        Self { values: values.enumerate(), id: PhantomData }
    }
}

impl<I: Id, V: Iterator> Iterator for Entries<I, V> {
    type Item = (I, V::Item);

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.values.next().map(|(i, value)| (I::at(i), value))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.values.size_hint()
    }
}

impl<I: Id, V: ExactSizeIterator> ExactSizeIterator for Entries<I, V> {}

impl<I: Id, V: ExactSizeIterator + DoubleEndedIterator> DoubleEndedIterator for Entries<I, V> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        self.values.next_back().map(|(i, value)| (I::at(i), value))
    }
}

impl<I: Id, T, K: Into<I>> Index<K> for Map<I, T> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, id: K) -> &T {
        let id = id.into();
        match self.values.get(id.position()) {
            Some(value) => value,
            None => not_in_map(id, self.values.len()),
        }
    }
}

impl<I: Id, T, K: Into<I>> IndexMut<K> for Map<I, T> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, id: K) -> &mut T {
        let id = id.into();
        let count = self.values.len();
        match self.values.get_mut(id.position()) {
            Some(value) => value,
            None => not_in_map(id, count),
        }
    }
}

/// Panics with the id that a map has no value for.
#[cold]
#[track_caller]
pub(super) fn not_in_map<I: Id>(id: I, count: usize) -> ! {
    panic!("there is no {} {}: the map has {count} {}", I::ONE, id.position(), I::MANY)
}

impl<I: Id, T: fmt::Debug> fmt::Debug for Map<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.values.iter().enumerate()).finish()
    }
}
