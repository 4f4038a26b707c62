//! The data that edges of a file can have.

use std::borrow::Cow;
use std::fmt::Debug;

use super::edge::Unpadded;
use super::{AnyEdgeList, EdgeData, EdgeList, Weight};
use crate::Result;
use crate::exec::Exec;

/// What the edges of a graph file can carry: one of the six types of weights, or nothing, `()`.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::{AnyEdgeList, EdgeList, FileData};
///
/// let exec = Exec::new(2)?;
/// let any = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 2.5_f32)])?);
/// assert_eq!(f32::edges_of(&exec, &any)?.unwrap().edges()[0].weight, 2.5);
/// assert_eq!(f64::edges_of(&exec, &any)?.unwrap().edges()[0].weight, 2.5);
/// assert_eq!(<()>::edges_of(&exec, &any)?.unwrap().len(), 1);
/// assert!(u32::edges_of(&exec, &any)?.is_none());
/// # Ok::<(), boscage::Error>(())
/// ```
pub trait FileData: EdgeData + PartialEq + Debug + Unpadded {
    /// The name of the type in Rust, for messages and statistics; `none` for `()`.
    const NAME: &'static str;

    /// Whether this is a weight.
    const IS_WEIGHT: bool = size_of::<Self>() > 0;

    /// An integer that is the same where the data are: the key of a weight.
    fn key_bits(self) -> u64;

    /// A list whose type is known at run time only.
    fn into_any(list: EdgeList<Self>) -> AnyEdgeList;

    /// The edges of a list with such data. A list of another type is copied where that changes no weight:
    /// `i64` takes `i32` and `u32`, `u64` takes `u32`, `f64` takes `i32`, `u32` and `f32`, and `()` takes
    /// every list and drops the weights. Otherwise this is `None`.
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
