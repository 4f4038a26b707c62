//! Numbers of nodes that are given by names, in arrays instead of files.

use rayon::prelude::*;

use crate::Names;
use crate::assemble::{Batch, Interner, NamedEdges, Weighted};
use crate::budget::Budget;
use crate::text::{Kind, Line, Number};
use boscage_core::Result;
use boscage_core::exec::Exec;
use boscage_core::graph::{EdgeId, EdgeList};

/// Returns the edges between nodes with these names. Nodes are numbered in the ascending order of their
/// names.
///
/// # Determinism
/// The result does not depend on the number of threads.
///
/// # Errors
/// [`Error::TooMany`](boscage_core::Error::TooMany) nodes or edges, and
/// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::{Names, number_nodes};
///
/// let (list, names) = number_nodes(&Exec::new(1)?, [[700, 30], [30, 5]])?;
/// assert_eq!(names, Names::Listed(vec![5, 30, 700]));
/// assert_eq!((list.edges()[0].u.index(), list.edges()[0].v.index()), (2, 1));
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn number_nodes(
    exec: &Exec,
    ends: impl IntoIterator<Item = [u64; 2], IntoIter: ExactSizeIterator + Send>,
) -> Result<(EdgeList<()>, Names)> {
    let ends = ends.into_iter();
    EdgeId::check_count(ends.len() as u64)?;
    exec.install_for(ends.len(), || {
        let mut named = NamedEdges::within(Kind::None, Budget::default());
        for [u, v] in ends {
            named.push(u, v, Number::Natural(1), || Line::after(b""))?;
        }
        let (edges, nodes, names) = named.into_nodes()?;
        match edges.finish() {
            Ok(Weighted::None(list)) => Ok((EdgeList::from_checked(nodes, list), names)),
            _ => unreachable!("edges are collected without weights"),
        }
    })
}

/// Texts that name nodes.
///
/// Every text gets a code when it is first seen, and its node when all have been seen.
///
/// # Examples
/// ```
/// use boscage::exec::Exec;
/// use boscage::io::TextNames;
///
/// let (texts, mut towns) = (TextNames::new(), [0; 4]);
/// texts.codes(["Rome", "Bonn", "Rome", "Oslo"], &mut towns)?;
/// let names = texts.into_nodes(&Exec::new(1)?, [&mut towns[..]])?;
/// assert_eq!(towns, [2, 0, 2, 1]);
/// assert_eq!(names.name(2), "Rome");
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Default)]
pub struct TextNames(Interner);

impl TextNames {
    /// Creates a set without texts.
    #[must_use]
    pub fn new() -> Self {
        Self(Interner::new())
    }

    /// Stores the code of each text in `codes`. Several threads may do so at the same time; thousands of
    /// texts per call are fastest.
    ///
    /// # Determinism
    /// Codes depend on timing; the nodes that [`TextNames::into_nodes`] makes of them do not.
    ///
    /// # Errors
    /// [`Error::TooMany`](boscage_core::Error::TooMany) texts, and
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Panics
    /// Unless there are as many texts as codes, and fewer than 2^32.
    pub fn codes<'t>(&self, texts: impl IntoIterator<Item = &'t str>, codes: &mut [u32]) -> Result<()> {
        let mut batch = Batch::default();
        texts.into_iter().try_for_each(|text| batch.push(text.as_bytes()))?;
        assert_eq!(batch.len(), codes.len(), "a code for each text");
        assert!(u32::try_from(codes.len()).is_ok(), "fewer than 2^32 texts per call");
        self.0.codes(&batch, |at, code| codes[at] = code.unwrap_or_default())
    }

    /// Replaces codes by nodes, and returns the names of all nodes, in the order of their bytes.
    ///
    /// # Errors
    /// [`Error::TooMany`](boscage_core::Error::TooMany) nodes, and
    /// [`Error::OutOfMemory`](boscage_core::Error::OutOfMemory).
    ///
    /// # Panics
    /// If no text can have one of the codes. Numbers that are codes of other texts are not found out.
    pub fn into_nodes<const COLUMNS: usize>(
        self,
        exec: &Exec,
        columns: [&mut [u32]; COLUMNS],
    ) -> Result<Names> {
        exec.install_for(columns.iter().map(|codes| codes.len()).sum(), || {
            let (ranks, names) = self.0.ranked()?;
            for codes in columns {
                codes.par_iter_mut().for_each(|code| *code = ranks.rank(*code));
            }
            Ok(Names::Text(names))
        })
    }
}
