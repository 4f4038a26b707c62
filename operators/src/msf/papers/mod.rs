//! Forest operators of papers, for comparison and to learn from; [`auto`](fn@super::auto) takes none of them.
//!
//! | operator | kind | paper |
//! |---|---|---|
//! | [`prim`](fn@prim) | one tree grows, by a heap; one thread | Prim 1957 |
//! | [`prim_loops`](fn@prim_loops) | the same by scanning, its loops on all threads: slow by nature | Prim/Borůvka |
//! | [`prim_threads`](fn@prim_threads) | one tree per worker; trees that meet merge | Prim/Borůvka |
//! | [`mst_bc`](fn@mst_bc) | one tree per worker; trees stay apart, then are contracted | Bader, Cong 2006 |
//! | [`pma`](fn@pma): `pma-min`, `pma-sort`, `pma-hybrid` | small trees from all vertices; they touch, then are contracted | Nobari and others 2012 |
//! | [`boruvka_prim`](fn@boruvka_prim) | first contraction, then one tree grows | Gupta 2012, its future work |
//! | [`boruvka_lookup`](fn@boruvka_lookup) | Borůvka's, on a table of components: slow by nature | Prim/Borůvka |
//! | [`boruvka_merge`](fn@boruvka_merge) | Borůvka's, adjacency lists sorted and merged | Prim/Borůvka |
//! | [`boruvka_fal`](fn@boruvka_fal) | Borůvka's, adjacency lists linked | Prim/Borůvka |
//! | [`edge_boruvka`](fn@edge_boruvka) | Borůvka's over edges, wait-free sets | three paradigms |
//!
//! "Prim/Borůvka" is Clayton, Fashimpaur, "Parallel Minimum Spanning Tree Data Structures and Algorithms";
//! "three paradigms" is Shou, He, "15-418: Final Project Report - Parallel Minimum Spanning Tree", which
//! compares CUDA, OpenMP and MPI;
//! Gupta 2012 is "Parallel Implementation of Boruvka on CUDA".
//!
//! Shared parts are in separate files: arcs by vertex (`adjacency.rs`), the view of a graph for Prim's
//! algorithm (`neighbours.rs`), the heap of arcs (`frontier.rs`) and the array of them (`nearest.rs`),
//! Borůvka's step (`lightest.rs`), how trees that touch become vertices (`unify.rs`, `unite.rs`), and workers
//! (`workers.rs`) that take turns (`interleave.rs`).

mod adjacency;
mod boruvka_fal;
mod boruvka_lookup;
mod boruvka_merge;
mod boruvka_prim;
mod edge_boruvka;
mod frontier;
mod input;
mod interleave;
mod lightest;
mod memory;
mod mst_bc;
mod nearest;
mod neighbours;
mod pma;
mod prim;
mod prim_loops;
mod prim_threads;
mod unify;
mod unite;
mod workers;

use std::sync::LazyLock;

use super::Operator;

pub use adjacency::ParallelEdges;
pub use boruvka_fal::{BoruvkaFal, boruvka_fal};
pub use boruvka_lookup::{BoruvkaLookup, boruvka_lookup};
pub use boruvka_merge::{BoruvkaMerge, boruvka_merge};
pub use boruvka_prim::{BoruvkaPrim, boruvka_prim};
pub use edge_boruvka::{EdgeBoruvka, Join, Loops, Share, edge_boruvka};
pub use mst_bc::{Colouring, Lone, MstBc, mst_bc};
pub use pma::{Pma, PmaVariant, pma};
pub use prim::{Nearest, Prim, prim};
pub use prim_loops::{PrimLoops, prim_loops};
pub use prim_threads::{PrimThreads, Start, prim_threads};

/// Returns the operators of papers, as they are configured by default.
pub fn operators() -> impl Iterator<Item = &'static dyn Operator> + Clone {
    static TABLE: LazyLock<[Box<dyn Operator>; 12]> = LazyLock::new(|| {
        [
            Box::<EdgeBoruvka>::default(),
            Box::new(BoruvkaFal),
            Box::new(BoruvkaMerge),
            Box::new(BoruvkaLookup),
            Box::<BoruvkaPrim>::default(),
            Box::<Prim>::default(),
            Box::new(PrimLoops),
            Box::<PrimThreads>::default(),
            Box::<MstBc>::default(),
            Box::new(Pma::from(PmaVariant::Min)),
            Box::new(Pma::from(PmaVariant::Sort)),
            Box::new(Pma::from(PmaVariant::Hybrid)),
        ]
    });
    TABLE.iter().map(|operator| &**operator)
}
