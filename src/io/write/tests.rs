//! Tests of the exact bytes of each format, and of graphs that it cannot hold.

use super::*;
use crate::Isolated;
use boscage_core::graph::EdgeList;
use boscage_generate::{
    Comb, Complete, Gnm, Grid, Loops, Numbering, Path as PathGraph, Rmat, Ssca2, Star, Style, WattsStrogatz,
};

/// The content of the file of a graph, or the error.
fn written(
    name: &str,
    graph: impl Into<AnyEdgeList>,
    names: &Names,
    options: &WriteOptions,
) -> Result<Vec<u8>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    let result = write(&Exec::current(), &path, &graph.into(), names, options);
    let left = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(left, usize::from(result.is_ok()), "nothing but the file, and that only if it is whole");
    let shown = |error: Error| error.to_string().replace(&format!("{}/", folder.path().display()), "");
    result.map_err(shown).map(|_| std::fs::read(&path).unwrap())
}

fn plain(name: &str, graph: impl Into<AnyEdgeList>) -> Result<String, String> {
    let bytes = written(name, graph, &Names::Offset(0), &WriteOptions::default())?;
    Ok(String::from_utf8(bytes).unwrap())
}

/// A loop, parallel edges, an isolated node.
fn multigraph() -> EdgeList<i32> {
    EdgeList::from_triples(4, [(1, 0, 7), (2, 2, -3), (0, 1, 7)]).unwrap()
}

fn triangle() -> EdgeList<u32> {
    EdgeList::from_triples(3, [(0, 1, 5), (2, 1, 3), (2, 0, 4)]).unwrap()
}

fn bare_triangle() -> EdgeList<()> {
    triangle().map(|_, _| ()).unwrap()
}

fn directed() -> WriteOptions {
    WriteOptions { is_directed: true, ..WriteOptions::default() }
}

#[test]
fn dimacs_has_both_arcs_of_an_edge_and_a_loop_once() {
    let text = plain("graph.gr", multigraph()).unwrap();
    assert_eq!(text, "p sp 4 5\na 2 1 7\na 1 2 7\na 3 3 -3\na 1 2 7\na 2 1 7\n");
    let text = written("graph.gr", multigraph(), &Names::Offset(0), &directed()).unwrap();
    assert_eq!(text, b"p sp 4 3\na 2 1 7\na 3 3 -3\na 1 2 7\n");
    let text = written("graph.gr", bare_triangle(), &Names::Offset(0), &directed()).unwrap();
    assert_eq!(text, b"p sp 3 3\na 1 2 1\na 3 2 1\na 3 1 1\n", "every arc of a DIMACS file has a weight");
}

#[test]
fn an_edge_list_has_the_names_of_the_input() {
    let options = WriteOptions { isolated: Isolated::Drop, ..WriteOptions::default() };
    let names = Names::Listed(vec![10, 20, u64::MAX - 1, u64::MAX]);
    let text = written("graph.el", multigraph(), &names, &options).unwrap();
    assert_eq!(
        text,
        b"# Nodes: 3 Edges: 3\n20 10 7\n18446744073709551614 18446744073709551614 -3\n10 20 7\n"
    );
    let text = written("triangle.txt", bare_triangle(), &Names::Offset(1), &directed()).unwrap();
    assert_eq!(text, b"# Directed graph\n# Nodes: 3 Edges: 3\n1 2\n3 2\n3 1\n");
    assert_eq!(
        plain("graph.txt", multigraph()).unwrap_err(),
        "graph.txt: an edge list cannot hold nodes without edges, and 1 has none \
         (drop them, or write DIMACS or Matrix Market)"
    );
}

#[test]
fn matrix_market_has_the_lower_triangle() {
    let text = plain("graph.mtx", multigraph()).unwrap();
    assert_eq!(text, "%%MatrixMarket matrix coordinate integer symmetric\n4 4 3\n2 1 7\n3 3 -3\n2 1 7\n");
    let reals = EdgeList::from_triples(2, [(0, 1, 2.0_f64), (1, 0, f64::INFINITY)]).unwrap();
    let text = plain("graph.mtx", reals).unwrap();
    assert_eq!(text, "%%MatrixMarket matrix coordinate real symmetric\n2 2 2\n2 1 2.0\n2 1 inf\n");
    let text = plain("triangle.mtx", bare_triangle()).unwrap();
    assert_eq!(text, "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 3\n2 1\n3 2\n3 1\n");
    let text = written("triangle.mtx", bare_triangle(), &Names::Offset(7), &directed()).unwrap();
    assert_eq!(text, b"%%MatrixMarket matrix coordinate pattern general\n3 3 3\n1 2\n3 2\n3 1\n");
}

