//! Verdicts on forests of graphs that do not fit in memory: one pass finds the edges that the file of the
//! forest means, another one proves them.
//!
//! Edges without a place of their own are found by their ends ([`Candidates`]). If the file has ids, ends and
//! weights, as the tables of `msf` do, one pass proves it if these are right; otherwise ends decide, if there
//! can be another pass. Names of nodes in text are known only when it has been read, which takes one pass
//! more.

use std::cell::Cell;
use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{Edge, EdgeList, FileData, Key, Node, TotalOf, Weight};
use boscage::io::{EdgeFile, EdgeSink, Names, ReadOptions, StreamInput};
use boscage::operators::msf::{Flaw, StreamEdge, StreamProof, Verdict};
use boscage::{Error, Result, memory};
use boscage_programs::report::Total;

use super::candidates::Candidates;
use super::flaws::Named;
use super::meaning::{self, Unmet};
use super::{Case, Conclusion};
use crate::edges::in_order;
use crate::forest_format::{Claim, Claims, Text};
use crate::streamed::{Nodes, Prover, Source, with_type};

/// Bytes per node while a forest is proved: claims, candidates, the forest, twice, and its proof.
const PER_NODE: u64 = 160;

/// The first pass over a graph: judges its forest if the names of the nodes are known in advance.
pub(super) struct Judge {
    case: Arc<Case>,
    nodes: usize,
    /// The type of the weights, which is `u32` if there are no edges.
    weights: &'static str,
    conclusion: Option<Conclusion>,
}

impl Judge {
    pub(super) fn new(case: Arc<Case>) -> Self {
        Self { case, nodes: 0, weights: u32::NAME, conclusion: None }
    }

    /// Returns the conclusion, from more passes over the input if these are needed.
    pub(super) fn conclude(
        self,
        exec: &Exec,
        source: &Source,
        options: &ReadOptions,
        input: &StreamInput,
    ) -> Result<Conclusion> {
        if let Some(conclusion) = self.conclusion {
            return Ok(conclusion);
        }
        if !source.path.is_file() {
            return Err(only_once());
        }
        let StreamInput { input, edges, ranks, .. } = input;
        let numbers = ranks.as_ref().map(|ranks| inverse(ranks)).transpose()?;
        let order = ranks.as_deref().zip(numbers.as_deref());
        let graph = Graph { names: &input.names, nodes: self.nodes, edges: *edges, order };
        let passes = Again { exec, source, options };
        let judged = with_type!(self.weights, W => graph.judge::<W>(&self.case, exec, &passes));
        judged.expect("a type of weights")?.ok_or_else(|| unreachable!("a file can be read again"))
    }
}

/// Returns the error that a graph would have to be read again.
fn only_once() -> Error {
    let expected = "a graph that fits in memory, a file, or a binary stream of nodes that are numbers and a \
                    forest with ids, ends and weights (--out forest.csv)";
    Error::argument("msf verify", expected, "a larger stream, which can be read only once")
}

/// Returns the inverse of a permutation.
fn inverse(ranks: &[u32]) -> Result<Vec<u32>> {
    let mut inverse = memory::filled("numbers of names", ranks.len(), 0)?;
    (0..).zip(ranks).for_each(|(number, &rank)| inverse[rank as usize] = number);
    Ok(inverse)
}

impl EdgeSink for Judge {
    fn set_node_count(&mut self, nodes: usize) -> Result<()> {
        self.nodes = nodes;
        Ok(())
    }

    fn edges<E: Weight>(&mut self, _: &Exec, _: &[Edge<E>]) -> Result<()> {
        self.weights = E::NAME;
        Ok(())
    }

    fn file<E: Weight>(&mut self, exec: &Exec, file: &EdgeFile<'_, E>) -> Result<()> {
        self.weights = E::NAME;
        let left = match file.is_seekable() {
            true => Left::Many,
            false if self.case.plan.graph.is_file() => Left::One,
            false => Left::Last,
        };
        let passes = Within { exec, file, left, passed: Cell::new(false) };
        if let Some(names) = file.names() {
            let graph = Graph { names, nodes: self.nodes, edges: file.edge_count(), order: None };
            let judged = with_type!(E::NAME, W => graph.judge::<W>(&self.case, exec, &passes));
            self.conclusion = judged.expect("a type of weights")?;
        }
        match (&self.conclusion, left) {
            (None, Left::Last) => Err(only_once()),
            // All of it must be read, and is read again.
            (None, _) if !passes.passed.get() => {
                (0..file.block_count()).try_for_each(|number| file.block(number).map(drop))
            }
            _ => Ok(()),
        }
    }
}

