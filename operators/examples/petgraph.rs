//! The cheapest power lines between some cities, from a petgraph graph:
//! `cargo run -p boscage-operators --example petgraph`.

use boscage::operators::msf::msf_of;
use petgraph::stable_graph::StableUnGraph;

/// A line that could be built, and what a kilometre of it costs.
struct Line {
    kilometres: f64,
    price: f64,
}

pub(crate) fn main() -> boscage::Result<()> {
    let mut map = StableUnGraph::<&str, Line>::default();
    let [linz, graz, wien, brno, ulm] =
        ["Linz", "Graz", "Wien", "Brno", "Ulm"].map(|city| map.add_node(city));
    for (from, to, kilometres, price) in [
        (linz, graz, 160.0, 3.0),
        (linz, wien, 155.0, 1.0),
        (graz, wien, 145.0, 2.0),
        (wien, brno, 111.0, 1.5),
        (linz, brno, 190.0, 1.0),
        (linz, ulm, 330.0, 1.0),
    ] {
        map.add_edge(from, to, Line { kilometres, price });
    }
    map.remove_node(ulm); // a hole in the graph, not a tree of the forest

    let forest = msf_of(&map, |line| line.weight().kilometres * line.weight().price)?;
    for &line in &forest.edges {
        let (from, to) = map.edge_endpoints(line).expect("the ids are the graph's own");
        println!("{} - {}: {} km", map[from], map[to], map[line].kilometres);
    }
    println!("{} lines, total {}, trees: {}", forest.edges.len(), forest.total, forest.trees);
    Ok(())
}
