//! The operator: adds one new point.
//!
//! A triangle with too small an angle gets a point at the centre of its circle, unless that would encroach on
//! a part of the boundary: then this part is split in the middle. (Centres lie outside of the mesh only if
//! the boundary is encroached upon.) The triangles whose circle contains the point are connected: they are
//! the *cavity*. It is replaced by triangles from its outline to the point, which makes the mesh Delaunay
//! again (Bowyer 1981, Watson 1981).

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Handle, MorphGraph};
use boscage::worklist::Lifo;

use crate::geometry::{Flaw, Point, Triangle};

/// A side of the cavity's outline, and the triangle on its other side.
struct Outline {
    side: [Point; 2],
    outside: Option<Handle>,
}

/// Refines the mesh until no triangle has a flaw; `flawed` are those that have one.
pub(crate) fn refine(exec: &Exec, mesh: &mut MorphGraph<Triangle>, flawed: Vec<Handle>) -> Result<()> {
    exec.speculate("refine", flawed, Lifo::default(), mesh, |&item, around| {
        let Some(triangle) = around.lock(item)? else { return Ok(()) }; // gone since it was queued
        let mut split = match triangle.flaw() {
            None => return Ok(()),
            Some(Flaw::Encroached(side)) => Some((item, triangle.sides()[side])),
            Some(Flaw::Skinny) => None,
        };
        let mut point = triangle.centre();
        let mut cavity = Vec::new();
        if split.is_none() {
            cavity = around.lock_while(item, |node, near| node == item || near.circle_contains(point))?;
            split = cavity.iter().find_map(|&node| {
                let is_in_the_way = |&side: &[Point; 2]| point.encroaches(side) || !point.is_left_of(side);
                around[node].boundary().find(is_in_the_way).map(|side| (node, side))
            });
        }
        if let Some((node, [a, b])) = split {
            point = a.middle(b);
            cavity =
                around.lock_while(node, |near, near_it| near == node || near_it.circle_contains(point))?;
        }

        let mut outline = Vec::with_capacity(cavity.len() + 2);
        for &node in &cavity {
            for side in around[node].sides() {
                let is_beyond = |&node: &Handle| around[node].sides().contains(&[side[1], side[0]]);
                let outside = around.arcs(node).map(|(neighbour, ())| neighbour).find(is_beyond);
                if outside.is_none_or(|outside| !cavity.contains(&outside)) {
                    outline.push(Outline { side, outside });
                }
            }
        }
        let is_split = |side: [Point; 2]| split.is_some_and(|(_, split)| split == side);
        outline.retain(|part| !is_split(part.side));
        assert!(outline.iter().all(|part| point.is_left_of(part.side)), "the cavity is seen from the point");
        around.reserve(outline.len(), 2 * outline.len())?;

        let mut owned = around.commit();
        cavity.into_iter().for_each(|node| _ = owned.remove(node));
        let new: Vec<_> = outline
            .iter()
            .map(|&Outline { side: [a, b], outside }| {
                let begins = |from| outline.iter().any(|part| part.side[0] == from);
                let ends = |to| outline.iter().any(|part| part.side[1] == to);
                let is_boundary = [outside.is_none(), !begins(b), !ends(a)];
                let triangle = Triangle { corners: [a, b, point], is_boundary };
                (owned.add(triangle), triangle)
            })
            .collect();
        for (&(node, triangle), part) in new.iter().zip(&outline) {
            if let Some(outside) = part.outside {
                owned.connect(node, outside, ());
            }
            let next = outline.iter().position(|next| next.side[0] == part.side[1]);
            if let Some(next) = next {
                owned.connect(node, new[next].0, ());
            }
            if triangle.flaw().is_some() {
                owned.push(node);
            }
        }
        if split.is_some() {
            owned.push(item); // it may still be there
        }
        Ok(())
    })
}
