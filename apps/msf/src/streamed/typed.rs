//! Edges with weights of a type that is known in advance.
//!
//! Code for six types of edges in a file and six of weights would be compiled 36 times. So blocks of a file
//! are behind a pointer, and only what gets them is compiled for each type of weights.

use std::borrow::Cow;
use std::marker::PhantomData;

use boscage::graph::{Edge, Weight};
use boscage::io::{EdgeFile, FileBlock};
use boscage::{Result, memory};

use super::any::converted;

/// A file of edges whose weights are of type `W`.
pub(crate) trait TypedFile<W: Weight>: Sync {
    fn block_count(&self) -> u64;
    fn is_seekable(&self) -> bool;
    /// [`EdgeFile::block`].
    fn block(&self, number: u64) -> Result<(u64, Block<'_, W>)>;
}

/// A block of edges.
pub(crate) struct Block<'a, W>(Box<dyn AsRef<[Edge<W>]> + Send + 'a>);

impl<W> AsRef<[Edge<W>]> for Block<'_, W> {
    fn as_ref(&self) -> &[Edge<W>] {
        (*self.0).as_ref()
    }
}

impl<E: Weight, W: Weight> TypedFile<W> for EdgeFile<'_, E> {
    fn block_count(&self) -> u64 {
        self.block_count() // the inherent method
    }

    fn is_seekable(&self) -> bool {
        self.is_seekable() // the inherent method
    }

    fn block(&self, number: u64) -> Result<(u64, Block<'_, W>)> {
        let (first, block) = self.block(number)?; // the inherent method
        Ok((first, Block(Box::new(Same { block, types: PhantomData }))))
    }
}

/// A block of edges with weights of type `E`, which is `W`.
struct Same<'a, E: Weight, W> {
    block: FileBlock<'a, E>,
    types: PhantomData<fn() -> W>,
}

impl<E: Weight, W: Weight> AsRef<[Edge<W>]> for Same<'_, E, W> {
    fn as_ref(&self) -> &[Edge<W>] {
        bytemuck::cast_slice(self.block.as_ref())
    }
}

/// Converts edges to weights of the same or a wider type.
pub(crate) fn widened<E: Weight, W: Weight>(edges: &[Edge<E>]) -> Result<Cow<'_, [Edge<W>]>> {
    if E::NAME == W::NAME {
        return Ok(Cow::Borrowed(bytemuck::cast_slice(edges)));
    }
    let convert = |i: usize| Edge::new(edges[i].u, edges[i].v, converted::<E, W>(edges[i].weight));
    Ok(Cow::Owned(memory::from_fn("a block of edges", edges.len(), convert)?))
}
