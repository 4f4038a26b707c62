//! Seals the crate's traits of numbers: no other types may implement them, because loops rely on the traits.

/// A supertrait that cannot be named outside the crate.
pub trait Sealed {}

macro_rules! seal {
    ($($data:ty)*) => {$( impl Sealed for $data {} )*};
}

seal! { () u32 u64 u128 usize i32 i64 f32 f64 }
