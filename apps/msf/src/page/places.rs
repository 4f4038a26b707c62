//! Places of the nodes of a graph: coordinates from a file, or those of the bundled network.

use std::path::{Path, PathBuf};

use boscage::exec::Exec;
use boscage::generate::{Road, road};
use boscage::graph::Node;
use boscage::io::{Attributes, Names, Shapes, read_coordinates};
use boscage::{Error, Result, input_name};
use boscage_programs::places::are_near;
use boscage_programs::show::{counted, grouped, say};

use super::grid::is_placed;

/// The coordinates of the nodes, for maps.
#[derive(Default)]
pub(crate) struct Coordinates {
    /// Their origin, if it is not the graph's own file.
    pub(crate) places: Option<Places>,
    /// They are degrees of longitude and latitude, or not, if that is known.
    pub(crate) are_degrees: Option<bool>,
    /// The unit of degrees is not printed.
    pub(crate) quiet: bool,
}

impl Coordinates {
    /// Returns the places of the nodes of a graph, and the unit in which they are given: those of a named
    /// file, those in the graph's own file, or those of a file beside it ([`Places::read`]).
    ///
    /// # Errors
    /// Errors of [`Places::read`] and of [`Unit::of_degrees`].
    pub(crate) fn read(
        &self,
        exec: &Exec,
        names: &Names,
        own: &mut Attributes,
        nodes: usize,
    ) -> Result<(Option<Vec<[f64; 2]>>, Unit)> {
        let own_places = own.coordinates.take();
        let bends = own.shapes.as_ref().map_or(&[][..], Shapes::all_points);
        // Bends have the unit of the coordinates in their own file.
        let own_unit = || self.unit(own_places.iter().flatten().chain(bends));
        let mut is_near = true;
        let (places, unit, of_bends) = match (&self.places, &own_places) {
            (None | Some(Places::Beside(_)), Some(_)) => {
                let unit = own_unit()?;
                (own_places, unit, unit)
            }
            (Some(places), _) => {
                let places = places.read(exec, names, nodes)?;
                let unit = self.unit(places.iter().flatten())?;
                let mut of_bends = unit;
                if let (Some(own), Some(places), false) = (&own_places, &places, bends.is_empty()) {
                    of_bends = own_unit()?;
                    is_near = are_near(own, places, unit.to_degrees() / of_bends.to_degrees());
                }
                (places, unit, of_bends)
            }
            (None, None) => return Ok((None, Unit::Own)),
        };
        if places.is_none() {
            return Ok((None, Unit::Own));
        }
        if !is_near {
            say("msf: warning: the course of edges is not shown: its ends are not at --coordinates");
            own.shapes = None;
        } else if let (Some(shapes), Unit::Millionths) = (&mut own.shapes, of_bends) {
            shapes.map_points(|point| point.map(|x| x * of_bends.to_degrees()));
        }
        if unit != Unit::Own && !self.quiet {
            say(&format!("msf: coordinates are read as {}", unit.name()));
        }
        Ok((places, unit))
    }
}

impl Coordinates {
    /// Returns the unit of coordinates, as far as it is not given.
    fn unit<'a>(&self, places: impl Iterator<Item = &'a [f64; 2]> + Clone) -> Result<Unit> {
        match self.are_degrees {
            Some(true) => Unit::of_degrees(places),
            Some(false) => Ok(Unit::Own),
            None => Ok(Unit::guessed(places)),
        }
    }
}

/// The origin of coordinates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Places {
    /// A file, such as a table or a DIMACS file `.co`.
    File(PathBuf),
    /// A `.co` file that was found beside the graph and not named.
    Beside(PathBuf),
    /// The bundled road network, which is generated with its places.
    Bundled,
}

/// The unit of coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Another unit.
    Own,
    /// Degrees of longitude and latitude.
    Degrees,
    /// Millionths of degrees.
    Millionths,
}

