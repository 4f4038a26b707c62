//! Small graphs as files of each format, as other programs may have made them.

use std::fmt::Write;

use boscage::exec::Exec;
use boscage::graph::{AnyEdgeList, EdgeList};
use boscage::io::{self, Format, Names, ReadOptions, WriteOptions};

use crate::Edge;

/// A graph: edges by nodes from 0, their weights as text.
#[derive(Clone, Debug)]
pub(crate) struct Sketch {
    pub(crate) nodes: usize,
    pub(crate) edges: Vec<(usize, usize, &'static str)>,
    /// The names of the nodes, if they matter.
    pub(crate) names: Option<&'static [u64]>,
    pub(crate) weighted: bool,
    /// `true` if edges lead from the first end to the second.
    pub(crate) directed: bool,
    /// `true` if weights are of a type that their numbers do not require, if the format has one.
    pub(crate) typed: bool,
}

impl Sketch {
    pub(crate) fn new(nodes: usize, edges: &[(usize, usize, &'static str)]) -> Self {
        Self { nodes, edges: edges.to_vec(), names: None, weighted: true, directed: false, typed: false }
    }

    /// The edges, the lower end first, in the order of the ends.
    pub(crate) fn sorted(&self) -> Vec<Edge> {
        let lower_first = |&(u, v, weight): &(usize, usize, &str)| (u.min(v), u.max(v), weight.to_owned());
        let mut edges: Vec<_> = self.edges.iter().map(lower_first).collect();
        edges.sort();
        edges
    }

    /// The edges with both ends from `base`; if there are weights, with the weight as another word.
    fn lines(&self, base: usize) -> impl Iterator<Item = ([usize; 2], String)> {
        let real = if self.typed { ".0" } else { "" };
        self.edges.iter().map(move |&(u, v, weight)| {
            let weight = if self.weighted { format!(" {weight}{real}") } else { String::new() };
            ([u + base, v + base], weight)
        })
    }

    /// The arcs that leave each node, in the order of the edges.
    fn rows(&self) -> Vec<Vec<(usize, &'static str)>> {
        let mut rows = vec![Vec::new(); self.nodes];
        for &(u, v, weight) in &self.edges {
            rows[u].push((v, weight));
            if u != v && !self.directed {
                rows[v].push((u, weight));
            }
        }
        rows
    }

    fn arcs(&self) -> usize {
        self.rows().iter().map(Vec::len).sum()
    }

    /// The weights of the arcs, row by row, if all are unsigned integers of this many bits.
    fn naturals(&self, bits: u32) -> Option<Vec<u64>> {
        let all = self.rows().concat();
        let naturals = all.iter().map(|(_, weight)| weight.parse().ok()).collect::<Option<Vec<u64>>>()?;
        naturals.iter().all(|weight| weight >> (bits - 1) <= 1).then_some(naturals)
    }
}

/// The file; none if the format cannot hold a property of the sketch.
pub(crate) fn file(format: Format, sketch: &Sketch) -> Option<Vec<u8>> {
    let has_names = matches!(
        format,
        Format::Dimacs | Format::Csv | Format::EdgeList | Format::Boscage | Format::Numpy | Format::GraphMl
    );
    let has_no_direction =
        matches!(format, Format::Csv | Format::Metis | Format::PbbsEdges | Format::EdgeArray | Format::Numpy);
    if sketch.names.is_some() && !has_names || sketch.directed && has_no_direction {
        return None;
    }
    match format {
        Format::Dimacs => Some(dimacs(sketch).into()),
        Format::Csv => edge_list(sketch).map(|list| csv(sketch, &list).into()),
        Format::EdgeList => edge_list(sketch).map(String::into),
        Format::MatrixMarket => Some(matrix_market(sketch).into()),
        Format::Metis => metis(sketch).map(String::into),
        Format::PbbsAdjacency => Some(pbbs_adjacency(sketch).into()),
        Format::PbbsEdges => Some(pbbs_edges(sketch).into()),
        Format::Galois => galois(sketch),
        Format::Ecl => ecl(sketch),
        Format::Gap => gap(sketch),
        Format::EdgeArray => edge_array(sketch),
        Format::Boscage => Some(boscage(sketch)),
        Format::Numpy => numpy(sketch),
        Format::GraphMl => Some(graphml(sketch).into()),
        _ => panic!("{format} is new: its file is missing here"),
    }
}

fn dimacs(sketch: &Sketch) -> String {
    let mut text = match (sketch.names, sketch.weighted) {
        (Some(_), _) => String::new(),
        (None, true) => format!("p sp {} {}\n", sketch.nodes, sketch.arcs()),
        (None, false) => format!("p edge {} {}\n", sketch.nodes, sketch.arcs()),
    };
    for ([u, v], weight) in sketch.lines(1) {
        let name = |node: usize| sketch.names.map_or(node as u64, |names| names[node - 1]);
        let _ = writeln!(text, "a {} {}{weight}", name(u), name(v));
        if u != v && !sketch.directed {
            let _ = writeln!(text, "a {} {}{weight}", name(v), name(u));
        }
    }
    text
}

fn edge_list(sketch: &Sketch) -> Option<String> {
    let named = |node: usize| sketch.edges.iter().any(|&(u, v, _)| u == node || v == node);
    let name = |node: usize| sketch.names.map_or(node as u64, |names| names[node]);
    let lines = sketch.lines(0).map(|([u, v], weight)| format!("{} {}{weight}\n", name(u), name(v)));
    let comment = if sketch.directed { "# Directed graph: a sketch\n" } else { "" };
    (0..sketch.nodes).all(named).then(|| comment.to_owned() + &lines.collect::<String>())
}

fn csv(sketch: &Sketch, list: &str) -> String {
    let weight = if sketch.weighted { ",weight" } else { "" };
    format!("source,target{weight}\n{}", list.replace(' ', ","))
}

fn matrix_market(sketch: &Sketch) -> String {
    let real = sketch.typed || sketch.edges.iter().any(|(.., weight)| weight.contains('.'));
    let field = match (sketch.weighted, real) {
        (false, _) => "pattern",
        (true, false) => "integer",
        (true, true) => "real",
    };
    let (nodes, entries) = (sketch.nodes, sketch.edges.len());
    let symmetry = if sketch.directed { "general" } else { "symmetric" };
    let mut text =
        format!("%%MatrixMarket matrix coordinate {field} {symmetry}\n{nodes} {nodes} {entries}\n");
    for ([u, v], weight) in sketch.lines(1) {
        let [row, column] = if sketch.directed { [u, v] } else { [u.max(v), u.min(v)] };
        let _ = writeln!(text, "{row} {column}{weight}");
    }
    text
}

fn metis(sketch: &Sketch) -> Option<String> {
    let mut ends: Vec<_> = sketch.edges.iter().map(|&(u, v, _)| (u.min(v), u.max(v))).collect();
    ends.sort_unstable();
    ends.dedup();
    let simple = ends.len() == sketch.edges.len() && ends.iter().all(|(u, v)| u != v);
    let positive = sketch.naturals(64).is_some_and(|weights| !weights.contains(&0));
    let format = if sketch.weighted { " 001" } else { "" };
    let mut text = format!("{} {}{format}\n", sketch.nodes, sketch.edges.len());
    for row in sketch.rows() {
        let word =
            |(v, weight)| if sketch.weighted { format!("{} {weight}", v + 1) } else { format!("{}", v + 1) };
        text += &(row.into_iter().map(word).collect::<Vec<_>>().join(" ") + "\n");
    }
    (simple && positive && !sketch.typed).then_some(text)
}

fn pbbs_adjacency(sketch: &Sketch) -> String {
    let rows = sketch.rows();
    let begins = rows.iter().scan(0, |at, row| Some(std::mem::replace(at, *at + row.len())));
    let begins = begins.map(|begin| format!("{begin}\n")).collect::<String>();
    let column = |word: &dyn Fn(&(usize, &str)) -> String| rows.concat().iter().map(word).collect::<String>();
    let targets = column(&|(v, _)| format!("{v}\n"));
    let real = if sketch.typed { ".0" } else { "" };
    let weights = column(&|(_, weight)| format!("{weight}{real}\n"));
    let counts = format!("{}\n{}\n", sketch.nodes, sketch.arcs());
    match sketch.weighted {
        true => format!("WeightedAdjacencyGraph\n{counts}{begins}{targets}{weights}"),
        false => format!("AdjacencyGraph\n{counts}{begins}{targets}"),
    }
}

fn pbbs_edges(sketch: &Sketch) -> String {
    let word = if sketch.weighted { "WeightedEdgeArray" } else { "EdgeArray" };
    let lines = sketch.lines(0).map(|([u, v], weight)| format!("{u} {v}{weight}\n"));
    format!("{word}\n{}", lines.collect::<String>())
}

/// Integers of these widths, little-endian, one after the other.
fn words(all: impl IntoIterator<Item = (u64, usize)>) -> Vec<u8> {
    all.into_iter().flat_map(|(word, width)| word.to_le_bytes()[..width].to_vec()).collect()
}

fn galois(sketch: &Sketch) -> Option<Vec<u8>> {
    let narrow = sketch.naturals(32).is_some() && !sketch.typed;
    let data = if !sketch.weighted {
        0
    } else if narrow {
        4
    } else {
        8
    };
    let ends = sketch.rows().into_iter().scan(0, |at, row| {
        *at += row.len() as u64;
        Some((*at, 8))
    });
    let targets: Vec<_> = sketch.rows().concat().into_iter().map(|(v, _)| (v as u64, 4)).collect();
    let padding = (targets.len() % 2 == 1).then_some((0, 4));
    let weights: Vec<_> = sketch.naturals(64)?.into_iter().map(|weight| (weight, data)).collect();
    let header = [1, data as u64, sketch.nodes as u64, sketch.arcs() as u64].map(|word| (word, 8));
    Some(words(header.into_iter().chain(ends).chain(targets).chain(padding).chain(weights)))
}

/// Weights have the type i32.
fn ecl(sketch: &Sketch) -> Option<Vec<u8>> {
    let weight = |weight: &str| weight.parse::<i32>().ok().map(|weight| (u64::from(weight as u32), 4));
    let weights: Option<Vec<_>> = sketch.rows().concat().iter().map(|&(_, word)| weight(word)).collect();
    let weights = weights?.into_iter().filter(|_| sketch.weighted);
    let mut at = 0;
    let mut begins = vec![(0, 4)];
    for row in sketch.rows() {
        at += row.len() as u64;
        begins.push((at, 4));
    }
    let targets: Vec<_> = sketch.rows().concat().into_iter().map(|(v, _)| (v as u64, 4)).collect();
    let header = [(sketch.nodes as u64, 4), (sketch.arcs() as u64, 4)];
    Some(words(header.into_iter().chain(begins).chain(targets).chain(weights)))
}

/// Weights have the type i32. The arcs by their targets, in directed graphs, are those of the reversed graph.
fn gap(sketch: &Sketch) -> Option<Vec<u8>> {
    let turned = sketch.edges.iter().map(|&(u, v, weight)| (v, u, weight)).collect();
    let turned = sketch.directed.then(|| Sketch { edges: turned, ..sketch.clone() });
    let mut all =
        words([(u64::from(sketch.directed), 1), (sketch.arcs() as u64, 8), (sketch.nodes as u64, 8)]);
    for sketch in [sketch].into_iter().chain(&turned) {
        let rows = sketch.rows();
        let lengths = rows.iter().map(|row| row.len() as u64);
        let ends =
            lengths.scan(0, |at, row| Some(std::mem::replace(at, *at + row))).chain([sketch.arcs() as u64]);
        all.extend(words(ends.map(|end| (end, 8))));
        for (target, weight) in rows.concat() {
            let weight = weight.parse::<i32>().ok()?;
            let width = if sketch.weighted { 4 } else { 0 };
            all.extend(words([(target as u64, 4), (u64::from(weight as u32), width)]));
        }
    }
    Some(all)
}

fn edge_array(sketch: &Sketch) -> Option<Vec<u8>> {
    let fits = sketch.weighted && sketch.naturals(32).is_some();
    let header = [sketch.nodes, sketch.edges.len()].map(|word| (word as u64, 8));
    let edge = |&(u, v, weight): &(usize, usize, &str)| {
        [u as u64, v as u64, weight.parse().unwrap_or_default()].map(|word| (word, 4))
    };
    fits.then(|| words(header.into_iter().chain(sketch.edges.iter().flat_map(edge))))
}

/// An array of columns of edges, as `numpy.save` writes it.
fn numpy(sketch: &Sketch) -> Option<Vec<u8>> {
    let named = |node: usize| sketch.edges.iter().any(|&(u, v, _)| u == node || v == node);
    let real = sketch.typed || sketch.edges.iter().any(|(.., weight)| weight.contains('.'));
    let name = |node: usize| sketch.names.map_or(node as u64, |names| names[node]);
    let rows = sketch.edges.iter().flat_map(|&(u, v, weight)| {
        let ends = [name(u), name(v)].map(|end| if real { (end as f64).to_bits() } else { end });
        let weight = match real {
            true => weight.parse::<f64>().unwrap().to_bits(),
            false => weight.parse::<i64>().unwrap() as u64,
        };
        ends.into_iter().chain(sketch.weighted.then_some(weight))
    });
    let (kind, columns) = (if real { "<f8" } else { "<i8" }, if sketch.weighted { 3 } else { 2 });
    let shape = format!("({}, {columns})", sketch.edges.len());
    let header = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}\n");
    let len = (header.len() as u16).to_le_bytes();
    let mut bytes = [b"\x93NUMPY\x01\x00", &len[..], header.as_bytes()].concat();
    bytes.extend(words(rows.map(|word| (word, 8))));
    (0..sketch.nodes).all(named).then_some(bytes)
}

/// As NetworkX writes it.
fn graphml(sketch: &Sketch) -> String {
    let real = sketch.typed || sketch.edges.iter().any(|(.., weight)| weight.contains('.'));
    let name = |node: usize| sketch.names.map_or(node as u64, |names| names[node]);
    let (kind, direction) =
        (if real { "double" } else { "long" }, if sketch.directed { "directed" } else { "undirected" });
    let mut text = "<graphml>\n".to_owned();
    if sketch.weighted {
        let _ = writeln!(text, "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"{kind}\"/>");
    }
    let _ = writeln!(text, "<graph edgedefault=\"{direction}\">");
    for node in 0..sketch.nodes {
        let _ = writeln!(text, "<node id=\"{}\"/>", name(node));
    }
    for ([u, v], weight) in sketch.lines(0) {
        let data = match sketch.weighted {
            true => format!("<data key=\"d0\">{}</data>", weight.trim()),
            false => String::new(),
        };
        let _ = writeln!(text, "<edge source=\"{}\" target=\"{}\">{data}</edge>", name(u), name(v));
    }
    text + "</graph></graphml>\n"
}

/// Written by our own writer; the type that no number requires is f32.
fn boscage(sketch: &Sketch) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.bsg");
    let text = dimacs(&Sketch { names: None, ..sketch.clone() });
    let graph = match sketch.typed {
        false => {
            io::read_bytes(&Exec::current(), "graph.gr", text.as_bytes(), &ReadOptions::default())
                .unwrap()
                .list
        }
        true => {
            let edges =
                sketch.edges.iter().map(|&(u, v, weight)| (u as u32, v as u32, weight.parse().unwrap()));
            AnyEdgeList::from(EdgeList::<f32>::from_triples(sketch.nodes, edges).unwrap())
        }
    };
    let names = sketch.names.map_or(Names::Offset(0), |names| Names::Listed(names.to_vec()));
    let options = WriteOptions { is_directed: sketch.directed, ..WriteOptions::default() };
    io::write(&Exec::current(), &path, &graph, &names, &options).unwrap();
    std::fs::read(path).unwrap()
}