#[test]
fn metis_has_one_line_per_node() {
    assert_eq!(plain("graph.graph", triangle()).unwrap(), "3 3 001\n2 5 3 4\n1 5 3 3\n1 4 2 3\n");
    let isolated = EdgeList::from_pairs(3, [(0, 2)]).unwrap();
    assert_eq!(plain("graph.metis", isolated).unwrap(), "3 1\n3\n\n1\n");
    assert_eq!(
        plain("graph.graph", multigraph()).unwrap_err(),
        "graph.graph: METIS holds no self-loops, and edge 1 is one (choose another format)"
    );
    let parallel = EdgeList::from_triples(3, [(0, 1, 1_u32), (1, 2, 1), (1, 0, 1)]).unwrap();
    assert_eq!(
        plain("graph.graph", parallel).unwrap_err(),
        "graph.graph: METIS holds no parallel edges, and edge 2 is parallel to another (choose another format)"
    );
    let zero = EdgeList::from_triples(3, [(0, 1, 1_u64), (1, 2, 0)]).unwrap();
    assert_eq!(
        plain("graph.graph", zero).unwrap_err(),
        "graph.graph: METIS holds only integer weights from 1 to 9223372036854775807, and edge 1 weighs 0 \
         (leave the weights out, or choose a text format)"
    );
}

#[test]
fn galois_pads_an_odd_number_of_arcs() {
    let graph = EdgeList::from_triples(2, [(1, 0, 7_i64), (0, 0, 9)]).unwrap();
    let bytes = written("graph.sgr", graph, &Names::Offset(0), &WriteOptions::default()).unwrap();
    let longs: Vec<u64> =
        bytes[..48].chunks(8).map(|word| u64::from_le_bytes(word.try_into().unwrap())).collect();
    let words: Vec<u32> =
        bytes[48..].chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(longs, [1, 4, 2, 3, 2, 3]);
    assert_eq!(words, [0, 1, 0, 0, 9, 7, 7]);
    let bytes = written("graph.sgr", bare_triangle(), &Names::Offset(0), &directed()).unwrap();
    let words: Vec<u32> = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(words, [1, 0, 0, 0, 3, 0, 3, 0, 1, 0, 1, 0, 3, 0, 1, 0, 1, 0]);
    assert_eq!(
        written("graph.sgr", multigraph(), &Names::Offset(0), &WriteOptions::default()).unwrap_err(),
        "graph.sgr: Galois .gr holds only integer weights from 0 to 18446744073709551615, and edge 1 weighs -3 \
         (leave the weights out, or choose a text format)"
    );
}

#[test]
fn gap_has_the_weights_that_the_suffix_demands() {
    let words = |bytes: &[u8], width: usize| -> Vec<u64> {
        let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
        bytes.chunks(width).map(word).collect()
    };
    let options = WriteOptions::default();
    let graph = EdgeList::from_triples(2, [(1, 0, 7_i64), (0, 0, 9)]).unwrap();
    let bytes = written("graph.wsg", graph, &Names::Offset(0), &options).unwrap();
    assert_eq!((bytes[0], words(&bytes[1..41], 8)), (0, vec![3, 2, 0, 2, 3]));
    assert_eq!(words(&bytes[41..], 4), [0, 9, 1, 7, 0, 7]);
    let bytes = written("graph.sg", bare_triangle(), &Names::Offset(0), &directed()).unwrap();
    assert_eq!((bytes[0], words(&bytes[1..49], 8)), (1, vec![3, 3, 0, 1, 1, 3]));
    assert_eq!(words(&bytes[49..61], 4), [1, 0, 1]);
    assert_eq!((words(&bytes[61..93], 8), words(&bytes[93..], 4)), (vec![0, 1, 3, 3], vec![2, 0, 2]));
    assert_eq!(
        plain("graph.sg", triangle()).unwrap_err(),
        "graph.sg: a GAP .sg file has no weights (leave them out, or name the file .wsg)"
    );
    assert_eq!(
        written("graph.wsg.xz", bare_triangle(), &Names::Offset(0), &options).unwrap_err(),
        "graph.wsg.xz: a GAP .wsg file has weights (give the edges some, or name the file .sg)"
    );
    assert_eq!(
        plain("graph.wsg", multigraph()).unwrap_err(),
        "graph.wsg: GAP .wsg holds only integer weights from 0 to 2147483647, and edge 1 weighs -3 \
         (leave the weights out, or choose a text format)"
    );
    let large = EdgeList::<u32>::with_nodes(1 << 31).unwrap();
    assert_eq!(
        plain("graph.wsg", large).unwrap_err(),
        "graph.wsg: GAP holds at most 2147483647 nodes, and there are 2147483648 (choose another format)"
    );
}

