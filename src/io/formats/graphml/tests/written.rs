//! Graphs that are written and read again.

use super::*;

#[test]
fn graphs_are_written_and_read_again() {
    let (exec, folder) = (Exec::current(), tempfile::tempdir().unwrap());
    let path = folder.path().join("t.graphml");
    let triples = [(2, 0, 7), (0, 2, 7), (1, 1, 9)];
    let lists: [AnyEdgeList; 4] = [
        EdgeList::from_triples(4, triples.map(|(u, v, w)| (u, v, w as u32))).unwrap().into(),
        EdgeList::from_triples(4, triples.map(|(u, v, w)| (u, v, i64::MIN + w))).unwrap().into(),
        EdgeList::from_triples(4, triples.map(|(u, v, w)| (u, v, w as f64 / 4.0))).unwrap().into(),
        EdgeList::from_pairs(4, triples.map(|(u, v, _)| (u, v))).unwrap().into(),
    ];
    let texts = Names::Text(["", "<&>\"'\t\n\r ä", "A", "B"].into_iter().collect());
    for names in [Names::Offset(0), Names::Listed(vec![1, 5, 6, u64::MAX]), texts] {
        for (list, is_directed) in lists.iter().flat_map(|list| [(list, false), (list, true)]) {
            let options = WriteOptions { is_directed, ..WriteOptions::default() };
            assert_eq!(write(&exec, &path, list, &names, &options).unwrap(), []);
            let input = crate::read(&exec, &path, &ReadOptions::default()).unwrap();
            assert_eq!((&input.list, &input.names, input.is_directed), (list, &names, is_directed));
        }
    }
    let control = Names::Text(["\u{1}", "A", "B", "C"].into_iter().collect());
    let refused = write(&exec, &path, &lists[0], &control, &WriteOptions::default()).unwrap_err().to_string();
    assert!(refused.ends_with("has control characters (rename it)"), "{refused}");
}

#[test]
fn data_of_nodes_and_edges_are_written_and_read_again() {
    let (exec, folder) = (Exec::current(), tempfile::tempdir().unwrap());
    let path = folder.path().join("t.graphml");
    let table = b"from,to,km,line,way\na,b,1,\"x & <y>\",7\nb,c,2,,8\nc,b,4,z,-9\n";
    let options = ReadOptions {
        table: TableOptions { keep: vec!["line".into(), "way".into()], ..TableOptions::default() },
        is_directed: Some(true),
        ..ReadOptions::default()
    };
    let mut table = crate::read_bytes(&exec, "t.csv", table, &options).unwrap();
    table.attributes.coordinates = Some(vec![[24.5, -60.0], [1e-300, 7.0], [f64::NAN; 2]]);
    assert_eq!(table.write(&exec, &path, &WriteOptions::default()).unwrap(), []);
    let read = || crate::read(&exec, &path, &ReadOptions::default()).unwrap();
    let again = read();
    assert_eq!((&again.list, &again.names, again.is_directed), (&table.list, &table.names, true));
    assert_eq!(again.attributes.columns, table.attributes.columns);
    let places = again.attributes.coordinates.unwrap();
    assert!(places[..2] == [[24.5, -60.0], [1e-300, 7.0]] && places[2][0].is_nan(), "{places:?}");

    // A column that would be read as weights.
    let mut twice = table.clone();
    twice.attributes.columns.push(Column::new("weight", Values::Integers(vec![1, 2, 3])));
    let refused = twice.write(&exec, &path, &WriteOptions::default()).unwrap_err().to_string();
    assert!(refused.contains("GraphML would have the column weight as weights"), "{refused}");
    twice.attributes.columns.pop();
    twice.attributes.columns.push(Column::new("length", Values::Integers(vec![1, 2, 3])));
    assert!(twice.write(&exec, &path, &WriteOptions::default()).is_ok());
    twice.list = AnyEdgeList::from(twice.edges::<()>(&exec).unwrap().into_owned());
    assert!(twice.write(&exec, &path, &WriteOptions::default()).is_err());

    // Without weights, and with a text that XML cannot hold.
    table.list = AnyEdgeList::from(table.edges::<()>(&exec).unwrap().into_owned());
    table.write(&exec, &path, &WriteOptions::default()).unwrap();
    assert_eq!(read().attributes.columns, table.attributes.columns);
    let texts = Values::Texts(["a", "\u{2}", "a"].into_iter().collect());
    table.attributes.columns.push(Column::new("bad", texts));
    assert!(table.write(&exec, &path, &WriteOptions::default()).is_err());
}

