//! Charts of a run, and the same figures as tables.

use boscage::Result;
use boscage::exec::{LoopStatistics, StageStatistics};
use boscage::graph::{Components, EdgeListView, Forest, Weight};
use boscage_measuring::page::{self, escaped};
use boscage_measuring::plot::{self, Axis, Body, Chart, Line, LineKind, Lines, Place, Stack, Stacks, color};
use boscage_programs::show::{counted, grouped, three_digits};

use crate::profile;
use crate::report::Report;

/// Rows of a table of rounds; of loops with more, the first ones.
const MOST_ROUNDS: usize = 200;

/// Trees in the table of sizes.
const MOST_TREES: usize = 20;

/// Threads in a chart.
const MOST_THREADS: usize = 64;

/// Ranges of weights in a distribution.
const RANGES: usize = 40;

/// A chart with its numbers.
pub(super) struct Figure {
    chart: Chart,
    heads: Vec<&'static str>,
    rows: Vec<Vec<String>>,
}

impl Figure {
    /// As it stands in a page.
    pub(super) fn html(&self) -> Result<String> {
        let picture = plot::picture(std::slice::from_ref(&self.chart))?;
        let table = page::table(&self.heads, &self.rows);
        let summary = escaped(&format!("Show the numbers: {}", self.chart.facts));
        Ok(format!(
            "<figure>\n{picture}<details><summary>{summary}</summary>\n{table}</details>\n</figure>\n"
        ))
    }
}

/// How long the steps took.
pub(super) fn steps(report: &Report) -> Figure {
    let seconds = &report.seconds;
    let steps = [("read", Some(seconds.read)), ("forest", Some(seconds.forest)), ("verify", seconds.verify)];
    let parts = steps.into_iter().filter_map(|(name, seconds)| Some((name.to_owned(), seconds?)));
    stack(report, "time of each step", "run", parts.collect())
}

/// Of the time in which the forest was found, what its stages and loops took; if there is more than one.
pub(super) fn stages(report: &Report) -> Option<Figure> {
    let statistics = &report.statistics;
    let stages = statistics.stages.iter().map(|stage| (&stage.name, stage.own_seconds));
    let loops = statistics.loops.iter().map(|one| (&one.name, one.own_seconds));
    let all = stages.chain(loops).filter(|&(_, seconds)| seconds > 0.0);
    let has_parts = |name: &String| statistics.stages.iter().any(|stage| stage.parent.as_ref() == Some(name));
    let label = |name: &String| if has_parts(name) { format!("rest of {name}") } else { name.clone() };
    let parts: Vec<_> = all.map(|(name, seconds)| (label(name), seconds)).collect();
    (parts.len() > 1).then(|| stack(report, "time of each stage of the forest", "forest", parts))
}

/// Seconds of all parts, as one bar.
fn stack(report: &Report, facts: &str, name: &str, seconds: Vec<(String, f64)>) -> Figure {
    let all: f64 = seconds.iter().map(|part| part.1 * 1e3).sum();
    let parts = seconds.iter().enumerate().map(|(i, part)| (part.1 * 1e3, color(i + 1)));
    let bars = vec![Stack { name: name.to_owned(), parts: parts.collect(), extremes: all..all }];
    let legend = seconds.iter().enumerate().map(|(i, part)| (part.0.clone(), color(i + 1)));
    Figure {
        chart: Chart {
            title: report.title(),
            facts: facts.to_owned(),
            legend: legend.collect(),
            body: Body::Stacks(Stacks { axis: "milliseconds".to_owned(), bars }),
        },
        heads: vec!["part", "milliseconds"],
        rows: seconds.into_iter().map(|(name, seconds)| vec![name, three_digits(seconds * 1e3)]).collect(),
    }
}

/// What each thread did while the forest was found, if that is known.
pub(super) fn threads(report: &Report) -> Option<Figure> {
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
        let busy = seconds * 1e3;
        vec![name(i), three_digits(busy), three_digits((all - busy).max(0.0))]
    };
    Some(Figure {
        chart: Chart {
            title: report.title(),
            facts: "threads, while the forest was found".to_owned(),
            legend: [working, waiting].map(|(name, color)| (name.to_owned(), color)).to_vec(),
            body: Body::Stacks(Stacks {
                axis: "milliseconds".to_owned(),
                bars: used.iter().enumerate().take(MOST_THREADS).map(bar).collect(),
            }),
        },
        heads: vec!["thread", "milliseconds at work", "waiting"],
        rows: used.iter().enumerate().map(row).collect(),
    })
}

/// The rounds of a loop.
pub(super) fn rounds(one: &LoopStatistics, title: &str) -> Figure {
    let row = |(i, round): (usize, &boscage::exec::Round)| {
        let counts = [round.tried, round.committed, round.retried, round.dropped];
        let numbers = counts.iter().map(|&count| grouped(count as usize));
        std::iter::once((i + 1).to_string()).chain(numbers).collect()
    };
    Figure {
        chart: profile::chart(one, title),
        heads: vec!["round", "tried", "joined the forest", "tried again", "dropped"],
        rows: one.rounds.iter().enumerate().take(MOST_ROUNDS).map(row).collect(),
    }
}