#[test]
fn an_edge_array_is_words() {
    let bytes = written("graph.bin", triangle(), &Names::Offset(9), &WriteOptions::default()).unwrap();
    let words: Vec<u32> = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(words, [3, 0, 3, 0, 0, 1, 5, 2, 1, 3, 2, 0, 4]);
    let bytes = written("graph.bin", bare_triangle(), &Names::Offset(0), &directed()).unwrap();
    let words: Vec<u32> = bytes.chunks(4).map(|word| u32::from_le_bytes(word.try_into().unwrap())).collect();
    assert_eq!(words, [3, 0, 3, 0, 0, 1, 1, 2, 1, 1, 2, 0, 1]);
    let wide = EdgeList::from_triples(2, [(0, 1, 1_u64 << 32)]).unwrap();
    assert_eq!(
        plain("graph.bin", wide).unwrap_err(),
        "graph.bin: an edge array holds only integer weights from 0 to 4294967295, \
         and edge 0 weighs 4294967296 (leave the weights out, or choose a text format)"
    );
}

#[test]
fn formats_that_are_not_written_or_not_known_are_refused() {
    let refused = |name: &str| plain(name, triangle()).unwrap_err();
    assert_eq!(
        refused("graph.egr.gz"),
        "graph.egr.gz: ECL files can be read, but not written (choose another format)"
    );
    assert_eq!(
        refused("graph.xyz"),
        "graph.xyz: its suffix stands for no format \
         (name a format, or use .gr, .csv, .txt, .mtx, .graph, .sgr, .sg, .bin, .bsg or .graphml)"
    );
    assert_eq!(
        refused("gr"),
        "gr: its suffix stands for no format \
         (name a format, or use .gr, .csv, .txt, .mtx, .graph, .sgr, .sg, .bin, .bsg or .graphml)"
    );
}

/// A recipe of each family, with loops, nodes without edges, and more than one round of blocks somewhere.
fn recipes() -> Vec<Recipe> {
    let style = Style { seed: 9, ..Style::default() };
    let shuffled = Style { numbering: Numbering::Shuffled, ..style };
    let rmat = Rmat { scale: 15, edges: 150_000, loops: Loops::Kept, style, ..Rmat::default() };
    let recipes = [
        PathGraph { nodes: 40_000, style: shuffled }.recipe(),
        Star { nodes: 3, style }.recipe(),
        Comb { spine: 300, tooth: 200, style }.recipe(),
        Grid { rows: 200, columns: 150, style: shuffled }.recipe(),
        Grid { rows: 0, columns: 3, style }.recipe(),
        Complete { nodes: 300, style }.recipe(),
        Gnm { nodes: 9_000, edges: 60_000, style, ..Gnm::default() }.recipe(),
        rmat.recipe(),
        WattsStrogatz { nodes: 9_000, style: shuffled, ..WattsStrogatz::default() }.recipe(),
        Gnm { nodes: 500, edges: 40_000, is_directed: true, style, ..Gnm::default() }.recipe(),
        Rmat { is_directed: true, ..rmat }.recipe(),
        Ssca2 { nodes: 9_000, style, ..Ssca2::default() }.recipe(&Exec::current()),
    ];
    recipes.map(Result::unwrap).into()
}

#[test]
fn a_recipe_is_written_as_the_graph_it_makes() {
    let formats = || Format::written().chain([Format::Ecl]);
    let folder = tempfile::tempdir().unwrap();
    let [once, twice] = ["made", "written"].map(|name| folder.path().join(name));
    for recipe in recipes() {
        let graph = AnyEdgeList::from(recipe.make(&Exec::current()).unwrap());
        for format in formats() {
            let is_directed = recipe.is_directed();
            let options = WriteOptions { format: Some(format), is_directed, ..WriteOptions::default() };
            // The direction is that of the recipe, without options.
            let unsaid = WriteOptions { is_directed: false, ..options.clone() };
            let outcome = |result: Result<Vec<Loss>>, path: &Path| match result {
                Ok(losses) => Ok((std::fs::read(path).unwrap(), losses)),
                Err(error) => Err(error.to_string().replace(&path.display().to_string(), "FILE")),
            };
            let made = outcome(write(&Exec::current(), &once, &graph, &Names::Offset(0), &options), &once);
            for threads in [1, 2, 3] {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let written = outcome(
                    pool.install(|| write_recipe(&Exec::current(), &twice, &recipe, &unsaid)),
                    &twice,
                );
                match (&written, &made, recipe.isolated()) {
                    // Refused before edges are generated.
                    (Err(early), Err(late), Some(_)) if matches!(format, Format::EdgeList | Format::Csv) => {
                        assert!(early.contains(" edges, and about "), "{early}");
                        assert_eq!(early.split(", and ").next(), late.split(", and ").next());
                    }
                    _ => assert!(written == made, "{recipe:?} {format:?} {threads} threads"),
                }
            }
        }
    }
    let unknown =
        write_recipe(&Exec::current(), Path::new("graph.xyz"), &recipes()[0], &WriteOptions::default());
    assert!(unknown.unwrap_err().to_string().starts_with("graph.xyz: its suffix stands for no format"));
}

