//! Graph algorithms as small operators on the [boscage] framework: one algorithm, one file, one name.
//!
//! The flagship is [`msf`], minimum spanning forests. The others show that the framework does not depend on
//! forests.
#![forbid(unsafe_code)]

mod connected_components;
pub mod gap_stubs;
mod independent_set;
mod matching;
pub mod msf;
mod shortest_paths;

pub use connected_components::connected_components;
pub use independent_set::{IndependentSet, independent_set};
pub use matching::matching;
pub use shortest_paths::{Length, ShortestPaths, shortest_paths};

/// The examples of the README and of the guide, which are tests too.
#[cfg(all(doctest, feature = "petgraph"))]
mod documents {
    macro_rules! documents {
        ($($name:ident: $path:literal;)*) => {$(
            #[doc = include_str!(concat!("../../", $path))]
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
