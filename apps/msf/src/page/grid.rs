//! Places as whole numbers, and an order of nodes that keeps neighbours together.

use boscage::exec::Exec;
use boscage::parallel::{radix_sort, tabulate};
use boscage::{Result, memory};

/// Logarithm of the number of places per axis.
const BITS: u32 = 24;

/// Places as whole numbers.
pub(super) struct Grid {
    pub(super) places: Vec<[u32; 2]>,
    /// Length of a unit: in metres, or in the unit of the given places.
    pub(super) unit: f64,
    pub(super) metric: bool,
    /// Longitude and latitude of the place (0, 0), and of a unit, in degrees, if places are degrees.
    pub(super) degrees: Option<[[f64; 2]; 2]>,
    axes: Axes,
}

/// The affine map from coordinates to the grid.
struct Axes {
    west: f64,
    south: f64,
    /// Length of a degree of longitude, if that of one of latitude is 1.
    shorter: f64,
    /// Half of the greater extent, which becomes that of the grid; `None` if the unit stays.
    span: Option<f64>,
}

/// The greatest place.
const CELLS: f64 = ((1 << BITS) - 1) as f64;

/// Half of a difference: the difference may be too large for a float.
fn half(from: f64, to: f64) -> f64 {
    to / 2.0 - from / 2.0
}

impl Axes {
    fn place(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [half(self.west, x) * self.shorter, half(self.south, y)].map(|half| match self.span {
            None => (2.0 * half).round(),
            Some(span) => (half / span * CELLS).round(),
        })
    }
}

/// Returns `true` if a node has a place: both numbers are finite.
pub(super) fn is_placed(place: &[f64; 2]) -> bool {
    place.iter().all(|x| x.is_finite())
}

