//! Columns of data of the edges, beside their weights.

use super::ids::Ids;
use super::keys::{Key, Kind};
use crate::{Column, Texts, Values};
use boscage_core::{Result, memory};

const WHAT: &str = "the data of the edges";

/// A column, with values for the first edges.
#[derive(Debug)]
pub(super) struct Cells {
    values: Data,
    /// True if some edge has a value.
    is_used: bool,
}

#[derive(Debug)]
enum Data {
    Integers(Vec<i64>),
    Reals(Vec<f64>),
    Texts { codes: Vec<u32>, texts: Ids },
}

impl Cells {
    /// An empty column for the data of a key.
    pub(super) fn of(key: &Key) -> Self {
        let values = match key.kind {
            Kind::Integer => Data::Integers(Vec::new()),
            Kind::Real => Data::Reals(Vec::new()),
            Kind::Boolean | Kind::Text => Data::Texts { codes: Vec::new(), texts: Ids::default() },
        };
        Self { values, is_used: false }
    }

    /// Bytes of memory.
    pub(super) fn memory(&self) -> usize {
        match &self.values {
            Data::Integers(values) => size_of_val(&**values),
            Data::Reals(values) => size_of_val(&**values),
            Data::Texts { codes, texts } => size_of_val(&**codes) + texts.memory(),
        }
    }

    fn len(&self) -> usize {
        match &self.values {
            Data::Integers(values) => values.len(),
            Data::Reals(values) => values.len(),
            Data::Texts { codes, .. } => codes.len(),
        }
    }

    /// Sets the value of an edge, the last one of those so far. A second value of an edge is not used.
    pub(super) fn set(&mut self, edge: usize, text: &str, key: &Key) -> Result<()> {
        self.is_used = true;
        self.fill(edge, key)?;
        if self.len() == edge { self.push(text) } else { Ok(()) }
    }

    /// Gives edges without a value the default, or a missing value.
    fn fill(&mut self, edges: usize, key: &Key) -> Result<()> {
        while self.len() < edges {
            self.push(key.default.as_deref().unwrap_or_default())?;
        }
        Ok(())
    }

    /// Appends a value. A column of integers in which one is missing becomes one of texts, and so does a
    /// column of numbers with a text.
    fn push(&mut self, text: &str) -> Result<()> {
        let trimmed = text.trim();
        match &mut self.values {
            Data::Integers(values) => {
                if let Ok(value) = trimmed.parse() {
                    return push(values, value);
                }
            }
            Data::Reals(values) => {
                if let Some(value) = real(trimmed) {
                    return push(values, value);
                }
            }
            Data::Texts { codes, texts } => {
                let code = texts.id(text)? as u32;
                return push(codes, code);
            }
        }
        self.become_texts()?;
        self.push(text)
    }

    fn become_texts(&mut self) -> Result<()> {
        let old =
            std::mem::replace(&mut self.values, Data::Texts { codes: Vec::new(), texts: Ids::default() });
        match old {
            Data::Integers(values) => values.iter().try_for_each(|value| self.push(&value.to_string())),
            Data::Reals(values) => values.iter().try_for_each(|value| match value.is_nan() {
                true => self.push(""),
                false => self.push(&value.to_string()),
            }),
            texts @ Data::Texts { .. } => {
                self.values = texts;
                Ok(())
            }
        }
    }

    /// The column of `edges` edges, if some edge has a value.
    pub(super) fn finish(mut self, edges: usize, key: &Key) -> Result<Option<Column>> {
        if !self.is_used {
            return Ok(None);
        }
        self.fill(edges, key)?;
        let values = match self.values {
            Data::Integers(values) => Values::Integers(values),
            Data::Reals(values) => Values::Reals(values),
            Data::Texts { codes, texts } => Values::Texts(Texts::from_codes(codes, texts.into_texts())),
        };
        Ok(Some(Column::new(key.name.clone(), values)))
    }
}

/// A real; NaN if the text is empty.
pub(super) fn real(text: &str) -> Option<f64> {
    if text.is_empty() { Some(f64::NAN) } else { text.parse().ok() }
}

fn push<T>(values: &mut Vec<T>, value: T) -> Result<()> {
    memory::grow(WHAT, values, 1)?;
    values.push(value);
    Ok(())
}
