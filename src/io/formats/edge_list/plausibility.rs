//! Checks whether an edge list may mean something else than edges.
//!
//! Each check ends at the first edge that contradicts it, so after a few edges in nearly all files.

use crate::{Input, Names, Remark};
use boscage_core::graph::{Edge, FileData, Node};
use boscage_core::with_edge_list;

/// Returns the remarks on an edge list that may be something else: a table with line numbers, a matrix, or
/// lists of neighbours.
pub(crate) fn remarks(input: &Input) -> Vec<Remark> {
    let names = &input.names;
    with_edge_list!(&input.list, list => {
        let edges = list.edges();
        let weighted = input.weighted;
        let signs = [
            (weighted && are_numbered(edges, names), Remark::NumberedLines),
            (weighted && is_matrix(edges, names), Remark::Matrix),
            (weighted && are_times(edges), Remark::Times),
            (ends_with_zeros(edges, names, weighted), Remark::Terminator),
        ];
        signs.into_iter().filter_map(|(is_so, remark)| is_so.then_some(remark)).collect()
    })
}

/// Returns the weight, if it is a natural number.
fn natural<E: FileData>(edge: &Edge<E>) -> Option<u64> {
    // Written as in Rust, reals have a point or an exponent.
    format!("{:?}", edge.weight).parse().ok()
}

/// Returns `true` if the first ends count the lines from 0 or 1, and the weights may be nodes. Paths, and
/// trees whose lines name the parents of nodes, are excluded.
fn are_numbered<E: FileData>(edges: &[Edge<E>], names: &Names) -> bool {
    let Some(first) = edges.first().map(|edge| names.number(edge.u)).filter(|&first| first < 2) else {
        return false;
    };
    let last = first + edges.len() as u64;
    let ends = || edges.iter().map(|edge| (names.number(edge.u), names.number(edge.v)));
    edges.len() > 2
        && (first..).zip(ends()).all(|(number, (u, _))| number == u)
        && edges.iter().all(|edge| natural(edge).is_some_and(|weight| weight <= last))
        && !ends().all(|(u, v)| v == u + 1)
        && !ends().all(|(u, v)| v < u)
}

/// Returns `true` if the lines may be the first three columns of a symmetric matrix of order three or four
/// with zeros on its diagonal.
fn is_matrix<E: FileData>(edges: &[Edge<E>], names: &Names) -> bool {
    let [first, second, third, ..] = edges else { return false };
    let ends = |edge: &Edge<E>| [names.number(edge.u), names.number(edge.v)];
    let ([a, b], [c, d], [e, f]) = (ends(first), ends(second), ends(third));
    edges.len() <= 4
        && [a, d] == [0, 0]
        && b == c
        && natural(first) == Some(e)
        && natural(second) == Some(f)
        && natural(third) == Some(0)
}

/// Returns `true` if all weights may be times from 1998 to 2039, in seconds or milliseconds since 1970, and
/// are not all equal.
fn are_times<E: FileData>(edges: &[Edge<E>]) -> bool {
    const SECONDS: std::ops::Range<u64> = 900_000_000..2_200_000_000;
    let are_within = |unit: u64| {
        edges.iter().all(|edge| natural(edge).is_some_and(|weight| SECONDS.contains(&(weight / unit))))
    };
    let Some(first) = edges.first().and_then(natural) else { return false };
    (are_within(1) || are_within(1000)) && edges.iter().any(|edge| natural(edge) != Some(first))
}

/// Returns `true` if the last line has only zeros, and no other line has a node 0.
fn ends_with_zeros<E: FileData>(edges: &[Edge<E>], names: &Names, weighted: bool) -> bool {
    let [others @ .., last] = edges else { return false };
    let zero = Node::new(0);
    [last.u, last.v] == [zero; 2]
        && names.number(zero) == 0
        && (!weighted || natural(last) == Some(0))
        && !others.is_empty()
        && others.iter().all(|edge| edge.u != zero && edge.v != zero)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ReadOptions, read_bytes};
    use boscage_core::exec::Exec;

    fn plausibility(text: &str) -> Vec<Remark> {
        let input = read_bytes(&Exec::current(), "t", text.as_bytes(), &ReadOptions::default()).unwrap();
        remarks(&input)
    }

    #[test]
    fn line_numbers_matrices_times_and_terminators_get_remarks() {
        for (text, remark) in [
            ("1,1,2\n2,1,3\n3,2,3\n4,3,4\n", Remark::NumberedLines),
            ("0,1,2,0.5\n1,1,3,0.5\n2,2,3,0.5\n", Remark::NumberedLines),
            ("0 1 4\n1 0 2\n2 1 3\n3 2 4\n4 3 0\n", Remark::NumberedLines),
            ("0 5 6\n5 0 7\n6 7 0\n", Remark::Matrix),
            ("0 5 6 8\n5 0 7 9\n6 7 0 1\n8 9 1 0\n", Remark::Matrix),
            ("1 2 1082040961\n3 4 1082155839\n1 4 1082414391\n", Remark::Times),
            ("1 2 1082040961000\n3 4 1082155839000\n", Remark::Times),
            ("1 2 7\n2 3 4\n0 0 0\n", Remark::Terminator),
            ("1 2\n2 3\n0 0\n", Remark::Terminator),
        ] {
            assert_eq!(plausibility(text), [remark], "{text}");
        }
    }

    #[test]
    fn usual_lists_get_no_remarks() {
        for text in [
            "1 2 3\n2 3 4\n3 4 5\n",        // a path
            "1 0 1\n2 0 1\n3 1 2\n4 1 3\n", // a tree
            "1 2 0.5\n2 4 0.5\n3 5 0.5\n",
            "1 3 50\n2 4 60\n3 5 70\n",
            "1 2 3\n3 2 1\n",
            "0 5 6\n5 0 7\n6 8 0\n",
            "1 2 1082040961\n3 4 5\n",
            "1 2 1082040961\n2 3 1082040961\n",
            "0 1 7\n1 2 4\n0 0 0\n",
            "0 0 0\n",
            "1 2 7\n0 0 3\n",
            "1 2 7\n0 0 0\n1 3 4\n",
            "# nothing",
        ] {
            assert_eq!(plausibility(text), [], "{text}");
        }
    }
}
