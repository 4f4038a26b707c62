//! Where bytes come from: files, streams, compressed data.

pub(crate) mod ahead;
pub(crate) mod compression;
pub(crate) mod content;
pub(crate) mod descriptor;
pub(crate) mod head;
pub(crate) mod open;
pub(crate) mod random_access;
pub(crate) mod spares;
pub(crate) mod to_end;
