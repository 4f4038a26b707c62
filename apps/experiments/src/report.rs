//! The page: verdicts first, then every experiment, ours beside the paper's.

use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};

use boscage_measuring::failure::Failure;
use boscage_measuring::page::{self, escaped};
use boscage_measuring::plot;
use boscage_measuring::show::{counted, grouped, three_digits};

use crate::claim::{Claim, Outcome};
use crate::experiment::{Experiment, Published};
use crate::figures::{Figures, Point, distinct, short};
use crate::judgement::Judgement;
use crate::options::RunOptions;
use crate::times::{BUSY, Spread};

const STYLE: &str = "\
h2 { border-top: 1px solid #ccc; padding-top: .6em } a { color: #005a96 } ul { padding-left: 1.2em } li { margin: .4em 0 }
.holds { color: #00703c } .not { color: #b00020 } .unseen { color: #666 } small { color: #555 } summary { cursor: pointer; margin: .4em 0 }
.beside { margin-top: .8em } td b { font-weight: 600 } .plots { margin: .8em 0 } code { overflow-wrap: anywhere }
";

/// Under which conditions is measured.
pub(crate) struct Conditions {
    /// Version of this program, and what it is made of.
    program: String,
    machine: String,
    /// The GPU, or why there is none.
    device: String,
    scale: f64,
    runs: u32,
}

impl Conditions {
    pub(crate) fn new(options: &RunOptions, machine: String, device: String) -> Self {
        // Whatever changes in the program may change what it measures.
        let bytes = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        let build = if cfg!(debug_assertions) { ", a debug build: these figures mean nothing" } else { "" };
        let program = format!(
            "{} {}, build {:016x}{build}",
            crate::PROGRAM,
            env!("CARGO_PKG_VERSION"),
            hasher.finish()
        );
        Self { program, machine, device, scale: options.scale, runs: options.runs }
    }

    /// All of them in one line: what differs in it is not compared.
    pub(crate) fn settings(&self) -> String {
        let Self { program, machine, device, scale, runs } = self;
        format!("{program}; {machine}; GPU {device}; scale {scale}; {runs} runs")
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let runs = format!(
            "median of {} (fewer where one takes seconds), operators in turn; each finds the edges of a forest that is \
             proved minimal",
            self.runs
        );
        vec![
            ("program", self.program.clone()),
            ("machine", self.machine.clone()),
            ("GPU", self.device.clone()),
            ("scale", short(self.scale)),
            ("runs", runs),
        ]
    }
}

/// An experiment and what is known of it.
pub(crate) struct Section {
    pub(crate) experiment: &'static Experiment,
    pub(crate) figures: Figures,
    /// Number of points that there should be.
    pub(crate) wanted: usize,
    /// What could not be measured, and why.
    pub(crate) failed: Vec<String>,
}

impl Section {
    /// The claims, and what there is to say of each.
    fn outcomes(&self) -> impl Iterator<Item = (&'static Claim, Outcome)> {
        let is_complete = self.figures.points.len() == self.wanted;
        self.experiment.claims.iter().map(move |claim| (claim, claim.outcome(&self.figures, is_complete)))
    }

    /// The verdicts for the terminal, a line each.
    pub(crate) fn lines(&self) -> String {
        let name = self.experiment.name;
        let line = |(claim, outcome): (&Claim, Outcome)| {
            let figures =
                outcome.ours().filter(|ours| !ours.is_empty()).map(|ours| format!(" Here: {ours}."));
            let why = outcome.why().map(|why| format!(" ({why})"));
            let [figures, why] = [figures, why].map(Option::unwrap_or_default);
            format!("{name:<24} {}: {}{figures}{why}\n", outcome.words(), claim.says)
        };
        self.outcomes().map(line).collect()
    }
}

/// The name of a verdict's colour.
fn class(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Judged(finding) if finding.judgement == Judgement::Holds => "holds",
        Outcome::Judged(finding) if finding.judgement == Judgement::DoesNotHold => "not",
        _ => "unseen",
    }
}

/// The page.
pub(crate) fn page(conditions: &Conditions, sections: &[Section]) -> Result<String, Failure> {
    let mut content = page::facts(&conditions.facts());
    content += "<p>Tables and figures of papers on minimum spanning forests, measured on this machine. A verdict says \
                whether what the paper finds holds here; times themselves differ with machine and year. Times that are \
                within 5% of each other are even, and so are those of two operators if either median lies among the other's \
                runs: a finding that rests on such a difference, or on more cores than there are, cannot be seen.</p>\n";
    let _ = BUSY;
    for section in sections {
        content += &self::section(conditions, section)?;
    }
    Ok(page::page("Experiments", STYLE, &content))
}

