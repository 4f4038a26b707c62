//! Charts of a run, and the same figures as tables.

use std::iter;

use boscage::Result;
use boscage::exec::{LoopStatistics, StageStatistics};
use boscage::graph::EdgeId;
use boscage_measuring::figure::{Figure, Numbers, Table};
use boscage_measuring::page;
use boscage_measuring::plot::{self, Axis, Body, Chart, Line, LineKind, Lines, Place, Stack, Stacks, color};
use boscage_programs::show::{counted, grouped, three_digits};

use crate::edges::Edges;
use crate::profile;
use crate::report::RunReport;

use super::ranges::Ranges;
use super::weights::WeightUnit;
use super::words::Words;

/// Threads in a chart.
const MOST_THREADS: usize = 64;

/// Largest number up to which the axis of degrees, or of trees, is linear.
const MOST_LINEAR: usize = 20;

/// Returns a chart with a table of these heads and rows.
fn figure(chart: Chart, heads: &[&str], rows: impl ExactSizeIterator<Item = Vec<String>>) -> Figure {
    let numbers = Numbers::Table(Table::new(&chart.facts, heads, rows));
    Figure { chart, numbers }
}

/// Draws the times of the steps.
pub(super) fn steps(report: &RunReport) -> Figure {
    let seconds = &report.seconds;
    let steps = [("read", Some(seconds.read)), ("forest", Some(seconds.forest)), ("verify", seconds.verify)];
    let parts = steps.into_iter().filter_map(|(name, seconds)| Some((name.to_owned(), seconds?)));
    stack(report, "time of each step", "run", parts.collect())
}

/// Draws the times of the stages and loops within the search for the forest, if there is more than one.
pub(super) fn stages(report: &RunReport) -> Option<Figure> {
    let statistics = &report.statistics;
    let stages = statistics.stages.iter().map(|stage| (&stage.name, stage.own_seconds));
    let loops = statistics.loops.iter().map(|one| (&one.name, one.own_seconds));
    let all = stages.chain(loops).filter(|&(_, seconds)| seconds > 0.0);
    let has_parts = |name: &String| statistics.stages.iter().any(|stage| stage.parent.as_ref() == Some(name));
    let label = |name: &String| if has_parts(name) { format!("rest of {name}") } else { name.clone() };
    let parts: Vec<_> = all.map(|(name, seconds)| (label(name), seconds)).collect();
    (parts.len() > 1).then(|| stack(report, "time of each stage of the forest", "forest", parts))
}

/// Draws the seconds of all parts as one bar.
fn stack(report: &RunReport, facts: &str, name: &str, seconds: Vec<(String, f64)>) -> Figure {
    let all: f64 = seconds.iter().map(|part| part.1 * 1e3).sum();
    let parts = seconds.iter().enumerate().map(|(i, part)| (part.1 * 1e3, color(i + 1)));
    let bars = vec![Stack { name: name.to_owned(), parts: parts.collect(), extremes: all..all }];
    let legend = seconds.iter().enumerate().map(|(i, part)| (part.0.clone(), color(i + 1)));
    let chart = Chart {
        title: report.title(),
        facts: facts.to_owned(),
        legend: legend.collect(),
        body: Body::Stacks(Stacks { axis: "milliseconds".to_owned(), bars }),
    };
    let rows = seconds.into_iter().map(|(name, seconds)| vec![name, milliseconds(seconds)]);
    figure(chart, &["part", "milliseconds"], rows)
}

