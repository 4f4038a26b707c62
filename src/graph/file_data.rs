//! The data that edges of a file can have.

use std::borrow::Cow;
use std::fmt::Debug;

use bytemuck::Pod;

use super::{AnyEdgeList, EdgeData, EdgeList, Weight};
use crate::Result;
use crate::sealed::Sealed;

/// What the edges of a graph file can carry: one of the six types of weights, or nothing, `()`.
///
/// ```
/// use boscage::graph::{AnyEdgeList, EdgeList, FileData};
///
/// let any = AnyEdgeList::from(EdgeList::from_triples(2, [(0, 1, 2.5_f64)])?);
/// assert_eq!(f64::edges_of(&any)?.unwrap().as_view().edges()[0].weight, 2.5);
/// assert_eq!(<()>::edges_of(&any)?.unwrap().len(), 1);
/// assert!(u32::edges_of(&any)?.is_none());
/// # Ok::<(), boscage::Error>(())
/// ```
pub trait FileData: EdgeData + PartialEq + Debug + Pod + Sealed {
    /// The name of the type in Rust, for messages and statistics; `none` for `()`.
    const NAME: &'static str;

    /// Whether this is a weight.
    const IS_WEIGHT: bool = size_of::<Self>() > 0;

    /// An integer that is the same where the data are: the key of a weight.
    fn key_bits(self) -> u64;

    /// A list whose type is known at run time only.
    fn into_any(list: EdgeList<Self>) -> AnyEdgeList;

    /// The edges of a list with such data. `()` takes every list and drops the weights, in a copy; for other
    /// types this is `None` if the list has another.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`] for the copy.
    fn edges_of(list: &AnyEdgeList) -> Result<Option<Cow<'_, EdgeList<Self>>>>;
}

macro_rules! weights {
    ($($weight:ty => $variant:ident)*) => {$(
        impl FileData for $weight {
            const NAME: &'static str = stringify!($weight);

            #[inline]
            fn key_bits(self) -> u64 {
                self.key().into()
            }

            fn into_any(list: EdgeList<Self>) -> AnyEdgeList {
                AnyEdgeList::$variant(list)
            }

            fn edges_of(list: &AnyEdgeList) -> Result<Option<Cow<'_, EdgeList<Self>>>> {
                Ok(match list {
                    AnyEdgeList::$variant(list) => Some(Cow::Borrowed(list)),
                    _ => None,
                })
            }
        }
    )*};
}

weights! { i32 => I32  u32 => U32  i64 => I64  u64 => U64  f32 => F32  f64 => F64 }

impl FileData for () {
    const NAME: &'static str = "none";

    #[inline]
    fn key_bits(self) -> u64 {
        0
    }

    fn into_any(list: EdgeList<Self>) -> AnyEdgeList {
        AnyEdgeList::Unweighted(list)
    }

    fn edges_of(list: &AnyEdgeList) -> Result<Option<Cow<'_, EdgeList<Self>>>> {
        Ok(Some(match list {
            AnyEdgeList::Unweighted(list) => Cow::Borrowed(list),
            weighted => Cow::Owned(weighted.without_weights()?),
        }))
    }
}
