//! Edges that are stored in a file as in memory: [`Format::Boscage`](crate::Format::Boscage) and
//! [`Format::EdgeArray`](crate::Format::EdgeArray).
//!
//! All threads read them directly into the array of edges. Each block is checked while it is in the cache of
//! the thread that has read it. With [`crate::map()`] they are used in place.

use std::ops::Range;

use rayon::prelude::*;

use crate::assemble::{Outline, assemble};
use crate::budget::{Budget, Size};
use crate::formats::Binary;
use crate::{Input, Names, ReadOptions, Strings};
use boscage_core::graph::{AnyEdgeList, Edge, EdgeId, EdgeList, EdgeListView, FileData};
use boscage_core::{At, Error, Result, with_edge_list};

/// The name of the array in errors.
const WHAT: &str = "the edge list";

/// The name of the array of names in errors.
pub(crate) const NAMES: &str = "the names of the nodes";

/// The place of the edges in a file, and all other facts about it.
#[derive(Debug)]
pub(crate) struct RawEdges {
    pub(crate) outline: Outline,
    /// The first byte of listed names, or of the ends of names that are texts.
    pub(crate) names_at: u64,
    /// The data of the edges.
    pub(crate) weights: WeightType,
    /// The first byte of the edges. The file is long enough for all of them.
    pub(crate) at: u64,
    /// The number of edges, which may be more than a list can hold.
    pub(crate) len: u64,
}

/// The type of the data of edges.
#[derive(Clone, Copy, Debug)]
pub(crate) enum WeightType {
    None,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
}

/// Evaluates an expression with the name of a type bound to `()` or one of the six types of weights.
macro_rules! with_weight_type {
    ($weights:expr, $W:ident => $body:expr) => {
        match $weights {
            $crate::formats::WeightType::None => with_weight_type!(@ (), $W => $body),
            $crate::formats::WeightType::I32 => with_weight_type!(@ i32, $W => $body),
            $crate::formats::WeightType::U32 => with_weight_type!(@ u32, $W => $body),
            $crate::formats::WeightType::I64 => with_weight_type!(@ i64, $W => $body),
            $crate::formats::WeightType::U64 => with_weight_type!(@ u64, $W => $body),
            $crate::formats::WeightType::F32 => with_weight_type!(@ f32, $W => $body),
            $crate::formats::WeightType::F64 => with_weight_type!(@ f64, $W => $body),
        }
    };
    (@ $weight:ty, $W:ident => $body:expr) => {{
        type $W = $weight;
        $body
    }};
}
pub(crate) use with_weight_type;

impl RawEdges {
    /// Copies the edges, and makes an input of them.
    ///
    /// # Errors
    /// Invalid edges, [`Error::Io`], and those of [`assemble`].
    pub(crate) fn read(self, file: &Binary<'_>, options: &ReadOptions) -> Result<Input> {
        let edges = self.edges(file, options)?;
        with_edge_list!(edges, list => assemble(list.into_edges(), self.outline, options))
    }

    /// The same, with listed names.
    ///
    /// # Errors
    /// Those of [`RawEdges::names`].
    pub(crate) fn with_names(mut self, file: &Binary<'_>) -> Result<Self> {
        match self.outline.names {
            Names::Offset(_) => {}
            Names::Listed(_) => {
                self.outline.names = Names::Listed(self.names(file, 0, self.outline.nodes)?);
            }
            Names::Text(_) => self.outline.names = Names::Text(self.texts(file)?),
        }
        Ok(self)
    }

    /// The names, in a file whose names are texts: their ends, then their bytes, up to the end of the file.
    ///
    /// # Errors
    /// Those of [`RawEdges::texts_of`]; [`Error::Io`].
    fn texts(&self, file: &Binary<'_>) -> Result<Strings> {
        let (nodes, (at, len)) = (self.outline.nodes, self.texts_at(file));
        let ends = file.array(NAMES, self.names_at, nodes, |_, ends: &mut [u64]| {
            ends.iter_mut().for_each(|end| *end = u64::from_le(*end));
            Ok(())
        })?;
        self.texts_of(file, &ends, file.array(NAMES, at, len as usize, |_, _| Ok(()))?)
    }