impl Unit {
    /// Returns the unit of coordinates in degrees: degrees if all are within 180 and 90, otherwise
    /// millionths. Coordinates that are not finite are ignored.
    ///
    /// # Errors
    /// [`Error::Argument`] if they are too large for either.
    fn of_degrees<'a>(places: impl Iterator<Item = &'a [f64; 2]> + Clone) -> Result<Self> {
        let fit = |unit: f64| {
            let fits = |[x, y]: [f64; 2]| x.abs() <= 180.0 * unit && y.abs() <= 90.0 * unit;
            places.clone().filter(|place| is_placed(place)).find(|&&place| !fits(place))
        };
        let are_whole = || places.clone().flatten().all(|x| !x.is_finite() || x.fract() == 0.0);
        // Within 1000 millionths of (0, 0), which are 100 m, they are degrees of which some are wrong.
        let is_wide = || places.clone().flatten().any(|x| x.is_finite() && x.abs() > 1000.0);
        match (fit(1.0), fit(1e6)) {
            (None, _) => Ok(Self::Degrees),
            (_, None) if are_whole() && is_wide() => Ok(Self::Millionths),
            (Some([x, y]), None) | (_, Some([x, y])) => {
                let expected = "longitudes within 180 degrees, then latitudes within 90, or whole millionths";
                Err(Error::argument("--degrees", expected, format_args!("{x}, {y}")))
            }
        }
    }

    /// Returns the unit of coordinates about which nothing is said: degrees if all are within 180 and 90, and
    /// one is not a whole number.
    fn guessed<'a>(places: impl Iterator<Item = &'a [f64; 2]> + Clone) -> Self {
        let placed = || places.clone().filter(|place| is_placed(place));
        let are_within = placed().all(|[x, y]| x.abs() <= 180.0 && y.abs() <= 90.0);
        let is_fraction = placed().flatten().any(|x| x.fract() != 0.0);
        if are_within && is_fraction { Self::Degrees } else { Self::Own }
    }

    /// Returns the factor by which coordinates are multiplied to be millionths of degrees.
    pub(crate) fn to_millionths(self) -> f64 {
        if self == Self::Degrees { 1e6 } else { 1.0 }
    }

    /// Returns the factor by which coordinates are multiplied to be degrees, or to stay as they are.
    pub(crate) fn to_degrees(self) -> f64 {
        if self == Self::Millionths { 1e-6 } else { 1.0 }
    }

    /// Returns names for the least and the greatest coordinates: west, south, east, north.
    pub(crate) fn bounds(self) -> [&'static str; 4] {
        if self == Self::Own {
            ["min_x", "min_y", "max_x", "max_y"]
        } else {
            ["west", "south", "east", "north"]
        }
    }

    /// Returns the name of the unit.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Own => "their own unit",
            Self::Degrees => "degrees of longitude and latitude",
            Self::Millionths => "millionths of degrees of longitude and latitude",
        }
    }
}

/// Multiplies all coordinates by a factor.
pub(crate) fn scale(places: &mut [[f64; 2]], factor: f64) {
    if factor != 1.0 {
        places.iter_mut().flatten().for_each(|x| *x *= factor);
    }
}

/// Nodes of the bundled network.
const BUNDLED_NODES: usize = 100_000;

impl Places {
    /// Returns the named file; otherwise the bundled network, or a file beside the graph's: for `X.gr`, or
    /// any other suffix, `X.co`; both may be compressed.
    pub(crate) fn find(graph: Option<&Path>, coordinates: Option<&Path>) -> Option<Self> {
        match (graph, coordinates) {
            (_, Some(path)) => Some(Self::File(path.to_owned())),
            (None, None) => Some(Self::Bundled),
            (Some(graph), None) => beside(graph).map(Self::Beside),
        }
    }

