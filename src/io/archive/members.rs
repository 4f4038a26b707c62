//! The members of a tar archive, one after the other.
//!
//! The fields of a header are decoded by the crate `tar`. Its own iterator over the members cannot be sent to
//! the thread that reads one of them. Sizes are not trusted: they only say how many bytes to read or to
//! skip, and if there are fewer, the archive ends early.
//!
//! Formats: POSIX.1-1988 (ustar) with names of `tar` before it, pax records of `path` and `size`, long names
//! of GNU.

use std::io::{self, ErrorKind, Read};

use crate::bytes::RandomAccess;
use tar::{EntryType, Header, PaxExtensions};

/// Bytes of a header, to a multiple of which members are padded.
pub(super) const BLOCK: usize = 512;

/// Largest number of bytes of a name or of pax records.
const LONGEST: u64 = 1 << 16;

/// A member.
#[derive(Clone, Debug)]
pub(super) struct Member {
    /// Its name. Bytes that are not UTF-8 and control characters are replaced.
    pub(super) path: String,
    /// True for a regular file, not for folders, links and devices.
    pub(super) is_file: bool,
    /// Number of bytes.
    pub(super) size: u64,
}

/// The bytes of an archive.
pub(super) trait Source: Read {
    /// The number of bytes before the next one.
    fn position(&self) -> u64;

    /// Skips bytes.
    ///
    /// # Errors
    /// If there are fewer.
    fn skip(&mut self, bytes: u64) -> io::Result<()>;
}

/// An archive in a file or in memory.
pub(super) struct Seeking<'a> {
    content: RandomAccess<'a>,
    at: u64,
}

impl<'a> Seeking<'a> {
    pub(super) fn new(content: RandomAccess<'a>) -> Self {
        Self { content, at: 0 }
    }
}

impl Read for Seeking<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = (self.content.len() - self.at).min(buffer.len() as u64) as usize;
        self.content.read(&mut buffer[..len], self.at)?;
        self.at += len as u64;
        Ok(len)
    }
}

impl Source for Seeking<'_> {
    fn position(&self) -> u64 {
        self.at
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        let end = self.at.checked_add(bytes).filter(|&end| end <= self.content.len());
        self.at = end.ok_or_else(ends_early)?;
        Ok(())
    }
}

/// An archive in a stream.
pub(super) struct Streamed<R> {
    stream: R,
    at: u64,
}

impl<R: Read> Streamed<R> {
    pub(super) fn new(stream: R) -> Self {
        Self { stream, at: 0 }
    }
}

impl<R: Read> Read for Streamed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl<R: Read> Source for Streamed<R> {
    fn position(&self) -> u64 {
        self.at
    }

    fn skip(&mut self, bytes: u64) -> io::Result<()> {
        let skipped = io::copy(&mut self.by_ref().take(bytes), &mut io::sink())?;
        if skipped < bytes { Err(ends_early()) } else { Ok(()) }
    }
}

/// The members of an archive. Reading yields the bytes of the current one.
pub(super) struct Members<S> {
    source: S,
    /// Bytes of the current member that have not been read.
    left: u64,
    /// Bytes between its end and the next header.
    padding: u64,
}

impl<S: Source> Members<S> {
    /// An archive, before its first member.
    pub(super) fn new(source: S) -> Self {
        Self { source, left: 0, padding: 0 }
    }

    /// The number of bytes of the archive before the next one that is read.
    pub(super) fn position(&self) -> u64 {
        self.source.position()
    }