    /// The first byte of the names, in a file whose names are texts, and their bytes.
    pub(crate) fn texts_at(&self, file: &Binary<'_>) -> (u64, u64) {
        let at = self.names_at + 8 * self.outline.nodes as u64;
        (at, file.len() - at)
    }

    /// The names, given the end of each and the bytes of all.
    ///
    /// # Errors
    /// If they do not ascend or are not UTF-8; [`Error::OutOfMemory`].
    pub(crate) fn texts_of(&self, file: &Binary<'_>, ends: &[u64], bytes: Vec<u8>) -> Result<Strings> {
        let (nodes, at, (bytes_at, len)) = (self.outline.nodes, self.names_at, self.texts_at(file));
        let begin = |node: usize| if node == 0 { 0 } else { ends[node - 1] };
        let is_wrong = |node: usize| ends[node] < begin(node) || ends[node] > len;
        if let Some(node) = (0..nodes).into_par_iter().position_first(is_wrong) {
            let expected = format!("the end of a name, from {} to {len}", begin(node));
            return Err(file.wrong(At::Byte(at + 8 * node as u64), expected, ends[node], ""));
        }
        if begin(nodes) != len {
            let found = format!("{} of {len} bytes", begin(nodes));
            return Err(file.wrong(At::Whole, "names that take all bytes after their ends", found, ""));
        }
        let name = |node: usize| &bytes[begin(node) as usize..ends[node] as usize];
        let is_wrong = |node: usize| std::str::from_utf8(name(node)).is_err();
        if let Some(node) = (0..nodes).into_par_iter().position_first(is_wrong) {
            return Err(file.wrong(At::Byte(bytes_at + begin(node)), "a name in UTF-8", "other bytes", ""));
        }
        let is_wrong = |node: usize| node > 0 && name(node - 1) >= name(node);
        if let Some(node) = (0..nodes).into_par_iter().position_first(is_wrong) {
            let [before, found] = [node - 1, node].map(|node| String::from_utf8_lossy(name(node)));
            let expected = format!("a name above {before:?}, the name before it");
            return Err(file.wrong(At::Byte(bytes_at + begin(node)), expected, format!("{found:?}"), ""));
        }
        let lens = (0..nodes).map(|node| (ends[node] - begin(node)) as usize);
        Strings::from_bytes(bytes, lens)
    }

    /// The names of `len` nodes from `first` on, in a file that lists names.
    ///
    /// # Errors
    /// If they do not ascend; [`Error::Io`] and [`Error::OutOfMemory`].
    pub(crate) fn names(&self, file: &Binary<'_>, first: usize, len: usize) -> Result<Vec<u64>> {
        let at = self.names_at + 8 * first as u64;
        let names = file.array(NAMES, at, len, |_, names: &mut [u64]| {
            names.iter_mut().for_each(|name| *name = u64::from_le(*name));
            Ok(())
        })?;
        match names.par_windows(2).position_first(|pair| pair[0] >= pair[1]) {
            None => Ok(names),
            Some(i) => {
                let expected = format!("a name above {}, the name before it", names[i]);
                let place = At::Byte(at + 8 * (i as u64 + 1));
                Err(file.wrong(place, expected, names[i + 1], ""))
            }
        }
    }

    /// The edges whose positions are in a range.
    pub(crate) fn cut(self, range: Range<u64>) -> Self {
        let width = with_weight_type!(self.weights, E => size_of::<Edge<E>>()) as u64;
        Self { at: self.at + range.start * width, len: range.end - range.start, ..self }
    }

