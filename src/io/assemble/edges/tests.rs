//! Weights are widened to the narrowest type that holds all of them.

use super::*;
use crate::assemble::weighted::FromNumber;

fn numbers(list: &Weighted) -> (Kind, Vec<Number>) {
    fn of<E: FromNumber>(list: &[Edge<E>]) -> Vec<Number> {
        list.iter().map(|edge| edge.weight.number()).collect()
    }
    (list.kind(), with_weighted!(list, list => of(list)))
}

/// The narrowest type that holds all weights, from its definition.
fn kind(weights: &[Number]) -> Option<Kind> {
    if weights.iter().any(|weight| matches!(weight, Number::Real(_))) {
        return weights.iter().all(|weight| rounded(weight).is_none()).then_some(Kind::F64);
    }
    let all = |fits: fn(i128) -> bool| {
        weights.iter().all(|&weight| match weight {
            Number::Natural(value) => fits(i128::from(value)),
            Number::Negative(value) => fits(i128::from(value)),
            Number::Real(_) => false,
        })
    };
    match () {
        () if all(|value| u32::try_from(value).is_ok()) => Some(Kind::U32),
        () if all(|value| i32::try_from(value).is_ok()) => Some(Kind::I32),
        () if all(|value| u64::try_from(value).is_ok()) => Some(Kind::U64),
        () if all(|value| i64::try_from(value).is_ok()) => Some(Kind::I64),
        () => None,
    }
}

/// The integer itself, if the nearest `f64` is another number.
fn rounded(weight: &Number) -> Option<Number> {
    let exact = match *weight {
        Number::Natural(value) => value as f64 as u128 == u128::from(value),
        Number::Negative(value) => value as f64 as i128 == i128::from(value),
        Number::Real(_) => true,
    };
    (!exact).then_some(*weight)
}

#[test]
fn the_type_is_the_narrowest_for_all_blocks() {
    let pool = [
        Number::Natural(0),
        Number::Natural((1 << 53) + 1),
        Number::Natural(i32::MAX as u64),
        Number::Natural(u64::from(u32::MAX)),
        Number::Natural(i64::MAX as u64),
        Number::Natural(u64::MAX),
        Number::Negative(-1),
        Number::Negative(i64::from(i32::MIN)),
        Number::Negative(i64::MIN),
        Number::Real(0.5),
    ];
    // All sequences of up to four of them, cut in two at every place.
    for code in 0..pool.len().pow(4) {
        let weights: Vec<Number> = (0..code % 5)
            .scan(code, |rest, _| {
                let weight = pool[*rest % pool.len()];
                *rest /= pool.len();
                Some(weight)
            })
            .collect();
        for cut in 0..=weights.len() {
            let gather = |weights: &[Number]| {
                let mut edges = Edges::of(Kind::U32);
                for (i, &weight) in weights.iter().enumerate() {
                    edges.push(Node::new(i), Node::new(0), weight, || Line::after(b"")).unwrap();
                }
                edges
            };
            let mut edges = gather(&weights[..cut]);
            edges.append(gather(&weights[cut..]), Begin::Lines(0), &PartPool::default()).unwrap();
            assert_eq!(edges.len(), weights.len());
            match (edges.finish(), kind(&weights)) {
                (Ok(list), Some(kind)) if kind != Kind::F64 => {
                    assert_eq!(numbers(&list), (kind, weights.clone()));
                }
                (Ok(list), Some(Kind::F64)) => {
                    let reals = weights.iter().map(|&weight| Number::Real(f64::from_number(weight)));
                    assert_eq!(numbers(&list), (Kind::F64, reals.collect()));
                }
                (Err(Unfit::NoCommonType { least, most }), None) => {
                    assert!(least < 0 && most > i64::MAX as u64);
                }
                (Err(Unfit::Rounded(integer, _)), None) => {
                    assert_eq!(weights.iter().find_map(rounded), Some(integer));
                }
                (got, want) => panic!("{weights:?} cut at {cut}: {got:?}, not {want:?}"),
            }
        }
    }
}
