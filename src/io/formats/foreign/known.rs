//! Kinds of files that are recognised by their first bytes or words.

use super::mark::Mark;

const BY_GEOPANDAS: &str = "momepy converts lines: nx.write_edgelist(nx.convert_node_labels_to_integers(\
     momepy.gdf_to_nx(geopandas.read_file(FILE))), \"graph.txt\", data=[\"mm_len\"])";

const BY_DUCKDB: &str =
    "DuckDB converts it: COPY (SELECT source, target, weight FROM 'FILE') TO 'graph.csv' (HEADER false)";

const AS_CSV: &str = "save its columns of ends and weights as CSV, without the line of column names";

const BY_IGRAPH_OF_PAJEK: &str =
    "igraph converts it: igraph.Graph.Read_Pajek(FILE).write_ncol(\"graph.txt\", names=None)";

const BY_GML: &str = by_networkx!("nx.read_gml(FILE, label=\"id\")");

const BY_DOT: &str = by_networkx!("nx.nx_agraph.read_dot(FILE)");

const BY_PICKLE: &str = by_networkx!("pickle.load(open(FILE, \"rb\"))");

const BY_MATLAB: &str = "MATLAB writes its edges: [i, j, w] = find(A); writematrix([i j w], \"graph.csv\")";

const BY_SED: &str = "its edges, or arcs: sed -n 's/^ *[EA] //p' FILE > graph.txt";

const TSPLIB: &str = "\nedge_weight_type";

const BY_TSPLIB95: &str =
    "tsplib95 converts it: nx.write_weighted_edgelist(tsplib95.load(FILE).get_graph(), \"graph.txt\")";

