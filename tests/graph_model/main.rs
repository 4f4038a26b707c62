//! Adjacency, its transformations, maps and sets of nodes are what naive versions make of the same edges, on
//! any number of threads; and so is a graph that changes.

mod building;
mod inputs;
mod maps;
mod morph;
mod morph_misuse;
mod naive;
mod ranks;
mod sets;
mod transformations;
