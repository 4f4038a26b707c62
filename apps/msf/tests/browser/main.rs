//! Pages of `msf --report` in a real browser: Chromium without a window.
//!
//! A copy of each page gets one more script, `drive.js`, which uses the page as a user would, and prints what
//! it sees to the console; or `print.js`, which prints what is on paper. Without a browser the tests say so
//! and are skipped. `BOSCAGE_BROWSER` names another one, for example Chrome.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use serde_json::Value;
use tempfile::TempDir;

/// First output of the script, before its findings.
const FOUND: &str = "FOUND ";

/// The browser, if there is one.
fn browser() -> Option<String> {
    let named = std::env::var("BOSCAGE_BROWSER").ok();
    let known = ["chromium", "chromium-browser", "google-chrome"].map(str::to_owned);
    let works = |name: &String| {
        Command::new(name).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
    };
    let found = named.into_iter().chain(known).find(works);
    if found.is_none() {
        println!("skipped: there is no browser; BOSCAGE_BROWSER names one");
    }
    found
}

/// A browser that ends with the test.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Runs `msf` in a folder.
fn msf(folder: &Path, arguments: &[&str]) {
    let run = Command::new(env!("CARGO_BIN_EXE_msf")).args(arguments).current_dir(folder).output().unwrap();
    assert!(run.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&run.stderr));
}

/// The findings of `drive.js` on a page of a folder. Nothing else may be written to the console.
fn look_at(browser: &str, folder: &TempDir, page: &str) -> Value {
    look_with(browser, folder, page, include_str!("drive.js"), &[])
}

