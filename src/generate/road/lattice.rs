//! The skeleton of a road network: the roads from each crossing of a lattice to the next one right and down.
//!
//! Each crossing owns the roads that leave it to the right and downwards, and builds one of them, chosen at
//! random. So every crossing except the lower right corner has exactly one road towards that corner. This is
//! a spanning tree, and each crossing needs only its own random number (a "binary tree" maze). A crossing
//! that may build both roads does so with a given probability, which sets the average degree and closes
//! cycles.
//!
//! Islands are small rectangles whose border no road crosses. Inside and outside the same rule holds, with
//! fewer roads allowed, and leads to the lower right corner of the island or of the lattice. A crossing
//! outside cannot have an island both to its right and below it, because the rectangle would contain the
//! crossing; and islands keep a distance from each other and from the rim. So the number of components is
//! exactly the number of islands plus one.

use super::{Road, pack};
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeId;
use boscage_core::parallel::tabulate;
use boscage_core::random::{Random, streams};
use boscage_core::{Error, Result, memory};

/// Number of crossings per hundred nodes.
const CROSSINGS: usize = 70;

/// Lines per tile in each direction. A tile has at most one island.
const TILE: usize = 16;

/// The largest extent of an island.
const ISLAND: u64 = 6;

/// Lines of a tile on each side that are not part of its island.
const CLEAR: u64 = 2;

/// Crossings in rows and columns.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// Mean number of tiles per island; 0 if there are no islands.
    pub(super) islands: u32,
    /// A crossing that may build both its roads builds them if its draw is below this.
    pub(super) both: u64,
    pub(super) seed: u64,
}

/// The roads that a crossing builds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Roads {
    Neither,
    Right,
    Down,
    Both,
}

impl Roads {
    pub(super) fn right(self) -> bool {
        matches!(self, Self::Right | Self::Both)
    }

    pub(super) fn down(self) -> bool {
        matches!(self, Self::Down | Self::Both)
    }
}

/// An island: rows and columns from (inclusive) and to (exclusive), within its tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Island {
    tile: (usize, usize),
    rows: (u64, u64),
    columns: (u64, u64),
}

impl Lattice {
    /// The lattice of a network, as close to a square as the number of crossings allows.
    pub(super) fn of(config: &Road) -> Result<Self> {
        if !(2.0..=3.3).contains(&config.degree) {
            return Err(Error::argument("degree", "a mean degree from 2 to 3.3", config.degree));
        }
        let crossings =
            (config.nodes as u64 * CROSSINGS as u64 / 100).max(config.nodes.min(1) as u64) as usize;
        let rows = crossings.isqrt();
        let columns = crossings.checked_div(rows).unwrap_or(0);
        let extent = (columns as u64 + 1) * u64::from(config.spacing);
        if config.spacing < 8 || extent > i32::MAX as u64 {
            let most = i32::MAX as usize / (columns + 1);
            let expected = format!("a spacing from 8 to {most}, so that coordinates fit 32 bits");
            return Err(Error::argument("spacing", expected, config.spacing));
        }
        // The spanning tree of the crossings, the bends and the dead ends have one edge less than nodes. All
        // other edges close cycles.
        let cycles = config.nodes as f64 * (config.degree / 2.0 - 1.0) + 1.0;
        let chances = (rows.max(1) - 1) as f64 * (columns.max(1) - 1) as f64;
        // `as` saturates.
        let both = (cycles / chances.max(1.0) * 18_446_744_073_709_551_616.0) as u64;
        Ok(Self { rows, columns, islands: config.islands, both, seed: config.style.seed })
    }

    /// The roads between crossings.
    pub(super) fn list_roads(&self, exec: &Exec) -> Result<Vec<u64>> {
        let built = tabulate(exec, "roads of crossings", self.crossings(), |node| {
            self.roads(node / self.columns, node % self.columns)
        })?;
        let count = |roads: &Roads| u64::from(roads.right()) + u64::from(roads.down());
        let mut list = memory::reserve("roads", EdgeId::check_count(built.iter().map(count).sum())?)?;
        for (node, roads) in built.into_iter().enumerate() {
            if roads.right() {
                list.push(pack(node as u32, node as u32 + 1));
            }
            if roads.down() {
                list.push(pack(node as u32, (node + self.columns) as u32));
            }
        }
        Ok(list)
    }

