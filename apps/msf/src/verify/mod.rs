//! `msf verify GRAPH FOREST`: the exact verdict on a forest that any program may have made.
//!
//! Three steps: read the claims of the forest's file and the graph; find the edges that the claims mean;
//! check these with the certificate. The second and third step can find that the forest is wrong, and report
//! it with the graph's own names. A graph that does not fit in memory passes by as a stream (`streamed.rs`).

mod candidates;
mod flaws;
mod meaning;
mod proof;
mod streamed;

use std::path::Path;
use std::sync::Arc;

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Weight};
use boscage::io::{Arrived, Input, Names, Opened, ReadOptions};
use boscage::operators::msf::{self, Verdict};
use boscage::{At, Error, Place, Result, with_weighted_list};
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::{Total, superlative};
use boscage_programs::show::{counted, print, say, warnings};

pub(crate) use proof::prove;

use self::flaws::Named;
use self::streamed::Judge;
use crate::forest_format::Text;
use crate::needs::Needs;
use crate::plan::VerifyPlan;
use crate::start;
use crate::streamed::Source;

/// A forest to judge.
struct Case {
    plan: VerifyPlan,
    /// The text of the forest's file.
    content: String,
}

/// The verdict on a forest, with its explanation.
enum Conclusion {
    Minimal(String),
    Flawed(String),
    /// Minimal, if the exact forest of the order is required.
    OtherTies(String),
}

pub(crate) fn run(plan: VerifyPlan) -> Result<(), Failure> {
    let bar = if plan.quiet { Bar::none() } else { Bar::reading(&plan.graph) };
    let token = start::end_on_signal(&bar);
    let (opened, forest) = (Opened::new(&plan.graph)?, Opened::new(&plan.forest)?);
    let exec = start::threads(plan.threads, &token, &bar)?;
    let needs = Needs { proof: true, threads: exec.threads(), ..Needs::default() };
    bar.reads(&plan.forest, forest.progress());
    let size = usize::try_from(forest.bytes()).unwrap_or(usize::MAX);
    let content =
        content(&exec, &plan.forest, forest, |bytes| needs.admit_claims(&plan.forest, bytes.max(size)));
    let content = content.inspect_err(|_| bar.clear())?;
    let needs = Needs { claims: Some(content.len() as u64), ..needs };
    let (quiet, objective, graph) = (plan.quiet, plan.objective, plan.graph.clone());
    let conclusion = conclusion(&exec, &bar, Arc::new(Case { plan, content }), needs, opened);
    let conclusion = conclusion.map_err(|error| error.during(&graph, "verifying"));
    bar.clear();
    let (line, ended) = match conclusion? {
        Conclusion::Minimal(line) => (line, Ok(())),
        Conclusion::Flawed(why) => (format!("flawed: {why}"), Err(Failure::Reported)),
        Conclusion::OtherTies(why) => {
            (format!("{}, but not exact: {why}", superlative(objective)), Err(Failure::Reported))
        }
    };
    match (quiet, &ended) {
        (false, _) => print(line + "\n")?,
        (true, Ok(())) => {}
        (true, Err(_)) => say(&format!("msf: {line}")),
    }
    ended
}

