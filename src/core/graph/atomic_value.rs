//! Values that threads update atomically, stored as the bits of an atomic word.

use std::fmt::Debug;
use std::ops::BitOr;

use super::{EdgeId, Node};
use crate::primitives::{AtomicU8, AtomicU32, AtomicU64, Ordering};
use crate::sealed::Sealed;

/// The memory order of the accesses to an [`AtomicMap`](super::AtomicMap): [`AcquireRelease`] unless
/// [`AtomicMap::relaxed`](super::AtomicMap::relaxed) has changed it to [`RelaxedOrder`].
///
/// ```
/// use boscage::graph::{AtomicNodeMap, MemoryOrder, Node};
///
/// /// Adds to a value, in a map of either order.
/// fn count(map: &AtomicNodeMap<u32, impl MemoryOrder>, node: Node) {
///     map.fetch_add(node, 1);
/// }
///
/// let counts = AtomicNodeMap::filled(3, 0)?.relaxed();
/// count(&counts, Node::new(1));
/// assert_eq!(counts.into_map().as_slice(), [0, 1, 0]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub trait MemoryOrder: Sealed + 'static {
    /// Order of a load.
    const LOAD: Ordering;
    /// Order of a store.
    const STORE: Ordering;
    /// Order of a change: a load and a store in one step.
    const CHANGE: Ordering;
}

/// Loads acquire, stores release, and changes do both: a thread that reads a value sees everything that the
/// thread that wrote the value had written before.
#[derive(Debug)]
pub enum AcquireRelease {}

impl Sealed for AcquireRelease {}

impl MemoryOrder for AcquireRelease {
    const LOAD: Ordering = Ordering::Acquire;
    const STORE: Ordering = Ordering::Release;
    const CHANGE: Ordering = Ordering::AcqRel;
}

/// Each access is one atomic step; nothing is guaranteed about other data.
#[derive(Debug)]
pub enum RelaxedOrder {}

impl Sealed for RelaxedOrder {}

impl MemoryOrder for RelaxedOrder {
    const LOAD: Ordering = Ordering::Relaxed;
    const STORE: Ordering = Ordering::Relaxed;
    const CHANGE: Ordering = Ordering::Relaxed;
}

/// A word that threads share.
pub trait Word: Send + Sync + Debug + Sealed {
    /// The bits that it holds.
    type Bits: Copy + PartialEq + BitOr<Output = Self::Bits>;

    /// Makes a word.
    fn new(bits: Self::Bits) -> Self;
    /// Returns the bits.
    fn load<O: MemoryOrder>(&self) -> Self::Bits;
    /// Replaces the bits.
    fn store<O: MemoryOrder>(&self, bits: Self::Bits);
    /// Replaces the bits, and returns those before.
    fn swap<O: MemoryOrder>(&self, bits: Self::Bits) -> Self::Bits;
    /// Replaces the bits by `new` if they are `current`.
    ///
    /// # Errors
    /// The bits, if they are others.
    fn compare_exchange<O: MemoryOrder>(
        &self,
        current: Self::Bits,
        new: Self::Bits,
    ) -> Result<Self::Bits, Self::Bits>;
    /// The same, but may also fail if the bits are `current`.
    ///
    /// # Errors
    /// The bits.
    fn compare_exchange_weak<O: MemoryOrder>(
        &self,
        current: Self::Bits,
        new: Self::Bits,
    ) -> Result<Self::Bits, Self::Bits>;
    /// Adds, wrapping around, and returns the bits before.
    fn fetch_add<O: MemoryOrder>(&self, bits: Self::Bits) -> Self::Bits;
    /// Sets bits, and returns those before.
    fn fetch_or<O: MemoryOrder>(&self, bits: Self::Bits) -> Self::Bits;
    /// Returns the bits.
    fn into_inner(self) -> Self::Bits;
}

