//! Reading a path, a buffer or a stream: open, decompress, recognise the format, read.
//!
//! A regular file can be read at any place, so its reader can divide it among threads; anything else, and all
//! compressed content, is a stream. The first bytes are checked twice: for the compression and, after
//! decompression, for the format. Only one layer of compression is removed, on a separate thread if the
//! source is a file or memory. Binary formats need all of their content, so a stream of binary data is first
//! collected in memory, as far as its header promises that it goes.

use std::fs::{File, Metadata};
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};

use crate::admission::{Admit, Watch};
use crate::assemble::outline::Lists;
use crate::bytes::ahead;
use crate::bytes::compression::DecoderMemory;
use crate::bytes::content::HEAD;
use crate::bytes::content::{Content, Data};
use crate::bytes::descriptor;
use crate::bytes::random_access::{RandomAccess, changed};
use crate::formats::binary::Binary;
use crate::formats::dimacs::coordinates;
use crate::formats::recognise;
use crate::formats::{
    boscage, dimacs, ecl, edge_array, edge_list, galois, gap, matrix_market, metis, pbbs_adjacency,
    pbbs_edges,
};
use crate::{Compression, Format, Input, ReadOptions, Remark};
use boscage_core::exec::Exec;
use boscage_core::{Error, Result, memory};

/// Reads a graph from a file in any format, compressed or not; `-` is the standard input.
///
/// The graph is a copy: what happens to the file later does not matter. A file that another process changes
/// meanwhile is an error where its size or the time of its last change shows it.
///
/// # Errors
/// [`Error::Io`] if the file cannot be opened or read, compressed data that are damaged or end early
/// included;
/// [`Error::Parse`] if it is not what its format demands, or of no known format; those of
/// [`EdgeList::new`](boscage_core::graph::EdgeList::new); [`Error::OutOfMemory`]; [`Error::Argument`] if the options
/// ask for weights from an empty range.
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
/// [`Error::Io`], [`Error::Parse`] and [`Error::OutOfMemory`].
pub fn read_coordinates(exec: &Exec, path: impl AsRef<Path>) -> Result<Vec<[f64; 2]>> {
    Opened::new(path.as_ref())?.with_content(exec, coordinates::read)
}

/// A file that has been opened, of which nothing has been read: for programs that start nothing before they
/// know that there is a file. [`read`] is to open one and to read it.
#[derive(Debug)]
pub struct Opened {
    path: PathBuf,
    /// None for the standard input.
    file: Option<(File, Metadata)>,
}

impl Opened {
    /// Opens a file; `-` is the standard input.
    ///
    /// # Errors
    /// [`Error::Io`].
    pub fn new(path: &Path) -> Result<Self> {
        let path = path.to_owned();
        let failed = |source| Error::Io { path: path.clone(), action: "open", source };
        if descriptor::is_closed_input(&path) {
            return Err(failed(io::Error::other("it is closed")));
        }
        if path.as_os_str() == "-" {
            return Ok(Self { path, file: None });
        }
        let file = File::open(&path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if metadata.is_dir() {
            return Err(failed(ErrorKind::IsADirectory.into()));
        }
        Ok(Self { path, file: Some((file, metadata)) })
    }

    /// Reads the graph in the file.
    ///
    /// # Errors
    /// As [`read`].
    pub fn read(self, exec: &Exec, options: &ReadOptions) -> Result<Input> {
        self.with_content(exec, |content| by_format(content, options))
    }

    /// Bytes of the file, as it lies there; 0 where the system does not tell.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.file.as_ref().map_or(0, |(_, metadata)| metadata.len())
    }

    /// Reads all that the file holds, decompressed: for what is kept beside graphs. `grown` gets the number
    /// of bytes that have come, and the bytes that decompressing takes, with each MiB and in the end.
    ///
    /// # Errors
    /// [`Error::Io`], [`Error::OutOfMemory`] and those of `grown`, which end it.
    pub fn content(
        self,
        exec: &Exec,
        mut grown: impl FnMut(usize, usize) -> Result<()> + Send,
    ) -> Result<Vec<u8>> {
        self.with_content(exec, |Content { path, data, decoder, .. }| {
            let grown = |len| grown(len, decoder.as_ref().map_or(0, DecoderMemory::bytes));
            match data {
                Data::RandomAccess(content) => gather(content.stream(), content.len() as usize, &path, grown),
                Data::Stream(stream) => gather(stream, 0, &path, grown),
            }
        })
    }