/// The findings of a script on a page of a folder, if the browser also has these options.
fn look_with(browser: &str, folder: &TempDir, page: &str, script: &str, options: &[&str]) -> Value {
    let text = std::fs::read_to_string(folder.path().join(page)).unwrap();
    let mut addresses = text.match_indices("http").map(|(at, _)| &text[at..text.len().min(at + 30)]);
    let known = ["http://www.w3.org/2000/svg", "https://www.openstreetmap.org/"];
    assert!(
        addresses.all(|address| known.iter().any(|known| address.starts_with(known))),
        "{page} stands alone"
    );
    // The script comes first, so that it sees all errors.
    let driven = text.replacen("<head>", &format!("<head>\n<script>{script}</script>"), 1);
    let path = folder.path().join("driven.html");
    std::fs::write(&path, driven).unwrap();
    let profile = tempfile::tempdir().unwrap();
    let mut running = Running(
        Command::new(browser)
            .args([
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--window-size=1280,1000",
            ])
            .args(["--enable-logging=stderr", "--v=0", "--host-resolver-rules=MAP * ~NOTFOUND"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .args(options)
            .arg(format!("file://{}", path.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap(),
    );
    let lines = BufReader::new(running.0.stderr.take().unwrap()).lines();
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        for line in lines.map_while(Result::ok).filter(|line| line.contains(":CONSOLE")) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    let line = receiver.recv_timeout(Duration::from_secs(60)).expect("a line from the page, or its end");
    let found = line.split_once(FOUND).unwrap_or_else(|| panic!("{page}: {line}")).1;
    let json = &found[..found.rfind("\", source:").expect("the end of the line")];
    serde_json::from_str(json).unwrap()
}

fn number(found: &Value, key: &str) -> f64 {
    found[key].as_f64().unwrap_or_else(|| panic!("{key} in {found}"))
}

#[test]
fn the_map_is_drawn_and_moves() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    msf(folder.path(), &["--report", "page.html", "-q"]);
    let found = look_at(&browser, &folder, "page.html");
    assert_eq!(found["errors"], Value::Array(Vec::new()));
    assert!(number(&found, "seconds") < 20.0, "{found}");
    // A road network covers much of its map, and the forest most of that.
    let first = number(&found, "first");
    assert!(first > 50_000.0 && number(&found, "things") <= 300_000.0, "{found}");
    let without = |layer: &str| number(&found, layer);
    assert!(without("without_forest") > 0.7 * first && without("without_others") > 0.7 * first, "{found}");
    // Without the forest, the whole network is grey.
    assert!(without("coloured") > 0.3 * first && without("coloured_without_forest") == 0.0, "{found}");
    // The smallest tree, of five nodes, is shown.
    assert_eq!(number(&found, "tree"), 4.0);
    assert!(without("broad") > 1.2 * without("narrow") && without("narrow") > 100.0, "{found}");
    assert_eq!(found["loaded"], Value::Array(Vec::new()));
    assert_eq!(number(&found, "without_both"), 0.0);
    for changed in ["zoomed", "moved", "by_keys", "dragged", "pinched", "heavy", "dear"] {
        assert_eq!(found[changed], true, "{changed}: {found}");
    }
    assert_eq!(found["again"], true, "all of it is shown as at first: {found}");
    let said = found["said"].as_str().unwrap();
    assert_eq!(said, "6157 – 6197, weight 1,756, in the forest");
    assert_eq!(found["csv"][0], "source,target,weight,edge");
    assert!(found["bar"].as_str().is_some_and(|text| !text.is_empty()), "{found}");
    assert_eq!(found["picture"], "image/png");
    assert_eq!(number(&found, "overflow"), 0.0, "on a telephone: {found}");
}

#[test]
fn names_and_data_of_a_map_are_those_of_its_file() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let node = |id: &str, place: [f64; 2]| {
        let [lon, lat] = place;
        format!("<node id='{id}'><data key='x'>{lon}</data><data key='y'>{lat}</data></node>\n")
    };
    let edge = |u: &str, v: &str, weight: f64, name: &str| {
        let data = format!("<data key='w'>{weight}</data><data key='n'>{name}</data>");
        format!("<edge source='{u}' target='{v}'>{data}</edge>\n")
    };
    let key = |id: &str, name: &str, of: &str, kind: &str| {
        format!("<key id='{id}' for='{of}' attr.name='{name}' attr.type='{kind}'/>\n")
    };
    let content = [
        key("x", "lon", "node", "double"),
        key("y", "lat", "node", "double"),
        key("w", "weight", "edge", "double"),
        key("n", "name", "edge", "string"),
        "<graph edgedefault='undirected'>\n".to_owned(),
        node("a", [24.94, 60.17]),
        node("b, \u{e9}", [24.95, 60.17]),
        node("c", [24.95, 60.18]),
        edge("a", "b, \u{e9}", 1234.5, "North &lt;b> Street"),
        edge("b, \u{e9}", "c", 0.5, ""),
        edge("c", "a", 2000.0, ""),
    ];
    let text = format!("<graphml>\n{}</graph></graphml>\n", content.concat());
    std::fs::write(folder.path().join("g.graphml"), text).unwrap();
    msf(folder.path(), &["g.graphml", "--report", "page.html", "-q", "--unit", "min"]);
    let found = look_at(&browser, &folder, "page.html");
    assert_eq!(found["errors"], Value::Array(Vec::new()));
    assert_eq!(found["said"], "North <b> Street: a – b, é, weight 1,234.5 min, in the forest");
    let mut rows: Vec<_> = found["csv"].as_array().unwrap().iter().map(|row| row.as_str().unwrap()).collect();
    assert_eq!((rows.remove(0), rows.len()), ("source,target,weight,edge,name", 3));
    rows.sort_unstable();
    assert_eq!(rows, ["", "\"b, é\",c,0.5,1,", "a,\"b, é\",1234.5,0,North <b> Street"]);
    assert_eq!(number(&found, "lines"), 2.0);
    let places = found["line"]["geometry"]["coordinates"].as_array().unwrap();
    assert!(places.contains(&vec![24.95, 60.17].into()), "{found}");
    let address = found["address"].as_str().unwrap();
    assert!(address.starts_with("https://www.openstreetmap.org/#map=") && address.contains("/60.17"));
}

#[test]
fn edges_follow_their_course() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    // Bends outside of the nodes' places; nodes at whole degrees; a way around from a node to itself.
    let ring = "\"LINESTRING (24.5 60, 24 59.5, 24 60, 24.5 60)\"";
    let bent = "\"LINESTRING (24.5 60, 25 61.25, 25.5 60.5, 26 60)\"";
    let straight = "\"LINESTRING (24.5 60, 26 60)\"";
    for (line, name) in [(bent, "bent"), (straight, "straight")] {
        let rows = format!("from,to,km,name,geom\n1,1,9,ring,{ring}\n1,2,7,way,{line}\n");
        std::fs::write(folder.path().join("g.csv"), rows).unwrap();
        let page = format!("{name}.html");
        msf(folder.path(), &["g.csv", "--keep-geometry", "--report", &page, "-q"]);
        let found = look_at(&browser, &folder, &page);
        assert_eq!(found["errors"], Value::Array(Vec::new()), "{found}");
        assert_eq!(found["csv"][1], "1,2,7,1,way");
        let course = found["line"]["geometry"]["coordinates"].as_array().unwrap();
        let course: Vec<[f64; 2]> =
            course.iter().map(|at| [0, 1].map(|axis| at[axis].as_f64().unwrap())).collect();
        let near = |a: &[f64; 2], b: &[f64; 2]| (a[0] - b[0]).abs() < 1e-6 && (a[1] - b[1]).abs() < 1e-6;
        let ends = [[24.5, 60.0], [26.0, 60.0]];
        let want =
            if name == "bent" { vec![ends[0], [25.0, 61.25], [25.5, 60.5], ends[1]] } else { ends.to_vec() };
        assert!(
            course.len() == want.len() && course.iter().zip(&want).all(|(a, b)| near(a, b)),
            "{course:?}"
        );
    }
}

#[test]
fn edges_across_the_antimeridian_are_cut() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("p.csv"), "lat,lon\n10,179\n12,-179\n").unwrap();
    msf(folder.path(), &["--points", "p.csv", "--metric", "haversine", "--report", "page.html", "-q"]);
    let found = look_at(&browser, &folder, "page.html");
    assert_eq!(found["errors"], Value::Array(Vec::new()), "{found}");
    let geometry = &found["line"]["geometry"];
    assert_eq!(geometry["type"], "MultiLineString", "{found}");
    let place = |part: usize, end: usize| {
        [0, 1].map(|axis| geometry["coordinates"][part][end][axis].as_f64().unwrap().round())
    };
    let mut parts = [0, 1].map(|part| [place(part, 0), place(part, 1)]);
    // The first end is either.
    for part in &mut parts {
        part.sort_by(|a, b| a.partial_cmp(b).unwrap());
    }
    parts.sort_by(|a, b| a.partial_cmp(b).unwrap());
    assert_eq!(parts, [[[-180.0, 11.0], [-179.0, 12.0]], [[179.0, 10.0], [180.0, 11.0]]], "{found}");
    // Little is drawn: not a line through the whole width.
    assert!(number(&found, "first") < 1000.0, "{found}");
}

