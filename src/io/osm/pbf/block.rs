//! Blocks of nodes, ways and relations.

use super::blob::Trouble;
use super::wire::{Fields, Flaw, varint, zigzag};
use crate::osm::place::{Place, place_of_nanodegrees};
use crate::osm::profile::Profile;
use crate::osm::tags::{Key, Tags};
use crate::osm::ways::WayBlock;
use boscage_core::{Result, memory};

/// Kinds of entities of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Kinds {
    pub(super) nodes: bool,
    pub(super) ways: bool,
}

/// A block, whose groups have not been read.
pub(super) struct Block<'a> {
    strings: &'a [u8],
    groups: Vec<&'a [u8]>,
    granularity: i64,
    /// Offsets of latitude and longitude.
    offset: [i64; 2],
}

impl<'a> Block<'a> {
    pub(super) fn parse(bytes: &'a [u8]) -> Result<Self, Trouble> {
        let mut fields = Fields(bytes);
        let mut block = Self { strings: &[], groups: Vec::new(), granularity: 100, offset: [0; 2] };
        while let Some((field, value)) = fields.next()? {
            match field {
                1 => block.strings = value.bytes()?,
                2 => {
                    memory::grow("the groups of a block", &mut block.groups, 1)?;
                    block.groups.push(value.bytes()?);
                }
                // These are `int32` and `int64`.
                17 => block.granularity = value.varint()? as i64,
                19 => block.offset[0] = value.varint()? as i64,
                20 => block.offset[1] = value.varint()? as i64,
                _ => {}
            }
        }
        Ok(block)
    }

    /// The kinds of the entities.
    pub(super) fn kinds(&self) -> Result<Kinds, Flaw> {
        let mut kinds = Kinds::default();
        for group in &self.groups {
            let kind = kinds_of(group)?;
            kinds = Kinds { nodes: kinds.nodes | kind.nodes, ways: kinds.ways | kind.ways };
        }
        Ok(kinds)
    }

    /// Calls `node` with the ids and the places of all nodes, in their order.
    pub(super) fn nodes<E: From<Flaw>>(
        &self,
        mut node: impl FnMut(i64, Option<Place>) -> Result<(), E>,
    ) -> Result<(), E> {
        let place = |at: [i64; 2]| self.place(at);
        for group in &self.groups {
            let mut fields = Fields(group);
            while let Some((field, value)) = fields.next()? {
                match field {
                    1 => {
                        let (id, at) = plain_node(value.bytes()?)?;
                        node(id, place(at))?;
                    }
                    2 => dense_nodes(value.bytes()?, |id, at| node(id, place(at)))?,
                    _ => {}
                }
            }
        }
        Ok(())
    }

    /// The place of a node, in units of the granularity; `None` if it is not on the earth.
    #[inline]
    fn place(&self, [latitude, longitude]: [i64; 2]) -> Option<Place> {
        let nanodegrees =
            |number: i64, offset: i64| number.checked_mul(self.granularity)?.checked_add(offset);
        place_of_nanodegrees(nanodegrees(longitude, self.offset[1])?, nanodegrees(latitude, self.offset[0])?)
    }

    /// The ways that a profile uses.
    pub(super) fn ways(&self, profile: Profile) -> Result<WayBlock, Trouble> {
        let mut ways = WayBlock::new();
        let (mut table, mut strings, mut keys) = (Fields(self.strings), Vec::new(), Vec::new());
        while let Some((field, value)) = table.next()? {
            if field == 1 {
                let string = value.bytes()?;
                memory::grow("strings", &mut strings, 1)?;
                memory::grow("strings", &mut keys, 1)?;
                strings.push(string);
                keys.push(Key::of(string));
            }
        }
        for group in &self.groups {
            let mut fields = Fields(group);
            while let Some((field, value)) = fields.next()? {
                if field == 3 {
                    way(value.bytes()?, profile, &strings, &keys, &mut ways)?;
                }
            }
        }
        Ok(ways)
    }
}

/// The kinds of entities of a group, which are all of the kind of the first.
fn kinds_of(group: &[u8]) -> Result<Kinds, Flaw> {
    let (mut fields, mut kinds) = (Fields(group), Kinds::default());
    while let Some((field, _)) = fields.next()? {
        kinds.nodes |= matches!(field, 1 | 2);
        kinds.ways |= field == 3;
    }
    Ok(kinds)
}

