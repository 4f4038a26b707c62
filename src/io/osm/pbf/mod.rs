//! `.osm.pbf`: blobs, each of which is a compressed block of entities.
//!
//! All threads decompress and decode blobs. In the first pass, a blob of nodes is decompressed only until its
//! first group shows that it has nodes alone; the second pass reads only blobs that have nodes.

mod blob;
mod block;
mod frames;
mod wire;
pub(crate) mod write;

use std::mem;
use std::path::Path;

use super::build::{Gathered, build};
use super::ids::Ids;
use super::meter::Meter;
use super::place::{NOWHERE, Place};
use super::ways::WayBlock;
use super::{Profile, RoadNetwork};
use crate::ReadOptions;
use crate::bytes::{Content, Data, Pool, RandomAccess};
use blob::{Blob, Inflater, Trouble};
use block::{Block, has_only_nodes};
use boscage_core::exec::Exec;
use boscage_core::parallel::{ITEMS_PER_THREAD, pipeline};
use boscage_core::primitives::unmodelled::{AtomicUsize, Ordering::Relaxed};
use boscage_core::{At, Error, Place as ErrorPlace, Result, memory};
use frames::{Body, Frame, Frames, Kind};
use wire::{Fields, Flaw};

/// Returns `true` if content begins with the header of an extract.
pub(crate) fn sniff(head: &[u8]) -> bool {
    head.get(4..).is_some_and(|head| head.starts_with(b"\x0a\x09OSMHeader"))
}

/// Bytes of a blob of nodes that are decompressed first.
const BEGINNING: usize = 1 << 12;

/// Reads the roads of a file.
pub(crate) fn read(content: Content<'_>, options: &ReadOptions, meter: &mut Meter) -> Result<RoadNetwork> {
    let Content { exec, path, data, .. } = content;
    let file = File { exec, path: &path, pool: Pool::default(), per_thread: AtomicUsize::new(0) };
    let (content, frames) = match data {
        Data::RandomAccess(content) => (Some(content), Frames::of_content(&path, content)),
        Data::Stream(stream) => (None, Frames::of_stream(&path, stream)),
    };
    let (gathered, nodes) = file.gather(frames, content, options.osm.profile, meter)?;
    build(exec, &path, gathered, options, meter, |meter, ids, places| {
        file.find(nodes, content, meter, ids, places)
    })
}

/// A file that is being read.
struct File<'a> {
    exec: &'a Exec,
    path: &'a Path,
    /// Memory for blobs and their content.
    pool: Pool<Memory>,
    /// Largest number of bytes of a blob and its content.
    per_thread: AtomicUsize,
}

#[derive(Default)]
struct Memory {
    blob: Vec<u8>,
    inflater: Inflater,
}

/// The result of the first pass over a blob.
struct First {
    ways: Option<WayBlock>,
    /// The blob, if it has nodes.
    nodes: Option<Frame>,
}

