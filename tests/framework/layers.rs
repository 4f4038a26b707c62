//! The layers of `src/core` and `src/io`: a module uses only layers below its own, so there are no cycles.
//! Tests and models may use anything.

use std::fs;
use std::path::{Path, PathBuf};

/// Layers, bottom up, each with its name. A path belongs to the layer that has its longest prefix.
type Layers = [(&'static str, &'static [&'static str])];

const CORE: &Layers = &[
    (
        "what everything is made of",
        &[
            "At",
            "Error",
            "Place",
            "Result",
            "Step",
            "bits",
            "contention",
            "counted",
            "error",
            "fault",
            "grouped",
            "ids",
            "input_name",
            "lanes",
            "memory",
            "mutex",
            "on_one_line",
            "output_name",
            "primitives",
            "random",
            "sealed",
            "show",
        ],
    ),
    (
        "the struct `Exec`",
        &[
            "exec::CancelToken",
            "exec::Contention",
            "exec::Exec",
            "exec::LoopStatistics",
            "exec::Progress",
            "exec::Round",
            "exec::Stage",
            "exec::StageKind",
            "exec::StageStatistics",
            "exec::Statistics",
            "exec::aside",
            "exec::cancel",
            "exec::current",
            "exec::processor",
            "exec::progress",
            "exec::records",
            "exec::scope",
            "exec::stages",
            "exec::standby",
            "exec::statistics",
            "exec::threads",
        ],
    ),
    ("pieces of data-parallel rounds", &["parallel"]),
    ("what threads share, and worklists", &["sync", "worklist"]),
    ("graphs", &["graph", "with_edge_list", "with_graph_view", "with_weighted_list"]),
    ("the loops", &["exec"]),
    ("ranks", &["comm"]),
];

const IO: &Layers = &[
    ("bytes", &["bytes", "Compression", "Opened"]),
    (
        "what a graph and its reading are",
        &[
            "Admit",
            "ArcPolicy",
            "ArcReport",
            "Attributes",
            "Column",
            "Coordinates",
            "Format",
            "Header",
            "Input",
            "Isolated",
            "Name",
            "Names",
            "PointData",
            "PointOptions",
            "Prospect",
            "ReadOptions",
            "Remark",
            "Shapes",
            "Strings",
            "TableOptions",
            "Texts",
            "Unweighted",
            "Values",
            "WriteOptions",
            "admission",
            "attributes",
            "budget",
            "coordinates",
            "course",
            "format",
            "input",
            "names",
            "options",
            "osm::Chains",
            "osm::OsmOptions",
            "osm::Profile",
            "osm::options",
            "osm::profile",
            "osm::tags",
            "points",
            "remark",
            "strings",
            "subgraph",
            "unweighted",
        ],
    ),
    ("text", &["text"]),
    ("assembly", &["assemble"]),
    ("lines", &["geometry"]),
    ("output", &["Loss", "Output", "output"]),
    ("extracts of OpenStreetMap", &["osm"]),
    ("formats", &["formats"]),
    ("archives", &["archive"]),
    ("whole files", &["map", "naming", "read", "reading", "write"]),
    ("files in parts", &["parts"]),
    ("streams", &["stream"]),
];

/// The layer of a path below the crate, and the prefix that it has there.
fn layer(layers: &Layers, path: &str) -> Option<(usize, &'static str)> {
    let has_prefix = |prefix: &str| {
        path.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let all = layers.iter().enumerate();
    let all = all.flat_map(|(layer, (_, prefixes))| prefixes.iter().map(move |&prefix| (layer, prefix)));
    all.filter(|(_, prefix)| has_prefix(prefix)).max_by_key(|(_, prefix)| prefix.len())
}

/// Returns the fault of a module that uses a path.
fn flaw(layers: &Layers, module: &str, used: &str) -> Option<String> {
    let Some((own, own_prefix)) = layer(layers, module) else {
        return Some(format!("{module} stands in no layer"));
    };
    let Some((other, other_prefix)) = layer(layers, used) else {
        return Some(format!("{module} uses {used}, which stands in no layer"));
    };
    // The two lowest layers are one piece each: errors name sizes, and what has sizes returns errors; and the
    // files of `Exec` are parts of one module.
    let is_within = own == other && (own <= 1 || own_prefix == other_prefix);
    (other >= own && !is_within)
        .then(|| format!("{module} ({}) uses {used} ({})", layers[own].0, layers[other].0))
}

/// All paths of the crate that the code of a module names, by `crate::` or `super::`, from the crate on.
fn paths(module: &str, code: &str) -> Vec<String> {
    let code: String =
        code.lines().map(|line| line.split("//").next().unwrap_or(line).to_owned() + "\n").collect();
    let mut found = Vec::new();
    for head in ["crate::", "super::"] {
        for (at, _) in code.match_indices(head) {
            if code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':')
            {
                continue; // the end of a name, or the second `super` of a path
            }
            let (mut around, mut rest) = (if head == "crate::" { "" } else { module }, &code[at..]);
            while let Some(behind) = rest.strip_prefix("super::") {
                (around, rest) = (around.rsplit_once("::").map_or("", |(around, _)| around), behind);
            }
            let prefix = if around.is_empty() { String::new() } else { format!("{around}::") };
            expand(&prefix, rest.strip_prefix("crate::").unwrap_or(rest), &mut found);
        }
    }
    found
}

/// Reads one path, or a group of them in braces, and returns what follows.
fn expand<'a>(prefix: &str, code: &'a str, found: &mut Vec<String>) -> &'a str {
    if let Some(mut rest) = code.strip_prefix('{') {
        loop {
            rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
            if let Some(behind) = rest.strip_prefix('}') {
                return behind;
            }
            let behind = expand(prefix, rest, found);
            assert!(behind.len() < rest.len(), "not a path: {rest}");
            rest = behind;
        }
    }
    let name = |c: char| c.is_alphanumeric() || c == '_';
    let end = code.find(|c| !name(c)).unwrap_or(code.len());
    let path = format!("{prefix}{}", &code[..end]);
    match code[end..].strip_prefix("::") {
        Some(rest) if rest.starts_with(|c| name(c) || c == '{') => expand(&format!("{path}::"), rest, found),
        _ => {
            found.push(path);
            let rest = code[end..].strip_prefix("::*").unwrap_or(&code[end..]);
            rest.strip_prefix(" as ").map_or(rest, |alias| alias.trim_start_matches(name))
        }
    }
}

/// The code of a file before its tests.
fn before_tests(code: &str) -> &str {
    let tests = ["#[cfg(test)]", "#[cfg(all(test"].iter().filter_map(|head| code.find(head)).min();
    &code[..tests.unwrap_or(code.len())]
}

/// The files of a folder and those below it, but for tests and models.
fn files(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        if path.is_dir() {
            if stem != "tests" {
                files(&path, all);
            }
        } else if !["tests", "model", "testing", "lib"].contains(&stem) {
            all.push(path);
        }
    }
}

