//! Encodes blocks as compressed blobs with their headers.

use std::io::Write;
use std::ops::Range;

use flate2::write::ZlibEncoder;

use super::walk::Walked;
use super::{Nodes, room};
use boscage_core::{Error, Result};

/// The header of the file.
pub(super) fn header() -> Result<Vec<u8>> {
    let mut block = room(100)?;
    for feature in ["OsmSchema-V0.6", "DenseNodes"] {
        bytes(&mut block, 4, feature.as_bytes());
    }
    bytes(&mut block, 5, b"Sort.Type_then_ID");
    bytes(&mut block, 16, b"boscage");
    blob(b"OSMHeader", &block)
}

/// A block of nodes.
pub(super) fn node_block(range: Range<usize>, nodes: &Nodes<'_>) -> Result<Vec<u8>> {
    let [mut ids, mut latitudes, mut longitudes] =
        [room(2 * range.len())?, room(5 * range.len())?, room(5 * range.len())?];
    let (mut last_id, mut last) = (0_i64, [0_i64; 2]);
    for node in range {
        let (id, place) = (nodes.id(node), nodes.place(node)?.map(i64::from));
        zigzag(&mut ids, id.wrapping_sub(last_id));
        zigzag(&mut longitudes, place[0] - last[0]);
        zigzag(&mut latitudes, place[1] - last[1]);
        (last_id, last) = (id, place);
    }
    let mut dense = room(ids.len() + latitudes.len() + longitudes.len() + 40)?;
    bytes(&mut dense, 1, &ids);
    bytes(&mut dense, 8, &latitudes);
    bytes(&mut dense, 9, &longitudes);
    let mut group = room(dense.len() + 20)?;
    bytes(&mut group, 2, &dense);
    data(&[b""], &group)
}

/// A block of ways, the first of which has this id.
pub(super) fn way_block(first: i64, ways: &Walked, nodes: &Nodes<'_>) -> Result<Vec<u8>> {
    let mut group = room(5 * ways.nodes.len() + 30 * ways.ends.len())?;
    let (mut way, mut refs) = (Vec::new(), Vec::new());
    let mut begin = 0;
    for (id, &end) in (first..).zip(&ways.ends) {
        way.clear();
        refs.clear();
        number(&mut way, 1, id as u64);
        bytes(&mut way, 2, &[1]);
        bytes(&mut way, 3, &[2]);
        let mut last = 0_i64;
        for &node in &ways.nodes[begin..end] {
            let id = nodes.id(node as usize);
            zigzag(&mut refs, id.wrapping_sub(last));
            last = id;
        }
        bytes(&mut way, 8, &refs);
        bytes(&mut group, 3, &way);
        begin = end;
    }
    data(&[b"", b"highway", b"residential"], &group)
}

/// A blob of a block with these strings and one group.
pub(in crate::osm) fn data(strings: &[&[u8]], group: &[u8]) -> Result<Vec<u8>> {
    let mut table = Vec::new();
    strings.iter().for_each(|string| bytes(&mut table, 1, string));
    let mut block = room(table.len() + group.len() + 40)?;
    bytes(&mut block, 1, &table);
    bytes(&mut block, 2, group);
    blob(b"OSMData", &block)
}

/// A compressed blob with its header.
pub(in crate::osm) fn blob(kind: &[u8], block: &[u8]) -> Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(room(block.len() / 2 + 100)?, flate2::Compression::default());
    let compressed = encoder.write_all(block).and_then(|()| encoder.finish()).map_err(Error::other)?;
    let mut blob = room(compressed.len() + 30)?;
    number(&mut blob, 2, block.len() as u64);
    bytes(&mut blob, 3, &compressed);
    let mut header = Vec::new();
    bytes(&mut header, 1, kind);
    number(&mut header, 3, blob.len() as u64);
    let mut frame = room(4 + header.len() + blob.len())?;
    frame.extend((header.len() as u32).to_be_bytes());
    frame.extend(header);
    frame.extend(blob);
    Ok(frame)
}

/// Appends a field of bytes.
pub(in crate::osm) fn bytes(message: &mut Vec<u8>, field: u64, bytes: &[u8]) {
    varint(message, field << 3 | 2);
    varint(message, bytes.len() as u64);
    message.extend_from_slice(bytes);
}

/// Appends a field of a number.
pub(in crate::osm) fn number(message: &mut Vec<u8>, field: u64, number: u64) {
    varint(message, field << 3);
    varint(message, number);
}

pub(in crate::osm) fn zigzag(message: &mut Vec<u8>, number: i64) {
    varint(message, (number << 1 ^ number >> 63) as u64);
}

pub(in crate::osm) fn varint(message: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}
