//! Keys: the data that nodes and edges have.

use std::collections::HashMap;

use super::xml::{Token, Xml};
use crate::text::number::{self, Flaw};
use crate::text::{Number, quoted};
use crate::{ReadOptions, course};
use boscage_core::{At, Error, Result};

/// Largest number of keys.
const MOST: usize = 10_000;

/// Largest number of columns. A column takes memory for every edge, even if few edges have the datum.
const MOST_COLUMNS: usize = 64;

/// Names of weights, the first of which counts.
pub(super) const WEIGHTS: [&str; 5] = ["weight", "Weight", "cost", "length", "distance"];

/// Names of coordinates, the first pair of which counts.
const COORDINATES: [[&str; 2]; 3] = [["x", "y"], ["lon", "lat"], ["longitude", "latitude"]];

/// The type of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Integer,
    Real,
    Boolean,
    Text,
}

/// A key.
#[derive(Clone, Debug)]
pub(super) struct Key {
    pub(super) name: String,
    pub(super) kind: Kind,
    pub(super) of_nodes: bool,
    pub(super) of_edges: bool,
    /// The value where there is none.
    pub(super) default: Option<String>,
    pub(super) role: Role,
}

impl Key {
    /// Returns `true` if it is for data of edges with a name.
    fn is_column(&self) -> bool {
        self.of_edges && !self.name.is_empty()
    }
}

/// The use of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// Weights of edges.
    Weight,
    /// A column of edges.
    Column,
    /// The lines of edges.
    Geometry,
    /// x (0) or y (1) of nodes.
    Coordinate(usize),
    /// Not used.
    None,
}

/// The keys of a file.
#[derive(Debug, Default)]
pub(super) struct Keys {
    pub(super) all: Vec<Key>,
    places: HashMap<String, usize>,
}

impl Keys {
    /// Reads the key that has begun.
    pub(super) fn read(&mut self, xml: &mut Xml<'_>) -> Result<()> {
        let id = xml.demand("id")?.to_owned();
        let scope = xml.attribute("for").unwrap_or("all");
        let (of_nodes, of_edges) = (matches!(scope, "node" | "all"), matches!(scope, "edge" | "all"));
        let kind = match xml.attribute("attr.type") {
            Some("int" | "integer" | "long") => Kind::Integer,
            Some("float" | "double") => Kind::Real,
            Some("boolean") => Kind::Boolean,
            _ => Kind::Text,
        };
        let name = xml.attribute("attr.name").unwrap_or_default().to_owned();
        let mut key = Key { name, kind, of_nodes, of_edges, default: None, role: Role::None };
        while xml.next()? == Token::Start {
            let is_default = xml.name() == "default";
            if xml.inner_text()? && is_default {
                key.default = Some(xml.text.clone());
            }
        }
        if self.all.len() == MOST {
            return Err(xml.wrong(&format!("at most {MOST} keys"), "more", ""));
        }
        if self.places.insert(id.clone(), self.all.len()).is_some() {
            return Err(xml.wrong("a key with another id", quoted(id.as_bytes()), ""));
        }
        self.all.push(key);
        Ok(())
    }

    /// The place of the key with an id.
    pub(super) fn find(&self, id: &str) -> Option<usize> {
        self.places.get(id).copied()
    }