/// How many edges have which weights, of the graph and of the forest.
pub(super) fn weights<W: Weight>(graph: EdgeListView<'_, W>, forest: &Forest<W>, title: &str) -> Figure {
    let weight = |i: usize| graph.edges()[i].weight.to_f64();
    let all = || (0..graph.len()).map(weight).filter(|weight| weight.is_finite());
    let of_forest = || forest.edges().iter().map(|id| weight(id.index())).filter(|weight| weight.is_finite());
    let (low, high) = all()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), weight| (low.min(weight), high.max(weight)));
    let ranges = Ranges::new(low, high);
    let (all, of_forest) = (ranges.counts(all()), ranges.counts(of_forest()));
    let line = |name: &str, counts: &[u64], i| Line {
        name: name.to_owned(),
        points: ranges.steps(counts),
        color: color(i),
        kind: LineKind::Area,
    };
    let lines = vec![line("all edges", &all, 8), line("edges of the forest", &of_forest, 1)];
    let row = |i: usize| {
        let [from, to] = [ranges.begin(i), ranges.begin(i + 1)].map(short);
        let [all, of_forest] = [all[i], of_forest[i]].map(|count| grouped(count as usize));
        vec![format!("{from} to {to}"), all, of_forest]
    };
    let x = ranges.axis();
    Figure {
        chart: lines_chart(title, "weights", (x, Axis::counts("edges")), lines),
        heads: vec!["weight", "edges", "edges of the forest"],
        rows: (0..all.len()).filter(|&i| all[i] > 0).map(row).collect(),
    }
}

/// The sizes of the trees, the largest first.
pub(super) fn trees(components: &Components, title: &str) -> Figure {
    let mut sizes = vec![0_usize; components.count()];
    components.labels().iter().for_each(|&label| sizes[label as usize] += 1);
    sizes.sort_unstable_by_key(|&size| usize::MAX - size);
    // The size of tree k, for k from 1: of many trees only those at powers of 1.1.
    let mut next = 1.0_f64;
    let mut is_drawn = |i: usize| {
        let is_next = (i + 1) as f64 >= next || i + 1 == sizes.len();
        next = if is_next { (next * 1.1).max((i + 2) as f64) } else { next };
        is_next
    };
    let place = |i: usize| {
        let (x, y) = ((i + 1) as f64, sizes[i] as f64);
        Place { x, y, extremes: y..y }
    };
    let points = (0..sizes.len()).filter(|&i| is_drawn(i)).map(place).collect();
    let line = Line { name: "a tree".to_owned(), points, color: color(2), kind: LineKind::Marks };
    let axes = (Axis::log("trees, the largest first"), Axis::log("nodes"));
    let facts = format!("sizes of {}", counted(sizes.len(), "tree", "trees"));
    let mut rows: Vec<_> = sizes
        .iter()
        .take(MOST_TREES)
        .enumerate()
        .map(|(i, &size)| vec![(i + 1).to_string(), grouped(size)])
        .collect();
    if sizes.len() > MOST_TREES {
        let rest: usize = sizes[MOST_TREES..].iter().sum();
        rows.push(vec![format!("{} more", grouped(sizes.len() - MOST_TREES)), grouped(rest)]);
    }
    Figure { chart: lines_chart(title, &facts, axes, vec![line]), heads: vec!["tree", "nodes"], rows }
}

/// How many nodes have how many edges.
pub(super) fn degrees<W: Weight>(graph: EdgeListView<'_, W>, title: &str) -> Result<Figure> {
    let mut degrees = boscage::memory::filled("degrees", graph.nodes(), 0_u32)?;
    for edge in graph.edges() {
        degrees[edge.u.index()] += 1;
        degrees[edge.v.index()] += 1;
    }
    let most = degrees.iter().copied().max().unwrap_or(0) as usize;
    let mut counts = boscage::memory::filled("degrees", most + 1, 0_u64)?;
    degrees.iter().for_each(|&degree| counts[degree as usize] += 1);
    let met = || counts.iter().enumerate().filter(|(_, count)| **count > 0);
    let points = met().filter(|(degree, _)| *degree > 0).map(|(degree, &count)| {
        let (x, y) = (degree as f64, count as f64);
        Place { x, y, extremes: y..y }
    });
    let line =
        Line { name: "nodes".to_owned(), points: points.collect(), color: color(2), kind: LineKind::Marks };
    let axes = (Axis::log("ends of edges at a node"), Axis::log("nodes"));
    let row = |(degree, &count): (usize, &u64)| vec![grouped(degree), grouped(count as usize)];
    Ok(Figure {
        chart: lines_chart(title, "degrees", axes, vec![line]),
        heads: vec!["degree", "nodes"],
        rows: met().take(MOST_ROUNDS).map(row).collect(),
    })
}

