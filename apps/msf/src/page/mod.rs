//! `--report`: the run as a self-contained page.
//!
//! | file | concern |
//! |---|---|
//! | `map.rs`, `packed.rs` | the network on a map, packed |
//! | `grid.rs`, `levels.rs` | places as whole numbers; levels of detail |
//! | `frame.rs` | the map's place in the page: its legend, switches and buttons |
//! | `network.js`, `map.js`, `data.js` | unpack it, draw it, save its forest |
//! | `page.css` | the style |
//! | `places.rs` | places of the nodes |
//! | `trees.rs`, `heaviest.rs` | tables of the trees, and of the heaviest edges |
//! | `dearest.rs` | a table of the edges that are dearest to lose |
//! | `figures.rs`, `ranges.rs` | charts, and their figures as tables; ranges of weights |
//! | `weights.rs` | weights as text, in their unit |
//! | `words.rs` | the words for a graph, for points, and for clusters |

mod dearest;
mod figures;
mod frame;
mod grid;
mod heaviest;
mod levels;
mod map;
mod packed;
mod places;
mod ranges;
mod trees;
mod weights;
mod words;

use std::fmt::Write;
use std::io::{self, Write as _};

use base64::prelude::BASE64_STANDARD;
use base64::write::EncoderWriter;
use boscage::exec::Exec;
use boscage::graph::{Components, EdgeId};
use boscage::io::{Attributes, Names, Texts, Values};
use boscage::{Result, memory};
use boscage_measuring::machine::Machine;
use boscage_measuring::page::{self, escaped};
use boscage_programs::show::{bytes, counted};

use crate::edges::Edges;
use crate::points;
use crate::replacements::Dearest;
use crate::report::RunReport;
pub(crate) use dearest::{DEAREST, has_losses};
use map::{Map, Network};
pub(crate) use places::{Coordinates, Places, Unit, scale};
use trees::RankedTrees;
pub(crate) use weights::WeightUnit;
use words::Words;

/// Marks the place of the packed map in a page; no text has this character.
const HERE: &str = "\u{0}";

/// The sentence of a page without a map.
const NO_MAP: &str = "There is no map, because it is not known where the nodes are. To get one, pass \
                      <code>--coordinates FILE</code>, or begin with a file that has coordinates: an \
                      OpenStreetMap extract, GraphML with <code>lon</code> and <code>lat</code>, or, with \
                      <code>--keep-geometry</code>, a table with a column of lines.";

/// The sentence of a page of points without a map.
const NO_PLANE: &str = "There is no map, because the points are not in a plane.";

/// The origin of data.
const OPENSTREETMAP: &str = " The network is data of © OpenStreetMap contributors.";

/// Largest number of loops that have charts of their rounds.
const MOST_PROFILES: usize = 8;

/// Returns the bytes for making a page, beside the graph and its forest; with a map if the places of the
/// nodes are known. Names that are texts, and bends, have `data_bytes`.
pub(crate) fn memory(nodes: u64, edges: u64, weight_bytes: u64, data_bytes: u64, with_map: bool) -> u64 {
    if !with_map {
        return 20 * nodes;
    }
    // Components, trees, places, places on the grid, lone nodes; edges that are sorted, or sorted and packed.
    let packed = map::most_packed(nodes, edges, nodes, data_bytes);
    let packed = packed - if weight_bytes > 4 { 0 } else { 8 * edges };
    43 * nodes + (41 * nodes + 2 * edges).max(37 * edges).max(16 * edges + packed)
}

/// Returns the bytes of names that are texts, of nodes and of edges, and of the bends of edges.
pub(crate) fn data_bytes(names: &Names, attributes: &Attributes) -> u64 {
    map::name_bytes(names, streets(attributes)) + map::bend_bytes(attributes.shapes.as_ref())
}

/// Returns the names of the edges, if they have any.
fn streets(attributes: &Attributes) -> Option<&Texts> {
    let names = attributes.columns.iter().find(|column| column.name.eq_ignore_ascii_case("name"))?;
    match &names.values {
        Values::Texts(texts) => Some(texts),
        _ => None,
    }
}

