//! A graph that is being written.
//!
//! The writer of a format checks that it can hold the graph before it begins the file ([`Writing::put`]).

use std::io;
use std::ops::RangeInclusive;
use std::path::Path;

use crate::output::Output;
use crate::output::decimal::Decimal;
use crate::output::in_order::EdgeSource;
use crate::{Attributes, Compression, Names, WriteOptions};
use boscage_core::exec::Exec;
use boscage_core::graph::AnyEdgeList;
use boscage_core::{Error, Result};
use boscage_generate::Recipe;

/// A graph, its destination, and options.
pub(crate) struct Writing<'a, G> {
    pub(crate) exec: &'a Exec,
    pub(crate) path: &'a Path,
    pub(crate) graph: G,
    pub(crate) names: &'a Names,
    pub(crate) attributes: &'a Attributes,
    pub(crate) options: &'a WriteOptions,
    pub(crate) is_directed: bool,
}

/// Edges whose data has a type that is known only at run time: a list or a recipe.
#[derive(Clone, Copy)]
pub(crate) enum AnyEdges<'a> {
    List(&'a AnyEdgeList),
    Recipe(&'a Recipe),
}

/// Evaluates an expression with a name bound to a [`Writing`] whose edges have a type ([`EdgeSource`]).
macro_rules! with_edges {
    ($writing:expr, $typed:ident => $body:expr) => {
        match $writing.graph {
            $crate::output::AnyEdges::List(list) => boscage_core::with_edge_list!(list, list => {
                let $typed = &$writing.of(list.as_view());
                $body
            }),
            $crate::output::AnyEdges::Recipe(recipe) => {
                let $typed = &$writing.of(recipe);
                $body
            }
        }
    };
}
pub(crate) use with_edges;

impl<'a, G> Writing<'a, G> {
    /// The same with another form of the graph.
    pub(crate) fn of<H>(&self, graph: H) -> Writing<'a, H> {
        let &Self { exec, path, names, attributes, options, is_directed, .. } = self;
        Writing { exec, path, graph, names, attributes, options, is_directed }
    }

    /// Writes the file.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Cancelled`].
    pub(crate) fn put(&self, write: impl FnOnce(&mut Output) -> io::Result<()>) -> Result<()> {
        self.of(()).put_by(Box::new(write))
    }

    /// The same items, which are written one after the other; the progress is reported.
    pub(crate) fn written<I: ExactSizeIterator>(&self, items: I) -> impl Iterator<Item = I::Item> {
        /// Number of items between two reports.
        const STEP: usize = 1 << 14;
        let (exec, all) = (self.exec, items.len());
        items.enumerate().map(move |(done, item)| {
            if done % STEP == 0 {
                exec.report_progress("writing", done as u64, all as u64);
            }
            item
        })
    }

    /// The error that the graph cannot be written.
    pub(crate) fn refuse(&self, what: impl Into<String>, cure: &'static str) -> Error {
        Error::Unwritable { path: self.path.to_owned(), what: what.into(), cure }
    }
}

/// A writer of the content of a file.
type Content<'a> = Box<dyn FnOnce(&mut Output) -> io::Result<()> + 'a>;

impl Writing<'_, ()> {
    /// Not generic, so that it is compiled once.
    fn put_by(&self, write: Content<'_>) -> Result<()> {
        let compression = self.options.compression.or_else(|| Compression::from_suffix(self.path));
        let mut output = Output::create(self.path, compression)?;
        write(&mut output).map_err(|source| match self.exec.check_cancelled() {
            Ok(()) => output.error(source),
            Err(cancelled) => cancelled,
        })?;
        output.finish()
    }
}

impl<S: EdgeSource> Writing<'_, S> {
    /// Checks that all weights are integers in a range.
    ///
    /// # Errors
    /// The first other weight.
    pub(crate) fn demand_naturals(&self, range: RangeInclusive<u64>, holder: &str) -> Result<()> {
        let all = S::Data::NATURALS;
        if all.is_some_and(|all| range.contains(all.start()) && range.contains(all.end())) {
            return Ok(());
        }
        let held = |weight: S::Data| weight.natural().is_some_and(|weight| range.contains(&weight));
        match self.graph.find(|edge| !held(edge.weight)) {
            None => Ok(()),
            Some((id, edge)) => {
                let (least, most, weight) = (range.start(), range.end(), edge.weight.shown());
                let what = format!(
                    "{holder} holds only integer weights from {least} to {most}, and edge {id} \
                     weighs {weight}"
                );
                Err(self.refuse(what, "leave the weights out, or choose a text format"))
            }
        }
    }
}
