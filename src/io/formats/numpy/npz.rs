//! Archives of arrays, `.npz`.

use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::PathBuf;

use super::array::Array;
use super::entries::{self, Weights};
use super::graph;
use super::header::Header;
use crate::assemble::Outline;
use crate::budget::holding;
use crate::budget::{Budget, Lists, Size};
use crate::bytes::{Content, HEAD, RandomAccess, gather};
use crate::formats::Binary;
use crate::text::quoted;
use crate::{Format, Input, ReadOptions};
use boscage_core::{At, Result};
use zip::ZipArchive;
use zip::result::ZipError;

/// An archive whose arrays are read into memory when they are needed.
struct Npz<'a> {
    file: &'a Binary<'a>,
    archive: ZipArchive<Seekable<'a>>,
    /// The names of the arrays.
    names: Vec<String>,
    options: ReadOptions,
}

/// The layouts that are read.
const EXPECTED: &str = "a sparse matrix, or arrays named edges, edge_index, or row and col";

/// Reads the graph in an archive.
pub(super) fn read(file: &Binary<'_>, options: &ReadOptions) -> Result<Input> {
    let mut npz = Npz::open(file, options)?;
    let first = |npz: &Npz<'_>, names: &[&'static str]| names.iter().copied().find(|name| npz.has(name));
    if npz.has("format") && npz.has("shape") {
        return sparse(&mut npz);
    }
    if npz.has("edge_index") {
        return edge_index(&mut npz);
    }
    if let Some(edges) = first(&npz, &["edges", "edge_list"]) {
        let weights = first(&npz, &["weights", "weight", "data"]).unwrap_or("weights");
        return table(&mut npz, edges, weights);
    }
    if npz.has("row") && npz.has("col") {
        return npz.with(&["row", "col", "data"], |npz, options, arrays| {
            let [row, col, data] = arrays else { return Err(npz.refused()) };
            let (Some(row), Some(col)) = (row, col) else { return Err(npz.refused()) };
            let (u, v, weights) = (row.values()?, col.values()?, weights(data)?);
            same_lengths(row, &[Some(row), Some(col), data.as_ref()])?;
            entries::named(row.file, [u, v], weights, npz.outline(), options)
        });
    }
    match &npz.names[..] {
        [only] => {
            let only = only.clone();
            table(&mut npz, &only, "")
        }
        _ => Err(npz.refused()),
    }
}

/// Calls `read` with the only array of points in an archive, and with options for them.
///
/// # Errors
/// If there is another number of arrays.
pub(super) fn of_points<T>(
    file: &Binary<'_>,
    options: &ReadOptions,
    read: impl FnOnce(&Array<'_>, &ReadOptions) -> Result<T>,
) -> Result<T> {
    let mut npz = Npz::open(file, options)?;
    let refused = |npz: &Npz<'_>| {
        let cure = "save the points alone, as with numpy.save(\"points.npy\", numpy.load(FILE)[NAME])";
        npz.wrong("one array, of points", npz.shown(), cure)
    };
    let [only] = &npz.names[..] else { return Err(refused(&npz)) };
    let only = only.clone();
    npz.with(&[&only], |npz, options, arrays| match arrays {
        [Some(array)] => read(array, options),
        _ => Err(refused(npz)),
    })
}

impl<'a> Npz<'a> {
    /// Reads the names of the arrays in an archive.
    fn open(file: &'a Binary<'a>, options: &ReadOptions) -> Result<Self> {
        let unreadable = |error| Content::unreadable(&file.path, explained(error));
        let archive = ZipArchive::new(Seekable { content: file.content(), at: 0 }).map_err(unreadable)?;
        let name =
            |name: &[u8]| name.strip_suffix(b".npy").map(|name| String::from_utf8_lossy(name).into_owned());
        let names: Vec<String> = archive.file_names_raw().filter_map(name).collect();
        Ok(Self { file, archive, names, options: options.clone() })
    }

    fn has(&self, name: &str) -> bool {
        self.names.iter().any(|known| known == name)
    }

    fn outline(&self) -> Outline {
        Outline::new(Format::Numpy, &self.file.path, self.file.len())
    }

    /// The names of the arrays, for messages.
    fn shown(&self) -> String {
        let names: Vec<String> = self.names.iter().take(20).map(|name| quoted(name.as_bytes())).collect();
        if names.is_empty() { "no arrays".to_owned() } else { format!("the arrays {}", names.join(", ")) }
    }

    /// The error that the arrays are no graph.
    fn refused(&self) -> boscage_core::Error {
        let cure = "save the edges alone, as with numpy.save(\"graph.npy\", numpy.load(FILE)[NAME])";
        self.wrong(EXPECTED, self.shown(), cure)
    }

