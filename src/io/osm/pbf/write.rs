//! Writes extracts.
use boscage_core::Result;
/// x
pub fn write_pbf() -> Result<()> {
    Ok(())
}