    /// Decides what the keys are used for.
    ///
    /// # Errors
    /// If there is no such key.
    pub(super) fn assign(&mut self, xml: &Xml<'_>, options: &ReadOptions) -> Result<()> {
        let has = |name: &str| {
            let is_it = |key: &&Key| key.of_edges && key.name == name && key.kind != Kind::Boolean;
            self.all.iter().any(|key| is_it(&key))
        };
        let weight = match options.weight_attribute.as_deref() {
            Some("") => None,
            Some(wanted) if has(wanted) => Some(wanted),
            Some(wanted) => return Err(self.missing(xml, wanted)),
            None => WEIGHTS.into_iter().find(|name| has(name)),
        };
        let has_nodes =
            |name: &&str| self.all.iter().any(|key| key.of_nodes && key.name.eq_ignore_ascii_case(name));
        let places = COORDINATES.iter().find(|pair| pair.iter().all(&has_nodes));
        let is_line =
            |name: &&str| self.all.iter().any(|key| key.of_edges && key.name.eq_ignore_ascii_case(name));
        let geometry = course::NAMES.into_iter().find(|name| options.keep_geometry && is_line(name));
        let is_geometry = |key: &&Key| geometry.is_some_and(|name| key.name.eq_ignore_ascii_case(name));
        if self.all.iter().filter(is_geometry).any(|key| key.of_edges && key.default.is_some()) {
            return Err(xml.wrong_at(At::Whole, "lines without a default", "one", "write it at each edge"));
        }
        let mut columns = 0;
        for key in &mut self.all {
            let axis =
                places.and_then(|pair| pair.iter().position(|name| key.name.eq_ignore_ascii_case(name)));
            key.role = match axis {
                _ if key.of_edges && weight == Some(&*key.name) && key.kind != Kind::Boolean => Role::Weight,
                Some(axis) if key.of_nodes => Role::Coordinate(axis),
                _ if key.of_edges && geometry.is_some_and(|name| key.name.eq_ignore_ascii_case(name)) => {
                    Role::Geometry
                }
                _ if key.is_column() && columns < MOST_COLUMNS => Role::Column,
                _ => Role::None,
            };
            columns += usize::from(key.role == Role::Column);
        }
        Ok(())
    }

    #[cold]
    fn missing(&self, xml: &Xml<'_>, wanted: &str) -> Error {
        let names = self.all.iter().filter(|key| key.of_edges && !key.name.is_empty()).take(20);
        let names: Vec<String> = names.map(|key| quoted(key.name.as_bytes())).collect();
        let found = match names.len() {
            0 => "no attributes of edges".to_owned(),
            _ => format!("the attributes {}", names.join(", ")),
        };
        let expected = format!("an attribute {} of edges, of numbers", quoted(wanted.as_bytes()));
        xml.wrong_at(At::Whole, &expected, found, "")
    }

    /// The place of the key with the default of the weights, if there is one.
    pub(super) fn default_weight(&self) -> Option<usize> {
        self.all.iter().position(|key| key.role == Role::Weight && key.default.is_some())
    }

    /// The names of some of the data of edges that are not used because there are too many.
    pub(super) fn unused(&self) -> String {
        self.names(|key| key.role == Role::None && key.is_column())
    }

    /// The names of some of the data of edges that are numbers, and not used as weights.
    pub(super) fn numbers(&self) -> String {
        self.names(|key| matches!(key.kind, Kind::Integer | Kind::Real) && key.is_column())
    }

    fn names(&self, is_meant: impl Fn(&Key) -> bool) -> String {
        const SHOWN: usize = 8;
        let meant = self.all.iter().filter(|key| is_meant(key)).take(SHOWN);
        meant.map(|key| quoted(key.name.as_bytes())).collect::<Vec<_>>().join(", ")
    }

    /// Returns `true` if edges have weights.
    pub(super) fn are_weighted(&self) -> bool {
        self.all.iter().any(|key| key.role == Role::Weight)
    }
}

/// The weight that a text is, if it has a type of numbers or is text that is a number.
pub(super) fn weight(xml: &Xml<'_>, text: &str, kind: Kind) -> Result<Number> {
    let token = text.trim().as_bytes();
    let number = match kind {
        Kind::Real => number::real(token).map(Number::Real),
        _ => number::of_token(token),
    };
    let wrong = |expected: &str, cure| Err(xml.wrong(expected, quoted(token), cure));
    match number {
        Ok(Number::Real(_)) if kind == Kind::Integer => wrong("an integer, the type of the weights", ""),
        Ok(number) => Ok(number),
        Err(Flaw::NotANumber) => {
            wrong("a weight", "choose another attribute of numbers, as with --weight-attribute")
        }
        Err(Flaw::NotAWeight) => wrong("a weight", "NaN has no place in the order of weights"),
        Err(Flaw::TooLong) => wrong("a weight of at most 64 bits", "scale the weights"),
        Err(Flaw::TooLarge) => wrong("a weight of at most 1.8e308 in size", "scale the weights"),
        Err(Flaw::TooSmall) => wrong("a weight that is 0 or at least 4.9e-324 in size", "scale the weights"),
    }
}
