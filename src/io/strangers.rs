//! Files that are no graph in a format that can be read, and the command that makes one of them.

use super::scan::without_mark;
use super::{Compression, sniff};

/// A kind of file: its name with an article, and what to do about it.
pub(super) struct Stranger {
    pub(super) name: &'static str,
    pub(super) cure: &'static str,
}

/// How a kind of file is recognised.
enum Mark {
    /// These bytes, at this place.
    At(usize, &'static [u8]),
    /// A zip archive whose first member has a name with this in it; empty for any archive.
    Zip(&'static [u8]),
    /// XML with this in its beginning, in any case.
    Xml(&'static str),
    /// Text that begins so after white space, in any case.
    Begins(&'static str),
    /// Text that begins so, and has this later in its beginning, both in any case.
    BeginsAndHas(&'static str, &'static str),
    /// Text with this in its beginning, in any case.
    Has(&'static str),
}

/// The Python expression that writes a graph of NetworkX as an edge list.
macro_rules! by_networkx {
    ($read:literal) => {
        concat!(
            "NetworkX converts it: nx.write_weighted_edgelist(nx.convert_node_labels_to_integers(",
            $read,
            "), \"graph.txt\")"
        )
    };
}

const BY_GEOPANDAS: &str = "momepy converts lines: nx.write_edgelist(nx.convert_node_labels_to_integers(\
     momepy.gdf_to_nx(geopandas.read_file(FILE))), \"graph.txt\", data=[\"mm_len\"])";

const BY_DUCKDB: &str =
    "DuckDB converts it: COPY (SELECT source, target, weight FROM 'FILE') TO 'graph.csv' (HEADER false)";

const AS_CSV: &str = "save its columns of ends and weights as CSV, without the line of column names";

const BY_NUMPY: &str = "NumPy converts columns of edges: numpy.savetxt(\"graph.txt\", numpy.load(FILE), fmt=\"%.17g\"); \
     SciPy a matrix: scipy.io.mmwrite(\"graph.mtx\", numpy.load(FILE))";

const BY_NUMPY_NAME: &str =
    "NumPy converts columns of edges: numpy.savetxt(\"graph.txt\", numpy.load(FILE)[NAME], fmt=\"%.17g\")";

const BY_SCIPY: &str = "SciPy converts it: scipy.io.mmwrite(\"graph.mtx\", scipy.sparse.load_npz(FILE))";

const BY_OSM4ROUTING: &str =
    "osm4routing FILE writes edges.csv; its edges: cut -d, -f3-5 edges.csv | tail -n +2 > graph.csv";

/// The first that fits counts.
const KNOWN: [(Mark, &str, &str); 47] = [
    (Mark::At(257, b"ustar"), "a tar archive", "unpack it first, as with tar -xf"),
    (Mark::Zip(b"indices.npy"), "a sparse matrix of SciPy (.npz)", BY_SCIPY),
    (Mark::Zip(b"indptr.npy"), "a sparse matrix of SciPy (.npz)", BY_SCIPY),
    (Mark::Zip(b"row.npy"), "a sparse matrix of SciPy (.npz)", BY_SCIPY),
    (Mark::Zip(b".npy"), "arrays of NumPy (.npz)", BY_NUMPY_NAME),
    (Mark::Zip(b"[Content_Types].xml"), "an Excel workbook or another Office document", AS_CSV),
    (Mark::Zip(b"mimetype"), "an OpenDocument file", AS_CSV),
    (Mark::Zip(b".kml"), "KML, zipped (.kmz)", BY_GEOPANDAS),
    (Mark::Zip(b""), "a zip archive", "unpack it first, as with unzip"),
    (Mark::At(0, b"\xd0\xcf\x11\xe0"), "an Excel workbook or another Office document", AS_CSV),
    (Mark::At(4, b"\x0a\x09OSMHeader"), "an OpenStreetMap extract (PBF)", BY_OSM4ROUTING),
    (Mark::At(0, b"PAR1"), "a Parquet file", BY_DUCKDB),
    (Mark::At(0, b"ARROW1"), "an Arrow file", "Polars converts it: polars.read_ipc(FILE).write_csv(...)"),
    (
        Mark::At(0, b"\x89HDF"),
        "an HDF5 file",
        "export its columns of edges as CSV, or a matrix with scipy.io.mmwrite",
    ),
    (Mark::At(68, b"GPKG"), "a GeoPackage", BY_GEOPANDAS),
    (Mark::At(0, b"SQLite format 3"), "an SQLite database", AS_CSV),
    (Mark::At(0, b"\x00\x00\x27\x0a"), "a shapefile", BY_GEOPANDAS),
    (Mark::At(0, b"\x93NUMPY"), "an array of NumPy (.npy)", BY_NUMPY),
    (
        Mark::At(0, b"MATLAB 5.0"),
        "a MATLAB file",
        "SciPy converts it: scipy.io.mmwrite(\"graph.mtx\", scipy.io.loadmat(FILE)[NAME])",
    ),
    (Mark::At(0, b"\xff\xfe"), "UTF-16 text", "convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8"),
    (Mark::At(0, b"\xfe\xff"), "UTF-16 text", "convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8"),
    (Mark::At(0, b"%PDF"), "a PDF document", ""),
    (Mark::At(0, b"%!PS"), "a PostScript document", ""),
    (
        Mark::Begins("version https://git-lfs."),
        "a pointer of Git LFS, not the file itself",
        "fetch the file, as with git lfs pull",
    ),
    (Mark::Xml("<graphml"), "GraphML", by_networkx!("nx.read_graphml(FILE)")),
    (Mark::Xml("<gexf"), "GEXF", by_networkx!("nx.read_gexf(FILE)")),
    (
        Mark::Xml("<osm"),
        "an OpenStreetMap extract (XML)",
        "osmium cat FILE -o FILE.osm.pbf, then osm4routing FILE.osm.pbf, which writes edges.csv",
    ),
    (Mark::Xml("<kml"), "KML", BY_GEOPANDAS),
    (Mark::Xml("<gpx"), "GPX", BY_GEOPANDAS),
    (Mark::Xml("<html"), "a page of HTML", "was the file itself downloaded?"),
    (Mark::Xml("<!doctype html"), "a page of HTML", "was the file itself downloaded?"),
    (Mark::Begins("<http"), "RDF triples", "number the nodes first"),
    (Mark::Begins("<"), "XML of an unknown kind", ""),
    (Mark::Begins("*vertices"), "Pajek", by_networkx!("nx.read_pajek(FILE)")),
    (Mark::Begins("*network"), "Pajek", by_networkx!("nx.read_pajek(FILE)")),
    (Mark::BeginsAndHas("graph", "["), "GML", by_networkx!("nx.read_gml(FILE, label=\"id\")")),
    (Mark::BeginsAndHas("creator", "["), "GML", by_networkx!("nx.read_gml(FILE, label=\"id\")")),
    (Mark::BeginsAndHas("strict", "{"), "DOT (Graphviz)", by_networkx!("nx.nx_pydot.read_dot(FILE)")),
    (Mark::BeginsAndHas("graph", "{"), "DOT (Graphviz)", by_networkx!("nx.nx_pydot.read_dot(FILE)")),
    (Mark::BeginsAndHas("digraph", "{"), "DOT (Graphviz)", by_networkx!("nx.nx_pydot.read_dot(FILE)")),
    (Mark::Begins("leda.graph"), "LEDA", by_networkx!("nx.read_leda(FILE)")),
    (Mark::Begins(">>graph6<<"), "graph6", by_networkx!("nx.read_graph6(FILE)")),
    (Mark::Begins(">>sparse6<<"), "sparse6", by_networkx!("nx.read_sparse6(FILE)")),
    (Mark::Begins("nodedef>"), "GDF (GUESS)", "igraph and Gephi convert it"),
    (
        Mark::Has("edge_weight_type"),
        "TSPLIB",
        "tsplib95 converts it: nx.write_weighted_edgelist(tsplib95.load(FILE).get_graph(), \"graph.txt\")",
    ),
    (Mark::BeginsAndHas("{", "\"featurecollection\""), "GeoJSON", BY_GEOPANDAS),
    (Mark::Begins("{"), "JSON", by_networkx!("nx.node_link_graph(json.load(open(FILE)))")),
];

/// What a content is that begins so, if it is known to be no graph that can be read.
pub(super) fn of(head: &[u8]) -> Option<Stranger> {
    if let Some(compression) = Compression::of_content(head) {
        let name = match compression {
            Compression::Gzip => "gzip data inside compressed data",
            Compression::Zstd => "zstd data inside compressed data",
            Compression::Bzip2 => "bzip2 data inside compressed data",
            Compression::Xz => "xz data inside compressed data",
        };
        return Some(Stranger { name, cure: "decompress it once" });
    }
    let beginning = Beginning::of(head);
    let known = KNOWN.iter().find(|(mark, ..)| beginning.has(mark));
    if let Some(&(_, name, cure)) = known {
        return Some(Stranger { name, cure });
    }
    if is_lgl(head) {
        let cure = "igraph converts it: igraph.Graph.Read_Lgl(FILE).write_ncol(\"graph.txt\", names=None)";
        return Some(Stranger { name: "LGL", cure });
    }
    if sniff::has_no_lines(head) {
        let name = "text whose lines end with carriage returns alone";
        return Some(Stranger { name, cure: "convert its line ends, as with tr '\\r' '\\n'" });
    }
    table(head)
}

/// The first bytes of a content, and the same as text.
struct Beginning<'a> {
    head: &'a [u8],
    /// In lower case, without white space before.
    text: Vec<u8>,
}

impl<'a> Beginning<'a> {
    fn of(head: &'a [u8]) -> Self {
        /// Bytes in which a word must come.
        const TEXT: usize = 4096;
        let text = without_mark(head).trim_ascii_start();
        Self { head, text: text[..text.len().min(TEXT)].to_ascii_lowercase() }
    }

    fn has(&self, mark: &Mark) -> bool {
        let Self { head, text } = self;
        match *mark {
            Mark::At(at, bytes) => head.get(at..at + bytes.len()) == Some(bytes),
            Mark::Zip(name) => {
                // The name of the first member follows its header, of which it ends at most here.
                head.starts_with(b"PK\x03\x04") && contains(head.get(30..).unwrap_or_default(), name, 64)
            }
            Mark::Xml(word) => text.starts_with(b"<") && contains(text, word.as_bytes(), usize::MAX),
            Mark::Begins(word) => text.starts_with(word.as_bytes()),
            Mark::BeginsAndHas(first, later) => {
                text.starts_with(first.as_bytes()) && contains(text, later.as_bytes(), usize::MAX)
            }
            Mark::Has(word) => contains(text, word.as_bytes(), usize::MAX),
        }
    }
}

/// Whether `word` begins among the first `most` bytes.
fn contains(bytes: &[u8], word: &[u8], most: usize) -> bool {
    let most = most.saturating_add(word.len()).min(bytes.len());
    memchr::memmem::find(&bytes[..most], word).is_some()
}

/// Whether these are lists of neighbours in the format of LGL: after a line `# NODE` come its neighbours.
fn is_lgl(head: &[u8]) -> bool {
    let lines = without_mark(head).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let mut lines = lines
        .filter(|line| !line.is_empty())
        .map(|line| line.strip_prefix(b"# ").is_some_and(|node| !node.is_empty() && !node.contains(&b' ')));
    // The first node, its neighbours, another node.
    lines.next() == Some(true) && lines.next() == Some(false) && lines.any(|is_node| is_node)
}

/// A table with a line of column names, or with names for nodes.
fn table(head: &[u8]) -> Option<Stranger> {
    let mut lines = without_mark(head).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let (first, second) = (lines.next()?, lines.find(|line| !line.is_empty())?);
    let is_separator = |byte: &u8| matches!(byte, b',' | b';' | b'|' | b'\t' | b' ');
    let columns = |line: &[u8]| line.split(is_separator).filter(|token| !token.is_empty()).count();
    let begins_with_word = |line: &[u8]| line[0].is_ascii_alphabetic() || matches!(line[0], b'"' | b'\'');
    if first.is_empty() || !begins_with_word(first) || columns(first) < 2 {
        return None;
    }
    if !begins_with_word(second) {
        let cure = "remove the line of names, as with tail -n +2, and choose the columns, as with cut: \
                    two ends, or two ends and a weight";
        return Some(Stranger { name: "a table with a line of column names", cure });
    }
    let cure = "nodes are integers: number the names first, without quotes";
    (columns(first) == columns(second)).then_some(Stranger { name: "a table whose nodes have names", cure })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(head: &[u8]) -> Option<&'static str> {
        of(head).map(|stranger| stranger.name)
    }

    #[test]
    fn files_of_others_are_named() {
        let zip = |name: &[u8]| [b"PK\x03\x04", &[0; 26][..], name].concat();
        let cases: [(&[u8], &str); 28] = [
            (b"# 1\n2 5\n# 2\n3 6\n", "LGL"),
            (b"<?xml version=\"1.0\"?>\n<!-- x -->\n<graphml xmlns=\"y\">", "GraphML"),
            (b"\xef\xbb\xbf<?xml version=\"1.0\"?><GEXF>", "GEXF"),
            (b"<osm version=\"0.6\">", "an OpenStreetMap extract (XML)"),
            (b"\n <!DOCTYPE html>\n<html>", "a page of HTML"),
            (b"<x>", "XML of an unknown kind"),
            (b"graph [\n node [ id 1 ]\n", "GML"),
            (b"Creator \"x\"\ngraph\n[\n", "GML"),
            (b"digraph G { a -> b }", "DOT (Graphviz)"),
            (b"*Vertices 3\n1 \"a\"\n", "Pajek"),
            (b"NAME : x\nTYPE : TSP\nDIMENSION : 3\nEDGE_WEIGHT_TYPE : EUC_2D\n", "TSPLIB"),
            (b"LEDA.GRAPH\nstring\n", "LEDA"),
            (b"{\"type\": \"FeatureCollection\"", "GeoJSON"),
            (b" {\"nodes\": []", "JSON"),
            (b"PAR1\x15\x04", "a Parquet file"),
            (b"\x93NUMPY\x01\x00v\x00", "an array of NumPy (.npy)"),
            (&zip(b"indices.npy"), "a sparse matrix of SciPy (.npz)"),
            (&zip(b"arr_0.npy"), "arrays of NumPy (.npz)"),
            (&zip(b"[Content_Types].xml"), "an Excel workbook or another Office document"),
            (&zip(b"roads.gr"), "a zip archive"),
            (b"PK\x03\x04", "a zip archive"),
            (b"\x00\x00\x00\x0d\x0a\x09OSMHeader\x18", "an OpenStreetMap extract (PBF)"),
            (b"%PDF-1.4\n%\xe2\xe3", "a PDF document"),
            (b"from,to,weight\n1,2,3\n", "a table with a line of column names"),
            (b"\"from\";\"to\"\n\"1\";\"2\"\n", "a table whose nodes have names"),
            (b"Paris London 3\nLondon Rome 4\n", "a table whose nodes have names"),
            (b"version https://git-lfs.github.com/spec/v1\n", "a pointer of Git LFS, not the file itself"),
            (b"1 2\r2 3\r3 4", "text whose lines end with carriage returns alone"),
        ];
        for (head, want) in cases {
            assert_eq!(name(head), Some(want), "{}", head.escape_ascii());
        }
        for head in [
            &b"# x\n1 2\n# 9 edges\n2 3\n"[..],
            &b"1 2 3\n2 3 4\n"[..],
            b"# x\n1,2\n",
            b"hello\n",
            b"hello world\n",
            b"",
            b"\x00\x01",
        ] {
            assert_eq!(name(head), None, "{}", head.escape_ascii());
        }
    }
}
