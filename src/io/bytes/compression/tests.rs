//! For every format: written content is read back, consecutive members are one content, and truncation and
//! damage are different errors.

use std::io::{self, ErrorKind, Read, Write};
use std::path::Path;

use lzma_rust2::{FilterType, XzOptions, XzWriter};

use super::codec::Compression;
use super::encode::Compressor;
use super::state::BUFFER;
use crate::bytes::ahead;

const ALL: [Compression; 4] = [Compression::Gzip, Compression::Zstd, Compression::Bzip2, Compression::Xz];

fn compress(compression: Compression, content: &[u8]) -> Vec<u8> {
    let mut sink = Compressor::new(Vec::new(), Some(compression)).unwrap();
    sink.write_all(content).unwrap();
    sink.flush().unwrap();
    sink.finish().unwrap()
}

/// Gives out few bytes at a time and is interrupted now and then.
struct Scraps<'a>(&'a [u8], usize);

impl Read for Scraps<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.1 += 1;
        if self.1.is_multiple_of(3) {
            return Err(ErrorKind::Interrupted.into());
        }
        let few = buffer.len().min(self.1 % 7 + 1);
        self.0.read(&mut buffer[..few])
    }
}

/// Through the magic, from bytes and from a stream of scraps, which must agree.
fn decompress(compressed: &[u8]) -> Result<Vec<u8>, String> {
    fn all(mut stream: impl Read) -> Result<Vec<u8>, String> {
        let mut content = Vec::new();
        let result = stream.read_to_end(&mut content).map_err(|error| error.to_string());
        let again = stream.read(&mut [0; 8]).map_err(|error| error.to_string());
        assert_eq!(again, result.clone().map(|_| 0), "the end and errors are lasting");
        result.map(|_| content)
    }
    let compression = Compression::of_content(compressed).ok_or("not compressed")?;
    let from_bytes = all(compression.decode_buffered(compressed).unwrap());
    assert_eq!(from_bytes, all(compression.decode(Scraps(compressed, 0)).unwrap()));
    from_bytes
}

fn sample(length: usize) -> Vec<u8> {
    let mut random = 7_u32;
    let mut content = Vec::with_capacity(length + 32);
    while content.len() < length {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        writeln!(content, "a {} {} {}", random >> 20, random >> 22, random >> 27).unwrap();
    }
    content.truncate(length);
    content
}

#[test]
fn compressed_content_is_read_back() {
    for compression in ALL {
        for length in [0, 1, 1000, 300_000] {
            let content = sample(length);
            let compressed = compress(compression, &content);
            assert_eq!(Compression::of_content(&compressed), Some(compression));
            assert!(length < 1000 || compressed.len() < length, "{compression:?} compresses");
            assert_eq!(decompress(&compressed).unwrap(), content, "{compression:?} {length}");
        }
    }
}

#[test]
fn many_zstd_frames_are_one_content() {
    let content = sample(ZSTD_SAMPLE);
    let compressed = compress(Compression::Zstd, &content);
    let mut read = Vec::new();
    Compression::Zstd.decode_buffered(&compressed[..]).unwrap().read_to_end(&mut read).unwrap();
    assert!(read == content);
}

/// A little more than a frame holds.
const ZSTD_SAMPLE: usize = (1 << 22) + 12_345;

#[test]
fn members_one_after_the_other_are_one_content() {
    for compression in ALL {
        let [first, second] = [sample(500), sample(70)];
        let members = [&first[..], b"", &second[..]].map(|content| compress(compression, content)).concat();
        assert_eq!(decompress(&members).unwrap(), [first, second].concat(), "{compression:?}");
    }
}

#[test]
fn skippable_zstd_frames_are_skipped() {
    let frame = compress(Compression::Zstd, b"1 2\n");
    let skippable = [&[0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0], &b"any"[..]].concat();
    let all = [&skippable[..], &frame, &skippable, &frame].concat();
    assert_eq!(decompress(&all).unwrap(), b"1 2\n1 2\n");
    assert_eq!(decompress(&[&frame[..], &skippable[..9]].concat()).unwrap_err(), "the zstd data ends early");
}

#[test]
fn padding_is_ignored_and_other_bytes_behind_the_data_are_not() {
    let gzip = compress(Compression::Gzip, b"1 2\n");
    let padded = [&gzip[..], &[0; 1000]].concat();
    assert_eq!(decompress(&padded).unwrap(), b"1 2\n");
    assert_eq!(decompress(&[padded, gzip].concat()).unwrap(), b"1 2\n1 2\n");
    let xz = compress(Compression::Xz, b"1 2\n");
    assert_eq!(decompress(&[&xz[..], &[0; 8]].concat()).unwrap(), b"1 2\n");
    assert_eq!(decompress(&[&xz[..], &[0; 4], &xz].concat()).unwrap(), b"1 2\n1 2\n");
    decompress(&[&xz[..], &[0; 3], &xz].concat()).unwrap_err();
    for compression in ALL {
        let followed = [&compress(compression, b"1 2\n")[..], b"\nmore text behind it"].concat();
        let error = decompress(&followed).unwrap_err();
        match compression {
            Compression::Gzip | Compression::Zstd | Compression::Xz => {
                assert_eq!(error, format!("the {} data is followed by other data", compression.name()));
            }
            Compression::Bzip2 => assert_eq!(error, "the bzip2 data is damaged"),
        }
    }
}

