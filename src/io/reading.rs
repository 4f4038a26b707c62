//! Reads a path, a buffer or a stream: opens it, decompresses it, recognises the format, reads the graph.
//!
//! A tar archive is read like the one graph in it ([`archive`]).
//!
//! Binary formats need all of their content, so a stream of binary data is first collected in memory, up to
//! the size that its header demands.

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::admission::Admit;
use crate::archive;
use crate::budget::{Budget, Lists, Size, holding};
use crate::bytes::{
    Content, Data, HEAD, Opened, RandomAccess, from_random_access, from_stream, gather, in_reading,
};
use crate::formats::{Binary, dimacs, numpy, recognise, rival, table};
use crate::input::mismatch;
use crate::{Coordinates, Format, Input, PointData, PointOptions, ReadOptions, Remark};
use boscage_core::exec::Exec;
use boscage_core::{Error, Result, input_name};

/// Reads a graph from a file in any format, compressed or not; `-` is the standard input.
///
/// The format and the compression are recognised from the content. An archive (`.tar`, `.tar.gz`) is read if
/// one of its members is the graph: the one that has the name of its folder or begins with `out.`, or else
/// the only one that is not a text about it. The graph is a copy, so later changes of
/// the file do not matter. If another process changes the file while it is read, that is an error, provided
/// that its size or its modification time shows it.
///
/// # Determinism
/// The graph does not depend on the number of threads: edges and ids are in the order of the file. If there
/// are several errors, the first in the file is returned.
///
/// # Memory
/// 8 bytes per edge and the bytes of its weight. Text takes some blocks of 256 KiB per thread besides; if
/// every edge is listed twice, the arcs take twice the memory until they are folded, and in unsorted files
/// 24 bytes more per arc. [`ReadOptions::admit`] can refuse a graph before it takes its memory.
///
/// # Errors
/// [`Error::Io`](boscage_core::Error::Io) if the file cannot be opened or read, or if compressed data are
/// damaged or truncated; [`Error::Parse`](boscage_core::Error::Parse), with the place, the expected and the
/// found text and advice, if the file is invalid or of no known format;
/// [`Error::TooMany`](boscage_core::Error::TooMany) nodes or edges;
/// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory);
/// [`Error::Argument`](boscage_core::Error::Argument) for options that contradict each other, or for weights
/// from an empty range.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, Format, ReadOptions};
///
/// let exec = Exec::available()?;
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("graph.txt");
/// std::fs::write(&path, "100 200 2.5\n200 300 1.5\n").unwrap();
/// let input = io::read(&exec, &path, &ReadOptions::default())?;
/// assert_eq!((input.format, input.list.edge_count()), (Format::EdgeList, 2));
/// assert_eq!(input.names.name(2), 300);
///
/// std::fs::write(&path, "100 200 2.5\n200 many 1.5\n").unwrap();
/// let error = io::read(&exec, &path, &ReadOptions::default()).unwrap_err();
/// assert!(error.to_string().contains("graph.txt:2: expected a node, found `many`"));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn read(exec: &Exec, path: impl AsRef<Path>, options: &ReadOptions) -> Result<Input> {
    Opened::new(path.as_ref())?.read(exec, options)
}

/// Reads a graph from bytes in memory. Messages contain `name`, and its suffix is a hint at the format.
///
/// # Errors
/// Those of [`read`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, Format, ReadOptions};
///
/// let text = b"%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n2 1\n3 1\n";
/// let input = io::read_bytes(&Exec::new(1)?, "tree.mtx", text, &ReadOptions::default())?;
/// assert_eq!((input.format, input.list.edge_count()), (Format::MatrixMarket, 2));
/// # Ok::<(), boscage::Error>(())
/// ```
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

/// Reads a graph from a stream, up to its end. Messages contain `name`, and its suffix is a hint at the
/// format.
///
/// A stream of binary data is first collected in memory.
///
/// # Errors
/// Those of [`read`].
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ReadOptions};
///
/// let stream = std::io::Cursor::new("1 2\n2 3\n");
/// let input = io::read_stream(&Exec::new(1)?, "edges", stream, &ReadOptions::default())?;
/// assert_eq!(input.list.edge_count(), 2);
/// # Ok::<(), boscage::Error>(())
/// ```
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

