//! `.osm`: extracts as XML.

mod parser;

use super::build::{Gathered, build};
use super::meter::Meter;
use super::place::{NOWHERE, Place};
use super::tags::{Key, Tags};
use super::ways::WayBlock;
use super::{Profile, RoadNetwork};
use crate::ReadOptions;
use crate::bytes::{Content, Data, without_mark};
use boscage_core::{Result, memory};
use parser::{Item, MOST_BYTES, Parser, Pass};

/// Ways per block.
const BLOCK: usize = 1 << 13;

/// Returns `true` if the first element of content may be that of an extract.
pub(crate) fn sniff(head: &[u8]) -> bool {
    let mut text = without_mark(head).trim_ascii_start();
    loop {
        let end: &[u8] = match text {
            [b'<', b'?', ..] => b"?>",
            [b'<', b'!', b'-', b'-', ..] => b"-->",
            // A declaration of a document type, which may have others inside of it.
            [b'<', b'!', ..] => match text.iter().find(|byte| matches!(byte, b'[' | b'>')) {
                Some(b'[') => b"]>",
                _ => b">",
            },
            _ => return text.starts_with(b"<osm"),
        };
        match memchr::memmem::find(text, end) {
            Some(at) => text = text[at + end.len()..].trim_ascii_start(),
            None => return false,
        }
    }
}

/// Reads the roads of a file.
pub(crate) fn read(content: Content<'_>, options: &ReadOptions, meter: &mut Meter) -> Result<RoadNetwork> {
    let Content { exec, path, data, .. } = content;
    let (profile, path) = (options.osm.profile, &*path);
    match data {
        Data::RandomAccess(content) => {
            let ways = Parser::new(exec, path, content.stream());
            let gathered = gather(ways, Pass::Ways, profile, meter, |_, _, _| Ok(()))?;
            build(exec, path, gathered, options, meter, |_, ids, places| {
                let mut at = 0;
                content.begin_pass(content.len());
                let nodes = Parser::new(exec, path, content.stream());
                nodes.for_each(Pass::Nodes, |item| {
                    if let Item::Node(id, place) = item
                        && let Some(position) = ids.find_from(&mut at, id)
                    {
                        places[position] = place.unwrap_or(NOWHERE);
                    }
                    Ok(())
                })?;
                Ok(())
            })
        }
        Data::Stream(stream) => {
            let mut nodes = Vec::new();
            let both = Parser::new(exec, path, stream);
            let gathered = gather(both, Pass::Both, profile, meter, |meter, id, place| {
                if nodes.len() == nodes.capacity() {
                    let before = nodes.capacity();
                    // Asked for before it is taken: the array at least doubles.
                    meter.takes(2 * before * size_of::<(i64, Place)>())?;
                    memory::grow("the nodes of a stream", &mut nodes, 1)?;
                    meter.hold((nodes.capacity() - before) * size_of::<(i64, Place)>())?;
                }
                nodes.push((id, place.unwrap_or(NOWHERE)));
                Ok(())
            })?;
            build(exec, path, gathered, options, meter, |_, ids, places| {
                let mut at = 0;
                for (id, place) in nodes {
                    if let Some(position) = ids.find_from(&mut at, id) {
                        places[position] = place;
                    }
                }
                Ok(())
            })
        }
    }
}

/// The way that is being parsed.
struct Open {
    id: i64,
    tags: Vec<(Key, String)>,
}

/// Reads the ways that a profile uses. Calls `node` with the id and the place of every node of the pass.
fn gather<R: std::io::Read>(
    parser: Parser<'_, R>,
    pass: Pass,
    profile: Profile,
    meter: &mut Meter,
    mut node: impl FnMut(&mut Meter, i64, Option<Place>) -> Result<()>,
) -> Result<Gathered> {
    let (mut gathered, mut block) = (Gathered::default(), WayBlock::new());
    let mut open: Option<Open> = None;
    meter.works_on(2 * MOST_BYTES)?;
    let bytes = parser.for_each(pass, |item| {
        match item {
            Item::Node(id, place) => node(meter, id, place)?,
            Item::Way(id) => open = Some(Open { id, tags: Vec::new() }),
            Item::WayNode(id) => block.push_node(id)?,
            Item::Tag(key, value) => {
                if let (Some(open), key) = (&mut open, Key::of(key.as_bytes()))
                    && key != Key::Other
                {
                    memory::grow("the tags of a way", &mut open.tags, 1)?;
                    open.tags.push((key, value.into_owned()));
                }
            }
            Item::EndOfWay => {
                if let Some(open) = open.take() {
                    end(&open, profile, &mut block)?;
                }
                if block.ways.ways.len() >= BLOCK {
                    keep(std::mem::replace(&mut block, WayBlock::new()), &mut gathered, meter)?;
                }
            }
        }
        Ok(())
    })?;
    meter.bytes = bytes;
    keep(block, &mut gathered, meter)?;
    Ok(gathered)
}

/// Ends a way, which is dropped if the profile does not use it.
fn end(open: &Open, profile: Profile, block: &mut WayBlock) -> Result<()> {
    let mut tags = Tags::default();
    open.tags.iter().for_each(|(key, value)| tags.set(*key, value));
    let text = |key| tags.get(key).unwrap_or_default();
    match profile.directions(&tags) {
        Some(way) => block.end_way(open.id, way, text(Key::Name), text(Key::Highway)),
        None => {
            block.drop_way();
            Ok(())
        }
    }
}

/// Keeps a block of ways.
fn keep(block: WayBlock, gathered: &mut Gathered, meter: &mut Meter) -> Result<()> {
    let ways = gathered.keep(block)?;
    meter.hold(ways)
}
