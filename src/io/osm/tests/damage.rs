//! Wrong and damaged files: an error with its place and advice, never a panic.

use super::model::{Form, Model, frame, header, raw};
use super::{every_way, options, town};
use crate::osm::Chains;
use crate::osm::pbf::write::encode::{blob, bytes, data, number};
use crate::{ReadOptions, Remark, read_bytes};
use boscage_core::exec::Exec;
use boscage_core::random::Random;

fn refused(file: &[u8]) -> String {
    every_way(file, &ReadOptions::default()).unwrap_err()
}

/// A file with these bytes after a header.
fn after_header(rest: &[u8]) -> Vec<u8> {
    [&header(&["OsmSchema-V0.6", "DenseNodes"]), rest].concat()
}

#[test]
fn wrong_blobs_are_refused_with_their_place() {
    let begin = header(&["OsmSchema-V0.6", "DenseNodes"]).len();
    let field = |field: u64, content: &[u8]| {
        let mut blob = Vec::new();
        bytes(&mut blob, field, content);
        frame(b"OSMData", &blob)
    };
    let sized = |size: u64| {
        let mut blob = Vec::new();
        number(&mut blob, 2, size);
        bytes(&mut blob, 3, b"\x78\x9c\x03\x00\x00\x00\x00\x01");
        frame(b"OSMData", &blob)
    };
    let whole = data(&[b""], b"").unwrap();
    let mut long = frame(b"OSMData", b"");
    long.truncate(long.len() - 1);
    long[3] += 3;
    long.extend([0x81, 0x80, 0x80, 0x10]);
    let osmium = "osmium cat FILE -o NEW.osm.pbf writes blobs of zlib";
    let damaged = "the file is damaged; download it again";
    for (rest, expected) in [
        (field(4, b"x"), format!("a blob that is raw or of zlib, found a blob of lzma ({osmium})")),
        (field(6, b"x"), format!("a blob that is raw or of zlib, found a blob of lz4 ({osmium})")),
        (field(7, b"x"), format!("a blob that is raw or of zlib, found a blob of zstd ({osmium})")),
        (field(9, b"x"), format!("a blob with data, found one without ({damaged})")),
        (field(3, b"x"), format!("the size of the content of a blob, found none ({damaged})")),
        (sized(1 << 40), format!("a blob of at most 33554432 bytes, found 1099511627776 ({damaged})")),
        (sized(9), format!("a blob with 9 bytes of content, found 0 ({damaged})")),
        (long, format!("a blob of at most 33554432 bytes, found 33554433 ({damaged})")),
        (whole[..whole.len() - 1].to_vec(), format!("a whole blob, found the end of the file ({damaged})")),
        (vec![0, 0], format!("a whole blob, found the end of the file ({damaged})")),
        (vec![0, 1, 0, 1], format!("the header of a blob, of at most 65536 bytes, found 65537 ({damaged})")),
        (header(&[]), format!("a blob OSMData, found a blob of another type ({damaged})")),
        (raw(b"\x12\x09\x1a"), format!("a field of a message, found the end of the message ({damaged})")),
    ] {
        assert_eq!(refused(&after_header(&rest)), format!("t: byte {begin}: expected {expected}"));
    }
}

#[test]
fn features_that_are_unknown_are_refused_by_name() {
    let expected = "t: byte 0: expected an extract of OsmSchema-V0.6, with DenseNodes or without, found";
    assert_eq!(
        refused(&header(&["OsmSchema-V0.6", "HistoricalInformation"])),
        format!(
            "{expected} an extract with history (HistoricalInformation) (osmium time-filter FILE -o \
             NEW.osm.pbf makes an extract of one time)"
        )
    );
    let mut block = Vec::new();
    bytes(&mut block, 5, b"LocationsOnWays");
    assert_eq!(
        refused(&blob(b"OSMHeader", &block).unwrap()),
        format!(
            "{expected} an extract whose ways have the places of nodes (LocationsOnWays) (take the extract \
             from which it was made, before osmium add-locations-to-ways)"
        )
    );
    assert_eq!(
        refused(&header(&["Tomorrow"])),
        format!("{expected} an extract that demands Tomorrow (osmium cat FILE -o NEW.osm.pbf rewrites it)")
    );
}

#[test]
fn wrong_xml_is_refused_with_its_place() {
    let long = format!("<osm><way id=\"1\"><tag k=\"{}\"/></way></osm>", "x".repeat(2 << 20));
    let deep = "<osm>".to_owned() + &"<a>".repeat(40);
    let apply = "(apply it to an extract first, as with osmium apply-changes)";
    let in_way = |inner: &str| format!("<osm><way id=\"1\">{inner}</way></osm>");
    let road = "<nd ref=\"1\"/><nd ref=\"2\"/><tag k=\"highway\" v=\"road\"/>";
    let north = in_way(road).replace("</osm>", "<node id=\"1\" lat=\"north\" lon=\"1\"/></osm>");
    for (file, expected) in [
        (
            "<osmChange version=\"0.6\"></osmChange>",
            &*format!("0: expected an extract, found a file of changes (osmChange) {apply}"),
        ),
        (
            "<osm><action type=\"modify\"/></osm>",
            &*format!("5: expected an extract, found a file of changes (an augmented diff) {apply}"),
        ),
        (
            "<!DOCTYPE osm [<!ENTITY a \"b\">]><osm/>",
            "0: expected an extract, found a declaration of a document type (DOCTYPE) (extracts have none; \
             remove it)",
        ),
        (
            "<osm><way id=\"1\"><nd ref=\"1\"/>",
            "30: expected the end of an element, found the end of the file (the file is cut short; download \
             it again)",
        ),
        ("<osm><way/></osm>", "5: expected an integer `id`, found none"),
        ("<osm><way id=\"x\"/></osm>", "5: expected an integer `id`, found `x`"),
        (&in_way("<nd/>"), "17: expected an integer `ref`, found none"),
        (&north, "76: expected a number `lat`, found `north`"),
        (&in_way("<tag k=\"highway\" v=\"&x;\"/>"), "17: expected XML, found "),
        (&in_way("</node>"), "17: expected XML, found "),
        (
            "<osm><way id=\"1\"/><way id=\"1\"/></osm>",
            "18: expected every way once, found way 1 again, as in an extract with history (osmium \
             time-filter FILE -o NEW.osm makes an extract of one time)",
        ),
        (&long, "17: expected elements and texts of at most 1048576 bytes, found a longer one"),
        (&deep, "50: expected elements in at most 16 others, found more"),
    ] {
        let error = refused(file.as_bytes());
        assert!(error.starts_with(&format!("t: byte {expected}")), "{error}\n{expected}");
    }
}

