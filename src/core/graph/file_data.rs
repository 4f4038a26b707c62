//! The data that edges of a file can have.

use std::borrow::Cow;
use std::fmt::Debug;

use super::edge::Unpadded;
use super::{AnyEdgeList, EdgeData, EdgeList, Weight};
use crate::Result;
use crate::exec::Exec;

/// The data of edges in a graph file: one of the six types of weights, or nothing, `()`.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{AnyEdgeList, EdgeList, FileData};
///
/// let exec = Exec::new(2)?;
/// let any = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 2.5_f32)])?);
/// assert_eq!(f32::edges_of(&exec, &any)?.unwrap().edges()[0].weight, 2.5);
/// assert_eq!(f64::edges_of(&exec, &any)?.unwrap().edges()[0].weight, 2.5);
/// assert_eq!(<()>::edges_of(&exec, &any)?.unwrap().edge_count(), 1);
/// assert!(u32::edges_of(&exec, &any)?.is_none());
/// # Ok::<(), boscage::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "graph files cannot hold `{Self}`",
    note = "they hold `()` and numbers; bring other data into this form with `EdgeList::map`"
)]
pub trait FileData: EdgeData + PartialEq + Debug + Unpadded {
    /// Name of the type in Rust, for messages and statistics; `none` for `()`.
    const NAME: &'static str;

    /// `true` if this is a weight.
    const IS_WEIGHT: bool = size_of::<Self>() > 0;

    /// Returns an integer that is equal for equal data: the key of a weight.
    fn key_bits(self) -> u64;

    /// Converts a list into one whose type is known only at run time.
    fn into_any(list: EdgeList<Self>) -> AnyEdgeList;

    /// Returns the edges of a list with data of this type. A list of another type is copied if the conversion
    /// is exact: `i64` accepts `i32` and `u32`; `u64` accepts `u32`; `f64` accepts `i32`, `u32` and `f32`;
    /// `()` accepts every list and drops the weights. Returns `None` otherwise.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`] for the copy.
    fn edges_of<'a>(exec: &Exec, list: &'a AnyEdgeList) -> Result<Option<Cow<'a, EdgeList<Self>>>>;
}

macro_rules! weights {
    ($($weight:ty => $variant:ident, of $($narrower:ident)*;)*) => {$(
        impl FileData for $weight {
            const NAME: &'static str = stringify!($weight);

            #[inline]
            fn key_bits(self) -> u64 {
                self.key().into()
            }

            fn into_any(list: EdgeList<Self>) -> AnyEdgeList {
                AnyEdgeList::$variant(list)
            }

            fn edges_of<'a>(exec: &Exec, list: &'a AnyEdgeList) -> Result<Option<Cow<'a, EdgeList<Self>>>> {
                let _ = exec; // for types that have narrower ones
                Ok(match list {
                    AnyEdgeList::$variant(list) => Some(Cow::Borrowed(list)),
                    $(AnyEdgeList::$narrower(list) => Some(Cow::Owned(list.convert(exec, Self::from)?)),)*
                    _ => None,
                })
            }
        }
    )*};
}

weights! {
    i32 => I32, of;
    u32 => U32, of;
    i64 => I64, of I32 U32;
    u64 => U64, of U32;
    f32 => F32, of;
    f64 => F64, of I32 U32 F32;
}

impl FileData for () {
    const NAME: &'static str = "none";

    #[inline]
    fn key_bits(self) -> u64 {
        0
    }

    fn into_any(list: EdgeList<Self>) -> AnyEdgeList {
        AnyEdgeList::Unweighted(list)
    }

    fn edges_of<'a>(exec: &Exec, list: &'a AnyEdgeList) -> Result<Option<Cow<'a, EdgeList<Self>>>> {
        Ok(Some(match list {
            AnyEdgeList::Unweighted(list) => Cow::Borrowed(list),
            weighted => Cow::Owned(weighted.without_weights(exec)?),
        }))
    }
}
