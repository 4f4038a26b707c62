//! Shared code of the binary formats: little-endian words at known places, and rows of arcs.
//!
//! A binary file begins with its counts, which determine the places of everything else. So a reader computes
//! the size that the counts demand, in 128 bits. If that is not exactly the size of the content, the file is
//! refused. After this check the existing bytes justify every array, and no access is out of bounds.
//!
//! Every byte is copied before it is checked, and only the copy is used, because another process may change
//! the file at the same time. So the reader repeats the checks by which the format was recognised.

use std::io;
use std::path::PathBuf;

use bytemuck::Pod;

use crate::assemble::{FromNumber, Handle};
use crate::bytes::{Content, HEAD, RandomAccess};
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, LIMIT, Node};
use boscage_core::parallel::map_pieces;
use boscage_core::{At, Error, Place, Result, memory};

/// Bytes that one thread reads at a time, and checks while they are in its cache.
const BLOCK: usize = 1 << 18;

/// Arcs that are handed over at a time.
const HANDED_OVER: usize = 1 << 17;

/// The content of a binary file.
pub(crate) struct Binary<'a> {
    exec: &'a Exec,
    pub(crate) path: PathBuf,
    content: RandomAccess<'a>,
    /// Its first bytes, read once.
    pub(crate) head: Vec<u8>,
    /// True if the rest was not read, because it is longer than any format allows.
    is_cut: bool,
}

/// Unsigned words of `WIDTH` bytes, at any alignment, read one after the other.
pub(crate) struct Column<'a, const WIDTH: usize> {
    path: &'a PathBuf,
    content: RandomAccess<'a>,
    at: u64,
    len: usize,
    /// Some of the words. Those before `next` have been taken.
    block: Vec<u8>,
    next: usize,
    /// Words not yet read into the block.
    left: usize,
}

impl<'a> Binary<'a> {
    /// Reads the first bytes of a content.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub(crate) fn new(exec: &'a Exec, path: impl Into<PathBuf>, content: RandomAccess<'a>) -> Result<Self> {
        let path = path.into();
        let mut head = vec![0; content.len().min(HEAD as u64) as usize];
        content.read(&mut head, 0).map_err(|source| Content::unreadable(&path, source))?;
        Ok(Self { exec, path, content, head, is_cut: false })
    }

    /// The same, with a flag that the content is only the beginning of a longer one.
    pub(crate) fn cut(self, is_cut: bool) -> Self {
        Self { is_cut, ..self }
    }

    /// The threads that read it.
    pub(crate) fn exec(&self) -> &'a Exec {
        self.exec
    }

    /// The bytes.
    pub(crate) fn content(&self) -> RandomAccess<'a> {
        self.content
    }

    /// The number of bytes.
    pub(crate) fn len(&self) -> u64 {
        self.content.len()
    }

    /// The word of `WIDTH` bytes at `at`, near the beginning, if the content is long enough.
    pub(crate) fn word<const WIDTH: usize>(&self, at: usize) -> Option<u64> {
        self.head.get(at..at + WIDTH).map(word::<WIDTH>)
    }

    /// Returns `true` if those of the `len` words at `at` that are near the beginning ascend and are in
    /// `least..=most`.
    pub(crate) fn head_ascends<const WIDTH: usize>(
        &self,
        at: u64,
        len: u64,
        (least, most): (u64, u64),
    ) -> bool {
        let words = self.head.get(at as usize..).unwrap_or_default().chunks_exact(WIDTH).map(word::<WIDTH>);
        let mut last = least;
        words.take(usize::try_from(len).unwrap_or(usize::MAX)).all(|word| {
            let ascends = (last..=most).contains(&word);
            last = word;
            ascends
        })
    }

    /// The `len` words at `at`. The content must be long enough.
    pub(crate) fn column<const WIDTH: usize>(&self, at: u64, len: usize) -> Column<'_, WIDTH> {
        Column { path: &self.path, content: self.content, at, len, block: Vec::new(), next: 0, left: len }
    }

    /// The error that the content at a place is not what the format demands.
    pub(crate) fn wrong(
        &self,
        at: At,
        expected: impl Into<String>,
        found: impl ToString,
        cure: &'static str,
    ) -> Error {
        let place = Place { path: self.path.clone(), at };
        Error::Parse { place, expected: expected.into(), found: found.to_string(), cure }
    }

    /// The error that the counts of the header demand another size.
    pub(crate) fn wrong_size(&self, demanded: u128, of_what: &str) -> Error {
        let cure = if u128::from(self.len()) < demanded {
            "the file is cut short, or its header is wrong"
        } else {
            ""
        };
        let more = if self.is_cut { "at least " } else { "" };
        self.wrong(
            At::Whole,
            format!("{demanded} bytes for {of_what}"),
            format!("{more}{}", self.len()),
            cure,
        )
    }

    /// The number of nodes, which is at `at` in the header.
    pub(crate) fn nodes(&self, at: u64, count: u64) -> Result<usize> {
        let most = || format!("at most {LIMIT} nodes");
        Node::check_count(count).map_err(|_| self.wrong(At::Byte(at), most(), count, ""))
    }

    /// Reads the `len` values at `at`, with the bytes of the file. The content must be long enough. Threads
    /// read blocks in parallel, and pass each block, with the number of values before it, to `check`, which
    /// may change it.
    pub(crate) fn array<T: Pod + Send>(
        &self,
        what: &'static str,
        at: u64,
        len: usize,
        check: impl Fn(usize, &mut [T]) -> Result<()> + Sync,
    ) -> Result<Vec<T>> {
        self.narrow_array(what, at, (len, size_of::<T>()), check)
    }

    /// The same for values with `width` bytes in the file, no more than in memory. The bytes of a block are
    /// read to its end, and `check` moves them to their places.
    pub(crate) fn narrow_array<T: Pod + Send>(
        &self,
        what: &'static str,
        at: u64,
        (len, width): (usize, usize),
        check: impl Fn(usize, &mut [T]) -> Result<()> + Sync,
    ) -> Result<Vec<T>> {
        let mut array = memory::zeroed(what, len)?;
        let values = BLOCK / size_of::<T>();
        let pieces = map_pieces(self.exec, array.chunks_mut(values).enumerate(), |(piece, part)| {
            let (first, unread) = (piece * values, part.len() * (size_of::<T>() - width));
            let bytes = &mut bytemuck::cast_slice_mut(part)[unread..];
            let read = self.content.read(bytes, at + (first * width) as u64);
            read.map_err(|source| Content::unreadable(&self.path, source))?;
            check(first, part)
        });
        pieces.into_iter().collect::<Result<()>>()?;
        Ok(array)
    }

    /// The arcs of compressed rows. `ends` has the end of each row, where the next row begins. `data` returns
    /// the data of one arc per call. If there is a receiver, the arcs are handed over to it, and not kept.
    pub(crate) fn arcs<E: FromNumber, const OFFSET: usize, const NODE: usize>(
        &self,
        ends: Column<'_, OFFSET>,
        targets: Column<'_, NODE>,
        mut data: impl FnMut() -> Result<E>,
        stream: Option<&Handle>,
    ) -> Result<Vec<Edge<E>>> {
        self.rows(ends, targets, |target| Ok((target, data()?)), stream)
    }

    /// The arcs of compressed rows, as [`Binary::arcs`]. `arc` makes the target and the data of an arc from
    /// its word.
    pub(crate) fn rows<E: FromNumber, const OFFSET: usize, const ARC: usize>(
        &self,
        mut ends: Column<'_, OFFSET>,
        mut words: Column<'_, ARC>,
        mut arc: impl FnMut(u64) -> Result<(u64, E)>,
        stream: Option<&Handle>,
    ) -> Result<Vec<Edge<E>>> {
        const WHAT: &str = "the arcs";
        let (nodes, len) = (ends.len, words.len);
        let room = if stream.is_some() { len.min(HANDED_OVER) } else { len };
        let (mut arcs, mut begin) = (memory::reserve(WHAT, room)?, 0);
        for u in 0..nodes {
            let end = ends.take()?;
            if end < begin as u64 || end > len as u64 {
                return Err(self.wrong_row(ends.place(u), begin, len, end));
            }
            while begin < end as usize {
                let fitting = (end as usize).min(begin + room - arcs.len());
                for i in begin..fitting {
                    let (v, data) = arc(words.take()?)?;
                    if v >= nodes as u64 {
                        return Err(self.wrong_target(words.place(i), nodes, v));
                    }
                    arcs.push(Edge::new(Node::new(u), Node::new(v as usize), data));
                }
                begin = fitting;
                if let (Some(stream), true) = (stream, arcs.len() == room) {
                    stream.take(E::weighted(arcs))?;
                    arcs = memory::reserve(WHAT, room)?;
                }
            }
        }
        if begin < len {
            let place = if nodes == 0 { At::End } else { ends.place(nodes - 1) };
            return Err(self.wrong(place, format!("the last row to end at {len}"), begin, ""));
        }
        if let Some(stream) = stream {
            stream.take(E::weighted(std::mem::take(&mut arcs)))?;
        }
        Ok(arcs)
    }

    #[cold]
    fn wrong_row(&self, at: At, begin: usize, arcs: usize, end: u64) -> Error {
        self.wrong(at, format!("an offset in {begin}..={arcs}"), end, "")
    }

    #[cold]
    fn wrong_target(&self, at: At, nodes: usize, target: u64) -> Error {
        self.wrong(at, format!("a node below {nodes}"), target, "")
    }
}

