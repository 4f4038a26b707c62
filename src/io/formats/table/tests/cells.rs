//! Cells in quotes, with blanks, line ends and other separators; headers; long rows.

use super::*;

#[test]
fn quotes_inside_cells_lose_no_rows() {
    let text = "source,target,weight,name\na,b,1,5\" pipe\nc,d,2,6\" pipe\ne,f,3,x\n";
    let input = read(text);
    assert_eq!(edges(&input), ["a b 1", "c d 2", "e f 3"]);
    assert_eq!(column(&input, "name"), ["5\" pipe", "6\" pipe", "x"]);
    let text = "source,target,weight\na\",b,1\nc,d,2\ne\",f,3\ng,h,4\n";
    assert_eq!(edges(&read(text)), ["a\" b 1", "c d 2", "e\" f 3", "g h 4"]);
    let input = read("source,target,weight\n\"a\n\"\"b\",c,1\nd,\"\"\"\n\",2\n");
    assert_eq!(edges(&input), ["a\n\"b c 1", "d \"\n 2"]);
    // A quote that opens a cell and does not end.
    let open = error("source,target,name\na,b,\"5\nc,d,6\n");
    assert!(open.starts_with("t:2: expected the end of a quoted cell, found `a,b,\"5`"), "{open}");
    let more = error("source,target,name\na,b,c\nc,d,\"6\"x\n");
    assert!(more.starts_with("t:3: expected a separator after a quoted cell"), "{more}");
}

/// Quotes that open cells and quotes inside of cells, in blocks of every size, of files and of streams.
#[test]
fn quotes_do_not_depend_on_blocks() {
    let mut text = "source\ttarget\tname\n".to_owned();
    let mut want = Vec::new();
    for row in 0..40 {
        let (name, cell) = match row % 5 {
            0 => ("5\" pipe", "5\" pipe"),
            1 => ("two\nlines", "\"two\nlines\""),
            2 => ("Smith,\"Jr", "Smith,\"Jr"),
            3 => ("a \"quote\"\n", "\"a \"\"quote\"\"\n\""),
            _ => ("plain", "plain"),
        };
        text += &format!("a{row}\tb{row}\t{cell}\n");
        want.push(name);
    }
    for block in [8, 32, 100, 1 << 16] {
        let exec = Exec::new(2).unwrap();
        let options = ReadOptions::default();
        let file = with_blocks_of(block, || read_bytes(&exec, "t.tsv", text.as_bytes(), &options)).unwrap();
        let stream =
            with_blocks_of(block, || read_stream(&exec, "t.tsv", text.as_bytes(), &options)).unwrap();
        assert_eq!((column(&file, "name"), column(&stream, "name")), (strings(&want), strings(&want)));
    }
    // The first two lines say what the separator is, also if they have quotes.
    assert_eq!(edges(&read("from\tto\tname\na\tb\tSmith,\"Jr\nc\td\tx\n")), ["a b ()", "c d ()"]);
    let input = read("source target weight\n\"a b\" c 1\nd \"e f\" 2\n");
    assert_eq!(edges(&input), ["a b c 1", "d e f 2"]);
}

#[test]
fn empty_cells_at_the_ends_of_lines_are_cells() {
    let input = read("source\ttarget\tcost\t\n1\t2\t3\t7\n2\t3\t4\t8\n");
    assert_eq!(edges(&input), ["1 2 3", "2 3 4"]);
    let input = read("source\ttarget\tcost\tname\n1\t2\t3\t\n2\t3\t4\tx\n");
    assert_eq!((edges(&input), column(&input, "name")), (strings(&["1 2 3", "2 3 4"]), strings(&["", "x"])));
    assert_eq!(edges(&read("\tsource\ttarget\r\n0\ta\tb\r\n1\tb\tc\r\n")), ["a b ()", "b c ()"]);
}

#[test]
fn a_quote_in_the_header_must_end() {
    for text in
        ["source,target,weight,\"na\n1,2,3,c\n", "source\ttarget\t\"note\n1\t2\tc\n", "a,b,\"x\n1,2,\"c\"\n"]
    {
        let said = named(text).unwrap_err().to_string();
        assert!(said.contains("a quoted cell"), "{said}");
    }
    // Quotes inside of cells do not hide what separates them.
    assert_eq!(edges(&named("12\",a\nb,c\n").unwrap()), ["12\" a ()", "b c ()"]);
    assert_eq!(edges(&named("12\" a;b;1\nc;d;2\n").unwrap()), ["12\" a b 1", "c d 2"]);
}

#[test]
fn a_header_may_have_line_ends() {
    for text in [
        "\"my\nid\",source,target\n1,a,b\n2,b,c\n",
        "# by \"me\n\nsource,target,\"the\n\nweight,source\"\na,b,1\nb,c,2\n",
    ] {
        let input = read(text);
        assert_eq!((input.list.edge_count(), input.list.node_count()), (2, 3), "{text}");
    }
}

