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
    /// Converts the weights to a wider type, given by its name; `None` if it is not wider.
    fn widened(self: Box<Self>, to: &str) -> Result<Option<Box<dyn AnyStream>>>;
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

    fn widened(self: Box<Self>, to: &str) -> Result<Option<Box<dyn AnyStream>>> {
        Ok(match (W::NAME, to) {
            ("u32", "i32") => Some(Box::new(self.map_weights(converted::<W, i32>)?)),
            ("u32", "u64") => Some(Box::new(self.map_weights(converted::<W, u64>)?)),
            ("u32" | "i32", "i64") => Some(Box::new(self.map_weights(converted::<W, i64>)?)),
            ("u32" | "i32" | "u64" | "i64", "f64") => Some(Box::new(self.map_weights(converted::<W, f64>)?)),
            _ => None,
        })
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

/// Converts a weight to the same or a wider type, which holds it exactly.
pub(super) fn converted<V: Weight, W: Weight>(weight: V) -> W {
    let any: &dyn Any = &weight;
    if let Some(&same) = any.downcast_ref() {
        return same;
    }
    let integers = [
        any.downcast_ref().map(|&weight: &u32| i128::from(weight)),
        any.downcast_ref().map(|&weight: &i32| i128::from(weight)),
        any.downcast_ref().map(|&weight: &u64| i128::from(weight)),
        any.downcast_ref().map(|&weight: &i64| i128::from(weight)),
    ];
    let integer = integers.into_iter().flatten().next().unwrap_or_default();
    let results: [&dyn Any; 4] = [&(integer as i32), &(integer as u64), &(integer as i64), &weight.to_f64()];
    let result = results.into_iter().find_map(<dyn Any>::downcast_ref);
    *result.unwrap_or_else(|| unreachable!("text widens weights to one of these types"))
}