/// Reads the coordinates of nodes from a file, compressed or not; `-` is the standard input.
///
/// The file is a table (CSV, TSV) with a row per node, or a DIMACS file (`.co`). A table has columns of an id
/// and of two coordinates, which are found by their names, such as `id,lon,lat` or `name,x,y`; without
/// names these are its three columns, in this order. Other columns are not read.
///
/// The values are those of the file. For the road networks of the 9th DIMACS challenge they are longitude and
/// latitude in millionths of a degree.
///
/// # Errors
/// [`Error::Io`](boscage_core::Error::Io); [`Error::Parse`](boscage_core::Error::Parse) if the file is
/// invalid, has a node twice, or has coordinates that are not finite;
/// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
///
/// # Examples
/// ```
/// use boscage::{exec::Exec, io};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("places.co");
/// std::fs::write(&path, "p aux sp co 2\nv 2 0 1\nv 1 -3 4\n").unwrap();
/// assert_eq!(io::read_coordinates(&Exec::new(1)?, &path)?.places, [[-3.0, 4.0], [0.0, 1.0]]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn read_coordinates(exec: &Exec, path: impl AsRef<Path>) -> Result<Coordinates> {
    Opened::new(path.as_ref())?.with_content(exec, coordinates)
}

/// Reads coordinates in the format that is recognised.
fn coordinates(mut content: Content<'_>) -> Result<Coordinates> {
    match dimacs::coordinates::sniff(&content.head()?) {
        true => dimacs::coordinates::read(content),
        false => table::places::read(content),
    }
}

/// Reads points from a file, compressed or not; `-` is the standard input.
///
/// The file is a table (CSV, TSV) with a row per point and a column per dimension, or an array of NumPy
/// (`.npy`, or the only one in an `.npz`) of shape (n, d), of integers or floats. [`PointOptions`] has the
/// rules for columns. What is read is finite; integers of more than 53 bits are rounded.
///
/// # Memory
/// 8 bytes per coordinate. Text takes some blocks of 256 KiB per thread besides, and an `.npz` the size of
/// its array.
///
/// # Errors
/// [`Error::Io`](boscage_core::Error::Io); [`Error::Parse`](boscage_core::Error::Parse), with the line and
/// the column, if a cell is not a finite number, or if the file has no points;
/// [`Error::Argument`](boscage_core::Error::Argument) for options for tables and an array;
/// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, PointOptions};
///
/// let (exec, folder) = (Exec::available()?, tempfile::tempdir().unwrap());
/// let path = folder.path().join("points.csv");
/// std::fs::write(&path, "name,x,y\nA,0.5,1\nB,2,3\n").unwrap();
/// let points = io::read_points(&exec, &path, &PointOptions::default())?;
/// assert_eq!((points.len(), points.dimensions), (2, 2));
/// assert_eq!(points.coordinates, [0.5, 1.0, 2.0, 3.0]);
/// let remark = points.remarks[0].to_string();
/// assert!(remark.starts_with("the coordinates are in the columns x, y; not used: name"));
///
/// std::fs::write(&path, "x,y\n1,2\n3,\n").unwrap();
/// let error = io::read_points(&exec, &path, &PointOptions::default()).unwrap_err().to_string();
/// assert!(error.contains("points.csv:3: expected a finite number in the column y, found an empty cell"));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn read_points(exec: &Exec, path: impl AsRef<Path>, options: &PointOptions) -> Result<PointData> {
    Opened::new(path.as_ref())?.read_points(exec, options)
}

/// Reads points in the format that is recognised.
fn points(mut content: Content<'_>, options: &PointOptions) -> Result<PointData> {
    let head = content.head()?;
    let admit = options.admit.as_ref().map(|admit| admit.anew(0, content.decoder.clone()));
    let options = PointOptions { admit, ..options.clone() };
    if !numpy::sniff(&head) {
        let refused = if archive::is_archive(&head) {
            let expected = "points: a table, or an array (.npy)";
            Some(mismatch(&content.path, expected, "a tar archive", "extract it"))
        } else {
            recognise::unless_points(&content.path, &head)
        };
        return refused.map_or_else(|| table::points::read(content, &options), Err);
    }
    if options.table.are_given() {
        let found = format!("{} ({})", input_name(&content.path), Format::Numpy.name());
        return Err(Error::argument("options for tables", "a table", found));
    }
    let of_text = options.of_text(1);
    collected(content, &head, &of_text, Some(Format::Numpy), |file, held| {
        numpy::points::read(&file, &holding(&of_text, held, &None))
    })
}