/// The loops and stages that ran.
pub(super) fn loops(report: &Report) -> String {
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
        let numbers = [grouped(runs as usize), threads.to_string(), three_digits(seconds * 1e3)];
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
    page::table(&heads, &rows)
}

fn lines_chart(title: &str, facts: &str, (x, y): (Axis, Axis), lines: Vec<Line>) -> Chart {
    let legend = lines.iter().map(|line| (line.name.clone(), line.color)).collect();
    let body = Body::Lines(Lines { x, y, y_reaches: Vec::new(), lines });
    Chart { title: title.to_owned(), facts: facts.to_owned(), legend, body }
}

/// A number in a table.
fn short(number: f64) -> String {
    if number == 0.0 || (1e-4..1e9).contains(&number.abs()) {
        three_digits(number)
    } else {
        format!("{number:.2e}")
    }
}

/// Ranges of numbers, equally wide: by their ratio if the numbers are far apart.
struct Ranges {
    low: f64,
    high: f64,
    is_log: bool,
}

impl Ranges {
    fn new(low: f64, high: f64) -> Self {
        if low > high {
            return Self { low: 0.0, high: 1.0, is_log: false };
        }
        // So that each range has room.
        let high = if low == high { low + low.abs().max(1.0) } else { high };
        Self { low, high, is_log: low > 0.0 && high / 100.0 > low }
    }

    /// Where range `i` begins.
    fn begin(&self, i: usize) -> f64 {
        let part = i as f64 / RANGES as f64;
        if self.is_log {
            (self.low.ln() * (1.0 - part) + self.high.ln() * part).exp()
        } else {
            self.low * (1.0 - part) + self.high * part
        }
    }

    /// The horizontal axis, which has room for numbers of any size: the numbers, multiples of a power of ten,
    /// or logarithms.
    fn axis(&self) -> Axis {
        match self.unit() {
            _ if self.is_log => Axis::linear("logarithm of the weight to base 10"),
            0 => Axis::linear("weight"),
            power => Axis::linear(&format!("weight, in units of 1e{power}")),
        }
    }

    /// The power of ten that numbers on the axis are multiples of.
    fn unit(&self) -> i32 {
        let most = self.low.abs().max(self.high.abs());
        if (1e-4..1e9).contains(&most) { 0 } else { most.log10().floor() as i32 }
    }

    /// Where range `i` begins on the axis.
    fn place(&self, i: usize) -> f64 {
        if self.is_log { self.begin(i).log10() } else { self.begin(i) / 10_f64.powi(self.unit()) }
    }

    /// How many numbers are in each.
    fn counts(&self, numbers: impl Iterator<Item = f64>) -> Vec<u64> {
        let mut counts = vec![0; RANGES];
        for number in numbers {
            let part = if self.is_log {
                (number.ln() - self.low.ln()) / (self.high.ln() - self.low.ln())
            } else {
                // By halves, as their difference may be too large.
                (number / 2.0 - self.low / 2.0) / (self.high / 2.0 - self.low / 2.0)
            };
            counts[((part * RANGES as f64) as usize).min(RANGES - 1)] += 1;
        }
        counts
    }

    /// Counts as a line of steps.
    fn steps(&self, counts: &[u64]) -> Vec<Place> {
        let step = |(i, &count): (usize, &u64)| {
            let y = count as f64;
            [self.place(i), self.place(i + 1)].map(|x| Place { x, y, extremes: y..y })
        };
        counts.iter().enumerate().flat_map(step).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_a_range() {
        for numbers in [
            &[1.0, 1.0][..],
            &[-3.0, 0.0, 7.5],
            &[1.0, 10.0, 1e6],
            &[0.0, 1e300],
            &[1e-300, 1.0, 1e300],
            &[-1e308, 1e308],
        ] {
            let (low, high) = (numbers[0], numbers[numbers.len() - 1]);
            let ranges = Ranges::new(low, high);
            let counts = ranges.counts(numbers.iter().copied());
            assert_eq!(counts.iter().sum::<u64>(), numbers.len() as u64);
            for &number in numbers {
                let counts = ranges.counts(std::iter::once(number));
                let at = counts.iter().position(|&count| count == 1).unwrap();
                let slack = 1e-9 * (ranges.high / 2.0 - ranges.low / 2.0);
                let (begin, end) = (ranges.begin(at) - slack, ranges.begin(at + 1) + slack);
                assert!((begin..=end).contains(&number), "{number} of {numbers:?}: {begin} to {end}");
            }
        }
        assert_eq!(Ranges::new(f64::INFINITY, f64::NEG_INFINITY).counts(std::iter::empty()), [0; RANGES]);
    }
}