/// Passes over a graph with weights of type `W`.
trait Passes<W: Weight> {
    fn left(&self) -> Left;
    fn prove(&self, proof: Prover<W>) -> Result<Prover<W>>;
    fn find(&self, candidates: Candidates<W>) -> Result<Candidates<W>>;
}

/// The number of passes that are left.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// As many as are needed.
    Many,
    /// One, but the graph can be opened again.
    One,
    /// One, and no other.
    Last,
}

/// Passes over a file that is open.
struct Within<'a, 'f, E: Weight> {
    exec: &'a Exec,
    file: &'a EdgeFile<'f, E>,
    left: Left,
    /// There has been a pass.
    passed: Cell<bool>,
}

impl<E: Weight, W: Weight> Passes<W> for Within<'_, '_, E> {
    fn left(&self) -> Left {
        self.left
    }

    fn prove(&self, mut proof: Prover<W>) -> Result<Prover<W>> {
        self.passed.set(true);
        proof.file(self.exec, self.file)?;
        Ok(proof)
    }

    fn find(&self, mut candidates: Candidates<W>) -> Result<Candidates<W>> {
        self.passed.set(true);
        candidates.file(self.exec, self.file)?;
        Ok(candidates)
    }
}

/// Passes over a file that is opened for each.
struct Again<'a> {
    exec: &'a Exec,
    source: &'a Source,
    options: &'a ReadOptions,
}

impl<W: Weight> Passes<W> for Again<'_> {
    fn left(&self) -> Left {
        Left::Many
    }

    fn prove(&self, proof: Prover<W>) -> Result<Prover<W>> {
        Ok(self.source.open_again()?.stream(self.exec, self.options, proof)?.1)
    }

    fn find(&self, candidates: Candidates<W>) -> Result<Candidates<W>> {
        Ok(self.source.open_again()?.stream(self.exec, self.options, candidates)?.1)
    }
}

/// A graph whose edges pass.
struct Graph<'a> {
    names: &'a Names,
    nodes: usize,
    edges: u64,
    /// The rank of the name of each node by its number in the stream, and the number by the rank; `None` if
    /// the two are the same.
    order: Option<(&'a [u32], &'a [u32])>,
}