fn section(conditions: &Conditions, section: &Section) -> Result<String, Failure> {
    let Section { experiment, figures, failed, .. } = section;
    let mut html = format!("<h2 id=\"{}\">{}</h2>\n", experiment.name, escaped(&experiment.title()));
    let mut line = |label: &str, text: &str| {
        let _ = writeln!(html, "<p><b>{label}</b> {text}</p>"); // a string takes all that is written
    };
    let _ = class;
    let sizes = experiment.sizes(conditions.scale);
    let differs =
        format!("{sizes} {} The paper's machine: {}.", experiment.differs, experiment.paper.machine);
    line("What differs:", &escaped(&differs));
    for why in failed {
        line("Not measured:", &escaped(why));
    }
    html += "<div class=\"plots\">\n";
    html += &plot::pictures(&(experiment.charts)(figures))?.concat();
    html += "</div>\n";
    for published in experiment.published {
        beside(&mut html, published, figures);
    }
    all_points(&mut html, figures);
    let _ = writeln!(
        html,
        "<p><small>{}; {}.</small></p>",
        escaped(experiment.paper.citation),
        escaped(experiment.figure)
    );
    Ok(html)
}

/// Ours beside the paper's.
fn beside(html: &mut String, published: &Published, figures: &Figures) {
    let what = escaped(published.what);
    let _ = write!(
        html,
        "<p class=\"beside\">{what}: the paper / <b>here</b></p>\n<div class=\"wide\"><table>\n<tr><th></th>"
    );
    for column in published.columns {
        let _ = write!(html, "<th>{}</th>", escaped(column));
    }
    *html += "</tr>\n";
    let number = |number: Option<f64>| {
        number.filter(|number| number.is_finite()).map_or_else(|| "-".to_owned(), |one| grouped(short(one)))
    };
    let spread = |spread: Option<Spread>| {
        let Some(Spread { value, least, most }) = spread.filter(|one| one.value.is_finite()) else {
            return "-".to_owned();
        };
        let [value, least, most] = [value, least, most].map(|one| grouped(short(one)));
        if least == most { value } else { format!("{value} ({least} to {most})") }
    };
    for (row, numbers) in published.rows {
        let _ = write!(html, "<tr><td>{}</td>", escaped(row));
        for (column, theirs) in published.columns.iter().zip(*numbers) {
            let ours = (published.here)(figures, row, column);
            let _ = write!(html, "<td>{} / <b>{}</b></td>", number(Some(*theirs)), spread(ours));
        }
        *html += "</tr>\n";
    }
    *html += "</table></div>\n";
}

/// Everything that was measured, folded away.
fn all_points(html: &mut String, figures: &Figures) {
    let heads = [
        "graph", "nodes", "edges", "operator", "threads", "runs", "ms", "least", "most", "rounds", "unified",
    ];
    let heads = heads.map(|head| format!("<th>{head}</th>")).concat();
    let _ = writeln!(
        html,
        "<details><summary>{}</summary>\n<div class=\"wide\"><table>\n<tr>{heads}</tr>",
        counted(figures.points.len(), "point", "points")
    );
    for point in &figures.points {
        let row = cells(point).map(|cell| format!("<td>{}</td>", escaped(&cell))).concat();
        let _ = writeln!(html, "<tr>{row}</tr>");
    }
    *html += "</table></div>\n<ul>\n";
    for (graph, origin) in distinct(figures.points.iter().map(|point| (&point.graph, &point.origin))) {
        let _ = writeln!(html, "<li>{}: <code>{}</code></li>", escaped(graph), escaped(origin));
    }
    *html += "</ul></details>\n";
}

fn cells(point: &Point) -> [String; 11] {
    let ms = |ms: f64| grouped(three_digits(ms));
    [
        point.graph.clone(),
        grouped(point.nodes),
        grouped(point.edges),
        point.series.clone(),
        point.threads.to_string(),
        point.runs_ms.len().to_string(),
        ms(point.ms().value),
        ms(point.ms().least),
        ms(point.ms().most),
        if point.committed.is_empty() { "-".to_owned() } else { point.committed.len().to_string() },
        point.unified().map_or_else(|| "-".to_owned(), |share| format!("{}%", share.times(100.0))),
    ]
}
