//! Tests of files as other programs write them, of wrong ones, and of writing.

mod written;

use super::read;
use crate::formats::testing::{messages, with};
use crate::{
    ArcPolicy, Column, Format, Input, Loss, Names, ReadOptions, Remark, TableOptions, Unweighted, Values,
    WriteOptions, read_bytes, read_stream, write,
};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, EdgeList};
use boscage_core::random::Random;

/// A file with these keys, this direction, and this content.
fn file(keys: &str, direction: &str, content: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n\
         {keys}<graph id=\"G\" edgedefault=\"{direction}\">\n{content}</graph></graphml>\n"
    )
}

const WEIGHT: &str = "<key id=\"d0\" for=\"edge\" attr.name=\"weight\" attr.type=\"long\"/>\n";
const REAL: &str = "<key id=\"d1\" for=\"edge\" attr.name=\"weight\" attr.type=\"double\"/>\n";
const NODES: &str = "<node id=\"1\"/><node id=\"3\"/><node id=\"2\"/>\n";

fn edge(u: &str, v: &str, data: &[(&str, &str)]) -> String {
    let data: String =
        data.iter().map(|(key, value)| format!("<data key=\"{key}\">{value}</data>")).collect();
    format!("<edge source=\"{u}\" target=\"{v}\">{data}</edge>\n")
}

fn input(text: &str, options: &ReadOptions) -> Input {
    read_bytes(&Exec::current(), "t", text.as_bytes(), options).unwrap()
}

fn check(text: &str, want: &str) {
    messages(read, &[(text, want)]);
}

#[test]
fn graphs_of_networkx_are_read() {
    // A loop, parallel edges of one weight, an isolated node; an integer and a real have two keys.
    let edges =
        [edge("2", "1", &[("d0", "7")]), edge("1", "2", &[("d0", "7")]), edge("2", "2", &[("d0", "-1")])];
    check(&file(WEIGHT, "undirected", &(NODES.to_owned() + &edges.concat())), "i32 3 [2-1:7 1-2:7 2-2:-1]");
    check(&file(WEIGHT, "directed", &(NODES.to_owned() + &edges[0])), "u32 3 [2>1:7]");
    let mixed = edges[0].clone() + &edge("1", "3", &[("d1", "2.5")]);
    check(
        &file(&(WEIGHT.to_owned() + REAL), "undirected", &(NODES.to_owned() + &mixed)),
        "f64 3 [2-1:7 1-3:2.5]",
    );
    check(&file("", "undirected", &(edge("3", "1", &[]) + NODES)), "none 3 [3-1]");
    check(&file("", "undirected", NODES), "none 3 []");
    check(&file("", "directed", ""), "none 0 []");
    check("<graphml><graph edgedefault='directed'/></graphml>", "none 0 []");
    let input =
        input(&file(WEIGHT, "undirected", &(NODES.to_owned() + &edges.concat())), &ReadOptions::default());
    assert_eq!((input.format, input.is_guessed, input.weighted), (Format::GraphMl, false, true));
    assert_eq!(input.names, Names::Offset(1));
}

#[test]
fn names_are_numbers_if_all_are() {
    let names = |ids: &[&str]| {
        let nodes: String = ids.iter().map(|id| format!("<node id=\"{id}\"/>")).collect();
        input(&file("", "undirected", &nodes), &ReadOptions::default()).names
    };
    assert_eq!(names(&["10", "9", "11"]), Names::Offset(9));
    assert_eq!(names(&["10", "9", "18446744073709551615"]), Names::Listed(vec![9, 10, u64::MAX]));
    assert_eq!(names(&["0"]), Names::Offset(0));
    let texts = |all: &[&str]| Names::Text(all.iter().collect());
    assert_eq!(names(&["n10", "n9", "&lt;&#228;&amp;&gt;"]), texts(&["<ä&>", "n10", "n9"]));
    assert_eq!(names(&["10", "09"]), texts(&["09", "10"]));
    assert_eq!(names(&["10", "18446744073709551616"]), texts(&["10", "18446744073709551616"]));
    assert_eq!(names(&["10", "+9", ""]), texts(&["", "+9", "10"]));
}