#[test]
fn every_cut_is_an_error_or_ends_between_members() {
    for compression in ALL {
        let content = sample(90);
        let member = compress(compression, &content);
        let members = [&member[..], &member].concat();
        for cut in 0..members.len() {
            match decompress(&members[..cut]) {
                Ok(whole) => {
                    assert_eq!(cut, member.len(), "{compression:?}: cut at {cut}");
                    assert_eq!(whole, content);
                }
                Err(error) if cut < 2 => assert_eq!(error, "not compressed"),
                // A scrap of the next member's magic looks like anything.
                Err(error) if (member.len()..member.len() + 10).contains(&cut) => {
                    assert!(error.starts_with(&format!("the {} data ", compression.name())), "{error}");
                }
                Err(error) => {
                    assert_eq!(error, format!("the {} data ends early", compression.name()), "cut at {cut}");
                }
            }
        }
    }
}

#[test]
fn damaged_data_never_pass_for_other_content() {
    for compression in ALL {
        let content = sample(300);
        let compressed = compress(compression, &content);
        let mut damaged = compressed.clone();
        let name = compression.name();
        for at in 0..damaged.len() {
            for flip in [0x01, 0x80, 0xff] {
                damaged[at] ^= flip;
                match decompress(&damaged) {
                    // Bytes that say nothing about the content (the time in a gzip header) may change.
                    Ok(passed) => assert_eq!(passed, content, "{name}: byte {at} ^ {flip}"),
                    Err(error) => assert!(ours(&error, name), "{name}: byte {at} ^ {flip}: {error}"),
                }
                damaged[at] = compressed[at];
            }
        }
    }
}

/// Returns whether an error has no word of a library's.
fn ours(error: &str, name: &str) -> bool {
    let rest = error.strip_prefix(&format!("the {name} data ")).unwrap_or(error);
    let rest = rest.strip_prefix("cannot be decompressed: ").unwrap_or(rest);
    [
        "not compressed",
        "ends early",
        "is damaged",
        "is followed by other data",
        "its window is larger than 128 MiB",
        "it needs a dictionary",
        "its dictionary is larger than 256 MiB",
        "it uses a feature that is not supported here",
    ]
    .contains(&rest)
}

#[test]
fn the_beginning_of_a_compressed_file_is_no_text_and_no_other_file_is_taken_for_one() {
    for compression in ALL {
        let compressed = compress(compression, b"1 2\n");
        for cut in 2..compressed.len() {
            assert_eq!(Compression::of_content(&compressed[..cut]), Some(compression), "cut at {cut}");
        }
    }
    assert_eq!(Compression::of_content(&[0x5a, 0x2a, 0x4d]), Some(Compression::Zstd));
    for text in ["", "B", "(", "1 2", "BZ 1", "BZhang", "BZh0", "Z*", "P*My", "\u{fd}7zXZ"] {
        assert_eq!(Compression::of_content(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn checksums_are_compared() {
    for (compression, from_end) in [(Compression::Gzip, 8), (Compression::Zstd, 4)] {
        let mut compressed = compress(compression, b"1 2\n");
        let at = compressed.len() - from_end;
        compressed[at] ^= 1;
        let error = decompress(&compressed).unwrap_err();
        assert_eq!(error, format!("the {} data is damaged", compression.name()));
    }
}

#[test]
fn the_error_of_the_source_is_reported() {
    struct Failing;
    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("the disk is on fire"))
        }
    }
    for compression in ALL {
        let compressed = compress(compression, &sample(5000));
        let mut stream = compression.decode(compressed[..compressed.len() / 2].chain(Failing)).unwrap();
        let error = stream.read_to_end(&mut Vec::new()).unwrap_err();
        assert_eq!(error.to_string(), "the disk is on fire", "{compression:?}");
    }
}

#[test]
fn a_window_or_dictionary_beyond_bounds_is_refused() {
    // A frame header of 3 bytes: a window of 2^(10 + 31) bytes; then one raw block of one byte.
    let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xf8, 0x09, 0x00, 0x00, b'x'];
    let error = decompress(&zstd).unwrap_err();
    assert_eq!(error, "the zstd data cannot be decompressed: its window is larger than 128 MiB");
    // A frame that refers to dictionary 7.
    let zstd = [0x28, 0xb5, 0x2f, 0xfd, 0x01, 0x00, 0x07, 0x09, 0x00, 0x00, b'x'];
    assert_eq!(decompress(&zstd).unwrap_err(), "the zstd data cannot be decompressed: it needs a dictionary");
    let mut xz = compress(Compression::Xz, b"1 2\n");
    // The block header follows the 12 bytes of the stream's: size, flags, filter id, its size, the
    // dictionary's code.
    assert_eq!(xz[12..16], [2, 0, 0x21, 1]);
    xz[16] = 40;
    let sum = crc32(&xz[12..20]).to_le_bytes();
    xz[20..24].copy_from_slice(&sum);
    let error = decompress(&xz).unwrap_err();
    assert_eq!(error, "the xz data cannot be decompressed: its dictionary is larger than 256 MiB");
}

