//! Shortest paths from node to node, for many queries on one graph.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use boscage::exec::Exec;
use boscage::graph::{Directed, Direction, EdgeList, Graph as Adjacency, Node, Undirected};
use boscage::operators::{self, Length};
use boscage::{Error, Result, memory};
use numpy::IntoPyArray;
use pyo3::prelude::*;

use crate::forest::pairs;
use crate::graph::{Graph, weighted};
use crate::operators::{Integers, node_below};
use crate::paths::{Lengths, Numbers, ToLengths, numbers};
use crate::work::{self, Threads};

/// Searches on the adjacency of a graph.
#[pyclass(module = "boscage._boscage", frozen)]
pub(crate) struct Dijkstra {
    searches: Arc<dyn Search>,
    nodes: usize,
    edges: usize,
}

/// The length of a path, its nodes and its edges.
type Path<'py> = (Bound<'py, PyAny>, Integers<'py>, Integers<'py>);

#[pymethods]
impl Dijkstra {
    #[new]
    fn new(py: Python<'_>, graph: &Graph, is_directed: bool, threads: Threads) -> PyResult<Self> {
        fn of<D: Direction, W: Length<Wide: ToLengths>>(
            exec: &Exec,
            list: &EdgeList<W>,
        ) -> Result<Arc<dyn Search>> {
            let graph = Adjacency::<D, W>::builder().with_ids().build(exec, list)?;
            Ok(Arc::new(Searches { graph, idle: Mutex::default() }))
        }

        let (exec, list) = (work::threads(threads)?, Arc::clone(&graph.list));
        let searches = work::run(py, &exec, usize::MAX, move |exec| {
            let list = weighted(exec, &list)?;
            match (numbers(exec, &list)?, is_directed) {
                (Numbers::Integers(list), true) => of::<Directed, _>(exec, &list),
                (Numbers::Integers(list), false) => of::<Undirected, _>(exec, &list),
                (Numbers::Large(list), true) => of::<Directed, _>(exec, &list),
                (Numbers::Large(list), false) => of::<Undirected, _>(exec, &list),
                (Numbers::Floats(list), true) => of::<Directed, _>(exec, &list),
                (Numbers::Floats(list), false) => of::<Undirected, _>(exec, &list),
            }
        })?;
        Ok(Self { searches, nodes: graph.list.node_count(), edges: graph.list.edge_count() })
    }

    /// A shortest path from one node to another; `None` if there is none.
    fn path<'py>(&self, py: Python<'py>, source: i64, target: i64) -> PyResult<Option<Path<'py>>> {
        let source = node_below(self.nodes, source, "source")?;
        let target = node_below(self.nodes, target, "target")?;
        let (searches, exec) = (Arc::clone(&self.searches), work::threads(Threads::one())?);
        let found = work::run(py, &exec, self.size(), move |exec| searches.path(exec, source, target))?;
        Ok(found.map(|(length, nodes, edges)| {
            (length.into_array(py), nodes.into_pyarray(py), edges.into_pyarray(py))
        }))
    }

    /// The distances of pairs of nodes. If no path leads from a node to the other, it is -1 among integers,
    /// and NaN among floats.
    fn distances<'py>(
        &self,
        py: Python<'py>,
        sources: &Bound<'py, PyAny>,
        targets: &Bound<'py, PyAny>,
        threads: Threads,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (searches, exec) = (Arc::clone(&self.searches), work::threads(threads)?);
        let pairs = pairs(py, &exec, [sources, targets], self.nodes)?;
        let size = self.size().saturating_mul(pairs.len());
        let found = work::run(py, &exec, size, move |exec| searches.distances(exec, &pairs))?;
        Ok(found.into_array(py))
    }
}

impl Dijkstra {
    /// Nodes and edges that a search may pass.
    fn size(&self) -> usize {
        self.nodes + self.edges
    }
}

/// The length of a path, its nodes and its edges.
type Found = (Lengths, Vec<i64>, Vec<i64>);

/// Searches, whatever the type of lengths.
trait Search: Send + Sync {
    fn path(&self, exec: &Exec, source: Node, target: Node) -> Result<Option<Found>>;

    fn distances(&self, exec: &Exec, pairs: &[[Node; 2]]) -> Result<Lengths>;
}

struct Searches<D: Direction, W: Length> {
    graph: Adjacency<D, W>,
    /// Those that no call uses, with their arrays. A held lock is never waited for: in a forked process its
    /// owner may be a thread that does not exist.
    idle: Mutex<Vec<operators::Dijkstra<D, W>>>,
}

impl<D: Direction, W: Length> Searches<D, W> {
    fn take(&self, exec: &Exec) -> operators::Dijkstra<D, W> {
        let idle = self.idle.try_lock().ok().and_then(|mut idle| idle.pop());
        idle.map_or_else(|| operators::Dijkstra::new(exec, &self.graph), |search| search.with_exec(exec))
    }

    /// Keeps searches for later calls, without the threads of this one.
    fn put_back(&self, searches: impl IntoIterator<Item = operators::Dijkstra<D, W>>) {
        for search in searches {
            let search = search.with_exec(&Exec::current());
            if let Ok(mut idle) = self.idle.try_lock() {
                idle.push(search);
            }
        }
    }
}

impl<D: Direction, W: Length<Wide: ToLengths>> Search for Searches<D, W> {
    fn path(&self, exec: &Exec, source: Node, target: Node) -> Result<Option<Found>> {
        let mut search = self.take(exec);
        let found = search.path(source, target);
        self.put_back([search]);
        let Some(path) = found? else { return Ok(None) };
        let edges = self.graph.path_edges(&path.nodes, |length| length)?;
        let nodes = path.nodes.iter().map(|node| node.index() as i64).collect();
        let edges = edges.iter().map(|edge| edge.index() as i64).collect();
        Ok(Some((W::Wide::lengths([Some(path.distance)].into_iter())?, nodes, edges)))
    }

    fn distances(&self, exec: &Exec, pairs: &[[Node; 2]]) -> Result<Lengths> {
        let mut order = memory::from_fn("the order of pairs", pairs.len(), |at| at)?;
        order.sort_unstable_by_key(|&at| pairs[at]);
        let mut found = memory::filled("distances of pairs", pairs.len(), None)?;
        let (mut groups, mut rest) = (Vec::new(), &mut found[..]);
        for group in order.chunk_by(|&one, &next| pairs[one][0] == pairs[next][0]) {
            let (places, others) = rest.split_at_mut(group.len());
            memory::grow("searches", &mut groups, 1)?;
            groups.push((group, places));
            rest = others;
        }
        let searches = exec.per_thread(|| self.take(exec));
        let outcome = exec.do_all("distances of pairs", groups, |(group, places)| {
            let mut targets: HashSet<_> = group.iter().map(|&at| pairs[at][1]).collect();
            searches.with(|search| {
                search.visit(pairs[group[0]][0], |node, _| {
                    targets.remove(&node);
                    if targets.is_empty() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })?;
                for (place, &at) in places.iter_mut().zip(group) {
                    *place = search.distance(pairs[at][1]);
                }
                Ok::<_, Error>(())
            })
        });
        self.put_back(searches.into_values());
        outcome?;
        let mut lengths = memory::filled("distances of pairs", pairs.len(), None)?;
        for (&at, length) in order.iter().zip(found) {
            lengths[at] = length;
        }
        W::Wide::lengths(lengths.into_iter())
    }
}