#[test]
fn weights_are_chosen_by_name_and_default() {
    let key = |id: &str, name: &str, kind: &str, default: &str| {
        let default =
            if default.is_empty() { String::new() } else { format!("<default>{default}</default>") };
        format!("<key id=\"{id}\" for=\"edge\" attr.name=\"{name}\" attr.type=\"{kind}\">{default}</key>")
    };
    let keys =
        key("a", "length", "string", "") + &key("b", "cost", "int", "4") + &key("c", "toll", "float", "");
    let edges = edge("1", "2", &[("a", " 1.5 "), ("c", "9")])
        + &edge("2", "3", &[("a", "2"), ("b", "8"), ("c", "0.5")]);
    let text = file(&keys, "undirected", &(NODES.to_owned() + &edges));
    let of = |name: Option<&str>| {
        let options = ReadOptions { weight_attribute: name.map(str::to_owned), ..ReadOptions::default() };
        with(read, &options, text.as_bytes()).unwrap_or_else(|message| message)
    };
    assert_eq!(of(None), "u32 3 [1-2:4 2-3:8]");
    assert_eq!(of(Some("length")), "f64 3 [1-2:1.5 2-3:2]");
    assert_eq!(of(Some("toll")), "f64 3 [1-2:9 2-3:0.5]");
    assert_eq!(of(Some("")), "none 3 [1-2 2-3]");
    assert_eq!(
        of(Some("time")),
        "t: expected an attribute `time` of edges, of numbers, found the attributes `length`, `cost`, `toll`"
    );
    let ones = ReadOptions {
        unweighted: Some(Unweighted::One),
        weight_attribute: Some(String::new()),
        ..Default::default()
    };
    assert_eq!(with(read, &ones, text.as_bytes()).unwrap(), "u32 3 [1-2:1 2-3:1]");
}

#[test]
fn osmnx_has_coordinates_and_texts() {
    let key = |id: &str, scope: &str, name: &str| {
        format!("<key id=\"{id}\" for=\"{scope}\" attr.name=\"{name}\" attr.type=\"string\"/>\n")
    };
    let keys = key("d4", "node", "y")
        + &key("d5", "node", "x")
        + &key("d7", "edge", "osmid")
        + &key("d8", "edge", "length")
        + &key("d9", "edge", "name");
    let node = |id: &str, y: &str, x: &str| {
        format!("<node id=\"{id}\"><data key=\"d4\">{y}</data><data key=\"d5\">{x}</data></node>\n")
    };
    let content = node("700", "60.1", "24.9")
        + &node("20", "60.2", "24.8")
        + "<node id=\"30\"/>\n"
        + &edge("700", "20", &[("d7", "[5, 6]"), ("d8", "12.75"), ("d9", "A &amp; <![CDATA[<B>]]>")])
        + &edge("20", "30", &[("d7", "7"), ("d8", "3")]);
    let text = file(&keys, "directed", &content);
    check(&text, "f64 3 [700>20:12.75 20>30:3]");
    let read = input(&text, &ReadOptions::default());
    let places = read.attributes.coordinates.as_ref().unwrap();
    assert_eq!((places[0], places[2], places[1][0].is_nan()), ([24.8, 60.2], [24.9, 60.1], true));
    let columns = &read.attributes.columns;
    assert_eq!(columns.iter().map(|column| &*column.name).collect::<Vec<_>>(), ["osmid", "name"]);
    assert_eq!((columns[0].values.shown(0), columns[0].values.shown(1)), ("[5, 6]".into(), "7".into()));
    assert_eq!((columns[1].values.shown(0), columns[1].values.shown(1)), ("A & <B>".into(), String::new()));
    // The columns of a folded edge are those of its first arc.
    let fold = ReadOptions { arcs: ArcPolicy::Fold, is_directed: Some(false), ..ReadOptions::default() };
    let mirrored = file(&keys, "directed", &(content + &edge("20", "700", &[("d8", "12.75")])));
    let folded = input(&mirrored, &fold);
    assert_eq!((folded.list.edge_count(), folded.attributes.columns.len()), (2, 2));
    assert_eq!(folded.attributes.columns[0].values.shown(1), "7");
}

#[test]
fn columns_have_the_types_of_their_keys() {
    let key = |id: &str, kind: &str, rest: &str| {
        format!("<key id=\"{id}\" for=\"edge\" attr.name=\"{id}\" attr.type=\"{kind}\">{rest}</key>")
    };
    let keys = [
        key("whole", "long", ""),
        key("gaps", "int", ""),
        key("real", "double", ""),
        key("flag", "boolean", "<default>true</default>"),
        key("never", "int", ""),
    ];
    let edges = edge("1", "2", &[("whole", "5"), ("real", "0.5")])
        + &edge("1", "3", &[("whole", "-6"), ("gaps", "8"), ("flag", "false")])
        + &edge("2", "3", &[("whole", "7"), ("gaps", "9")]);
    let read =
        input(&file(&keys.concat(), "undirected", &(NODES.to_owned() + &edges)), &ReadOptions::default());
    let column = |name: &str| {
        read.attributes.columns.iter().find(|column| column.name == name).map(|column| &column.values)
    };
    let shown =
        |name: &str| (0..3).map(|edge| column(name).unwrap().shown(edge)).collect::<Vec<_>>().join(",");
    assert_eq!(column("whole"), Some(&Values::Integers(vec![5, -6, 7])));
    assert!(
        matches!(column("real"), Some(Values::Reals(_))) && matches!(column("gaps"), Some(Values::Texts(_)))
    );
    assert_eq!([shown("gaps"), shown("real"), shown("flag")], [",8,9", "0.5,NaN,NaN", "true,false,true"]);
    assert_eq!(column("never"), None);
}

