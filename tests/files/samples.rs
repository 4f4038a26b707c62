//! Real files: each is read in its format, and every format that can hold it keeps it.
//!
//! The files lie in `$BOSCAGE_DATA/formats`; the counts come from the files' own headers and comments, or
//! were counted by other programs.

use boscage::exec::Exec;
use boscage::io::{Format, Names, ReadOptions, read, read_coordinates};
use boscage_truth::known::folder_of_data;

use crate::same_graph::{FORMATS, Value, edges, survives};

/// File, format, nodes, edges, type of the weights, whether the file has them; for formats of arcs: arcs,
/// unpaired arcs.
type Sample = (&'static str, Format, usize, usize, &'static str, bool, Option<(u64, u64)>);

const SAMPLES: [Sample; 26] = [
    ("metis/4elt.graph", Format::Metis, 15606, 45878, "none", false, Some((91756, 0))),
    ("metis/jazz.graph", Format::Metis, 198, 2742, "none", false, Some((5484, 0))),
    ("metis/karate.graph", Format::Metis, 34, 78, "none", false, Some((156, 0))),
    ("metis/lesmis.graph", Format::Metis, 77, 254, "u32", true, Some((508, 0))),
    ("metis/power.graph", Format::Metis, 4941, 6594, "none", false, Some((13188, 0))),
    ("metis/tiny_01.graph", Format::Metis, 7, 11, "none", false, Some((22, 0))),
    ("misc/zero-based-no-header.gr", Format::Dimacs, 2212, 5170, "u32", true, Some((5170, 5170))),
    ("mtx/A.mtx", Format::MatrixMarket, 7, 15, "none", false, None),
    ("mtx/A2.mtx", Format::MatrixMarket, 7, 15, "none", false, None),
    ("mtx/chesapeake.mtx", Format::MatrixMarket, 39, 170, "none", false, None),
    ("mtx/cover.mtx", Format::MatrixMarket, 7, 12, "u32", true, Some((12, 12))),
    ("mtx/full.mtx", Format::MatrixMarket, 3, 9, "f64", true, Some((9, 6))),
    ("mtx/jagmesh7.mtx", Format::MatrixMarket, 1138, 4294, "none", false, None),
    ("mtx/karate.mtx", Format::MatrixMarket, 34, 78, "none", false, None),
    ("mtx/ldbc-undirected-example.mtx", Format::MatrixMarket, 9, 12, "f64", true, None),
    ("mtx/matrix_bool.mtx", Format::MatrixMarket, 7, 12, "u32", true, Some((12, 8))),
    ("mtx/matrix_int32.mtx", Format::MatrixMarket, 7, 12, "i32", true, Some((12, 12))),
    ("mtx/skew_fp64.mtx", Format::MatrixMarket, 6, 10, "f64", true, None),
    ("mtx/tree-example.mtx", Format::MatrixMarket, 6, 5, "u32", true, None),
    ("mtx/west0067.mtx", Format::MatrixMarket, 67, 294, "f64", true, Some((294, 292))),
    ("pbbs/rMatGraph_J_5_100", Format::PbbsAdjacency, 128, 354, "none", false, Some((708, 0))),
    ("pbbs/rMatGraph_WJ_5_100", Format::PbbsAdjacency, 128, 354, "u32", true, Some((708, 0))),
    ("pbbs/star.txt", Format::PbbsAdjacency, 10, 9, "none", false, Some((18, 0))),
    ("pbbs/triangles.txt", Format::PbbsAdjacency, 5, 6, "none", false, Some((12, 0))),
    ("snap/ca-GrQc.txt", Format::EdgeList, 5242, 28980, "none", false, None),
    ("snap/p2p-Gnutella31.txt.gz", Format::EdgeList, 62586, 147_892, "none", false, None),
];

