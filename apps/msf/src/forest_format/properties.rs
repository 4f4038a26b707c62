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
    /// The course of the edge, as well-known text.
    Line(&'a str),
}

impl Property<'_> {
    /// Returns the text, if it is one.
    pub(super) fn text(&self) -> Option<&str> {
        match self {
            Self::Name(Name::Text(text)) | Self::Text(text) | Self::Line(text) => Some(text),
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
            Self::Text(text) | Self::Line(text) => text.fmt(f),
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
        let of_course = self.has_courses().then_some("geometry");
        let own = [
            ("source", name),
            ("target", name),
            ("weight", weight),
            ("edge", Kind::Integer),
            ("tree", Kind::Integer),
        ];
        let of_root = [("depth", Kind::Integer), ("cost", weight)];
        let of_root = if self.rooted.is_some() { &of_root[..] } else { &[] };
        let owned = |&(name, kind): &(&str, Kind)| (name.to_owned(), kind);
        let mut columns: Vec<(String, Kind)> = own.iter().map(owned).collect();
        for column in &self.attributes.columns {
            let kind = match &column.values {
                Values::Integers(_) => Kind::Integer,
                Values::Reals(_) => Kind::Real,
                _ => Kind::Text,
            };
            let is_taken = |name: &str| {
                let of_root = of_root.iter().map(|own| own.0);
                let mut taken = columns.iter().map(|(name, _)| &**name).chain(of_root).chain(of_course);
                taken.any(|taken| taken.eq_ignore_ascii_case(name))
            };
            let others = (2..).map(|number| format!("{}_{number}", column.name));
            let mut names = [column.name.clone()].into_iter().chain(others);
            let name = names.find(|name| !is_taken(name)).expect("some number is free");
            columns.push((name, kind));
        }
        columns.extend(of_root.iter().map(owned));
        if self.has_courses() {
            columns.push(("geometry".to_owned(), Kind::Text));
        }
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
        put(3, Property::Number(self.id(id)))?;
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
        let mut next = 5 + self.attributes.columns.len();
        if let Some((depth, cost)) = from_root {
            put(next, Property::Number(depth.into()))?;
            put(next + 1, Property::Total(cost))?;
            next += 2;
        }
        if !self.has_courses() {
            return Ok(());
        }
        let points = self.course(row).unwrap_or_default();
        let points: Vec<String> = points.iter().map(|[x, y]| format!("{x} {y}")).collect();
        let line =
            if points.is_empty() { String::new() } else { format!("LINESTRING ({})", points.join(", ")) };
        put(next, Property::Line(&line))
    }

    /// Returns `true` if the course of edges is known.
    fn has_courses(&self) -> bool {
        self.attributes.shapes.is_some() && self.places.is_some()
    }

    /// Returns the course of an edge, from its first end to its second; `None` if an end has no place.
    pub(super) fn course(&self, row: &Row) -> Option<Vec<[f64; 2]>> {
        let [first, last] =
            row.ends.map(|node| self.places.map_or([f64::NAN; 2], |places| places[node.index()]));
        if ![first, last].as_flattened().iter().all(|x| x.is_finite()) {
            return None;
        }
        let mut course = vec![first];
        course.extend(self.attributes.shapes.iter().flat_map(|shapes| shapes.points(row.id)));
        if self.graph.ends(row.id.index()) != row.ends {
            course[1..].reverse();
        }
        course.push(last);
        Some(course)
    }
}
