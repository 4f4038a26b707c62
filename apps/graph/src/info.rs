//! `graph info`: facts about graph files.

use std::fmt::Write;
use std::path::PathBuf;

use boscage::exec::Exec;
use boscage::graph::Node;
use boscage::io::{ArcReport, Input, Names, Opened, Prospect};
use boscage::{Result, input_name};
use boscage_programs::progress::Bar;
use boscage_programs::show::{format_name, grouped, print, real};
use serde_json::{Value, json};

use crate::Completion;
use crate::facts::Facts;
use crate::input::InputArguments;
use crate::structure::{Structure, Wanted};

/// Describes graph files.
#[derive(Debug, clap::Args)]
pub(crate) struct Info {
    /// Graphs to read, in any format, compressed or not; - for the standard input
    #[arg(required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    wanted: Wanted,

    /// Print one JSON object per file, each on one line
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    reading: InputArguments,
}

impl Info {
    pub(crate) fn bar(&self) -> Bar {
        Bar::reading_all(self.files.iter().map(PathBuf::as_path))
    }

    /// Continues with the next file if one cannot be read.
    pub(crate) fn run(&self, bar: &Bar) -> Result<Completion> {
        let mut completion = Completion::Done;
        let mut threads = None;
        for (position, path) in self.files.iter().enumerate() {
            let report = |opened: Opened| {
                let exec = match &threads {
                    Some(exec) => exec,
                    None => threads.insert(crate::threads(bar)?),
                };
                let (wanted, threads) = (self.wanted, exec.threads() as u64);
                let beside =
                    move |graph: &Prospect<'_>| Facts::memory(graph).max(wanted.memory(graph, threads));
                let input = self.reading.read(exec, path, opened, bar, beside)?;
                bar.stage("counting");
                self.report(exec, &input).map_err(|error| error.during(path, "counting"))
            };
            match Opened::new(path).and_then(report) {
                Ok(report) => {
                    let blank = if position > 0 && !self.json { "\n" } else { "" };
                    bar.suspended(|| print(format!("{blank}{report}")))?;
                }
                Err(error) => {
                    bar.suspended(|| crate::complain("error", &error.to_string()));
                    completion = Completion::SomeFailed;
                }
            }
        }
        Ok(completion)
    }

    fn report(&self, exec: &Exec, input: &Input) -> Result<String> {
        let facts = Facts::of(exec, &input.list, input.is_directed)?;
        let structure = self.wanted.find(exec, &input.list, input.is_directed)?;
        Ok(match self.json {
            true => format!("{}\n", object(input, &facts, &structure)),
            false => text(input, &facts, &structure),
        })
    }
}

fn text(input: &Input, facts: &Facts, structure: &Structure) -> String {
    let (nodes, edges) = (input.list.node_count(), input.list.edge_count());
    let mut text = format!("{}\n", input_name(&input.path));
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<12}{value}"); // a string takes everything
    };
    let format = format_name(input.format, input.is_guessed);
    line("format", format!("{format}, {} bytes of content", grouped(input.bytes)));
    line("nodes", grouped(nodes) + &names(&input.names, nodes) + &isolated(facts.isolated));
    line("edges", grouped(edges) + if input.is_directed { ", directed" } else { ", undirected" });
    let weight_type = input.list.weight_type();
    line(
        "weights",
        match &facts.weights {
            _ if !input.weighted => "none".to_owned(),
            None => weight_type.to_owned(),
            Some(weights) => {
                let [least, most] = weights.each_ref().map(|weight| shown(weight, weight_type));
                format!("{weight_type}, {least} to {most}")
            }
        },
    );
    if let Some(report) = input.arcs {
        line("arcs", arcs(report));
    }
    line("loops", grouped(facts.loops));
    line("parallel", grouped(facts.parallel));
    if let Some((least, most)) = facts.degrees {
        let mean = grouped(format_args!("{:.2}", facts.arcs as f64 / nodes as f64));
        line("degrees", format!("{} to {}, mean {mean}", grouped(least), grouped(most)));
    }
    line("components", grouped(facts.components) + &structure.largest.map_or_else(String::new, largest));
    if let Some((count, nodes)) = structure.strong {
        line("strong", grouped(count) + &largest(nodes));
    }
    if let Some(steps) = structure.diameter {
        let ignored = if input.is_directed { ", direction ignored" } else { "" };
        line("diameter", format!("at least {}{ignored}", grouped(steps)));
    }
    if let Some(count) = structure.triangles {
        line("triangles", grouped(count));
        line("clustering", structure.clustering.map_or("none".to_owned(), |part| format!("{part:.4}")));
    }
    text
}

