//! Contraction: all nodes with the same label become one node.
//!
//! **Idea.** Arcs stay where they are. The members of each part are listed together, cut into pieces with
//! about the same number of arcs, and each thread goes over the arcs of a piece, part by part. A table with a
//! place per part tells whether the part has an arc to the same target already; then the data are combined.
//! So only combined arcs are sorted and moved, of which a clustering has few. Where a piece ends within a
//! part, the two halves are combined afterwards.
//!
//! Both arcs of an undirected edge must get the same data, bit for bit. So only arcs to the same or a higher
//! part are combined, and the others are their mirrors.

use std::ops::Range;

use super::direction::is_edge;
use super::fill::Room;
use super::group::{InRows, group};
use super::origin::Origin;
use super::{AtomicNodeMap, Direction, EdgeData, EdgeId, Graph, Node, NodeMap};
use crate::exec::Exec;
use crate::parallel::{exclusive_scan, for_each_block, map_pieces, radix_sort, tabulate};
use crate::{Error, Result, memory};

/// Nodes per block.
const BLOCK: usize = 1 << 12;

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Returns the graph in which all nodes with the same label are one node, and a map with the new number
    /// of each old node. Labels are any numbers below the number of nodes, such as those of
    /// [`Components`](super::Components), or a node of each part; new nodes are in the order of their labels.
    ///
    /// Edges that become parallel are combined into one. Edges within a part become a self-loop, which
    /// [`Graph::simplified`] removes. The arcs of a node are ordered by target; if this graph has edge ids,
    /// the edges of the new one are numbered in the order of their arcs from the lower end.
    ///
    /// # Determinism
    /// The order in which data are combined depends only on the graph and the labels. So even sums of floats
    /// are the same on any number of threads.
    ///
    /// # Memory
    /// During the work, beside the result, 16 bytes per node, 8 bytes per part and thread, and twice as much
    /// as the arcs of the result.
    ///
    /// # Errors
    /// [`Error::Argument`] if there is not one label per node, or a label is too large, and
    /// [`Error::OutOfMemory`].
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeList, Graph, Node, Undirected};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_triples(4, [(0, 1, 1), (1, 2, 2), (0, 3, 4), (3, 2, 8)])?;
    /// let graph = Graph::<Undirected, _>::from_edges(&exec, &list)?;
    /// let (parts, numbers) = graph.contracted(&exec, &[1_u32, 1, 3, 3], |one, other| one + other)?;
    /// assert_eq!(parts.to_edge_list(&exec)?, EdgeList::from_triples(2, [(0, 0, 1), (0, 1, 6), (1, 1, 8)])?);
    /// assert_eq!(numbers.as_slice(), [0, 0, 1, 1].map(Node::new));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn contracted<L: Copy + Into<u32> + Sync>(
        &self,
        exec: &Exec,
        labels: &[L],
        combine: impl Fn(E, E) -> E + Sync,
    ) -> Result<(Self, NodeMap<Node>)> {
        self.contracted_with(exec, labels, |data| data, combine)
    }

    /// Returns the same as [`contracted`](Self::contracted) with other edge data: those that `data` makes of
    /// the data of each edge, combined.
    ///
    /// # Errors
    /// Those of [`contracted`](Self::contracted).
    ///
    /// # Examples
    /// ```
    /// use boscage::exec::Exec;
    /// use boscage::graph::{EdgeList, Graph, Undirected};
    ///
    /// let exec = Exec::new(2)?;
    /// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (0, 3), (3, 2)])?;
    /// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
    /// let sum = |one, other| one + other;
    /// let (parts, _) = graph.contracted_with(&exec, &[1_u32, 1, 3, 3], |()| 1_u64, sum)?;
    /// assert_eq!(parts.to_edge_list(&exec)?, EdgeList::from_triples(2, [(0, 0, 1), (0, 1, 2), (1, 1, 1)])?);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn contracted_with<L: Copy + Into<u32> + Sync, F: EdgeData>(
        &self,
        exec: &Exec,
        labels: &[L],
        data: impl Fn(E) -> F + Sync,
        combine: impl Fn(F, F) -> F + Sync,
    ) -> Result<(Graph<D, F>, NodeMap<Node>)> {
        if labels.len() != self.node_count() {
            let expected = format!("one for each of {} nodes", self.node_count());
            return Err(Error::argument("the labels", expected, labels.len()));
        }
        exec.install(|| {
            let (nodes, numbers) = numbered(exec, labels)?;
            let pieces = self.combined(exec, nodes, &numbers, &data, &combine)?;
            let sizes: Vec<_> = pieces.iter().map(|piece| (piece.ends.len(), piece.arcs.len())).collect();
            let arcs = sizes.iter().map(|size| size.1).sum();
            let mut rows = Room::reserve(nodes, arcs, false)?.fill(exec, &sizes, pieces, |piece, part| {
                let arc = |&(to, data): &(Node, F)| (to, EdgeId::at(0), data);
                Ok(part.append(|i, arcs| arcs.extend(piece.arcs_of(i).iter().map(arc))))
            })?;
            let edges = rows.targets.len();
            if !D::IS_DIRECTED {
                // Reversed arcs come from lower nodes, in their order, so rows are ordered by target.
                rows = group(exec, nodes, Origin::BothWays(rows.all()), InRows::AsTheyCome, self.has_ids())?;
            } else if self.has_ids() {
                rows.ids = Some(tabulate(exec, "arc ids", edges, EdgeId::new)?);
            }
            let form = Self { is_by_target: true, ..self.clone() };
            Ok((form.with_rows(exec, edges, rows)?, numbers.into()))
        })
    }
}

