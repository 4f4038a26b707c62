//! Streams of edges whose weights have a type that the input decides.

use std::any::Any;

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::Weight;
use boscage::operators::msf::ForestStream;

use super::checkpoint::Row;

/// A stream of edges with weights of some type.
pub(super) trait AnyStream: Send {
    fn weight_type(&self) -> &'static str;
    fn node_count(&self) -> usize;
    /// One more than the greatest position.
    fn end(&self) -> u64;
    fn set_node_count(&mut self, nodes: usize) -> Result<()>;
    fn set_buffer(&mut self, edges: usize);
    /// Bytes of a stream by its nodes and its buffer.
    fn memory(&self) -> fn(u64, u64) -> u64;
    fn as_any(&mut self) -> &mut dyn Any;
    fn into_any(self: Box<Self>) -> Box<dyn Any>;
    /// Calls a function with the edges of the forest, in any order.
    fn with_rows(&mut self, exec: &Exec, f: &mut dyn FnMut(&mut Rows<'_>)) -> Result<()>;
}

/// The edges of a forest.
pub(super) type Rows<'a> = dyn ExactSizeIterator<Item = Row> + 'a;

impl<W: Weight> AnyStream for ForestStream<W> {
    fn weight_type(&self) -> &'static str {
        W::NAME
    }

    fn node_count(&self) -> usize {
        self.node_count() // the inherent method
    }

    fn end(&self) -> u64 {
        self.end() // the inherent method
    }

    fn set_node_count(&mut self, nodes: usize) -> Result<()> {
        self.add_nodes(nodes - self.node_count())
    }

    fn set_buffer(&mut self, edges: usize) {
        self.set_buffer(edges); // the inherent method
    }

    fn memory(&self) -> fn(u64, u64) -> u64 {
        Self::memory
    }

    fn as_any(&mut self) -> &mut dyn Any {
        self
    }

    fn into_any(self: Box<Self>) -> Box<dyn Any> {
        self
    }

    fn with_rows(&mut self, exec: &Exec, f: &mut dyn FnMut(&mut Rows<'_>)) -> Result<()> {
        f(&mut self.edges(exec)?.map(Row::of));
        Ok(())
    }
}

/// Converts the weights of a stream to a wider type, given by its name; `None` if text does not widen them to
/// it.
pub(super) fn widened(stream: Box<dyn AnyStream>, to: &str) -> Result<Option<Box<dyn AnyStream>>> {
    Ok(Some(match (stream.weight_type(), to) {
        ("u32", "i32") => mapped(stream, |weight: u32| weight as i32)?, // as text had no greater ones
        ("u32", "u64") => mapped::<u32, u64>(stream, u64::from)?,
        ("u32", "i64") => mapped::<u32, i64>(stream, i64::from)?,
        ("u32", "f64") => mapped::<u32, f64>(stream, f64::from)?,
        ("i32", "i64") => mapped::<i32, i64>(stream, i64::from)?,
        ("i32", "f64") => mapped::<i32, f64>(stream, f64::from)?,
        ("u64", "f64") => mapped(stream, |weight: u64| weight as f64)?,
        ("i64", "f64") => mapped(stream, |weight: i64| weight as f64)?,
        _ => return Ok(None),
    }))
}

/// Converts the weights of a stream, which are of type `V`.
fn mapped<V: Weight, W: Weight>(
    stream: Box<dyn AnyStream>,
    convert: fn(V) -> W,
) -> Result<Box<dyn AnyStream>> {
    let stream = stream.into_any().downcast::<ForestStream<V>>().expect("a stream of this type");
    Ok(Box::new(stream.map_weights(convert)?))
}

/// Returns the stream of this type.
pub(super) fn downcast<W: Weight>(stream: &mut Box<dyn AnyStream>) -> &mut ForestStream<W> {
    stream.as_any().downcast_mut().expect("a stream of this type")
}

/// Calls a function with a type as parameter, given by its name; `None` if there is no such type.
macro_rules! with_type {
    ($name:expr, $W:ident => $body:expr) => {
        with_type!(@ $name, $W, $body, u32 i32 u64 i64 f32 f64)
    };
    (@ $name:expr, $W:ident, $body:expr, $($weight:ident)*) => {
        match $name {
            $(name if name == <$weight as FileData>::NAME => {
                type $W = $weight;
                Some($body)
            })*
            _ => None,
        }
    };
}
pub(crate) use with_type;
