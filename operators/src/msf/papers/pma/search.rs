//! How a tree finds the lightest arc of one of its vertices that leads outside.

use boscage_core::Result;
use boscage_core::graph::Key;

use super::super::adjacency::{Adjacency, Arc};
use super::super::frontier::Frontier;

/// A way to find it. An arc: its (weight key, id), and its other end.
pub(super) trait Search<K: Key> {
    /// What is kept of a vertex while its tree grows.
    type Member: Send;

    /// A vertex has come into a tree.
    fn member(
        adjacency: &Adjacency<K>,
        vertex: u32,
        is_outside: impl Fn(u32) -> bool,
    ) -> Result<Self::Member>;

    /// Its lightest arc that leads outside, if any does.
    fn lightest(
        adjacency: &Adjacency<K>,
        member: &mut Self::Member,
        is_outside: impl Fn(u32) -> bool,
    ) -> Option<(K::Packed, u32)>;
}

/// A vertex, and which of its arcs was found last, counted from its first; past the last if none leads
/// outside any more.
pub(super) struct Place {
    vertex: u32,
    last: u32,
}

impl Place {
    /// The arc found last, or, where this leads inside by now, the one that `next` finds instead, given the
    /// vertex's arcs and the place of that.
    fn lightest<K: Key>(
        &mut self,
        adjacency: &Adjacency<K>,
        is_outside: impl Fn(u32) -> bool,
        next: impl Fn(&[Arc<K>], usize) -> Option<usize>,
    ) -> Option<(K::Packed, u32)> {
        let arcs = adjacency.of(self.vertex);
        let mut arc = arcs.get(self.last as usize)?;
        if !is_outside(arc.end) {
            let found = next(arcs, self.last as usize).unwrap_or(arcs.len());
            self.last = found as u32;
            arc = arcs.get(found)?;
        }
        Some((arc.packed(), arc.end))
    }
}

/// Arcs in any order: looks at all of them.
pub(super) struct Scan;

fn scan<K: Key>(arcs: &[Arc<K>], is_outside: impl Fn(u32) -> bool) -> Option<usize> {
    let outside = arcs.iter().enumerate().filter(|(_, arc)| is_outside(arc.end));
    outside.min_by_key(|(_, arc)| arc.packed()).map(|(place, _)| place)
}

impl<K: Key> Search<K> for Scan {
    type Member = Place;

    fn member(adjacency: &Adjacency<K>, vertex: u32, is_outside: impl Fn(u32) -> bool) -> Result<Place> {
        let arcs = adjacency.of(vertex);
        Ok(Place { vertex, last: scan(arcs, is_outside).unwrap_or(arcs.len()) as u32 })
    }

    fn lightest(
        adjacency: &Adjacency<K>,
        member: &mut Place,
        is_outside: impl Fn(u32) -> bool,
    ) -> Option<(K::Packed, u32)> {
        member.lightest(adjacency, &is_outside, |arcs, _| scan(arcs, &is_outside))
    }
}

/// Arcs by (weight, id): steps on to the next.
pub(super) struct Step;

impl<K: Key> Search<K> for Step {
    type Member = Place;

    fn member(_: &Adjacency<K>, vertex: u32, _: impl Fn(u32) -> bool) -> Result<Place> {
        Ok(Place { vertex, last: 0 })
    }

    fn lightest(
        adjacency: &Adjacency<K>,
        member: &mut Place,
        is_outside: impl Fn(u32) -> bool,
    ) -> Option<(K::Packed, u32)> {
        let next = |arcs: &[Arc<K>], last| (last..arcs.len()).find(|&place| is_outside(arcs[place].end));
        member.lightest(adjacency, &is_outside, next)
    }
}

/// Arcs in any order: has them in a heap, and takes those out that lead inside.
pub(super) struct Heap;

impl<K: Key> Search<K> for Heap {
    type Member = Frontier<K::Packed>;

    fn member(
        adjacency: &Adjacency<K>,
        vertex: u32,
        is_outside: impl Fn(u32) -> bool,
    ) -> Result<Frontier<K::Packed>> {
        let arcs = adjacency.of(vertex);
        let outside = arcs.iter().filter(|arc| is_outside(arc.end));
        Frontier::of(arcs.len(), outside.map(|arc| (arc.packed(), arc.end)))
    }

    fn lightest(
        _: &Adjacency<K>,
        member: &mut Frontier<K::Packed>,
        is_outside: impl Fn(u32) -> bool,
    ) -> Option<(K::Packed, u32)> {
        while let Some((packed, end)) = member.peek() {
            if is_outside(end) {
                return Some((packed, end));
            }
            member.pop();
        }
        None
    }
}