    /// Number of crossings.
    pub(super) fn crossings(&self) -> usize {
        self.rows * self.columns
    }

    /// The roads that the crossing builds.
    pub(super) fn roads(&self, row: usize, column: usize) -> Roads {
        let here = self.island_at(row, column);
        let right = column + 1 < self.columns && self.island_at(row, column + 1) == here;
        let down = row + 1 < self.rows && self.island_at(row + 1, column) == here;
        let index = (row * self.columns + column) as u64;
        let mut draws = Random::new(self.seed, streams::ENDS).item(index);
        match (right, down) {
            (false, false) => Roads::Neither,
            (true, false) => Roads::Right,
            (false, true) => Roads::Down,
            (true, true) if draws.next_u64() < self.both => Roads::Both,
            (true, true) => [Roads::Right, Roads::Down][draws.below(2) as usize],
        }
    }

    fn island_at(&self, row: usize, column: usize) -> Option<Island> {
        let (r, c) = ((row % TILE) as u64, (column % TILE) as u64);
        let inside = |island: &Island| {
            (island.rows.0..island.rows.1).contains(&r) && (island.columns.0..island.columns.1).contains(&c)
        };
        self.island_of(row / TILE, column / TILE).filter(inside)
    }

    /// The island of a tile. Incomplete tiles at the border have none.
    fn island_of(&self, row: usize, column: usize) -> Option<Island> {
        if (row + 1) * TILE > self.rows || (column + 1) * TILE > self.columns {
            return None;
        }
        let tile = (row * self.columns.div_ceil(TILE) + column) as u64;
        let mut draws = Random::new(self.seed, streams::ISLANDS).item(tile);
        if self.islands == 0 || draws.below(u64::from(self.islands)) > 0 {
            return None;
        }
        let mut extent = || {
            let length = 1 + draws.below(ISLAND);
            let from = CLEAR + draws.below(TILE as u64 - 2 * CLEAR - length + 1);
            (from, from + length)
        };
        Some(Island { tile: (row, column), rows: extent(), columns: extent() })
    }

    #[cfg(test)]
    pub(super) fn count_islands(&self) -> usize {
        let tiles = (0..self.rows / TILE).flat_map(|r| (0..self.columns / TILE).map(move |c| (r, c)));
        tiles.filter(|&(r, c)| self.island_of(r, c).is_some()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage_core::graph::Node;
    use boscage_core::sync::SequentialSets;

    /// Components and edges.
    fn count(lattice: &Lattice) -> (usize, usize) {
        let nodes = lattice.crossings();
        let (mut sets, mut components, mut edges) = (SequentialSets::new(nodes).unwrap(), nodes, 0);
        for node in 0..nodes {
            let roads = lattice.roads(node / lattice.columns, node % lattice.columns);
            let right = roads.right().then_some(node + 1);
            let down = roads.down().then_some(node + lattice.columns);
            for end in [right, down].into_iter().flatten() {
                edges += 1;
                components -= usize::from(sets.unite(Node::new(node), Node::new(end)));
            }
        }
        (components, edges)
    }

    #[test]
    fn there_is_a_component_for_each_island_and_one() {
        for (seed, (rows, columns)) in
            [(1, 1), (1, 40), (40, 1), (16, 16), (33, 70), (100, 90)].into_iter().enumerate()
        {
            for islands in [0, 1, 3] {
                let lattice = Lattice { rows, columns, islands, both: 0, seed: seed as u64 };
                let components = 1 + lattice.count_islands();
                assert_eq!(count(&lattice), (components, rows * columns - components), "{lattice:?}");
                let lattice = Lattice { both: u64::MAX / 2, ..lattice };
                assert_eq!(count(&lattice).0, components, "{lattice:?}");
            }
        }
        let all = Lattice { rows: 100, columns: 90, islands: 1, both: 0, seed: 1 };
        assert_eq!(all.count_islands(), 6 * 5);
    }
}
