//! Zeros between members.

use std::io::{self, BufRead};

/// Skips zeros. Returns their number and the byte after them.
pub(crate) fn first_not_zero(source: &mut impl BufRead) -> io::Result<(u64, Option<u8>)> {
    let mut skipped = 0;
    loop {
        let bytes = source.fill_buf()?;
        let other = bytes.iter().position(|&byte| byte != 0);
        let (zeros, first) = (other.unwrap_or(bytes.len()), other.map(|at| bytes[at]));
        source.consume(zeros);
        skipped += zeros as u64;
        if first.is_some() || zeros == 0 {
            return Ok((skipped, first));
        }
    }
}
