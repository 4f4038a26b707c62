//! Where the nodes of a graph are: coordinates from a file, or those of the bundled network.

use std::path::{Path, PathBuf};

use boscage::exec::Exec;
use boscage::generate::{Road, road};
use boscage::io::read_coordinates;
use boscage::{Error, Result, input_name};
use boscage_programs::show::{counted, say};

/// Where coordinates come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// A DIMACS file, `.co`.
    File(PathBuf),
    /// The same, of which the command line does not say that it belongs to the graph.
    Beside(PathBuf),
    /// The bundled road network, which is generated with its places.
    Bundled,
}

/// Nodes of the bundled network.
const BUNDLED_NODES: usize = 100_000;

impl Places {
    /// Those asked for; or else those of the bundled network, or of a file beside the graph's: for `X.gr`, or
    /// any other name, that is `X.co`; both may be compressed.
    pub(crate) fn find(graph: Option<&Path>, coordinates: Option<&Path>) -> Option<Self> {
        match (graph, coordinates) {
            (_, Some(path)) => Some(Self::File(path.to_owned())),
            (None, None) => Some(Self::Bundled),
            (Some(graph), None) => beside(graph).map(Self::Beside),
        }
    }

    /// The places of the nodes of a graph. If a file beside it cannot be read, or has places of more or fewer
    /// nodes, none, and a warning.
    ///
    /// # Errors
    /// As [`read_coordinates`]; [`Error::Argument`] if a file that was asked for has places of more or fewer
    /// nodes.
    pub(crate) fn read(&self, exec: &Exec, nodes: usize) -> Result<Option<Vec<[f64; 2]>>> {
        let places = match self {
            Self::File(path) => read_coordinates(exec, path)?,
            Self::Beside(path) => match read_coordinates(exec, path) {
                Ok(places) => places,
                Err(error @ (Error::Parse { .. } | Error::Io { .. })) => {
                    say(&format!("msf: warning: {error}: there is no map"));
                    return Ok(None);
                }
                Err(error) => return Err(error),
            },
            Self::Bundled => road(exec, &Road { nodes: BUNDLED_NODES, ..Road::default() })?.1,
        };
        let [found, expected] = [places.len(), nodes].map(|nodes| counted(nodes, "node", "nodes"));
        match self {
            _ if places.len() == nodes => Ok(Some(places)),
            Self::Beside(path) => {
                let path = input_name(path);
                say(&format!(
                    "msf: warning: {path} has places of {found}, not of {expected}: there is no map"
                ));
                Ok(None)
            }
            _ => {
                Err(Error::argument("--coordinates", format!("places of {expected}"), format!("of {found}")))
            }
        }
    }

    /// The file, if it is one.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Beside(path) => Some(path),
            Self::Bundled => None,
        }
    }
}

/// The first file of coordinates there is beside a graph's.
fn beside(graph: &Path) -> Option<PathBuf> {
    let mut name = Path::new(graph.file_name()?);
    let is_compressed =
        name.extension().is_some_and(|end| ["gz", "zst", "bz2", "xz"].iter().any(|one| end == *one));
    if is_compressed {
        name = Path::new(name.file_stem()?);
    }
    let names = ["co", "co.gz", "co.zst", "co.bz2", "co.xz"].map(|end| name.with_extension(end));
    names.into_iter().map(|name| graph.with_file_name(name)).find(|path| path.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_found_beside_their_graph() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("a.co.gz"), "").unwrap();
        for graph in ["a.gr", "a.gr.gz", "a.bsg", "a"] {
            let found = Places::find(Some(&path(graph)), None);
            assert_eq!(found, Some(Places::Beside(path("a.co.gz"))), "{graph}");
        }
        assert_eq!(Places::find(Some(&path("b.gr")), None), None);
        assert_eq!(
            Places::find(Some(&path("a.gr")), Some(Path::new("c.co"))),
            Some(Places::File("c.co".into()))
        );
        assert_eq!(Places::find(None, None), Some(Places::Bundled));
    }
}
