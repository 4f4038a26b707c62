//! The sources of bytes: files, streams, compressed data.

pub(crate) mod ahead;
pub(crate) mod compression;
mod content;
pub(crate) mod descriptor;
mod head;
mod open;
mod pool;
mod progress;
mod random_access;
mod to_end;

pub use compression::codec::Compression;
pub(crate) use compression::codec::plain_suffix;
pub(crate) use compression::encode::Compressor;
pub(crate) use compression::state::DecoderMemory;
pub(crate) use content::{Content, Data};
pub(crate) use head::{
    BYTE_ORDER_MARK, HEAD, has_controls, has_no_lines, is_binary, is_cut_in, without_mark,
};
pub use open::Opened;
pub(crate) use open::{from_random_access, from_stream, gather, in_reading};
pub(crate) use pool::Pool;
pub use progress::ReadProgress;
pub(crate) use random_access::RandomAccess;
