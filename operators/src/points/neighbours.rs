//! The nearest neighbours of points.

use boscage_core::exec::Exec;
use boscage_core::parallel::for_each_piece;
use boscage_core::{Error, Result, memory};

use super::Points;
use super::duplicates::{Places, are_many};
use super::lists::{Last, Lists, Plan};
use super::on_tree::{OnTree, on_tree};
use super::tree::Tree;

/// The nearest neighbours of each point, nearest first.
#[derive(Clone, Debug, PartialEq)]
pub struct Neighbours {
    count: usize,
    points: Vec<u32>,
    distances: Vec<f64>,
}

impl Neighbours {
    /// Returns the number of neighbours per point.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the numbers of the neighbours: `count` of the first point, `count` of the second one, and so
    /// on.
    #[must_use]
    pub fn points(&self) -> &[u32] {
        &self.points
    }

    /// Returns the distances of the neighbours, in the order of [`points`](Self::points).
    #[must_use]
    pub fn distances(&self) -> &[f64] {
        &self.distances
    }

    /// Returns the neighbours of a point with their distances, nearest first.
    ///
    /// # Panics
    /// If there is no such point.
    pub fn of(&self, point: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = point * self.count..(point + 1) * self.count;
        let points = self.points[range.clone()].iter().map(|&point| point as usize);
        points.zip(self.distances[range].iter().copied())
    }

    /// Returns the points and the distances.
    #[must_use]
    pub fn into_parts(self) -> (Vec<u32>, Vec<f64>) {
        (self.points, self.distances)
    }
}

/// Finds the nearest neighbours of all points among the other points: exactly, by a kd-tree.
///
/// Neighbours are compared by distance and then by number, the lower first. A point is not its own neighbour,
/// but other points at the same place are.
///
/// All points of a leaf walk through the tree together: Bentley, "Multidimensional binary search trees used
/// for associative searching", Communications of the ACM 18(9), 1975; March, Ram, Gray, "Fast Euclidean
/// minimum spanning tree", KDD 2010. In up to about ten dimensions the time is nearly linear, unless many
/// points are about as far from many others. In many dimensions nearly all distances are computed.
///
/// # Determinism
/// The result does not depend on the number of threads or on the processor.
///
/// # Memory
/// 24 bytes per neighbour, and in D dimensions 16 D + 40 bytes per point. With more than 16 neighbours per
/// point, also 2 KiB per one of them and thread. In more than 15 dimensions points count as multiples of 64.
///
/// # Errors
/// [`Error::Argument`] if `count` is 0, or not less than the number of points (none of no points);
/// [`Error::OutOfMemory`]; [`Error::Cancelled`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::operators::points::{Points, nearest_neighbours};
///
/// let on_a_line = Points::new(&[0.0, 1.0, 3.0, 7.0], 1)?;
/// let neighbours = nearest_neighbours(&Exec::new(2)?, on_a_line, 2)?;
/// assert!(neighbours.of(1).eq([(0, 1.0), (2, 2.0)]));
/// assert!(neighbours.of(3).eq([(2, 4.0), (1, 6.0)]));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn nearest_neighbours(exec: &Exec, points: Points<'_>, count: usize) -> Result<Neighbours> {
    let len = points.len();
    if count == 0 || (count >= len && len > 0) {
        let expected = format!("from 1 to {}, the number of other points", len.saturating_sub(1));
        return Err(Error::argument("number of neighbours", expected, count));
    }
    if len == 0 {
        return Ok(Neighbours { count, points: Vec::new(), distances: Vec::new() });
    }
    exec.install(|| search(exec, points, count))
}

/// Finds the neighbours of at least two points; on the threads of the [`Exec`].
fn search(exec: &Exec, points: Points<'_>, count: usize) -> Result<Neighbours> {
    let len = points.len();
    let place = |i: usize, place: &mut [f64]| points.place(i, place);
    let job = Search { exec, len, count, places: None };
    let found = match on_tree(exec, points.space(), len, &place, job)? {
        Some(found) => found,
        None => {
            let places = exec.parallel_stage("collapse", || Places::new(exec, &points))?;
            let head = |i: usize, place: &mut [f64]| points.place(places.heads[i] as usize, place);
            let job = Search { places: Some(&places), ..job };
            let found = on_tree(exec, points.space(), places.heads.len(), &head, job)?;
            found.expect("places are not collapsed")
        }
    };
    let mut found = found;
    for_each_piece(exec, found.distances.chunks_mut(BLOCK), |distances| {
        distances.iter_mut().for_each(|distance| *distance = points.distance(*distance));
    });
    Ok(found)
}

/// Neighbours per piece of work.
const BLOCK: usize = 1 << 14;

/// The search for neighbours.
#[derive(Clone, Copy)]
struct Search<'a> {
    exec: &'a Exec,
    /// Number of points.
    len: usize,
    count: usize,
    /// The places of the tree's points, if points at the same place have been collapsed.
    places: Option<&'a Places>,
}

impl Search<'_> {
    fn plan(&self, found: usize) -> Plan<'_> {
        Plan { found, kept: found, core: 0, counts: None, last: Last::Lowest }
    }
}

impl OnTree for Search<'_> {
    /// The neighbours with their squared distances; nothing if points are to be collapsed first.
    type Output = Option<Neighbours>;

    fn run<const D: usize, const V: usize>(self, tree: Tree<D, V>) -> Result<Self::Output> {
        if self.places.is_none() && are_many(&tree) {
            return Ok(None);
        }
        let found = self.count.min(tree.len - 1);
        let lists = match found {
            0 => Lists::none(),
            _ => Lists::new(self.exec, &tree, self.plan(found))?,
        };
        let mut neighbours = Neighbours {
            count: self.count,
            points: memory::zeroed("neighbours", self.len * self.count)?,
            distances: memory::zeroed("distances of neighbours", self.len * self.count)?,
        };
        let mut positions = memory::zeroed::<u32>("positions of points", tree.len)?;
        for (position, &id) in (0..).zip(&tree.ids[..tree.len]) {
            positions[id as usize] = position;
        }
        let list = |point: usize| {
            let range = positions[point] as usize * found..(positions[point] as usize + 1) * found;
            let ids = lists.neighbours[range.clone()].iter().map(|&position| tree.ids[position as usize]);
            ids.zip(lists.distances[range].iter().copied())
        };
        let members = match self.places {
            Some(places) => Some(places.members()?),
            None => None,
        };
        let points = (BLOCK / self.count).max(1);
        let block = points * self.count;
        let pieces = neighbours.points.chunks_mut(block).zip(neighbours.distances.chunks_mut(block));
        for_each_piece(self.exec, pieces.enumerate(), |(piece, (ids, distances))| {
            let rows = ids.chunks_exact_mut(self.count).zip(distances.chunks_exact_mut(self.count));
            let mut near = Vec::new();
            for (point, (ids, distances)) in (piece * points..).zip(rows) {
                near.clear();
                match &members {
                    None => near.extend(list(point).map(|(id, distance)| (distance, id))),
                    Some(members) => members.expand(point, self.count, list, &mut near),
                }
                for ((id, distance), &(new_distance, new_id)) in ids.iter_mut().zip(distances).zip(&near) {
                    (*id, *distance) = (new_id, new_distance);
                }
            }
        });
        Ok(Some(neighbours))
    }
}
