//! Tables of coordinates: a row per node, with its id, x and y.

use super::columns::place;
use super::dialect::{self, Dialect};
use super::ids::{self, Ids};
use super::opening::{by_lines, skip_header};
use super::rows::Rows;
use super::wrong;
use crate::assemble::{Interner, NamedEdges, PartPool};
use crate::budget::{Budget, Lists};
use crate::bytes::Content;
use crate::coordinates::Coordinates;
use crate::text::{Fault, Kind, Number, Text, number, quoted};
use crate::{Header, Names, ReadOptions, TableOptions};
use boscage_core::graph::Node;
use boscage_core::primitives::unmodelled::{AtomicBool, Ordering::Relaxed};
use boscage_core::{At, Result, memory};

/// The name of the memory in errors.
const WHAT: &str = "the coordinates";

/// Names of columns of ids, and of both coordinates; the first one that occurs counts.
const IDS: &[&str] =
    &["id", "node", "node_id", "nodeid", "osmid", "osm_id", "stop_id", "vertex", "name", "label", "station"];
const X: &[&str] = &["lon", "lng", "long", "longitude", "x", "stop_lon", "easting"];
const Y: &[&str] = &["lat", "latitude", "y", "stop_lat", "northing"];

/// Some rows: an edge from each node to itself, so that nodes are numbered as those of graphs.
struct Part {
    ids: Ids,
    places: Vec<[f64; 2]>,
}

/// Reads a table of coordinates.
pub(crate) fn read(mut content: Content<'_>) -> Result<Coordinates> {
    let (head, path) = (content.head()?, content.path.clone());
    let layout = Layout::of(&head).map_err(|found| {
        let cure = "coordinates are tables, or DIMACS files `p aux sp co NODES`";
        wrong(&path, "columns of an id and two coordinates, such as id,lon,lat", found, cure)
    })?;
    by_lines(content, |content, spans_lines, has_open_quote| {
        read_rows(content, &layout, spans_lines, has_open_quote)
    })
}

/// Reads the rows of a table of coordinates.
fn read_rows(
    content: Content<'_>,
    layout: &Layout,
    spans_lines: bool,
    has_open_quote: &AtomicBool,
) -> Result<Coordinates> {
    let mut text = Text::open(content, layout.dialect.separators(), &ReadOptions::default())?;
    if spans_lines {
        text.cut_outside_quotes(layout.dialect.separator.byte());
    }
    skip_header(&mut text, &layout.dialect)?;
    let (texts, pool) = (Interner::new(), PartPool::of(Kind::None));
    let budget = Budget::of(&ReadOptions::default(), text.path(), Lists::Edges);
    let mut all = Part { ids: Ids::new(NamedEdges::within(Kind::None, budget)), places: Vec::new() };
    text.body(
        |scan| {
            let ids = Ids::new(NamedEdges::from_pool(&pool));
            let rows = Rows::new(scan, layout.dialect.separator, layout.count, spans_lines);
            let open_quote = || has_open_quote.store(true, Relaxed);
            part(rows, &open_quote, layout.columns, &texts, Part { ids, places: Vec::new() })
        },
        |part, begin| {
            memory::grow(WHAT, &mut all.places, part.places.len())?;
            all.places.extend(part.places);
            all.ids.append(part.ids, begin, &pool, &texts)
        },
    )?;
    let (edges, nodes, names) = match all.ids.are_codes() {
        false => all.ids.into_edges().into_nodes()?,
        true => {
            let (ranks, names) = texts.ranked()?;
            let edges = all.ids.into_edges().into_ranks(|code| ranks.rank(code as u32));
            (edges, names.len(), Names::Text(names))
        }
    };
    let mut places = memory::filled(WHAT, nodes, [f64::NAN; 2])?;
    let (mut rows, mut twice) = (all.places.into_iter(), None::<Node>);
    edges.for_each_ends(|node, _| {
        let place = &mut places[node.index()];
        twice = twice.or(Some(node).filter(|_| !place[0].is_nan()));
        *place = rows.next().unwrap_or(*place);
    });
    match twice {
        None => Ok(Coordinates { names, places, are_counted: false }),
        Some(node) => {
            Err(text.wrong(At::Whole, "every node once", format!("{} twice", names.name(node)), ""))
        }
    }
}

/// A table of coordinates, and the meaning of its columns.
struct Layout {
    dialect: Dialect,
    /// Number of columns of every row.
    count: usize,
    /// The columns of the id and of both coordinates.
    columns: [usize; 3],
}

impl Layout {
    /// The layout of a table that begins so: by the names of its columns, or three columns without names.
    ///
    /// # Errors
    /// The first line.
    fn of(head: &[u8]) -> Result<Self, String> {
        let dialect = |header| dialect::of(head, &TableOptions { header, ..TableOptions::default() });
        let named = dialect(Header::Names).ok_or("one column, or nothing")?;
        if named.broken_header.is_some() {
            return Err("a quoted cell that does not end".to_owned());
        }
        let names = named.header.clone().unwrap_or_default();
        let find = |all: &[&str]| all.iter().find_map(|name| place(&names, name));
        if let (Some(x), Some(y)) = (find(X), find(Y)) {
            let others = || (0..names.len()).find(|at| ![x, y].contains(at));
            let id = find(IDS).or_else(others).ok_or_else(|| names.join(","))?;
            // Names of rows, as R writes them, have no name of a column.
            let shift = usize::from(named.first.len() == names.len() + 1);
            let (count, columns) = (names.len() + shift, [id, x, y].map(|column| column + shift));
            return Ok(Self { dialect: named, count, columns });
        }
        let is_number = |cell: &String| number::of_token(cell.as_bytes()).is_ok();
        match dialect(Header::None) {
            Some(dialect) if names.len() == 3 && names[1..].iter().all(is_number) => {
                Ok(Self { dialect, count: 3, columns: [0, 1, 2] })
            }
            _ => Err(names.join(",")),
        }
    }
}