#[test]
fn commas_between_digits_are_not_always_decimal() {
    let input = read("source,target,cost,start time\n1,2,3,2024-01-01 10:00\n2,3,4,2024-01-01 10:00\n");
    assert_eq!(edges(&input), ["1 2 3", "2 3 4"]);
    assert_eq!(edges(&named("Bus 12,7\nBus 7,9\n").unwrap()), ["Bus 12 7 ()", "Bus 7 9 ()"]);
    assert_eq!(
        edges(&named("Line 1,100,200\nLine 2,200,300\n").unwrap()),
        ["Line 1 100 200", "Line 2 200 300"]
    );
    assert_eq!(edges(&read("1,2,3,4 lanes\n2,3,4,2 lanes\n")), ["1 2 3", "2 3 4"]);
    let comma = TableOptions { decimal_comma: true, ..TableOptions::default() };
    let input = with("from to km\n1 2 1,9\n2 3 2,5\n", comma.clone()).unwrap();
    assert_eq!(edges(&input), ["1 2 1.9", "2 3 2.5"]);
    for row in ["x y 1,5e3", "x y ,5", "x y -1,5", "\"a,b\" c 1,5"] {
        assert!(named(&format!("{row}\ny z 2\n")).is_err(), "{row}");
    }
    // Both marks are in no weight; that the column is not used is said.
    for row in ["x y 1,234.5", "x y 1.234,5"] {
        let input = named(&format!("{row}\ny z 2\n")).unwrap();
        assert_eq!((edges(&input), input.remarks.len()), (strings(&["x y ()", "y z ()"]), 1));
    }
    assert!(with("1 2 1,234,567\n2 3 5\n", TableOptions::default()).is_err());
    // What is written is read again.
    let kept = TableOptions { keep: vec!["a;b".to_owned()], ..TableOptions::default() };
    let input = with("source,target,weight,\"a;b\"\n1,2,3,c;d\n2,3,4,\"1 2,5\"\n", kept.clone()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["t.csv", "t.tsv"] {
        let path = folder.path().join(name);
        input.write(&Exec::current(), &path, &crate::WriteOptions::default()).unwrap();
        let options = ReadOptions { table: kept.clone(), ..ReadOptions::default() };
        let again = crate::read(&Exec::current(), &path, &options).unwrap();
        assert_eq!((again.list, again.attributes), (input.list.clone(), input.attributes.clone()), "{name}");
    }
}

#[test]
fn a_first_row_may_be_long() {
    let points: Vec<String> = (0..20_000).map(|i| format!("{i} {i}")).collect();
    let line = format!("LINESTRING ({})", points.join(", "));
    // With names of rows, which the header lacks.
    let input = read(&format!("source,target,name\n0,a,b,{}\n1,b,c,y\n", "ab".repeat(40_000)));
    assert_eq!(edges(&input), ["a b ()", "b c ()"]);
    for row in [format!("1,2,3,\"{line}\",x"), format!("1,2,3,{},x", "ab".repeat(40_000))] {
        let text = format!("source,target,cost,geom,name\n{row}\n2,3,4,,y\n");
        let input = read(&text);
        assert_eq!(
            (edges(&input), column(&input, "name")),
            (strings(&["1 2 3", "2 3 4"]), strings(&["x", "y"]))
        );
    }
}

/// Reads text in a file whose name says that it is a table.
fn named(text: &str) -> Result<Input> {
    read_bytes(&Exec::current(), "t.csv", text.as_bytes(), &ReadOptions::default())
}

fn strings(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|&text| text.to_owned()).collect()
}

#[test]
fn blanks_in_quotes_are_kept() {
    let input = read("\"source\",\"target\",\"weight\"\n\" x\",\"a\",1\n\"x\",\"b\",2\n\"x \",\"a\",3\n");
    assert_eq!(edges(&input), [" x a 1", "x b 2", "x  a 3"]);
    assert_eq!(input.list.node_count(), 5);
    let input = read("source,target,weight\n x ,a,1\n\"y\" , \"x\", 2\n");
    assert_eq!(edges(&input), ["x a 1", "y x 2"]);
}

#[test]
fn names_with_blanks_or_marks_are_read_as_written() {
    let (exec, folder) = (Exec::new(2).unwrap(), tempfile::tempdir().unwrap());
    let names = [" a", "a", "a ", "a\tb", "\"", "5\" x", "\n", "#", "\u{feff}x", "x,y", "é"];
    let names: crate::Strings = names.iter().collect::<std::collections::BTreeSet<_>>().into_iter().collect();
    let ends = (1..names.len() as u32).map(|node| (0, node, 7_u32));
    let list = EdgeList::from_triples(names.len(), ends.chain([(0, 0, 1)])).unwrap();
    let (list, names) = (AnyEdgeList::from(list), Names::Text(names));
    for name in ["t.csv", "t.tsv"] {
        let path = folder.path().join(name);
        crate::write(&exec, &path, &list, &names, &crate::WriteOptions::default()).unwrap();
        let input = crate::read(&exec, &path, &ReadOptions::default()).unwrap();
        assert_eq!((&input.names, &input.list), (&names, &list), "{name}");
    }
}
