//! `--report`: the run as a self-contained page.
//!
//! | file | concern |
//! |---|---|
//! | `map.rs`, `packed.rs` | the network on a map, packed |
//! | `grid.rs`, `levels.rs` | places as whole numbers; levels of detail |
//! | `network.js`, `map.js`, `map.css` | unpack it, and draw it |
//! | `places.rs` | places of the nodes |
//! | `figures.rs`, `ranges.rs` | charts, and their figures as tables; ranges of weights |

mod figures;
mod grid;
mod levels;
mod map;
mod packed;
mod places;
mod ranges;

use std::cmp::Reverse;
use std::fmt::Write;
use std::io::{self, Write as _};

use base64::prelude::BASE64_STANDARD;
use base64::write::EncoderWriter;
use boscage::exec::Exec;
use boscage::graph::{Components, EdgeId, Objective};
use boscage::io::Names;
use boscage::{Result, memory};
use boscage_measuring::machine::Machine;
use boscage_measuring::page::{self, escaped};
use boscage_programs::show::{bytes, counted};

use crate::edges::Edges;
use crate::report::RunReport;
use map::{Map, Network};
pub(crate) use places::{Coordinates, Places, Unit, scale};

/// Marks the place of the packed map in a page; no text has this character.
const HERE: &str = "\u{0}";

/// Edges in the table of the heaviest.
const HEAVIEST: usize = 20;

/// The words for nodes that no edge joins to another, which are dots on the map: one of them, and several.
const LONE: [&str; 2] = ["lone node", "lone nodes"];

/// Largest number of loops that have charts of their rounds.
const MOST_PROFILES: usize = 8;

/// Returns the bytes for making a page, beside the graph and its forest; with a map if the places of the
/// nodes are known.
pub(crate) fn memory(nodes: u64, edges: u64, weight_bytes: u64, with_map: bool) -> u64 {
    if !with_map {
        return 12 * nodes;
    }
    // Components, places, places on the grid, lone nodes; edges that are sorted, or sorted and packed.
    let packed = map::most_packed(nodes, edges, nodes) - if weight_bytes > 4 { 0 } else { 8 * edges };
    39 * nodes + (41 * nodes + 2 * edges).max(37 * edges).max(16 * edges + packed)
}

/// A run for a page.
pub(crate) struct Page<'a> {
    pub(crate) graph: &'a dyn Edges,
    /// The edges of the forest.
    pub(crate) forest: &'a [EdgeId],
    /// Its trees.
    pub(crate) components: &'a Components,
    pub(crate) names: &'a Names,
    /// The places of the nodes, if they are known, NaN for unknown ones; in millionths of degrees, or in
    /// another unit.
    pub(crate) places: Option<Vec<[f64; 2]>>,
    /// The unit of the given coordinates.
    pub(crate) unit: Unit,
    pub(crate) report: &'a RunReport,
}

/// The text of a page: before the packed map, the map, and what follows.
pub(crate) struct Rendered {
    before: String,
    packed: Vec<u8>,
    after: String,
}

impl Rendered {
    /// Writes the page.
    pub(crate) fn write(&self, out: &mut dyn io::Write) -> io::Result<()> {
        out.write_all(self.before.as_bytes())?;
        let mut text = EncoderWriter::new(&mut *out, &BASE64_STANDARD);
        text.write_all(&self.packed)?;
        text.finish()?;
        drop(text);
        out.write_all(self.after.as_bytes())
    }
}