/// A run for a page.
pub(crate) struct Page<'a> {
    pub(crate) graph: &'a dyn Edges,
    /// The edges of the forest.
    pub(crate) forest: &'a [EdgeId],
    /// Its trees; or clusters, if these are shown.
    pub(crate) components: &'a Components,
    /// Clusters of points are shown: parts of their tree, between which edges were removed.
    pub(crate) has_clusters: bool,
    pub(crate) names: &'a Names,
    /// Data of the edges, among them their names.
    pub(crate) attributes: &'a Attributes,
    pub(crate) weight_unit: &'a WeightUnit,
    /// The places of the nodes, if they are known, NaN for unknown ones; in millionths of degrees, or in
    /// another unit.
    pub(crate) places: Option<Vec<[f64; 2]>>,
    /// The unit of the given coordinates.
    pub(crate) unit: Unit,
    pub(crate) report: &'a RunReport,
    /// The edges that are dearest to lose, if they are known.
    pub(crate) dearest: Option<Dearest>,
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

impl<'a> Page<'a> {
    /// Renders the page.
    ///
    /// # Errors
    /// [`boscage::Error::OutOfMemory`].
    pub(crate) fn render(mut self, exec: &Exec) -> Result<Rendered> {
        let Self { graph, forest: whole, components, names, weight_unit, report, .. } = self;
        let (streets, words) = (self.streets(), self.words());
        let heavy = self.heaviest()?;
        let losses = self.dearest.as_ref().map_or(&[][..], |dearest| &dearest.losses);
        let inside = self.has_clusters.then(|| self.inside_clusters()).transpose()?;
        let forest = inside.as_deref().unwrap_or(whole);
        let trees = RankedTrees::new(graph, forest, components, streets, words)?;
        let mut map = match self.places.take().filter(|places| places.iter().any(grid::is_placed)) {
            None => None,
            Some(places) => {
                let (degrees, heavy, trees) = (self.unit != Unit::Own, &*heavy, &trees);
                let bends = self.attributes.shapes.as_ref();
                let network = Network {
                    graph,
                    forest,
                    components,
                    names,
                    places,
                    degrees,
                    heavy,
                    losses,
                    trees,
                    streets,
                    bends,
                    weight_unit,
                    said: words.said,
                };
                Some(network.pack(exec)?)
            }
        };
        let mut content = format!("<p>{}</p>\n", escaped(&self.summary()));
        content += &match &map {
            Some(map) => frame::html(map, &trees, words, self.heavy_word(), &self.notes(Some(map))),
            None if words.are_points => format!("<p>{NO_PLANE}{}</p>\n", self.notes(None)),
            None => format!("<p>{NO_MAP}{}</p>\n", self.notes(None)),
        };
        let tables = trees.table(names, weight_unit, map.as_ref())
            + &self.table_of_heaviest(&heavy, map.as_ref())
            + &self.table_of_losses(map.as_ref());
        let _ = write!(content, "<div class=\"tables\">\n{tables}</div>\n");
        let title = &*report.title();
        content += match words.are_points {
            true => "<h2>The edges of the tree</h2>\n<div class=\"plots\">\n",
            false => "<h2>The network and its forest</h2>\n<div class=\"plots\">\n",
        };
        content += &figures::weights(graph, whole, weight_unit, (title, words)).html()?;
        if !words.are_points {
            content += &figures::trees(&trees.sizes, title).html()?;
        }
        if map.is_none() {
            content += &figures::degrees(graph, title)?.html()?;
        }
        content += "</div>\n<h2>The run</h2>\n";
        content += &page::facts(&self.facts());
        content += &self.how_it_was_found(map.as_ref())?;
        if let Some(map) = &map {
            let facts = serde_json::to_string(&map.facts).expect("numbers and words");
            let facts = facts.replace('<', "\\u003c"); // no text ends the script
            let scripts = [include_str!("network.js"), include_str!("data.js"), include_str!("map.js")];
            let _ = write!(
                content,
                "<script type=\"application/json\" id=\"map-facts\">{facts}</script>\n\
                 <script type=\"text/plain\" id=\"map-data\">{HERE}</script>\n<script>\n{}</script>\n",
                scripts.join("\n"),
            );
        }
        let title = match (words.are_points, self.has_clusters) {
            (false, _) => format!("{title}: its {} spanning forest", self.adjective()),
            (true, false) => format!("{title}: the minimum spanning tree"),
            (true, true) => format!("{title}: clusters"),
        };
        let page = page::page(&title, include_str!("page.css"), &content);
        let packed = map.take().map(|map| map.packed).unwrap_or_default();
        let (before, after) = page.split_once(HERE).unwrap_or((&page, ""));
        Ok(Rendered { before: before.to_owned(), packed, after: after.to_owned() })
    }

