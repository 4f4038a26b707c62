//! The operators of the benchmark: the one place that says where they are.

pub(crate) use boscage_operators::gap_stubs::{
    Betweenness, BreadthFirstSearch, PageRank, Ranks, Reached, ShortestPaths, betweenness,
    breadth_first_search, connected_components_of_graph as connected_components, page_rank, shortest_paths,
    triangles,
};
