//! **Boscage**: a task-parallel graph framework, modelled on Galois.
//!
//! An *operator* says what one work item does; a *schedule* says which items run, in what order and on how
//! many threads. The framework has graphs ([`graph`]), the loops ([`exec`]) with their worklists
//! ([`worklist`]), data structures that threads share ([`sync`]), and data-parallel building blocks
//! ([`parallel`]). With it come readers and writers of graph files (`io`), generators ([`generate`]), and
//! graph algorithms (`operators`), minimum spanning forests first.
//!
//! # Example
//!
//! ```
//! use boscage::graph::{EdgeList, Node};
//!
//! // A triangle and an isolated node; an edge's id is its position in the list.
//! let graph = EdgeList::from_triples(4, [(0, 1, 5_u32), (1, 2, 3), (2, 0, 4)])?;
//! assert_eq!((graph.nodes(), graph.len()), (4, 3));
//! assert_eq!(graph.as_view().edges()[1].v, Node::new(2));
//! # Ok::<(), boscage::Error>(())
//! ```
//!
//! # Operators
//!
//! | for | operators |
//! |---|---|
//! | spanning forests | [`auto`](fn@operators::msf::auto) and [others](operators::msf); `ranks` has those over several processes |
//! | searches | [`breadth_first_search`](operators::breadth_first_search()), [`shortest_paths`](operators::shortest_paths()), [`betweenness`](operators::betweenness()), [`page_rank`](operators::page_rank()) |
//! | parts of a graph | [`connected_components`](operators::connected_components()), [`strongly_connected_components`](operators::strongly_connected_components), [`label_propagation`](operators::label_propagation()) |
//! | dense parts | [`k_core`](operators::k_core()), [`k_truss`](operators::k_truss()), [`triangles`](operators::triangles()) |
//! | choices | [`colouring`](operators::colouring()), [`independent_set`](operators::independent_set()), [`matching`](operators::matching()), [`max_flow`](operators::max_flow()) |
//!
//! # Features
//!
//! | feature | what it adds | by default |
//! |---|---|---|
//! | `io` | graph files: readers and writers | yes |
//! | `gzip`, `bzip2`, `xz`, `zstd` | files compressed with this; each implies `io` | yes |
//! | `operators` | graph algorithms | yes |
//! | `papers` | slower forest operators from papers, for comparison: `operators::msf::papers` | no |
//! | `ranks` | forests of graphs in parts, on several processes | no |
//! | `parking_lot` | mutexes of one byte, instead of those of the standard library | yes |
//! | `petgraph` | import of petgraph's graphs; its algorithms on ours, ours on its graphs | yes |
//! | `serde` | statistics of loops can be serialised with serde | yes |
//!
//! Without them, the crate has only the core and the generators.
#![forbid(unsafe_code)]

#[doc(inline)]
pub use boscage_core::{
    At, Error, Place, Result, Step, comm, exec, graph, grouped, input_name, memory, on_one_line, output_name,
    parallel, random, sync, with_edge_list, with_forest, with_graph_view, with_weighted_list, worklist,
};
#[doc(inline)]
pub use boscage_generate as generate;
#[cfg(feature = "io")]
#[doc(inline)]
pub use boscage_io as io;
#[cfg(feature = "operators")]
#[doc(inline)]
pub use boscage_operators as operators;
#[cfg(feature = "ranks")]
#[doc(inline)]
pub use boscage_ranks as ranks;

pub mod prelude;

/// The examples of the README and of the guide, which are tests too.
#[cfg(doctest)]
mod documents {
    macro_rules! documents {
        ($($name:ident: $path:literal;)*) => {$(
            #[doc = include_str!(concat!("../", $path))]
            struct $name;
        )*};
    }

    documents! {
        Readme: "README.md";
        FirstLoop: "docs/guide/1-first-loop.md";
        Graphs: "docs/guide/2-graphs.md";
        Rounds: "docs/guide/3-rounds.md";
        Worklists: "docs/guide/4-worklists.md";
        Conflicts: "docs/guide/5-conflicts.md";
        Priorities: "docs/guide/6-priorities.md";
        ChangingGraphs: "docs/guide/7-changing-graphs.md";
        Measuring: "docs/guide/8-measuring.md";
    }
}