#[test]
fn formats_know_whether_they_are_written() {
    let folder = tempfile::tempdir().unwrap();
    let graph = AnyEdgeList::from(triangle());
    for format in Format::all() {
        let word = format.word();
        let options = WriteOptions { format: Some(format), ..WriteOptions::default() };
        let written = write(&Exec::current(), folder.path().join(word), &graph, &Names::Offset(0), &options);
        assert_eq!(
            written.is_ok(),
            Format::written().any(|written| written == format),
            "{word}: {written:?}"
        );
    }
}

#[test]
fn losses_are_returned() {
    let folder = tempfile::tempdir().unwrap();
    let losses = |name: &str, graph: EdgeList<u32>, names: Names| {
        write(&Exec::current(), folder.path().join(name), &graph.into(), &names, &WriteOptions::default())
            .unwrap()
    };
    // Rows that are sorted already, whichever end of an edge comes first.
    let sorted = || EdgeList::from_triples(3, [(1, 0, 4), (0, 2, 5), (2, 1, 3)]).unwrap();
    let listed = || Names::Listed(vec![3, 7, 30]);
    for name in ["t.graph", "t.sgr"] {
        assert_eq!(losses(name, sorted(), Names::Offset(1)), []);
        assert_eq!(losses(name, triangle(), Names::Offset(0)), [Loss::Order]);
        assert_eq!(losses(name, triangle(), listed()), [Loss::Names, Loss::Order]);
    }
    for name in ["t.gr", "t.mtx", "t.bin"] {
        assert_eq!(losses(name, triangle(), Names::Offset(1)), []);
        assert_eq!(losses(name, triangle(), Names::Offset(5)), [Loss::Names]);
    }
    for name in ["t.txt", "t.bsg"] {
        assert_eq!(losses(name, triangle(), listed()), []);
    }
    for (name, of_directed, of_unweighted) in [
        ("t.gr", None, Some(Loss::Unweighted)),
        ("t.txt", None, None),
        ("t.mtx", None, None),
        ("t.graph", Some(Loss::Direction), None),
        ("t.sgr", None, None),
        ("t.bin", Some(Loss::Direction), Some(Loss::Unweighted)),
        ("t.bsg", None, None),
    ] {
        let path = folder.path().join(name);
        let losses = |graph: AnyEdgeList, options: &WriteOptions| {
            write(&Exec::current(), &path, &graph, &Names::Offset(0), options).unwrap()
        };
        assert_eq!(losses(sorted().into(), &WriteOptions::default()), []);
        let rows = EdgeList::from_triples(3, [(0, 1, 4_u32), (1, 2, 5), (2, 0, 3)]).unwrap();
        let order = (name == "t.graph").then_some(Loss::Order);
        assert_eq!(
            losses(rows.into(), &directed()),
            Vec::from_iter(of_directed.into_iter().chain(order)),
            "{name}"
        );
        let bare = sorted().map(|_, _| ()).unwrap();
        assert_eq!(losses(bare.into(), &WriteOptions::default()), Vec::from_iter(of_unweighted), "{name}");
        let none = EdgeList::<()>::with_nodes(3).unwrap();
        if name != "t.txt" {
            assert_eq!(losses(none.into(), &directed()), [], "{name}: there is nothing to lose");
        }
    }
    let all = [Loss::Names, Loss::Order, Loss::Direction, Loss::Unweighted].map(|loss| loss.to_string());
    let words = [
        "nodes are renumbered, in the order of their numbers",
        "edges are reordered, by their nodes; where weights are equal, the forest may have other edges",
        "the file does not say that the graph is directed",
        "every edge weighs 1 now, because all edges have weights in this format",
    ];
    assert_eq!(all, words);
}