macro_rules! words {
    ($($word:ident $bits:ty;)*) => {$(
        impl Sealed for $word {}

        impl Word for $word {
            type Bits = $bits;

            #[inline]
            fn new(bits: $bits) -> Self {
                $word::new(bits)
            }

            #[inline]
            fn load<O: MemoryOrder>(&self) -> $bits {
                self.load(O::LOAD)
            }

            #[inline]
            fn store<O: MemoryOrder>(&self, bits: $bits) {
                self.store(bits, O::STORE);
            }

            #[inline]
            fn swap<O: MemoryOrder>(&self, bits: $bits) -> $bits {
                self.swap(bits, O::CHANGE)
            }

            #[inline]
            fn compare_exchange<O: MemoryOrder>(&self, current: $bits, new: $bits) -> Result<$bits, $bits> {
                self.compare_exchange(current, new, O::CHANGE, O::LOAD)
            }

            #[inline]
            fn compare_exchange_weak<O: MemoryOrder>(
                &self,
                current: $bits,
                new: $bits,
            ) -> Result<$bits, $bits> {
                self.compare_exchange_weak(current, new, O::CHANGE, O::LOAD)
            }

            #[inline]
            fn fetch_add<O: MemoryOrder>(&self, bits: $bits) -> $bits {
                self.fetch_add(bits, O::CHANGE)
            }

            #[inline]
            fn fetch_or<O: MemoryOrder>(&self, bits: $bits) -> $bits {
                self.fetch_or(bits, O::CHANGE)
            }

            #[inline]
            fn into_inner(self) -> $bits {
                $word::into_inner(self)
            }
        }
    )*};
}

words! { AtomicU8 u8; AtomicU32 u32; AtomicU64 u64; }

/// A value of an [`AtomicMap`](super::AtomicMap): `u32`, `u64`, `usize`, `i32`, `i64`, `f32`, `f64`,
/// `bool`, [`Node`], [`EdgeId`], and pairs of those that have 32 bits.
#[diagnostic::on_unimplemented(
    message = "an atomic map cannot hold values of type `{Self}`",
    note = "it can hold `u32`, `u64`, `usize`, `i32`, `i64`, `f32`, `f64`, `bool`, `Node`, \
            `EdgeId`, and pairs of those that have 32 bits",
    note = "for other values use `GuardedNodes` with `Exec::speculate`, a plain map that `Rounds::update` \
            changes, or a bag"
)]
pub trait AtomicValue: Copy + Debug + Sealed + 'static {
    /// The atomic word that holds the bits. It has the size of the value.
    type Word: Word;

    /// Returns the bits of the value.
    fn to_bits(self) -> <Self::Word as Word>::Bits;
    /// Returns the value of these bits.
    fn from_bits(bits: <Self::Word as Word>::Bits) -> Self;
    /// Returns whether this value is less than the other. A NaN is neither less nor greater than any float,
    /// and -0.0 is less than 0.0. Pairs compare by their first values, and by the second ones if the first
    /// are the same.
    fn is_less(self, other: Self) -> bool;
}

/// Values that can be added and subtracted: integers and floats.
#[diagnostic::on_unimplemented(
    message = "atomic maps cannot add values of type `{Self}`",
    note = "integers and floats can be added"
)]
pub trait AtomicNumber: AtomicValue {
    /// Returns the sum; integers wrap around.
    fn plus(self, value: Self) -> Self;
    /// Returns the value whose addition subtracts this one.
    fn negated(self) -> Self;
    /// Adds to the value of a word in one step, and returns the value before.
    fn add<O: MemoryOrder>(word: &Self::Word, value: Self) -> Self;
}

/// Values whose bits can be set one by one: the integers and `bool`.
#[diagnostic::on_unimplemented(
    message = "the bits of `{Self}` cannot be set one by one",
    note = "those of integers and `bool` can"
)]
pub trait AtomicBits: AtomicValue {}

macro_rules! integers {
    ($($value:ty => $word:ty, $bits:ty;)*) => {$(
        impl AtomicValue for $value {
            type Word = $word;

            #[inline]
            fn to_bits(self) -> $bits {
                self as $bits
            }

            #[inline]
            fn from_bits(bits: $bits) -> Self {
                bits as $value
            }

            #[inline]
            fn is_less(self, other: Self) -> bool {
                self < other
            }
        }

        impl AtomicBits for $value {}

        impl AtomicNumber for $value {
            #[inline]
            fn plus(self, value: Self) -> Self {
                self.wrapping_add(value)
            }

            #[inline]
            fn negated(self) -> Self {
                self.wrapping_neg()
            }

            #[inline]
            fn add<O: MemoryOrder>(word: &$word, value: Self) -> Self {
                Self::from_bits(Word::fetch_add::<O>(word, value.to_bits()))
            }
        }
    )*};
}

