//! Properties of a graph that a conversion between two formats keeps: measured, and compared with the tables
//! in `docs/formats.md`. With `BOSCAGE_WRITE_TABLES=1` the tables are written again.

mod files;

use std::collections::BTreeSet;
use std::fmt::Write;
use std::mem::discriminant;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, thread};

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList, Node, Weight};
use boscage::io::{Format, Input, Names, ReadOptions, read};
use boscage::with_weighted_list;

use files::{Sketch, file};

/// A property of a graph that a format may keep or not.
struct Property {
    name: &'static str,
    /// A graph that has it.
    sketch: Sketch,
    /// Returns `true` if two graphs agree in it.
    same: fn(&Input, &Input) -> bool,
}

/// An edge: its ends, the lower first, and its weight as text that shows no more of the type than the number
/// does.
pub(crate) type Edge = (usize, usize, String);

fn edges(input: &Input) -> Vec<(Node, Node, String)> {
    fn of<W: Weight>(list: &EdgeList<W>) -> Vec<(Node, Node, String)> {
        let edges = list.edges().iter();
        edges.map(|edge| (edge.u, edge.v, edge.weight.to_string())).collect()
    }
    match &input.list {
        AnyEdgeList::Unweighted(list) => of(&list.map(|_, _| 1).unwrap()),
        weighted => with_weighted_list!(weighted, list => of(list)).unwrap(),
    }
}

fn in_order(input: &Input) -> Vec<Edge> {
    let lower_first = |(u, v, weight): (Node, Node, _)| (u.min(v).index(), u.max(v).index(), weight);
    edges(input).into_iter().map(lower_first).collect()
}

fn sorted(input: &Input) -> Vec<Edge> {
    let mut edges = in_order(input);
    edges.sort();
    edges
}

fn directed(input: &Input) -> BTreeSet<(Node, Node)> {
    edges(input).into_iter().map(|(u, v, _)| (u, v)).collect()
}

fn same_edges(a: &Input, b: &Input) -> bool {
    sorted(a) == sorted(b)
}