/// Reads the graph, and judges the forest: as a stream if the graph is too large for memory.
fn conclusion(exec: &Exec, bar: &Bar, case: Arc<Case>, needs: Needs, opened: Opened) -> Result<Conclusion> {
    let path = &case.plan.graph;
    let options = ReadOptions { admit: Some(needs.admit()), ..case.plan.read.clone() };
    let remarks = |input: &Input| {
        warnings("msf", &input.path, &input.remarks).for_each(|line| bar.aside(&line));
        bar.stage("verifying");
    };
    let source = Source::of(&opened, path);
    bar.reads(path, opened.progress());
    let (input, judge) = match opened.read_or_stream(exec, &options, Judge::new(case.clone())) {
        Ok((Arrived::Whole(input), _)) => {
            remarks(&input);
            return with_weighted_list!(&input.list, list => {
                judge(&case, exec, &input.names, list.as_view())
            })?;
        }
        Ok((Arrived::Streamed(input), judge)) => (input, judge),
        // A file that is compressed is read again.
        Err(refused @ Error::TooLarge { .. }) if path.is_file() => {
            let opened = source.open_again()?;
            bar.reads(path, opened.progress());
            match opened.stream(exec, &options, Judge::new(case.clone())) {
                // It says less about the graph than the refusal.
                Err(Error::OutOfMemory { .. }) => return Err(refused),
                // Edges that are kept, of other formats, are refused again.
                streamed => streamed?,
            }
        }
        Err(error) => return Err(error),
    };
    remarks(&input.input);
    judge.conclude(exec, &source, &options, &input)
}

/// Reads the forest's file as text; `admit` checks its bytes, and those of a decoder, as they arrive.
fn content(
    exec: &Exec,
    path: &Path,
    file: Opened,
    admit: impl Fn(usize) -> Result<()> + Sync,
) -> Result<String> {
    let bytes = file.content(exec, |text, decoder| admit(text + decoder))?;
    String::from_utf8(bytes).map_err(|error| Error::Parse {
        place: Place { path: path.to_owned(), at: At::Byte(error.utf8_error().valid_up_to() as u64) },
        expected: "a forest as text".to_owned(),
        found: "bytes that are not text".to_owned(),
        cure: "the formats are edges, ids, csv, dimacs and dot",
    })
}

/// Judges the forest of a graph in memory.
fn judge<W: Weight>(case: &Case, exec: &Exec, names: &Names, graph: EdgeListView<'_, W>) -> Result<Conclusion>
where
    Total: From<W::Total>,
{
    let Case { plan, content } = case;
    let text = Text { path: &plan.forest, content, names, graph: &graph, objective: plan.objective };
    let claims = text.claims(plan.format)?;
    let conclude = |verdict: Verdict, edges| {
        plan.conclude(verdict.with_ids(|id| Named::of(id, &graph, names)), || {
            let forest = Forest::from_edges(exec, graph, edges);
            (forest.edges().len(), forest.tree_count(), forest.total().into())
        })
    };
    // Ids may be those of another program, but not if they are those of the exact forest.
    if let Some(edges) = meaning::with_ids(&text, &claims)
        && msf::check(exec, graph, &edges, plan.objective)? == Verdict::Exact
    {
        return Ok(conclude(Verdict::Exact, edges));
    }
    let edges = match exec.install(|| meaning::edges(&text, claims))? {
        Ok(edges) => edges,
        Err(unmet) => return Ok(Conclusion::Flawed(unmet.explain(&text, graph.edge_count() as u64))),
    };
    Ok(conclude(msf::check(exec, graph, &edges, plan.objective)?, edges))
}

impl VerifyPlan {
    /// Returns the conclusion from a verdict; `facts` are the numbers of edges and trees and the total weight
    /// of the forest.
    fn conclude(&self, verdict: Verdict<Named>, facts: impl FnOnce() -> (usize, usize, Total)) -> Conclusion {
        let preferring = match verdict {
            Verdict::Exact => "",
            Verdict::Minimal { inside, outside } if self.exact => {
                return Conclusion::OtherTies(flaws::other_tie(&inside, &outside));
            }
            Verdict::Minimal { .. } => "; of edges of equal weight it does not prefer the first",
            Verdict::Flawed(flaw) => return Conclusion::Flawed(flaws::explain(flaw, self.objective)),
        };
        let (edges, trees, total) = facts();
        Conclusion::Minimal(format!(
            "{}: {}, {}, weight {total}{preferring}",
            superlative(self.objective),
            counted(edges, "edge", "edges"),
            counted(trees, "tree", "trees"),
        ))
    }
}
