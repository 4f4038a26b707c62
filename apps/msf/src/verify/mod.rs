//! `msf verify GRAPH FOREST`: the exact verdict on a forest that any program may have made.
//!
//! Three steps: read the graph and the claims of the forest's file; find the edges that the claims mean;
//! check these with the certificate. The second and third step can find that the forest is wrong, and report
//! it with the graph's own names.

mod flaws;
mod meaning;

use boscage::exec::{CancelToken, Exec};
use boscage::graph::{EdgeList, EdgeListView, Forest, Objective, Weight};
use boscage::io::{Input, Names, Opened};
use boscage::operators::msf::{self, Verdict};
use boscage::{At, Error, Place, Result, with_weighted_list};
use boscage_measuring::failure::Failure;
use boscage_programs::interrupt;
use boscage_programs::report::{Total, superlative};
use boscage_programs::show::{counted, print, say, warnings};

use flaws::explain;

use crate::forest_format::Text;
use crate::needs::Plan;
use crate::options::VerifyOptions;
use crate::run::{bar, exec};

/// What is known about the forest in the end: in either case the words for it.
enum Outcome {
    Minimal(String),
    Flawed(String),
    /// Minimal, where the very forest of the order is demanded.
    OtherTies(String),
}

pub(crate) fn run(options: &VerifyOptions) -> Result<(), Failure> {
    let token = CancelToken::new();
    let bar = bar(&options.input, Some(&options.graph));
    interrupt::watch("msf", token.clone(), {
        let bar = bar.clone();
        move || bar.clear()
    });
    let (opened, forest) = (Opened::new(&options.graph)?, Opened::new(&options.forest)?);
    let exec = exec(&options.threads, &token, &bar)?;
    let plan =
        Plan { proof: true, claims: Some((forest.bytes(), 0)), threads: exec.threads(), ..Plan::default() };
    let read = opened.read(&exec, &options.input.read_options(plan.clone().admit()));
    let outcome = read.and_then(|input| {
        warnings("msf", &input.path, &input.remarks).for_each(|line| bar.aside(&line));
        bar.stage("verifying");
        let content =
            content(&exec, options, forest, &|text, decoder| plan.admit_claims((text, decoder), &input))?;
        let path = &options.forest;
        let text = Text { path, content: &content, names: &input.names, nodes: input.list.nodes() };
        with_weighted_list!(&input.list, list => judge(&exec, &input, list, &text, options))?
    });
    let outcome = outcome.map_err(|error| error.during(&options.graph, "verifying"));
    bar.clear();
    let (line, ended) = match outcome? {
        Outcome::Minimal(line) => (line, Ok(())),
        Outcome::Flawed(why) => (format!("flawed: {why}"), Err(Failure::Reported)),
        Outcome::OtherTies(why) => (
            format!("{}, but not exact: {why}", superlative(options.input.objective())),
            Err(Failure::Reported),
        ),
    };
    match (options.input.quiet, &ended) {
        (false, _) => print(line + "\n")?,
        (true, Ok(())) => {}
        (true, Err(_)) => say(&format!("msf: {line}")),
    }
    ended
}

/// Proves a forest that was just found to be the one there is: minimal, and by the order of the edges where
/// weights are equal.
pub(crate) fn prove<W: Weight>(
    exec: &Exec,
    graph: EdgeListView<'_, W>,
    names: &Names,
    forest: &Forest<W>,
    objective: Objective,
) -> Result<(), Failure> {
    let why = match msf::check(exec, graph, forest.edges(), objective)? {
        Verdict::Exact => return Ok(()),
        Verdict::Minimal { inside, outside } => flaws::other_tie(inside, outside, graph, names),
        Verdict::Flawed(flaw) => explain(flaw, graph, names, objective),
    };
    Err(Failure::Unproved(why))
}

/// The forest's file as text; `admit` is asked about its bytes, and those of a decoder, as they come.
fn content(
    exec: &Exec,
    options: &VerifyOptions,
    file: Opened,
    admit: &(dyn Fn(usize, usize) -> Result<()> + Sync),
) -> Result<String> {
    let bytes = file.content(exec, admit)?;
    String::from_utf8(bytes).map_err(|error| Error::Parse {
        place: Place { path: options.forest.clone(), at: At::Byte(error.utf8_error().valid_up_to() as u64) },
        expected: "a forest as text".to_owned(),
        found: "bytes that are no text".to_owned(),
        cure: "edges, ids, dimacs and dot are the forms of a forest",
    })
}

fn judge<W: Weight>(
    exec: &Exec,
    input: &Input,
    list: &EdgeList<W>,
    text: &Text<'_>,
    options: &VerifyOptions,
) -> Result<Outcome>
where
    Total: From<W::Total>,
{
    let (graph, objective) = (list.as_view(), options.input.objective());
    let claims = text.claims::<W>(options.format)?;
    let edges = match exec.install(|| meaning::edges(graph, claims, objective))? {
        Ok(edges) => edges,
        Err(unmet) => return Ok(Outcome::Flawed(unmet.explain(graph, &input.names))),
    };
    let preferring = match msf::check(exec, graph, &edges, objective)? {
        Verdict::Exact => "",
        Verdict::Minimal { inside, outside } if options.exact => {
            return Ok(Outcome::OtherTies(flaws::other_tie(inside, outside, graph, &input.names)));
        }
        Verdict::Minimal { .. } => "; of edges of equal weight it does not prefer the first",
        Verdict::Flawed(flaw) => return Ok(Outcome::Flawed(explain(flaw, graph, &input.names, objective))),
    };
    let forest = Forest::from_edges(exec, graph, edges);
    let (edges, trees) = (forest.edges().len(), forest.trees());
    Ok(Outcome::Minimal(format!(
        "{}: {}, {}, weight {}{preferring}",
        superlative(objective),
        counted(edges, "edge", "edges"),
        counted(trees, "tree", "trees"),
        Total::from(forest.total()),
    )))
}
