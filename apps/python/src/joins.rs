//! A forest as its edges alone, and its dendrogram: clusters, linkage and bottlenecks.

use std::sync::OnceLock;

use boscage::exec::Exec;
use boscage::graph::{Components, Dendrogram, EdgeId, EdgeList, Forest, Node, Objective, Weight};
use boscage::{Error, Result, memory};
use numpy::Element;
use pyo3::prelude::*;

use crate::graph::{Columns, ends, weights};

/// A number, exactly.
#[derive(Clone, Copy, Debug, PartialEq, pyo3::IntoPyObject, pyo3::FromPyObject)]
pub(crate) enum Number {
    /// An integer.
    Integer(i128),
    /// A float.
    Float(f64),
}

/// A weight or a total as a number.
pub(crate) trait ToNumber: Copy {
    fn number(self) -> Number;
}

macro_rules! numbers {
    ($($type:ty => $variant:ident;)*) => {$(
        impl ToNumber for $type {
            fn number(self) -> Number {
                Number::$variant(self.into())
            }
        }
    )*};
}

numbers! {
    i32 => Integer; u32 => Integer; i64 => Integer; u64 => Integer; i128 => Integer;
    f32 => Float; f64 => Float;
}

/// The wanted number of clusters, or the edges that may join them.
#[derive(Clone, Copy)]
pub(crate) enum Wanted {
    Count(usize),
    Within(Number),
}

/// The edges of a forest, and the order in which they join its nodes.
pub(crate) struct Joined<W: Weight> {
    list: EdgeList<W>,
    objective: Objective,
    dendrogram: OnceLock<Dendrogram<W>>,
}

/// The same for weights of any type.
pub(crate) trait Joins: Send + Sync {
    /// The edges of the forest.
    fn columns<'py>(&self, py: Python<'py>, exec: &Exec) -> PyResult<Columns<'py>>;
    fn components(&self) -> Result<Components>;
    fn clusters(&self, exec: &Exec, wanted: Wanted) -> Result<Components>;
    /// The rows of the linkage matrix, one after the other.
    fn linkage(&self, exec: &Exec) -> Result<Vec<f64>>;
    /// The positions of the edges among those of the forest.
    fn bottlenecks(&self, exec: &Exec, pairs: &[[Node; 2]]) -> Result<Vec<Option<EdgeId>>>;
}

impl<W: Weight + ToNumber> Joined<W> {
    /// Creates the joins of a forest's edges, in the order of their ids.
    pub(crate) fn new(list: EdgeList<W>, objective: Objective) -> Self {
        Self { list, objective, dendrogram: OnceLock::new() }
    }

    fn forest(&self, exec: &Exec) -> Result<Forest<W>> {
        let ids = memory::from_fn("ids", self.list.edge_count(), EdgeId::new)?;
        Ok(Forest::from_edges(exec, &self.list, ids))
    }

    fn dendrogram(&self, exec: &Exec) -> Result<&Dendrogram<W>> {
        if let Some(made) = self.dendrogram.get() {
            return Ok(made);
        }
        let forest = self.forest(exec)?;
        let made = Dendrogram::new(exec, &self.list, &forest, self.objective)?;
        Ok(self.dendrogram.get_or_init(|| made))
    }

    /// Returns `true` if an edge of this weight joins clusters within a cut.
    fn is_within(&self, weight: W, cut: Number) -> bool {
        let order = match (weight.number(), cut) {
            (Number::Integer(weight), Number::Integer(cut)) => Some(weight.cmp(&cut)),
            (Number::Float(weight), Number::Integer(cut)) => {
                let floor = weight.floor();
                Some((floor as i128).cmp(&cut).then(weight.total_cmp(&floor)))
            }
            (_, Number::Float(cut)) => weight.compare(cut),
        };
        order.is_some_and(|order| match self.objective {
            Objective::Minimum => order.is_le(),
            Objective::Maximum => order.is_ge(),
        })
    }
}

impl<W: Weight + ToNumber + Element> Joins for Joined<W> {
    fn columns<'py>(&self, py: Python<'py>, exec: &Exec) -> PyResult<Columns<'py>> {
        let [u, v] = ends(py, exec, &self.list)?;
        Ok((u, v, Some(weights(py, exec, &self.list)?)))
    }

    fn components(&self) -> Result<Components> {
        let ids = memory::from_fn("ids", self.list.edge_count(), EdgeId::new)?;
        Forest::from_edges(None, &self.list, ids).components(&self.list)
    }

    fn clusters(&self, exec: &Exec, wanted: Wanted) -> Result<Components> {
        let dendrogram = self.dendrogram(exec)?;
        match wanted {
            Wanted::Count(count) => dendrogram.clusters(exec, count),
            Wanted::Within(Number::Float(cut)) if cut.is_nan() => {
                Err(Error::argument("cut", "a number", cut))
            }
            Wanted::Within(cut) => dendrogram.clusters_while(exec, |join| self.is_within(join.weight, cut)),
        }
    }

    fn linkage(&self, exec: &Exec) -> Result<Vec<f64>> {
        let merges = self.dendrogram(exec)?.merges(&self.list)?;
        let mut rows = memory::reserve("the linkage matrix", 4 * merges.len())?;
        for merge in merges {
            let [a, b] = merge.clusters.map(|cluster| cluster as f64);
            rows.extend([a, b, merge.join.weight.to_f64(), merge.size as f64]);
        }
        Ok(rows)
    }

    fn bottlenecks(&self, exec: &Exec, pairs: &[[Node; 2]]) -> Result<Vec<Option<EdgeId>>> {
        let joins = self.dendrogram(exec)?.bottlenecks(exec, pairs)?;
        Ok(joins.into_iter().map(|join| join.map(|join| join.edge)).collect())
    }
}
