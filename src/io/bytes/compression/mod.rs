//! Compressed content: gzip, zstd, bzip2, xz.
//!
//! The first bytes of the content show the compression; the suffix does not matter. Each of the four formats
//! may hold several *members* one after the other (`cat a.gz b.gz`, `pbzip2`, `zstd` with skippable frames);
//! the content is all of them together. After the last member a gzip or xz file may be padded with zeros, as
//! on tapes and block devices; anything else there is an error, because it may be damaged content.
//!
//! The errors of decoders often lack the cause. So decoders read from a `Watched` source, which records its
//! failure and its end. If the source has failed, the error is that failure. If the decoder wanted more bytes
//! than there are, the data are truncated. Otherwise they are damaged, unless the decoder does not support
//! them. The text of the decoders' errors is never shown. Checksums are always compared.
//!
//! Formats: RFC 1952 (gzip), RFC 8878 (zstd), "The .xz File Format" (tukaani.org), bzip2 by the magic of its
//! blocks. All libraries used are written in Rust.

#[cfg(feature = "bzip2")]
mod bzip2;
pub(crate) mod codec;
#[cfg(any(feature = "gzip", feature = "xz", feature = "zstd"))]
mod data_error;
pub(crate) mod decode;
pub(crate) mod encode;
#[cfg(feature = "gzip")]
mod gzip;
#[cfg(any(feature = "xz", feature = "zstd"))]
mod header_probe;
#[cfg(any(feature = "gzip", feature = "xz"))]
mod padding;
pub(crate) mod state;
#[cfg(all(test, feature = "bzip2", feature = "gzip", feature = "xz", feature = "zstd"))]
mod tests;
#[cfg(feature = "xz")]
mod xz;
#[cfg(feature = "zstd")]
mod zstd;
