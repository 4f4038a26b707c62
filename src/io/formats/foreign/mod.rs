//! Files that are not in a readable format, with commands that convert them.

use std::path::Path;

use crate::Compression;
use crate::bytes::{has_controls, has_no_lines, plain_suffix};
use known::KNOWN;
use mark::Beginning;

/// The Python expression that writes a graph of NetworkX as an edge list.
macro_rules! by_networkx {
    ($read:literal) => {
        concat!(
            "NetworkX converts it, with the attribute weight and without isolated nodes: \
             nx.write_weighted_edgelist(nx.convert_node_labels_to_integers(",
            $read,
            "), \"graph.txt\")"
        )
    };
}

mod known;
mod mark;
mod shapes;

pub(crate) use mark::Foreign;
pub(crate) use shapes::{matrix, names};

/// Returns the kind of content with this beginning, if it is known and cannot be read as a graph. Matrices
/// have no marks; [`matrix`] recognises them.
pub(crate) fn of(head: &[u8]) -> Option<Foreign> {
    if let Some(compression) = Compression::of_content(head) {
        let name = match compression {
            Compression::Gzip => "gzip data inside compressed data",
            Compression::Zstd => "zstd data inside compressed data",
            Compression::Bzip2 => "bzip2 data inside compressed data",
            Compression::Xz => "xz data inside compressed data",
        };
        return Some(Foreign { name, cure: "decompress it once" });
    }
    let beginning = Beginning::of(head);
    let known = KNOWN.iter().find(|(mark, ..)| beginning.has(mark));
    if let Some(&(_, name, cure)) = known {
        return Some(Foreign { name, cure });
    }
    if has_controls(head) {
        return shapes::wide_text(head);
    }
    if has_no_lines(head) {
        let name = "text whose lines end with carriage returns alone";
        return Some(Foreign { name, cure: "convert its line ends, as with tr '\\r' '\\n'" });
    }
    shapes::of_lines(head)
}

/// Returns the kind of a file by its suffix, if its content looks like an edge list.
pub(crate) fn from_suffix(path: &Path) -> Option<Foreign> {
    match plain_suffix(path)?.as_str() {
        "hgr" => Some(Foreign { name: "a hypergraph (hMETIS)", cure: "" }),
        "adjlist" => {
            Some(Foreign { name: "lists of neighbours", cure: by_networkx!("nx.read_adjlist(FILE)") })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(head: &[u8]) -> Option<&'static str> {
        of(head).map(|stranger| stranger.name)
    }

    #[test]
    fn foreign_files_are_named() {
        let zip = |name: &[u8]| [b"PK\x03\x04", &[0; 26][..], name].concat();
        let cases: &[(&[u8], &str)] = &[
            (b"# 1\n2 5\n# 2\n3 6\n", "LGL"),
            (b"<?xml version=\"1.0\"?>\n<!-- x -->\n<gexf xmlns=\"y\">", "GEXF"),
            (b"\xef\xbb\xbf<?xml version=\"1.0\"?><GEXF>", "GEXF"),
            (b"\n <!DOCTYPE html>\n<html>", "a page of HTML"),
            (b"<x>", "XML of an unknown kind"),
            (b"graph [\n node [ id 1 ]\n", "GML"),
            (b"Creator \"x\"\nVersion 1\ngraph\n[\n", "GML"),
            (b"# x\nVersion 1\ngraph [\n", "GML"),
            (b"digraph G { a -> b }", "DOT (Graphviz)"),
            (b"graph G { a -- b [weight=1] }", "DOT (Graphviz)"),
            (b"/* Created by igraph */\n\ngraph {\n 0 -- 1;\n", "DOT (Graphviz)"),
            (b"// x\n# y\nstrict graph {", "DOT (Graphviz)"),
            (b"*Vertices 3\n1 \"a\"\n", "Pajek"),
            (b"% x\n*Edges\n1 2\n", "Pajek"),
            (b"NAME : x\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\n", "TSPLIB"),
            (b"LEDA.GRAPH\nstring\n", "LEDA"),
            (b"33D32945 STP File, STP Format Version 1.0\n", "SteinLib"),
            (b"SECTION Graph\nNodes 3\nEdges 2\nE 1 2 5\n", "SteinLib"),
            (b"{\"type\": \"FeatureCollection\"", "GeoJSON"),
            (b" {\"nodes\": []", "JSON"),
            (b"{{0, 2}, {2, 0}}", "lists of Mathematica"),
            (b"dl n=3\nformat = edgelist1\n", "UCINET DL"),
            (b"[[1, 2], [2, 3]]", "JSON"),
            (b"{\\rtf1\\ansi 1 2}", "rich text (RTF)"),
            (b"PAR1\x15\x04", "a Parquet file"),
            (b"MATLAB 7.3 MAT-file, Platform", "a MATLAB file of version 7.3"),
            (b"\x80\x04\x95\x0a\0", "a pickled Python object"),
            (b"7z\xbc\xaf\x27\x1c\0\x04", "a 7z archive"),
            (b"\xff\xfe1\0 \x002\0", "UTF-16 text"),
            (b"\xff\xfe\0\x001\0\0\0", "UTF-32 text"),
            (&zip(b"[Content_Types].xml"), "an Excel workbook or another Office document"),
            (&zip(b"roads.gr"), "a zip archive"),
            (b"PK\x03\x04", "a zip archive"),
            (b"%PDF-1.4\n%\xe2\xe3", "a PDF document"),
            (b"version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS, not the file itself"),
            (b"1 2\r2 3\r3 4", "text whose lines end with carriage returns alone"),
        ];
        for &(head, want) in cases {
            assert_eq!(name(head), Some(want), "{}", head.escape_ascii());
        }
        let graphs_and_what_nobody_knows: &[&[u8]] = &[
            b"# x\n1 2\n# edge_weight_type int\n2 3\n",
            b"source,target,edge_weight_type\n1,2,3\n",
            b"# x\n1 2\n# 9 edges\n2 3\n",
            b"1 2 3\n2 3 4\n",
            b"# x\n1,2\n",
            b"hello\n",
            b"hello world\n",
            b"",
            b"\x00\x01",
            b"\x01\r\x02\r",
            b"/* x",
            b"# x",
        ];
        for head in graphs_and_what_nobody_knows {
            assert_eq!(name(head), None, "{}", head.escape_ascii());
        }
    }
}