impl Graph<'_> {
    /// Judges the forest; `None` if that takes more passes than there are.
    fn judge<W: Weight>(&self, case: &Case, exec: &Exec, passes: &dyn Passes<W>) -> Result<Option<Conclusion>>
    where
        Total: From<W::Total>,
    {
        let Case { plan, content } = case;
        let objective = plan.objective;
        let count = self.nodes as u64;
        let nodes = Nodes { count, bytes: PER_NODE * count, may_grow: false };
        if memory::available().is_some_and(|room| room < nodes.bytes) {
            return Err(nodes.refused(&plan.graph, "the proof", 0));
        }
        let empty = EdgeList::<W>::with_nodes(self.nodes)?;
        let graph = empty.as_view();
        let text = Text { path: &plan.forest, content, names: self.names, graph: &graph, objective };
        let claims = text.claims(plan.format)?;
        if let Some(conclusion) = self.by_ids::<W>(case, exec, passes, &claims)? {
            return Ok(Some(conclusion));
        }
        if passes.left() != Left::Many {
            return Ok(None);
        }
        let number = |rank| self.number(rank);
        let found = passes.find(Candidates::new(&claims, objective, number)?)?.finish();
        let forest = match self.meant(exec, &text, claims, found)? {
            Ok(forest) => forest,
            Err(why) => return Ok(Some(Conclusion::Flawed(why))),
        };
        let proof = StreamProof::new(exec, self.nodes, &forest, objective)?;
        let verdict = passes.prove(Prover(proof))?.0.verdict();
        Ok(Some(self.conclude(case, verdict, &forest)))
    }

    /// Judges the forest by the ids of its edges, if the claims have ids, ends and weights. `None` if they
    /// have not, or if ids may be those of another program, and there can be another pass: then ends decide.
    fn by_ids<W: Weight>(
        &self,
        case: &Case,
        exec: &Exec,
        passes: &dyn Passes<W>,
        claims: &Claims,
    ) -> Result<Option<Conclusion>>
    where
        Total: From<W::Total>,
    {
        let objective = case.plan.objective;
        let Claims::Edges(claims) = claims else { return Ok(None) };
        let mut forest = memory::reserve("the forest", claims.len())?;
        for &Claim { id, ends: (u, v), key, .. } in claims {
            let (Some(position), Some(key)) = (id, key) else { return Ok(None) };
            let weight = objective.weight::<W>(W::Key::from_number(key));
            forest.push(StreamEdge { position, edge: Edge::new(self.number(u), self.number(v), weight) });
        }
        let proof = StreamProof::new(exec, self.nodes, &forest, objective)?;
        Ok(match passes.prove(Prover(proof))?.0.verdict() {
            verdict if verdict != Verdict::Exact && passes.left() != Left::Last => None,
            Verdict::Flawed(Flaw::Unknown(edge)) => {
                let (edge, id) = (self.named(&edge).text, edge.position);
                Some(Conclusion::Flawed(format!(
                    "{edge} is listed with id {id}, which is another edge of the graph, or none"
                )))
            }
            verdict => Some(self.conclude(case, verdict, &forest)),
        })
    }

    /// Returns those of the edges found that the claims of a text mean, or the reason why there are none.
    fn meant<W: Weight>(
        &self,
        exec: &Exec,
        text: &Text<'_>,
        claims: Claims,
        found: Vec<StreamEdge<W>>,
    ) -> Result<Result<Vec<StreamEdge<W>>, String>>
    where
        Total: From<W::Total>,
    {
        if let Claims::Ids(ids) = claims {
            let unknown = ids.into_iter().find(|&id| id >= self.edges);
            return Ok(unknown.map_or(Ok(found), |id| Err(Unmet::Unknown(id).explain(text, self.edges))));
        }
        let ranked = |i: usize| {
            let StreamEdge { edge: Edge { u, v, weight }, .. } = found[i];
            Edge::new(self.rank(u), self.rank(v), weight)
        };
        let edges = memory::from_fn("edges that a forest may mean", found.len(), ranked)?;
        let list = EdgeList::new(self.nodes, edges)?;
        let text = Text { graph: &list.as_view(), ..*text };
        match exec.install(|| meaning::edges(&text, claims))? {
            Ok(ids) => Ok(Ok(memory::from_fn("the forest", ids.len(), |i| found[ids[i].index()])?)),
            Err(unmet) => Ok(Err(unmet.explain(&text, self.edges))),
        }
    }

    /// The number in the stream of the node whose name has this rank.
    fn number(&self, rank: Node) -> Node {
        self.order.map_or(rank, |(_, numbers)| Node::from(numbers[rank.index()]))
    }

    fn rank(&self, number: Node) -> Node {
        self.order.map_or(number, |(ranks, _)| Node::from(ranks[number.index()]))
    }

    fn conclude<W: Weight>(
        &self,
        case: &Case,
        verdict: Verdict<StreamEdge<W>>,
        forest: &[StreamEdge<W>],
    ) -> Conclusion
    where
        Total: From<W::Total>,
    {
        case.plan.conclude(verdict.with_ids(|edge| self.named(&edge)), || {
            let mut sum = W::Sum::default();
            forest.iter().for_each(|edge| sum.add(edge.edge.weight));
            (forest.len(), self.nodes - forest.len(), sum.finish().into())
        })
    }

    /// Returns an edge with the graph's own names.
    fn named<W: Weight>(&self, edge: &StreamEdge<W>) -> Named {
        let StreamEdge { position, edge: Edge { u, v, weight } } = edge;
        let [u, v] = [u, v].map(|&end| self.rank(end));
        let [first, second] = [u, v].map(|end| self.names.name(end));
        let text = format!("edge {first} {second} of weight {weight:?}");
        Named { text, ends: in_order([u, v]), id: *position }
    }
}
