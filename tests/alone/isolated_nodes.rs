//! Memory is proportional to the nodes that have edges.

use boscage::exec::Exec;
use boscage::graph::{EdgeId, EdgeList, Objective};
use boscage::operators::msf::{self, Verdict};

use crate::alone;

#[test]
fn memory_goes_by_the_nodes_that_have_edges() {
    alone("isolated_nodes::memory_goes_by_the_nodes_that_have_edges", body);
}

fn body() {
    let list = EdgeList::from_triples(4_000_000_000, [(3_999_999_999, 0, 5_u32), (0, 7, 2)]).unwrap();
    let exec = Exec::new(2).unwrap();
    boscage::memory::set_total(Some(1 << 26));
    let forests = msf::operators().map(|one| (one, one.forest(&exec, &list, Objective::Minimum)));
    let verdict = msf::check(&exec, &list, &[EdgeId::new(0), EdgeId::new(1)], Objective::Minimum);
    boscage::memory::set_total(None);
    for (operator, forest) in forests {
        let forest = forest.unwrap_or_else(|error| panic!("{operator}: {error}"));
        assert_eq!((forest.total(), forest.tree_count()), (7, 3_999_999_998), "{operator}");
    }
    assert_eq!(verdict.unwrap(), Verdict::Exact);
}
