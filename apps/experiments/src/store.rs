//! Stores the measured points: one line of JSON each, in one file of the folder.
//!
//! A line has the settings of its point: the program, the scale, the machine. Only points with the same
//! settings are used again; the others stay in the file. A failure is stored as a point with the reason.

use std::fs::{self, File};
use std::io::{Read, Seek, Write};
use std::path::{Path, PathBuf};

use boscage::{Error, Result};
use serde::{Deserialize, Serialize};

use crate::figures::Point;

/// Name of the file.
pub(crate) const FILE: &str = "points.jsonl";

/// Line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    settings: String,
    point: Point,
}

/// Locks the file, and returns `false` if another run has locked it. If files cannot be locked, none has.
#[cfg(unix)]
fn is_another_runs(file: &File) -> bool {
    use rustix::fs::{FlockOperation, flock};
    flock(file, FlockOperation::NonBlockingLockExclusive) == Err(rustix::io::Errno::WOULDBLOCK)
}

#[cfg(not(unix))]
fn is_another_runs(_: &File) -> bool {
    false
}

/// The file, open for appending.
pub(crate) struct Store {
    path: PathBuf,
    file: File,
    settings: String,
    points: Vec<Point>,
}

impl Store {
    /// Opens the file of a folder, which is created if missing, and locks it until it is dropped.
    pub(crate) fn open(folder: &Path, settings: String) -> Result<Self> {
        fs::create_dir_all(folder).map_err(failed(folder, "create"))?;
        let path = folder.join(FILE);
        let mut options = File::options();
        let mut file =
            options.read(true).append(true).create(true).open(&path).map_err(failed(&path, "write"))?;
        if is_another_runs(&file) {
            let source = std::io::Error::other("another run is writing to it");
            return Err(failed(&path, "write")(source));
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(failed(&path, "read"))?;
        // An incomplete line is ignored.
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        if whole < bytes.len() {
            file.set_len(whole as u64).map_err(failed(&path, "write"))?;
            file.seek(std::io::SeekFrom::End(0)).map_err(failed(&path, "write"))?;
        }
        let lines = bytes[..whole].split(|&byte| byte == b'\n');
        let lines = lines.filter_map(|line| serde_json::from_slice::<Line>(line).ok());
        let points = lines.filter(|line| line.settings == settings).map(|line| line.point).collect();
        Ok(Self { path, file, settings, points })
    }

    /// Returns the point if it has been measured.
    pub(crate) fn find(&self, wanted: &Point) -> Option<&Point> {
        let is_wanted = |point: &&Point| {
            let names = [&point.experiment, &point.graph, &point.origin, &point.version];
            names == [&wanted.experiment, &wanted.graph, &wanted.origin, &wanted.version]
                && [&point.series, &point.operator] == [&wanted.series, &wanted.operator]
                && point.threads == wanted.threads
        };
        self.points.iter().rfind(is_wanted)
    }

    /// Stores a point.
    pub(crate) fn keep(&mut self, point: Point) -> Result<()> {
        let line = Line { settings: self.settings.clone(), point };
        let mut text = serde_json::to_string(&line).expect("all keys are strings, and nothing else can fail");
        text.push('\n');
        self.file.write_all(text.as_bytes()).map_err(failed(&self.path, "write"))?;
        self.points.push(line.point);
        Ok(())
    }
}

/// Returns the error of a failed action on a path.
fn failed(path: &Path, action: &'static str) -> impl FnOnce(std::io::Error) -> Error {
    let path = path.to_owned();
    move |source| Error::Io { path, action, source }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(graph: &str) -> Point {
        Point { graph: graph.to_owned(), runs_ms: vec![1.5, 2.5], ..Point::default() }
    }

    #[test]
    fn points_are_known_again_under_the_same_settings_only() {
        let folder = tempfile::tempdir().unwrap();
        let open = |settings: &str| Store::open(&folder.path().join("new"), settings.to_owned()).unwrap();
        open("a").keep(point("x")).unwrap();
        open("b").keep(point("y")).unwrap();
        assert_eq!(open("a").find(&point("x")), Some(&point("x")));
        assert_eq!(open("a").find(&point("y")), None);
        assert_eq!(open("b").find(&point("x")), None);
    }

    #[test]
    fn a_line_cut_short_is_no_line() {
        let folder = tempfile::tempdir().unwrap();
        let open = || Store::open(folder.path(), "a".to_owned()).unwrap();
        open().keep(point("x")).unwrap();
        let path = folder.path().join(FILE);
        let whole = fs::read(&path).unwrap();
        fs::write(&path, [&whole[..], &whole[..20]].concat()).unwrap();
        open().keep(point("y")).unwrap();
        let store = open();
        assert!(store.find(&point("x")).is_some() && store.find(&point("y")).is_some());
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 2);
    }
}
