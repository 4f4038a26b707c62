//! Extracts: real ones, small ones, wrong ones and damaged ones.

mod damage;
mod model;

use std::path::{Path, PathBuf};

use super::{Chains, OsmOptions, Profile, read, write_pbf};
use crate::{Format, Input, ReadOptions, read_bytes, read_stream};
use boscage_core::exec::Exec;
use boscage_core::graph::{AnyEdgeList, EdgeId, EdgeList, FileData, Node};
use boscage_core::sync::SequentialSets;
use model::{Form, Model, Way, header};

/// The folder of extracts, if there is one.
fn extracts() -> Option<PathBuf> {
    let folder = std::env::var_os("BOSCAGE_DATA").map(|data| Path::new(&data).join("osm"));
    if folder.is_none() {
        eprintln!("skipped: BOSCAGE_DATA is not set");
    }
    folder
}

fn keep() -> ReadOptions {
    let osm = OsmOptions { profile: Profile::All, chains: Chains::Keep };
    ReadOptions { osm, ..ReadOptions::default() }
}

/// Trees and total length of a minimum spanning forest.
fn forest(list: &AnyEdgeList) -> (usize, u64) {
    let list = u64::edges_of(&Exec::current(), list).unwrap().unwrap();
    let mut edges = list.edges().to_vec();
    edges.sort_by_key(|edge| edge.weight);
    let mut sets = SequentialSets::new(list.node_count()).unwrap();
    let (mut trees, mut total) = (list.node_count(), 0);
    for edge in edges {
        if sets.unite(edge.u, edge.v) {
            trees -= 1;
            total += edge.weight;
        }
    }
    (trees, total)
}

#[test]
fn extracts_have_the_networks_that_osmium_finds_in_them() {
    let Some(folder) = extracts() else { return };
    let manifest = std::fs::read_to_string(folder.join("MANIFEST.tsv")).unwrap();
    let mut rows = 0;
    for line in manifest.lines().filter(|line| !line.starts_with('#')) {
        let row: Vec<_> = line.split('\t').collect();
        let [nodes, edges, trees, total] = [1, 2, 3, 4].map(|column| row[column].parse::<u64>().unwrap());
        for threads in [1, 2] {
            let exec = Exec::new(threads).unwrap();
            let network = read(&exec, folder.join(row[0]), &keep()).unwrap();
            let found = forest(&network.list);
            assert_eq!(
                [network.list.node_count(), network.list.edge_count(), found.0].map(|count| count as u64),
                [nodes, edges, trees],
                "{}",
                row[0]
            );
            assert!(found.1.abs_diff(total) * 1_000_000 <= total, "{}: {} {total}", row[0], found.1);
        }
        rows += 1;
    }
    assert_eq!(rows, 8);
}

/// The result for a file in memory and for a stream, on one thread and on two, which must be the same.
fn every_way(file: &[u8], options: &ReadOptions) -> Result<Input, String> {
    let read = |threads: usize, is_stream: bool| {
        let exec = Exec::new(threads).unwrap();
        let result = match is_stream {
            true => read_stream(&exec, "t", file, options),
            false => read_bytes(&exec, "t", file, options),
        };
        result.map_err(|error| error.to_string())
    };
    let one = read(1, false);
    for other in [read(2, false), read(1, true), read(2, true)] {
        match (&one, &other) {
            (Ok(one), Ok(other)) => {
                assert_eq!((&one.list, &one.names), (&other.list, &other.names));
                assert_eq!((&one.attributes, one.bytes), (&other.attributes, other.bytes));
            }
            (Err(one), Err(other)) => assert_eq!(one, other),
            _ => panic!("{one:?} {other:?}"),
        }
    }
    one
}

fn options(chains: Chains) -> ReadOptions {
    let osm = OsmOptions { chains, ..OsmOptions::default() };
    ReadOptions { osm, keep_geometry: true, ..ReadOptions::default() }
}

fn total(list: &AnyEdgeList) -> u64 {
    let list = u64::edges_of(&Exec::current(), list).unwrap().unwrap();
    list.edges().iter().map(|edge| edge.weight).sum()
}

