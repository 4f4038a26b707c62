//! Points: trees and neighbours, compared with quadratic programs.

mod distances;
mod kinds;
mod neighbours;
mod prim;
mod refused;
mod trees;
