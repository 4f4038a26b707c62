//! Files that are nearly right: each is read as its author meant it, remarked on, or refused.

use boscage::exec::Exec;
use boscage::io::{Format, Input, ReadOptions, read_bytes};
use boscage::operators::connected_components_of_edges;
use boscage::with_edge_list;

fn read(name: &str, text: &str) -> Result<Input, String> {
    let options = ReadOptions::default();
    read_bytes(&Exec::current(), name, text.as_bytes(), &options).map_err(|error| error.to_string())
}

/// Format, nodes, edges, trees, direction.
fn shape(input: &Input) -> (Format, usize, usize, usize, bool) {
    let exec = Exec::current();
    let trees = with_edge_list!(&input.list, list => {
        connected_components_of_edges(&exec, list).unwrap().count()
    });
    (input.format, input.list.node_count(), input.list.edge_count(), trees, input.is_directed)
}

fn remarks(input: &Input) -> String {
    input.remarks.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

#[test]
fn a_banner_that_is_not_at_the_first_byte_is_read_or_named() {
    let matrix = "MatrixMarket matrix coordinate real general\n5 5 3\n2 3 1\n3 4 2\n3 5 3\n";
    for name in ["m.mtx", "m", "m.txt"] {
        for start in [" %%", "\n%%", "\r\n\t%%", "\u{feff}%%"] {
            let input = read(name, &format!("{start}{matrix}")).unwrap();
            assert_eq!(shape(&input), (Format::MatrixMarket, 5, 3, 2, true), "{start:?}");
        }
        for start in ["%", "%%%", "%% ", "% a comment\n%%", "# a comment\n%%"] {
            let refused = read(name, &format!("{start}{matrix}")).unwrap_err();
            assert!(refused.contains(":1: expected `%%MatrixMarket`, found `"), "{start:?}: {refused}");
        }
    }
    // Without a banner, the suffix tells that one is missing; without a suffix, a remark does.
    let lines = "5 5 3\n2 3 1\n3 4 2\n3 5 3\n";
    let refused = read("m.mtx", lines).unwrap_err();
    assert!(refused.contains("expected `%%MatrixMarket`, found `5`"), "{refused}");
    assert!(remarks(&read("m", lines).unwrap()).contains("equals the numbers of nodes and edges"));
    assert!(read("m.mtx", "%%MatrixMarkt matrix coordinate real general\n5 5 1\n2 3 1\n").is_err());
}

#[test]
fn commas_are_no_decimal_marks_beside_blanks() {
    let mixed = [
        "1\t2\t1,9\n2\t3\t1,1\n1\t3\t1,5\n",
        "1 2 1,9\n2 3 1,1\n",
        "1 2 610,086\n",
        "1 2 5\n1 2 610,086\n",
        "1,2,5\n1 2 5\n",
        "1,923,115 1,053,787\n",
        "1, 2 3\n",
    ];
    for text in mixed {
        for name in ["g.txt", "g.csv", "g"] {
            let refused = read(name, text).unwrap_err();
            assert!(refused.contains("if commas are decimal marks, say so"), "{text:?}: {refused}");
        }
    }
    let refused = read("g.csv", "1;2;1,9\n").unwrap_err();
    assert!(refused.contains("if it is a decimal comma, say so"), "{refused}");
    assert_eq!(shape(&read("g.csv", "1|2|1.9\n").unwrap()), (Format::Csv, 2, 1, 1, false));
    for text in ["1,2,1.5\n2,3,2\n", "1, 2, 1.5\n2, 3, 2\n", "1 ,\t2 , 1.5\r\n2,3 ,2"] {
        assert_eq!(shape(&read("g.csv", text).unwrap()), (Format::EdgeList, 3, 2, 1, false), "{text:?}");
    }
    for text in ["1,2,\n", "1,,2\n", "1,2,,5\n", "1\t2\t\t5\n"] {
        assert!(read("g.csv", text).unwrap_err().contains("found an empty column"), "{text:?}");
    }
}

#[test]
fn columns_that_are_not_used_are_remarked() {
    let input = read("ways.csv", "1,1923835115,10537875,60\n2,10537875,10537876,70\n").unwrap();
    assert!(remarks(&input).starts_with("line 1: the fourth column is not used"));
    let input = read("g.txt", "% sym positive\n1 2 5 1082008561\n").unwrap();
    assert!(remarks(&input).starts_with("line 2: the fourth column is not used"));
    assert!(remarks(&read("g.txt", "1 2 5 2020-01-31\n").unwrap()).starts_with("line 1: the fourth column"));
    let refused = read("g.txt", "1 2 2020-01-31\n").unwrap_err();
    assert!(refused.contains("a date or time is not a weight"), "{refused}");
    assert!(read("g.txt", "1 2 3\n2 3\n").unwrap_err().contains("every line must have as many columns"));
    assert!(read("g.txt", "1 2 3 4 5\n").unwrap_err().contains("choose the columns"));
    assert!(read("g.txt", "1.0 2.0 3\n").unwrap_err().contains("without a point"));
    assert!(
        read("g.graph", "2 1 10\n9 2\n8 1\n").is_ok_and(|input| remarks(&input).contains("weights of nodes"))
    );
    assert!(
        read("g.gr", "p max 2 1\nn 1 s\na 1 2 5\n")
            .is_ok_and(|input| remarks(&input).contains("lines that describe nodes"))
    );
}

#[test]
fn both_sides_of_bipartite_graphs_keep_their_nodes() {
    let input = read("out.bip", "% bip unweighted\n% 3 2 2\n1 1\n1 2\n2 2\n").unwrap();
    assert_eq!(shape(&input), (Format::EdgeList, 4, 3, 1, false));
    assert!(remarks(&input).contains("bipartite"));
}

#[test]
fn lines_of_edges_in_dimacs_files_are_undirected() {
    for problem in ["edge", "col"] {
        let input = read("g.col", &format!("p {problem} 4 3\ne 1 2\ne 2 3\ne 1 3\n")).unwrap();
        assert_eq!(shape(&input), (Format::Dimacs, 4, 3, 2, false));
        let both = read("g.col", &format!("p {problem} 3 4\ne 1 2\ne 2 1\ne 2 3\ne 3 2\n")).unwrap();
        assert_eq!(shape(&both), (Format::Dimacs, 3, 2, 1, false));
    }
    assert_eq!(shape(&read("g.gr", "p sp 3 1\na 1 2 5\n").unwrap()), (Format::Dimacs, 3, 1, 2, true));
    assert!(read("g.gr", "p tw 3 2\n1 2\n2 3\n").unwrap_err().contains("edges in PACE files"));
}

#[test]
fn a_first_line_that_may_be_counts_is_remarked() {
    let input = read("g.txt", "5 4\n0 1\n1 2\n2 3\n3 4\n").unwrap();
    assert_eq!(shape(&input), (Format::EdgeList, 6, 5, 1, false));
    assert!(remarks(&input).starts_with("line 1: taken for an edge, but"));
    assert!(read("g.txt", "4\n5\n0 1\n").unwrap_err().contains("if the line is a count"));
    let cut = read("g.txt", "# Nodes: 9 Edges: 7\n0 1\n1 2\n").unwrap();
    assert!(remarks(&cut).contains("9 nodes are declared, but there are 3"));
    assert!(remarks(&cut).contains("7 edges are declared, but there are 2"));
}

#[test]
fn weights_that_would_become_zero_are_refused() {
    for text in [
        "1 2 1e-400\n",
        "1 2 -1e-400\n",
        "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 1e-400\n",
    ] {
        assert!(read("g", text).unwrap_err().contains("that is 0 or at least 4.9e-324 in size"), "{text:?}");
    }
    assert!(read("g", "1 2 0.0e-400\n2 3 5e-324\n").is_ok());
}

#[test]
fn where_the_suffix_decides_the_other_format_is_named() {
    let cycle = "3 3\n2 3\n1 3\n1 2\n";
    let input = read("g.txt", cycle).unwrap();
    assert_eq!(shape(&input), (Format::EdgeList, 3, 4, 1, false));
    assert!(remarks(&input).contains("but it may be METIS"));
    for name in ["g.graph", "g"] {
        let input = read(name, cycle).unwrap();
        assert_eq!((shape(&input), remarks(&input)), ((Format::Metis, 3, 3, 1, false), String::new()));
    }
    let lists = read("g.graph", "3 3\n1 2\n2 3\n3 1\n").unwrap();
    assert_eq!(shape(&lists), (Format::Metis, 3, 6, 1, true));
    assert!(remarks(&lists).contains("its lines do not mirror each other"));
    for (name, text) in [("g.graph", "1 2\n2 3\n1 3\n"), ("g.el", "4 3\n2\n1 3\n2 4\n3\n")] {
        assert!(read(name, text).unwrap_err().contains("name that format"), "{name}");
    }
    let (path, format) = ("g.txt", Some(Format::EdgeList));
    let options = ReadOptions { format, ..ReadOptions::default() };
    let input = read_bytes(&Exec::current(), path, cycle.as_bytes(), &options).unwrap();
    assert!(!remarks(&input).contains("METIS"));
}

#[test]
fn symmetric_matrices_with_both_triangles_are_remarked() {
    let banner = |symmetry| format!("%%MatrixMarket matrix coordinate integer {symmetry}\n");
    let both = "3 3 4\n2 1 5\n1 2 5\n3 2 6\n2 3 6\n";
    let input = read("m.mtx", &(banner("symmetric") + both)).unwrap();
    assert_eq!(shape(&input), (Format::MatrixMarket, 3, 4, 1, false));
    assert!(remarks(&input).contains("entries are on both sides of the diagonal"));
    for matrix in
        [banner("symmetric") + "3 3 3\n2 1 5\n3 2 6\n3 3 1\n", banner("symmetric") + "3 3 2\n1 2 5\n2 3 6\n"]
    {
        assert_eq!(remarks(&read("m.mtx", &matrix).unwrap()), "");
    }
    assert_eq!(
        shape(&read("m.mtx", &(banner("general") + both)).unwrap()),
        (Format::MatrixMarket, 3, 2, 1, false)
    );
}

#[test]
fn guesses_are_told_from_signatures() {
    let is_guessed = |name: &str, text: &str| read(name, text).unwrap().is_guessed;
    assert!(is_guessed("g", "1 2\n"));
    assert!(is_guessed("g", "2 1\n2\n1\n"));
    assert!(!is_guessed("g", "p sp 1 0\n"));
    assert!(!is_guessed("g", "%%MatrixMarket matrix array real general\n0 0\n"));
    let options = ReadOptions { format: Some(Format::EdgeList), ..ReadOptions::default() };
    assert!(!read_bytes(&Exec::current(), "g", b"1 2\n", &options).unwrap().is_guessed);
}

#[test]
fn comments_end_with_their_lines_in_every_format() {
    for (name, text) in [
        ("m.mtx", "%%MatrixMarket matrix coordinate integer general\n% x\r3 3 2\n2 2 1\n1 2 7\n"),
        ("m.mtx", "%%MatrixMarket matrix coordinate integer general\n2 2 1\n% x\r1 2 9\n1 2 7\n"),
        ("m.mtx", "%%MatrixMarket matrix array integer general\n2 2\n0 7\n% x\r7\n7 0\n"),
        ("g.graph", "% x\r9 9\n2 1\n2\n1\n"),
        ("g.graph", "2 1\n% x\r2\n2\n1\n"),
        ("g.gr", "c x\rp sp 9 1\np sp 2 1\na 1 2 5\n"),
        ("g.gr", "p sp 2 1\nc x\ra 2 1 5\na 1 2 5\n"),
        ("g.txt", "# x\r1 2\n2 3\n"),
        ("g.txt", "1 2\n# x\r2 3\n3 4\n"),
    ] {
        let refused = read(name, text).unwrap_err();
        assert!(refused.contains("a carriage return inside it"), "{text:?}: {refused}");
    }
}

#[test]
fn formats_of_words_have_any_number_of_tabs_between_them() {
    for (name, text) in [
        ("g.gr", "p sp 3 2\na 1\t\t2\t5\na 2\t\t3 5\n"),
        ("g.gr", "cExample\tmade by me\np sp\t\t3 2\na 1 2 5\na 2 3 5\n"),
        ("g.gr", "n 1 5\np edge 3 2\ne 1 2\ne 2 3\n"),
        ("g.adj", "WeightedEdgeArray\n0\t\t1 5\n1 2\t\t6\n"),
        ("g.mtx", "%%MatrixMarket matrix coordinate integer symmetric\n3\t\t3 2\n2\t\t1 5\n3 2\t\t6\n"),
    ] {
        let input = read(name, text).unwrap_or_else(|error| panic!("{text:?}: {error}"));
        assert_eq!((input.list.node_count(), input.list.edge_count()), (3, 2), "{text:?}");
    }
    assert!(read("g.txt", "1\t\t2\n").unwrap_err().contains("an empty column"));
}

#[test]
fn tables_for_people_come_with_what_to_do() {
    for (text, cure) in [
        ("1,2,\"1,234\"\n", "if it is a decimal comma, say so"),
        ("1 10\n2 20\n#\n1 2\n", "sed '1,/^#/d'"),
        ("a,b\nfrom,to\n1,2\n", "as with --from csv"),
        ("Paris London 3\nLondon Rome 4\n", "as with --from csv"),
        ("// x\n1 2\n", "known formats are"),
        ("! x\n1 2\n", "known formats are"),
        ("%PDF-1.4\n", "a PDF document"),
    ] {
        let refused = read("g", text).unwrap_err();
        assert!(refused.contains(cure), "{text:?}: {refused}");
    }
    for text in ["1 2 3\n// x\n", "1 2 3\n; x\n", "1 2 3 # x\n"] {
        assert!(read("g", text).is_err(), "{text:?}");
    }
}