fn part(
    mut rows: Rows<'_>,
    open_quote: &dyn Fn(),
    columns: [usize; 3],
    texts: &Interner,
    mut part: Part,
) -> Result<Part, Fault> {
    while rows.next(open_quote)? {
        let [id, x, y] = columns.map(|column| rows.cell(column));
        let place = [coordinate(&rows, x)?, coordinate(&rows, y)?];
        let line = || rows.line_of(rows.at());
        match ids::natural(id) {
            _ if id.is_empty() => return Err(rows.wrong("the id of a node", "an empty cell", "")),
            Some(number) if !part.ids.are_codes() => {
                part.ids.push(number, number, Number::Natural(1), line)?;
            }
            _ => {
                if !part.ids.are_codes() {
                    part.ids.encode(texts)?;
                }
                let code = texts.code(id)?.ok_or_else(|| rows.not_utf8(rows.at(), id))?;
                part.ids.push(code.into(), code.into(), Number::Natural(1), line)?;
            }
        }
        memory::grow(WHAT, &mut part.places, 1)?;
        part.places.push(place);
    }
    Ok(part)
}

fn coordinate(rows: &Rows<'_>, cell: &[u8]) -> Result<f64, Fault> {
    let value = match number::of_token(cell) {
        Ok(Number::Natural(value)) => value as f64,
        Ok(Number::Negative(value)) => value as f64,
        Ok(Number::Real(value)) => value,
        Err(_) => f64::NAN,
    };
    match value.is_finite() {
        true => Ok(value),
        false => Err(rows.wrong("a finite coordinate", quoted(cell), "")),
    }
}

#[cfg(test)]
mod tests {
    use boscage_core::exec::Exec;

    use super::*;
    use crate::Name;
    use crate::bytes::{RandomAccess, from_random_access};
    use crate::formats::testing::damaged;

    fn read(text: &str) -> Result<Coordinates> {
        let content = RandomAccess::of_bytes(text.as_bytes());
        let exec = Exec::new(2).unwrap();
        exec.install(|| from_random_access(&exec, "places.csv".into(), content, super::read))
    }

    #[track_caller]
    fn check(text: &str, want: &[(Name<'_>, [f64; 2])]) {
        let listed = read(text).unwrap();
        let found = (0..listed.places.len()).map(|i| (listed.names.name(Node::new(i)), listed.places[i]));
        assert_eq!(found.collect::<Vec<_>>(), want, "{text}");
    }

    #[test]
    fn columns_are_found_by_their_names_or_places() {
        let (rome, two) = ((Name::Text("Rome"), [12.5, 41.9]), (Name::Number(2), [-1.0, 3.0]));
        check("name,lon,lat\nRome,12.5,41.9\n", &[rome]);
        check("LAT;x;Station;extra\n41.9;12.5;\"Rome\";7\n", &[rome]);
        check("Rome\t12.5\t41.9\n", &[rome]);
        check("osmid,y,x,street_count\n7,5,6,1\n2,3,-1,4\n", &[two, (Name::Number(7), [6.0, 5.0])]);
        check("2,-1,3\n", &[two]);
        check(",y,x\n2,3,-1\n", &[two]);
        check("id,lon,lat\n", &[]);
        check("name,note,lon,lat\nRome,\"old,\n\"\"new\"\"\",12.5,41.9\n", &[rome]);
        // A text in a later row makes all ids texts.
        let texts =
            [(Name::Text("10"), [1.0, 1.0]), (Name::Text("9"), [2.0, 2.0]), (Name::Text("a"), [3.0, 3.0])];
        check("id,x,y\n9,2,2\n10,1,1\na,3,3\n", &texts);
    }

    #[test]
    fn wrong_tables_are_refused() {
        for (text, message) in [
            ("id,lon,lat\n1,2,3\n1,2,3\n", "places.csv: expected every node once, found 1 twice"),
            ("id,lon,lat\n1,2,x\n", "places.csv:2: expected a finite coordinate, found `x`"),
            ("id,lon,lat\n1,2,inf\n", "places.csv:2: expected a finite coordinate, found `inf`"),
            ("id,lon,lat\n1,2\n", "places.csv:2: expected 3 cells"),
            ("id,lon,lat\n,2,3\n", "places.csv:2: expected the id of a node, found an empty cell"),
            ("id,east,west\n1,2,3\n", "such as id,lon,lat, found id,east,west"),
            ("1,2\n", "expected columns of an id and two coordinates"),
            ("", "expected columns of an id and two coordinates"),
        ] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }

    #[test]
    fn damaged_tables_are_read_or_refused() {
        let text = b"name;lon;lat\n1;24.9;60.1\n2;-1e2;7\n\"a;b\";3;4\n\xc3\xbc;1;2\n";
        let exec = Exec::new(1).unwrap();
        for bytes in damaged(text, b"\n\";,0\t|#e.", (39, 20_000)) {
            let content = RandomAccess::of_bytes(&bytes);
            if let Ok(read) = from_random_access(&exec, "places".into(), content, super::read) {
                assert!(read.places.iter().flatten().all(|x| x.is_finite()));
            }
        }
    }
}
