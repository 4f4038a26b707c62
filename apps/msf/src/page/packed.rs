//! Numbers, packed and compressed.

use std::io::{BufWriter, Write};

use boscage::{Result, memory};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The numbers that have been packed so far.
pub(super) struct Packed {
    into: BufWriter<GzEncoder<Vec<u8>>>,
}

impl Packed {
    pub(super) fn new(most_bytes: usize) -> Result<Self> {
        let into = memory::reserve("the packed map", most_bytes)?;
        Ok(Self { into: BufWriter::new(GzEncoder::new(into, Compression::default())) })
    }

    pub(super) fn bytes(&mut self, bytes: &[u8]) {
        self.into.write_all(bytes).expect(TAKES_ALL);
    }

    pub(super) fn number(&mut self, number: i64) {
        let mut rest = (number << 1 ^ number >> 63) as u64;
        let (mut bytes, mut len) = ([0; 10], 0);
        loop {
            bytes[len] = rest as u8 & 0x7f;
            rest >>= 7;
            if rest == 0 {
                return self.bytes(&bytes[..=len]);
            }
            bytes[len] |= 0x80;
            len += 1;
        }
    }

    pub(super) fn differences(&mut self, numbers: impl Iterator<Item = i64>) {
        let mut last = 0;
        for number in numbers {
            self.number(number.wrapping_sub(last));
            last = number;
        }
    }

    /// Packs texts as an array of JSON, on a line.
    pub(super) fn texts(&mut self, texts: impl Iterator<Item = impl ToString>) {
        for (i, text) in texts.enumerate() {
            self.bytes(if i == 0 { b"[" } else { b"," });
            serde_json::to_writer(&mut self.into, &text.to_string()).expect(TAKES_ALL);
        }
        self.bytes(b"]\n");
    }

    /// Returns all of it.
    pub(super) fn finish(self) -> Vec<u8> {
        let into = self.into.into_inner().map_err(|error| error.into_error());
        into.and_then(GzEncoder::finish).expect(TAKES_ALL)
    }
}

const TAKES_ALL: &str = "writing to a vector cannot fail";
