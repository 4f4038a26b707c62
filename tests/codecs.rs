//! A codec is a feature of the crate: with the feature, compressed files are read and written; without it,
//! the error names the feature. `.ci/run features` runs this with some of the features.
#![cfg(feature = "io")]

use std::fs;
use std::path::Path;

use boscage::Result;
use boscage::exec::Exec;
use boscage::io::{Compression, Output, ReadOptions, read, read_stream};

/// Two edges, compressed.
const SAMPLES: [(Compression, bool, &[u8]); 4] = [
    (Compression::Gzip, cfg!(feature = "gzip"), b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x033T0R0\xe72R0V0\xe5\x02\x00\xfaU\x0e\xa7\x0c\x00\x00\x00"),
    (Compression::Bzip2, cfg!(feature = "bzip2"), b"BZh91AY&SY\xc9\xf3\x0a\xfa\x00\x00\x03X\x00\x00\x10@\x00:\x80 \x001\x0c\x00\x94\x0fH\xcee\xa4\x0f\x17rE8P\x90\xc9\xf3\x0a\xfa"),
    (Compression::Xz, cfg!(feature = "xz"), b"\xfd7zXZ\x00\x00\x01i\x22\xde6\x02\x00!\x01\x16\x00\x00\x00t/\xe5\xa3\x01\x00\x0b1 2 7\x0a2 3 5\x0a\x00\xfaU\x0e\xa7\x00\x01 \x0c\xa2\xdd\xb4\xbc\x90B\x99\x0d\x01\x00\x00\x00\x00\x01YZ"),
    (Compression::Zstd, cfg!(feature = "zstd"), b"(\xb5/\xfd \x0ca\x00\x001 2 7\x0a2 3 5\x0a"),
];

fn holds<T>(what: &str, codec: &str, is_built: bool, result: Result<T>) -> Option<T> {
    let message = format!("{codec} is not part of this build (build boscage with its feature `{codec}`)");
    match result {
        Ok(value) => {
            assert!(is_built, "{what} {codec}");
            Some(value)
        }
        Err(error) => {
            assert!(!is_built && error.to_string().ends_with(&message), "{what} {codec}: {error}");
            None
        }
    }
}

#[test]
fn a_codec_is_there_or_its_error_names_the_feature() {
    let folder = tempfile::tempdir().unwrap();
    for (compression, is_built, sample) in SAMPLES {
        let codec = compression.name();
        let path = folder.path().join(codec);
        fs::write(&path, sample).unwrap();
        let options = ReadOptions::default();
        let stream = read_stream(&Exec::current(), "stream", sample, &options);
        for (what, result) in [("file", read(&Exec::current(), &path, &options)), ("stream", stream)] {
            if let Some(input) = holds(what, codec, is_built, result) {
                assert_eq!((input.list.node_count(), input.list.edge_count()), (3, 2), "{what} {codec}");
            }
        }
        let output = folder.path().join("output");
        if let Some(output) = holds("output", codec, is_built, Output::create(&output, Some(compression))) {
            output.finish().unwrap();
        }
        assert_eq!(output.exists(), is_built, "{codec}");
        assert_eq!(left(folder.path()), 0, "{codec}");
        let _ = fs::remove_file(output);
    }
}

/// Number of temporary files in a folder.
fn left(folder: &Path) -> usize {
    let names = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name());
    names.filter(|name| name.to_string_lossy().ends_with(".part")).count()
}
