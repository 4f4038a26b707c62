//! Keys as numbers that ranks send each other.

use boscage_core::graph::Key;

/// The key that is this number, which came from another rank.
pub(super) fn key_of<K: Key>(number: u64) -> K {
    // Keys are plain integers of 4 or 8 bytes.
    if K::BITS == 32 { bytemuck::cast(number as u32) } else { bytemuck::cast(number) }
}