integers! {
    u32 => AtomicU32, u32;
    i32 => AtomicU32, u32;
    u64 => AtomicU64, u64;
    i64 => AtomicU64, u64;
}

#[cfg(target_pointer_width = "64")]
integers! { usize => AtomicU64, u64; }
#[cfg(target_pointer_width = "32")]
integers! { usize => AtomicU32, u32; }

macro_rules! floats {
    ($($value:ty => $word:ty, $bits:ty;)*) => {$(
        impl AtomicValue for $value {
            type Word = $word;

            #[inline]
            fn to_bits(self) -> $bits {
                self.to_bits()
            }

            #[inline]
            fn from_bits(bits: $bits) -> Self {
                <$value>::from_bits(bits)
            }

            #[inline]
            fn is_less(self, other: Self) -> bool {
                !self.is_nan() && !other.is_nan() && self.total_cmp(&other).is_lt()
            }
        }

        impl AtomicNumber for $value {
            #[inline]
            fn plus(self, value: Self) -> Self {
                self + value
            }

            #[inline]
            fn negated(self) -> Self {
                -self
            }

            #[inline]
            fn add<O: MemoryOrder>(word: &$word, value: Self) -> Self {
                before(update::<Self, O>(word, |held| Some(held + value)))
            }
        }
    )*};
}

floats! {
    f32 => AtomicU32, u32;
    f64 => AtomicU64, u64;
}

impl Sealed for bool {}

impl AtomicValue for bool {
    type Word = AtomicU8;

    #[inline]
    fn to_bits(self) -> u8 {
        self.into()
    }

    #[inline]
    fn from_bits(bits: u8) -> Self {
        bits != 0
    }

    #[inline]
    fn is_less(self, other: Self) -> bool {
        !self && other
    }
}

impl AtomicBits for bool {}

macro_rules! ids {
    ($($id:ident)*) => {$(
        impl AtomicValue for $id {
            type Word = AtomicU32;

            #[inline]
            fn to_bits(self) -> u32 {
                self.into()
            }

            #[inline]
            fn from_bits(bits: u32) -> Self {
                Self::from(bits)
            }

            #[inline]
            fn is_less(self, other: Self) -> bool {
                self < other
            }
        }
    )*};
}

ids! { Node EdgeId }

impl<A, B> Sealed for (A, B) {}

/// The first value is in the upper half of the word.
impl<A: AtomicValue<Word = AtomicU32>, B: AtomicValue<Word = AtomicU32>> AtomicValue for (A, B) {
    type Word = AtomicU64;

    #[inline]
    fn to_bits(self) -> u64 {
        u64::from(self.0.to_bits()) << 32 | u64::from(self.1.to_bits())
    }

    #[inline]
    fn from_bits(bits: u64) -> Self {
        (A::from_bits((bits >> 32) as u32), B::from_bits(bits as u32))
    }

    #[inline]
    fn is_less(self, other: Self) -> bool {
        let is_same = self.0.to_bits() == other.0.to_bits();
        self.0.is_less(other.0) || is_same && self.1.is_less(other.1)
    }
}

/// Replaces the value of a word by what `new` returns for it, and retries if another thread has changed it
/// meanwhile. Returns the previous value; as an error if `new` returned `None` for it.
#[inline]
pub(super) fn update<T: AtomicValue, O: MemoryOrder>(
    word: &T::Word,
    new: impl Fn(T) -> Option<T>,
) -> Result<T, T> {
    let mut held = word.load::<O>();
    while let Some(new) = new(T::from_bits(held)) {
        match word.compare_exchange_weak::<O>(held, new.to_bits()) {
            Ok(_) => return Ok(T::from_bits(held)),
            Err(other) => held = other,
        }
    }
    Err(T::from_bits(held))
}

/// Returns the value before an update, whether it was replaced or not.
#[inline]
pub(super) fn before<T>(update: Result<T, T>) -> T {
    match update {
        Ok(value) | Err(value) => value,
    }
}
