//! Adjacency, its transformations, maps, sets of nodes, the phases over them, and graphs that change give the
//! same results as naive versions on the same edges, on any number of threads.

mod building;
mod components;
mod contraction;
mod inputs;
mod maps;
mod morph;
mod morph_misuse;
mod naive;
mod node_ids;
mod path_edges;
mod phases;
mod ranks;
mod serialised;
mod sets;
mod transformations;