    /// The error that a member, or the whole archive, is not what is expected.
    fn wrong(&self, expected: &str, found: impl ToString, cure: &'static str) -> boscage_core::Error {
        self.file.wrong(At::Whole, expected, found, cure)
    }

    /// Reads some of the arrays, and calls `read` with them and with options for a graph that is made of
    /// them. Arrays that do not exist are `None`.
    fn with<T>(
        &mut self,
        names: &[&str],
        read: impl FnOnce(&Self, &ReadOptions, &[Option<Array<'_>>]) -> Result<T>,
    ) -> Result<T> {
        let (mut loaded, mut held) = (Vec::new(), 0);
        for name in names {
            let bytes = if self.has(name) { Some(self.load(name, held)?) } else { None };
            held += bytes.as_ref().map_or(0, Vec::len);
            let path: PathBuf = format!("{}: {name}.npy", boscage_core::input_name(&self.file.path)).into();
            loaded.push((path, bytes));
        }
        let exec = self.file.exec();
        let mut files = Vec::new();
        for (path, bytes) in &loaded {
            let bytes = bytes.as_ref().map(|bytes| RandomAccess::of_bytes(bytes));
            files.push(bytes.map(|bytes| Binary::new(exec, path, bytes)).transpose()?);
        }
        let arrays = files.iter().map(|file| file.as_ref().map(Array::open).transpose());
        let arrays = arrays.collect::<Result<Vec<_>>>()?;
        read(self, &holding(&self.options, held, &None), &arrays)
    }

    /// Reads an array, as many bytes as its header demands, while others take `held` bytes.
    fn load(&mut self, name: &str, held: usize) -> Result<Vec<u8>> {
        let path = &self.file.path;
        let unreadable = |error| Content::unreadable(path, explained(error));
        let member = self.archive.by_name(&format!("{name}.npy")).map_err(unreadable)?;
        let (mut member, mut head) = (Checked(member), Vec::new());
        let read = member.by_ref().take(HEAD as u64).read_to_end(&mut head);
        read.map_err(|source| Content::unreadable(path, source))?;
        let size = Header::of(&head).map_or(head.len() as u128, |header| header.size());
        let grown = |len: usize| {
            let options = holding(&self.options, held + len, &None);
            Budget::of(&options, path, Lists::Arcs).admit(Size::default())
        };
        // One byte more shows that there are too many, and lets the checksum be compared.
        let size = u64::try_from(size).unwrap_or(u64::MAX).saturating_add(1);
        gather(head.chain(member).take(size), 0, path, grown)
    }
}

/// The weights in an array, if there is one.
fn weights<'a>(data: &Option<Array<'a>>) -> Result<Weights<'a>> {
    data.as_ref().map_or(Ok(Weights::NONE), |data| data.values().map(Weights::of))
}

/// Checks that arrays have as many elements as the first one.
fn same_lengths(first: &Array<'_>, arrays: &[Option<&Array<'_>>]) -> Result<()> {
    let len = first.values()?.len;
    for array in arrays.iter().flatten() {
        let found = array.values()?.len;
        if found != len {
            return Err(array.file.wrong(
                At::Whole,
                format!("{len} elements, as in {}", first.name()),
                found,
                "",
            ));
        }
    }
    Ok(())
}

/// Reads an array of edges or an adjacency matrix.
fn table(npz: &mut Npz<'_>, edges: &str, data: &str) -> Result<Input> {
    npz.with(&[edges, data], |npz, options, arrays| {
        let [Some(edges), data] = arrays else { return Err(npz.refused()) };
        if let Some(data) = data {
            let (rows, found) = (edges.header.shape.first().copied().unwrap_or(0), data.values()?.len);
            if rows != found as u64 {
                let expected = format!("{rows} elements, as rows in {}", edges.name());
                return Err(data.file.wrong(At::Whole, expected, found, ""));
            }
        }
        graph(edges, weights(data)?, npz.outline(), options)
    })
}

/// Reads the arcs of PyTorch Geometric: a row of sources and a row of targets.
fn edge_index(npz: &mut Npz<'_>) -> Result<Input> {
    let weights_of =
        ["edge_weight", "edge_attr"].into_iter().find(|name| npz.has(name)).unwrap_or("edge_weight");
    npz.with(&["edge_index", weights_of, "num_nodes"], |npz, options, arrays| {
        let [Some(index), data, nodes] = arrays else { return Err(npz.refused()) };
        let Some([2, len]) = index.shape::<2>() else {
            return Err(index.no_numbers("an array of numbers of shape (2, m)"));
        };
        let ends = [index.row(0)?, index.row(1)?];
        let weights = weights(data)?;
        if let Some(found) = data.as_ref().map(|data| data.values()).transpose()?.map(|column| column.len)
            && found as u64 != len
        {
            return Err(npz.wrong("as many weights as arcs", format!("{found} weights, {len} arcs"), ""));
        }
        let outline = npz.outline();
        match nodes {
            Some(nodes) => match nodes.values()?.cut(1).naturals("a number")?[..] {
                [count] => {
                    let outline = Outline { nodes: nodes.file.nodes(nodes.header.at, count)?, ..outline };
                    entries::numbered(index.file, ends, weights, outline, options)
                }
                _ => Err(nodes.no_numbers("a number of nodes")),
            },
            None => entries::named(index.file, ends, weights, outline, options),
        }
    })
}

