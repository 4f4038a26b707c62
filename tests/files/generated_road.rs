//! The road network that comes with the program is the one the generator makes: here, now, on this machine.

use std::path::Path;

use boscage::exec::Exec;
use boscage::generate::{Road, road};
use boscage::graph::AnyEdgeList;
use boscage::io::{self, ReadOptions};

#[test]
fn the_bundled_road_network_is_made_by_rule() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("inputs/road-100k.gr.xz");
    let bundled = io::read(&Exec::current(), &path, &ReadOptions::default()).unwrap();
    let (made, places) = road(&Exec::current(), &Road { nodes: 100_000, ..Road::default() }).unwrap();
    assert_eq!(places.len(), 100_000);
    assert!(bundled.list == AnyEdgeList::from(made), "the rule or the file has changed");
}
