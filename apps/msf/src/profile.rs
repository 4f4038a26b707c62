//! The parallelism profile: how many items each round of each loop tried, and how many of them got their work done.

use std::io::{self, Write};

use boscage::exec::{LoopStatistics, Round};
use boscage_measuring::show::{counted, grouped};
use plotters::prelude::*;

use crate::options::ProfileKind;

/// Size of the picture of one loop, in pixels.
const SIZE: (u32, u32) = (960, 420);

/// Steps of a line. Of loops with more rounds, neighbouring ones are averaged: no screen could tell them apart.
const MOST_STEPS: usize = 1000;

/// Writes the profile of all loops that have rounds.
pub(crate) fn write(loops: &[LoopStatistics], kind: ProfileKind, out: &mut impl Write) -> io::Result<()> {
    match kind {
        ProfileKind::Csv => LoopStatistics::write_profile_csv(loops, out),
        ProfileKind::Svg => out.write_all(svg(loops).map_err(io::Error::other)?.as_bytes()),
    }
}

type Drawn = Result<(), DrawingAreaErrorKind<io::Error>>;

/// One diagram a loop, one below the other.
fn svg(loops: &[LoopStatistics]) -> Result<String, String> {
    let with_rounds: Vec<_> = loops.iter().filter(|one| !one.rounds.is_empty()).collect();
    let mut picture = String::new();
    {
        let diagrams = with_rounds.len().max(1);
        let area =
            SVGBackend::with_string(&mut picture, (SIZE.0, SIZE.1 * diagrams as u32)).into_drawing_area();
        let drawn = || -> Drawn {
            area.fill(&WHITE)?;
            if with_rounds.is_empty() {
                area.titled("no loop of this run has rounds", ("sans-serif", 20))?;
            }
            for (one, area) in with_rounds.iter().zip(area.split_evenly((diagrams, 1))) {
                draw(one, &area)?;
            }
            area.present()
        };
        drawn().map_err(|error| error.to_string())?;
    }
    Ok(picture)
}

fn draw(one: &LoopStatistics, area: &DrawingArea<SVGBackend<'_>, plotters::coord::Shift>) -> Drawn {
    let rounds = one.rounds.len();
    let tried = points(&one.rounds, |round| round.tried);
    let committed = points(&one.rounds, |round| round.committed);
    let most = tried.iter().map(|point| point.1).fold(1.0, f64::max);
    let rounds_and_threads =
        [counted(rounds, "round", "rounds"), counted(one.threads, "thread", "threads")].join(" on ");
    let caption = format!("{}: {rounds_and_threads}", one.name);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 20))
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(90)
        .build_cartesian_2d(0.5..rounds as f64 + 0.5, 0.0..most * 1.05)?;
    chart
        .configure_mesh()
        .x_desc("round")
        .y_desc("items")
        .disable_x_mesh()
        .x_label_formatter(&whole)
        .y_label_formatter(&whole)
        .light_line_style(WHITE)
        .draw()?;
    for (name, line, color) in [("tried", tried, BLUE.mix(0.6)), ("committed", committed, RED.mix(0.7))] {
        chart
            .draw_series(AreaSeries::new(line, 0.0, color.mix(0.25)).border_style(color))?
            .label(name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 16, y + 5)], color.filled()));
    }
    chart.configure_series_labels().border_style(BLACK.mix(0.3)).background_style(WHITE.mix(0.8)).draw()
}

/// A number on an axis, where only whole ones have a meaning.
fn whole(number: &f64) -> String {
    if (number - number.round()).abs() < 1e-6 { grouped(number.round()) } else { String::new() }
}

/// The line of one count: (round, items), rounds from 1, each from half a round before to half a round after itself.
fn points(rounds: &[Round], count: impl Fn(&Round) -> u64) -> Vec<(f64, f64)> {
    let run = rounds.len().div_ceil(MOST_STEPS).max(1);
    let step = |(i, run_of): (usize, &[Round])| {
        let begin = (i * run) as f64 + 0.5;
        let sum: u64 = run_of.iter().map(&count).sum();
        let mean = sum as f64 / run_of.len() as f64;
        [(begin, mean), (begin + run_of.len() as f64, mean)]
    };
    rounds.chunks(run).enumerate().flat_map(step).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(name: &str, committed: &[u64]) -> LoopStatistics {
        let round = |&committed: &u64| Round { tried: committed + 2, committed, retried: 1, dropped: 1 };
        LoopStatistics {
            name: name.to_owned(),
            threads: 2,
            rounds: committed.iter().map(round).collect(),
            ..LoopStatistics::default()
        }
    }

    #[test]
    fn long_loops_are_averaged_and_short_ones_shown_as_they_are() {
        let short = of("short", &[8, 3, 1]);
        let steps = [(0.5, 8.0), (1.5, 8.0), (1.5, 3.0), (2.5, 3.0), (2.5, 1.0), (3.5, 1.0)];
        assert_eq!(points(&short.rounds, |round| round.committed), steps);
        assert_eq!(points(&of("one", &[7]).rounds, |round| round.committed), [(0.5, 7.0), (1.5, 7.0)]);
        let long = of("long", &(0..2500).collect::<Vec<_>>());
        let line = points(&long.rounds, |round| round.committed);
        assert_eq!((line.len(), line[0], line[1667]), (2 * 834, (0.5, 1.0), (2500.5, 2499.0)));
    }

    #[test]
    fn every_loop_with_rounds_has_its_diagram() {
        let loops = [of("first", &[5, 4, 1]), of("sort", &[]), of("second", &[1])];
        let svg = svg(&loops).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        for caption in ["first: 3 rounds on 2 threads", "second: 1 round on 2 threads", "committed"] {
            assert!(svg.contains(caption), "{caption}");
        }
        assert!(!svg.contains("sort"));
    }

    #[test]
    fn without_rounds_the_picture_says_so() {
        assert!(svg(&[]).unwrap().contains("no loop of this run has rounds"));
        let mut csv = Vec::new();
        write(&[of("sort", &[])], ProfileKind::Csv, &mut csv).unwrap();
        assert_eq!(csv, b"loop,round,tried,committed,retried,dropped\n");
    }
}
