//! Prim's algorithm with the lightest edge to each vertex in an array: the standard form.
//!
//! Each of its two loops is split into one part per thread. *Choose* finds the minimum of the array. *Relax*
//! finds the arcs of the new vertex that are lighter than the entries of the array. One thread writes these
//! few, because several may lead to the same vertex.

use std::ops::Range;

use boscage_core::exec::{Exec, Rounds};
use boscage_core::graph::Key;
use boscage_core::parallel::map_blocks;
use boscage_core::sync::EdgeSet;
use boscage_core::{Result, memory};

use super::neighbours::{Neighbours, Packed};

/// Adds the edges of the forest. Every loop is split into `parts` parts. Returns the number of edges.
pub(super) fn by_scanning<G: Neighbours>(
    graph: &G,
    parts: usize,
    rounds: &Rounds<'_>,
    forest: &EdgeSet,
) -> Result<usize> {
    let (exec, mut taken) = (rounds.exec(), 0);
    let vertices = graph.vertices();
    let mut is_in = memory::filled("marks of vertices in trees", vertices, false)?;
    // The greatest value for vertices that are in a tree, or to which no edge leads.
    let mut lightest = memory::filled("lightest edges", vertices, G::Key::PACKED_MAX)?;
    for start in 0..vertices {
        let mut next = (!is_in[start]).then_some(start);
        while let Some(vertex) = next {
            is_in[vertex] = true;
            lightest[vertex] = G::Key::PACKED_MAX;
            rounds.settle(1)?;
            for lighter in relax(exec, graph, vertex as u32, parts, &is_in, &lightest) {
                for (packed, end) in lighter? {
                    let known = &mut lightest[end as usize];
                    *known = packed.min(*known);
                }
            }
            next = choose::<G>(exec, &lightest, parts);
            if let Some(next) = next {
                taken += usize::from(forest.insert(G::Key::unpack_id(lightest[next])));
            }
        }
    }
    Ok(taken)
}

/// An arc: its (weight key, id), and its other end.
type Lighter<G> = (Packed<G>, u32);

/// Returns the arcs of a vertex that are lighter than the known ones to their ends.
fn relax<G: Neighbours>(
    exec: &Exec,
    graph: &G,
    vertex: u32,
    parts: usize,
    is_in: &[bool],
    lightest: &[Packed<G>],
) -> Vec<Result<Vec<Lighter<G>>>> {
    let degree = graph.degree(vertex);
    map_blocks(exec, degree, degree.div_ceil(parts).max(1), |part| {
        let mut lighter = memory::reserve("lighter arcs", part.len())?;
        let arcs = graph.arcs_in(vertex, part);
        lighter.extend(arcs.filter(|&(packed, end)| !is_in[end as usize] && packed < lightest[end as usize]));
        Ok(lighter)
    })
}

/// Returns the vertex to which the lightest edge leads, if there is one.
fn choose<G: Neighbours>(exec: &Exec, lightest: &[Packed<G>], parts: usize) -> Option<usize> {
    let least = |part: Range<usize>| lightest[part].iter().copied().min();
    let size = lightest.len().div_ceil(parts);
    let (least, part) = map_blocks(exec, lightest.len(), size, least).into_iter().zip(0..).min()?;
    let part = &lightest[part * size..];
    let place = part.iter().position(|&packed| Some(packed) == least)?;
    (least < Some(G::Key::PACKED_MAX)).then(|| lightest.len() - part.len() + place)
}
