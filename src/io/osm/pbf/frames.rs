//! The blobs of a file, by their headers.

use std::io::Read;
use std::path::Path;

use super::blob::{MOST_BLOB, MOST_HEADER};
use super::wire::{Fields, Flaw};
use crate::bytes::{Content, RandomAccess};
use boscage_core::{Result, memory};

/// A blob whose header has been read.
#[derive(Debug)]
pub(super) struct Frame {
    /// The place of its header.
    pub(super) at: u64,
    pub(super) kind: Kind,
    pub(super) body: Body,
}

/// The blob of a frame.
#[derive(Debug)]
pub(super) enum Body {
    /// At a place of the content, with a length.
    At(u64, usize),
    /// Read from a stream.
    Bytes(Vec<u8>),
}

impl Frame {
    /// Bytes of the blob.
    pub(super) fn len(&self) -> u64 {
        match &self.body {
            Body::At(_, len) => *len as u64,
            Body::Bytes(bytes) => bytes.len() as u64,
        }
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        match &self.body {
            Body::At(..) => 0,
            Body::Bytes(bytes) => bytes.len(),
        }
    }
}

/// An iterator over the blobs of a file. It ends after an error.
pub(super) struct Frames<'a> {
    path: &'a Path,
    source: Source<'a>,
    /// The place of the next byte.
    pub(super) at: u64,
    has_ended: bool,
}

enum Source<'a> {
    Content(RandomAccess<'a>),
    Stream(Box<dyn Read + Send + 'a>),
}

impl<'a> Frames<'a> {
    pub(super) fn of_content(path: &'a Path, content: RandomAccess<'a>) -> Self {
        Self { path, source: Source::Content(content), at: 0, has_ended: false }
    }

    pub(super) fn of_stream(path: &'a Path, stream: Box<dyn Read + Send + 'a>) -> Self {
        Self { path, source: Source::Stream(stream), at: 0, has_ended: false }
    }

    /// The next blob; `None` at the end.
    fn frame(&mut self) -> Result<Option<Frame>> {
        let begin = self.at;
        let wrong = |path: &Path, flaw: Flaw| flaw.at(path, begin);
        let cut = || Flaw::new("a whole blob", "the end of the file");
        let mut size = [0; 4];
        match self.fill(&mut size)? {
            0 => return Ok(None),
            4 => {}
            _ => return Err(wrong(self.path, cut())),
        }
        let size = u32::from_be_bytes(size);
        if size > MOST_HEADER {
            let expected = format!("the header of a blob, of at most {MOST_HEADER} bytes");
            return Err(wrong(self.path, Flaw::new(expected, size.to_string())));
        }
        let mut header = memory::filled("the header of a blob", size as usize, 0)?;
        if self.fill(&mut header)? < header.len() {
            return Err(wrong(self.path, cut()));
        }
        let (kind, len) = parse(&header).map_err(|flaw| wrong(self.path, flaw))?;
        if len > MOST_BLOB {
            let expected = format!("a blob of at most {MOST_BLOB} bytes");
            return Err(wrong(self.path, Flaw::new(expected, len.to_string())));
        }
        if (begin == 0) != (kind == Kind::Header) {
            let expected = if begin == 0 { "a blob OSMHeader" } else { "a blob OSMData" };
            return Err(wrong(self.path, Flaw::new(expected, "a blob of another type")));
        }
        let body = self.body(len as usize)?.ok_or_else(|| wrong(self.path, cut()))?;
        Ok(Some(Frame { at: begin, kind, body }))
    }

    /// The next `len` bytes; `None` if there are fewer.
    fn body(&mut self, len: usize) -> Result<Option<Body>> {
        if let Source::Content(content) = &self.source {
            let at = self.at;
            self.at += len as u64;
            return Ok((self.at <= content.len()).then_some(Body::At(at, len)));
        }
        // A stream may be shorter than a header claims.
        const STEP: usize = 1 << 20;
        let mut bytes = memory::reserve("a blob", len.min(STEP))?;
        while bytes.len() < len {
            let (done, more) = (bytes.len(), STEP.min(len - bytes.len()));
            memory::grow("a blob", &mut bytes, more)?;
            bytes.resize(done + more, 0);
            if self.fill(&mut bytes[done..])? < more {
                return Ok(None);
            }
        }
        bytes.shrink_to_fit();
        Ok(Some(Body::Bytes(bytes)))
    }

    /// Fills a buffer, or less of it at the end of the file. Returns the number of bytes.
    fn fill(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let read = match &mut self.source {
            Source::Content(content) => {
                let len = content.len().saturating_sub(self.at).min(buffer.len() as u64) as usize;
                content.read(&mut buffer[..len], self.at).map(|()| len)
            }
            Source::Stream(stream) => fill(stream, buffer),
        };
        let len = read.map_err(|source| Content::unreadable(self.path, source))?;
        self.at += len as u64;
        Ok(len)
    }
}

fn fill(stream: &mut dyn Read, buffer: &mut [u8]) -> std::io::Result<usize> {
    let mut len = 0;
    while len < buffer.len() {
        match stream.read(&mut buffer[len..]) {
            Ok(0) => break,
            Ok(more) => len += more,
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(len)
}

impl Iterator for Frames<'_> {
    type Item = Result<Frame>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let frame = self.frame().transpose();
        self.has_ended = !matches!(frame, Some(Ok(_)));
        frame
    }
}

/// Types of blobs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Header,
    Data,
    /// Types that readers skip.
    Other,
}

/// The type and the length of a blob, from its header.
fn parse(header: &[u8]) -> Result<(Kind, u64), Flaw> {
    let (mut fields, mut kind, mut len) = (Fields(header), None, None);
    while let Some((field, value)) = fields.next()? {
        match field {
            1 => {
                kind = Some(match value.bytes()? {
                    b"OSMHeader" => Kind::Header,
                    b"OSMData" => Kind::Data,
                    _ => Kind::Other,
                });
            }
            3 => len = Some(value.varint()?),
            _ => {}
        }
    }
    kind.zip(len).ok_or_else(|| Flaw::new("the header of a blob, with its type and its size", "one without"))
}