fn properties() -> Vec<Property> {
    let tree = [(1, 2, "1"), (0, 2, "2"), (1, 0, "3")];
    let of = |edges: &[(usize, usize, &'static str)]| Sketch::new(3, edges);
    let weight =
        |name, weight| Property { name, sketch: of(&[(0, 1, weight), (1, 2, "7")]), same: same_edges };
    vec![
        Property { name: "order", sketch: of(&tree), same: |a, b| in_order(a) == in_order(b) },
        Property { name: "first end", sketch: of(&tree), same: |a, b| directed(a) == directed(b) },
        Property {
            name: "names",
            sketch: Sketch { names: Some(&[7, 30, 1_000_000_007]), ..of(&tree) },
            same: |a, b| (0..3).map(Node::new).all(|node| a.names.name(node) == b.names.name(node)),
        },
        Property {
            name: "isolated",
            sketch: Sketch::new(4, &[(0, 2, "1"), (2, 3, "7")]),
            same: |a, b| a.list.node_count() == 4 && b.list.node_count() == 4 && same_edges(a, b),
        },
        Property { name: "parallel", sketch: of(&[(0, 1, "5"), (0, 1, "7"), (1, 2, "1")]), same: same_edges },
        Property {
            name: "parallel order",
            sketch: of(&[(0, 1, "7"), (0, 1, "5"), (1, 0, "7"), (0, 1, "5"), (1, 2, "5")]),
            same: |a, b| in_order(a) == in_order(b),
        },
        Property { name: "loops", sketch: of(&[(0, 1, "5"), (1, 1, "7"), (1, 2, "1")]), same: same_edges },
        Property {
            name: "unweighted",
            sketch: Sketch { weighted: false, ..of(&[(0, 1, "1"), (1, 2, "1")]) },
            same: |a, b| !a.weighted && !b.weighted && same_edges(a, b),
        },
        Property {
            name: "direction",
            sketch: Sketch { directed: true, ..of(&[(0, 1, "1"), (2, 1, "1")]) },
            same: |a, b| a.is_directed && b.is_directed && directed(a) == directed(b),
        },
        weight("zero", "0"),
        weight("negative", "-3"),
        weight("64 bits", "1099511627776"),
        weight("real", "0.1"),
        Property {
            name: "type",
            sketch: Sketch { typed: true, ..of(&[(0, 1, "5"), (1, 2, "7")]) },
            same: |a, b| discriminant(&a.list) == discriminant(&b.list),
        },
    ]
}

/// The outcome of a conversion for the property, from a run of the program.
fn fate(property: &Property, from: Format, to: Format, folder: &Path) -> &'static str {
    let Some(content) = file(from, &property.sketch) else { return "" };
    let (before, after) = (folder.join("before"), folder.join("after"));
    fs::write(&before, content).unwrap();
    let reading = |path: &PathBuf, format| {
        let options = ReadOptions { format: Some(format), ..ReadOptions::default() };
        read(&Exec::current(), path, &options).unwrap_or_else(|error| panic!("{}: {error}", property.name))
    };
    let input = reading(&before, from);
    assert_eq!(sorted(&input), property.sketch.sorted(), "{from}: {}", property.name);
    assert_eq!(input.list.node_count(), property.sketch.nodes, "{from}: {}", property.name);
    assert_eq!(input.weighted, property.sketch.weighted, "{from}: {}", property.name);
    assert_eq!(input.is_directed, property.sketch.directed, "{from}: {}", property.name);
    let listed = property.sketch.names.map(|names| Names::Listed(names.to_vec()));
    assert!(listed.is_none_or(|names| names == input.names), "{from}: {}", property.name);
    let converted = Command::new(env!("CARGO_BIN_EXE_graph"))
        .args(["convert", "before", "after", "--from", from.word(), "--to", to.word()])
        .current_dir(folder)
        .output()
        .unwrap();
    let said = String::from_utf8(converted.stderr).unwrap();
    if !converted.status.success() {
        assert!(said.starts_with("graph: error: after: ") && !after.exists(), "{said}");
        return "refused";
    }
    let same = (property.same)(&input, &reading(&after, to));
    fs::remove_file(after).unwrap();
    let about = match property.name {
        "order" => "after: edges are reordered",
        "names" => "after: nodes are renumbered",
        "unweighted" => "after: every edge weighs 1 now",
        "direction" => "after: the file does not say that the graph is directed",
        _ => "no warning",
    };
    match (same, said.contains(about)) {
        (true, false) => "kept",
        (false, true) => "warned",
        (false, false) => "changed",
        (true, true) => panic!("{from} to {to}, {}: kept, but {said}", property.name),
    }
}

/// The table of a format: one line per format that can be written.
fn table(from: Format) -> String {
    let folder = tempfile::tempdir().unwrap();
    let properties = properties();
    let names: Vec<_> = properties.iter().map(|property| property.name).collect();
    let mut text = format!("\n### From {}\n\n| to | {} |\n", from.name(), names.join(" | "));
    text += &format!("|---{}|\n", "|---".repeat(names.len()));
    for to in Format::written() {
        let fates = properties.iter().map(|property| fate(property, from, to, folder.path()));
        let fates: Vec<_> = fates.collect();
        for (name, fate) in names.iter().zip(&fates) {
            let silent = *fate == "changed";
            assert!(
                !silent || ["first end", "type"].contains(name),
                "{from} to {to}: {name} is lost in silence"
            );
        }
        let _ = writeln!(text, "| {} | {} |", to.name(), fates.join(" | "));
    }
    text
}

/// The table of all formats, from the facts that the library has of them.
fn formats() -> String {
    let mut text = "\n| format | word | suffixes | recognised by | written | may lose |\n".to_owned();
    text += "|---|---|---|---|---|---|\n";
    for format in Format::all() {
        let suffixes: Vec<_> = format.suffixes().iter().map(|suffix| format!("`.{suffix}`")).collect();
        let sign = if format.has_signature() { "its signature" } else { "what its bytes would mean" };
        let written = if Format::written().any(|written| written == format) { "yes" } else { "no" };
        let losses: Vec<_> = format.losses().iter().map(|loss| format!("{loss:?}").to_lowercase()).collect();
        let (suffixes, losses) = (suffixes.join(", "), losses.join(", "));
        let (name, word) = (format.name(), format.word());
        let _ = writeln!(text, "| {name} | `{word}` | {suffixes} | {sign} | {written} | {losses} |");
    }
    text
}

/// Replaces the text between the two comments around a part of a page.
fn with_part(page: &str, part: &str, text: &str) -> String {
    let (begin, end) =
        (format!("<!-- {part}: made by the test of this page -->\n"), format!("\n<!-- end of {part} -->"));
    let (before, rest) = page.split_once(&begin).unwrap();
    let (_, after) = rest.split_once(&end).unwrap();
    [before, &begin, text, &end, after].concat()
}

#[test]
fn the_page_says_which_formats_there_are_and_what_survives() {
    let tables = thread::scope(|scope| {
        // The weights of an extract follow from its places, so it cannot have those of the sketches.
        let of_graphs = Format::all().filter(|from| !matches!(from, Format::OsmPbf | Format::OsmXml));
        let all: Vec<_> = of_graphs.map(|from| scope.spawn(move || table(from))).collect();
        all.into_iter().map(|one| one.join().unwrap()).collect::<String>()
    });
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/formats.md");
    let page = fs::read_to_string(&path).unwrap();
    let measured = with_part(&with_part(&page, "the formats", &formats()), "what survives", &tables);
    if env::var_os("BOSCAGE_WRITE_TABLES").is_some() {
        return fs::write(&path, measured).unwrap();
    }
    assert!(
        page == measured,
        "docs/formats.md is not what is measured; BOSCAGE_WRITE_TABLES=1 makes it so:\n{measured}"
    );
}
