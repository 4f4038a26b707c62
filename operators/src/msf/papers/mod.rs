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
//! The papers:
//!
//! - "Prim/Borůvka": Clayton, Fashimpaur, "Parallel Minimum Spanning Tree Data Structures and Algorithms",
//!   project report;
//! - "three paradigms": Shou, He, "15-418: Final Project Report - Parallel Minimum Spanning Tree", project
//!   report, which compares CUDA, OpenMP and MPI;
//! - "Gupta 2012": Gupta, "Parallel Implementation of Boruvka on CUDA", project report, 2012;
//! - "Bader, Cong 2006": Bader, Cong, "Fast shared-memory algorithms for computing the minimum spanning
//!   forest of sparse graphs", Journal of Parallel and Distributed Computing 66(11), 2006;
//! - "Nobari and others 2012": Nobari, Cao, Karras, Bressan, "Scalable parallel minimum spanning forest
//!   computation", PPoPP 2012;
//! - "Prim 1957": Prim, "Shortest connection networks and some generalizations", Bell System Technical
//!   Journal 36(6), 1957.
//!
//! In these operators a *vertex* is a node of the graph or, after contraction, a set of nodes.

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

/// Returns the operators of papers with their default configurations.
///
/// ```
/// use boscage::operators::msf::papers::operators;
///
/// let mut names = operators().map(|operator| operator.name());
/// assert!(names.any(|name| name == "prim"));
/// ```
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
