//! The values that phases can combine.

/// A type with an associative operation and a neutral element: what phases can reduce to one value.
///
/// Integers and floats are combined by addition, pairs part by part, and `()` is the monoid of one value.
/// Implement the trait for your own types: a minimum, a histogram.
///
/// Float addition is associative but for rounding. The order in which a phase combines values depends on the
/// graph and the set, not on the threads, so such a sum is the same on every run. Integers overflow as `+`
/// does: a debug build panics.
///
/// ```
/// use boscage::exec::Monoid;
/// use boscage::prelude::*;
///
/// /// Combined by the minimum.
/// #[derive(Debug, PartialEq)]
/// struct Least(usize);
///
/// impl Monoid for Least {
///     const IS_COMMUTATIVE: bool = true;
///
///     fn identity() -> Self {
///         Self(usize::MAX)
///     }
///
///     fn combine(self, other: Self) -> Self {
///         Self(self.0.min(other.0))
///     }
/// }
///
/// let exec = Exec::new(2)?;
/// let list = EdgeList::from_pairs(4, [(0, 1), (1, 2), (0, 2)])?;
/// let graph = Graph::<Undirected>::from_edges(&exec, &list)?;
/// let rounds = exec.rounds("degrees", 4);
/// let least = rounds.sum("least", &NodeSet::all(&graph), |node| Least(graph.degree(node)))?;
/// assert_eq!(least, Least(0));
/// # Ok::<(), boscage::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "a phase cannot add up values of type `{Self}`",
    note = "it adds up numbers of 32 bits and more, pairs of what it can add up, and `()`; if the value is \
            not needed, end the operator with `;`",
    note = "for a type of your own, implement `Monoid`: `identity` and `combine`"
)]
pub trait Monoid: Send {
    /// `true` if values combined in any order give the same result, to the last bit. Some phases are faster
    /// then.
    const IS_COMMUTATIVE: bool = false;

    /// Returns the neutral element: the result for no values.
    fn identity() -> Self;

    /// Combines two values. The operation must be associative, rounding aside, or results depend on how the
    /// graph is divided.
    #[must_use]
    fn combine(self, other: Self) -> Self;
}

impl Monoid for () {
    const IS_COMMUTATIVE: bool = true;

    #[inline(always)]
    fn identity() -> Self {}

    #[inline(always)]
    fn combine(self, (): ()) -> Self {}
}

impl<A: Monoid, B: Monoid> Monoid for (A, B) {
    const IS_COMMUTATIVE: bool = A::IS_COMMUTATIVE && B::IS_COMMUTATIVE;

    #[inline]
    fn identity() -> Self {
        (A::identity(), B::identity())
    }

    #[inline]
    fn combine(self, other: Self) -> Self {
        (self.0.combine(other.0), self.1.combine(other.1))
    }
}

macro_rules! numbers {
    ($is_commutative:literal: $($number:ty)*) => {$(
        impl Monoid for $number {
            const IS_COMMUTATIVE: bool = $is_commutative;

            #[inline]
            fn identity() -> Self {
                Self::default()
            }

            #[inline]
            fn combine(self, other: Self) -> Self {
                self + other
            }
        }
    )*};
}

numbers! { true: u32 u64 u128 usize i32 i64 i128 isize }
numbers! { false: f32 f64 }