#[test]
fn nodes_without_edges_are_dots() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    let look = |nodes: usize, arcs: &str| {
        let places: String =
            (1..=nodes).map(|i| format!("v {i} {} {}\n", i * i % 1013, i * 7 % 991)).collect();
        std::fs::write(folder.path().join("g.co"), format!("p aux sp co {nodes}\n{places}")).unwrap();
        let graph = format!("p sp {nodes} {}\n{arcs}", arcs.lines().count());
        std::fs::write(folder.path().join("g.gr"), graph).unwrap();
        msf(folder.path(), &["g.gr", "--arcs", "keep", "--report", "page.html", "-q"]);
        let found = look_at(&browser, &folder, "page.html");
        assert_eq!(found["errors"], Value::Array(Vec::new()));
        found
    };
    // Node 5 has only a loop.
    let some = look(6, "a 1 2 1\na 2 3 2\na 1 3 9\na 5 5 1\na 6 1 1\n");
    assert!(number(&some, "without_dots") > 0.0, "{some}");
    assert!(number(&some, "without_dots") < number(&some, "first"), "{some}");
    assert!(
        ["node 4, joined to no other", "node 5, joined to no other"].map(Value::from).contains(&some["dot"]),
        "{some}"
    );
    let all = look(5, "");
    assert_eq!(number(&all, "without_dots"), 0.0, "{all}");
    assert!(number(&all, "first") > 50.0 && number(&all, "things") == 5.0, "{all}");
    let many = look(400_000, "");
    assert!((1.0..=300_000.0).contains(&number(&many, "things")), "{many}");
    assert!(number(&many, "first") > 200_000.0, "{many}");
}