impl Opened {
    /// Reads the points in the file, as [`read_points`] does.
    ///
    /// # Errors
    /// Those of [`read_points`].
    pub fn read_points(self, exec: &Exec, options: &PointOptions) -> Result<PointData> {
        self.with_content(exec, |content| points(content, options))
    }

    /// Reads the graph in the file, as [`read`] does.
    ///
    /// # Errors
    /// Those of [`read`].
    pub fn read(self, exec: &Exec, options: &ReadOptions) -> Result<Input> {
        self.with_content(exec, |content| by_format(content, options))
    }
}

pub(crate) fn by_format(mut content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    options.check()?;
    let head = content.head()?;
    let mut input = if archive::is_archive(&head) {
        let options = &holding(options, 0, &content.decoder);
        archive::read(content, options, of_format)?
    } else {
        of_format(content, options)?
    };
    let is_said = |remark: &Remark| matches!(remark, Remark::LinesDoNotMeet { .. });
    if options.keep_geometry && input.attributes.shapes.is_none() && !input.remarks.iter().any(is_said) {
        input.remarks.push(Remark::NoGeometry);
    }
    // Tables drop rows while they are read.
    if options.drop_negative && input.format != Format::Csv {
        let count = input.drop_negative()?;
        input.remarks.extend((count > 0).then_some(Remark::NegativeWeights { count }));
    }
    Ok(input)
}

/// Reads content that is not an archive, or is a member of one.
fn of_format(mut content: Content<'_>, options: &ReadOptions) -> Result<Input> {
    let options = &holding(options, 0, &content.decoder);
    let head = content.head()?;
    if let Some((_, reader)) = recognise::demanded_or_content(&head, options) {
        return (reader.read)(content, options);
    }
    let Some((format, reader)) = recognise::demanded_or_text(&content.path, &head, options)? else {
        return binary(content, &head, options);
    };
    let rival = rival::of(&head, format, options);
    let mut input = (reader.read)(content, options).map_err(|error| rival::explained(error, rival))?;
    input.is_guessed = options.format.is_none() && !format.has_signature();
    input.remarks.extend(rival.map(|format| Remark::AmbiguousFormat { format }));
    Ok(input)
}

/// Reads a binary format: the demanded one or the one that the content fits.
fn binary(content: Content<'_>, head: &[u8], options: &ReadOptions) -> Result<Input> {
    collected(content, head, options, options.format, |file, held| {
        let mut options = holding(options, held, &None);
        if held > 0 {
            // To hand over what is in memory would save little.
            options.admit = options.admit.map(Admit::without_stream);
        }
        let options = &options;
        let (format, reader) = recognise::demanded_or_binary(&file, options)?;
        let mut input = (reader.read)(&file, options)?;
        input.is_guessed = options.format.is_none() && !format.has_signature();
        Ok(input)
    })
}

/// Calls `read` with binary content, and the number of its bytes that are held in memory.
///
/// A stream is collected first, but only up to the largest size that its header demands in any of these
/// formats: a few hundred compressed bytes can decompress to gigabytes.
fn collected<T>(
    content: Content<'_>,
    head: &[u8],
    options: &ReadOptions,
    demanded: Option<Format>,
    read: impl FnOnce(Binary<'_>, usize) -> Result<T>,
) -> Result<T> {
    let Content { exec, path, data, .. } = content;
    let (mut gathered, mut is_cut) = (Vec::new(), false);
    let content = match data {
        Data::RandomAccess(content) => content,
        Data::Stream(stream) => {
            let beginning = Binary::new(exec, path.clone(), RandomAccess::of_bytes(head))?;
            let promised = recognise::promised(&beginning, demanded);
            let len = |size: u128| usize::try_from(size).unwrap_or(usize::MAX);
            let (least, most) = promised.map_or((0, head.len()), |(least, most)| (len(least), len(most)));
            // The whole content must be in memory.
            let grown = |len: usize| {
                let options = holding(options, len.max(least), &None);
                Budget::of(&options, &path, Lists::Edges).admit(Size::default())
            };
            grown(0)?;
            // Some bytes more, so that messages show the size of content that is only a little too long.
            let end = most.saturating_add(HEAD);
            gathered = gather(stream.take(end as u64), 0, &path, grown)?;
            is_cut = gathered.len() == end;
            RandomAccess::of_bytes(&gathered)
        }
    };
    let file = Binary::new(exec, path, content)?.cut(is_cut);
    read(file, gathered.len())
}
