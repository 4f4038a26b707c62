//! Levels of detail of a map.
//!
//! The map is divided into square cells. If a cell is no larger than a point on the screen, all edges between
//! the same two cells look the same, and edges within one cell are points. So one edge per pair of cells is
//! enough; edges of the forest come first, so the forest looks the same, too. The cells of the next level are
//! twice as wide, and all of its edges are in the level before. Similarly, one node per cell is enough.

use boscage::Result;
use boscage::exec::Exec;
use boscage::memory;
use boscage::parallel::{radix_sort, tabulate};

/// Logarithm of the number of cells per axis in the lowest level.
pub(super) const FIRST_CELLS: u32 = 14;

/// Returns the coarsest level of each edge: 0 if only the whole network has it. What is seen of an edge from
/// far away is a line between two places below 2^(`first` + [`FIRST_CELLS`]); the cells of level 1 are
/// 2^`first` wide.
///
/// # Errors
/// [`boscage::Error::OutOfMemory`] and [`boscage::Error::Cancelled`].
pub(super) fn of_edges(
    exec: &Exec,
    edges: usize,
    ends: impl Fn(usize) -> [[u32; 2]; 2] + Sync,
    is_forest: &[bool],
    first: u32,
) -> Result<Vec<u8>> {
    let mut in_order = memory::reserve("edges of a level", edges)?;
    in_order.extend((0..edges as u32).filter(|&edge| is_forest[edge as usize]));
    in_order.extend((0..edges as u32).filter(|&edge| !is_forest[edge as usize]));
    of_things(exec, in_order, first, |edge, width| {
        let [u, v] = ends(edge).map(|end| cell(end, width));
        (u != v).then(|| u.min(v) << (2 * FIRST_CELLS) | u.max(v))
    })
}

/// Returns the coarsest level of each node at these places: one node per cell is enough.
///
/// # Errors
/// As [`of_edges`].
pub(super) fn of_nodes(
    exec: &Exec,
    nodes: usize,
    place: impl Fn(usize) -> [u32; 2] + Sync,
    first: u32,
) -> Result<Vec<u8>> {
    let mut in_order = memory::reserve("nodes of a level", nodes)?;
    in_order.extend(0..nodes as u32);
    of_things(exec, in_order, first, |node, width| Some(cell(place(node), width)))
}

/// Returns the cell of a place, if cells are 2 to the power of `width` wide.
fn cell([x, y]: [u32; 2], width: u32) -> u64 {
    u64::from(x >> width) << FIRST_CELLS | u64::from(y >> width)
}

/// Returns levels of things. Those that look the same from far away have the same key, and the first of them
/// in this order is in the level; those that cannot be seen have no key.
fn of_things(
    exec: &Exec,
    mut left: Vec<u32>,
    first: u32,
    key: impl Fn(usize, u32) -> Option<u64> + Sync,
) -> Result<Vec<u8>> {
    const UNSEEN: u64 = u64::MAX;
    let mut levels = memory::filled("levels of detail", left.len(), 0_u8)?;
    for level in 1..=FIRST_CELLS as u8 {
        exec.check_cancelled()?;
        let width = first + u32::from(level) - 1;
        let mut keys = tabulate(exec, "cells of a level", left.len(), |i| {
            (key(left[i] as usize, width).unwrap_or(UNSEEN), left[i])
        })?;
        // The sort is stable.
        radix_sort(exec, &mut keys, |&(key, _)| key)?;
        for alike in keys.chunk_by(|a, b| a.0 == b.0).filter(|alike| alike[0].0 != UNSEEN) {
            levels[alike[0].1 as usize] = level;
        }
        left.retain(|&thing| levels[thing as usize] == level);
    }
    Ok(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_an_edge_for_each_pair_of_cells_and_the_forest_first() {
        let exec = Exec::new(2).unwrap();
        // Two edges between the same cells of width 2, one between neighbours, one within a cell, one across.
        let ends = [[[0, 0], [2, 0]], [[1, 1], [3, 1]], [[1, 0], [2, 0]], [[4, 4], [5, 5]], [[0, 0], [9, 9]]];
        let of = |is_forest: [bool; 5]| of_edges(&exec, 5, |edge| ends[edge], &is_forest, 1).unwrap();
        // The cell of (9, 9) is the same as that of (0, 0) from a width of 16 on, level 4.
        assert_eq!(of([false; 5]), [1, 0, 0, 0, 3]);
        assert_eq!(of([false, false, true, false, false]), [0, 0, 1, 0, 3]);
    }

    #[test]
    fn a_coarser_level_joins_the_same_cells() {
        let exec = Exec::new(2).unwrap();
        let place = |i: u32| [i * 7919 % 1000, i * 104_729 % 997];
        let ends = |edge: usize| [place(edge as u32 % 300), place(edge as u32 * 31 % 300)];
        let is_forest: Vec<bool> = (0..3000).map(|edge| edge % 3 == 0).collect();
        let levels = of_edges(&exec, 3000, ends, &is_forest, 0).unwrap();
        for level in 1..=FIRST_CELLS as u8 {
            let cells = |edge: usize| {
                let [u, v] = ends(edge).map(|place| place.map(|x| x >> (level - 1)));
                if u < v { [u, v] } else { [v, u] }
            };
            let all = |is_in: &dyn Fn(usize) -> bool| {
                let drawn = (0..3000).filter(|&edge| is_in(edge) && cells(edge)[0] != cells(edge)[1]);
                drawn.map(cells).collect::<std::collections::BTreeSet<_>>()
            };
            assert_eq!(all(&|edge| levels[edge] >= level), all(&|_| true), "level {level}");
            let of_forest = all(&|edge| levels[edge] >= level && is_forest[edge]);
            assert_eq!(of_forest, all(&|edge| is_forest[edge]), "level {level}");
        }
    }

    #[test]
    fn a_level_has_a_node_of_each_cell() {
        let exec = Exec::new(2).unwrap();
        let places = [[0, 0], [1, 1], [2, 0], [9, 9]];
        // Cells are 2 wide, 4, 8, 16: then all nodes are in one cell, which is in all coarser levels.
        let levels = of_nodes(&exec, 4, |node| places[node], 1).unwrap();
        assert_eq!(levels, [FIRST_CELLS as u8, 0, 1, 3]);
        assert!(of_nodes(&exec, 0, |node| places[node], 1).unwrap().is_empty());
    }
}
