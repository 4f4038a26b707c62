//! Recipes.

use std::fmt;
use std::ops::Range;

use super::numbering::Permutation;
use super::{Style, WeightLaw};
use boscage_core::comm::share;
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeId, EdgeList, Node};
use boscage_core::parallel::tabulate_blocks;
use boscage_core::primitives::unmodelled::{AtomicUsize, Ordering::Relaxed};
use boscage_core::random::{Draws, Random, streams};
use boscage_core::{Error, Result};

/// A generated graph before it is in memory: the numbers of nodes and edges, and a function that computes any
/// edge from its id.
///
/// The structs of most families return one (for example [`Gnm::recipe`](super::Gnm::recipe)). It can make the
/// whole graph in memory ([`Recipe::make`]), only the edges of one rank ([`Recipe::make_part`]), any range of
/// edges ([`Recipe::append`]), or a file, block by block, for a graph that is larger than memory
/// (`boscage::io::write_recipe`). All of them make the same edges, on any number of threads: a recipe is
/// deterministic. It takes a few hundred bytes of memory; that of [`Ssca2`](super::Ssca2) also takes 24 bytes
/// per 1024 nodes.
///
/// # Examples
/// ```
/// use boscage::generate::{Path, Style};
///
/// let recipe = Path { nodes: 1_000_000_000, style: Style::default() }.recipe()?;
/// let mut edges = Vec::new();
/// recipe.append(999_999_997..999_999_999, &mut edges);
/// assert_eq!((recipe.edge_count(), edges[1].v.index()), (999_999_999, 999_999_999));
/// # Ok::<(), boscage::Error>(())
/// ```
pub struct Recipe {
    nodes: usize,
    edges: usize,
    is_directed: bool,
    /// Expected number of nodes without edges; 0 if the family does not know it.
    isolated: f64,
    append: Box<Append>,
}

/// Appends the edges with some ids.
type Append = dyn Fn(Range<usize>, &mut Vec<Edge<u32>>) + Send + Sync;

/// The ends of the edges of a family, in its natural numbering.
pub(super) trait Ends: Send + Sync + 'static {
    /// Passes the ends of the edges with these ids to `visit`, in the order of the ids.
    fn for_each(&self, ids: Range<u64>, visit: impl FnMut(u64, u64));
}

/// Ends that are computed edge by edge, from the id and independent random draws.
struct ById<F> {
    ends: F,
    random: Random,
}

impl<F: Fn(u64, &mut Draws) -> (u64, u64) + Send + Sync + 'static> Ends for ById<F> {
    #[inline]
    fn for_each(&self, ids: Range<u64>, mut visit: impl FnMut(u64, u64)) {
        for id in ids {
            let (u, v) = (self.ends)(id, &mut self.random.item(id));
            visit(u, v);
        }
    }
}

/// Makes edges from their ends, as the style demands.
struct Finish {
    numbering: Option<Permutation>,
    weights: WeightLaw,
    seed: u64,
    edges: usize,
}

impl Finish {
    #[inline]
    fn edge(&self, id: usize, u: u64, v: u64) -> Edge<u32> {
        let node = |index: u64| {
            Node::new(self.numbering.as_ref().map_or(index, |permutation| permutation.image(index)) as usize)
        };
        Edge::new(node(u), node(v), self.weights.weight(self.seed, id, self.edges, || 0))
    }
}

impl Recipe {
    /// The graph of `nodes` nodes in which `ends` computes the ends of an edge from its id and independent
    /// random draws.
    pub(super) fn by_id(
        nodes: u64,
        edges: u64,
        style: &Style,
        ends: impl Fn(u64, &mut Draws) -> (u64, u64) + Send + Sync + 'static,
    ) -> Result<Self> {
        Self::new(nodes, edges, style, ById { ends, random: Random::new(style.seed, streams::ENDS) })
    }

    /// The graph of `nodes` nodes whose `edges` edges have these ends.
    pub(super) fn new(nodes: u64, edges: u64, style: &Style, ends: impl Ends) -> Result<Self> {
        let nodes = Node::check_count(nodes)?;
        let Style { weights, seed, .. } = *style;
        weights.check()?;
        if matches!(weights, WeightLaw::Ascending | WeightLaw::Descending) {
            EdgeId::check_count(edges)?; // each is a weight
        }
        let edges = usize::try_from(edges).map_err(|_| Error::TooMany { what: "edges", count: edges })?;
        if weights == WeightLaw::Euclidean {
            let expected = "another law, because the nodes of this family have no coordinates";
            return Err(Error::argument("weights", expected, weights));
        }
        let finish = Finish { numbering: style.numbering.of(nodes, seed), weights, seed, edges };
        let append = move |ids: Range<usize>, block: &mut Vec<Edge<u32>>| {
            let mut id = ids.start;
            ends.for_each(ids.start as u64..ids.end as u64, |u, v| {
                block.push(finish.edge(id, u, v));
                id += 1;
            });
        };
        Ok(Self { nodes, edges, is_directed: false, isolated: 0.0, append: Box::new(append) })
    }

