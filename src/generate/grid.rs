//! The grid: nodes at the crossings of `rows` by `columns` lines, neighbours above, below, left and right.
//!
//! Degrees 2 at the corners, 3 at the border, 4 inside; diameter rows + columns - 2; about half of all edges
//! are in the forest. Nodes are numbered row by row, and the edges of a node (right, then down) are next to
//! each other.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;

/// A grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Number of nodes from top to bottom.
    pub rows: usize,
    /// Number of nodes from left to right.
    pub columns: usize,
    /// Weights, numbering, seed.
    pub style: Style,
}

impl Grid {
    /// The graph that [`grid`](fn@grid) makes, before it is made.
    ///
    /// # Errors
    /// As there; memory is enough.
    pub fn recipe(&self) -> Result<Recipe> {
        let (rows, columns) = (self.rows as u64, self.columns as u64);
        let nodes = rows.saturating_mul(columns);
        if nodes == 0 {
            return Recipe::by_id(0, 0, &self.style, |_, _| (0, 0));
        }
        // A row but the last has an edge right from all but its last node, and an edge down from each.
        let in_row = columns.saturating_mul(2) - 1;
        let edges = (rows - 1).saturating_mul(in_row).saturating_add(columns - 1);
        Recipe::by_id(nodes, edges, &self.style, move |id, _| {
            let (row, rest) = (id / in_row, id % in_row);
            if row == rows - 1 {
                let node = row * columns + rest;
                return (node, node + 1);
            }
            let node = row * columns + rest / 2;
            let down = rest % 2 == 1 || rest == in_row - 1;
            (node, node + if down { columns } else { 1 })
        })
    }
}

/// Makes a grid; node `(r, c)` is number `r * columns + c`.
///
/// # Errors
/// [`boscage_core::Error::TooMany`], [`boscage_core::Error::OutOfMemory`], and
/// [`boscage_core::Error::Argument`] for weights that no law gives.
pub fn grid(exec: &Exec, config: &Grid) -> Result<EdgeList<u32>> {
    config.recipe()?.make(exec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn neighbours_are_one_line_apart() {
        for (rows, columns) in [(0, 5), (5, 0), (1, 1), (1, 6), (6, 1), (2, 2), (4, 7)] {
            let list = grid(&Exec::current(), &Grid { rows, columns, style: Style::default() }).unwrap();
            let mut expected = Vec::new();
            for node in 0..rows * columns {
                if (node + 1) % columns != 0 {
                    expected.push((node, node + 1));
                }
                if node / columns + 1 < rows {
                    expected.push((node, node + columns));
                }
            }
            let made: Vec<_> = list.as_view().edges().iter().map(|e| (e.u.index(), e.v.index())).collect();
            assert_eq!(made, expected, "{rows} x {columns}");
            assert_eq!(list.nodes(), rows * columns);
        }
        assert!(
            grid(&Exec::current(), &Grid { rows: usize::MAX, columns: usize::MAX, style: Style::default() })
                .is_err()
        );
    }
}