    /// Returns the steps, threads and loops of the run, folded away.
    fn how_it_was_found(&self, map: Option<&Map>) -> Result<String> {
        let (report, title) = (self.report, self.report.title());
        let mut content = "<details class=\"more\">\n<summary>How it was found: steps, threads and loops\
                           </summary>\n<div class=\"plots\">\n"
            .to_owned();
        content += &figures::steps(report).html()?;
        for figure in [figures::stages(report), figures::threads(report)].into_iter().flatten() {
            content += &figure.html()?;
        }
        let with_rounds = report.statistics.loops.iter().filter(|one| !one.rounds.is_empty());
        for one in with_rounds.take(MOST_PROFILES) {
            content += &figures::rounds(one, &title).html()?;
        }
        content += "</div>\n";
        content += &figures::loops(report);
        if let Some(map) = map {
            let size = bytes(map.packed.len() as u64);
            let _ = writeln!(content, "<p>The map takes {size} of this page, packed.</p>");
        }
        Ok(content + "</details>\n")
    }

    fn words(&self) -> &'static Words {
        Words::of(self.report, self.has_clusters)
    }

    /// Returns the edges of the forest whose ends are in one cluster.
    fn inside_clusters(&self) -> Result<Vec<EdgeId>> {
        let labels = self.components.labels();
        let is_inside = |id: &&EdgeId| {
            let [u, v] = self.graph.ends(id.index()).map(|end| labels[end.index()]);
            u == v
        };
        let mut inside = memory::reserve("edges inside clusters", self.forest.len())?;
        inside.extend(self.forest.iter().filter(is_inside));
        Ok(inside)
    }

    /// Returns the names of the edges, if they have any.
    fn streets(&self) -> Option<&'a Texts> {
        streets(self.attributes)
    }

    /// Returns sentences about the data of the forest and their origin.
    fn notes(&self, map: Option<&Map>) -> String {
        let origin = if self.report.is_openstreetmap() { OPENSTREETMAP } else { "" };
        frame::data(map, self.words()) + origin
    }

    /// Returns the result, in a sentence.
    fn summary(&self) -> String {
        let report = self.report;
        if let Some(summary) = words::of_points(report, &self.total()) {
            return summary;
        }
        let edges = counted(report.edges as usize, "edge", "edges");
        let forest = counted(report.forest_edges as usize, "edge", "edges");
        let proved = if report.verified { ", proved" } else { "" };
        format!(
            "A network of {} and {edges}. Its {} spanning forest{proved}: {forest} in {}, total weight {}.",
            nodes(report.nodes),
            self.adjective(),
            trees(report.trees),
            self.total(),
        )
    }

    fn adjective(&self) -> &'static str {
        boscage_programs::report::objective_name(self.report.objective)
    }

    /// Returns the total weight, with its unit.
    fn total(&self) -> String {
        self.weight_unit.behind(&self.weight_unit.total(self.report.total_weight))
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let report = self.report;
        let proof = match report.verified {
            true if report.points.is_some() => points::PROVED.to_owned(),
            true => format!("{}, edge for edge", boscage_programs::report::superlative(report.objective)),
            false => "none (add --verify)".to_owned(),
        };
        let version = env!("CARGO_PKG_VERSION");
        let edges = |count: u64| counted(count as usize, "edge", "edges");
        let [input, size, forest] = match &report.points {
            None => [
                (
                    "graph",
                    format!("{} ({}), weights of type {}", report.graph, report.format, report.weight_type),
                ),
                ("size", format!("{}, {}", nodes(report.nodes), edges(report.edges))),
                ("forest", format!("{}, {}", edges(report.forest_edges), trees(report.trees))),
            ],
            Some(points) => [
                ("points", format!("{} ({})", report.graph, report.format)),
                ("size", points::size(report, points)),
                ("tree", format!("{}, by {}", edges(report.forest_edges), points::weights(points))),
            ],
        };
        let mut facts = vec![
            input,
            size,
            forest,
            ("weight", format!("{}, the {}", self.total(), self.adjective())),
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
        if self.unit != Unit::Own {
            facts.push(("coordinates", format!("in {}", self.unit.name())));
        }
        facts
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
