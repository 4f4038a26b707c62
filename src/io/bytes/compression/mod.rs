//! Compressed content: gzip, zstd, bzip2, xz.
//!
//! The first bytes of the content, never a suffix, say how it is compressed. Each of the four formats may
//! hold several *members* one after the other (`cat a.gz b.gz`, `pbzip2`, `zstd` with skippable frames); the
//! content is all of them together. After the last member a gzip or xz file may be padded with zeros, as
//! tapes and block devices do; anything else there is an error, because it may be damaged content.
//!
//! Each decoder reports errors in its own words, often without the cause. So decoders read from a `Watched`
//! source, which remembers whether it failed and whether it ended. If the source failed, the error is that
//! failure. If the decoder wanted more bytes than there are, the data are truncated. Otherwise they are
//! damaged, unless the decoder says that it does not support them. The decoders' own words are never shown.
//! Checksums are always compared.
//!
//! Formats: RFC 1952 (gzip), RFC 8878 (zstd), "The .xz File Format" (tukaani.org), bzip2 by its blocks'
//! magic. All libraries used are written in Rust. Only gzip is fast enough to keep up with a parser, so we
//! recommend it for inputs. Each format is a feature of the crate. If a format was not built, it is still
//! recognised, and the error names the feature.

#[cfg(feature = "bzip2")]
mod bzip2;
pub(crate) mod codec;
pub(crate) mod decode;
pub(crate) mod encode;
#[cfg(feature = "gzip")]
mod gzip;
#[cfg(any(feature = "xz", feature = "zstd"))]
mod noting;
#[cfg(any(feature = "gzip", feature = "xz"))]
mod padding;
pub(crate) mod state;
#[cfg(all(test, feature = "bzip2", feature = "gzip", feature = "xz", feature = "zstd"))]
mod tests;
#[cfg(any(feature = "gzip", feature = "xz", feature = "zstd"))]
mod trouble;
#[cfg(feature = "xz")]
mod xz;
#[cfg(feature = "zstd")]
mod zstd;
