//! Forest operators as papers have them, to compare with and to learn from; none is what [`auto`](fn@super::auto) takes.
//!
//! | operator | paper |
//! |---|---|
//! | [`pma`](fn@pma): `pma-min`, `pma-sort`, `pma-hybrid` | Nobari, Cao, Karras, Bressan, PPoPP 2012: Prim's algorithm from many nodes at once |

mod pma;
mod rounds;

pub use pma::{ParallelEdges, Pma, PmaVariant, pma};
