//! Tables of points: the columns that are read, wrong tables, and damaged ones.

use super::*;
use crate::TableOptions;
use crate::bytes::{HEAD, RandomAccess, from_random_access};
use crate::formats::testing::damaged;
use crate::text::with_blocks_of;
use boscage_core::exec::Exec;

fn read_with(options: &PointOptions, text: &str) -> Result<PointData> {
    let exec = Exec::new(2).unwrap();
    let content = RandomAccess::of_bytes(text.as_bytes());
    exec.install(|| from_random_access(&exec, "points.csv".into(), content, |content| read(content, options)))
}

/// The columns and the coordinates, at once, in blocks, and as a stream.
fn shown(options: &PointOptions, text: &str) -> Result<(Vec<String>, Vec<f64>), String> {
    let shown = |read: Result<PointData>| match read {
        Ok(points) => Ok((points.columns, points.coordinates)),
        Err(error) => Err(error.to_string()),
    };
    let whole = shown(read_with(options, text));
    for block in [1, 3, 16] {
        with_blocks_of(block, || {
            assert_eq!(shown(read_with(options, text)), whole, "{text} in blocks of {block}");
            let exec = Exec::current();
            let stream = Content::stream(&exec, "points.csv", text.as_bytes());
            assert_eq!(shown(read(stream, options)), whole, "{text} streamed in blocks of {block}");
        });
    }
    whole
}

#[track_caller]
fn check(options: &PointOptions, text: &str, columns: &[&str], coordinates: &[f64]) {
    let (names, numbers) = shown(options, text).unwrap();
    assert_eq!(
        (&*names, &*numbers),
        (&columns.iter().map(|&name| name.to_owned()).collect::<Vec<_>>()[..], coordinates),
        "{text}"
    );
}

fn choosing(columns: &[&str]) -> PointOptions {
    let columns = columns.iter().map(|&name| name.to_owned()).collect();
    PointOptions { table: TableOptions { columns, ..TableOptions::default() }, ..PointOptions::default() }
}

#[test]
fn columns_of_numbers_are_read() {
    let plain = PointOptions::default();
    check(&plain, "x,y\n1,2\n-3.5,4e1\n", &["x", "y"], &[1.0, 2.0, -3.5, 40.0]);
    check(&plain, "1,2\n3,4\n", &["1", "2"], &[1.0, 2.0, 3.0, 4.0]);
    check(&plain, "1 2  3\n", &["1", "2", "3"], &[1.0, 2.0, 3.0]);
    check(&plain, "0.5\n7\n", &["1"], &[0.5, 7.0]);
    check(&plain, "height\n7\n", &["height"], &[7.0]);
    check(&plain, "Oslo\t1\t2\nRome\t3\t4\n", &["2", "3"], &[1.0, 2.0, 3.0, 4.0]);
    check(&plain, "id;name;x;y\n7;\"a;\n\"\"b\"\"\";1;2\n", &["x", "y"], &[1.0, 2.0]);
    check(&plain, ",x,y\n0,1,2\n1,3,4\n", &["x", "y"], &[1.0, 2.0, 3.0, 4.0]);
    check(&plain, "\"x\",\"y\"\n\"1\",5,6\n", &["x", "y"], &[5.0, 6.0]);
    check(&plain, "x,note,y\n1,,2\n3,far,4\n", &["x", "y"], &[1.0, 2.0, 3.0, 4.0]);
    check(&plain, "x,y\n1,2,3\n", &["x", "y"], &[2.0, 3.0]); // as R writes names of rows
    check(
        &plain,
        "# made by hand\n\nx,y\n1,123456789012345678901\n",
        &["x", "y"],
        &[1.0, 123456789012345678901.0],
    );
    check(&choosing(&["y", "1"]), "x,y,z\n1,2,3\n", &["y", "x"], &[2.0, 1.0]);
    check(&choosing(&["to"]), "from,to\n1,2\n", &["to"], &[2.0]);
    check(&plain, "Unnamed: 0,x,name\n0,1,9\n1,2,a\n2,3,b\n", &["x"], &[1.0, 2.0, 3.0]);
    let unused = read_with(&plain, "id,x,name\n1,2,a\n").unwrap().remarks;
    let remark = "the coordinates are in the column x; not used: id, name (--columns chooses others)";
    assert_eq!(unused.iter().map(ToString::to_string).collect::<Vec<_>>(), [remark]);
    assert_eq!(read_with(&plain, "x,y\n1,2\n").unwrap().remarks, []);
}

