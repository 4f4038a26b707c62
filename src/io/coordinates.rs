//! Coordinates of nodes, from a file of their own.

use crate::{Name, Names};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::Node;
use boscage_core::parallel::tabulate;

/// Coordinates of nodes by name. Returned by [`read_coordinates`](crate::read_coordinates).
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ReadOptions};
///
/// let exec = Exec::new(1)?;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("towns.csv");
/// std::fs::write(&path, "name,lon,lat\nRome,12.5,41.9\nOslo,10.75,59.91\n").unwrap();
/// let towns = io::read_coordinates(&exec, &path)?;
///
/// let roads = b"from,to,km\nOslo,Bonn,1400\nBonn,Rome,1450\n";
/// let graph = io::read_bytes(&exec, "roads.csv", roads, &ReadOptions::default())?;
/// let places = towns.of(&exec, &graph.names, graph.list.node_count())?;
/// assert_eq!(places[1..], [[10.75, 59.91], [12.5, 41.9]]);
/// assert!(places[0][0].is_nan()); // Bonn
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Coordinates {
    /// The names of the nodes.
    pub names: Names,
    /// x and y, or longitude and latitude, of each node; finite.
    pub places: Vec<[f64; 2]>,
    /// True if the format numbers nodes from 1, whatever the graph calls them.
    pub(crate) are_counted: bool,
}

impl Coordinates {
    /// Returns the coordinates of each node of a graph with these names; NaN for nodes that are not in the
    /// file.
    ///
    /// A DIMACS file numbers nodes from 1. If the names of the graph are numbers from 0, its node 0 is node 1
    /// of such a file.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    pub fn of(&self, exec: &Exec, names: &Names, nodes: usize) -> Result<Vec<[f64; 2]>> {
        let starts_at_0 = nodes > 0 && names.name(0) == 0;
        let shift = u64::from(self.are_counted && starts_at_0);
        let count = self.places.len();
        let find = |name: Name<'_>| match (name, &self.names) {
            (Name::Number(number), Names::Text(_)) => self.names.find(&*number.to_string(), count),
            (Name::Number(number), _) => self.names.find(number.checked_add(shift)?, count),
            (Name::Text(text), _) => self.names.parse(text, count),
        };
        tabulate(exec, "coordinates", nodes, |node| {
            find(names.name(Node::new(node))).map_or([f64::NAN; 2], |found| self.places[found.index()])
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns x of each node of a graph with these names, 0 if there is none.
    fn found(listed: &Coordinates, names: &Names, nodes: usize) -> Vec<u32> {
        let places = listed.of(&Exec::new(2).unwrap(), names, nodes).unwrap();
        places.iter().map(|place| if place[0].is_nan() { 0 } else { place[0] as u32 }).collect()
    }

    #[test]
    fn places_are_found_by_the_names_of_nodes() {
        let places: Vec<[f64; 2]> = (1..=5).map(|i| [f64::from(i), 0.0]).collect();
        let counted = Coordinates { names: Names::Offset(1), places, are_counted: true };
        let of = |names: Names, nodes: usize| found(&counted, &names, nodes);
        assert_eq!(of(Names::Offset(1), 5), [1, 2, 3, 4, 5]);
        assert_eq!(of(Names::Offset(0), 5), [1, 2, 3, 4, 5]);
        assert_eq!(of(Names::Offset(1), 3), [1, 2, 3]);
        assert_eq!(of(Names::Offset(3), 5), [3, 4, 5, 0, 0]);
        assert_eq!(of(Names::Listed(vec![2, 4, 9, u64::MAX]), 4), [2, 4, 0, 0]);
        // From 0.
        assert_eq!(of(Names::Listed(vec![0, 3, 4, 5]), 4), [1, 4, 5, 0]);
        assert!(of(Names::Offset(0), 0).is_empty());
        // Ids in a table are those of the graph.
        let named = Coordinates { are_counted: false, ..counted };
        assert_eq!(found(&named, &Names::Offset(0), 5), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn numbers_and_texts_find_each_other() {
        let texts = Names::Text(["10", "7", "x"].into_iter().collect());
        let places = vec![[1.0, 0.0], [2.0, 0.0], [3.0, 0.0]];
        let listed = Coordinates { names: texts.clone(), places: places.clone(), are_counted: false };
        assert_eq!(found(&listed, &Names::Listed(vec![7, 8, 10]), 3), [2, 0, 1]);
        let listed = Coordinates { names: Names::Offset(6), places, are_counted: false };
        assert_eq!(found(&listed, &texts, 3), [0, 2, 0]);
    }
}
