//! Proofs of forests by another pass over the edges.

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Edge, Weight};
use boscage::io::{EdgeFile, EdgeSink, ReadOptions};
use boscage::operators::msf::{StreamProof, StreamedForest, Verdict};
use boscage_measuring::failure::Failure;

use super::Source;
use super::typed::{TypedFile, widened};
use crate::search::Search;

/// Proves a forest by another pass over the file.
///
/// # Errors
/// [`Failure::Unproved`]; [`boscage::Error::Io`] if the file has changed since the first pass.
pub(super) fn prove<W: Weight>(
    search: &Search<'_>,
    source: &Source,
    options: &ReadOptions,
    forest: &StreamedForest<W>,
    nodes: usize,
) -> Result<(), Failure> {
    let exec = search.finder.exec;
    let proof = StreamProof::new(exec, nodes, forest.edges(), search.objective)?;
    let opened = source.open_again()?;
    search.bar.reads_for("verifying", &source.path, opened.progress());
    let (_, Prover(proof)) = opened.stream(exec, options, Prover(proof))?;
    let why = match proof.verdict().with_ids(|edge| edge.position) {
        Verdict::Exact => return Ok(()),
        Verdict::Minimal { inside, outside } => {
            format!("edge {outside} has the weight of edge {inside}, and a lower id")
        }
        Verdict::Flawed(flaw) => flaw.to_string(),
    };
    Err(Failure::Unproved(why))
}

/// Proves the forest of the edges that it receives.
pub(crate) struct Prover<W: Weight>(pub(crate) StreamProof<W>);

impl<W: Weight> EdgeSink for Prover<W> {
    fn set_node_count(&mut self, _: usize) -> Result<()> {
        Ok(()) // all nodes are known
    }

    fn edges<E: Weight>(&mut self, exec: &Exec, edges: &[Edge<E>]) -> Result<()> {
        self.0.push(exec, &widened(edges)?)
    }

    fn file<E: Weight>(&mut self, exec: &Exec, file: &EdgeFile<'_, E>) -> Result<()> {
        self.blocks(exec, file)
    }
}

impl<W: Weight> Prover<W> {
    fn blocks(&mut self, exec: &Exec, file: &dyn TypedFile<W>) -> Result<()> {
        self.0.extend_at(exec, file.blocks(), |next| file.read(next))
    }
}