    /// The next member. After the last one, reads the archive to its end.
    ///
    /// # Errors
    /// If the archive is damaged or ends early.
    pub(super) fn next(&mut self) -> io::Result<Option<Member>> {
        let (mut long_name, mut records) = (None, Records::default());
        loop {
            self.source.skip(self.left)?;
            self.source.skip(self.padding)?;
            (self.left, self.padding) = (0, 0);
            let mut block = [0; BLOCK];
            self.fill(&mut block)?;
            if block == [0; BLOCK] {
                return self.rest().map(|()| None);
            }
            if !is_header(&block) {
                return Err(damaged());
            }
            let header = Header::from_byte_slice(&block);
            let (kind, declared) = (header.entry_type(), header.entry_size().map_err(|_| damaged())?);
            let size = match kind {
                EntryType::Symlink | EntryType::Char | EntryType::Block => 0,
                EntryType::Directory | EntryType::Fifo => 0,
                EntryType::Regular | EntryType::Continuous => records.size.unwrap_or(declared),
                _ => declared,
            };
            self.left = size;
            self.padding = size.wrapping_neg() % BLOCK as u64;
            match kind {
                EntryType::GNULongName => long_name = Some(self.text()?),
                EntryType::XHeader => records = Records::of(&self.text()?)?,
                EntryType::GNULongLink | EntryType::XGlobalHeader => {}
                EntryType::GNUSparse => return Err(sparse()),
                _ => {
                    let name = records.path.or(long_name).unwrap_or_else(|| header.path_bytes().to_vec());
                    let is_file = matches!(kind, EntryType::Regular | EntryType::Continuous);
                    let path =
                        String::from_utf8_lossy(name.split(|&byte| byte == 0).next().unwrap_or_default());
                    let is_file = is_file && !path.ends_with('/');
                    let printable = |char: char| if char.is_control() { '\u{fffd}' } else { char };
                    return Ok(Some(Member { path: path.chars().map(printable).collect(), is_file, size }));
                }
            }
        }
    }

    /// Reads a header.
    fn fill(&mut self, block: &mut [u8; BLOCK]) -> io::Result<()> {
        let mut at = 0;
        while at < BLOCK {
            match self.source.read(&mut block[at..]) {
                Ok(0) => return Err(ends_early()),
                Ok(read) => at += read,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    /// The bytes of the current member, which is a name or pax records.
    fn text(&mut self) -> io::Result<Vec<u8>> {
        if self.left > LONGEST {
            return Err(damaged());
        }
        let mut text = Vec::new();
        self.read_to_end(&mut text)?;
        Ok(text)
    }

    /// Reads what follows the last member: only zeros, up to the end.
    fn rest(&mut self) -> io::Result<()> {
        let mut block = [0; 1 << 14];
        loop {
            match self.source.read(&mut block) {
                Ok(0) => return Ok(()),
                Ok(read) if block[..read].iter().all(|&byte| byte == 0) => {}
                Ok(_) => {
                    let message =
                        "the tar archive is followed by other data (tar -xf --ignore-zeros unpacks both)";
                    return Err(io::Error::new(ErrorKind::InvalidData, message));
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error),
            }
        }
    }
}

impl<S: Source> Read for Members<S> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = self.left.min(buffer.len() as u64) as usize;
        let read = self.source.read(&mut buffer[..most])?;
        if read == 0 && most > 0 {
            return Err(ends_early());
        }
        self.left -= read as u64;
        Ok(read)
    }
}

/// The pax records that matter.
#[derive(Default)]
struct Records {
    path: Option<Vec<u8>>,
    size: Option<u64>,
}

impl Records {
    fn of(text: &[u8]) -> io::Result<Self> {
        let mut records = Self::default();
        for record in PaxExtensions::new(text) {
            let record = record.map_err(|_| damaged())?;
            match record.key_bytes() {
                b"path" => records.path = Some(record.value_bytes().to_vec()),
                b"size" => {
                    let size = record.value().ok().and_then(|size| size.parse().ok());
                    records.size = Some(size.ok_or_else(damaged)?);
                }
                key if key.starts_with(b"GNU.sparse") => return Err(sparse()),
                _ => {}
            }
        }
        Ok(records)
    }
}

/// Returns `true` if a block is a header, by its checksum.
pub(super) fn is_header(block: &[u8]) -> bool {
    let sum = |bytes: &[u8]| bytes.iter().map(|&byte| u32::from(byte)).sum::<u32>();
    let blanks = 8 * u32::from(b' '); // in place of the checksum
    let declared = Header::from_byte_slice(block).cksum();
    declared.is_ok_and(|declared| declared == sum(&block[..148]) + blanks + sum(&block[156..]))
}

fn damaged() -> io::Error {
    io::Error::new(ErrorKind::InvalidData, "the tar archive is damaged")
}

fn sparse() -> io::Error {
    io::Error::new(ErrorKind::Unsupported, "the tar archive has a sparse member: unpack it, as with tar -xf")
}

fn ends_early() -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, "the tar archive ends early")
}