#[test]
fn nodes_that_are_missing_are_said() {
    let mut model = town();
    let input = every_way(&model.pbf(Form::Dense), &ReadOptions::default()).unwrap();
    assert_eq!(input.remarks, [Remark::MissingNodes { count: 1 }]);
    let text = "1 node of the ways is not in the extract: edges end before them";
    assert_eq!(input.remarks[0].to_string(), text);
    model.nodes.clear();
    assert_eq!(
        refused(&model.xml()),
        "t: expected the nodes of the ways, found none of 10 (an extract needs them: ask for them, \
         too, as with `(._;>;); out;` in Overpass)"
    );
}

#[test]
fn deleted_objects_are_left_out() {
    let file = b"<osm><node id='1' lat='1' lon='1'/><node id='2' lat='1' lon='2'/>
        <node id='3' lat='1' lon='3' action='delete'/>
        <way id='1'><nd ref='1'/><nd ref='2'/><nd ref='3'/><tag k='highway' v='road'/></way>
        <way id='2' visible='false'><nd ref='1'/><nd ref='2'/><tag k='highway' v='road'/></way></osm>";
    assert_eq!(every_way(file, &ReadOptions::default()).unwrap().list.edge_count(), 1);
}

/// The number of damaged files.
fn trials() -> u64 {
    std::env::var("BOSCAGE_DAMAGED_EXTRACTS").ok().and_then(|trials| trials.parse().ok()).unwrap_or(20_000)
}

#[test]
fn damaged_files_are_read_or_refused_but_never_panic() {
    let (forms, exec) =
        ([Form::Dense, Form::Plain, Form::Mixed, Form::Raw, Form::Shifted], Exec::new(1).unwrap());
    let mut sound = vec![town().xml(), Model::random(7).xml()];
    for form in forms {
        sound.push(town().pbf(form));
        // The content of blobs, so that not only the checksums are damaged.
        sound.push(uncompressed(&town(), form));
    }
    let (mut read, trials) = (0, trials());
    for trial in 0..trials {
        let mut random = Random::new(42, 1).item(trial);
        let mut number = |most: usize| random.next_u64() as usize % most;
        let mut file = sound[number(sound.len())].clone();
        for _ in 0..1 + number(3) {
            let at = number(file.len().max(1));
            match (number(6), file.get_mut(at)) {
                (_, None) => {}
                (0, _) => file.truncate(at),
                (1, Some(byte)) => *byte = [0, 0x7f, 0x80, 0xff][number(4)],
                (2, _) => drop(file.remove(at)),
                (3, _) => file.insert(at, number(256) as u8),
                (_, Some(byte)) => *byte ^= 1 << number(8),
            }
        }
        read += usize::from(read_bytes(&exec, "t", &file, &options(Chains::Contract)).is_ok());
    }
    assert!(read as u64 > trials / 50 && (read as u64) < trials, "{read}");
}

/// The file of a model, with blobs that are not compressed.
fn uncompressed(model: &Model, form: Form) -> Vec<u8> {
    let (file, mut raws) = (model.pbf(form), Vec::new());
    let mut rest = &file[..];
    while !rest.is_empty() {
        let header_len = u32::from_be_bytes(rest[..4].try_into().unwrap()) as usize;
        let header = &rest[4..4 + header_len];
        let (blob_len, kind_len) = (usize::from(header[header_len - 1]), usize::from(header[1]));
        // Lengths of these small blobs may have two bytes.
        let blob_len = match header[header_len - 2] {
            low @ 0x80.. => blob_len << 7 | usize::from(low & 0x7f),
            _ => blob_len,
        };
        let blob = &rest[4 + header_len..][..blob_len];
        let at = memchr::memmem::find(blob, b"\x78\x9c");
        let content = at.map(|at| {
            let mut content = Vec::new();
            let mut decoder = flate2::read::ZlibDecoder::new(&blob[at..]);
            std::io::Read::read_to_end(&mut decoder, &mut content).unwrap();
            content
        });
        match content {
            Some(content) => {
                let mut blob = Vec::new();
                bytes(&mut blob, 1, &content);
                raws.extend(frame(&header[2..2 + kind_len], &blob));
            }
            None => raws.extend(&rest[..4 + header_len + blob_len]),
        }
        rest = &rest[4 + header_len + blob_len..];
    }
    raws
}