/// Kinds of files that are recognised by their beginning. The first one that fits counts.
pub(crate) const KNOWN: &[(Mark, &str, &str)] = &[
    (Mark::At(257, b"ustar"), "a tar archive", "unpack it first, as with tar -xf"),
    (Mark::Zip(b"[Content_Types].xml"), "an Excel workbook or another Office document", AS_CSV),
    (Mark::Zip(b"mimetype"), "an OpenDocument file", AS_CSV),
    (Mark::Zip(b".kml"), "KML, zipped (.kmz)", BY_GEOPANDAS),
    (Mark::Zip(b""), "a zip archive", "unpack it first, as with unzip"),
    (Mark::At(0, b"\xd0\xcf\x11\xe0"), "an Excel workbook or another Office document", AS_CSV),
    (Mark::At(0, b"PAR1"), "a Parquet file", BY_DUCKDB),
    (
        Mark::At(0, b"ARROW1"),
        "an Arrow file",
        "Polars converts it: polars.read_ipc(FILE).write_csv(\"graph.csv\", include_header=False)",
    ),
    (
        Mark::At(0, b"\x89HDF"),
        "an HDF5 file",
        "export its columns of edges as CSV, or a matrix with scipy.io.mmwrite",
    ),
    (Mark::At(68, b"GPKG"), "a GeoPackage", BY_GEOPANDAS),
    (Mark::At(0, b"SQLite format 3"), "an SQLite database", AS_CSV),
    (Mark::At(0, b"\x00\x00\x27\x0a"), "a shapefile", BY_GEOPANDAS),
    (
        Mark::At(0, b"MATLAB 5.0"),
        "a MATLAB file",
        "SciPy converts it: scipy.io.mmwrite(\"graph.mtx\", scipy.io.loadmat(FILE)[NAME])",
    ),
    (Mark::At(0, b"MATLAB 7.3"), "a MATLAB file of version 7.3", BY_MATLAB),
    (Mark::At(0, b"\x80\x02c"), "a pickled Python object", BY_PICKLE),
    (Mark::At(0, b"\x80\x03c"), "a pickled Python object", BY_PICKLE),
    (Mark::At(0, b"\x80\x04\x95"), "a pickled Python object", BY_PICKLE),
    (Mark::At(0, b"\x80\x05\x95"), "a pickled Python object", BY_PICKLE),
    (Mark::At(0, b"7z\xbc\xaf\x27\x1c"), "a 7z archive", "unpack it first, as with 7z x"),
    (Mark::At(0, b"Rar!\x1a\x07"), "a rar archive", "unpack it first, as with unrar x"),
    (Mark::At(0, b"\xff\xfe\0\0"), "UTF-32 text", "convert it to UTF-8, as with iconv -f UTF-32 -t UTF-8"),
    (Mark::At(0, b"\0\0\xfe\xff"), "UTF-32 text", "convert it to UTF-8, as with iconv -f UTF-32 -t UTF-8"),
    (Mark::At(0, b"\xff\xfe"), "UTF-16 text", "convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8"),
    (Mark::At(0, b"\xfe\xff"), "UTF-16 text", "convert it to UTF-8, as with iconv -f UTF-16 -t UTF-8"),
    (Mark::At(0, b"%PDF"), "a PDF document", ""),
    (Mark::At(0, b"%!PS"), "a PostScript document", ""),
    (
        Mark::Begins("version https://git-lfs."),
        "a pointer of Git LFS, not the file itself",
        "fetch the file, as with git lfs pull",
    ),
    (Mark::Xml("<gexf"), "GEXF", by_networkx!("nx.read_gexf(FILE)")),
    (Mark::Xml("<kml"), "KML", BY_GEOPANDAS),
    (Mark::Xml("<gpx"), "GPX", BY_GEOPANDAS),
    (Mark::Xml("<html"), "a page of HTML", "download the file itself, not a page about it"),
    (Mark::Xml("<!doctype html"), "a page of HTML", "download the file itself, not a page about it"),
    (Mark::Begins("<http"), "RDF triples", "number the nodes first"),
    (Mark::Begins("<"), "XML of an unknown kind", ""),
    (Mark::Begins("*vertices"), "Pajek", BY_IGRAPH_OF_PAJEK),
    (Mark::Begins("*network"), "Pajek", BY_IGRAPH_OF_PAJEK),
    (Mark::Begins("*arcs"), "Pajek", "its edges: grep '^ *[0-9]' FILE > graph.txt"),
    (Mark::Begins("*edges"), "Pajek", "its edges: grep '^ *[0-9]' FILE > graph.txt"),
    (Mark::Opens("graph", b'['), "GML", BY_GML),
    (Mark::Opens("creator", b'['), "GML", BY_GML),
    (Mark::Opens("version", b'['), "GML", BY_GML),
    (Mark::Opens("comment", b'['), "GML", BY_GML),
    (Mark::Opens("strict", b'{'), "DOT (Graphviz)", BY_DOT),
    (Mark::Opens("graph", b'{'), "DOT (Graphviz)", BY_DOT),
    (Mark::Opens("digraph", b'{'), "DOT (Graphviz)", BY_DOT),
    (Mark::Begins("33d32945"), "SteinLib", BY_SED),
    (Mark::Begins("section graph"), "SteinLib", BY_SED),
    (
        Mark::Begins("leda.graph"),
        "LEDA",
        "NetworkX converts it: nx.write_edgelist(nx.convert_node_labels_to_integers(nx.read_leda(FILE)), \
         \"graph.txt\", data=[\"label\"])",
    ),
    (Mark::Begins(">>graph6<<"), "graph6", by_networkx!("nx.read_graph6(FILE)")),
    (Mark::Begins(">>sparse6<<"), "sparse6", by_networkx!("nx.read_sparse6(FILE)")),
    (Mark::Begins("nodedef>"), "GDF (GUESS)", "Gephi converts it"),
    (Mark::BeginsAndHas("name", TSPLIB), "TSPLIB", BY_TSPLIB95),
    (Mark::BeginsAndHas("type", TSPLIB), "TSPLIB", BY_TSPLIB95),
    (Mark::BeginsAndHas("comment", TSPLIB), "TSPLIB", BY_TSPLIB95),
    (Mark::BeginsAndHas("dimension", TSPLIB), "TSPLIB", BY_TSPLIB95),
    (Mark::Begins("{\\rtf"), "rich text (RTF)", "save it as plain text"),
    (Mark::BeginsAndHas("{", "\"featurecollection\""), "GeoJSON", BY_GEOPANDAS),
    (
        Mark::Begins("{{"),
        "lists of Mathematica",
        "Mathematica converts it: Export[\"graph.mtx\", SparseArray[...]]",
    ),
    (
        Mark::BeginsAndHas("{", "\"links\""),
        "JSON",
        by_networkx!("nx.node_link_graph(json.load(open(FILE)), edges=\"links\")"),
    ),
    (
        Mark::BeginsAndHas("{", "\"nodes\""),
        "JSON",
        by_networkx!("nx.node_link_graph(json.load(open(FILE)), edges=\"edges\")"),
    ),
    (
        Mark::BeginsAndHas("[", "{"),
        "JSON",
        "jq makes lines of it: jq -r '.[] | [.source, .target, .weight] | @tsv'",
    ),
    (Mark::BeginsAndHas("[", "[["), "JSON", "jq makes lines of it: jq -r '.[] | @tsv' FILE > graph.txt"),
    (Mark::Begins("["), "JSON", "jq makes lines of lists of them: jq -r @tsv FILE > graph.txt"),
    (Mark::Begins("{"), "JSON", "jq makes lines of it, as with jq -r '[.source, .target, .weight] | @tsv'"),
    (
        Mark::Begins("dl n"),
        "UCINET DL",
        "igraph converts it: igraph.Graph.Read_DL(FILE).write_ncol(\"graph.txt\", names=None)",
    ),
];
