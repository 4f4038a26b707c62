//! The graphs: generated, as similar as our generators allow to those for which others publish times.

use boscage::Result;
use boscage::exec::Exec;
use boscage::generate::{
    Comb, Complete, Gnm, Grid, Numbering, Path, Quadrants, Rmat, Road, Star, Style, comb, complete, gnm,
    grid, path, rmat, road, star,
};
use boscage::graph::EdgeList;

/// Function that makes a graph.
type Recipe = Box<dyn Fn(&Exec) -> Result<EdgeList<u32>> + Sync>;

/// A graph to be made.
pub(crate) struct Graph {
    pub(crate) name: String,
    /// Family and size of the graph, in words.
    pub(crate) law: String,
    /// Milliseconds of the fastest known solver for the graph of this name, on an H200.
    pub(crate) published: Option<f64>,
    recipe: Recipe,
}

impl Graph {
    fn new(
        name: &str,
        law: String,
        recipe: impl Fn(&Exec) -> Result<EdgeList<u32>> + Sync + 'static,
    ) -> Self {
        Self { name: name.to_owned(), law, published: None, recipe: Box::new(recipe) }
    }

    fn published(self, milliseconds: f64) -> Self {
        Self { published: Some(milliseconds), ..self }
    }

    /// Makes the graph, on all threads.
    pub(crate) fn make(&self, exec: &Exec) -> Result<EdgeList<u32>> {
        (self.recipe)(exec)
    }
}

fn scaled(count: usize, scale: f64) -> usize {
    ((count as f64 * scale) as usize).max(4)
}

/// Returns the logarithm of a scaled power of two.
fn scaled_power(power: i32, scale: f64) -> u32 {
    (power + scale.log2().round() as i32).max(2) as u32
}

fn gnm_of(name: &str, nodes: usize, edges: usize) -> Graph {
    Graph::new(name, format!("G({nodes}, {edges})"), move |exec| {
        gnm(exec, &Gnm { nodes, edges, ..Gnm::default() })
    })
}

fn rmat_of(name: &str, scale: u32, edges: usize, quadrants: Quadrants) -> Graph {
    let Quadrants { a, b, c } = quadrants;
    let law = format!("R-MAT {a} {b} {c}, 2^{scale} nodes, {edges} edges");
    Graph::new(name, law, move |exec| rmat(exec, &Rmat { scale, edges, quadrants, ..Rmat::default() }))
}

fn road_of(name: &str, nodes: usize, degree: f64) -> Graph {
    let law = format!("road network of {nodes} nodes, mean degree {degree}");
    Graph::new(name, law, move |exec| Ok(road(exec, &Road { nodes, degree, ..Road::default() })?.0))
}

/// Graphs of the kinds of the table of published times.
pub(crate) fn published(scale: f64) -> Vec<Graph> {
    let n = |count| scaled(count, scale);
    let side = (1024.0 * scale.sqrt()) as usize;
    let rmat_of =
        |name, power, edges| rmat_of(name, scaled_power(power, scale), n(edges), Quadrants::GRAPH500);
    vec![
        road_of("USA-road-d.USA", n(23_900_000), 2.41).published(10.17),
        rmat_of("rmat22", 22, 32_900_000).published(7.93),
        gnm_of("cit-Patents", n(3_800_000), n(16_500_000)).published(6.45),
        rmat_of("as-skitter", 21, 11_100_000).published(2.82),
        rmat_of("coPapersDBLP", 19, 15_200_000).published(2.57),
        Graph::new("2d-2e20", format!("grid of {side} by {side}"), move |exec| {
            grid(exec, &Grid { rows: side, columns: side, ..Grid::default() })
        })
        .published(1.34),
    ]
}

/// Graphs on which the PMA paper varies gamma: road networks, random graphs of some average degrees, a dense
/// one.
pub(crate) fn of_gamma(scale: f64) -> Vec<Graph> {
    let n = |count| scaled(count, scale);
    let nodes = n(1_000_000);
    let of_degree = |degree: usize| gnm_of(&format!("gnm, degree {degree}"), nodes, nodes * degree / 2);
    let florida = road_of("road", n(1_070_000), 2.53);
    let dense = rmat_of("rmat, dense", scaled_power(13, scale), n(11_000_000), Quadrants::GTGRAPH);
    vec![florida, of_degree(4), of_degree(16), of_degree(64), dense]
}

/// Families of graphs of which the PMA paper varies the average degree, in ascending order of it.
pub(crate) fn by_degree(scale: f64) -> [Vec<Graph>; 2] {
    let (nodes, power) = (scaled(1_000_000, scale), scaled_power(20, scale));
    let random = |degree: usize| gnm_of(&format!("gnm, degree {degree}"), nodes, nodes * degree / 2);
    let skewed = |degree: usize| {
        rmat_of(&format!("rmat, degree {degree}"), power, (degree << power) / 2, Quadrants::GTGRAPH)
    };
    let degrees = [4, 8, 16, 32, 64];
    [degrees.map(random).into(), degrees.map(skewed).into()]
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
        graph("road", Box::new(move |exec| Ok(road(exec, &Road { nodes: million, ..Road::default() })?.0))),
        graph(
            "road, shuffled",
            Box::new(move |exec| {
                Ok(road(exec, &Road { nodes: million, style: shuffled(), ..Road::default() })?.0)
            }),
        ),
        graph(
            "grid",
            Box::new(move |exec| grid(exec, &Grid { rows: side, columns: side, ..Grid::default() })),
        ),
        graph(
            "sparse gnm",
            Box::new(move |exec| gnm(exec, &Gnm { nodes: million, edges: 2 * million, ..Gnm::default() })),
        ),
        graph(
            "dense gnm",
            Box::new(move |exec| {
                gnm(exec, &Gnm { nodes: thousands, edges: 80 * thousands, ..Gnm::default() })
            }),
        ),
        graph(
            "rmat",
            Box::new(move |exec| rmat(exec, &Rmat { scale: power, edges: 8 * million, ..Rmat::default() })),
        ),
        graph("path", Box::new(move |exec| path(exec, &Path { nodes: million, ..Path::default() }))),
        graph(
            "path, shuffled",
            Box::new(move |exec| path(exec, &Path { nodes: million, style: shuffled() })),
        ),
        graph("star", Box::new(move |exec| star(exec, &Star { nodes: million, ..Star::default() }))),
        graph(
            "comb",
            Box::new(move |exec| comb(exec, &Comb { spine: million / 8, tooth: 7, ..Comb::default() })),
        ),
        graph(
            "complete",
            Box::new(move |exec| complete(exec, &Complete { nodes: few, ..Complete::default() })),
        ),
    ]
}
