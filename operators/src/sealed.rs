//! Seals traits, which may then get further methods: no other types implement them.

use boscage_core::graph::Node;

/// A supertrait that cannot be named outside the crate.
pub trait Sealed {}

macro_rules! seal {
    ($($data:ty)*) => {$( impl Sealed for $data {} )*};
}

seal! { () Node u8 i8 u16 i16 u32 i32 u64 i64 usize isize f32 f64 }

#[cfg(feature = "petgraph")]
seal! { petgraph::Directed petgraph::Undirected }
