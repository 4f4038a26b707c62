//! Data of nodes and edges that files have beside names and weights.

use std::collections::HashMap;

use crate::Strings;
use boscage_core::bits::Bits;
use boscage_core::graph::EdgeId;
use boscage_core::{Result, memory};

/// Data of the nodes and edges of a file, beside their names and weights.
///
/// Only formats that carry such data have them: OpenStreetMap, tables, and GraphML.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{self, ReadOptions};
///
/// let input = io::read_bytes(&Exec::new(1)?, "graph.txt", b"1 2\n", &ReadOptions::default())?;
/// assert!(input.attributes.coordinates.is_none() && input.attributes.columns.is_empty());
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Attributes {
    /// x and y of every node; NaN for nodes without a place. For OpenStreetMap these are longitude and
    /// latitude in degrees.
    pub coordinates: Option<Vec<[f64; 2]>>,
    /// Columns of data, one value per edge, in the order of the edges.
    pub columns: Vec<Column>,
    /// The course of every edge between its ends.
    pub shapes: Option<Shapes>,
}

impl Attributes {
    /// No attributes.
    pub(crate) const fn none() -> Self {
        Self { coordinates: None, columns: Vec::new(), shapes: None }
    }

    /// Bytes of the data of an edge as text, more or less: a text counts as often as others of its column.
    pub(crate) fn bytes_per_edge(&self) -> usize {
        let of_column = |column: &Column| match &column.values {
            Values::Integers(_) => 10,
            Values::Reals(_) => 20,
            Values::Texts(texts) => texts.distinct.memory() / texts.distinct.len().max(1),
        };
        let of_shapes = |shapes: &Shapes| 40 * (shapes.all_points().len() / shapes.len().max(1) + 2);
        self.columns.iter().map(of_column).sum::<usize>() + self.shapes.as_ref().map_or(0, of_shapes)
    }

    /// Returns `true` if there are data of edges.
    pub(crate) fn has_edge_data(&self) -> bool {
        !self.columns.is_empty() || self.shapes.is_some()
    }

    /// Keeps the data of the edges in a set, by position.
    pub(crate) fn keep(&mut self, edges: &Bits) {
        fn keep<T>(values: &mut Vec<T>, edges: &Bits) {
            let mut at = 0..;
            values.retain(|_| edges.contains(at.next().unwrap_or_default()));
        }
        for column in &mut self.columns {
            match &mut column.values {
                Values::Integers(values) => keep(values, edges),
                Values::Reals(values) => keep(values, edges),
                Values::Texts(values) => keep(&mut values.codes, edges),
            }
        }
        if let Some(shapes) = &mut self.shapes {
            shapes.keep(edges);
        }
    }
}

/// A named column with a value per edge.
///
/// # Examples
/// ```
/// use boscage::io::{Column, Texts, Values};
///
/// let streets: Texts = ["Main Street", "", "Main Street"].into_iter().collect();
/// let column = Column::new("name", Values::Texts(streets));
/// assert_eq!(column.values.shown(2), "Main Street");
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Column {
    /// The name of the column.
    pub name: String,
    /// The values.
    pub values: Values,
}

impl Column {
    /// Creates a column.
    #[must_use]
    pub fn new(name: impl Into<String>, values: Values) -> Self {
        Self { name: name.into(), values }
    }
}

/// The values of a column. See [`Column`] for an example.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Values {
    /// Integers, such as ids.
    Integers(Vec<i64>),
    /// Reals.
    Reals(Vec<f64>),
    /// Texts; a missing value is the empty text.
    Texts(Texts),
}

impl Values {
    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Integers(values) => values.len(),
            Self::Reals(values) => values.len(),
            Self::Texts(values) => values.len(),
        }
    }

    /// Returns `true` if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a value as text, as in a file. Reals have as many digits as tell them from others.
    ///
    /// # Panics
    /// If there is no value for this edge.
    #[must_use]
    pub fn shown(&self, edge: impl Into<EdgeId>) -> String {
        let edge = edge.into();
        match self {
            Self::Integers(values) => values[edge.index()].to_string(),
            Self::Reals(values) => values[edge.index()].to_string(),
            Self::Texts(values) => values.get(edge).to_owned(),
        }
    }
}

/// A column of texts, each of which is stored once: 4 bytes per value, and the distinct texts. Columns are
/// equal if their values are. See [`Column`] for an example.
#[derive(Clone, Debug, Default)]
pub struct Texts {
    codes: Vec<u32>,
    distinct: Strings,
}

