//! Keys of 64 bits, of which one sort looks at 32 at a time: weights that share bits above, below or nowhere.

use boscage::exec::Exec;
use boscage::graph::{EdgeList, Objective};
use boscage::operators::msf::operators;
use boscage_truth::naive;

#[test]
fn edges_are_in_order_whatever_bits_their_weights_share() {
    let exec = Exec::new(2).unwrap();
    let patterns: [fn(u64) -> u64; 7] = [
        |x| x,
        |x| u64::MAX - x,
        |x| (x << 30) + 5,
        |x| x << 57,
        |x| if x == 7 { 0 } else { 1 << 40 | x },
        |x| if x == 7 { u64::MAX } else { 1 << 40 | x },
        |_| 3,
    ];
    for (number, weight) in patterns.into_iter().enumerate() {
        let draw = |i: u32| i.wrapping_mul(2_654_435_761) >> 8;
        let triples =
            (0..600).map(|i| (draw(2 * i) % 60, draw(2 * i + 1) % 60, weight(u64::from(i) * 7919 % 97)));
        let list = EdgeList::from_triples(60, triples).unwrap();
        for objective in [Objective::Minimum, Objective::Maximum] {
            let truth = naive::kruskal(list.as_view(), objective);
            for operator in operators() {
                let forest = operator.forest(&exec, &list, objective).unwrap();
                assert!(
                    forest.edges().iter().map(|id| id.index()).eq(truth.edges.iter().copied()),
                    "{}, pattern {number}",
                    operator.name()
                );
            }
        }
    }
}
