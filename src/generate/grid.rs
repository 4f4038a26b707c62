//! The grid.

use super::{Recipe, Style};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::EdgeList;

/// A grid of rows and columns, in which each node is joined to the nodes above, below, left and right.
///
/// Degrees are 4 inside, 3 at the border and 2 at the corners; the diameter is rows + columns - 2. About half
/// of all edges are in a spanning tree. Choose it as a regular graph with the locality and the large diameter
/// of a [`road`](fn@super::road) network.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Grid {
    /// Number of nodes from top to bottom.
    pub rows: usize,
    /// Number of nodes from left to right.
    pub columns: usize,
    /// Weights, numbering and seed.
    pub style: Style,
}

impl Grid {
    /// Returns the recipe of the graph that [`grid`](fn@grid) makes.
    ///
    /// # Errors
    /// Those of [`grid`](fn@grid), except [`boscage_core::Error::OutOfMemory`].
    pub fn recipe(&self) -> Result<Recipe> {
        let (rows, columns) = (self.rows as u64, self.columns as u64);
        let nodes = rows.saturating_mul(columns);
        if nodes == 0 {
            return Recipe::by_id(0, 0, &self.style, |_, _| (0, 0));
        }
        // Edges of a row, except the last one: to the right from all nodes but one, and down from each node.
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

/// Makes a grid. Node `r * columns + c` is in row `r` and column `c`.
///
/// Edges are in the order of their lower nodes: for each node, first the edge to the right, then the edge
/// down.
///
/// # Determinism
/// The same [`Grid`] makes the same graph on any number of threads.
///
/// # Memory
/// 12 bytes per edge.
///
/// # Errors
/// [`TooMany`](boscage_core::Error::TooMany) nodes or edges,
/// [`OutOfMemory`](boscage_core::Error::OutOfMemory), and [`Argument`](boscage_core::Error::Argument) for an
/// empty range of weights or for Euclidean weights.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::generate::{Grid, Style, grid};
///
/// let graph = grid(&Exec::new(2)?, &Grid { rows: 3, columns: 4, style: Style::default() })?;
/// assert_eq!((graph.node_count(), graph.edge_count()), (12, 17));
/// # Ok::<(), boscage::Error>(())
/// ```
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
            let made: Vec<_> = list.edges().iter().map(|e| (e.u.index(), e.v.index())).collect();
            assert_eq!(made, expected, "{rows} x {columns}");
            assert_eq!(list.node_count(), rows * columns);
        }
        assert!(
            grid(&Exec::current(), &Grid { rows: usize::MAX, columns: usize::MAX, style: Style::default() })
                .is_err()
        );
    }
}