impl File<'_> {
    /// The ways that a profile uses, and the blobs that have nodes.
    fn gather(
        &self,
        mut frames: Frames<'_>,
        content: Option<RandomAccess<'_>>,
        profile: Profile,
        meter: &mut Meter,
    ) -> Result<(Gathered, Vec<Frame>)> {
        let (mut gathered, mut nodes) = (Gathered::default(), Vec::new());
        let work = |frame: Result<Frame>| {
            self.exec.check_cancelled()?;
            let frame = frame?;
            match frame.kind {
                Kind::Header => self.with_block(&frame, content, |block| check_header(block.all()?))?,
                Kind::Data => return self.first(frame, content, profile),
                Kind::Other => {}
            }
            Ok(First { ways: None, nodes: None })
        };
        pipeline(self.exec, &mut frames, work, |first: Result<First>| {
            let First { ways, nodes: with_nodes } = first?;
            meter.works_on(self.work())?;
            if let Some(ways) = ways {
                meter.hold(gathered.keep(ways)?)?;
            }
            if let Some(frame) = with_nodes {
                meter.hold(size_of::<Frame>() + frame.bytes())?;
                memory::grow("blobs of nodes", &mut nodes, 1)?;
                nodes.push(frame);
            }
            Ok::<_, Error>(())
        })?;
        meter.bytes = frames.at;
        Ok((gathered, nodes))
    }

    /// The ways of a blob, and the blob if it has nodes.
    fn first(&self, frame: Frame, content: Option<RandomAccess<'_>>, profile: Profile) -> Result<First> {
        let read = self.with_block(&frame, content, |block| {
            let (len, mut wanted) = (block.len(), BEGINNING);
            loop {
                match has_only_nodes(block.first(wanted)?, len)? {
                    Some(true) => return Ok((None, true)),
                    Some(false) => break,
                    None => wanted *= 4,
                }
            }
            let block = Block::parse(block.all()?)?;
            let kinds = block.kinds()?;
            let ways = if kinds.ways { Some(block.ways(profile)?) } else { None };
            Ok((ways, kinds.nodes))
        });
        let (ways, has_nodes) = read?;
        Ok(First { ways, nodes: has_nodes.then_some(frame) })
    }

    /// Sets the places of nodes that are among the ids.
    fn find(
        &self,
        frames: Vec<Frame>,
        content: Option<RandomAccess<'_>>,
        meter: &mut Meter,
        ids: &Ids,
        places: &mut [Place],
    ) -> Result<()> {
        if let Some(content) = content {
            content.begin_pass(frames.iter().map(Frame::len).sum());
        }
        let work = |frame: Frame| {
            self.exec.check_cancelled()?;
            let found = self.with_block(&frame, content, |block| {
                let block = Block::parse(block.all()?)?;
                let (mut found, mut at) = (Vec::new(), 0);
                block.nodes(|id, place| {
                    if let Some(position) = ids.find_from(&mut at, id) {
                        memory::grow("the places of nodes", &mut found, 1)?;
                        found.push((position as u32, place.unwrap_or(NOWHERE)));
                    }
                    Ok::<_, Trouble>(())
                })?;
                Ok(found)
            })?;
            Ok((found, frame.bytes()))
        };
        pipeline(self.exec, frames.into_iter(), work, |found: Result<_>| {
            let (found, bytes) = found?;
            meter.works_on(self.work())?;
            meter.release(bytes);
            for (position, place) in found {
                places[position as usize] = place;
            }
            Ok::<_, Error>(())
        })
    }

    /// Bytes of the blobs that all threads work on, and of results that wait to be finished, which are
    /// smaller.
    fn work(&self) -> usize {
        self.exec.threads() * self.per_thread.load(Relaxed) * (1 + ITEMS_PER_THREAD / 2)
    }

    /// The result of `read` for the content of a blob.
    fn with_block<T>(
        &self,
        frame: &Frame,
        content: Option<RandomAccess<'_>>,
        read: impl FnOnce(&mut blob::Inflating<'_, '_>) -> Result<T, Trouble>,
    ) -> Result<T> {
        let mut memory = self.pool.take().unwrap_or_default();
        let Memory { blob, inflater } = &mut memory;
        let bytes = match (&frame.body, content) {
            (Body::Bytes(bytes), _) => &bytes[..],
            (&Body::At(at, len), Some(content)) => {
                memory::grow("a blob", blob, len.saturating_sub(blob.len()))?;
                blob.resize(len.max(blob.len()), 0);
                let read = content.read(&mut blob[..len], at);
                read.map_err(|source| Content::unreadable(self.path, source))?;
                &blob[..len]
            }
            (Body::At(..), None) => &[],
        };
        let parsed = Blob::parse(bytes).map_err(Trouble::from);
        let result = parsed.and_then(|blob| read(&mut inflater.begin(blob)));
        self.per_thread.fetch_max(memory.blob.len() + memory.inflater.bytes(), Relaxed);
        self.pool.keep(mem::take(&mut memory));
        result.map_err(|trouble| match trouble {
            Trouble::Flaw(flaw) => flaw.at(self.path, frame.at),
            Trouble::Other(error) => error,
        })
    }
}

impl Flaw {
    /// The error that this is in the blob whose header begins at a place.
    fn at(self, path: &Path, at: u64) -> Error {
        let place = ErrorPlace { path: path.to_owned(), at: At::Byte(at) };
        Error::Parse { place, expected: self.expected, found: self.found, cure: self.cure }
    }
}

/// Checks that a file demands no feature of its readers that this one lacks, and that its nodes have places.
fn check_header(bytes: &[u8]) -> Result<(), Trouble> {
    let mut fields = Fields(bytes);
    while let Some((field, value)) = fields.next()? {
        let feature = match field {
            4 | 5 => String::from_utf8_lossy(value.bytes()?),
            _ => continue,
        };
        let (found, cure) = match (field, &*feature) {
            // Such files mostly lack the nodes that have no tags.
            (5, "LocationsOnWays") => (
                "an extract whose ways have the places of nodes (LocationsOnWays)".to_owned(),
                "take the extract from which it was made, before osmium add-locations-to-ways",
            ),
            (5, _) | (_, "OsmSchema-V0.6" | "DenseNodes") => continue,
            (_, "HistoricalInformation") => (
                "an extract with history (HistoricalInformation)".to_owned(),
                "osmium time-filter FILE -o NEW.osm.pbf makes an extract of one time",
            ),
            (_, other) => {
                let shown = boscage_core::on_one_line(other).to_string();
                (format!("an extract that demands {shown}"), "osmium cat FILE -o NEW.osm.pbf rewrites it")
            }
        };
        let flaw = Flaw::new("an extract of OsmSchema-V0.6, with DenseNodes or without", found);
        return Err(Flaw { cure, ..flaw }.into());
    }
    Ok(())
}