#[test]
fn all_forms_of_an_extract_agree() {
    let mut edges = 0;
    for seed in 0..300 {
        let model = Model::random(seed);
        let xml = model.xml();
        let both = [Chains::Keep, Chains::Contract].map(|chains| {
            let options = options(chains);
            let xml = every_way(&xml, &options).unwrap();
            for form in [Form::Dense, Form::Plain, Form::Mixed, Form::Raw, Form::Shifted] {
                let pbf = every_way(&model.pbf(form), &options).unwrap();
                assert_eq!((xml.format, pbf.format), (Format::OsmXml, Format::OsmPbf));
                assert_eq!((&xml.list, &xml.names), (&pbf.list, &pbf.names), "{seed} {form:?}");
                assert_eq!(xml.attributes, pbf.attributes, "{seed} {form:?}");
            }
            xml
        });
        let [keep, contract] = &both;
        let expected: usize = model.ways.iter().map(|way| segments(&model, way)).sum();
        assert_eq!(keep.list.edge_count(), expected, "{seed}");
        assert_eq!(total(&keep.list), total(&contract.list), "{seed}");
        assert!(contract.list.edge_count() <= keep.list.edge_count());
        let points = |input: &Input| input.attributes.shapes.as_ref().unwrap().all_points().len();
        assert_eq!(contract.list.edge_count() + points(contract), expected, "{seed}");
        assert_eq!((forest(&keep.list).0, points(keep)), (forest(&contract.list).0, 0), "{seed}");
        edges += expected;
    }
    assert!(edges > 1000);
}

/// Number of edges of a way whose chains are kept.
fn segments(model: &Model, (_, tags, refs): &Way) -> usize {
    let is_there = |id: &i64| model.nodes.iter().any(|(known, _)| known == id);
    let is_way = tags.iter().any(|(key, _)| *key == "highway");
    if is_way { refs.windows(2).filter(|pair| pair.iter().all(is_there)).count() } else { 0 }
}

/// A town: an avenue of four nodes, a street that crosses it, a one-way street against its nodes, a
/// roundabout, and a way that leads out of the extract.
fn town() -> Model {
    let place = |x: i32, y: i32| [240_000_000 + x * 10_000, 600_000_000 + y * 10_000];
    let nodes = [(0, 0), (1, 0), (2, 0), (3, 0), (1, 1), (1, -1), (5, 0), (6, 1), (6, -1)];
    Model {
        nodes: nodes.iter().enumerate().map(|(i, &(x, y))| (10 * (i as i64 + 1), place(x, y))).collect(),
        ways: vec![
            (1, vec![("highway", "primary"), ("name", "Avenue")], vec![10, 20, 30, 40]),
            (2, vec![("highway", "residential"), ("name", "Street")], vec![50, 20, 60]),
            (3, vec![("highway", "service"), ("oneway", "-1")], vec![40, 70]),
            (4, vec![("highway", "primary"), ("junction", "roundabout")], vec![70, 80, 90, 70]),
            (5, vec![("highway", "footway")], vec![10, 999, 60, 50]),
            (6, vec![("highway", "primary")], vec![10]),
            (7, vec![("waterway", "river")], vec![10, 60]),
        ],
    }
}

/// Edges by the names of their ends, with the columns `way` and `name`.
fn shown(input: &Input) -> Vec<String> {
    let between = if input.is_directed { '>' } else { '-' };
    let list = u64::edges_of(&Exec::current(), &input.list).unwrap().unwrap();
    let edges = list.edges().iter().enumerate().map(|(id, edge)| {
        let [u, v] = [edge.u, edge.v].map(|node| input.names.name(node));
        let columns: Vec<_> =
            input.attributes.columns[..2].iter().map(|column| column.values.shown(EdgeId::new(id))).collect();
        format!("{u}{between}{v} {}", columns.join(" "))
    });
    edges.collect()
}

#[test]
fn a_town_has_the_edges_of_its_ways() {
    let file = town().pbf(Form::Dense);
    let contracted = every_way(&file, &options(Chains::Contract)).unwrap();
    let expected = [
        "10-20 1 Avenue",
        "20-40 1 Avenue",
        "50-20 2 Street",
        "20-60 2 Street",
        "70-40 3 ",
        "70-70 4 ",
        "60-50 5 ",
    ];
    assert_eq!(shown(&contracted), expected);
    let shapes = contracted.attributes.shapes.unwrap();
    assert_eq!(shapes.points(EdgeId::new(1)), [[24.002, 60.0]]);
    assert_eq!(shapes.points(EdgeId::new(5)), [[24.006, 60.001], [24.006, 59.999]]);
    assert!(contracted.weighted && !contracted.is_directed);

    let profile = |profile| {
        let osm = OsmOptions { profile, ..OsmOptions::default() };
        shown(&every_way(&file, &ReadOptions { osm, ..ReadOptions::default() }).unwrap())
    };
    assert_eq!(profile(Profile::Car), expected[..6]);
    assert_eq!(profile(Profile::Foot)[4..], ["40-70 3 ", "70-70 4 ", "60-50 5 "]);

    let directed = ReadOptions { is_directed: Some(true), ..options(Chains::Contract) };
    let directed = every_way(&file, &directed).unwrap();
    let arcs = shown(&directed);
    assert_eq!(arcs[..4], ["10>20 1 Avenue", "20>10 1 Avenue", "20>40 1 Avenue", "40>20 1 Avenue"]);
    assert_eq!(arcs[8..], ["70>40 3 ", "70>70 4 ", "60>50 5 ", "50>60 5 "]);
    let shapes = directed.attributes.shapes.unwrap();
    assert_eq!(shapes.points(EdgeId::new(2)), shapes.points(EdgeId::new(3)));
    assert_eq!(directed.list.edge_count(), 12);
}

