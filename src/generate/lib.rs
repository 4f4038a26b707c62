//! Graph generators: seeded, deterministic, and parallel.
//!
//! | family | degrees | diameter | choose it for |
//! |---|---|---|---|
//! | [`road`](fn@road) | 1 to 5, 2.6 on average | √n | the behaviour of road networks |
//! | [`grid`](fn@grid) | 2 to 4 | √n | the same, with a regular structure |
//! | [`gnm`](fn@gnm) | Poisson | log n | graphs without any structure |
//! | [`rmat`](fn@rmat) | very high at a few nodes | small | social and web graphs |
//! | [`watts_strogatz`](fn@watts_strogatz) | close to k | n/k to log n | local graphs with a few long edges |
//! | [`ssca2`](fn@ssca2) | up to the largest clique | log n | cliques; most edges can be filtered |
//! | [`complete`](fn@complete) | n - 1 | 1 | as many edges as possible |
//! | [`path`](fn@path), [`comb`](fn@comb) | 2, 3 | n | deep trees |
//! | [`star`](fn@star) | 1, and n - 1 | 2 | contention for one node |
//!
//! [`ThreeParadigm`] has the eight inputs of a paper, made by [`gnm`](fn@gnm).
//!
//! A family is a struct with documented fields and a function of the same name that makes the graph. By
//! default sizes are 0, other settings have the values of the constants that are named after them, such as
//! [`Road::DEFAULT_DEGREE`], and weights are uniform (in road networks they are distances).
//!
//! The same struct makes the same graph on every machine and on any number of threads: see
//! [`boscage_core::random`]. In two families edges can have a direction: [`Gnm::is_directed`] and
//! [`Rmat::is_directed`]. In all families except road networks each edge can be computed from its id. The
//! structs of these families also have a [`Recipe`], from which `boscage::io::write_recipe` writes graphs
//! that are larger than memory.
//!
//! ```
//! use boscage::exec::Exec;
//! use boscage::generate::{Gnm, Style, WeightLaw, gnm};
//!
//! let style = Style { weights: WeightLaw::Uniform { max: 100 }, seed: 7, ..Style::default() };
//! let graph = gnm(&Exec::new(2)?, &Gnm { nodes: 1000, edges: 5000, style, ..Gnm::default() })?;
//! assert_eq!((graph.node_count(), graph.edge_count()), (1000, 5000));
//! # Ok::<(), boscage::Error>(())
//! ```

mod chance;
mod comb;
mod complete;
mod gnm;
mod grid;
mod numbering;
mod path;
mod recipe;
mod rmat;
mod road;
mod ssca2;
mod star;
mod style;
mod three_paradigm;
mod watts_strogatz;
mod weights;

pub use comb::{Comb, comb};
pub use complete::{Complete, complete};
pub use gnm::{Gnm, Pairs, gnm};
pub use grid::{Grid, grid};
pub use numbering::Numbering;
pub use path::{Path, path};
pub use recipe::Recipe;
pub use rmat::{Loops, Quadrants, Rmat, rmat};
pub use road::{Road, road};
pub use ssca2::{Ssca2, ssca2};
pub use star::{Star, star};
pub use style::Style;
pub use three_paradigm::ThreeParadigm;
pub use watts_strogatz::{WattsStrogatz, watts_strogatz};
pub use weights::WeightLaw;

#[cfg(test)]
mod tests;
