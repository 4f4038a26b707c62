//! Reading a path, a buffer or a stream: open, decompress, recognise the format, read.
//!
//! Binary formats need all of their content, so a stream of binary data is first collected in memory, as far
//! as its header promises that it goes.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::budget::{Budget, Lists, Size};
use crate::bytes::{
    Content, Data, DecoderMemory, HEAD, Opened, RandomAccess, from_random_access, from_stream, gather,
    in_reading,
};
use crate::formats::dimacs::coordinates;
use crate::formats::{Binary, recognise, rival};
use crate::{Admit, Input, ReadOptions, Remark};
use boscage_core::Result;
use boscage_core::exec::Exec;

/// Reads a graph from a file in any format, compressed or not; `-` is the standard input.
///
/// The graph is a copy: what happens to the file later does not matter. A file that another process changes
/// meanwhile is an error where its size or the time of its last change shows it.
///
/// # Errors
/// [`Error::Io`](boscage_core::Error::Io) if the file cannot be opened or read, compressed data that are
/// damaged or end early included; [`Error::Parse`](boscage_core::Error::Parse) if it is not what its format
/// demands, or of no known format; those of [`EdgeList::new`](boscage_core::graph::EdgeList::new);
/// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory);
/// [`Error::Argument`](boscage_core::Error::Argument) if the options ask for weights from an empty range.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, Format, ReadOptions};
///
/// let exec = Exec::available()?;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.txt");
/// std::fs::write(&path, "100 200 2.5\n200 300 1.5\n").unwrap();
/// let input = io::read(&exec, &path, &ReadOptions::default())?;
/// assert_eq!((input.format, input.list.len()), (Format::EdgeList, 2));
/// assert_eq!(input.names.of(boscage::graph::Node::new(2)), 300);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn read(exec: &Exec, path: impl AsRef<Path>, options: &ReadOptions) -> Result<Input> {
    Opened::new(path.as_ref())?.read(exec, options)
}

/// Reads a graph from memory; `name` is what messages call it, and its suffix a hint at the format.
///
/// # Errors
/// As [`read`].
pub fn read_bytes(
    exec: &Exec,
    name: impl Into<PathBuf>,
    bytes: &[u8],
    options: &ReadOptions,
) -> Result<Input> {
    let path = name.into();
    let content = RandomAccess::of_bytes(bytes);
    let read = || from_random_access(exec, path.clone(), content, |content| by_format(content, options));
    in_reading(&path, exec.install(read))
}

/// Reads a graph from a stream, to its end; `name` is what messages call it, and its suffix a hint at the
/// format.
///
/// # Errors
/// As [`read`].
pub fn read_stream(
    exec: &Exec,
    name: impl Into<PathBuf>,
    stream: impl Read + Send,
    options: &ReadOptions,
) -> Result<Input> {
    let path = name.into();
    let read = || from_stream(exec, path.clone(), stream, |content| by_format(content, options));
    in_reading(&path, exec.install(read))
}

/// Reads a DIMACS file of coordinates (`.co`), compressed or not: x and y of every node, in the order of the
/// nodes; `-` is the standard input.
///
/// # Errors
/// [`Error::Io`](boscage_core::Error::Io), [`Error::Parse`](boscage_core::Error::Parse) and
/// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
pub fn read_coordinates(exec: &Exec, path: impl AsRef<Path>) -> Result<Vec<[f64; 2]>> {
    Opened::new(path.as_ref())?.with_content(exec, coordinates::read)
}

impl Opened {
    /// Reads the graph in the file.
    ///
    /// # Errors
    /// As [`read`].
    pub fn read(self, exec: &Exec, options: &ReadOptions) -> Result<Input> {
        self.with_content(exec, |content| by_format(content, options))
    }
}

fn by_format(mut content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    options.check()?;
    let options = &holding(options, 0, &content.decoder);
    let head = content.head()?;
    let Some((format, reader)) = recognise::demanded_or_text(&content.path, &head, options)? else {
        return binary(content, &head, options);
    };
    let rival = rival::of(&head, format, options);
    let mut input = (reader.read)(content, options).map_err(|error| rival::explained(error, rival))?;
    input.is_guessed = options.format.is_none() && !format.has_signature();
    input.remarks.extend(rival.map(|format| Remark::Rival { format }));
    Ok(input)
}

/// Reads a binary format, the one demanded or the one that the content fits.
///
/// A stream is collected first, but no more of it than its beginning promises in any of these formats: a few
/// hundred compressed bytes can be the beginning of gigabytes.
fn binary(content: Content<'_>, head: &[u8], options: &ReadOptions) -> Result<Input> {
    let Content { exec, path, data, decoder } = content;
    let (mut gathered, mut is_cut) = (Vec::new(), false);
    let content = match data {
        Data::RandomAccess(content) => content,
        Data::Stream(stream) => {
            let beginning = Binary::new(exec, path.clone(), RandomAccess::of_bytes(head))?;
            let promised = recognise::promised(&beginning, options.format);
            let len = |size: u128| usize::try_from(size).unwrap_or(usize::MAX);
            let (least, most) = promised.map_or((0, head.len()), |(least, most)| (len(least), len(most)));
            // Whatever has come by now, all of it must be held.
            let grown = |len: usize| {
                let options = holding(options, len.max(least), &decoder);
                Budget::of(&options, &path, Lists::Edges).admit(Size::default())
            };
            grown(0)?;
            // Some more, so that messages have the size of what is only a little too long.
            let end = most.saturating_add(HEAD);
            gathered = gather(stream.take(end as u64), 0, &path, grown)?;
            is_cut = gathered.len() == end;
            RandomAccess::of_bytes(&gathered)
        }
    };
    let options = &holding(options, gathered.len(), &decoder);
    let file = Binary::new(exec, path, content)?.cut(is_cut);
    let (format, reader) = recognise::demanded_or_binary(&file, options)?;
    let mut input = (reader.read)(&file, options)?;
    input.is_guessed = options.format.is_none() && !format.has_signature();
    Ok(input)
}

/// The same options for a graph of which this many bytes of content are held, by a decoder if there is one.
pub(crate) fn holding(options: &ReadOptions, bytes: usize, decoder: &Option<DecoderMemory>) -> ReadOptions {
    let anew = |admit: &Admit| admit.anew(bytes, decoder.clone());
    ReadOptions { admit: options.admit.as_ref().map(anew), ..options.clone() }
}
