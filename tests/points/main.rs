//! Points: trees and neighbours, compared with quadratic programs.

mod distances;
mod hdbscan;
mod kinds;
mod neighbours;
mod one_place;
mod prim;
mod refused;
mod trees;