impl Page<'_> {
    /// Renders the page.
    ///
    /// # Errors
    /// [`boscage::Error::OutOfMemory`].
    pub(crate) fn render(mut self, exec: &Exec) -> Result<Rendered> {
        let Self { graph, forest, components, names, report, .. } = self;
        let heavy = self.heaviest()?;
        let mut map = match self.places.take().filter(|places| places.iter().any(grid::is_placed)) {
            None => None,
            Some(places) => {
                let (degrees, heavy) = (self.unit != Unit::Own, &*heavy);
                Some(Network { graph, forest, components, names, places, degrees, heavy }.pack(exec)?)
            }
        };
        let mut content = format!("<p>{}</p>\n", escaped(&self.summary()));
        if let Some(map) = &map {
            content += &map_html(map, self.heavy_word());
        }
        content += &page::facts(&self.facts(map.as_ref()));
        content += &self.table_of_heaviest(&heavy, map.as_ref());
        content += "<h2>The network and its forest</h2>\n<div class=\"plots\">\n";
        let title = &*report.title();
        content += &figures::weights(graph, forest, title).html()?;
        content += &figures::trees(components, title).html()?;
        if map.is_none() {
            content += &figures::degrees(graph, title)?.html()?;
        }
        content += "</div>\n<h2>How it was found</h2>\n<div class=\"plots\">\n";
        content += &figures::steps(report).html()?;
        for figure in [figures::stages(report), figures::threads(report)].into_iter().flatten() {
            content += &figure.html()?;
        }
        let with_rounds = report.statistics.loops.iter().filter(|one| !one.rounds.is_empty());
        for one in with_rounds.take(MOST_PROFILES) {
            content += &figures::rounds(one, title).html()?;
        }
        content += "</div>\n";
        content += &figures::loops(report);
        if let Some(map) = &map {
            let facts = serde_json::to_string(&map.facts).expect("numbers and words");
            let script = concat!(include_str!("network.js"), "\n", include_str!("map.js"));
            let _ = write!(
                content,
                "<script type=\"application/json\" id=\"map-facts\">{facts}</script>\n\
                 <script type=\"text/plain\" id=\"map-data\">{HERE}</script>\n<script>\n{script}</script>\n"
            );
        }
        let title = format!("{title}: its {} spanning forest", self.adjective());
        let page = page::page(&title, include_str!("map.css"), &content);
        let packed = map.take().map(|map| map.packed).unwrap_or_default();
        let (before, after) = page.split_once(HERE).unwrap_or((&page, ""));
        Ok(Rendered { before: before.to_owned(), packed, after: after.to_owned() })
    }

    /// Returns the result, in a sentence.
    fn summary(&self) -> String {
        let report = self.report;
        let edges = counted(report.edges as usize, "edge", "edges");
        let forest = counted(report.forest_edges as usize, "edge", "edges");
        let proved = if report.verified { ", proved" } else { "" };
        format!(
            "A network of {} and {edges}. Its {} spanning forest{proved}: {forest} in {}, total weight {}.",
            nodes(report.nodes),
            self.adjective(),
            trees(report.trees),
            report.total_weight,
        )
    }

    fn adjective(&self) -> &'static str {
        boscage_programs::report::objective_name(self.report.objective)
    }

    /// Returns the adjective of the edges of the forest that are the last to join it.
    fn heavy_word(&self) -> &'static str {
        match self.report.objective {
            Objective::Minimum => "heaviest",
            Objective::Maximum => "lightest",
        }
    }

    /// Returns the heaviest edges of the forest (the lightest of a maximum forest), in this order.
    fn heaviest(&self) -> Result<Vec<EdgeId>> {
        let order = |id: &EdgeId| Reverse((self.graph.key(id.index(), self.report.objective), *id));
        let mut edges = memory::reserve("the forest's edges", self.forest.len())?;
        edges.extend_from_slice(self.forest);
        let most = HEAVIEST.min(edges.len());
        if most > 0 {
            edges.select_nth_unstable_by_key(most - 1, order);
        }
        edges.truncate(most);
        edges.sort_unstable_by_key(order);
        Ok(edges)
    }

    fn facts(&self, map: Option<&Map>) -> Vec<(&'static str, String)> {
        let report = self.report;
        let proof = match report.verified {
            true => format!("{}, edge for edge", boscage_programs::report::superlative(report.objective)),
            false => "none (add --verify)".to_owned(),
        };
        let version = env!("CARGO_PKG_VERSION");
        let mut facts = vec![
            (
                "graph",
                format!("{} ({}), weights of type {}", report.graph, report.format, report.weight_type),
            ),
            ("size", format!("{}, {}", nodes(report.nodes), counted(report.edges as usize, "edge", "edges"))),
            (
                "forest",
                format!(
                    "{}, {}",
                    counted(report.forest_edges as usize, "edge", "edges"),
                    trees(report.trees)
                ),
            ),
            ("weight", format!("{}, the {}", report.total_weight, self.adjective())),
            ("proof", proof),
            ("operator", format!("{} on {}", report.operator, threads(report))),
            (
                "memory",
                report.peak_bytes.map_or("unknown".to_owned(), |peak| {
                    format!("{} at its peak, without this page", bytes(peak))
                }),
            ),
            ("command", command()),
            ("program", format!("msf {version}")),
            ("machine", Machine::this().line()),
        ];
        if let Some(map) = map {
            facts.push(("map", format!("{} packed", bytes(map.packed.len() as u64))));
            facts.push(("coordinates", format!("in {}", self.unit.name())));
        }
        facts
    }

    fn table_of_heaviest(&self, heavy: &[EdgeId], map: Option<&Map>) -> String {
        if heavy.is_empty() {
            return String::new();
        }
        let what = self.heavy_word();
        let mut table = format!(
            "<h2>The {what} edges of the forest</h2>\n<p>If you remove one of these edges, its tree falls \
             into two parts, and no {} edge joins them.</p>\n<div class=\"wide\"><table>\n\
             <tr><th>edge</th><th>from</th><th>to</th><th>weight</th></tr>\n",
            if self.report.objective == Objective::Minimum { "lighter" } else { "heavier" },
        );
        for (i, &id) in heavy.iter().enumerate() {
            let weight = self.graph.weight(id.index());
            let [u, v] = self.graph.ends(id.index()).map(|end| self.names.name(end));
            let id = match map.and_then(|map| map.facts.heavy.get(i)) {
                Some(Some(packed)) => format!("<button type=\"button\" data-edge=\"{packed}\">{id}</button>"),
                _ => id.to_string(),
            };
            let _ = writeln!(table, "<tr><td>{id}</td><td>{u}</td><td>{v}</td><td>{weight}</td></tr>");
        }
        table + "</table></div>\n"
    }
}