/// Reads a sparse matrix of SciPy.
fn sparse(npz: &mut Npz<'_>) -> Result<Input> {
    let (format, nodes) = npz.with(&["format", "shape"], |npz, _, arrays| {
        let [Some(format), Some(shape)] = arrays else { return Err(npz.refused()) };
        match shape.values()?.cut(3).naturals("the shape")?[..] {
            [rows, columns] if rows == columns => {
                Ok((format.word()?, shape.file.nodes(shape.header.at, rows)?))
            }
            [rows, columns] => {
                let expected = format!("{rows} columns, as many as rows");
                Err(npz.wrong(&expected, columns, "only a square matrix is a graph"))
            }
            _ => Err(shape.no_numbers("two lengths")),
        }
    })?;
    let outline = |npz: &Npz<'_>| Outline { nodes, ..npz.outline() };
    match &*format {
        "csr" | "csc" => npz.with(&["indptr", "indices", "data"], |npz, options, arrays| {
            let [Some(ends), Some(indices), data] = arrays else { return Err(npz.refused()) };
            same_lengths(indices, &[data.as_ref()])?;
            let rows = (&ends.values()?, indices.values()?);
            entries::compressed(ends.file, rows, format == "csc", weights(data)?, outline(npz), options)
        }),
        "coo" => {
            let coordinates = if npz.has("coords") { ["coords", "", "data"] } else { ["row", "col", "data"] };
            npz.with(&coordinates, |npz, options, arrays| {
                let (ends, file, len) = match arrays {
                    [Some(row), Some(col), _] => {
                        same_lengths(row, &[Some(col)])?;
                        ([row.values()?, col.values()?], row.file, row.values()?.len)
                    }
                    [Some(both), None, _] => {
                        let Some([2, len]) = both.shape::<2>() else {
                            return Err(both.no_numbers("an array of numbers of shape (2, m)"));
                        };
                        ([both.row(0)?, both.row(1)?], both.file, len as usize)
                    }
                    _ => return Err(npz.refused()),
                };
                if let Some(found) = arrays[2].as_ref().map(Array::values).transpose()?.map(|data| data.len)
                    && found != len
                {
                    return Err(npz.wrong("as many weights as entries", format!("{found}, not {len}"), ""));
                }
                entries::numbered(file, ends, weights(&arrays[2])?, outline(npz), options)
            })
        }
        _ => {
            let cure = "convert it, as with scipy.sparse.save_npz(\"graph.npz\", \
                        scipy.sparse.load_npz(FILE).tocsr())";
            Err(npz.wrong("a matrix in the format csr, csc or coo", format, cure))
        }
    }
}

/// Content, as the crate reads it.
struct Seekable<'a> {
    content: RandomAccess<'a>,
    at: u64,
}

impl Read for Seekable<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.content.len().saturating_sub(self.at);
        let len = left.min(buffer.len() as u64) as usize;
        if len == 0 {
            return Ok(0); // perhaps after its end
        }
        self.content.read(&mut buffer[..len], self.at)?;
        self.at += len as u64;
        Ok(len)
    }
}

impl Seek for Seekable<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let at = match to {
            SeekFrom::Start(at) => Some(at),
            SeekFrom::End(by) => self.content.len().checked_add_signed(by),
            SeekFrom::Current(by) => self.at.checked_add_signed(by),
        };
        self.at = at.ok_or(ErrorKind::InvalidInput)?;
        Ok(self.at)
    }
}

/// A member, with our errors.
struct Checked<R>(R);

impl<R: Read> Read for Checked<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer).map_err(|error| explained(ZipError::Io(error)))
    }
}

/// The error of an archive. The texts of the crate are not shown.
fn explained(error: ZipError) -> io::Error {
    match error {
        ZipError::Io(error) if matches!(error.kind(), ErrorKind::Other | ErrorKind::Interrupted) => error,
        ZipError::UnsupportedArchive(_) | ZipError::CompressionMethodNotSupported(_) => {
            let message = "the zip data cannot be decompressed: it uses a feature that is not supported here";
            io::Error::new(ErrorKind::Unsupported, message)
        }
        _ => io::Error::new(ErrorKind::InvalidData, "the zip data is damaged, or cut"),
    }
}