/// The checksum of block headers, bit by bit.
fn crc32(bytes: &[u8]) -> u32 {
    let mut sum = !0_u32;
    for &byte in bytes {
        sum ^= u32::from(byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xedb8_8320 * (sum & 1));
        }
    }
    !sum
}

#[test]
fn suffixes_select_the_compression() {
    let of = |name: &str| Compression::from_suffix(Path::new(name));
    assert_eq!(of("road.gr.gz"), Some(Compression::Gzip));
    assert_eq!(of("ROAD.GR.BZ2"), Some(Compression::Bzip2));
    assert_eq!(of("road.gr"), None);
    assert_eq!(of("gz"), None);
}

/// The window of a decoder is counted as far as there is something to keep, whichever frame demands it.
#[test]
fn a_decoder_takes_memory_as_it_decodes() {
    let content: Vec<u8> = (0..3_000_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let skippable = [0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 2];
    let skipped_first = [&skippable[..], &compress(Compression::Zstd, &content)].concat();
    for (compression, compressed) in [
        (Compression::Zstd, skipped_first),
        (Compression::Xz, compress(Compression::Xz, &content)),
        (Compression::Bzip2, compress(Compression::Bzip2, &content)),
    ] {
        let mut stream = compression.decode_buffered(&compressed[..]).unwrap();
        let memory = stream.memory();
        assert_eq!(memory.bytes(), BUFFER);
        stream.read_exact(&mut [0; 1000]).unwrap();
        assert!(memory.bytes() < BUFFER + 10_000, "{compression:?}: {memory:?}");
        stream.read_to_end(&mut Vec::new()).unwrap();
        assert!(memory.bytes() > BUFFER + ahead::MEMORY, "{compression:?}: {memory:?}");
        let mut scraps = compression.decode(Scraps(&compressed, 0)).unwrap();
        scraps.read_to_end(&mut Vec::new()).unwrap();
        assert_eq!(scraps.memory().bytes(), memory.bytes(), "{compression:?}: a header in scraps");
    }
}

#[test]
fn a_later_xz_stream_may_demand_more() {
    let stream = |preset, content: &[u8]| {
        let mut stream = XzWriter::new(Vec::new(), XzOptions::with_preset(preset)).unwrap();
        stream.write_all(content).unwrap();
        stream.finish().unwrap()
    };
    let (first, second) = (stream(0, &[b' '; 20_000_000]), stream(6, b"1 2\n"));
    let taken = |compressed: &[u8]| {
        let mut decoded = Compression::Xz.decode_buffered(compressed).unwrap();
        decoded.read_to_end(&mut Vec::new()).unwrap();
        decoded.memory().bytes()
    };
    let (small, large) = (256 << 10, 8 << 20);
    assert!((small..2 * small).contains(&(taken(&first) - BUFFER - ahead::MEMORY)));
    for padding in [0, 4] {
        let both = [&first[..], &vec![0; padding], &second].concat();
        assert!((large..large + small).contains(&(taken(&both) - BUFFER - ahead::MEMORY)));
    }
}

/// `xz` can filter what it compresses, up to three times.
#[test]
fn xz_with_filters_is_read() {
    let content: Vec<u8> = (0..100_000_u32).flat_map(|i| format!("{} {i} 5\n", i / 7).into_bytes()).collect();
    let filters = [(FilterType::Delta, 1), (FilterType::BcjX86, 0), (FilterType::Delta, 4)];
    for count in 0..=filters.len() {
        let mut options = XzOptions::with_preset(0);
        filters[..count].iter().for_each(|&(filter, property)| options.prepend_pre_filter(filter, property));
        let mut stream = XzWriter::new(Vec::new(), options).unwrap();
        stream.write_all(&content).unwrap();
        assert!(decompress(&stream.finish().unwrap()).unwrap() == content, "{count} filters");
    }
}