fn nodes(count: usize) -> String {
    counted(count, "node", "nodes")
}

fn trees(count: usize) -> String {
    counted(count, "tree", "trees")
}

fn threads(report: &RunReport) -> String {
    counted(report.statistics.threads().unwrap_or(report.threads), "thread", "threads")
}

/// Returns the command line of the run.
fn command() -> String {
    let words = std::env::args_os().map(|word| word.to_string_lossy().into_owned());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the map's place in the page.
fn map_html(map: &Map, what: &str) -> String {
    let [[edges, edges_left], [dots, dots_left]] = [map.facts.edges(), map.facts.dots()];
    let shown = |edges, dots| match (edges, dots) {
        (_, 0) => counted(edges, "edge", "edges"),
        (0, _) => counted(dots, LONE[0], LONE[1]),
        _ => format!("{} and {}", counted(edges, "edge", "edges"), counted(dots, LONE[0], LONE[1])),
    };
    let legend = if dots > 0 { " Lone nodes, which no edge joins to another, are dots." } else { "" };
    let mut rest = legend.to_owned();
    if edges_left + dots_left > 0 {
        let left = shown(edges_left, dots_left);
        let _ = write!(rest, " Left out, to keep the page small: {left}."); // a string takes all of it
    }
    if map.facts.unplaced > 0 {
        let unplaced = nodes(map.facts.unplaced);
        let _ = write!(rest, " Not on the map: {unplaced} without coordinates, and all edges to such nodes.");
    }
    let layer = |id: &str, name: &str, checked: &str| {
        format!("<label><input type=\"checkbox\" id=\"map-{id}\"{checked}> {name}</label>\n")
    };
    let button = |id: &str, sign: &str, name: &str| {
        format!(
            "<button type=\"button\" id=\"map-{id}\" title=\"{name}\" aria-label=\"{name}\">{sign}</button>\n"
        )
    };
    let layers = [
        (edges, layer("forest", "forest, trees by colour", " checked")),
        (edges, layer("others", "other edges", " checked")),
        (dots, layer("dots", LONE[1], " checked")),
        (edges, layer("heavy", &format!("{what} forest edges"), "")),
    ];
    let layers = layers.into_iter().filter(|(things, _)| *things > 0).map(|(_, layer)| layer);
    let buttons = [
        button("in", "+", "zoom in"),
        button("out", "−", "zoom out"),
        button("all", "all", "show all"),
        button("png", "PNG", "save as a picture"),
    ];
    format!(
        "<figure class=\"map\">\n<div class=\"map-frame\"><canvas id=\"map\" tabindex=\"0\" role=\"img\" \
         aria-label=\"A map of {}\"></canvas>\n<div class=\"map-said\" id=\"map-said\" \
         aria-live=\"polite\"></div>\n<div class=\"map-bar\" id=\"map-bar\"></div></div>\n\
         <div class=\"map-tools\">\n{}</div>\n<figcaption><span class=\"map-help\">Drag to move. To \
         zoom, pinch, or click and turn the wheel. Keys: arrows, + and -, 0 for all. Point at an edge to see \
         its ends and its weight.</span> The six largest trees have colours of their own, all others are \
         purple.{rest}</figcaption>\n\
         <noscript>The map needs JavaScript.</noscript>\n</figure>\n",
        shown(edges, dots),
        layers.chain(buttons).collect::<String>(),
    )
}