#[test]
fn negative_ids_are_names_in_the_order_of_their_texts() {
    let mut model = town();
    model.nodes.iter_mut().for_each(|(id, _)| *id = 45 - *id);
    model.ways.iter_mut().flat_map(|way| &mut way.2).for_each(|id| *id = 45 - *id);
    let input = every_way(&model.xml(), &options(Chains::Contract)).unwrap();
    let names: Vec<_> =
        (0..input.list.node_count()).map(|i| input.names.name(Node::new(i)).to_string()).collect();
    assert_eq!(names, ["-15", "-25", "-5", "25", "35", "5"]);
    assert_eq!(shown(&input)[..2], ["35-25 1 Avenue", "25-5 1 Avenue"]);
    let coordinates = input.attributes.coordinates.unwrap();
    let at = |name: &str| coordinates[input.names.find(name, 6).unwrap().index()];
    assert_eq!((at("35"), at("25")), ([24.0, 60.0], [24.001, 60.0]));
}

#[test]
fn files_without_ways_are_graphs_without_nodes() {
    let model = Model { nodes: town().nodes, ways: Vec::new() };
    for file in [model.xml(), model.pbf(Form::Dense), Model::default().xml(), header(&[])] {
        let input = every_way(&file, &options(Chains::Contract)).unwrap();
        assert_eq!((input.list.node_count(), input.list.edge_count()), (0, 0));
    }
}

#[test]
fn extracts_that_are_written_are_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("grid.osm.pbf");
    let (columns, rows) = (150, 130);
    let across = (0..rows).flat_map(|y| (1..columns).map(move |x| (y * columns + x - 1, y * columns + x)));
    let down = (1..rows).flat_map(|y| (0..columns).map(move |x| ((y - 1) * columns + x, y * columns + x)));
    let list = EdgeList::from_pairs((rows * columns) as usize, across.chain(down)).unwrap();
    let nodes = list.node_count();
    let places: Vec<_> =
        (0..nodes).map(|i| [(i % 150) as f64 * 1e-4, 60.0 + (i / 150) as f64 * 1e-4]).collect();
    let ids: Vec<_> = (0..nodes as i64).map(|i| 7 * i - 1000).collect();
    let list = AnyEdgeList::from(list);
    for ids in [None, Some(&ids[..])] {
        let mut files = Vec::new();
        for threads in [1, 2, 3] {
            write_pbf(&Exec::new(threads).unwrap(), &path, &list, &places, ids).unwrap();
            files.push(std::fs::read(&path).unwrap());
        }
        assert!(files[0] == files[1] && files[1] == files[2]);
        let network = read(&Exec::current(), &path, &keep()).unwrap();
        assert_eq!(network.list.edge_count(), list.edge_count());
        assert!(network.node_ids.iter().enumerate().all(|(i, &id)| match ids {
            Some(ids) => ids[i] == id,
            None => i as i64 + 1 == id,
        }));
        for (found, place) in network.coordinates.iter().zip(&places) {
            assert!((found[0] - place[0]).abs() < 1e-7 && (found[1] - place[1]).abs() < 1e-7);
        }
    }
    let refused = |places: &[_], ids: Option<&[i64]>| {
        write_pbf(&Exec::current(), &path, &list, places, ids).unwrap_err().to_string()
    };
    assert_eq!(refused(&places[1..], None), "coordinates: expected those of 19500 nodes, found 19499");
    assert_eq!(refused(&places, Some(&vec![5; nodes])), "ids: expected ascending ids, found 5 after 5");
    assert_eq!(
        refused(&vec![[181.0, 0.0]; nodes], None),
        "coordinates: expected longitudes from -180 to 180 degrees and latitudes from -90 to 90, found \
         181, 0 at node 0"
    );
}