    /// The same recipe, in which edges have a direction (from the first end to the second) or have none.
    pub(super) fn with_direction(self, is_directed: bool) -> Self {
        Self { is_directed, ..self }
    }

    /// The same recipe, with the expected number of nodes without edges.
    pub(super) fn with_isolated(self, isolated: f64) -> Self {
        Self { isolated, ..self }
    }

    /// Returns the expected number of nodes without edges, if there certainly are some. Returns `None` if
    /// there may be none, or if the family does not know the number.
    ///
    /// # Examples
    /// ```
    /// use boscage::generate::Gnm;
    ///
    /// let recipe = Gnm { nodes: 1000, edges: 1000, ..Gnm::default() }.recipe()?;
    /// assert_eq!(recipe.isolated().map(f64::round), Some(135.0)); // about n e^(-2m/n)
    /// # Ok::<(), boscage::Error>(())
    /// ```
    #[must_use]
    pub fn isolated(&self) -> Option<f64> {
        /// From this expected number on, the probability that there are none is at most e^-40.
        const CERTAIN: f64 = 40.0;
        (self.isolated > CERTAIN).then_some(self.isolated)
    }

    /// Returns the number of nodes.
    #[must_use]
    pub const fn node_count(&self) -> usize {
        self.nodes
    }

    /// Returns the number of edges. It may be larger than an [`EdgeList`] can hold.
    #[must_use]
    pub const fn edge_count(&self) -> usize {
        self.edges
    }

    /// Returns `true` if edges have a direction.
    #[must_use]
    pub const fn is_directed(&self) -> bool {
        self.is_directed
    }

    /// Makes the edges whose ids are in a range and appends them to `block`, in the order of their ids, on
    /// the calling thread.
    ///
    /// # Panics
    /// If the range ends beyond the number of edges.
    ///
    /// # Examples
    /// ```
    /// use boscage::generate::{Star, Style};
    ///
    /// let mut edges = Vec::new();
    /// Star { nodes: 10, style: Style::default() }.recipe()?.append(3..5, &mut edges);
    /// assert_eq!([edges[0].v.index(), edges[1].v.index()], [4, 5]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn append(&self, ids: Range<usize>, block: &mut Vec<Edge<u32>>) {
        assert!(ids.end <= self.edges, "edge ids {ids:?} are out of range: there are {} edges", self.edges);
        (self.append)(ids, block);
    }

    /// Makes the whole graph in memory, on all threads of `exec`.
    ///
    /// # Determinism
    /// The graph does not depend on the number of threads.
    ///
    /// # Memory
    /// 12 bytes per edge.
    ///
    /// # Errors
    /// [`Error::TooMany`] edges, and [`Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::generate::Rmat;
    ///
    /// let recipe = Rmat { scale: 10, edges: 8000, ..Rmat::default() }.recipe()?;
    /// assert_eq!(recipe.make(&Exec::new(1)?)?, recipe.make(&Exec::new(2)?)?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn make(&self, exec: &Exec) -> Result<EdgeList<u32>> {
        self.make_some(exec, 0..self.edges)
    }

    /// Makes the part of one of `ranks` ranks, on all threads of `exec`. Returns the edges whose ids are in
    /// the [`share`] of the rank, and the first of these ids. The list has all nodes of the graph.
    ///
    /// A rank needs no communication with the others. The parts of all ranks, in the order of the ranks, are
    /// the graph that [`Recipe::make`] makes. The whole graph may have more edges than a list can hold; only
    /// the edges of each part must fit.
    ///
    /// Road networks ([`road`](fn@super::road)) have no recipe, because their edges cannot be computed one by
    /// one. Write the whole network to a `.bsg` file once, and read parts of the file
    /// (`boscage::io::read_part`).
    ///
    /// # Determinism
    /// The edges do not depend on the numbers of threads and ranks.
    ///
    /// # Memory
    /// 12 bytes per edge of the part.
    ///
    /// # Errors
    /// [`Error::TooMany`] edges in this part, and [`Error::OutOfMemory`].
    ///
    /// # Panics
    /// If `rank` is not below `ranks`.
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::generate::{Path, Style};
    ///
    /// let recipe = Path { nodes: 8, style: Style::default() }.recipe()?;
    /// let (list, first) = recipe.make_part(&Exec::new(1)?, 1, 3)?;
    /// assert_eq!((list.node_count(), list.edge_count(), first), (8, 2, 2));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn make_part(&self, exec: &Exec, rank: usize, ranks: usize) -> Result<(EdgeList<u32>, u64)> {
        assert!(rank < ranks, "rank {rank} is out of range: there are {ranks} ranks");
        let ids = share(self.edges as u64, rank, ranks);
        Ok((self.make_some(exec, ids.start as usize..ids.end as usize)?, ids.start))
    }

    fn make_some(&self, exec: &Exec, some: Range<usize>) -> Result<EdgeList<u32>> {
        let len = EdgeId::check_count(some.len() as u64)?;
        let made = AtomicUsize::new(0);
        let append = |ids: Range<usize>, block: &mut Vec<_>| {
            self.append(some.start + ids.start..some.start + ids.end, block);
            let made = made.fetch_add(ids.len(), Relaxed) + ids.len();
            exec.report_progress("generating", made as u64, len as u64);
        };
        Ok(EdgeList::from_checked(self.nodes, tabulate_blocks(exec, "the edge list", len, append)?))
    }
}

