//! The graphs: generated, as near as our generators come to those that others publish times of.

use boscage::Result;
use boscage::exec::Exec;
use boscage::generate::{
    Comb, Complete, Gnm, Grid, Numbering, Path, Quadrants, Rmat, Road, Star, Style, comb, complete, gnm,
    grid, path, rmat, road, star,
};
use boscage::graph::EdgeList;

/// What makes a graph.
type Recipe = Box<dyn Fn() -> Result<EdgeList<u32>> + Sync>;

/// A graph to be made.
pub(crate) struct Graph {
    pub(crate) name: String,
    /// What it stands for, and how it is made.
    pub(crate) law: String,
    /// Milliseconds that the fastest solver known to us takes for the graph of this name, on an H200.
    pub(crate) published: Option<f64>,
    recipe: Recipe,
}

impl Graph {
    fn new(name: &str, law: String, recipe: impl Fn() -> Result<EdgeList<u32>> + Sync + 'static) -> Self {
        Self { name: name.to_owned(), law, published: None, recipe: Box::new(recipe) }
    }

    fn published(self, milliseconds: f64) -> Self {
        Self { published: Some(milliseconds), ..self }
    }

    /// Makes it, on all threads.
    pub(crate) fn make(&self, exec: &Exec) -> Result<EdgeList<u32>> {
        exec.install(|| (self.recipe)())
    }
}

fn scaled(count: usize, scale: f64) -> usize {
    ((count as f64 * scale) as usize).max(4)
}

/// Graphs of the kinds of the table of published times.
pub(crate) fn published(scale: f64) -> Vec<Graph> {
    let n = |count| scaled(count, scale);
    let less = scale.log2().round() as i32;
    let power = |scale: i32| (scale + less).max(2) as u32;
    let side = (1024.0 * scale.sqrt()) as usize;
    let rmat_of = move |name: &str, power: u32, edges: usize| {
        let law = format!("R-MAT 0.57 0.19 0.19 0.05, 2^{power} nodes, {edges} edges");
        Graph::new(name, law, move || {
            rmat(&Rmat { scale: power, edges, quadrants: Quadrants::GRAPH500, ..Rmat::default() })
        })
    };
    let (road_nodes, patents, patent_edges) = (n(23_900_000), n(3_800_000), n(16_500_000));
    vec![
        Graph::new(
            "USA-road-d.USA",
            format!("road network of {road_nodes} nodes, mean degree 2.41"),
            move || Ok(road(&Road { nodes: road_nodes, degree: 2.41, ..Road::default() })?.0),
        )
        .published(10.17),
        rmat_of("rmat22", power(22), n(32_900_000)).published(7.93),
        Graph::new("cit-Patents", format!("G({patents}, {patent_edges})"), move || {
            gnm(&Gnm { nodes: patents, edges: patent_edges, ..Gnm::default() })
        })
        .published(6.45),
        rmat_of("as-skitter", power(21), n(11_100_000)).published(2.82),
        rmat_of("coPapersDBLP", power(19), n(15_200_000)).published(2.57),
        Graph::new("2d-2e20", format!("grid of {side} by {side}"), move || {
            grid(&Grid { rows: side, columns: side, ..Grid::default() })
        })
        .published(1.34),
    ]
}

/// Large graphs of every kind that we make, half of them in random order.
pub(crate) fn large(scale: f64) -> Vec<Graph> {
    let n = |count| scaled(count, scale);
    let shuffled = || Style { numbering: Numbering::Shuffled, ..Style::default() };
    let (million, thousands, few) = (n(1_000_000), n(100_000), n(4_000_000).isqrt());
    let side = n(1_000_000).isqrt();
    let power = million.ilog2();
    let graph = |name: &str, make: Recipe| Graph::new(name, String::new(), make);
    vec![
        graph("road", Box::new(move || Ok(road(&Road { nodes: million, ..Road::default() })?.0))),
        graph(
            "road, shuffled",
            Box::new(move || Ok(road(&Road { nodes: million, style: shuffled(), ..Road::default() })?.0)),
        ),
        graph("grid", Box::new(move || grid(&Grid { rows: side, columns: side, ..Grid::default() }))),
        graph(
            "sparse gnm",
            Box::new(move || gnm(&Gnm { nodes: million, edges: 2 * million, ..Gnm::default() })),
        ),
        graph(
            "dense gnm",
            Box::new(move || gnm(&Gnm { nodes: thousands, edges: 80 * thousands, ..Gnm::default() })),
        ),
        graph("rmat", Box::new(move || rmat(&Rmat { scale: power, edges: 8 * million, ..Rmat::default() }))),
        graph("path", Box::new(move || path(&Path { nodes: million, ..Path::default() }))),
        graph("path, shuffled", Box::new(move || path(&Path { nodes: million, style: shuffled() }))),
        graph("star", Box::new(move || star(&Star { nodes: million, ..Star::default() }))),
        graph("comb", Box::new(move || comb(&Comb { spine: million / 8, tooth: 7, ..Comb::default() }))),
        graph("complete", Box::new(move || complete(&Complete { nodes: few, ..Complete::default() }))),
    ]
}
