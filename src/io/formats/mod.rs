//! The formats.

pub(crate) mod binary;
pub(crate) mod boscage;
pub(crate) mod dimacs;
pub(crate) mod ecl;
pub(crate) mod edge_array;
pub(crate) mod edge_list;
pub(crate) mod galois;
pub(crate) mod gap;
pub(crate) mod listing;
pub(crate) mod matrix_market;
pub(crate) mod metis;
pub(crate) mod pbbs_adjacency;
pub(crate) mod pbbs_edges;
pub(crate) mod raw_edges;
pub(crate) mod recognise;
pub(crate) mod strangers;
