//! Forest operators of ranks, which have a part of the graph each ([`boscage::comm`]).
//!
//! | operator | kind | paper |
//! |---|---|---|
//! | [`ghs`](fn@ghs) | every node a process, messages along edges: slow by nature | three paradigms |

mod ghs;

pub use ghs::{Aggregation, FindArc, FirstBasic, Ghs, GhsCounts, Queue, Shortcut, ghs, ghs_counted};