#[test]
fn places_are_latitude_and_longitude() {
    let places = |columns: &[&str]| PointOptions { are_places: true, ..choosing(columns) };
    let (named, order) = (["lat", "lon"], [60.0, 25.0]);
    check(&places(&[]), "people,lon,lat\n9,25,60\n", &named, &order);
    check(&places(&["lon", "lat"]), "people,lon,lat\n9,25,60\n", &named, &order);
    check(&places(&[]), "60,25\n", &["1", "2"], &order);
    check(&places(&["b", "c"]), "a,b,c\n9,60,25\n", &["b", "c"], &order);
    let named = ["latitude_deg", "Longitude (deg)"];
    check(&places(&[]), "Longitude (deg),latitude_deg,m\n25,60,3\n", &named, &order);
    check(&places(&["1", "2"]), "Longitude (deg),latitude_deg,m\n25,60,3\n", &named, &order);
    check(&places(&["Y", "X"]), "X,Y\n25,60\n", &["Y", "X"], &order);
    let wrong = shown(&places(&[]), "name,X,Y\na,25,60\n").unwrap_err();
    let words =
        "expected columns of latitude and longitude, found X, Y (choose them in this order: --columns";
    assert!(wrong.contains(words), "{wrong}");
    for text in ["a,b,c\n9,60,25\n", "1\n2\n"] {
        let wrong = shown(&places(&[]), text).unwrap_err();
        assert!(wrong.contains("expected two columns, latitude and longitude"), "{wrong}");
    }
}

#[test]
fn wrong_tables_are_refused() {
    let comma = "found `1,5` (if it is a decimal comma, say so, as with --decimal-comma)";
    for (text, message) in [
        ("x,y\n1,2\n3,\n", "points.csv:3: expected a finite number in the column y, found an empty cell"),
        ("x,y\n1,2\n3,abc\n", "points.csv:3: expected a finite number in the column y, found `abc`"),
        ("x,y\n1,NaN\n3,4\n", "points.csv:2: expected a finite number in the column y, found `NaN`"),
        ("1,2\ninf,4\n", "points.csv:2: expected a finite number in the column 1, found `inf`"),
        ("1,2\n1e999,4\n", "points.csv:2: expected a number in the range of 64-bit floats in the column 1"),
        ("x,y\n1e400,2\n3,4\n", "points.csv:2: expected a number in the range of 64-bit floats"),
        ("-1e400 2\n3 4\n", "found `-1e400` (the greatest is 1.8e308)"),
        ("x;y\n1;2e-400\n", "found `2e-400` (the least above 0 is 5e-324; write 0)"),
        ("nan,2\n3,4\n", "points.csv:1: expected a finite number in the column 1, found `nan`"),
        ("x;y\n1,5;2\n", comma),
        ("x,y\n?,1\n2,3\n4,5\n", "points.csv:2: expected a finite number in the column x, found `?`"),
        ("NA,3\n1,5\n", "expected names of columns, or a number in each column, found the first row `NA,3`"),
        ("1.5,?\n1,5\n", "found the first row `1.5,?` (--header names or --header none says which it is)"),
        ("x,y\n1,2,3,4\n", "points.csv: expected a name for each column, found 2 names and 4 values"),
        ("x,y\n1,2\n3\n", "points.csv:3: expected 2 cells, found 1 cell in `3`"),
        (
            "x,y\n",
            "points.csv: expected a column of numbers, found a single line, `x,y` (if these are names of \
             columns, of no points: --header names)",
        ),
        ("a,b\nc,d\n", "expected a column of numbers, found the columns 1, 2, and the first row `a,b`"),
        ("a\nb\n", "expected a column of numbers, found the column 1, and the first row `a`"),
        ("id\n1\n2\n", "found the column id (numbers of rows and ids are coordinates only if --columns"),
        ("source,target,km\n1,2,3\n", "expected columns of coordinates, found the columns of ends of edges"),
        ("x,y\n1,2\n\"3,4\n", "points.csv:3: expected the end of a quoted cell"),
        ("\n", "points.csv: expected a table of points, found no row"),
    ] {
        let error = shown(&PointOptions::default(), text).unwrap_err();
        assert!(error.contains(message), "{text}: {error}");
    }
    for long in ["1,".repeat(HEAD) + "1\n", "x,".repeat(HEAD) + "x\n1\n"] {
        let wrong = read_with(&PointOptions::default(), &long).unwrap_err().to_string();
        assert!(wrong.contains("expected a first line of less than 64 KiB"), "{wrong}");
    }
    let none = shown(&choosing(&["z"]), "x,y\n1,2\n").unwrap_err();
    assert!(none.contains("expected a column z, found the columns x, y"), "{none}");
    let header = TableOptions { header: Header::Names, ..TableOptions::default() };
    let named = PointOptions { table: header, ..PointOptions::default() };
    check(&named, "x,y\n", &["x", "y"], &[]);
}

#[test]
fn damaged_tables_are_read_or_refused() {
    let text = b"name;lon;lat\na;24.9;60.1\n2;-1e2;7\n\"a;b\";3;4\n\xc3\xbc;1;2\n";
    let (exec, options) = (Exec::new(1).unwrap(), PointOptions::default());
    for bytes in damaged(text, b"\n\";,0\t|#e.", (41, 20_000)) {
        let content = RandomAccess::of_bytes(&bytes);
        if let Ok(read) =
            from_random_access(&exec, "points".into(), content, |content| read(content, &options))
        {
            assert_eq!(read.coordinates.len(), read.len() * read.dimensions);
            assert!(read.coordinates.iter().all(|x| x.is_finite()));
        }
    }
}
