//! The ways of compressing.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// A way of compressing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Compression {
    /// gzip, `.gz`.
    Gzip,
    /// Zstandard, `.zst`.
    Zstd,
    /// bzip2, `.bz2`.
    Bzip2,
    /// xz, `.xz`.
    Xz,
}

impl Compression {
    /// All of them, with their suffixes.
    const SUFFIXES: [(&'static str, Self); 4] =
        [("gz", Self::Gzip), ("zst", Self::Zstd), ("bz2", Self::Bzip2), ("xz", Self::Xz)];

    /// The compression that the suffix of a file name stands for when writing.
    #[must_use]
    pub fn of_suffix(path: &Path) -> Option<Self> {
        let suffix = path.extension()?.to_str()?;
        Self::SUFFIXES.iter().find(|(known, _)| suffix.eq_ignore_ascii_case(known)).map(|&(_, this)| this)
    }

    /// The compression that the beginning of some content shows. The first two bytes are enough where there
    /// are no more: a file that was cut so short is no graph of any other kind.
    pub(crate) fn of_content(head: &[u8]) -> Option<Self> {
        match head {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5] | [0x28, 0xb5, 0x2f] | [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            [0x50..=0x5f, 0x2a, 0x4d] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            [b'B', b'Z'] | [b'B', b'Z', b'h'] | [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Self::Bzip2),
            [0xfd, b'7', rest @ ..] if rest.iter().zip(b"zXZ\0").all(|(a, b)| a == b) => Some(Self::Xz),
            _ => None,
        }
    }

    /// The name of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
        }
    }

    /// Most bytes of memory that writing a file with it takes: what files of 150 and 290 MB took, and a
    /// little more.
    #[must_use]
    pub fn encoder_memory(self) -> u64 {
        let mebibytes = match self {
            Self::Gzip => 3,
            Self::Zstd => 16,
            Self::Bzip2 => 8,
            Self::Xz => 10,
        };
        mebibytes << 20
    }

    /// The error of a codec that is not part of this build.
    pub(super) fn not_built(self) -> io::Error {
        let name = self.name(); // of the feature, too
        let message = format!("{name} is not part of this build (build boscage with its feature `{name}`)");
        io::Error::new(ErrorKind::Unsupported, message)
    }
}

/// The suffix of a file name, less that of a compression, in lower case.
pub(crate) fn plain_suffix(path: &Path) -> Option<String> {
    let plain = if Compression::of_suffix(path).is_some() { path.file_stem()? } else { path.as_os_str() };
    Some(Path::new(plain).extension()?.to_str()?.to_ascii_lowercase())
}

/// A sink that compresses.
pub(crate) trait Encoder<W>: Write {
    /// The place of the compressed data.
    fn sink(&mut self) -> &mut W;

    /// Writes what is still held back, and the end of the compressed data.
    fn finish(self: Box<Self>) -> io::Result<W>;
}
