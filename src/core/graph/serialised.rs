//! Graph data for serde, checked when it comes in: a damaged file is an error, not a panic later.

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Serialize, Serializer};

use super::{Edge, EdgeData, EdgeId, EdgeList, Forest, Id, LIMIT, Map, Node, TotalOf, Weight};
use crate::{Error, Result};

macro_rules! ids {
    ($($id:ident)*) => {$(
        /// With the feature `serde`: as a number.
        impl Serialize for $id {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                u32::from(*self).serialize(serializer)
            }
        }

        /// With the feature `serde`. Numbers that are no ids are errors.
        impl<'de> Deserialize<'de> for $id {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::try_from(u64::from(u32::deserialize(deserializer)?)).map_err(D::Error::custom)
            }
        }
    )*};
}

ids! { Node EdgeId }

/// With the feature `serde`: as the sequence of its values.
impl<I: Id, T: Serialize> Serialize for Map<I, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

/// With the feature `serde`. More values than a graph can have nodes or edges are an error.
impl<'de, I: Id, T: Deserialize<'de>> Deserialize<'de> for Map<I, T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let values = Vec::deserialize(deserializer)?;
        if values.len() > LIMIT {
            return Err(D::Error::custom(Error::TooMany { what: I::MANY, count: values.len() as u64 }));
        }
        Ok(values.into())
    }
}

/// An edge list that may be wrong.
#[derive(serde::Deserialize)]
#[serde(rename = "EdgeList")]
pub(super) struct UncheckedList<E> {
    nodes: usize,
    edges: Vec<Edge<E>>,
}

impl<E: EdgeData> TryFrom<UncheckedList<E>> for EdgeList<E> {
    type Error = Error;

    fn try_from(list: UncheckedList<E>) -> Result<Self> {
        Self::new(list.nodes, list.edges)
    }
}

/// A forest that may be wrong.
#[derive(serde::Deserialize)]
#[serde(rename = "Forest")]
pub(super) struct UncheckedForest<T> {
    edges: Vec<EdgeId>,
    total: T,
    trees: usize,
}

impl<W: Weight> TryFrom<UncheckedForest<W::Total>> for Forest<W> {
    type Error = Error;

    fn try_from(UncheckedForest { edges, total, trees }: UncheckedForest<W::Total>) -> Result<Self> {
        let wrong = |expected: String, found: String| Err(Error::Inconsistent { expected, found });
        if let Some(i) = edges.windows(2).position(|pair| pair[0] >= pair[1]) {
            let found = format!("{} after {}", edges[i + 1], edges[i]);
            return wrong("a forest whose edge ids ascend".to_owned(), found);
        }
        // Every edge joins two trees, so there are as many nodes as edges and trees.
        Node::check_count((edges.len() as u64).saturating_add(trees as u64))?;
        if trees == 0 && !edges.is_empty() {
            return wrong(
                "a forest of at least one tree".to_owned(),
                format!("0, and {} edges", edges.len()),
            );
        }
        let nothing = <W::Sum as Default>::default();
        if edges.is_empty() && total != TotalOf::<W>::finish(nothing) {
            return wrong("a total of 0 without edges".to_owned(), total.to_string());
        }
        Ok(Self { edges, total, trees })
    }
}
