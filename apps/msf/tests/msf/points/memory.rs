//! The memory that trees of points need, and `--estimate`.

use boscage::random::Random;
use serde_json::Value;

use super::{blobs, csv, npy};
use crate::program::Folder;

/// Points that do not fit are refused with the memory that they need; those that fit take no more.
#[test]
fn memory_is_estimated() {
    let folder = Folder::new();
    let points = blobs(100_000, &[[0.0, 0.0], [9.0, 4.0]], 1000);
    let bytes: Vec<u8> = points.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    folder.write("p.npy", npy("<f8", "(101000, 2)", false, &bytes));
    folder.write("p.csv", csv(&points));
    for (file, more) in [("p.npy", &[][..]), ("p.csv", &[]), ("p.npy", &["--min-cluster-size", "20"])] {
        let with = |memory: &str, last: &[&str]| {
            let run = ["--points", file, "--threads", "2", "--memory", memory, "--components", "c"];
            folder.msf(&[&run, more, last].concat())
        };
        let refused = with("20M", &[]);
        assert!(
            refused.code == Some(1) && refused.err.contains(" not enough memory: needs about "),
            "{refused:?}"
        );
        let stats: Value = serde_json::from_str(&with("60M", &["--stats", "json"]).ok()).unwrap();
        let peak = stats["peak_bytes"].as_f64().unwrap();
        assert!(peak < f64::from(60 << 20), "{file} took {peak} bytes");
    }
}

/// The tree has whole leaves of points, which count if there are few points in very many dimensions.
#[test]
fn estimates_hold_and_compute_nothing() {
    let folder = Folder::new();
    for (points, dimensions) in [(2, 100_000), (70, 20_000), (20_000, 8)] {
        let mut random = Random::new(3, 0).item(0);
        let bytes: Vec<u8> = (0..points * dimensions).map(|_| random.below(256) as u8).collect();
        folder.write("p.npy", npy("|u1", &format!("({points}, {dimensions})"), false, &bytes));
        let run = ["--points", "p.npy", "--threads", "2", "--min-samples", "2", "--stats", "json"];
        let with = |more: &[&str]| -> Value {
            serde_json::from_str(&folder.msf(&[&run, more].concat()).ok()).unwrap()
        };
        let estimate = with(&["--estimate"]);
        assert_eq!((&estimate["nodes"], &estimate["dimensions"]), (&points.into(), &dimensions.into()));
        assert_eq!(estimate["points_bytes"], 8 * points * dimensions);
        let run = with(&["--memory", "unlimited"]);
        let [most, peak] = [&estimate["tree"], &run].map(|one| one["peak_bytes"].as_f64().unwrap());
        assert!(peak < most && most < 2.0 * peak, "{points} in {dimensions}: {most} for {peak} bytes");
    }
    let clusters = ["--points", "p.npy", "--min-cluster-size", "9", "--estimate", "--threads", "1"];
    let text = folder.msf(&clusters).ok();
    assert!(text.starts_with("p.npy: 20,000 points in 8 dimensions, 1 thread\n\n"), "{text}");
    for row in ["\nreading ", "\nthe points ", "\nthe tree ", "\nthe clusters "] {
        assert!(text.contains(row), "{row}: {text}");
    }
    assert!(
        folder.msf(&["--points", "p.npy", "--estimate", "--out", "t.txt"]).failed(2).contains("--estimate")
    );
}