    /// The file, and what was known of it when it was opened; `None` for a stream.
    pub(crate) fn regular(&self) -> Option<(&File, &Metadata)> {
        self.file.as_ref().filter(|(_, metadata)| metadata.is_file()).map(|(file, metadata)| (file, metadata))
    }

    /// What came of reading a regular file, with the name of the file where memory has run out, and if the
    /// file has not changed.
    pub(crate) fn in_reading<T>(&self, result: Result<T>) -> Result<T> {
        let result = match self.regular() {
            Some((file, metadata)) if metadata.len() > 0 => if_unchanged(result, &self.path, file, metadata),
            _ => result,
        };
        in_reading(&self.path, result)
    }

    fn with_content<T: Send>(
        self,
        exec: &Exec,
        read: impl FnOnce(Content<'_>) -> Result<T> + Send,
    ) -> Result<T> {
        let Self { path, file } = self;
        let result = exec.install(|| match &file {
            None => from_stream(exec, path.clone(), io::stdin(), read),
            Some((file, metadata)) if !metadata.is_file() => from_stream(exec, path.clone(), file, read),
            Some((file, metadata)) => {
                let content = RandomAccess::of_file(file, metadata.len());
                let result = match content.has_its_last_byte() {
                    Ok(true) => from_random_access(exec, path.clone(), content, read),
                    // Files of /proc say that they are empty, those of /sys that they are larger than they
                    // are.
                    Ok(false) => from_stream(exec, path.clone(), file, read),
                    Err(source) => Err(Content::unreadable(&path, source)),
                };
                if metadata.len() == 0 { result } else { if_unchanged(result, &path, file, metadata) }
            }
        });
        in_reading(&path, result)
    }
}

/// Names the file and the step where memory has run out.
fn in_reading<T>(path: &Path, result: Result<T>) -> Result<T> {
    result.map_err(|error| error.during(path, "reading"))
}

/// What came of reading a file, if it is as it was when it was opened, as far as the operating system tells.
fn if_unchanged<T>(result: Result<T>, path: &Path, file: &File, before: &Metadata) -> Result<T> {
    let unreadable = |source| Content::unreadable(path, source);
    let now = file.metadata().map_err(unreadable)?;
    let is_as_long = now.len() == before.len();
    if is_as_long && now.modified().ok() == before.modified().ok() {
        return result;
    }
    let change = changed(before.len(), now.len());
    match result {
        // These do not depend on what the bytes were.
        Err(error @ (Error::OutOfMemory { .. } | Error::TooLarge { .. } | Error::Cancelled)) => Err(error),
        // It may have been touched and no more, and be wrong all the same.
        Err(error) if is_as_long => {
            Err(unreadable(io::Error::other(format!("{change}, or is wrong: {error}"))))
        }
        _ => Err(unreadable(change)),
    }
}

fn from_random_access<T>(
    exec: &Exec,
    path: PathBuf,
    content: RandomAccess<'_>,
    read: impl FnOnce(Content<'_>) -> Result<T>,
) -> Result<T> {
    let head = content.head(HEAD).map_err(|source| Content::unreadable(&path, source))?;
    match Compression::of_content(&head) {
        None => read(Content::random_access(exec, path, content)),
        Some(compression) => {
            let unreadable = |source| Content::unreadable(&path, source);
            let stream = compression.decode(content.stream()).map_err(unreadable)?;
            let decoder = Some(stream.memory());
            let result = ahead::with_thread(exec, stream, |stream| {
                read(Content { decoder, ..Content::stream(exec, path.clone(), stream) })
            });
            result.map_err(|error| match error {
                Error::Parse { .. } => damage(&path, compression, &content).unwrap_or(error),
                other => other,
            })
        }
    }
}

/// What is wrong with compressed data, which is why its content may have been wrong: a checksum comes after
/// what it is the checksum of.
fn damage(path: &Path, compression: Compression, content: &RandomAccess<'_>) -> Option<Error> {
    /// Bytes of content that are read: more than a block of bzip2 can hold.
    const MOST: u64 = 64 << 20;
    let decoded = compression.decode(content.stream());
    let read = decoded.and_then(|content| io::copy(&mut content.take(MOST), &mut io::sink()));
    read.err().map(|source| Content::unreadable(path, source))
}

fn from_stream<T>(
    exec: &Exec,
    path: PathBuf,
    stream: impl Read + Send,
    read: impl FnOnce(Content<'_>) -> Result<T>,
) -> Result<T> {
    let mut content = Content::stream(exec, path, stream);
    let head = head(&mut content)?;
    let compression = Compression::of_content(&head);
    if let (Some(compression), Data::Stream(stream)) = (compression, &mut content.data) {
        let compressed = std::mem::replace(stream, Box::new(io::empty()));
        let decoded = compression.decode(compressed);
        let stream = decoded.map_err(|source| Content::unreadable(&content.path, source))?;
        content.decoder = Some(stream.memory());
        content.data = Data::Stream(Box::new(stream));
    }
    read(content)
}

/// The beginning of a content, which stays in it.
fn head(content: &mut Content<'_>) -> Result<Vec<u8>> {
    match &mut content.data {
        Data::RandomAccess(all) => {
            let head = all.head(HEAD).map_err(|source| Content::unreadable(&content.path, source))?;
            Ok(head)
        }
        Data::Stream(stream) => {
            let mut head = Vec::with_capacity(HEAD);
            stream.by_ref().take(HEAD as u64).read_to_end(&mut head).map_err(|source| Error::Io {
                path: content.path.clone(),
                action: "read",
                source,
            })?;
            let rest = std::mem::replace(stream, Box::new(io::empty()));
            *stream = Box::new(Cursor::new(head.clone()).chain(rest));
            Ok(head)
        }
    }
}

fn by_format(mut content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    options.check()?;
    let options = &holding(options, 0, &content.decoder);
    content.watch = Watch::of(options, &content.path, Lists::Edges);
    let head = head(&mut content)?;
    let Some(format) = recognise::demanded_or_text(&content.path, &head, options)? else {
        return binary(content, &head, options);
    };
    let rival = recognise::rival(&head, format, options);
    let read = match format {
        Format::Dimacs => dimacs::read,
        Format::MatrixMarket => matrix_market::read,
        Format::Metis => metis::read,
        Format::PbbsAdjacency => pbbs_adjacency::read,
        Format::PbbsEdges => pbbs_edges::read,
        _ => edge_list::read,
    };
    let mut input = read(content, options).map_err(|error| recognise::with_rival(error, rival))?;
    input.remarks.extend(rival.map(|format| Remark::Rival { format }));
    Ok(input)
}

/// Reads a binary format, the one demanded or the one that the content fits.
///
/// A stream is collected first, but no more of it than its beginning promises in any of these formats: a few
/// hundred compressed bytes can be the beginning of gigabytes.
fn binary(content: Content<'_>, head: &[u8], options: &ReadOptions) -> Result<Input> {
    let Content { exec, path, data, decoder, .. } = content;
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
                Watch::of(&options, &path, Lists::Edges).map_or(Ok(()), |mut watch| watch.grown(0, 0))
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
    match recognise::demanded_or_binary(&file, options)? {
        Format::Galois => galois::read(file, options),
        Format::Ecl => ecl::read(file, options),
        Format::Gap => gap::read(file, options),
        Format::Boscage => boscage::open(&file)?.read(&file, options),
        _ => edge_array::open(&file)?.read(&file, options),
    }
}

/// The same options for a graph of which this many bytes of content are held, by a decoder if there is one.
pub(crate) fn holding(options: &ReadOptions, bytes: usize, decoder: &Option<DecoderMemory>) -> ReadOptions {
    let anew = |admit: &Admit| admit.anew(bytes, decoder.clone());
    ReadOptions { admit: options.admit.as_ref().map(anew), ..options.clone() }
}

/// All that a stream holds, of which `known` bytes are known to be there; `grown` gets the number of bytes
/// with each MiB that has come, and in the end.
fn gather(
    mut stream: impl Read,
    known: usize,
    path: &Path,
    mut grown: impl FnMut(usize) -> Result<()>,
) -> Result<Vec<u8>> {
    const STEP: usize = 1 << 20;
    const WHAT: &str = "the content of a stream";
    // Room to see the end too.
    let mut bytes = memory::reserve(WHAT, known + STEP)?;
    loop {
        memory::grow(WHAT, &mut bytes, STEP)?;
        let failed = |source| Error::Io { path: path.to_owned(), action: "read", source };
        let read = stream.by_ref().take(STEP as u64).read_to_end(&mut bytes).map_err(failed)?;
        grown(bytes.len())?;
        if read < STEP {
            return Ok(bytes);
        }
    }
}
