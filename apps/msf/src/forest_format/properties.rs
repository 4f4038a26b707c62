//! The data of an edge of a forest, in the formats that name their columns.

use std::fmt;

use boscage::io::{Name, Texts, Values};
use boscage_programs::report::Total;

use super::NamedForest;
use super::rows::Row;
use crate::edges::Shown;

/// A value of an edge.
pub(super) enum Property<'a> {
    Name(Name<'a>),
    Weight(Shown<'a>),
    Total(Total),
    Number(u64),
    Integer(i64),
    Real(f64),
    Text(&'a str),
}

impl Property<'_> {
    /// Returns the text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Name(Name::Text(text)) | Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

impl fmt::Display for Property<'_> {
    /// Writes the value for programs: floats keep their point or exponent.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => name.fmt(f),
            Self::Weight(weight) => fmt::Debug::fmt(weight, f),
            Self::Total(total) => total.plain().fmt(f),
            Self::Number(number) => number.fmt(f),
            Self::Integer(number) => number.fmt(f),
            Self::Real(number) => fmt::Debug::fmt(number, f),
            Self::Text(text) => text.fmt(f),
        }
    }
}

/// The type of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Integer,
    Real,
    Text,
}

impl NamedForest<'_> {
    /// Returns the names and types of the columns of [`NamedForest::properties`]. A column of the graph that
    /// has the name of one of the forest gets another.
    pub(super) fn columns(&self) -> Vec<(String, Kind)> {
        let weight =
            if matches!(self.graph.weight_type(), "f32" | "f64") { Kind::Real } else { Kind::Integer };
        let name = match self.names {
            boscage::io::Names::Text(_) => Kind::Text,
            _ => Kind::Integer,
        };
        let own = [
            ("source", name),
            ("target", name),
            ("weight", weight),
            ("edge", Kind::Integer),
            ("tree", Kind::Integer),
        ];
        let of_root = [("depth", Kind::Integer), ("cost", weight)];
        let of_root = if self.rooted.is_some() { &of_root[..] } else { &[] };
        let is_taken = |name: &str| own.iter().chain(of_root).any(|own| own.0.eq_ignore_ascii_case(name));
        let owned = |&(name, kind): &(&str, Kind)| (name.to_owned(), kind);
        let mut columns: Vec<_> = own.iter().map(owned).collect();
        columns.extend(self.attributes.columns.iter().map(|column| {
            let kind = match &column.values {
                Values::Integers(_) => Kind::Integer,
                Values::Reals(_) => Kind::Real,
                _ => Kind::Text,
            };
            let other = if is_taken(&column.name) { "_2" } else { "" };
            (format!("{}{other}", column.name), kind)
        }));
        columns.extend(of_root.iter().map(owned));
        columns
    }

    /// Calls a function with the number of each column and the value of an edge in it.
    pub(super) fn properties(
        &self,
        row: &Row,
        mut put: impl FnMut(usize, Property<'_>) -> std::io::Result<()>,
    ) -> std::io::Result<()> {
        let Row { id, ends: [u, v], from_root } = *row;
        let tree = self.trees.map_or(0, |trees| trees.labels()[u.index()]);
        put(0, Property::Name(self.names.name(u)))?;
        put(1, Property::Name(self.names.name(v)))?;
        put(2, Property::Weight(self.graph.weight(id.index())))?;
        put(3, Property::Number(id.index() as u64))?;
        put(4, Property::Number(tree.into()))?;
        for (number, column) in (5..).zip(&self.attributes.columns) {
            let text = |texts: &Texts| texts.get(id).to_owned();
            match &column.values {
                Values::Integers(values) => put(number, Property::Integer(values[id.index()]))?,
                Values::Reals(values) => put(number, Property::Real(values[id.index()]))?,
                Values::Texts(values) => put(number, Property::Text(&text(values)))?,
                other => put(number, Property::Text(&other.shown(id)))?,
            }
        }
        let Some((depth, cost)) = from_root else { return Ok(()) };
        let next = 5 + self.attributes.columns.len();
        put(next, Property::Number(depth.into()))?;
        put(next + 1, Property::Total(cost))
    }
}