impl Grid {
    /// Creates the grid of the nodes that have places; whole numbers are kept only if the bends of edges are
    /// whole, too. Degrees of longitude are shortened as in the middle of
    /// the map.
    pub(super) fn new(exec: &Exec, places: &[[f64; 2]], bends: &[[f64; 2]], metric: bool) -> Result<Self> {
        let placed = || places.iter().filter(|place| is_placed(place));
        let bounds = |at: usize| {
            let of = placed().map(|place| place[at]);
            of.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let [(west, east), (south, north)] = [bounds(0), bounds(1)];
        let latitude = ((south / 2.0 + north / 2.0) / 1e6).clamp(-90.0, 90.0);
        let shorter = if metric { latitude.to_radians().cos() } else { 1.0 };
        let span = (half(west, east) * shorter).max(half(south, north)).max(0.0);
        // Whole numbers are kept if they fit.
        let is_exact =
            !metric && span <= CELLS / 2.0 && placed().chain(bends).flatten().all(|x| x.fract() == 0.0);
        let axes = Axes { west, south, shorter, span: Some(span).filter(|&span| !is_exact && span > 0.0) };
        let places = tabulate(exec, "places of nodes", places.len(), |node| match places[node] {
            place if is_placed(&place) => axes.place(place).map(|x| x as u32),
            _ => [0, 0],
        })?;
        let unit = if is_exact || span == 0.0 { 1.0 } else { (span / CELLS * 2.0).max(f64::MIN_POSITIVE) };
        let degrees = [[west, south], [unit / shorter, unit]].map(|pair| pair.map(|x| x / 1e6));
        // The earth's circumference is about 40,000 km.
        let unit = if metric { unit * 0.111_3 } else { unit };
        Ok(Self { places, unit, metric, degrees: metric.then_some(degrees), axes })
    }

    /// Returns the place of a point on the grid, which may be outside the places of nodes.
    pub(super) fn place(&self, point: [f64; 2]) -> [i32; 2] {
        self.axes.place(point).map(|x| x as i32)
    }
}

/// Returns some of the nodes in the order of Morton's curve, and the position of each in this order.
pub(super) fn along_curve(exec: &Exec, places: &[[u32; 2]], is_in: &[bool]) -> Result<(Vec<u32>, Vec<u32>)> {
    let spread = |x: u32| (0..BITS).fold(0_u64, |spread, bit| spread | u64::from(x >> bit & 1) << (2 * bit));
    let nodes = || (0..places.len()).filter(|&node| is_in[node]);
    let mut sorted = memory::reserve("nodes of the map", nodes().count())?;
    sorted.extend(nodes().map(|node| {
        let [x, y] = places[node];
        (spread(x) | spread(y) << 1, node as u32)
    }));
    radix_sort(exec, &mut sorted, |&(key, _)| key)?;
    let order = memory::from_fn("nodes of the map", sorted.len(), |i| sorted[i].1)?;
    let mut ranks = memory::filled("nodes of the map", places.len(), 0_u32)?;
    (0..).zip(&order).for_each(|(rank, &node): (u32, &u32)| ranks[node as usize] = rank);
    Ok((order, ranks))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST: u32 = (1 << BITS) - 1;

    fn grid(places: &[[f64; 2]], metric: bool) -> (Vec<[u32; 2]>, f64) {
        let grid = Grid::new(&Exec::new(2).unwrap(), places, &[], metric).unwrap();
        (grid.places, grid.unit)
    }

    #[test]
    fn whole_numbers_stay_as_they_are_where_there_is_room() {
        assert_eq!(grid(&[[-5.0, 7.0], [0.0, 10.0]], false), (vec![[0, 0], [5, 3]], 1.0));
        let wide = f64::from(MOST);
        assert_eq!(grid(&[[0.0, 0.0], [wide, 1.0]], false), (vec![[0, 0], [MOST, 1]], 1.0));
        assert_eq!(grid(&[[0.0, 0.0], [2.0 * wide, 2.0]], false), (vec![[0, 0], [MOST, 1]], 2.0));
        assert_eq!(grid(&[[3.5, 3.5]], false), (vec![[0, 0]], 1.0));
        assert_eq!(grid(&[], false), (vec![], 1.0));
    }

    #[test]
    fn differences_may_be_larger_or_smaller_than_a_float() {
        let most = f64::MAX;
        let (places, unit) = grid(&[[-most, 0.0], [most, most], [0.0, -most]], false);
        assert_eq!(places[0][0], 0);
        assert_eq!((places[1], places[2][1]), ([MOST, MOST], 0));
        assert!(places[2][0].abs_diff(MOST / 2) <= 1 && unit.is_finite(), "{places:?} {unit}");
        let (places, unit) = grid(&[[0.0, 0.0], [1e-318, 5e-319]], false);
        assert!(places[1][0] == MOST && places[1][1].abs_diff(MOST / 2) <= MOST / 1000 && unit > 0.0);
        assert_eq!(grid(&[[0.0, 0.0], [5e-324, 0.0]], false).0, [[0, 0], [0, 0]]);
    }

    #[test]
    fn nodes_without_a_place_do_not_move_the_others() {
        let nowhere = [[f64::NAN; 2], [f64::INFINITY, 0.0]];
        let (places, _) = grid(&[nowhere[0], [1.0, 1.0], nowhere[1], [4.0, 3.0]], false);
        assert_eq!(places, [[0, 0], [0, 0], [0, 0], [3, 2]]);
    }

    #[test]
    fn degrees_are_shortened_and_those_beyond_the_poles_do_no_harm() {
        // At 60 degrees of latitude, a degree of longitude is half as long.
        let (places, unit) = grid(&[[0.0, 59e6], [2e6, 61e6]], true);
        assert!(places[1][1] == MOST && places[1][0].abs_diff(MOST / 2) <= 1, "{places:?}");
        assert!((unit * f64::from(MOST) - 222_600.0).abs() < 1.0, "{unit}");
        let grid_of = Grid::new(&Exec::new(2).unwrap(), &[[0.0, 59e6], [2e6, 61e6]], &[], true).unwrap();
        let [origin, step] = grid_of.degrees.unwrap();
        let east = origin[0] + f64::from(grid_of.places[1][0]) * step[0];
        let north = origin[1] + f64::from(grid_of.places[1][1]) * step[1];
        assert!((east - 2.0).abs() < 1e-6 && (north - 61.0).abs() < 1e-6, "{east} {north}");
        let (places, _) = grid(&[[0.0, 0.0], [1e300, 1e300]], true);
        assert!(places.iter().flatten().all(|&x| x <= MOST), "{places:?}");
    }
}