    /// Reads the places of the nodes of a graph by their names, NaN for nodes that are not in the file. If a
    /// file beside the graph cannot be read, or has no place of any node, there are no places, but a warning.
    ///
    /// # Errors
    /// As [`read_coordinates`]; [`Error::Argument`] if a named file has no place of any node.
    fn read(&self, exec: &Exec, names: &Names, nodes: usize) -> Result<Option<Vec<[f64; 2]>>> {
        let listed = match self {
            Self::File(path) => read_coordinates(exec, path)?,
            Self::Beside(path) => match read_coordinates(exec, path) {
                Ok(listed) => listed,
                Err(error @ (Error::Parse { .. } | Error::Io { .. })) => {
                    say(&format!("msf: warning: {error} (the page has no map)"));
                    return Ok(None);
                }
                Err(error) => return Err(error),
            },
            Self::Bundled => {
                let places = road(exec, &Road { nodes: BUNDLED_NODES, ..Road::default() })?.1;
                return Ok(Some(places));
            }
        };
        let in_file = listed.places.len();
        let places = listed.of(exec, names, nodes)?;
        let placed = places.iter().filter(|place| is_placed(place)).count();
        let of = |count| counted(count, "node", "nodes");
        let file = self.path().map(input_name).unwrap_or_default();
        if placed == 0 && nodes > 0 {
            let first = names.name(Node::new(0));
            let expected = format!("a place of a node of the graph, of which {first} is the first");
            let found = match in_file {
                0 => "none".to_owned(),
                _ => format!("those of {}, of which {} is the first", of(in_file), listed.names.name(0)),
            };
            if let Self::File(_) = self {
                return Err(Error::argument("--coordinates", expected, found));
            }
            say(&format!("msf: warning: {file}: expected {expected}, found {found} (the page has no map)"));
            return Ok(None);
        }
        if placed < nodes {
            let missing = grouped(nodes - placed);
            say(&format!(
                "msf: warning: {file} has no place of {missing} of {} (the map leaves them out)",
                of(nodes)
            ));
        } else if in_file > nodes && matches!(names, Names::Offset(_)) {
            // Names that are listed are those of nodes with edges.
            let more = of(in_file - nodes);
            say(&format!("msf: warning: {file} has places of {more} that the graph does not have"));
        }
        Ok(Some(places))
    }

    /// Returns the path, if it is a file.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Self::File(path) | Self::Beside(path) => Some(path),
            Self::Bundled => None,
        }
    }
}

/// Returns the first file of coordinates beside a graph's file.
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

    #[test]
    fn coordinates_within_180_and_90_are_degrees() {
        let nowhere = [f64::NAN; 2];
        assert_eq!(
            Unit::of_degrees([[77.209, 28.6139], nowhere, [-180.0, 90.0]].iter()).unwrap(),
            Unit::Degrees
        );
        assert!(Unit::of_degrees([[77.0, 28.0], [77.0, 91.0]].iter()).is_err());
        assert_eq!(Unit::of_degrees([[77.0, 28.0], [77.0, 1001.0]].iter()).unwrap(), Unit::Millionths);
        assert!(Unit::of_degrees([[51.5, -100.1], [51.5, -0.1]].iter()).is_err());
        assert_eq!(Unit::of_degrees([[-73_530_767.0, 41_085_396.0]].iter()).unwrap(), Unit::Millionths);
        let refused = Unit::of_degrees([[181e6, 0.0]].iter()).unwrap_err().to_string();
        assert!(refused.ends_with("or whole millionths, found 181000000, 0"), "{refused}");
        let mut places = [[77.209, -28.5]];
        let unit = Unit::of_degrees(places.iter()).unwrap();
        scale(&mut places, unit.to_millionths());
        assert_eq!(places, [[77_209_000.0, -28_500_000.0]]);
        assert_eq!(Unit::guessed(places.iter()), Unit::Own);
        assert_eq!(Unit::guessed([[77.0, 28.5], nowhere].iter()), Unit::Degrees);
        assert_eq!(Unit::guessed([[77.0, 28.0]].iter()), Unit::Own);
    }
}
