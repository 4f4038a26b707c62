//! Blobs: compressed blocks of a file.

use flate2::{Decompress, FlushDecompress, Status};

use super::wire::{Fields, Flaw};
use boscage_core::{Error, Result, memory};

/// Largest number of bytes of the header of a blob.
pub(super) const MOST_HEADER: u32 = 64 << 10;

/// Largest number of bytes of a blob, compressed or not.
pub(super) const MOST_BLOB: u64 = 32 << 20;

/// A blob as in the file.
pub(super) struct Blob<'a> {
    data: Data<'a>,
    /// Bytes of content.
    pub(super) len: usize,
}

enum Data<'a> {
    Raw(&'a [u8]),
    Zlib(&'a [u8]),
}

/// An error of a block: a flaw, or that memory is short.
pub(super) enum Trouble {
    Flaw(Flaw),
    Other(Error),
}

impl From<Flaw> for Trouble {
    fn from(flaw: Flaw) -> Self {
        Self::Flaw(flaw)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Other(error)
    }
}

impl<'a> Blob<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, Flaw> {
        const CURE: &str = "osmium cat FILE -o NEW.osm.pbf writes blobs of zlib";
        let (mut fields, mut data, mut len) = (Fields(bytes), None, None);
        while let Some((field, value)) = fields.next()? {
            match field {
                1 => data = Some(Data::Raw(value.bytes()?)),
                2 => len = Some(value.varint()?),
                3 => data = Some(Data::Zlib(value.bytes()?)),
                4..=7 => {
                    let kind = ["lzma", "bzip2", "lz4", "zstd"][field as usize - 4];
                    let found = format!("a blob of {kind}");
                    return Err(Flaw { cure: CURE, ..Flaw::new("a blob that is raw or of zlib", found) });
                }
                _ => {}
            }
        }
        let data = data.ok_or_else(|| Flaw::new("a blob with data", "one without"))?;
        let len = match (&data, len) {
            (Data::Raw(bytes), _) => bytes.len() as u64,
            (Data::Zlib(_), Some(len)) => len,
            (Data::Zlib(_), None) => return Err(Flaw::new("the size of the content of a blob", "none")),
        };
        if len > MOST_BLOB {
            return Err(Flaw::new(format!("a blob of at most {MOST_BLOB} bytes"), len.to_string()));
        }
        Ok(Self { data, len: len as usize })
    }
}

/// A decompressor, with memory for the content of a blob, for reuse.
pub(super) struct Inflater {
    decompress: Decompress,
    content: Vec<u8>,
}

/// The content of a blob, as far as it has been decompressed.
pub(super) struct Inflating<'i, 'b> {
    inflater: &'i mut Inflater,
    blob: Blob<'b>,
    /// Bytes decompressed.
    done: usize,
    /// True if the data have ended.
    has_ended: bool,
}

impl Default for Inflater {
    fn default() -> Self {
        Self { decompress: Decompress::new(true), content: Vec::new() }
    }
}

impl Inflater {
    pub(super) fn begin<'i, 'b>(&'i mut self, blob: Blob<'b>) -> Inflating<'i, 'b> {
        self.decompress.reset(true);
        Inflating { inflater: self, blob, done: 0, has_ended: false }
    }

    /// Bytes of memory.
    pub(super) fn bytes(&self) -> usize {
        self.content.len()
    }
}

impl Inflating<'_, '_> {
    /// Bytes of the whole content.
    pub(super) fn len(&self) -> usize {
        self.blob.len
    }

    /// The first `len` bytes, or all if there are fewer.
    pub(super) fn first(&mut self, len: usize) -> Result<&[u8], Trouble> {
        let len = len.min(self.blob.len);
        match self.blob.data {
            Data::Raw(bytes) => Ok(bytes.get(..len).unwrap_or(bytes)),
            Data::Zlib(bytes) => {
                while self.done < len {
                    if self.has_ended {
                        return Err(self.wrong_len().into());
                    }
                    self.step(bytes, len)?;
                }
                Ok(&self.inflater.content[..len])
            }
        }
    }

    /// All bytes.
    pub(super) fn all(&mut self) -> Result<&[u8], Trouble> {
        let len = self.blob.len;
        if let Data::Zlib(bytes) = self.blob.data {
            // One byte more, to see that the data end there.
            while !self.has_ended && self.done <= len {
                self.step(bytes, len + 1)?;
            }
            if self.done != len {
                return Err(self.wrong_len().into());
            }
        }
        self.first(len)
    }

    /// Decompresses some more bytes, up to `len` in total.
    fn step(&mut self, bytes: &[u8], len: usize) -> Result<(), Trouble> {
        let Inflater { decompress, content } = &mut *self.inflater;
        if content.len() < len {
            memory::grow("a blob", content, len - content.len())?;
            content.resize(len, 0);
        }
        let taken = decompress.total_in() as usize;
        let input = bytes.get(taken..).unwrap_or_default();
        let status = decompress
            .decompress(input, &mut content[self.done..len], FlushDecompress::None)
            .map_err(|error| Flaw::new("data of zlib", error.to_string()))?;
        let (taken, done) = (decompress.total_in() as usize - taken, decompress.total_out() as usize);
        self.has_ended = status == Status::StreamEnd;
        if !self.has_ended && taken == 0 && done == self.done {
            return Err(Flaw::new("data of zlib", "data that end early").into());
        }
        self.done = done;
        Ok(())
    }

    fn wrong_len(&self) -> Flaw {
        let found = if self.done > self.blob.len { "more" } else { &self.done.to_string() };
        Flaw::new(format!("a blob with {} bytes of content", self.blob.len), found)
    }
}