impl fmt::Debug for Recipe {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Recipe of {} nodes and {} edges", self.nodes, self.edges)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Gnm, Numbering, Pairs, Path, Quadrants, Rmat, WattsStrogatz};
    use super::*;

    #[test]
    fn edges_do_not_depend_on_the_pieces_in_which_they_are_made() {
        let style =
            Style { numbering: Numbering::Shuffled, weights: WeightLaw::Descending, ..Style::default() };
        let recipes = [
            Gnm { nodes: 9_000, edges: 40_000, pairs: Pairs::Repeated, ..Gnm::default() }.recipe(),
            Rmat { scale: 12, edges: 40_000, ..Rmat::default() }.recipe(),
            WattsStrogatz { nodes: 9_000, style, ..WattsStrogatz::default() }.recipe(),
        ];
        for recipe in recipes.map(Result::unwrap) {
            let whole = recipe.make(&Exec::current()).unwrap();
            for len in [1, 777, 30_000] {
                let mut pieces = Vec::new();
                for first in (0..recipe.edge_count()).step_by(len) {
                    recipe.append(first..(first + len).min(recipe.edge_count()), &mut pieces);
                }
                assert!(pieces == whole.edges(), "{recipe:?} {len}");
            }
        }
    }

    #[test]
    fn nodes_without_edges_are_expected() {
        let exec = Exec::new(1).unwrap();
        let gnm = |edges, pairs| Gnm { nodes: 5000, edges, pairs, ..Gnm::default() }.recipe();
        let rmat = |edges, quadrants| Rmat { scale: 13, edges, quadrants, ..Rmat::default() }.recipe();
        let recipes = [
            gnm(0, Pairs::Distinct),
            gnm(2000, Pairs::Distinct),
            gnm(9000, Pairs::Repeated),
            gnm(9000, Pairs::Any),
            rmat(20_000, Quadrants::GTGRAPH),
            rmat(60_000, Quadrants::GRAPH500),
        ];
        for recipe in recipes.map(Result::unwrap) {
            let mut has_edges = vec![false; recipe.node_count()];
            for edge in recipe.make(&exec).unwrap().edges() {
                has_edges[edge.u.index()] = true;
                has_edges[edge.v.index()] = true;
            }
            let isolated = has_edges.iter().filter(|&&has| !has).count() as f64;
            let expected = recipe.isolated().unwrap();
            assert!((isolated - expected).abs() < 5.0 * isolated.sqrt(), "{recipe:?} {isolated} {expected}");
        }
        let few = [gnm(40_000, Pairs::Distinct), Path { nodes: 1, style: Style::default() }.recipe()];
        few.into_iter().for_each(|recipe| assert_eq!(recipe.unwrap().isolated(), None));
    }

    #[test]
    fn parts_of_any_number_of_ranks_are_the_whole() {
        let exec = Exec::new(1).unwrap();
        let recipe = Gnm { nodes: 900, edges: 4000, ..Gnm::default() }.recipe().unwrap();
        let whole = recipe.make(&exec).unwrap();
        for ranks in [1, 2, 3, 16, 5000] {
            let mut edges = Vec::new();
            for rank in 0..ranks {
                let (part, first) = recipe.make_part(&exec, rank, ranks).unwrap();
                assert_eq!((part.node_count(), first), (900, edges.len() as u64));
                edges.extend_from_slice(part.edges());
            }
            assert!(edges == whole.edges(), "{ranks} ranks");
        }
    }

    #[test]
    fn there_may_be_more_edges_than_one_rank_can_make() {
        let (exec, edges) = (Exec::new(1).unwrap(), 5_000_000_007);
        let rmat = Rmat { scale: 20, edges, ..Rmat::default() };
        let recipe = rmat.recipe().unwrap();
        assert!(matches!(recipe.make(&exec), Err(Error::TooMany { count: 5_000_000_007, .. })));
        let ranks = 1 << 20;
        let (part, first) = recipe.make_part(&exec, ranks - 1, ranks).unwrap();
        assert_eq!(first + part.edge_count() as u64, edges as u64);
        let mut last = Vec::new();
        recipe.append(edges - 1..edges, &mut last);
        assert_eq!(part.edges().last(), last.first());
        let style = Style { weights: WeightLaw::Ascending, ..Style::default() };
        assert!(matches!(Rmat { style, ..rmat }.recipe(), Err(Error::TooMany { .. })));
    }

    #[test]
    #[should_panic(expected = "edge ids 1..4 are out of range: there are 3 edges")]
    fn edges_beyond_the_last_are_refused() {
        Path { nodes: 4, style: Style::default() }.recipe().unwrap().append(1..4, &mut Vec::new());
    }
}
