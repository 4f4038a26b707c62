//! The parallelism profile: the number of edges that each round of each loop tried, and of those that joined
//! the forest.
//!
//! The items of all loops of forest operators that have rounds are edges.

use std::io::{self, Write};

use boscage::exec::{LoopStatistics, Round, Statistics};
use boscage_measuring::plot::{self, Axis, Body, Chart, Line, LineKind, Lines, Place, color};
use boscage_programs::show::counted;

/// Format of a profile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ProfileKind {
    /// One line per round.
    Csv,
    /// A picture.
    Svg,
}

/// Largest number of steps per line: neighbouring rounds of longer loops are averaged, because a screen
/// cannot show more.
const MOST_STEPS: usize = 1000;

/// Writes the profile of all loops that have rounds; `graph` is the name of the graph.
pub(crate) fn write(
    statistics: &Statistics,
    graph: &str,
    kind: ProfileKind,
    mut out: &mut dyn Write,
) -> io::Result<()> {
    match kind {
        ProfileKind::Csv => statistics.write_profile_csv(&mut out),
        ProfileKind::Svg => {
            out.write_all(svg(&statistics.loops, graph).map_err(io::Error::other)?.as_bytes())
        }
    }
}

/// Draws one chart per loop, one below the other.
fn svg(loops: &[LoopStatistics], graph: &str) -> boscage::Result<String> {
    let with_rounds = loops.iter().filter(|one| !one.rounds.is_empty());
    let charts: Vec<Chart> = with_rounds.map(|one| chart(one, graph)).collect();
    plot::picture(&if charts.is_empty() {
        vec![of_lines(graph, NO_ROUNDS.to_owned(), Vec::new())]
    } else {
        charts
    })
}

/// Text of a profile without rounds.
const NO_ROUNDS: &str = "no loop of this run has rounds";

/// Returns the chart of the rounds of a loop; `graph` is the name of the graph.
pub(crate) fn chart(one: &LoopStatistics, graph: &str) -> Chart {
    let rounds = counted(one.round_count as usize, "round", "rounds");
    let facts = format!("{}: {rounds} on {}", one.name, counted(one.threads, "thread", "threads"));
    let line = |name: &str, i: usize, count: fn(&Round) -> u64| {
        let points = points(&one.rounds, count);
        Line { name: name.to_owned(), points, color: color(i), kind: LineKind::Area }
    };
    let lines = vec![
        line("tried in the round", 2, |round| round.tried),
        line("joined the forest", 1, |round| round.committed),
    ];
    of_lines(graph, facts, lines)
}

fn of_lines(graph: &str, facts: String, lines: Vec<Line>) -> Chart {
    let legend = lines.iter().map(|line| (line.name.clone(), line.color)).collect();
    let (x, y) = (Axis::whole("round"), Axis::whole("edges"));
    let body = Body::Lines(Lines { x, y, y_reaches: Vec::new(), lines });
    Chart { title: graph.to_owned(), facts, legend, body }
}

/// Returns the line of one count of edges: rounds are numbered from 1, and each spans half a round before and
/// after its number.
fn points(rounds: &[Round], count: impl Fn(&Round) -> u64) -> Vec<Place> {
    let run = rounds.len().div_ceil(MOST_STEPS).max(1);
    let step = |(i, run_of): (usize, &[Round])| {
        let begin = (i * run) as f64 + 0.5;
        let sum: u64 = run_of.iter().map(&count).sum();
        let mean = sum as f64 / run_of.len() as f64;
        [begin, begin + run_of.len() as f64].map(|x| Place { x, y: mean, extremes: mean..mean })
    };
    rounds.chunks(run).enumerate().flat_map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, committed: &[u64]) -> LoopStatistics {
        let round = |&committed: &u64| Round::from_counts(committed, 1, 1);
        let mut one = LoopStatistics::default();
        (one.name, one.threads) = (name.to_owned(), 2);
        (one.rounds, one.round_count) = (committed.iter().map(round).collect(), committed.len() as u64);
        one
    }

    fn line(rounds: &[Round], count: fn(&Round) -> u64) -> Vec<(f64, f64)> {
        points(rounds, count).iter().map(|place| (place.x, place.y)).collect()
    }

    #[test]
    fn long_loops_are_averaged_and_short_ones_shown_as_they_are() {
        let short = of("short", &[8, 3, 1]);
        let steps = [(0.5, 8.0), (1.5, 8.0), (1.5, 3.0), (2.5, 3.0), (2.5, 1.0), (3.5, 1.0)];
        assert_eq!(line(&short.rounds, |round| round.committed), steps);
        assert_eq!(line(&of("one", &[7]).rounds, |round| round.committed), [(0.5, 7.0), (1.5, 7.0)]);
        let long = of("long", &(0..2500).collect::<Vec<_>>());
        let line = line(&long.rounds, |round| round.committed);
        assert_eq!((line.len(), line[0], line[1667]), (2 * 834, (0.5, 1.0), (2500.5, 2499.0)));
    }

    #[test]
    fn every_loop_with_rounds_has_its_chart_which_names_the_graph_and_its_items() {
        let loops = [of("first", &[5, 4, 1]), of("sort", &[]), of("second", &[1])];
        let svg = svg(&loops, "road.gr").unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for words in ["first: 3 rounds on 2 threads", "second: 1 round on 2 threads", "joined the forest"] {
            assert!(svg.contains(words), "{words}");
        }
        assert_eq!([svg.matches("road.gr").count(), svg.matches("\nedges").count()], [2, 2], "{svg}");
        assert!(!svg.contains("sort"));
    }

    #[test]
    fn without_rounds_the_picture_says_so() {
        assert!(svg(&[], "road.gr").unwrap().contains(NO_ROUNDS));
        let mut csv = Vec::new();
        let mut statistics = Statistics::default();
        statistics.loops.push(of("sort", &[]));
        write(&statistics, "road.gr", ProfileKind::Csv, &mut csv).unwrap();
        assert_eq!(csv, b"loop,round,tried,committed,retried,dropped\n");
    }
}
