//! Files of edges that are stored as in memory, as streams.

use std::io::{ErrorKind, Read};

use crate::assemble::Outline;
use crate::budget::{Budget, Size};
use crate::bytes::{Content, Data, HEAD, RandomAccess, is_binary};
use crate::formats::{Binary, BinaryReader, NAMES, RawEdges, WeightType, recognise, with_weight_type};
use crate::stream::edge_file::{CUT_SHORT, with_edge_file};
use crate::stream::{AnyEdgeFile, EdgeFile, ReceiveFile, StreamInput};
use crate::{ArcPolicy, Attributes, Format, Input, Names, ReadOptions};
use boscage_core::graph::EdgeList;
use boscage_core::{At, Error, Result, memory};

/// A format whose edges are stored as in memory.
pub(super) type RawReader = (Format, &'static BinaryReader);

/// Returns the format of a content, if its edges are stored as in memory and are not folded.
///
/// # Errors
/// [`boscage_core::Error::Io`].
pub(super) fn recognise(
    content: &Content<'_>,
    head: &[u8],
    options: &ReadOptions,
) -> Result<Option<RawReader>> {
    let is_plain = options.folding() != ArcPolicy::Fold && !options.drop_negative;
    let demanded = options.format.and_then(|format| format.spec().binary());
    if !is_plain || demanded.is_none() && (options.format.is_some() || !is_binary(head)) {
        return Ok(None);
    }
    let found = match &content.data {
        Data::RandomAccess(all) => {
            recognise::demanded_or_binary(&Binary::new(content.exec, &content.path, *all)?, options).ok()
        }
        // Its length is not known: the only format in which its header makes sense.
        // All of it is in the head.
        Data::Stream(_) if head.len() < HEAD => None,
        Data::Stream(_) => {
            let beginning = Binary::new(content.exec, &content.path, RandomAccess::of_bytes(head))?;
            recognise::only_possible(&beginning, options.format)
        }
    };
    Ok(found.filter(|(_, reader)| reader.edges.is_some()))
}

/// Returns `true` if the caller refuses to have the edges of a content in memory.
///
/// # Errors
/// Those of the format, and those of the caller that are not about memory.
pub(super) fn is_refused(
    content: &Content<'_>,
    head: &[u8],
    reader: &BinaryReader,
    options: &ReadOptions,
) -> Result<bool> {
    let file = match &content.data {
        Data::RandomAccess(all) => Binary::new(content.exec, &content.path, *all)?,
        Data::Stream(_) => beginning(content, head, reader)?,
    };
    let open = reader.edges.expect("a format whose edges are stored as in memory");
    let Ok(edges) = open(&file) else { return Ok(false) };
    let size = Size {
        nodes: edges.outline.nodes,
        listed: usize::try_from(edges.len).unwrap_or(usize::MAX / 64),
        weight_bytes: with_weight_type!(edges.weights, E => edges.outline.weight_bytes::<E>(options)),
        // All of a stream is gathered before its edges are copied.
        scratch_bytes: if let Data::Stream(_) = content.data { file.len() as usize } else { 0 },
        ..Size::default()
    };
    match Budget::of(options, &content.path, edges.outline.lists).admit_whole(size) {
        Ok(()) => Ok(false),
        Err(Error::TooLarge { .. }) => Ok(true),
        Err(error) => Err(error),
    }
}

/// The beginning of a stream, as a file of the length that its header promises.
fn beginning<'a>(content: &Content<'a>, head: &'a [u8], reader: &BinaryReader) -> Result<Binary<'a>> {
    let beginning = Binary::new(content.exec, &content.path, RandomAccess::of_bytes(head))?;
    let len = (reader.sizes)(&beginning).first().copied().unwrap_or_default();
    let len = u64::try_from(len).unwrap_or(u64::MAX);
    Binary::new(content.exec, &content.path, RandomAccess::of_bytes(head).promising(len))
}

/// Hands over the edges of a content.
///
/// # Errors
/// Those of the format and of the receiver.
pub(super) fn read(
    content: Content<'_>,
    head: &[u8],
    (format, reader): RawReader,
    options: &ReadOptions,
    sink: &mut dyn ReceiveFile,
) -> Result<StreamInput> {
    let (file, mut stream) = match content.data {
        Data::RandomAccess(all) => (Binary::new(content.exec, content.path, all)?, None),
        Data::Stream(_) => {
            let file = beginning(&content, head, reader)?;
            let Data::Stream(stream) = content.data else { unreachable!("it is a stream") };
            (file, Some(stream))
        }
    };
    let open = reader.edges.expect("a format whose edges are stored as in memory");
    let mut edges = open(&file)?;
    match &mut stream {
        Some(stream) => pass_names(&file, &mut edges, stream)?,
        None => edges = edges.with_names(&file)?,
    }
    sink.set_node_count(edges.outline.nodes)?;
    let weighs = !edges.outline.weighted && matches!(edges.weights, WeightType::None);
    let law = weighs.then(|| options.unweighted.unwrap_or_default());
    let bytes = stream.as_mut().map(|stream| &mut **stream as &mut (dyn Read + Send));
    let blocks = match edges.weights {
        WeightType::I32 => AnyEdgeFile::I32(EdgeFile::new(&file, &edges, law, bytes)),
        WeightType::None | WeightType::U32 => AnyEdgeFile::U32(EdgeFile::new(&file, &edges, law, bytes)),
        WeightType::I64 => AnyEdgeFile::I64(EdgeFile::new(&file, &edges, law, bytes)),
        WeightType::U64 => AnyEdgeFile::U64(EdgeFile::new(&file, &edges, law, bytes)),
        WeightType::F32 => AnyEdgeFile::F32(EdgeFile::new(&file, &edges, law, bytes)),
        WeightType::F64 => AnyEdgeFile::F64(EdgeFile::new(&file, &edges, law, bytes)),
    };
    sink.file(file.exec(), &blocks)?;
    let remark = with_edge_file!(&blocks, blocks => blocks.remark());
    drop(blocks);
    if let Some(stream) = &mut stream {
        pass_texts(&file, &mut edges, stream)?;
        check_end(&file, &edges, stream)?;
    }
    let Outline { path, nodes, names, lists, weighted, bytes, mut remarks, .. } = edges.outline;
    remarks.extend(remark);
    let input = Input {
        path,
        format,
        is_guessed: options.format.is_none() && !format.has_signature(),
        list: EdgeList::<()>::with_nodes(nodes)?.into(),
        is_directed: options.is_directed.unwrap_or(lists.are_directed(None)),
        names,
        attributes: Attributes::default(),
        weighted,
        arcs: None,
        bytes,
        remarks,
    };
    Ok(StreamInput { input, edges: edges.len, ranks: None })
}

/// Reads the names that are texts, which follow the edges of a stream.
fn pass_texts(file: &Binary<'_>, edges: &mut RawEdges, stream: &mut impl Read) -> Result<()> {
    let Names::Text(_) = edges.outline.names else { return Ok(()) };
    let mut read = |into: &mut [u8]| {
        stream.read_exact(into).map_err(|source| match source.kind() {
            ErrorKind::UnexpectedEof => {
                let (expected, cure) = ("the names that the header promises", CUT_SHORT);
                file.wrong(At::End, expected, "fewer", cure)
            }
            _ => Content::unreadable(&file.path, source),
        })
    };
    let mut ends: Vec<u64> = memory::zeroed(NAMES, edges.outline.nodes)?;
    read(bytemuck::cast_slice_mut(&mut ends))?;
    ends.iter_mut().for_each(|end| *end = u64::from_le(*end));
    let mut bytes = memory::zeroed(NAMES, edges.texts_at(file).1 as usize)?;
    read(&mut bytes)?;
    edges.outline.names = Names::Text(edges.texts_of(file, &ends, bytes)?);
    Ok(())
}

/// Checks that a stream ends after its edges and their names.
fn check_end(file: &Binary<'_>, edges: &RawEdges, stream: &mut impl Read) -> Result<()> {
    let after = format!("the end of the stream after {} edges, as the header says", edges.len);
    match stream.read(&mut [0]).map_err(|source| Content::unreadable(&file.path, source))? {
        0 => Ok(()),
        _ => Err(file.wrong(At::End, after, "more bytes", "its header is wrong")),
    }
}

/// Reads a stream up to its edges; they may follow listed names.
fn pass_names(file: &Binary<'_>, edges: &mut RawEdges, stream: &mut impl Read) -> Result<()> {
    let unreadable = |source| Content::unreadable(&file.path, source);
    let begin = if let Names::Listed(_) = edges.outline.names { edges.names_at } else { edges.at };
    std::io::copy(&mut stream.take(begin), &mut std::io::sink()).map_err(unreadable)?;
    if let Names::Listed(names) = &mut edges.outline.names {
        *names = memory::zeroed(NAMES, edges.outline.nodes)?;
        stream.read_exact(bytemuck::cast_slice_mut(names)).map_err(unreadable)?;
        names.iter_mut().for_each(|name| *name = u64::from_le(*name));
        if let Some(i) = names.windows(2).position(|pair| pair[0] >= pair[1]) {
            let expected = format!("a name above {}, the name before it", names[i]);
            let place = At::Byte(edges.names_at + 8 * (i as u64 + 1));
            return Err(file.wrong(place, expected, names[i + 1], ""));
        }
    }
    Ok(())
}