/// Draws the working and the waiting time of each thread during the search for the forest, if it is known.
pub(super) fn threads(report: &RunReport) -> Option<Figure> {
    let used = report.thread_seconds.as_ref()?;
    let all = report.seconds.forest * 1e3;
    let name = |i| if i + 1 < used.len() { format!("thread {}", i + 1) } else { "main".to_owned() };
    let [working, waiting] = [("at work", color(3)), ("waiting", plot::BACKGROUND)];
    let bar = |(i, &seconds): (usize, &f64)| {
        let busy = seconds * 1e3;
        let parts = vec![(busy, working.1), ((all - busy).max(0.0), waiting.1)];
        let end = busy.max(all);
        Stack { name: name(i), parts, extremes: end..end }
    };
    let row = |(i, &seconds): (usize, &f64)| {
        vec![name(i), milliseconds(seconds), milliseconds(report.seconds.forest - seconds)]
    };
    let bars = used.iter().enumerate().take(MOST_THREADS).map(bar).collect();
    let chart = Chart {
        title: report.title(),
        facts: "threads, while the forest was found".to_owned(),
        legend: [working, waiting].map(|(name, color)| (name.to_owned(), color)).to_vec(),
        body: Body::Stacks(Stacks { axis: "milliseconds".to_owned(), bars }),
    };
    let heads = ["thread", "milliseconds at work", "waiting"];
    Some(figure(chart, &heads, used.iter().enumerate().map(row)))
}

/// Draws the rounds of a loop.
pub(super) fn rounds(one: &LoopStatistics, title: &str) -> Figure {
    let row = |(i, round): (usize, &boscage::exec::Round)| {
        let counts = [round.tried, round.committed, round.retried, round.dropped];
        let numbers = counts.iter().map(|&count| grouped(count as usize));
        std::iter::once(grouped(i + 1)).chain(numbers).collect()
    };
    let heads = ["round", "tried", "joined the forest", "tried again", "dropped"];
    figure(profile::chart(one, title), &heads, one.rounds.iter().enumerate().map(row))
}

/// Draws the distribution of weights, of the graph and of the forest.
pub(super) fn weights(
    graph: &dyn Edges,
    forest: &[EdgeId],
    unit: &WeightUnit,
    (title, words): (&str, &Words),
) -> Figure {
    let weight = |id: usize| unit.number(graph.number(id));
    let all = || (0..graph.edge_count()).map(weight).filter(|weight| weight.is_finite());
    let of_forest = || forest.iter().map(|id| weight(id.index())).filter(|weight| weight.is_finite());
    let (low, high) = all()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), weight| (low.min(weight), high.max(weight)));
    let ranges = Ranges::new(low, high, unit.label());
    let (all, of_forest) = (ranges.counts(all()), ranges.counts(of_forest()));
    let line = |name: &str, counts: &[u64], i| Line {
        name: name.to_owned(),
        points: ranges.steps(counts),
        color: color(i),
        kind: LineKind::Area,
    };
    // All edges of points are in their tree.
    let counts =
        [("edges", "all edges", &all, 8), ("edges of the forest", "edges of the forest", &of_forest, 1)];
    let counts = if words.are_points { &counts[..1] } else { &counts };
    let lines = counts.iter().map(|&(_, name, counts, i)| line(name, counts, i)).collect();
    let row = |i: usize| {
        let numbers = counts.iter().map(|(.., counts, _)| grouped(counts[i] as usize));
        iter::once(ranges.label(i)).chain(numbers).collect()
    };
    let heads: Vec<String> =
        iter::once(unit.label()).chain(counts.iter().map(|one| one.0.to_owned())).collect();
    let heads: Vec<&str> = heads.iter().map(String::as_str).collect();
    let chart = lines_chart(title, "weights", (ranges.axis(), Axis::counts("edges")), lines);
    let met: Vec<usize> = (0..all.len()).filter(|&i| all[i] > 0).collect();
    figure(chart, &heads, met.into_iter().map(row))
}

/// Draws the sizes of the trees, the largest first.
pub(super) fn trees(sizes: &[u32], title: &str) -> Figure {
    // The size of tree k, for k from 1; if there are many trees, only those at powers of 1.1.
    let mut next = 1.0_f64;
    let mut is_drawn = |i: usize| {
        let is_next = (i + 1) as f64 >= next || i + 1 == sizes.len();
        next = if is_next { (next * 1.1).max((i + 2) as f64) } else { next };
        is_next
    };
    let place = |i: usize| {
        let (x, y) = ((i + 1) as f64, f64::from(sizes[i]));
        Place { x, y, extremes: y..y }
    };
    let points = (0..sizes.len()).filter(|&i| is_drawn(i)).map(place).collect();
    let line = Line { name: "a tree".to_owned(), points, color: color(2), kind: LineKind::Marks };
    let axes = (axis_to(sizes.len(), "trees, the largest first"), Axis::counts("nodes"));
    let facts = format!("sizes of {}", counted(sizes.len(), "tree", "trees"));
    let row = |alike: &[u32]| vec![grouped(alike[0]), grouped(alike.len())];
    let rows: Vec<_> = sizes.chunk_by(|a, b| a == b).map(row).collect();
    figure(lines_chart(title, &facts, axes, vec![line]), &["nodes", "trees"], rows.into_iter())
}

