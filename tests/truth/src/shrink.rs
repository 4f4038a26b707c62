//! Shrinks a failing graph.

use crate::Sketch;

/// The most graphs that are tried.
const PATIENCE: usize = 3000;

/// A smaller graph that still fails: edges are taken away as long as that goes, many at a time at first, one
/// by one in the end; then the nodes that no edge names. `fails` says what is wrong with a graph, if anything
/// is.
pub fn shrink(mut sketch: Sketch, mut fails: impl FnMut(&Sketch) -> bool) -> Sketch {
    let mut patience = PATIENCE;
    let mut still_fails = |candidate: &Sketch| {
        patience = patience.saturating_sub(1);
        patience > 0 && fails(candidate)
    };
    let mut at_once = sketch.edges.len().div_ceil(2);
    while at_once > 0 {
        let (mut start, before) = (0, sketch.edges.len());
        while start < sketch.edges.len() {
            let mut smaller = sketch.clone();
            smaller.edges.drain(start..(start + at_once).min(sketch.edges.len()));
            if still_fails(&smaller) {
                sketch = smaller;
            } else {
                start += at_once;
            }
        }
        // Again with the same number, if that went well: what blocked an edge may be gone.
        at_once = if sketch.edges.len() < before { at_once.min(sketch.edges.len()) } else { at_once / 2 };
    }
    let renumbered = without_isolated_nodes(&sketch);
    if still_fails(&renumbered) { renumbered } else { sketch }
}

fn without_isolated_nodes(sketch: &Sketch) -> Sketch {
    let mut used: Vec<u32> = sketch.edges.iter().flat_map(|&(u, v, _)| [u, v]).collect();
    used.sort_unstable();
    used.dedup();
    let number = |node| used.binary_search(&node).expect("every end is listed") as u32;
    let edges = sketch.edges.iter().map(|&(u, v, level)| (number(u), number(v), level)).collect();
    Sketch { nodes: used.len(), edges, palette: sketch.palette }
}

#[test]
fn what_does_not_matter_is_taken_away() {
    use crate::sketches::random;
    let loops = |sketch: &Sketch| sketch.edges.iter().filter(|(u, v, _)| u == v).count();
    let sketch = (0..).map(random).find(|sketch| loops(sketch) > 3).expect("loops are frequent");
    let small = shrink(sketch, |candidate| loops(candidate) >= 2);
    assert_eq!((small.edges.len(), loops(&small)), (2, 2));
    assert!((1..=2).contains(&small.nodes));
}