#[test]
fn the_number_of_columns_is_limited() {
    let keys: String = (0..70).map(|i| format!("<key id='{i}' for='edge' attr.name='k{i}'/>")).collect();
    let data: Vec<String> = (0..70).map(|i| i.to_string()).collect();
    let data: Vec<(&str, &str)> = data.iter().map(|id| (&**id, "x")).collect();
    let text = file(&keys, "undirected", &(NODES.to_owned() + &edge("1", "2", &data)));
    let read = input(&text, &ReadOptions::default());
    assert_eq!(read.attributes.columns.len(), 64);
    let names = "`k64`, `k65`, `k66`, `k67`, `k68`, `k69`".to_owned();
    assert_eq!(read.remarks, [Remark::UnusedFields { names }]);
}

#[test]
fn both_kinds_of_edges_need_a_decision() {
    let content =
        NODES.to_owned() + &edge("1", "2", &[]) + "<edge source=\"2\" target=\"3\" directed=\"true\"/>\n";
    let text = file("", "undirected", &content);
    check(
        &text,
        "t:6: expected edges of one kind, found some with and some without a direction (read it as a \
         directed or as an undirected graph, as with --directed or --undirected)",
    );
    let with = |is_directed| {
        let options = ReadOptions { is_directed: Some(is_directed), ..ReadOptions::default() };
        with(read, &options, text.as_bytes()).unwrap()
    };
    assert_eq!([with(true), with(false)], ["none 3 [1>2 2>3]", "none 3 [1-2 2-3]"]);
    let all = NODES.to_owned() + "<edge source=\"2\" target=\"3\" directed=\"true\"/>\n";
    check(&file("", "undirected", &all), "none 3 [2>3]");
}

#[test]
fn errors_have_place_expected_and_found() {
    let of = |content: &str| file(WEIGHT, "undirected", &(NODES.to_owned() + content));
    let near = |content: &str, want: &str| check(&of(content), want);
    near("<edge source=\"1\"/>\n", "t:6: expected the attribute `target` of `edge`, found none");
    near(
        &edge("1", "2", &[]),
        "t:6: expected a datum `weight` of the edge from `1` to `2`, found none (give the key a default, or \
         choose another attribute, as with --weight-attribute)",
    );
    near(&edge("1", "2", &[("d0", "1.5")]), "t:6: expected an integer, the type of the weights, found `1.5`");
    near(
        &edge("1", "2", &[("d0", "x")]),
        "t:6: expected a weight, found `x` (choose another attribute of numbers, as with --weight-attribute)",
    );
    near(&edge("1", "2", &[("d9", "x")]), "t:6: expected the id of a key before the graph, found `d9`");
    near(&edge("1", "9", &[("d0", "1")]), "t: expected a node of every id, found only edges that name `9`");
    near("<node id=\"2\"/>", "t:6: expected another id than that of the node in line 5, found `2`");
    near(
        "<hyperedge/>",
        "t:6: expected `node` or `edge`, found a hyperedge (replace it by edges between two nodes)",
    );
    near(
        "<node id=\"4\"><graph edgedefault=\"directed\"/></node>",
        "t:6: expected `data`, found a graph inside a node (write one graph without groups)",
    );
    near(
        "<edge source=\"1\" target=\"2\" sourceport=\"x\"/>",
        "t:6: expected an edge between nodes, found a port (remove the ports: an edge is one between nodes)",
    );
    near("<node id=\"&x;\"/>", "t:6: expected well-formed XML, found at 1..2: unrecognized entity `x`");
    near("<desc>&x;</desc>", "t:6: expected one of the five predefined entities, found `&x;`");
    near("<vertex/>", "t:6: expected `node` or `edge`, found `vertex`");
    check(
        &file("", "both", ""),
        "t:3: expected `edgedefault` to be `directed` or `undirected`, found `both`",
    );
    check("<graphml></graphml>", "t: expected the element `graph`, found none");
    check("<graphml></graphml><x/>", "t:1: expected the end of the file, found another element");
    check("<gexf/>", "t:1: expected the element `graphml`, found `gexf`");
    check(
        "<graphml>",
        "t:1: expected the end of an element, found the end of the file (the file is cut short)",
    );
    check(
        "<!DOCTYPE graphml [<!ENTITY a \"b\">]>\n<graphml/>",
        "t:1: expected no document type, found <!DOCTYPE (remove it: nothing outside the file is read)",
    );
    check(
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<graphml/>",
        "t:1: expected the encoding UTF-8, found `ISO-8859-1` (convert it, as with iconv -t UTF-8, and \
         change its first line)",
    );
    check(
        &format!("<graphml>{}", "<desc>".repeat(70)),
        "t:1: expected at most 64 elements inside each other, found more",
    );
    let long = format!("<graphml><graph edgedefault=\"directed\"><node id=\"{}\"/>", "x".repeat(70_000));
    check(&long, "t:1: expected a tag of at most 64 KiB, found a longer one");
    let many: String = (0..70).map(|i| format!(" a{i}='b'")).collect();
    check(&format!("<graphml{many}>"), "t:1: expected at most 64 attributes, found more");
    let endless = format!("<graphml><desc>{}", "x".repeat(17 << 20));
    check(&endless, "t:1: expected a tag or a text of at most 16 MiB, found a longer one");
    let whole = of(&edge("1", "2", &[("d0", "1")]));
    for cut in 100..whole.trim_end().len() {
        let cut = read_bytes(&Exec::current(), "t", &whole.as_bytes()[..cut], &ReadOptions::default());
        assert!(cut.is_err(), "{cut:?}");
    }
    let broken = [b"<graphml>\xff</graphml>".as_slice(), b"<graphml><desc>\xc3</desc></graphml>"];
    for bytes in broken {
        let error = with(read, &ReadOptions::default(), bytes).unwrap_err();
        assert!(error.starts_with("t:1: expected well-formed XML, found"), "{error}");
    }
}