/// Draws the distribution of degrees.
pub(super) fn degrees(graph: &dyn Edges, title: &str) -> Result<Figure> {
    let mut degrees = boscage::memory::filled("degrees", graph.node_count(), 0_u32)?;
    for end in (0..graph.edge_count()).flat_map(|id| graph.ends(id)) {
        degrees[end.index()] += 1;
    }
    let most = degrees.iter().copied().max().unwrap_or(0) as usize;
    let mut counts = boscage::memory::filled("degrees", most + 1, 0_u64)?;
    degrees.iter().for_each(|&degree| counts[degree as usize] += 1);
    let met = || counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let is_drawn = |(degree, _): &(usize, &u64)| *degree > 0 || most <= MOST_LINEAR;
    let points = met().filter(is_drawn).map(|(degree, &count)| {
        let (x, y) = (degree as f64, count as f64);
        Place { x, y, extremes: y..y }
    });
    let line =
        Line { name: "nodes".to_owned(), points: points.collect(), color: color(2), kind: LineKind::Marks };
    let axes = (axis_to(most, "ends of edges at a node"), Axis::counts("nodes"));
    let row = |(degree, &count): (usize, &u64)| vec![grouped(degree), grouped(count as usize)];
    let rows: Vec<_> = met().collect();
    let chart = lines_chart(title, "degrees", axes, vec![line]);
    Ok(figure(chart, &["degree", "nodes"], rows.into_iter().map(row)))
}

/// Returns a table of the loops and stages that ran.
pub(super) fn loops(report: &RunReport) -> String {
    let heads = [
        "loop or stage",
        "within",
        "runs",
        "threads",
        "milliseconds",
        "tried",
        "done",
        "again",
        "stolen by another thread",
    ];
    let row = |name: &str,
               parent: &Option<String>,
               [runs, threads]: [u64; 2],
               seconds: f64,
               counts: [String; 4]| {
        let parent = parent.clone().unwrap_or_default();
        let numbers = [grouped(runs as usize), threads.to_string(), milliseconds(seconds)];
        [name.to_owned(), parent].into_iter().chain(numbers).chain(counts).collect()
    };
    let of_loop = |one: &LoopStatistics| {
        let counts = [one.tried, one.committed, one.retried + one.aborted, one.stolen];
        let counts = counts.map(|count| grouped(count as usize));
        row(&one.name, &one.parent, [one.runs, one.threads as u64], one.seconds, counts)
    };
    let of_stage = |one: &StageStatistics| {
        let none = Default::default();
        row(&one.name, &one.parent, [one.runs, one.threads as u64], one.seconds, none)
    };
    let statistics = &report.statistics;
    let rows: Vec<Vec<String>> =
        statistics.stages.iter().map(of_stage).chain(statistics.loops.iter().map(of_loop)).collect();
    if rows.is_empty() { String::new() } else { page::table(&heads, &rows) }
}

/// Returns seconds in milliseconds, as text.
fn milliseconds(seconds: f64) -> String {
    grouped(three_digits((seconds * 1e3).max(0.0)))
}

/// Returns the axis of whole numbers up to this one.
fn axis_to(most: usize, name: &str) -> Axis {
    if most <= MOST_LINEAR { Axis::whole(name) } else { Axis::log(name) }
}

fn lines_chart(title: &str, facts: &str, (x, y): (Axis, Axis), lines: Vec<Line>) -> Chart {
    let legend = lines.iter().map(|line| (line.name.clone(), line.color)).collect();
    let body = Body::Lines(Lines { x, y, y_reaches: Vec::new(), lines });
    Chart { title: title.to_owned(), facts: facts.to_owned(), legend, body }
}
