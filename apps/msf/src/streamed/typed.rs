//! Edges with weights of a type that is known in advance.
//!
//! Code for six types of edges in a file and six of weights would be compiled 36 times. So blocks of a file
//! are behind a pointer, and only what gets them is compiled for each type of weights.

use std::any::Any;
use std::borrow::Cow;
use std::marker::PhantomData;

use boscage::graph::{Edge, Node, Weight};
use boscage::io::{EdgeFile, FileBlock};
use boscage::{Result, memory};

/// A file of edges whose weights are of type `W`.
pub(crate) trait TypedFile<W: Weight>: Sync {
    fn block_count(&self) -> u64;
    fn is_seekable(&self) -> bool;
    /// [`EdgeFile::block`].
    fn block(&self, number: u64) -> Result<(u64, Block<'_, W>)>;
}

/// A block of a file, which any thread may read.
pub(crate) enum Next<'a, W> {
    /// The number of a block of a file that can be read in any order.
    Number(u64),
    /// A block that had to be read in order.
    Read(Result<(u64, Block<'a, W>)>),
}

impl<W: Weight> dyn TypedFile<W> + '_ {
    /// Returns all blocks, for a pipeline whose threads `read` them.
    pub(crate) fn blocks(&self) -> impl Iterator<Item = Next<'_, W>> + Send {
        let in_order = !self.is_seekable();
        let next = move |number| if in_order { Next::Read(self.block(number)) } else { Next::Number(number) };
        (0..self.block_count()).map(next)
    }

    /// Reads a block, if it has not been read.
    pub(crate) fn read<'a>(&'a self, next: Next<'a, W>) -> Result<(u64, Block<'a, W>)> {
        match next {
            Next::Number(number) => self.block(number),
            Next::Read(block) => block,
        }
    }
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
    let edge = |i: usize| ([edges[i].u, edges[i].v], Number::of(edges[i].weight));
    Ok(Cow::Owned(numbered(edges.len(), &edge)?))
}

/// Makes edges with weights of this type of their ends and weights.
fn numbered<W: Weight>(len: usize, edge: &dyn Fn(usize) -> ([Node; 2], Number)) -> Result<Vec<Edge<W>>> {
    let edge = |i: usize| {
        let ([u, v], number) = edge(i);
        Edge::new(u, v, number.weight())
    };
    memory::from_fn("a block of edges", len, edge)
}

/// A weight of any type: an integer, and as a float.
struct Number {
    integer: i128,
    float: f64,
}

impl Number {
    fn of<E: Weight>(weight: E) -> Self {
        let any: &dyn Any = &weight;
        let integers = [
            any.downcast_ref().map(|&weight: &u32| i128::from(weight)),
            any.downcast_ref().map(|&weight: &i32| i128::from(weight)),
            any.downcast_ref().map(|&weight: &u64| i128::from(weight)),
            any.downcast_ref().map(|&weight: &i64| i128::from(weight)),
        ];
        Self { integer: integers.into_iter().flatten().next().unwrap_or_default(), float: weight.to_f64() }
    }

    /// Returns the weight of a type that text widens weights to, which holds it exactly.
    fn weight<W: Weight>(self) -> W {
        let Self { integer, float } = self;
        let results: [&dyn Any; 4] = [&(integer as i32), &(integer as u64), &(integer as i64), &float];
        let result = results.into_iter().find_map(<dyn Any>::downcast_ref);
        *result.unwrap_or_else(|| unreachable!("text widens weights to one of these types"))
    }
}
