//! The end of a stream: its forest is proved and written.

use boscage::graph::{Edge, EdgeId, EdgeList, Forest, Node, Weight};
use boscage::io::{Attributes, Input, Output, ReadOptions, StreamInput};
use boscage::operators::msf::{ForestStream, StreamEdge, StreamedForest};
use boscage::{Result, memory};
use boscage_measuring::failure::Failure;
use boscage_programs::report::{Total, timed};

use super::proof::prove;
use super::{Receiver, Source};
use crate::outputs::{Found, Outputs};
use crate::report::{RunReport, Seconds};
use crate::search::Search;

/// The operator in reports.
const NAME: &str = "stream";

/// A graph whose edges have passed.
pub(super) struct Delivery<'a> {
    pub(super) search: &'a Search<'a>,
    pub(super) source: &'a Source,
    pub(super) options: &'a ReadOptions,
    pub(super) input: StreamInput,
    /// Seconds of reading.
    pub(super) read: f64,
    pub(super) outputs: Outputs<Output>,
}

impl Delivery<'_> {
    /// Proves the forest, if requested, and writes the outputs.
    pub(super) fn finish<W: Weight>(self, stream: ForestStream<W>) -> Result<(RunReport, Input), Failure>
    where
        Total: From<W::Total>,
    {
        let Self { search, source, options, input, read, outputs } = self;
        let StreamInput { mut input, edges, ranks, .. } = input;
        let exec = search.finder.exec;
        outputs.check(&input, &Attributes::default())?;
        search.bar.stage(NAME);
        let (found, mut seconds) = timed(|| stream.finish(exec))?;
        let prove = || {
            search.bar.stage("verifying");
            timed(|| prove(search, source, options, &found, input.list.node_count()))
                .map(|((), seconds)| seconds)
        };
        let verify = search.proof.then(prove).transpose()?;
        let others = match &outputs.replacements {
            Some(_) => {
                let (others, more) = timed(|| others(search, source, options, &found))?;
                seconds += more;
                others
            }
            None => Vec::new(),
        };
        let rank = |node: Node| ranks.as_ref().map_or(node, |ranks| Node::from(ranks[node.index()]));
        let mut kept: Vec<StreamEdge<W>> =
            memory::reserve("the forest's edges", found.edges().len() + others.len())?;
        kept.extend(found.edges().iter().chain(&others));
        kept.sort_unstable_by_key(|edge| edge.position);
        let is_inside =
            |position| found.edges().binary_search_by_key(&position, |edge| edge.position).is_ok();
        let inside = (0..kept.len()).filter(|&i| others.is_empty() || is_inside(kept[i].position));
        let mut ids = memory::reserve("the forest", found.edges().len())?;
        ids.extend(inside.map(EdgeId::new));
        drop((found, others));
        let positions = memory::from_fn("positions of edges", kept.len(), |i| kept[i].position)?;
        let ranked = |i: usize| {
            let Edge { u, v, weight } = kept[i].edge;
            Edge::new(rank(u), rank(v), weight)
        };
        let edges_of = memory::from_fn("the forest's edges", kept.len(), ranked)?;
        drop((kept, ranks));
        let list = EdgeList::new(input.list.node_count(), edges_of)?;
        let forest = Forest::from_edges(exec, &list, ids);
        search.bar.stage("writing");
        let times = Seconds { read, build: 0.0, forest: seconds, verify };
        let statistics = exec.take_statistics();
        let mut report = search.report(&input, edges, &forest, (NAME, "cpu"), times, statistics);
        let attributes = std::mem::take(&mut input.attributes);
        let found = Found {
            graph: list.as_view(),
            names: &input.names,
            attributes,
            forest: &forest,
            ids: Some(&positions),
            report: &report,
            density: None,
        };
        let written = outputs.finish(exec, found);
        report.clusters = written.map_err(|error| error.during(&input.path, "writing results"))?;
        report.forest.peak_bytes = memory::peak();
        Ok((report, input))
    }
}

/// Finds the forest of the edges outside a forest, by another pass: the lightest edge that connects any two
/// parts of a tree is in it.
fn others<W: Weight>(
    search: &Search<'_>,
    source: &Source,
    options: &ReadOptions,
    forest: &StreamedForest<W>,
) -> Result<Vec<StreamEdge<W>>> {
    let (exec, opened) = (search.finder.exec, source.open_again()?);
    search.bar.reads_for("replacements in", &source.path, opened.progress());
    let inside = memory::from_fn("positions of edges", forest.edges().len(), |i| forest.edges()[i].position)?;
    let receiver = Receiver::of_others(search, &opened, &source.path, inside);
    let (_, receiver) = opened.stream(exec, options, receiver)?;
    Ok(receiver.into_stream::<W>()?.finish(exec)?.into_edges())
}
