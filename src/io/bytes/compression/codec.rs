//! The compression formats.

use std::io::{self, ErrorKind, Write};
use std::path::Path;

/// A compression format.
///
/// When a file is read, its first bytes show the compression; the suffix does not matter. When a file is
/// written, the suffix selects it. Each format is a feature of the crate with the same name; if a feature is
/// off, the error names it. Choose gzip for inputs: only gzip is fast enough to keep up with a parser.
///
/// # Examples
/// ```
/// use boscage::io::Compression;
/// use std::path::Path;
///
/// assert_eq!(Compression::from_suffix(Path::new("NY.gr.gz")), Some(Compression::Gzip));
/// assert_eq!(Compression::Xz.name(), "xz");
/// ```
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

    /// Returns the compression that the suffix of a file name selects for writing, if it selects one.
    #[must_use]
    pub fn from_suffix(path: &Path) -> Option<Self> {
        let suffix = path.extension()?.to_str()?;
        Self::SUFFIXES.iter().find(|(known, _)| suffix.eq_ignore_ascii_case(known)).map(|&(_, this)| this)
    }

    /// The compression that the first bytes of some content show. If there are only two bytes, they are
    /// enough: a file that was cut so short is no graph of any other kind.
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

    /// Returns the name of the format.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Zstd => "zstd",
            Self::Bzip2 => "bzip2",
            Self::Xz => "xz",
        }
    }

    /// Returns an upper bound for the memory in bytes that the compressor of a file takes. It was measured
    /// with files of 150 and 290 MB.
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

/// The suffix of a file name in lower case, without that of a compression.
pub(crate) fn plain_suffix(path: &Path) -> Option<String> {
    let plain = if Compression::from_suffix(path).is_some() { path.file_stem()? } else { path.as_os_str() };
    Some(Path::new(plain).extension()?.to_str()?.to_ascii_lowercase())
}

/// A sink that compresses.
pub(crate) trait Encoder<W>: Write {
    /// The destination of the compressed data.
    fn sink(&mut self) -> &mut W;

    /// Writes buffered data, and the end of the compressed data.
    fn finish(self: Box<Self>) -> io::Result<W>;
}