/// Formats a weight with grouped digits; reals of unusual size with an exponent.
fn shown(weight: &str, weight_type: &str) -> String {
    match weight_type {
        "f32" | "f64" => weight.parse().map_or_else(|_| weight.to_owned(), real),
        _ => grouped(weight),
    }
}

fn names(names: &Names, nodes: usize) -> String {
    if nodes == 0 {
        return String::new();
    }
    let [first, last] = [0, nodes - 1].map(|node| names.name(Node::new(node)));
    let gaps = if matches!(names, Names::Listed(_)) { ", with gaps" } else { "" };
    format!(", called {first} to {last}{gaps}")
}

fn isolated(count: usize) -> String {
    if count == 0 { String::new() } else { format!(", {} without edges", grouped(count)) }
}

fn largest(nodes: usize) -> String {
    format!(", the largest of {} nodes", grouped(nodes))
}

fn arcs(ArcReport { arcs, unpaired, folded, .. }: ArcReport) -> String {
    let (arcs, alone) = (grouped(arcs), grouped(unpaired));
    match (folded, unpaired) {
        (true, 0) => format!("{arcs}, each with its mirror, folded into edges"),
        (true, _) => format!("{arcs}, folded into edges; {alone} without a mirror"),
        (false, 0) => format!("{arcs}, each an edge"),
        (false, _) => format!("{arcs}, each an edge; {alone} without a mirror"),
    }
}

fn object(input: &Input, facts: &Facts, structure: &Structure) -> Value {
    let nodes = input.list.node_count();
    let mean = (nodes > 0).then(|| facts.arcs as f64 / nodes as f64);
    let arcs = input
        .arcs
        .map(|report| json!({ "arcs": report.arcs, "unpaired": report.unpaired, "folded": report.folded }));
    json!({
        "file": input.path.to_string_lossy(),
        "format": input.format.to_string(),
        "format_is_guessed": input.is_guessed,
        "remarks": input.remarks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "bytes": input.bytes,
        "nodes": nodes,
        "edges": input.list.edge_count(),
        "directed": input.is_directed,
        "weighted": input.weighted,
        "weight_type": (input.list.weight_bytes() > 0).then(|| input.list.weight_type()),
        "weight_min": facts.weights.as_ref().map(|[least, _]| number(least)),
        "weight_max": facts.weights.as_ref().map(|[_, most]| number(most)),
        "loops": facts.loops,
        "parallel": facts.parallel,
        "isolated": facts.isolated,
        "degree_min": facts.degrees.map(|(least, _)| least),
        "degree_mean": mean,
        "degree_max": facts.degrees.map(|(_, most)| most),
        "components": facts.components,
        "largest_component": structure.largest,
        "strong_components": structure.strong.map(|(count, _)| count),
        "largest_strong_component": structure.strong.map(|(_, nodes)| nodes),
        "diameter_at_least": structure.diameter,
        "triangles": structure.triangles,
        "clustering": structure.clustering,
        "arcs": arcs,
    })
}

/// Returns a weight as a JSON number; infinities, which are no JSON numbers, as strings.
fn number(weight: &str) -> Value {
    serde_json::from_str(weight).unwrap_or_else(|_| weight.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_json_numbers_where_json_has_them() {
        assert_eq!(number(&u64::MAX.to_string()), json!(u64::MAX));
        assert_eq!(number("-1.5"), json!(-1.5));
        assert_eq!(number("0.1").to_string(), "0.1");
        assert_eq!(number("-inf"), json!("-inf"));
    }
}