    /// Copies the edges. If the file has no weights but the caller wants some, all weights are 1.
    ///
    /// # Errors
    /// Invalid edges, too many edges for memory or for ids, and [`Error::Io`].
    pub(crate) fn edges(&self, file: &Binary<'_>, options: &ReadOptions) -> Result<AnyEdgeList> {
        let (len, nodes) = (EdgeId::check_count(self.len)?, self.outline.nodes);
        with_weight_type!(self.weights, E => {
            let Outline { path, lists, .. } = &self.outline;
            let weight_bytes = self.outline.weight_bytes::<E>(options);
            // Weights 1 of older files are dropped in a copy.
            let scratch_bytes = if weight_bytes < size_of::<E>() { len * size_of::<Edge<E>>() } else { 0 };
            let name_bytes = match &self.outline.names {
                Names::Text(names) => names.memory(),
                _ => 0,
            };
            let size = Size { nodes, listed: len, weight_bytes, name_bytes, ..Size::default() };
            let mut budget = Budget::of(options, path, *lists);
            match &self.outline.names {
                // They are read afterwards.
                Names::Listed(names) if names.len() < nodes => budget.admit(size)?,
                _ => budget.admit_whole(Size { scratch_bytes, ..size })?,
            }
            if weight_bytes > size_of::<E>() {
                return Ok(EdgeList::from_checked(nodes, self.weighing_one(file, len)?).into());
            }
            let edges = file.array(WHAT, self.at, len, |first, edges: &mut [Edge<E>]| {
                edges.iter_mut().for_each(|edge| *edge = little_endian(*edge));
                self.check(file, first, edges)
            })?;
            Ok(E::into_any(EdgeList::from_checked(nodes, edges)))
        })
    }

    /// Copies edges without weights and gives each the weight 1.
    fn weighing_one(&self, file: &Binary<'_>, len: usize) -> Result<Vec<Edge<u32>>> {
        let size = (len, size_of::<Edge<()>>());
        file.narrow_array(WHAT, self.at, size, |first, edges: &mut [Edge<u32>]| {
            // The ends fill the last two thirds of the words. Writing never reaches unread words.
            let (len, words) = (edges.len(), bytemuck::cast_slice_mut::<_, u32>(edges));
            for i in 0..len {
                let [u, v] = [words[len + 2 * i], words[len + 2 * i + 1]].map(u32::from_le);
                words[3 * i..3 * i + 3].copy_from_slice(&[u, v, 1]);
            }
            self.check(file, first, edges)
        })
    }

    /// Checks edges, the first of which is number `first` of the file.
    ///
    /// # Errors
    /// Ends that are not nodes, weights that are NaN, and weights other than 1 if the file declares none.
    pub(crate) fn check<E: FileData>(
        &self,
        file: &Binary<'_>,
        first: usize,
        edges: &[Edge<E>],
    ) -> Result<()> {
        let width = with_weight_type!(self.weights, F => size_of::<Edge<F>>());
        let wrong = |edge: usize, byte: usize, expected: String, found: String, cure| {
            let at = self.at + ((first + edge) * width + byte) as u64;
            Err(file.wrong(At::Byte(at), expected, found, cure))
        };
        match EdgeListView::new(self.outline.nodes, edges) {
            Ok(_) if self.outline.weighted || !E::IS_WEIGHT => Ok(()),
            // Weights 1 are u32. Their keys are their values.
            Ok(_) => match edges.iter().position(|edge| edge.weight.key_bits() != 1) {
                None => Ok(()),
                Some(edge) => {
                    let found = edges[edge].weight.key_bits().to_string();
                    wrong(edge, 8, "weight 1, because the file declares no weights".to_owned(), found, "")
                }
            },
            Err(Error::NodeOutOfRange { edge, node, nodes }) => {
                let byte = if u64::from(u32::from(edges[edge].u)) == node { 0 } else { 4 };
                wrong(edge, byte, format!("a node below {nodes}"), node.to_string(), "")
            }
            Err(Error::NanWeight { edge }) => {
                let cure = "NaN has no place in the order of weights";
                wrong(edge, 8, "a weight".to_owned(), "NaN".to_owned(), cure)
            }
            Err(other) => Err(other),
        }
    }
}

/// Converts the words of an edge between the byte order of this machine and little-endian.
pub(crate) fn little_endian<E: FileData>(mut edge: Edge<E>) -> Edge<E> {
    if cfg!(target_endian = "big") {
        let (ids, weight) = bytemuck::bytes_of_mut(&mut edge).split_at_mut(8);
        ids.chunks_exact_mut(4).chain([weight]).for_each(<[u8]>::reverse);
    }
    edge
}
