//! Headers of text formats are not trusted, and memory that cannot be allocated is an error with the number
//! of bytes.

use std::fmt::Write;
use std::time::{Duration, Instant};

use boscage::exec::Exec;
use boscage::io::{Format, Input, ReadOptions, read_bytes};
use boscage::{Error, memory};

use crate::alone;

fn read(format: Format, text: &str) -> Result<Input, Error> {
    read_bytes(
        &Exec::current(),
        "t",
        text.as_bytes(),
        &ReadOptions { format: Some(format), ..ReadOptions::default() },
    )
}

/// Headers that claim 2^63 edges, or more than the bytes can hold.
const CLAIMS: [(Format, &str); 9] = [
    (Format::Dimacs, "p sp 4000000000 9223372036854775808\na 1 2 3\n"),
    (Format::Dimacs, "p sp 4000000000 4000000000\na 1 2 3\n"),
    (Format::MatrixMarket, "%%MatrixMarket matrix coordinate real general\n9 9 9223372036854775808\n1 2 3\n"),
    (Format::MatrixMarket, "%%MatrixMarket matrix coordinate real general\n9 9 8000000000\n1 2 3\n"),
    (Format::MatrixMarket, "%%MatrixMarket matrix array real general\n4000000000 4000000000\n1\n"),
    (Format::Metis, "4000000000 9223372036854775808\n2\n1\n"),
    (Format::Metis, "4000000000 4000000000\n2\n1\n"),
    (Format::PbbsAdjacency, "AdjacencyGraph\n4000000000\n9223372036854775808\n0\n"),
    (Format::PbbsAdjacency, "AdjacencyGraph\n4000000000\n8000000000\n0\n"),
];

/// Many nodes and no edges: legal, and free.
const EMPTY: [(Format, &str); 3] = [
    (Format::Dimacs, "p sp 4000000000 0\n"),
    (Format::MatrixMarket, "%%MatrixMarket matrix coordinate pattern symmetric\n4000000000 4000000000 0\n"),
    (Format::PbbsEdges, "EdgeArray\n3999999999 3999999999\n"),
];

#[test]
fn headers_cost_nothing_and_refused_memory_is_named() {
    alone("untrusted_headers::headers_cost_nothing_and_refused_memory_is_named", body);
}

fn body() {
    memory::set_limit(Some(64 << 20));
    let quick = |format, text: &str| {
        // The machine may be busy once, but not each time.
        let quick = (0..50).any(|_| {
            let start = Instant::now();
            let _ = read(format, text);
            start.elapsed() < Duration::from_millis(50)
        });
        assert!(quick, "{text}");
        read(format, text)
    };
    for (format, text) in CLAIMS {
        let error = quick(format, text).unwrap_err();
        assert!(matches!(error, Error::Parse { .. }), "{text}: {error}");
    }
    for (format, text) in EMPTY {
        assert_eq!(quick(format, text).unwrap().list.node_count(), 4_000_000_000, "{text}");
    }

    memory::set_limit(Some(1 << 20));
    let (mut list, mut arcs) = (String::new(), "p sp 200000 200000\n".to_owned());
    for i in 1..=200_000 {
        writeln!(list, "{i} {}", i * 1_000_000_007_u64).unwrap();
        writeln!(arcs, "a {i} {i} 5").unwrap();
    }
    assert_eq!(
        read(Format::Dimacs, &arcs).unwrap_err().to_string(),
        "t: reading: not enough memory: 2.29 MiB for the edge list"
    );
    let error = read(Format::EdgeList, &list).unwrap_err().to_string();
    assert!(error.starts_with("t: reading: not enough memory: ") && error.contains(" for the "), "{error}");
}
