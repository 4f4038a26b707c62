//! Places as whole numbers, and an order of nodes that keeps neighbours together.

use boscage::exec::Exec;
use boscage::parallel::{radix_sort, tabulate};
use boscage::{Result, memory};

/// Places are whole numbers from 0 to less than 2 to this power.
const BITS: u32 = 24;

/// Places as whole numbers.
pub(super) struct Grid {
    pub(super) places: Vec<[u32; 2]>,
    /// What a unit of them measures: in metres, or in the unit of the places that were given.
    pub(super) unit: f64,
    pub(super) metric: bool,
}

impl Grid {
    /// Degrees of longitude are shortened as in the middle of the map.
    pub(super) fn new(exec: &Exec, places: &[[f64; 2]], metric: bool) -> Result<Self> {
        let bounds = |at: usize| {
            let of = places.iter().map(|place| place[at]);
            of.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), x| (low.min(x), high.max(x)))
        };
        let [(west, east), (south, north)] = [bounds(0), bounds(1)];
        let shorter = if metric { ((south + north) / 2e6).to_radians().cos() } else { 1.0 };
        let span = ((east - west) * shorter).max(north - south).max(0.0);
        // Whole numbers stay as they are, if there is room for them.
        let is_exact =
            !metric && span < f64::from(1 << BITS) && places.iter().flatten().all(|x| x.fract() == 0.0);
        let unit = if is_exact || span == 0.0 { 1.0 } else { span / f64::from((1 << BITS) - 1) };
        let places = tabulate(exec, "places of nodes", places.len(), |node| {
            let [x, y] = places[node];
            [((x - west) * shorter / unit).round() as u32, ((y - south) / unit).round() as u32]
        })?;
        // The earth's circumference is about 40,000 km.
        Ok(Self { places, unit: if metric { unit * 0.111_3 } else { unit }, metric })
    }
}

/// Some of the nodes in the order of Morton's curve, and the place of each in this order.
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