#[test]
fn modules_use_only_what_stands_below_them() {
    check("src/core", CORE);
    check("src/io", IO);
}

/// The atomics of `primitives` can be counted and modelled; those of the standard library cannot.
#[test]
fn atomics_are_those_of_primitives() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = Vec::new();
    ["src", "operators/src", "operators/ranks/src"]
        .iter()
        .for_each(|folder| files(&root.join(folder), &mut all));
    let own = ["src/core/primitives", "src/core/contention.rs"].map(|path| root.join(path));
    all.retain(|file| !own.iter().any(|own| file.starts_with(own)));
    assert!(all.len() > 150);
    for file in all {
        let code = fs::read_to_string(&file).unwrap();
        let code = before_tests(&code).lines().filter(|line| !line.trim_start().starts_with("//"));
        let found = code.into_iter().find(|line| line.contains("std::sync::atomic"));
        assert_eq!(found, None, "{}", file.display());
    }
}

fn check(folder: &str, layers: &Layers) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut all = Vec::new();
    files(&root, &mut all);
    all.sort();
    let mut flaws = Vec::new();
    let mut uses = 0;
    for file in &all {
        let module = file.strip_prefix(&root).unwrap().with_extension("");
        let module = module.to_str().unwrap().replace('/', "::");
        let module = module.strip_suffix("::mod").unwrap_or(&module);
        let code = fs::read_to_string(file).unwrap();
        for used in paths(module, before_tests(&code)) {
            uses += 1;
            flaws.extend(flaw(layers, module, &used));
        }
    }
    assert!(all.len() > 90 && uses > 100, "{uses} uses in {} files", all.len());
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

#[test]
fn uses_of_what_stands_above_or_beside_are_found() {
    let code = "use crate::graph::{Node, csr::{self, Arcs}};\nuse crate::{Result, memory}; // crate::io\n\
                fn f() { $crate::exec::Exec::new(1); }";
    let expected =
        ["graph::Node", "graph::csr::self", "graph::csr::Arcs", "Result", "memory", "exec::Exec::new"];
    assert_eq!(paths("io", code), expected);
    let code = "use super::super::{Directed, rows::Arcs};\nuse super::import;\npub(super) fn f() {}\n";
    assert_eq!(
        paths("graph::petgraph::view", code),
        ["graph::Directed", "graph::rows::Arcs", "graph::petgraph::import"]
    );
    assert_eq!(paths("graph", "super::exec::Exec"), ["exec::Exec"]);
    assert_eq!(flaw(CORE, "sync::claims", "memory::reserve"), None);
    assert_eq!(flaw(CORE, "graph::csr", "graph::Node"), None);
    assert_eq!(flaw(CORE, "graph::csr", "exec::Exec"), None);
    for (module, used) in [
        ("sync::claims", "graph::Node"),
        ("sync::claims", "worklist::Fifo"),
        ("graph::csr", "comm::run"),
        ("graph::csr", "exec::Push"),
        ("exec::threads", "exec::for_each"),
        ("exec::threads", "exec::Rounds"),
        ("graph::csr", "nowhere"),
        ("nowhere", "graph::csr"),
    ] {
        assert!(flaw(CORE, module, used).is_some(), "{module} uses {used}");
    }
}