/// The arcs of some consecutive parts to the same or, in undirected graphs, higher parts.
struct Piece<E> {
    first: Node,
    /// The end of the arcs of each part.
    ends: Vec<usize>,
    /// Targets and data, ordered by part and target.
    arcs: Vec<(Node, E)>,
}

impl<E: EdgeData> Piece<E> {
    /// The arcs of the part at a position.
    fn arcs_of(&self, i: usize) -> &[(Node, E)] {
        let begin = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.arcs[begin..self.ends[i]]
    }

    /// Adds the arcs of the last part that were found in another piece, which it then no longer has.
    fn join(&mut self, other: &mut Self, combine: impl Fn(E, E) -> E) -> Result<()> {
        let begin = self.ends.len().checked_sub(2).map_or(0, |last| self.ends[last]);
        let end = other.ends.remove(0);
        other.ends.iter_mut().for_each(|later| *later -= end);
        memory::reserve_exact(WHAT, &mut self.arcs, end)?;
        self.arcs.extend(other.arcs.drain(..end));
        let mut arcs = self.arcs.split_off(begin);
        arcs.sort_by_key(|arc| arc.0); // stable
        merge(&mut arcs, 0, combine);
        self.arcs.append(&mut arcs);
        *self.ends.last_mut().expect("a part") = self.arcs.len();
        Ok(())
    }
}

/// Combines arcs to the same part, which are next to each other, from a position on.
fn merge<E: EdgeData>(arcs: &mut Vec<(Node, E)>, begin: usize, combine: impl Fn(E, E) -> E) {
    let mut kept = begin;
    for at in begin..arcs.len() {
        let (to, data) = arcs[at];
        if kept > begin && arcs[kept - 1].0 == to {
            arcs[kept - 1].1 = combine(arcs[kept - 1].1, data);
        } else {
            arcs[kept] = (to, data);
            kept += 1;
        }
    }
    arcs.truncate(kept);
}

/// The places of parts among the arcs of another part: the number of the run of arcs, and the position.
struct Places {
    of: Vec<(u32, u32)>,
    run: u32,
}

impl Places {
    fn new(parts: usize) -> Result<Self> {
        Ok(Self { of: memory::filled("places of parts", parts, (0, 0))?, run: 0 })
    }

    /// Begins with the arcs of another part, or of another piece.
    fn begin(&mut self) {
        self.run = self.run.wrapping_add(1);
        if self.run == 0 {
            self.of.fill((0, 0));
            self.run = 1;
        }
    }

    /// Returns the position of the arc to a part, if there is one; otherwise sets it to `next`.
    #[inline]
    fn find(&mut self, part: Node, next: usize) -> Option<usize> {
        let place = &mut self.of[part.index()];
        if place.0 == self.run {
            return Some(place.1 as usize);
        }
        *place = (self.run, next as u32);
        None
    }
}

/// Arcs per piece.
const ARCS: u64 = 1 << 16;

/// Arcs of a part that are sorted at once, which is faster than to look each up.
const FEW: usize = 1 << 6;

/// The name of the arrays in errors.
const WHAT: &str = "arcs between parts";

