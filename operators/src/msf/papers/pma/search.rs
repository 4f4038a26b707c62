//! Searches for the lightest arc of a vertex that leaves its tree.

use boscage_core::Result;
use boscage_core::graph::Key;

use super::super::adjacency::{Adjacency, Arc};
use super::super::frontier::Frontier;

/// A search. An arc is its (weight key, id), and its other end.
pub(super) trait Search<K: Key> {
    /// The data of a vertex while its tree grows.
    type Member: Send;

    /// Creates the data of a vertex that has entered a tree.
    fn member(
        adjacency: &Adjacency<K>,
        vertex: u32,
        is_outside: impl Fn(u32) -> bool,
    ) -> Result<Self::Member>;

    /// Returns its lightest arc that leads outside, if there is one.
    fn lightest(
        adjacency: &Adjacency<K>,
        member: &mut Self::Member,
        is_outside: impl Fn(u32) -> bool,
    ) -> Option<(K::Packed, u32)>;
}

/// A vertex, and the number of the arc that was found last; past the end if none leads outside any more.
pub(super) struct Place {
    vertex: u32,
    last: u32,
}

impl Place {
    /// Returns the arc found last or, if it now leads inside, the arc that `next` finds, given the vertex's
    /// arcs and the number of the last one.
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

/// Searches all arcs, in any order.
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

/// Steps through arcs sorted by (weight, id).
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

/// Keeps the arcs in a heap, and removes those that lead inside.
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
