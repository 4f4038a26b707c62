//! `graph cut`: a part of a graph, with the names and data of its nodes and edges.

use std::path::PathBuf;

use boscage::exec::Exec;
use boscage::io::{Input, Prospect, read_coordinates};
use boscage::operators::connected_components_of_edges;
use boscage::{Error, Result, input_name, with_edge_list};
use boscage_programs::places::{are_near, bounds};
use boscage_programs::progress::Bar;
use boscage_programs::show::{counted, say};

use crate::files::Files;

/// Writes a part of a graph: the nodes in a rectangle, or a component.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Edges between nodes of the part are in it, those to other nodes are not. With both --box and \
                  --component, the component is one of the graph in the rectangle."
)]
pub(crate) struct Cut {
    #[command(flatten)]
    pub(crate) files: Files,

    /// Keep the nodes in this rectangle, such as 24.9,60.1,25.0,60.2
    ///
    /// Its sides are west, south, east and north, or the least x and y and the greatest, in the unit of the
    /// coordinates. Nodes without coordinates are left out.
    #[arg(long = "box", value_name = "W,S,E,N", value_parser = rectangle, allow_hyphen_values = true)]
    #[arg(required_unless_present = "component")]
    rectangle: Option<[f64; 4]>,

    /// Keep the component with the most nodes (`largest`), or that of a node
    #[arg(long, value_name = "largest|NODE")]
    component: Option<String>,

    /// Places of the nodes [default: those in the graph's file]
    ///
    /// A table (CSV, TSV) with columns of the graph's names of nodes and two coordinates, such as
    /// `id,lon,lat`; or a DIMACS file (.co).
    #[arg(long, value_name = "FILE")]
    coordinates: Option<PathBuf>,
}

impl Cut {
    /// Checks what the types of the arguments cannot express.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.files.check(self.coordinates.as_deref())
    }

    pub(crate) fn run(&self, exec: &Exec, bar: &Bar) -> Result<()> {
        // Labels and sizes of components, numbers of nodes, and a bit per edge; places.
        let has_places = self.rectangle.is_some() || self.coordinates.is_some();
        let places = if has_places { 64 } else { 0 };
        let memory = move |graph: &Prospect<'_>| {
            let bytes = (places + 16) * graph.nodes as u64 + graph.edges as u64 / 4;
            (bytes, graph.weight_bytes as u64)
        };
        self.files.run(exec, self.files.open()?, bar, memory, |input| {
            bar.stage("cutting");
            if let Some(path) = &self.coordinates {
                let listed = read_coordinates(exec, path)?;
                let places = listed.of(exec, &input.names, input.list.node_count())?;
                let missing = places.iter().filter(|place| place[0].is_nan()).count();
                if missing > 0 && missing < places.len() {
                    let file = input_name(path);
                    let nodes = counted(missing, "node", "nodes");
                    say(&format!("graph: warning: {file} has no place of {nodes}"));
                }
                if missing > 0 && missing == places.len() {
                    let first = input.names.name(0);
                    let expected = format!("a place of a node of the graph, of which {first} is the first");
                    return Err(Error::argument("--coordinates", expected, "those of other nodes"));
                }
                let own = input.attributes.coordinates.take();
                if own.is_none_or(|own| !are_near(&own, &places, 1.0))
                    && input.attributes.shapes.take().is_some()
                {
                    say("graph: warning: the course of edges is not kept: its ends are not at --coordinates");
                }
                input.attributes.coordinates = Some(places);
            }
            if let Some(sides) = self.rectangle {
                keep_rectangle(input, sides)?;
            }
            self.component.as_ref().map_or(Ok(()), |name| keep_component(exec, input, name))
        })
    }
}

/// Keeps the nodes in a rectangle.
fn keep_rectangle(input: &mut Input, sides: [f64; 4]) -> Result<()> {
    let Some(places) = input.attributes.coordinates.clone() else {
        let expected = "coordinates of the nodes, in the graph's file or from --coordinates FILE";
        return Err(Error::argument("--box", expected, "none"));
    };
    let [west, south, east, north] = sides;
    let is_inside = |[x, y]: [f64; 2]| (west..=east).contains(&x) && (south..=north).contains(&y);
    let [w, s, e, n] = bounds(&places);
    if w > e && !places.is_empty() {
        return Err(Error::argument("--box", "coordinates of some nodes", "none"));
    }
    if !places.iter().copied().any(is_inside) && !places.is_empty() {
        let expected = format!("a rectangle with nodes, which are within {w},{s},{e},{n}");
        return Err(Error::argument("--box", expected, format_args!("{west},{south},{east},{north}")));
    }
    input.retain_nodes(|node| is_inside(places[node.index()]))
}

/// Keeps the largest component, of several the one with the lowest node, or the component of a node.
fn keep_component(exec: &Exec, input: &mut Input, name: &str) -> Result<()> {
    let nodes = input.list.node_count();
    let components = with_edge_list!(&input.list, list => connected_components_of_edges(exec, list))?;
    let labels = components.labels();
    let chosen = if name == "largest" {
        components.largest()?.map_or(0, |(label, _)| label)
    } else {
        let node = input.names.parse(name, nodes);
        let node =
            node.ok_or_else(|| Error::argument("--component", "`largest` or a node of the graph", name))?;
        labels[node.index()]
    };
    input.retain_nodes(|node| labels[node.index()] == chosen)
}

/// Parses the sides of a rectangle.
fn rectangle(text: &str) -> Result<[f64; 4], String> {
    let sides: Option<Vec<f64>> = text.split(',').map(|side| side.trim().parse().ok()).collect();
    match sides.as_deref() {
        Some(&[west, south, east, north]) if west <= east && south <= north => Ok([west, south, east, north]),
        Some([_, _, _, _]) => {
            Err("expected the west side before the east, the south before the north".into())
        }
        _ => Err("expected four numbers, such as 24.9,60.1,25.0,60.2".into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rectangles_have_four_sides_in_order() {
        assert_eq!(rectangle("-1, -2.5,3,4"), Ok([-1.0, -2.5, 3.0, 4.0]));
        for wrong in ["", "1,2,3", "1,2,3,4,5", "3,2,1,4", "1,4,3,2", "1,2,x,4", "nan,2,3,4"] {
            assert!(rectangle(wrong).is_err(), "{wrong}");
        }
    }
}
