//! Graphs in files, with known facts about their forests.

use std::fs;
use std::io::{Write as _, stderr};
use std::path::{Path, PathBuf};

/// One line of a `MANIFEST.tsv`; what is not known is not there.
#[derive(Debug)]
pub struct Known {
    /// The graph's file, in the manifest's folder.
    pub file: String,
    /// The number of nodes.
    pub nodes: usize,
    /// The number of edges.
    pub edges: usize,
    /// The number of edges of the forest.
    pub forest_edges: Option<usize>,
    /// The number of its trees.
    pub trees: Option<usize>,
    /// The sum of its weights, as it is printed.
    pub total: String,
    /// SHA-256 of its edges, in hexadecimal digits.
    pub digest: Option<String>,
}

impl Known {
    fn parse(line: &str) -> Self {
        let mut fields = line.split('\t');
        let mut field = || fields.next().filter(|&field| field != "-");
        let file = field().expect("a manifest names the file").to_owned();
        let mut number = || field().map(|number| number.parse().expect("a count"));
        let (nodes, edges) = (number().expect("nodes are known"), number().expect("edges are known"));
        let (forest_edges, trees) = (number(), number());
        let total = field().expect("the total is known").to_owned();
        Self { file, nodes, edges, forest_edges, trees, total, digest: field().map(str::to_owned) }
    }
}

/// The graphs of a folder.
///
/// # Panics
/// If its manifest is missing, names no graph or cannot be understood.
pub fn of_folder(folder: &Path) -> Vec<Known> {
    let manifest = fs::read_to_string(folder.join("MANIFEST.tsv")).expect("the folder has a manifest");
    let known: Vec<Known> =
        manifest.lines().filter(|line| !line.starts_with('#')).map(Known::parse).collect();
    assert!(!known.is_empty(), "{} has no graphs", folder.display());
    known
}

/// A folder of the data that do not come with the project, which the variable `BOSCAGE_DATA` names. Where it
/// is not set, `None` and a word on standard error: the test is skipped.
pub fn folder_of_data(name: &str) -> Option<PathBuf> {
    let data = std::env::var_os("BOSCAGE_DATA").filter(|data| !data.is_empty());
    if data.is_none() {
        // Not through a macro: that output would be shown of failed tests only.
        let said = writeln!(stderr(), "skipped: the data `{name}`, for BOSCAGE_DATA is not set");
        said.expect("standard error is open");
    }
    data.map(|data| Path::new(&data).join(name))
}