#[test]
fn any_coordinates_are_drawn_that_are_finite() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.gr"), "p sp 4 3\na 1 2 1\na 2 3 2\na 3 4 3\n").unwrap();
    for (least, most, bar) in [("-1.7e308", "1.7e308", "e+30"), ("0", "3e-318", "e-3"), ("7", "7", "")] {
        let places = format!("v 1 {least} {least}\nv 2 {most} {most}\nv 3 {least} {most}\n");
        std::fs::write(folder.path().join("g.co"), format!("p aux sp co 3\n{places}")).unwrap();
        msf(folder.path(), &["g.gr", "--arcs", "keep", "--report", "page.html", "-q"]);
        let page = std::fs::read_to_string(folder.path().join("page.html")).unwrap();
        assert!(
            page.contains("Not on the map: 1 node without coordinates, and all edges to such nodes."),
            "{page}"
        );
        let found = look_at(&browser, &folder, "page.html");
        assert_eq!(found["errors"], Value::Array(Vec::new()));
        assert_eq!(number(&found, "things"), 2.0, "{found}");
        let is_far = least != most;
        assert!(number(&found, "first") > if is_far { 1000.0 } else { 0.0 }, "{found}");
        assert!(found["bar"].as_str().unwrap().contains(bar), "{found}");
    }
}

#[test]
fn paper_is_light_and_has_no_buttons() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    msf(folder.path(), &["--report", "page.html", "-q"]);
    let paper = format!("--print-to-pdf={}", folder.path().join("page.pdf").display());
    let dark = "--blink-settings=preferredColorScheme=0";
    let options = [&paper, "--virtual-time-budget=60000", dark];
    let found = look_with(&browser, &folder, "page.html", include_str!("print.js"), &options);
    let white = "rgb(255, 255, 255)";
    assert_eq!((&found["back"], &found["text"]), (&white.into(), &"rgb(34, 34, 34)".into()), "{found}");
    for hidden in ["tools", "help", "closed"] {
        assert_eq!(found[hidden], "none", "{hidden}: {found}");
    }
    assert_eq!((&found["chart"], &found["corner"]), (&"none".into(), &vec![255; 3].into()), "{found}");
    assert_eq!(found["screen_is_dark"], true, "{found}");
}

#[test]
fn without_places_there_are_charts() {
    let Some(browser) = browser() else { return };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("g.txt"), "1 2 0.5\n2 3 1e9\n3 1 -7\n5 6 2\n").unwrap();
    msf(folder.path(), &["g.txt", "--report", "page.html", "-q", "--verify", "--maximum"]);
    std::fs::write(folder.path().join("none.txt"), "# nothing\n").unwrap();
    msf(folder.path(), &["none.txt", "--report", "none.html", "-q"]);
    for (page, charts) in [("page.html", 4.0), ("none.html", 1.0)] {
        let found = look_at(&browser, &folder, page);
        assert_eq!(found["errors"], Value::Array(Vec::new()), "{page}");
        assert_eq!((&found["first"], number(&found, "overflow")), (&Value::Null, 0.0), "{page}: {found}");
        assert!(number(&found, "charts") >= charts, "{page}: {found}");
        assert_eq!(number(&found, "charts"), number(&found, "tables_of_charts"), "{page}: {found}");
    }
}
