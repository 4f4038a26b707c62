//! The commands that messages advise make the graph that the file was meant to be.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

use boscage::exec::Exec;
use boscage::graph::Edge;
use boscage::io::{ReadOptions, read};
use boscage::with_edge_list;

/// The edges of a file, or what is wrong with it, and what is remarked.
fn edges(path: &Path) -> Result<(String, String), String> {
    let input = read(&Exec::current(), path, &ReadOptions::default()).map_err(|error| error.to_string())?;
    let edges = with_edge_list!(&input.list, list => {
        let named = |node| input.names.name(node);
        let edge = |edge: &Edge<_>| format!("{}-{} {:?}", named(edge.u), named(edge.v), edge.weight);
        list.edges().iter().map(edge).collect::<Vec<_>>().join(", ")
    });
    Ok((edges, input.remarks.iter().map(ToString::to_string).collect()))
}

/// Makes `graph.txt` of a file by a command that names it `FILE`, or reads it from the standard input.
fn run(command: &str, folder: &Path, file: &str) {
    let to = if command.contains('>') { "" } else { "> graph.txt" };
    let script = match command.contains("FILE") {
        true => format!("{} {to}", command.replace("FILE", file)),
        false => format!("{command} < {file} {to}"),
    };
    let status = Command::new("sh").args(["-c", &script]).current_dir(folder).status().unwrap();
    assert!(status.success(), "{script}");
}

#[test]
fn what_messages_advise_makes_the_graph_that_was_meant() {
    const TGF: &str = "sed '1,/^#/d' FILE > graph.txt";
    const RETURNS: &str = "tr '\\r' '\\n'";
    for (name, text, command, want) in [
        ("g.tgf", "1 a\n2 b\n3 c\n#\n1 2 5\n2 3 6\n", TGF, "1-2 5, 2-3 6"),
        ("g.tgf", "1 7\n2 8\n3 9\n#\n1 2\n2 3\n", TGF, "1-2 (), 2-3 ()"),
        ("old.txt", "1 2 5\r2 3 6\r", RETURNS, "1-2 5, 2-3 6"),
        ("half.txt", "# x\r1 2\n2 3\n", RETURNS, "1-2 (), 2-3 ()"),
        (
            "g.stp",
            "33D32945 STP File, STP Format Version 1.0\n\nSECTION Graph\nNodes 3\nEdges 2\nE 1 2 5\nE 2 3 \
             6\nEND\n\nEOF\n",
            "sed -n 's/^ *[EA] //p' FILE > graph.txt",
            "1-2 5, 2-3 6",
        ),
        ("g.net", "% x\n*Edges\n 1 2 5\n 2 3 6\n", "grep '^ *[0-9]' FILE > graph.txt", "1-2 5, 2-3 6"),
        ("g.pace", "p tw 3 2\n1 2\n2 3\n", "sed 's/^[0-9]/e &/'", "1-2 (), 2-3 ()"),
        ("end.txt", "1 2 7\n2 3 4\n0 0 0\n", "sed '$d'", "1-2 7, 2-3 4"),
        ("wide", "1\0 \x002\0\n\x002\0 \x003\0\n\0", "iconv -f UTF-16LE -t UTF-8", "1-2 (), 2-3 ()"),
        ("counts", "3 2\n1 2\n2 3\n", "sed 1d", "1-2 (), 2-3 ()"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let said = match edges(&path) {
            Ok((_, remarks)) => remarks,
            Err(error) => error,
        };
        assert!(said.contains(command), "{name}: {said}");
        run(command, folder.path(), name);
        match edges(&folder.path().join("graph.txt")) {
            Ok((edges, _)) => assert_eq!(edges, want, "{name}"),
            Err(error) => assert!(error.contains(want), "{name}: {error}"),
        }
    }
}
