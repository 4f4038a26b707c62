//! [first_loop]: self::first_loop
//! [graphs]: self::graphs
//! [rounds]: self::rounds
//! [worklists]: self::worklists
//! [dataflow]: self::dataflow
//! [conflicts]: self::conflicts
//! [priorities]: self::priorities
//! [changing_graphs]: self::changing_graphs
//! [implicit_graphs]: self::implicit_graphs
//! [measuring]: self::measuring
//! [from_galois]: self::from_galois
//! [from_petgraph]: self::from_petgraph
//!
#![doc = include_str!("../docs/guide/README.md")]

/// Makes a module of each chapter. Links between chapters are references, which lead to files where a chapter
/// is read as a file, and to modules here: the first definition of a reference counts.
macro_rules! chapters {
    ($($name:ident $file:literal;)*) => { chapters! { [$($name)*] $($name $file;)* } };
    ($names:tt $($name:ident $file:literal;)*) => {$(
        chapters! { $names $name $file }
    )*};
    ([$($all:ident)*] $name:ident $file:literal) => {
        $(#[doc = concat!("[", stringify!($all), "]: crate::guide::", stringify!($all))])*
        #[doc = ""]
        #[doc = include_str!(concat!("../docs/guide/", $file))]
        pub mod $name {}
    };
}

chapters! {
    first_loop "1-first-loop.md";
    graphs "2-graphs.md";
    rounds "3-rounds.md";
    worklists "4-worklists.md";
    dataflow "5-dataflow.md";
    conflicts "6-conflicts.md";
    priorities "7-priorities.md";
    changing_graphs "8-changing-graphs.md";
    implicit_graphs "9-implicit-graphs.md";
    larger_than_memory "10-larger-than-memory.md";
    measuring "11-measuring.md";
    from_galois "12-from-galois.md";
    from_petgraph "13-from-petgraph.md";
}