#[test]
fn every_sample_is_read_and_survives_every_format_that_can_hold_it() {
    let Some(samples) = folder_of_data("formats") else { return };
    let folder = tempfile::tempdir().unwrap();
    let mut survived = [0; FORMATS.len()];
    for (name, format, nodes, count, weight_type, weighted, arcs) in SAMPLES {
        let input = read(&Exec::current(), samples.join(name), &ReadOptions::default()).unwrap();
        assert_eq!(
            (input.format, input.list.node_count(), input.list.edge_count()),
            (format, nodes, count),
            "{name}"
        );
        assert_eq!((input.list.weight_type(), input.weighted), (weight_type, weighted), "{name}");
        assert_eq!(input.arcs.map(|report| (report.arcs, report.unpaired)), arcs, "{name}");
        // In the folder are only files of SNAP that say that they are directed.
        let is_directed = format == Format::EdgeList || arcs.is_some_and(|(_, unpaired)| unpaired > 0);
        assert_eq!(input.is_directed, is_directed, "{name}");
        for (i, (format, suffix)) in FORMATS.into_iter().enumerate() {
            let path = folder.path().join(format!("sample.{suffix}"));
            survived[i] += usize::from(survives(&input.list, input.is_directed, &input.names, format, &path));
        }
    }
    // DIMACS and Matrix Market hold everything; METIS, which demands the most, about two thirds.
    assert_eq!([survived[0], survived[2]], [SAMPLES.len(); 2]);
    assert!(survived.iter().all(|&count| count > 15), "{survived:?}");
}

#[test]
fn every_file_there_is_among_the_samples() {
    let Some(samples) = folder_of_data("formats") else { return };
    let mut unknown = Vec::new();
    for folder in std::fs::read_dir(&samples).unwrap() {
        let folder = folder.unwrap().file_name().into_string().unwrap();
        for file in std::fs::read_dir(samples.join(&folder)).unwrap() {
            let name = format!("{folder}/{}", file.unwrap().file_name().into_string().unwrap());
            if !SAMPLES.iter().any(|sample| sample.0 == name) {
                unknown.push(name);
            }
        }
    }
    unknown.sort();
    assert_eq!(unknown, ["mtx/LICENSE", "snap/ca-GrQc.truncated.txt.gz"]);
}

#[test]
fn the_truncated_sample_is_called_so() {
    let Some(samples) = folder_of_data("formats") else { return };
    let path = samples.join("snap/ca-GrQc.truncated.txt.gz");
    let error = read(&Exec::current(), &path, &ReadOptions::default()).unwrap_err().to_string();
    assert_eq!(error, format!("{}: cannot read: the gzip data ends early", path.display()));
}

#[test]
fn weights_and_names_are_those_of_the_files() {
    let Some(samples) = folder_of_data("formats") else { return };
    let first = |name: &str| {
        let input = read(&Exec::current(), samples.join(name), &ReadOptions::default()).unwrap();
        edges(&input.list, &input.names)[0]
    };
    assert_eq!(first("metis/lesmis.graph"), (1, 2, Value::Integer(1)));
    assert_eq!(first("misc/zero-based-no-header.gr"), (398, 1345, Value::Integer(12727)));
    assert_eq!(first("mtx/matrix_int32.mtx"), (4, 1, Value::Integer(i32::MIN.into())));
    assert_eq!(first("mtx/skew_fp64.mtx"), (4, 1, Value::Real(-0.12565458736262625)));
    assert_eq!(first("snap/ca-GrQc.txt"), (3466, 937, Value::None));
    let input = read(&Exec::current(), samples.join("misc/zero-based-no-header.gr"), &ReadOptions::default())
        .unwrap();
    let Names::Listed(names) = &input.names else { panic!("{:?}", input.names) };
    assert_eq!((names.first(), names.last()), (Some(&0), Some(&2345)));
}

#[test]
fn road_networks_fold_without_rest_and_have_coordinates() {
    let Some(roads) = folder_of_data("roads") else { return };
    for (name, nodes, edges) in [
        ("NY.gr.gz", 264_346, 365_050),
        ("moscow.gr.gz", 411_992, 451_135),
        ("rome99.gr", 3353, 4444),
        ("stelle.gr", 9999, 9997),
        ("minimo.gr", 6, 7),
    ] {
        let input = read(&Exec::current(), roads.join(name), &ReadOptions::default()).unwrap();
        assert_eq!(
            (input.format, input.list.node_count(), input.list.edge_count()),
            (Format::Dimacs, nodes, edges)
        );
        let report = input.arcs.unwrap();
        let both = name.ends_with(".gz");
        assert_eq!((report.folded, report.unpaired), (both, if both { 0 } else { edges as u64 }), "{name}");
    }
    let places = read_coordinates(&Exec::current(), roads.join("moscow.co.gz")).unwrap().places;
    assert_eq!((places.len(), places[0]), (411_992, [-16055.0, -33197.0]));
}
