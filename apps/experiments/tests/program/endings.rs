//! Runs that are stopped, that meet another one, or whose output is closed.

use super::*;

#[test]
fn a_closed_output_stops_nothing() {
    let folder = Folder::new();
    let arguments = ["run", "galois-fig3", "galois-fig5", "--scale", "0.001", "--runs", "1", "--out", "out"];
    let mut command = folder.command(&arguments);
    let mut child =
        command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    drop(child.stdout.take());
    let (_, err) = texts(child.wait_with_output().expect("the program ends"), 0);
    assert_eq!(err, "");
    assert!(folder.read("out/report.html").contains("id=\"galois-fig5\""));
}

#[test]
#[cfg(unix)]
fn one_run_a_folder() {
    let folder = Folder::new();
    folder.run(&QUICK, 0);
    let points = fs::File::options().append(true).open(folder.path("out/points.jsonl")).expect("a file");
    rustix::fs::flock(&points, rustix::fs::FlockOperation::NonBlockingLockExclusive).expect("a lock");
    let (_, err) = folder.run(&QUICK, 1);
    assert_eq!(err, "experiments: error: out/points.jsonl: cannot write: another run is writing to it\n");
}

#[test]
#[cfg(unix)]
fn an_interrupted_run_goes_on_where_it_was() {
    let folder = Folder::new();
    let arguments = ["run", "all", "--scale", "0.002", "--runs", "1", "--out", "out"];
    let mut command = folder.command(&arguments);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
    let start = Instant::now();
    let lines = || fs::read_to_string(folder.path("out/points.jsonl")).map_or(0, |text| text.lines().count());
    while lines() < 20 {
        assert!(start.elapsed() < Duration::from_secs(60), "nothing was measured");
        std::thread::sleep(Duration::from_millis(2));
    }
    Command::new("kill").args(["-TERM", &child.id().to_string()]).status().expect("kill runs");
    let (_, err) = texts(child.wait_with_output().expect("the program ends"), 143);
    assert_eq!(err, "experiments: cancelled\n");
    let before = folder.read("out/points.jsonl");
    assert!(folder.read("out/report.html").contains("points are measured</p>"));
    folder.run(&["run", "pma-table1", "pma-fig4a", "--scale", "0.002", "--runs", "1", "--out", "out"], 0);
    let after = folder.read("out/points.jsonl");
    assert!(after.starts_with(&before));
    let points: Vec<_> =
        after.lines().filter(|line| line.contains("\"experiment\":\"pma-table1\"")).collect();
    assert_eq!(points.len(), 18 * 7, "each point once");
    let page = folder.read("out/report.html");
    let section = page.split("<h2 id=\"pma-table1\">").nth(1).expect("a section");
    assert!(!section.split("<h2").next().expect("some text").contains("points are measured</p>"));
}
