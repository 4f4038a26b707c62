//! Adjacency, its transformations, maps, sets of nodes and the phases over them are what naive versions make
//! of the same edges, on any number of threads.

mod building;
mod inputs;
mod maps;
mod naive;
mod phases;
mod ranks;
mod sets;
mod transformations;
