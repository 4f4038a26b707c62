//! Adjacency, its transformations, maps, sets of nodes and the phases over them are what naive versions make
//! of the same edges, on any number of threads; and so is a graph that changes.

mod building;
mod inputs;
mod maps;
mod morph;
mod morph_misuse;
mod naive;
mod node_ids;
mod phases;
mod ranks;
mod sets;
mod transformations;
