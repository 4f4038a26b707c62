//! Content that many threads can read at any place at once: a regular file, or bytes in memory.
//!
//! Everything is copied before it is checked. So the checked data is the data that is used, even if another
//! process changes the file at the same time. A file that has become shorter is an error.

use std::fs::File;
use std::io::{self, ErrorKind, Read};

use crate::bytes::progress::ReadProgress;

/// Content of a known length that can be read at any place.
#[derive(Clone, Copy)]
pub(crate) struct RandomAccess<'a> {
    bytes: Bytes<'a>,
    /// The place of its first byte in a file. (Parts of memory are slices.)
    begin: u64,
    len: u64,
    /// Counts the bytes that are read.
    progress: Option<&'a ReadProgress>,
}

#[derive(Clone, Copy)]
enum Bytes<'a> {
    File(&'a File),
    Memory(&'a [u8]),
}

impl<'a> RandomAccess<'a> {
    /// A regular file, which had `len` bytes when it was opened.
    pub(crate) fn of_file(file: &'a File, len: u64) -> Self {
        Self { bytes: Bytes::File(file), begin: 0, len, progress: None }
    }

    /// Bytes in memory.
    pub(crate) fn of_bytes(bytes: &'a [u8]) -> Self {
        Self { bytes: Bytes::Memory(bytes), begin: 0, len: bytes.len() as u64, progress: None }
    }

    /// The beginning of a content that will have this length. Only the beginning may be read.
    pub(crate) fn promising(self, len: u64) -> Self {
        Self { len, ..self }
    }

    /// The same, of which the bytes that are read are counted, except by [`RandomAccess::head`].
    pub(crate) fn counted(self, progress: &'a ReadProgress) -> Self {
        Self { progress: Some(progress), ..self }
    }

    /// Begins another pass, which reads this number of bytes.
    pub(crate) fn begin_pass(&self, bytes: u64) {
        if let Some(progress) = self.progress {
            progress.begin_pass(bytes);
        }
    }

    /// Sets the number of bytes that are read, if they are not all.
    pub(crate) fn reads_only(&self, bytes: u64) {
        if let Some(progress) = self.progress {
            progress.reads_only(bytes);
        }
    }

    /// The `len` bytes from `at` on, which must exist.
    pub(crate) fn part(self, at: u64, len: u64) -> Self {
        debug_assert!(at + len <= self.len);
        match self.bytes {
            Bytes::File(_) => Self { begin: self.begin + at, len, ..self },
            Bytes::Memory(bytes) => {
                Self { bytes: Bytes::Memory(&bytes[at as usize..][..len as usize]), len, ..self }
            }
        }
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Fills `buffer` with the bytes from `at` on.
    ///
    /// # Errors
    /// Those of the operating system, and that the file ends before `buffer` is full.
    pub(crate) fn read(&self, buffer: &mut [u8], at: u64) -> io::Result<()> {
        debug_assert!(at + buffer.len() as u64 <= self.len);
        match self.bytes {
            Bytes::Memory(bytes) => buffer.copy_from_slice(&bytes[at as usize..][..buffer.len()]),
            Bytes::File(file) => {
                let mut read = 0;
                while read < buffer.len() {
                    match read_some(file, &mut buffer[read..], self.begin + at + read as u64) {
                        Ok(0) => {
                            let [expected, found] = [self.len, at + read as u64].map(|len| self.begin + len);
                            return Err(changed(expected, found));
                        }
                        Ok(more) => read += more,
                        Err(error) if error.kind() == ErrorKind::Interrupted => {}
                        Err(error) => return Err(error),
                    }
                }
            }
        }
        if let Some(progress) = self.progress {
            progress.add(buffer.len());
        }
        Ok(())
    }

    /// Returns `true` if the content can be read up to its stated length. Some system files are shorter.
    pub(crate) fn has_its_last_byte(&self) -> io::Result<bool> {
        let Some(last) = self.len.checked_sub(1) else { return Ok(false) };
        match self.bytes {
            Bytes::Memory(_) => Ok(true),
            Bytes::File(file) => loop {
                match read_some(file, &mut [0], self.begin + last) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {}
                    read => return Ok(read? > 0),
                }
            },
        }
    }

    /// The first bytes, at most `len`.
    ///
    /// # Errors
    /// As [`RandomAccess::read`].
    pub(crate) fn head(&self, len: usize) -> io::Result<Vec<u8>> {
        let mut head = vec![0; self.len.min(len as u64) as usize];
        Self { progress: None, ..*self }.read(&mut head, 0)?;
        Ok(head)
    }

    /// All bytes, one after the other.
    pub(crate) fn stream(self) -> impl Read + Send + 'a {
        Stream { content: self, at: 0 }
    }
}

/// The error that a file has changed since it was opened.
pub(crate) fn changed(expected: u64, found: u64) -> io::Error {
    let sizes = if expected == found { "" } else { &format!(": {expected} bytes expected, {found} found") };
    io::Error::other(format!("the file changed while it was read{sizes}"))
}

#[cfg(unix)]
fn read_some(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_some(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

struct Stream<'a> {
    content: RandomAccess<'a>,
    at: u64,
}

impl Read for Stream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = (self.content.len - self.at).min(buffer.len() as u64) as usize;
        self.content.read(&mut buffer[..len], self.at)?;
        self.at += len as u64;
        Ok(len)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn a_file_and_bytes_are_read_alike() {
        let content: Vec<u8> = (0..100).collect();
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&content).unwrap();
        for source in [RandomAccess::of_file(&file, 100), RandomAccess::of_bytes(&content)] {
            let mut part = [0; 30];
            source.read(&mut part, 70).unwrap();
            assert_eq!((&part[..], source.len()), (&content[70..], 100));
            assert_eq!(source.head(7).unwrap(), content[..7]);
            assert_eq!(source.head(1000).unwrap(), content);
            let mut all = Vec::new();
            source.stream().read_to_end(&mut all).unwrap();
            assert_eq!(all, content);
            let part = source.part(20, 60).part(5, 50);
            let mut all = Vec::new();
            part.stream().read_to_end(&mut all).unwrap();
            assert_eq!((&all[..], part.len()), (&content[25..75], 50));
        }
    }

    #[test]
    fn a_file_that_has_become_shorter_is_an_error() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(&[7; 100]).unwrap();
        let source = RandomAccess::of_file(&file, 100);
        file.set_len(60).unwrap();
        let expected = "the file changed while it was read: 100 bytes expected, 60 found";
        assert_eq!(source.read(&mut [0; 41], 20).unwrap_err().to_string(), expected);
        assert_eq!(source.stream().read_to_end(&mut Vec::new()).unwrap_err().to_string(), expected);
        source.read(&mut [0; 40], 20).unwrap();
    }
}