impl<const WIDTH: usize> Column<'_, WIDTH> {
    /// The next word.
    ///
    /// # Errors
    /// [`Error::Io`].
    ///
    /// # Panics
    /// After the last.
    #[inline(always)]
    pub(crate) fn take(&mut self) -> Result<u64> {
        if self.next == self.block.len() {
            self.read().map_err(|source| Content::unreadable(self.path, source))?;
        }
        let word = word::<WIDTH>(&self.block[self.next..self.next + WIDTH]);
        self.next += WIDTH;
        Ok(word)
    }

    /// Reads the next words into the block.
    #[cold]
    fn read(&mut self) -> io::Result<()> {
        /// Words per block, so that they and the values made from them stay in the cache.
        const WORDS: usize = 1 << 13;
        let begin = self.at + ((self.len - self.left) * WIDTH) as u64;
        let words = self.left.min(WORDS);
        self.block.resize(words * WIDTH, 0);
        self.content.read(&mut self.block, begin)?;
        self.left -= words;
        self.next = 0;
        Ok(())
    }

    /// The place of a word.
    pub(crate) fn place(&self, i: usize) -> At {
        At::Byte(self.at + (i * WIDTH) as u64)
    }

    /// Returns `true` if these are the ends of rows with `arcs` arcs. Returns `false` if they cannot be read.
    pub(crate) fn ascends_to(mut self, arcs: u64) -> bool {
        let mut last = 0;
        for _ in 0..self.len {
            match self.take() {
                Ok(end) if end >= last => last = end,
                _ => return false,
            }
        }
        last == arcs
    }
}

#[inline]
fn word<const WIDTH: usize>(bytes: &[u8]) -> u64 {
    let mut wide = [0; 8];
    wide[..WIDTH].copy_from_slice(bytes);
    u64::from_le_bytes(wide)
}
