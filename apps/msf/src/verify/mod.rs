//! `msf verify GRAPH FOREST`: the exact verdict on a forest that any program may have made.
//!
//! Three steps: read the graph and the claims of the forest's file; find the edges that the claims mean;
//! check these with the certificate. The second and third step can find that the forest is wrong, and report
//! it with the graph's own names.

mod flaws;
mod meaning;
mod proof;

use std::path::Path;

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Weight};
use boscage::io::{Names, Opened, ReadOptions};
use boscage::operators::msf::{self, Verdict};
use boscage::{At, Error, Place, Result, with_weighted_list};
use boscage_measuring::failure::Failure;
use boscage_programs::progress::Bar;
use boscage_programs::report::{Total, superlative};
use boscage_programs::show::{counted, print, say, warnings};

pub(crate) use proof::prove;

use crate::forest_format::Text;
use crate::needs::Needs;
use crate::plan::VerifyPlan;
use crate::start;

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
    let claims = Some((forest.bytes(), 0));
    let needs = Needs { proof: true, claims, threads: exec.threads(), ..Needs::default() };
    let admit = Some(needs.clone().admit());
    bar.reads(&plan.graph, opened.progress());
    let read = opened.read(&exec, &ReadOptions { admit, ..plan.read.clone() });
    let conclusion = read.and_then(|input| {
        warnings("msf", &input.path, &input.remarks).for_each(|line| bar.aside(&line));
        bar.reads(&plan.forest, forest.progress());
        let admit = |text, decoder| needs.admit_claims((text, decoder), &input);
        let content = content(&exec, &plan.forest, forest, &admit)?;
        bar.stage("verifying");
        with_weighted_list!(&input.list, list => judge(&plan, &exec, &input.names, list.as_view(), &content))?
    });
    let conclusion = conclusion.map_err(|error| error.during(&plan.graph, "verifying"));
    bar.clear();
    let (line, ended) = match conclusion? {
        Conclusion::Minimal(line) => (line, Ok(())),
        Conclusion::Flawed(why) => (format!("flawed: {why}"), Err(Failure::Reported)),
        Conclusion::OtherTies(why) => {
            (format!("{}, but not exact: {why}", superlative(plan.objective)), Err(Failure::Reported))
        }
    };
    match (plan.quiet, &ended) {
        (false, _) => print(line + "\n")?,
        (true, Ok(())) => {}
        (true, Err(_)) => say(&format!("msf: {line}")),
    }
    ended
}

/// Reads the forest's file as text; `admit` checks its bytes, and those of a decoder, as they arrive.
fn content(
    exec: &Exec,
    path: &Path,
    file: Opened,
    admit: &(dyn Fn(usize, usize) -> Result<()> + Sync),
) -> Result<String> {
    let bytes = file.content(exec, admit)?;
    String::from_utf8(bytes).map_err(|error| Error::Parse {
        place: Place { path: path.to_owned(), at: At::Byte(error.utf8_error().valid_up_to() as u64) },
        expected: "a forest as text".to_owned(),
        found: "bytes that are not text".to_owned(),
        cure: "the formats are edges, ids, csv, dimacs and dot",
    })
}

/// Judges the forest of a text.
fn judge<W: Weight>(
    plan: &VerifyPlan,
    exec: &Exec,
    names: &Names,
    graph: EdgeListView<'_, W>,
    content: &str,
) -> Result<Conclusion>
where
    Total: From<W::Total>,
{
    let objective = plan.objective;
    let text = Text { path: &plan.forest, content, names, graph: &graph, objective };
    let claims = text.claims(plan.format)?;
    let edges = match exec.install(|| meaning::edges(&text, claims))? {
        Ok(edges) => edges,
        Err(unmet) => return Ok(Conclusion::Flawed(unmet.explain(&text))),
    };
    let preferring = match msf::check(exec, graph, &edges, objective)? {
        Verdict::Exact => "",
        Verdict::Minimal { inside, outside } if plan.exact => {
            return Ok(Conclusion::OtherTies(flaws::other_tie(inside, outside, &graph, names)));
        }
        Verdict::Minimal { .. } => "; of edges of equal weight it does not prefer the first",
        Verdict::Flawed(flaw) => {
            return Ok(Conclusion::Flawed(flaws::explain(flaw, &graph, names, objective)));
        }
    };
    let forest = Forest::from_edges(exec, graph, edges);
    let (edges, trees) = (forest.edges().len(), forest.tree_count());
    Ok(Conclusion::Minimal(format!(
        "{}: {}, {}, weight {}{preferring}",
        superlative(objective),
        counted(edges, "edge", "edges"),
        counted(trees, "tree", "trees"),
        Total::from(forest.total()),
    )))
}
