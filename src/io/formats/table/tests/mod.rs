//! Tables of all kinds.

mod cells;

use crate::formats::testing::damaged;
use crate::text::with_blocks_of;
use crate::{
    Format, Header, Input, Names, ReadOptions, Remark, TableOptions, Values, read_bytes, read_stream,
};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, EdgeList, Node};
use boscage_core::random::Random;
use boscage_core::{Result, with_edge_list};

fn with(text: &str, table: TableOptions) -> Result<Input> {
    let options = ReadOptions { table, ..ReadOptions::default() };
    read_bytes(&Exec::new(2).unwrap(), "t", text.as_bytes(), &options)
}

fn read(text: &str) -> Input {
    with(text, TableOptions::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn error(text: &str) -> String {
    with(text, TableOptions::default()).unwrap_err().to_string()
}

/// The edges as text, with the names of their ends.
fn edges(input: &Input) -> Vec<String> {
    let name = |node| input.names.name(node).to_string();
    with_edge_list!(&input.list, list => {
        list.edges().iter().map(|e| format!("{} {} {:?}", name(e.u), name(e.v), e.weight)).collect()
    })
}

/// The values of a column.
fn column(input: &Input, name: &str) -> Vec<String> {
    let found = input.attributes.columns.iter().find(|column| column.name == name).expect(name);
    (0..found.values.len() as u32).map(|edge| found.values.shown(edge)).collect()
}

#[test]
fn names_of_columns_say_what_they_are() {
    let input = read("id,source,target,cost,geom\n17,5,9,2.5,x\n18,9,5,3,y\n");
    assert_eq!(
        (input.format, edges(&input)),
        (Format::Csv, vec!["5 9 2.5".to_owned(), "9 5 3.0".to_owned()])
    );
    assert_eq!(input.names, Names::Listed(vec![5, 9]));
    assert_eq!(column(&input, "id"), ["17", "18"]);
    let [Remark::Columns { ends, weight, unused }] = &input.remarks[..] else {
        panic!("{:?}", input.remarks)
    };
    assert_eq!(
        (&ends[..], weight.as_deref(), &unused[..]),
        (&["source", "target"].map(String::from)[..], Some("cost"), &["geom".to_owned()][..])
    );

    let input = read("Source;Target;Weight\nBonn;Köln;1\nKöln;Aachen;2\n");
    assert_eq!(edges(&input), ["Bonn Köln 1", "Köln Aachen 2"]);
    assert_eq!(input.names, Names::Text(["Aachen", "Bonn", "Köln"].into_iter().collect()));
    assert!(input.remarks.is_empty() && input.weighted && !input.is_directed);
    assert_eq!(edges(&read("from\tto\na b\tc\n")), ["a b c ()"]);
    assert_eq!(edges(&read("u v w\n1 2 3\n2  3\t4\n")), ["1 2 3", "2 3 4"]);
    assert_eq!(edges(&read("\u{feff}# made by hand\nto,from\n1,2\n")), ["2 1 ()"]);
    assert_eq!(edges(&read("source,target,weight\r\n1,2,3\r\n\r\n4,5,6\r\n")), ["1 2 3", "4 5 6"]);
    assert_eq!(edges(&read("source , target\n 1 , 2 \n")), ["1 2 ()"]);
}

#[test]
fn tables_of_other_programs_are_read() {
    // pandas with its index, R with names of rows, NetworkX with blanks, SQL with bars.
    assert_eq!(edges(&read(",source,target,weight\n0,a,b,1.5\n1,b,c,2.5\n")), ["a b 1.5", "b c 2.5"]);
    assert_eq!(edges(&read("\"from\",\"to\"\n\"1\",7,8\n\"2\",8,9\n")), ["7 8 ()", "8 9 ()"]);
    assert_eq!(edges(&read("a|b|7\nb|c|8\n")), ["a b 7", "b c 8"]);
    let osmnx = "u,v,key,osmid,highway,length,geometry\n\
                 25,26,0,\"[1, 2]\",primary,12.5,\"LINESTRING (1 2, 3 4)\"\n\
                 26,27,0,7,path,3.25,\n";
    let input = read(osmnx);
    assert_eq!(edges(&input), ["25 26 12.5", "26 27 3.25"]);
    assert_eq!(column(&input, "osmid"), ["[1, 2]", "7"]);
}

#[test]
fn ids_are_numbers_only_if_all_are() {
    assert_eq!(read("source,target\n10,7\n7,10\n").names, Names::Listed(vec![7, 10]));
    for (text, names) in [
        ("source,target\n10,7\n7,x\n", &["10", "7", "x"][..]),
        ("source,target\n10,07\n7,10\n", &["07", "10", "7"]),
        ("source,target\nx,7\n18446744073709551616,7\n", &["18446744073709551616", "7", "x"]),
    ] {
        assert_eq!(read(text).names, Names::Text(names.iter().collect()), "{text}");
    }
    // The first text is in any block.
    for first in [0, 1, 500, 2999] {
        let id = |i: u32| if i == first { "x".to_owned() } else { (i * 7919 % 3000).to_string() };
        let text: String = (0..3000).map(|i| format!("{},{},{i}\n", id(i), id(i / 2))).collect();
        let text = format!("source,target,id\n{text}");
        for block in [7, 64, 1 << 18] {
            let input = with_blocks_of(block, || read(&text));
            let want: Vec<String> = (0..3000).map(|i| format!("{} {} ()", id(i), id(i / 2))).collect();
            assert!(edges(&input) == want && input.list.node_count() == 3000, "{first} {block}");
            assert_eq!(column(&input, "id")[2999], "2999");
        }
    }
}

#[test]
fn quoted_cells_may_have_everything_inside() {
    let text = "source,target,weight,label\n\"a,\nb\",\"c \"\"d\"\"\",5,\"x\ny\"\ne,f,6,\"\"\n";
    for block in [3, 20, 1 << 18] {
        let input = with_blocks_of(block, || read(text));
        assert_eq!(edges(&input), ["a,\nb c \"d\" 5", "e f 6"]);
        assert_eq!(column(&input, "label"), ["x\ny", ""]);
        let exec = Exec::new(2).unwrap();
        let options = ReadOptions::default();
        let stream =
            with_blocks_of(block, || read_stream(&exec, "t", std::io::Cursor::new(text), &options)).unwrap();
        assert_eq!(edges(&stream), edges(&input));
    }
    let wrong = error("source,target\n1,2\n\"3,4\n5,6\n");
    assert!(wrong.contains("t:3: expected the end of a quoted cell, found `\"3,4`"), "{wrong}");
}

#[test]
fn weights_back_are_arcs_and_negative_ones_are_none() {
    let head = "id,source,target,cost,reverse_cost\n";
    let input = read(&format!("{head}1,5,6,2,2\n2,6,7,3,3\n3,7,7,1,1\n"));
    assert_eq!(
        (edges(&input), input.is_directed),
        (vec!["5 6 2".into(), "6 7 3".into(), "7 7 1".into()], false)
    );
    assert_eq!(column(&input, "id"), ["1", "2", "3"]);
    let input = read(&format!("{head}1,5,6,2,4\n2,6,7,-1,3\n3,7,5,-1,-1\n"));
    assert_eq!(
        (edges(&input), input.is_directed),
        (vec!["5 6 2".into(), "6 5 4".into(), "7 6 3".into()], true)
    );
    assert_eq!(column(&input, "id"), ["1", "1", "2"]);
    assert_eq!(input.remarks, [Remark::NegativeWeights { count: 3 }]);

    let text = "source,target,weight\n1,2,-5\n2,3,5\n";
    assert_eq!(edges(&read(text)), ["1 2 -5", "2 3 5"]);
    let options = ReadOptions { drop_negative: true, ..ReadOptions::default() };
    let input = read_bytes(&Exec::new(2).unwrap(), "t", text.as_bytes(), &options).unwrap();
    assert_eq!(edges(&input), ["2 3 5"]);
}

#[test]
fn decimal_commas_are_read_if_they_are_said_to_be() {
    let text = "a;b;1,9\nb;c;1,1\n";
    let wrong = error(text);
    assert!(
        wrong.ends_with("found `1,9` (if it is a decimal comma, say so, as with --decimal-comma)"),
        "{wrong}"
    );
    let said = |text| with(text, TableOptions { decimal_comma: true, ..TableOptions::default() });
    assert_eq!(edges(&said(text).unwrap()), ["a b 1.9", "b c 1.1"]);
    // Also in what would be an edge list.
    assert_eq!(edges(&said("1\t2\t1,9\n2\t3\t1\n").unwrap()), ["1 2 1.9", "2 3 1.0"]);
    assert!(said("a;b;1,5\na;b;1.234,5\n").is_err());
}

#[test]
fn columns_and_the_first_line_can_be_chosen() {
    let columns = |columns: &[&str]| TableOptions {
        columns: columns.iter().map(|&name| name.to_owned()).collect(),
        ..TableOptions::default()
    };
    // An edge list whose first column is an id.
    let input = with("1,1923835115,10537875,60\n2,10537875,5,61\n", columns(&["2", "3", "4"])).unwrap();
    assert_eq!(edges(&input), ["1923835115 10537875 60", "10537875 5 61"]);
    let header = |header| TableOptions { header, ..TableOptions::default() };
    assert_eq!(edges(&with("5 4\n0 1\n1 2\n", header(Header::Counts)).unwrap()), ["0 1 ()", "1 2 ()"]);
    assert_eq!(edges(&with("a,b\nc,d\n", header(Header::Names)).unwrap()), ["c d ()"]);
    let named = read_bytes(&Exec::new(1).unwrap(), "t.csv", b"a,b\nc,d\n", &ReadOptions::default()).unwrap();
    assert_eq!(named.remarks, [Remark::MayBeHeader { line: 1 }]);
    assert!(error("a,b\nc,d\n").contains("as with --from csv"));
    assert_eq!(edges(&with("source,target\nc,d\n", header(Header::None)).unwrap()).len(), 2);
    let keep = TableOptions { keep: vec!["lanes".to_owned()], ..TableOptions::default() };
    let input = with("source,target,lanes\n1,2,two\n2,3,3\n", keep).unwrap();
    assert_eq!(column(&input, "lanes"), ["two", "3"]);
    assert!(matches!(input.attributes.columns[0].values, Values::Texts(_)));
    let wrong = with("p sp 2 1\na 1 2 5\n", columns(&["1", "2"])).unwrap_err().to_string();
    assert!(wrong.contains("expected a table, found t (DIMACS"), "{wrong}");
}

#[test]
fn nearly_right_tables_are_refused_with_the_place() {
    for (text, want) in [
        ("source,target,weight\n1,2,3\n4,5\n", "t:3: expected 3 cells, found 2 cells in `4,5`"),
        ("source,target\n1,2\n#3,4\n", "t:3: expected a row, found `#3,4`"),
        ("source,target\n1,2\n,4\n", "t:3: expected a node, found an empty cell in column 1"),
        ("source,target,weight\n1,2,\n", "t:2: expected a weight, found an empty cell in column 3"),
        ("source,target,weight\n1,2,heavy\n", "t:2: expected a weight, found `heavy`"),
        ("source,target,weight\n1,2,nan\n", "t:2: expected a weight, found `nan`"),
        ("source,target,weight\n1,2,1e-400\n", "t:2: expected a weight that is 0 or"),
        (
            "id,geom,km\n1,2,3\n",
            "t: expected columns whose names say that they are the ends of edges, found the",
        ),
    ] {
        assert!(error(text).starts_with(want), "{text}: {}", error(text));
    }
    let latin = b"source,target\nK\xf6ln,Bonn\n";
    let wrong = read_bytes(&Exec::new(1).unwrap(), "t", latin, &ReadOptions::default()).unwrap_err();
    assert!(wrong.to_string().starts_with("t:2: expected text in UTF-8"), "{wrong}");
    let header_alone = read("source,target\n");
    assert_eq!((header_alone.list.edge_count(), header_alone.list.node_count()), (0, 0));
}

/// Random roads: lines that are listed in both directions, as text and as binary, of edges and of arcs.
#[test]
fn the_course_of_edges_is_that_of_their_lines() {
    let exec = Exec::new(2).unwrap();
    let options = ReadOptions { keep_geometry: true, is_directed: Some(true), ..ReadOptions::default() };
    let hex = |points: &[[f64; 2]]| {
        let mut bytes = vec![1_u8, 2, 0, 0, 0x20, 0xe6, 0x10, 0, 0];
        bytes.extend((points.len() as u32).to_le_bytes());
        bytes.extend(points.as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.iter().map(|byte| format!("{byte:02X}")).collect::<String>()
    };
    for seed in 0..300 {
        let mut random = Random::new(39, 0).item(seed);
        let mut below = |limit: u64| random.below(limit);
        let nodes = 3 + below(8);
        // Distinct places.
        let places: Vec<[f64; 2]> =
            (0..nodes).map(|node| [node as f64 / 8.0 - 0.5, below(99) as f64]).collect();
        let has_reverse = below(2) == 0;
        let mut text =
            "source,target,cost,".to_owned() + if has_reverse { "reverse_cost," } else { "" } + "the_geom\n";
        let mut want = Vec::new();
        for row in 0..nodes + below(9) {
            // A cycle, so that lines meet in every node.
            let (u, v) = if row < nodes { (row, (row + 1) % nodes) } else { (below(nodes), below(nodes)) };
            let inner: Vec<[f64; 2]> = (0..below(4)).map(|_| [below(9) as f64, 0.25]).collect();
            let mut line = [&places[u as usize..][..1], &inner, &places[v as usize..][..1]].concat();
            if below(3) == 0 && u != v {
                line.reverse();
            }
            let points = line.iter().map(|[x, y]| format!("{x} {y}")).collect::<Vec<_>>().join(", ");
            let line = if below(2) == 0 { hex(&line) } else { format!("\"LINESTRING ({points})\"") };
            let costs = [below(9) as i64 - 2, below(9) as i64 - 2];
            let reverse = if has_reverse { format!("{},", costs[1]) } else { String::new() };
            text += &format!("{u},{v},{},{reverse}{line}\n", costs[0]);
            let back = inner.iter().rev().copied().collect::<Vec<_>>();
            if !has_reverse || costs[0] >= 0 {
                want.push((u, v, costs[0], inner.clone()));
            }
            if has_reverse && costs[1] >= 0 && (u != v || costs[1] != costs[0]) {
                want.push((v, u, costs[1], back));
            }
        }
        let input = with_blocks_of(64, || read_bytes(&exec, "t.csv", text.as_bytes(), &options)).unwrap();
        let (shapes, found) = (input.attributes.shapes.as_ref().unwrap(), edges(&input));
        let shown = |&(u, v, w, _): &(u64, u64, i64, Vec<[f64; 2]>)| format!("{u} {v} {w}");
        assert_eq!(found, want.iter().map(shown).collect::<Vec<_>>(), "{text}");
        let Some(found) = &input.attributes.coordinates else { panic!("{seed} {text} {:?}", input.remarks) };
        for (node, place) in found.iter().enumerate() {
            assert_eq!(*place, places[input.names.number(Node::new(node)) as usize], "{text}");
        }
        for (edge, (_, _, _, inner)) in want.iter().enumerate() {
            let points = shapes.points(edge as u32);
            assert_eq!(points, inner, "{edge} {text}");
        }
    }
}

#[test]
fn damaged_tables_end_with_an_error_or_a_graph() {
    let text = "id;source;target;weight;name;geom\n1;a;b;1.5;\"x;y\";LINESTRING(1 2, 3 4)\n\
                2;7;8;-2;\"\"\"\";0102000000020000000000F03F000000400000084000001040\n3;9;10;3;z;\n";
    let exec = Exec::new(1).unwrap();
    for bytes in damaged(text.as_bytes(), b"\n\";,0\t|#", (37, 20_000)) {
        _ = read_bytes(
            &exec,
            "t",
            &bytes,
            &ReadOptions { format: Some(Format::Csv), ..ReadOptions::default() },
        );
        let options = ReadOptions { keep_geometry: true, ..ReadOptions::default() };
        _ = read_bytes(&exec, "t.csv", &bytes, &options);
    }
}
