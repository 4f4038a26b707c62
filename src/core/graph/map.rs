//! Data beside a graph: an array that is indexed by nodes, or by edges.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

use super::{Direction, EdgeData, EdgeId, EdgeList, EdgeListView, Graph, GraphView, Node, Weight};
use crate::exec::Exec;
use crate::ids::LIMIT;
use crate::parallel::tabulate;
use crate::sealed::Sealed;
use crate::{Result, memory};

/// What maps are indexed by: [`Node`] or [`EdgeId`].
pub trait Id: Copy + Send + Sync + Sealed + 'static {
    /// The word for one of them, in messages.
    const ONE: &'static str;
    /// The word for several.
    const MANY: &'static str;

    /// The id at a position.
    fn at(position: usize) -> Self;
    /// The position of the id.
    fn position(self) -> usize;
}

macro_rules! ids {
    ($($id:ident $one:literal $many:literal;)*) => {$(
        impl Sealed for $id {}

        impl Id for $id {
            const ONE: &'static str = $one;
            const MANY: &'static str = $many;

            #[inline]
            fn at(position: usize) -> Self {
                Self::new(position)
            }

            #[inline]
            fn position(self) -> usize {
                self.index()
            }
        }
    )*};
}

ids! { Node "node" "nodes"; EdgeId "edge" "edges"; }

/// What has nodes (`I` is [`Node`]) or edges ([`EdgeId`]): a graph in any form, or their number.
pub trait Count<I> {
    /// How many.
    ///
    /// # Panics
    /// If it is a number above [`LIMIT`], which no graph can have.
    fn count(&self) -> usize;
}

impl<I: Id> Count<I> for usize {
    #[track_caller]
    fn count(&self) -> usize {
        assert!(*self <= LIMIT, "{self} {} are more than the {LIMIT} that a graph can have", I::MANY);
        *self
    }
}

impl<I, T: Count<I>> Count<I> for &T {
    fn count(&self) -> usize {
        T::count(self)
    }
}

macro_rules! counts {
    ($([$($parameters:tt)*] $graph:ty;)*) => {$(
        impl<$($parameters)*> Count<Node> for $graph {
            fn count(&self) -> usize {
                self.nodes()
            }
        }

        impl<$($parameters)*> Count<EdgeId> for $graph {
            fn count(&self) -> usize {
                self.len()
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

/// A value for every node of a graph.
pub type NodeMap<T> = Map<Node, T>;

/// A value for every edge of a graph.
pub type EdgeMap<T> = Map<EdgeId, T>;

/// A value for every node ([`NodeMap`]) or every edge ([`EdgeMap`]): a vector indexed by their ids.
///
/// Indexing by an id that is too large panics, and the message names the id and the number of values.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{Directed, EdgeList, Graph, Node, NodeMap};
///
/// let exec = Exec::new(2)?;
/// let graph = Graph::<Directed>::from_edges(&exec, &EdgeList::from_pairs(3, [(0, 1), (0, 2)])?)?;
/// let mut rank = NodeMap::filled(&graph, 0.5_f32)?;
/// rank[Node::new(1)] += 1.0;
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
    /// The same value for every node or edge of a graph.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn filled(of: impl Count<I>, value: T) -> Result<Self>
    where
        T: Clone,
    {
        memory::filled("a map of the graph", of.count(), value).map(Self::from)
    }

    /// `f(id)` for every node or edge of a graph, computed on the threads of `exec`; it is called once for
    /// each.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    pub fn from_fn(exec: &Exec, of: impl Count<I>, f: impl Fn(I) -> T + Sync) -> Result<Self>
    where
        T: Send,
    {
        let count = of.count();
        exec.install(|| tabulate(exec, "a map of the graph", count, |i| f(I::at(i)))).map(Self::from)
    }

    /// Number of values.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are no values.
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values in the order of ids.
    #[must_use]
    #[inline]
    pub fn as_slice(&self) -> &[T] {
        &self.values
    }

    /// The values in the order of ids, to be changed.
    #[must_use]
    #[inline]
    pub fn as_mut_slice(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// The values in the order of ids.
    #[must_use]
    pub fn into_vec(self) -> Vec<T> {
        self.values
    }

    /// Every id with its value.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (I, &T)> {
        self.values.iter().enumerate().map(|(i, value)| (I::at(i), value))
    }

    /// Every id with its value, to be changed.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (I, &mut T)> {
        self.values.iter_mut().enumerate().map(|(i, value)| (I::at(i), value))
    }
}

/// The value at position `i` is that of the id at `i`.
impl<I: Id, T> From<Vec<T>> for Map<I, T> {
    fn from(values: Vec<T>) -> Self {
        Self { values, id: PhantomData }
    }
}

impl<I: Id, T> Index<I> for Map<I, T> {
    type Output = T;

    #[inline]
    #[track_caller]
    fn index(&self, id: I) -> &T {
        match self.values.get(id.position()) {
            Some(value) => value,
            None => not_in_map(id, self.values.len()),
        }
    }
}

impl<I: Id, T> IndexMut<I> for Map<I, T> {
    #[inline]
    #[track_caller]
    fn index_mut(&mut self, id: I) -> &mut T {
        let count = self.values.len();
        match self.values.get_mut(id.position()) {
            Some(value) => value,
            None => not_in_map(id, count),
        }
    }
}

/// Says which id a map has no value for.
#[cold]
#[track_caller]
pub(super) fn not_in_map<I: Id>(id: I, count: usize) -> ! {
    panic!("there is no {} {}: the map is of {count} {}", I::ONE, id.position(), I::MANY)
}

impl<I: Id, T: fmt::Debug> fmt::Debug for Map<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_map().entries(self.values.iter().enumerate()).finish()
    }
}
