//! The map's place in a page: its frame, its legend, its switches and buttons, and sentences about it.

use std::fmt::Write;

use boscage_programs::show::{counted, grouped};

use super::map::{COLOURED, Map, color_of};
use super::trees::RankedTrees;
use super::words::Words;

/// Returns the map's place. `heavy` is the adjective of the last edges of the forest; `notes` are sentences
/// for the end.
pub(super) fn html(map: &Map, trees: &RankedTrees, words: &Words, heavy: &str, notes: &str) -> String {
    let [[edges, _], [dots, _]] = [map.facts.edges(), map.facts.dots()];
    let layer = |id: &str, name: &str, checked: &str| {
        format!("<label><input type=\"checkbox\" id=\"map-{id}\"{checked}> {name}</label>\n")
    };
    let button = |id: &str, sign: &str, name: &str| {
        format!(
            "<button type=\"button\" id=\"map-{id}\" title=\"{name}\" aria-label=\"{name}\">{sign}</button>\n"
        )
    };
    let layers = [
        (others(map, words), layer("others", words.network, " checked")),
        (edges, layer("forest", words.coloured, " checked")),
        (dots, layer("dots", words.lone[1], " checked")),
        (edges, layer("heavy", &format!("{heavy} edges"), "")),
        (
            map.facts.dear.len(),
            layer("dear", &format!("dearest {} to lose, replacements dashed", words.edge[1]), ""),
        ),
    ];
    let layers = layers.into_iter().filter(|(things, _)| *things > 0).map(|(_, layer)| layer);
    let is_complete = map.facts.is_complete();
    let in_degrees = map.facts.metres().is_some();
    let buttons = [
        (true, button("in", "+", "zoom in")),
        (true, button("out", "−", "zoom out")),
        (true, button("all", "all", "show all")),
        (true, button("png", "PNG", "save as a picture")),
        (is_complete, button("csv", "CSV", "save the forest as a table")),
        (is_complete && in_degrees, button("geojson", "GeoJSON", "save the forest as lines on a map")),
        (
            in_degrees,
            button("osm", "openstreetmap.org", "open this place there, which needs an internet connection"),
        ),
    ];
    let buttons = buttons.into_iter().filter(|(is_there, _)| *is_there).map(|(_, button)| button);
    format!(
        "<figure class=\"map\">\n<div class=\"map-frame\"><canvas id=\"map\" tabindex=\"0\" role=\"img\" \
         aria-label=\"A map of {}\"></canvas>\n<div class=\"map-said\" id=\"map-said\" \
         aria-live=\"polite\"></div>\n<div class=\"map-bar\" id=\"map-bar\"></div></div>\n\
         <ul class=\"legend\">\n{}</ul>\n<div class=\"map-tools\">\n{}</div>\n\
         <figcaption><span class=\"map-help\">Drag to move. To zoom, pinch, or click and turn the wheel. \
         Keys: arrows, + and -, 0 for all. Point at an edge to see its name, its ends and its \
         weight.</span>{}{notes}</figcaption>\n<noscript>The map needs JavaScript.</noscript>\n</figure>\n",
        shown(edges, dots, words),
        legend(map, trees, words),
        layers.chain(buttons).collect::<String>(),
        missing(map, words),
    )
}

/// Returns a number that is above 0 if edges are drawn that are not in colour; a graph may have some.
fn others(map: &Map, words: &Words) -> usize {
    if words.are_points { map.facts.outside() } else { map.facts.edges()[0] }
}

/// Returns the words for these numbers of edges and dots.
fn shown(edges: usize, dots: usize, words: &Words) -> String {
    let lone = || counted(dots, words.lone[0], words.lone[1]);
    match (edges, dots) {
        (_, 0) => counted(edges, "edge", "edges"),
        (0, _) => lone(),
        _ => format!("{} and {}", counted(edges, "edge", "edges"), lone()),
    }
}

/// Returns the items of the legend: the trees by their colours, other edges, lone nodes.
fn legend(map: &Map, trees: &RankedTrees, words: &Words) -> String {
    let item = |class: &str, style: &str, words: &str| {
        format!("<li><span class=\"{class}\"{style}></span>{words}</li>\n")
    };
    let tree = |position: usize, words: &str| {
        item("tree", &format!(" style=\"background:{}\"", color_of(position)), words)
    };
    let joined = trees.sizes.len() - trees.single();
    let mut items = String::new();
    for (position, &size) in trees.sizes.iter().take(joined.min(COLOURED)).enumerate() {
        let rank = if position == 0 && joined > 1 { "largest " } else { "" };
        items += &tree(position, &format!("{rank}{}, {}", words.tree[0], words.nodes(size as usize)));
    }
    if joined > COLOURED {
        items += &tree(COLOURED, &words.smaller(joined - COLOURED));
    }
    if others(map, words) > 0 {
        items += &item("tree other", "", words.outside);
    }
    match map.facts.dots()[0] {
        0 => items,
        dots => {
            items
                + &item(
                    "dot",
                    "",
                    &format!(
                        "{}, which no edge joins to another",
                        counted(dots, words.lone[0], words.lone[1])
                    ),
                )
        }
    }
}

/// Returns sentences about what is missing from the map.
fn missing(map: &Map, words: &Words) -> String {
    let [edges, dots] = [map.facts.edges()[1], map.facts.dots()[1]];
    let mut text = String::new();
    if edges + dots > 0 {
        let _ = write!(text, " Left out, to keep the page small: {}.", shown(edges, dots, words));
    }
    if map.facts.unplaced > 0 {
        let unplaced = words.nodes(map.facts.unplaced);
        let _ = write!(text, " Not on the map: {unplaced} without coordinates, and all edges to such nodes.");
    }
    text
}

/// Returns sentences about the data of the forest: those that the buttons save, and an option for all of it.
pub(super) fn data(map: Option<&Map>, words: &Words) -> String {
    let metres = map.and_then(|map| map.facts.metres());
    let Words { saved, forest, .. } = words;
    let saved = match (map.is_some_and(|map| map.facts.is_complete()), metres) {
        (false, _) => String::new(),
        (true, None) => format!(" CSV saves {saved}."),
        (true, Some(metres)) => format!(
            " CSV and GeoJSON save {saved}; coordinates are rounded to {} cm.",
            grouped((100.0 * metres).ceil().max(1.0)),
        ),
    };
    let format = if metres.is_some() { "geojson" } else { "csv" };
    format!("{saved} <code>--out {forest}.{format}</code> writes the {forest} with all digits and columns.")
}