impl Texts {
    /// Creates a column from the distinct texts, and the index of each value among them.
    ///
    /// # Panics
    /// If there is no text with one of the indices.
    #[must_use]
    pub fn from_codes(codes: Vec<u32>, distinct: Strings) -> Self {
        assert!(codes.iter().all(|&code| (code as usize) < distinct.len()), "a text of every value");
        Self { codes, distinct }
    }

    /// The distinct texts.
    pub(crate) fn distinct(&self) -> &Strings {
        &self.distinct
    }

    /// The same texts for other values.
    pub(crate) fn map_codes(self, f: impl FnOnce(&[u32]) -> Result<Vec<u32>>) -> Result<Self> {
        Ok(Self { codes: f(&self.codes)?, distinct: self.distinct })
    }

    /// Returns the number of values.
    #[must_use]
    pub fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns `true` if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.codes.is_empty()
    }

    /// Returns the text of an edge.
    ///
    /// # Panics
    /// If there is no value for this edge.
    #[must_use]
    pub fn get(&self, edge: impl Into<EdgeId>) -> &str {
        self.distinct.get(self.codes[edge.into().index()] as usize)
    }

    /// Returns an iterator over the texts of all edges.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        self.codes.iter().map(|&code| self.distinct.get(code as usize))
    }
}

impl PartialEq for Texts {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl Eq for Texts {}

impl<S: AsRef<str>> FromIterator<S> for Texts {
    fn from_iter<I: IntoIterator<Item = S>>(texts: I) -> Self {
        let (mut codes, mut distinct) = (Vec::new(), Vec::new());
        let mut known: HashMap<String, u32> = HashMap::new();
        for text in texts {
            let text = text.as_ref();
            let next = known.len() as u32;
            let code = known.get(text).copied().unwrap_or_else(|| {
                distinct.push(text.to_owned());
                known.insert(text.to_owned(), next);
                next
            });
            codes.push(code);
        }
        Self { codes, distinct: distinct.into_iter().collect() }
    }
}

/// The course of every edge between its ends: the points that a line through it visits, from the first end
/// to the second, without the ends. 16 bytes per point and 8 per edge.
///
/// # Examples
/// ```
/// use boscage::io::Shapes;
///
/// let mut shapes = Shapes::default();
/// shapes.push([[24.94, 60.17], [24.95, 60.17]])?;
/// shapes.push([])?;
/// assert_eq!(shapes.points(0).len(), 2);
/// assert!(shapes.points(1).is_empty());
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shapes {
    points: Vec<[f64; 2]>,
    /// The end of each edge's points.
    ends: Vec<usize>,
}

impl Shapes {
    /// The points of all edges, one after the other, and the end of each edge's.
    pub(crate) fn of_points(points: Vec<[f64; 2]>, ends: Vec<usize>) -> Self {
        Self { points, ends }
    }

    /// Returns the number of edges.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the points of an edge, without its ends.
    ///
    /// # Panics
    /// If there is no such edge.
    #[must_use]
    pub fn points(&self, edge: impl Into<EdgeId>) -> &[[f64; 2]] {
        let index = edge.into().index();
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.points[begin..self.ends[index]]
    }

    /// Returns the points of all edges, one edge after the other.
    #[must_use]
    pub fn all_points(&self) -> &[[f64; 2]] {
        &self.points
    }

    /// Replaces every point by a function of it, as for another unit.
    ///
    /// # Examples
    /// ```
    /// use boscage::io::Shapes;
    ///
    /// let mut shapes = Shapes::default();
    /// shapes.push([[24_940_000.0, 60_170_000.0]])?;
    /// shapes.map_points(|point| point.map(|x| x / 1e6));
    /// assert_eq!(shapes.points(0), [[24.94, 60.17]]);
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn map_points(&mut self, mut f: impl FnMut([f64; 2]) -> [f64; 2]) {
        self.points.iter_mut().for_each(|point| *point = f(*point));
    }

    /// Keeps the edges in a set.
    fn keep(&mut self, edges: &Bits) {
        let (mut begin, mut points, mut count) = (0, 0, 0);
        for edge in 0..self.ends.len() {
            let line = begin..self.ends[edge];
            begin = line.end;
            if edges.contains(edge) {
                self.points.copy_within(line.clone(), points);
                points += line.len();
                self.ends[count] = points;
                count += 1;
            }
        }
        self.points.truncate(points);
        self.ends.truncate(count);
    }

    /// Appends the points of the next edge.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    pub fn push(&mut self, points: impl IntoIterator<Item = [f64; 2]>) -> Result<()> {
        const WHAT: &str = "the points of edges";
        for point in points {
            memory::grow(WHAT, &mut self.points, 1)?;
            self.points.push(point);
        }
        memory::grow(WHAT, &mut self.ends, 1)?;
        self.ends.push(self.points.len());
        Ok(())
    }
}