#[test]
fn data_of_other_vocabularies_is_skipped() {
    let keys =
        "<key for=\"node\" id=\"d6\" yfiles.type=\"nodegraphics\"/>\n<key id=\"r\" for=\"graphml\"/>\n";
    let node =
        "<node id=\"n0\"><data key=\"d6\"><y:ShapeNode><y:Geometry x=\"1\"/>text</y:ShapeNode></data></node>";
    let text = file(keys, "directed", &format!("<!-- {} -->\n{node}", edge("a", "b", &[])));
    check(&text.replace("</graphml>", "<data key=\"r\"><y:Resources/></data></graphml>"), "none 1 []");
}

/// A graph or an error for every file; `BOSCAGE_MUTATIONS` sets their number.
#[test]
fn damaged_files_are_read_or_refused() {
    let count =
        std::env::var("BOSCAGE_MUTATIONS").ok().and_then(|count| count.parse().ok()).unwrap_or(20_000);
    let weighted =
        WEIGHT.to_owned() + REAL + "<key id=\"x\" for=\"all\" attr.name=\"x\"><default>7</default></key>";
    let edges = edge("1", "2", &[("d0", "7"), ("x", "&amp;")]) + &edge("1", "3", &[("d1", "2.5")]);
    let samples = [file(&weighted, "undirected", &(NODES.to_owned() + &edges)), file("", "directed", NODES)];
    let pieces: [&[u8]; 8] = [b"<", b">", b"/>", b"\"", b"&", b"<![CDATA[", b"<!--", b"</node>"];
    let mut draws = Random::new(13, 0).item(0);
    let mut below = |limit: usize| draws.below(limit as u64) as usize;
    for _ in 0..count {
        let mut bytes = samples[below(samples.len())].clone().into_bytes();
        for _ in 0..=below(3) {
            let at = below(bytes.len());
            match below(4) {
                0 => bytes[at] ^= 1 << below(8),
                1 => drop(bytes.splice(at..at, pieces[below(pieces.len())].iter().copied())),
                2 => drop(bytes.drain(at..(at + below(20)).min(bytes.len()))),
                _ => bytes[at] = below(256) as u8,
            }
            if bytes.is_empty() {
                break;
            }
        }
        if below(4) == 0 {
            bytes.truncate(below(bytes.len() + 1));
        }
        let exec = Exec::current();
        let options = ReadOptions::default();
        let [a, b] = [read_bytes(&exec, "t", &bytes, &options), read_stream(&exec, "t", &*bytes, &options)]
            .map(|read| read.map(|input| input.list).map_err(|error| error.to_string()));
        assert_eq!(a, b);
    }
}