#[test]
fn numbers_that_may_be_weights_are_named() {
    let keys = "<key id=\"d0\" for=\"edge\" attr.name=\"km\" attr.type=\"double\"/>\n";
    let text = file(keys, "undirected", &(NODES.to_owned() + &edge("1", "2", &[("d0", "2.5")])));
    let names = "`km`".to_owned();
    assert_eq!(input(&text, &ReadOptions::default()).remarks, [Remark::NoWeights { names }]);
    for chosen in ["km", ""] {
        let options = ReadOptions { weight_attribute: Some(chosen.to_owned()), ..ReadOptions::default() };
        assert_eq!(input(&text, &options).remarks, []);
    }
}

#[test]
fn the_course_of_edges_is_read_and_written() {
    let key = |id: &str, scope: &str, name: &str| {
        format!("<key id=\"{id}\" for=\"{scope}\" attr.name=\"{name}\" attr.type=\"string\"/>\n")
    };
    let keys = key("x", "node", "x") + &key("y", "node", "y") + &key("g", "edge", "geometry");
    let node = |id: &str, x: &str| {
        format!("<node id=\"{id}\"><data key=\"x\">{x}</data><data key=\"y\">60</data></node>\n")
    };
    let turned = [("g", "LINESTRING (27 60, 26 62, 26 61, 25 60)")];
    let edges = edge("1", "2", &[("g", "LINESTRING (24 60, 24.5 61, 25 60)")])
        + &edge("1", "3", &[])
        + &edge("2", "3", &turned);
    let text = file(&keys, "undirected", &(node("1", "24") + &node("2", "25") + &node("3", "27") + &edges));
    let options = ReadOptions { keep_geometry: true, ..ReadOptions::default() };
    let read = input(&text, &options);
    let shapes = read.attributes.shapes.as_ref().unwrap();
    assert_eq!((shapes.points(0), shapes.points(1)), (&[[24.5, 61.0]][..], &[][..]));
    assert_eq!(shapes.points(2), [[26.0, 61.0], [26.0, 62.0]]);
    assert!(read.attributes.columns.is_empty() && read.remarks.is_empty());

    // Places that the file lacks are those of lines.
    let partial = input(&text.replace("<data key=\"x\">25</data>", ""), &options);
    assert_eq!(partial.attributes, read.attributes);

    let apart = text.replace("<data key=\"x\">25</data>", "").replace("24.5 61, 25 60", "24.5 61, 26 60");
    let node = "2".to_owned();
    assert_eq!(input(&apart, &options).remarks, [Remark::LinesDoNotMeet { node },]);

    // Without the option, it is a text like others.
    let plain = input(&text, &ReadOptions::default());
    assert!(plain.attributes.shapes.is_none() && plain.attributes.columns[0].name == "geometry");

    let (exec, folder) = (Exec::current(), tempfile::tempdir().unwrap());
    for name in ["t.graphml", "t.csv", "t.tsv"] {
        let path = folder.path().join(name);
        assert_eq!(read.write(&exec, &path, &WriteOptions::default()).unwrap(), [], "{name}");
        let again = crate::read(&exec, &path, &options).unwrap();
        assert_eq!((&again.list, &again.attributes), (&read.list, &read.attributes), "{name}");
    }
    let path = folder.path().join("t.txt");
    assert_eq!(
        read.write(&exec, &path, &WriteOptions::default()).unwrap(),
        [Loss::Coordinates, Loss::Shapes]
    );

    let wrong = text.replace("(24 60,", "(24,");
    let error = crate::read_bytes(&exec, "t", wrong.as_bytes(), &options).unwrap_err().to_string();
    assert!(error.contains("expected a line, such as LINESTRING"), "{error}");
    let none = input(&file("", "undirected", NODES), &options);
    assert_eq!(none.remarks, [Remark::NoGeometry]);
}