impl<D: Direction, E: EdgeData> Graph<D, E> {
    /// Combines the arcs between parts, piece by piece; `numbers` has the part of each node.
    fn combined<F: EdgeData>(
        &self,
        exec: &Exec,
        parts: usize,
        numbers: &[Node],
        convert: &(impl Fn(E) -> F + Sync),
        combine: &(impl Fn(F, F) -> F + Sync),
    ) -> Result<Vec<Piece<F>>> {
        let nodes = self.node_count();
        let mut members = tabulate(exec, "the members of parts", nodes, Node::new)?;
        radix_sort(exec, &mut members, |&node| u32::from(numbers[node.index()]))?; // stable
        let degree = |i: usize| self.degree(members[i]) as u64 + 1;
        let mut before = tabulate(exec, "the arcs before each member", nodes, degree)?;
        let arcs = exclusive_scan::<u64>(exec, &mut before);
        let begin_of = |piece: u64| before.partition_point(|&arcs| arcs < piece * ARCS);
        let ranges = (0..arcs.div_ceil(ARCS)).map(|piece| begin_of(piece)..begin_of(piece + 1));
        let places = exec.per_thread(|| None);
        let pieces = map_pieces(exec, ranges.filter(|range| !range.is_empty()), |range: Range<usize>| {
            places.with(|places| {
                let places = match places {
                    Some(places) => places,
                    None => places.insert(Places::new(parts)?),
                };
                self.piece(&members[range], numbers, places, convert, combine)
            })
        });
        let mut whole: Vec<Piece<F>> = Vec::with_capacity(pieces.len());
        for piece in pieces {
            let mut piece = piece?;
            match whole.last_mut() {
                Some(last) if last.first.index() + last.ends.len() > piece.first.index() => {
                    last.join(&mut piece, combine)?;
                    if !piece.ends.is_empty() {
                        whole.push(Piece { first: Node::at(piece.first.index() + 1), ..piece });
                    }
                }
                _ => whole.push(piece),
            }
        }
        Ok(whole)
    }

    fn piece<F: EdgeData>(
        &self,
        members: &[Node],
        numbers: &[Node],
        places: &mut Places,
        convert: &impl Fn(E) -> F,
        combine: &impl Fn(F, F) -> F,
    ) -> Result<Piece<F>> {
        let part = |node: Node| numbers[node.index()];
        let all = members.iter().map(|&node| self.degree(node)).sum();
        let (mut ends, mut arcs) = (Vec::new(), memory::reserve::<(Node, F)>(WHAT, all)?);
        for members in members.chunk_by(|&one, &other| part(one) == part(other)) {
            let (own, begin) = (part(members[0]), arcs.len());
            let most: usize = members.iter().map(|&node| self.degree(node)).sum();
            let is_counted = |from: Node, to: Node, other: Node| {
                is_edge::<D>(own, other) && (own != other || is_edge::<D>(from, to))
            };
            if most <= FEW {
                for &from in members {
                    let others = self.arcs(from).into_iter().map(|(to, data)| (to, part(to), data));
                    let counted = others.filter(|&(to, other, _)| is_counted(from, to, other));
                    arcs.extend(counted.map(|(_, other, data)| (other, convert(data))));
                }
                arcs[begin..].sort_by_key(|arc| arc.0); // stable
                merge(&mut arcs, begin, combine);
            } else {
                places.begin();
                for &from in members {
                    for (to, data) in self.arcs(from) {
                        let other = part(to);
                        if !is_counted(from, to, other) {
                            continue;
                        }
                        let data = convert(data);
                        match places.find(other, arcs.len()) {
                            Some(at) => arcs[at].1 = combine(arcs[at].1, data),
                            None => arcs.push((other, data)),
                        }
                    }
                }
                arcs[begin..].sort_unstable_by_key(|arc| arc.0);
            }
            ends.push(arcs.len());
        }
        arcs.shrink_to_fit();
        Ok(Piece { first: part(members[0]), ends, arcs })
    }
}

/// Returns the number of different labels, and for each node the rank of its label.
fn numbered<L: Copy + Into<u32> + Sync>(exec: &Exec, labels: &[L]) -> Result<(usize, Vec<Node>)> {
    let nodes = labels.len();
    let occurs = AtomicNodeMap::filled(nodes, 0)?.relaxed();
    let wrong = exec.reducer(nodes, usize::min);
    for_each_block(exec, nodes, BLOCK, |block| {
        for node in block {
            match labels[node].into() {
                label if (label as usize) < nodes => occurs.store(Node::from(label), 1),
                _ => wrong.add(node),
            }
        }
    });
    let wrong = wrong.finish();
    if wrong < nodes {
        let (expected, found) = (format!("numbers below {nodes}, that of the nodes"), labels[wrong].into());
        return Err(Error::argument("the labels", expected, format_args!("{found} for node {wrong}")));
    }
    let mut numbers = occurs.into_map().into_vec();
    let count = exclusive_scan::<u32>(exec, &mut numbers);
    let number = |node: usize| Node::from(numbers[labels[node].into() as usize]);
    Ok((count as usize, tabulate(exec, "numbers of nodes", nodes, number)?))
}