/// Returns `true` if the beginning of a block shows that it has nodes alone: its first group begins with a
/// node and ends where the block of `len` bytes does. `None` if more of it is needed.
pub(super) fn has_only_nodes(beginning: &[u8], len: usize) -> Result<Option<bool>, Flaw> {
    /// Bytes of the tags and lengths of a field and of one inside of it.
    const MOST: usize = 40;
    let mut bytes = beginning;
    loop {
        let is_whole = bytes.len() >= MOST || beginning.len() == len;
        if !is_whole {
            return Ok(None);
        }
        if bytes.is_empty() {
            return Ok(Some(false));
        }
        let tag = varint(&mut bytes)?;
        if tag & 7 != 2 {
            return Ok(Some(false));
        }
        let size = usize::try_from(varint(&mut bytes)?).unwrap_or(usize::MAX);
        if tag >> 3 != 2 {
            // The strings.
            match bytes.get(size..) {
                Some(rest) => bytes = rest,
                None => return Ok(if beginning.len() == len { Some(false) } else { None }),
            }
            continue;
        }
        let is_last = (beginning.len() - bytes.len()).checked_add(size) == Some(len);
        // Plain nodes (1) may be followed by entities of other kinds; dense nodes (2) are one field.
        let is_dense = bytes.first() == Some(&(2 << 3 | 2));
        if !is_last || !is_dense {
            return Ok(Some(false));
        }
        bytes = &bytes[1..];
        let size = usize::try_from(varint(&mut bytes)?).unwrap_or(usize::MAX);
        return Ok(Some((beginning.len() - bytes.len()).checked_add(size) == Some(len)));
    }
}

/// The id of a node, and its latitude and longitude in units of the granularity.
fn plain_node(bytes: &[u8]) -> Result<(i64, [i64; 2]), Flaw> {
    let (mut fields, mut id, mut at) = (Fields(bytes), None, [None; 2]);
    while let Some((field, value)) = fields.next()? {
        let signed = |number: u64| (number >> 1) as i64 ^ -((number & 1) as i64);
        match field {
            1 => id = Some(signed(value.varint()?)),
            8 => at[0] = Some(signed(value.varint()?)),
            9 => at[1] = Some(signed(value.varint()?)),
            _ => {}
        }
    }
    match (id, at) {
        (Some(id), [Some(latitude), Some(longitude)]) => Ok((id, [latitude, longitude])),
        _ => Err(Flaw::new("a node with an id, a latitude and a longitude", "one without")),
    }
}

/// Calls `node` with the ids of dense nodes, and their latitudes and longitudes.
fn dense_nodes<E: From<Flaw>>(
    bytes: &[u8],
    mut node: impl FnMut(i64, [i64; 2]) -> Result<(), E>,
) -> Result<(), E> {
    let (mut fields, mut columns) = (Fields(bytes), [&[][..]; 3]);
    while let Some((field, value)) = fields.next()? {
        let column = match field {
            1 => 0,
            8 => 1,
            9 => 2,
            _ => continue,
        };
        set_once(&mut columns[column], value.bytes()?)?;
    }
    let [mut ids, mut latitudes, mut longitudes] = columns;
    let (mut id, mut latitude, mut longitude) = (0_i64, 0_i64, 0_i64);
    while !ids.is_empty() {
        id = id.wrapping_add(zigzag(&mut ids)?);
        latitude = latitude.wrapping_add(zigzag(&mut latitudes)?);
        longitude = longitude.wrapping_add(zigzag(&mut longitudes)?);
        node(id, [latitude, longitude])?;
    }
    if !latitudes.is_empty() || !longitudes.is_empty() {
        return Err(Flaw::new("as many ids as places of nodes", "fewer").into());
    }
    Ok(())
}

/// Appends a way, if the profile uses it.
fn way(
    bytes: &[u8],
    profile: Profile,
    strings: &[&[u8]],
    kinds: &[Key],
    ways: &mut WayBlock,
) -> Result<(), Trouble> {
    let (mut fields, mut id) = (Fields(bytes), None);
    let [mut keys, mut values, mut refs] = [&[][..]; 3];
    while let Some((field, value)) = fields.next()? {
        match field {
            1 => id = Some(value.varint()? as i64),
            2 => set_once(&mut keys, value.bytes()?)?,
            3 => set_once(&mut values, value.bytes()?)?,
            8 => set_once(&mut refs, value.bytes()?)?,
            _ => {}
        }
    }
    let id = id.ok_or_else(|| Flaw::new("a way with an id", "one without"))?;
    let outside =
        |index: u64| Flaw::new(format!("one of {} strings", strings.len()), format!("string {index}"));
    let mut tags = Tags::default();
    while !keys.is_empty() {
        let (key, value) = (varint(&mut keys)?, varint(&mut values)?);
        let kind = usize::try_from(key).ok().and_then(|key| kinds.get(key)).ok_or_else(|| outside(key))?;
        if *kind != Key::Other {
            let string = usize::try_from(value).ok().and_then(|value| strings.get(value));
            let string = string.ok_or_else(|| outside(value))?;
            tags.set(*kind, std::str::from_utf8(string).unwrap_or("\u{fffd}"));
        }
    }
    let Some(directions) = profile.directions(&tags) else { return Ok(()) };
    let mut node = 0_i64;
    while !refs.is_empty() {
        node = node.wrapping_add(zigzag(&mut refs)?);
        ways.push_node(node)?;
    }
    let text = |key| tags.get(key).unwrap_or_default();
    ways.end_way(id, directions, text(Key::Name), text(Key::Highway))?;
    Ok(())
}

/// Sets a field that a message has once.
fn set_once<'a>(field: &mut &'a [u8], value: &'a [u8]) -> Result<(), Flaw> {
    if !field.is_empty() {
        return Err(Flaw::new("a field once", "the same field again"));
    }
    *field = value;
    Ok(())
}
