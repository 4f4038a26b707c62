//! The numbers of arrays.

use half::f16;

/// A number of an array.
pub(crate) trait Value: Copy + Default + PartialEq + Send + Sync {
    /// Returns the number as a node. Negative numbers become greater than any node, and so do floats.
    fn node(self) -> u64;

    /// Returns `true` if the number is neither infinite nor NaN.
    fn is_finite(self) -> bool;

    /// Returns the number for messages.
    fn words(self) -> String;

    /// Returns the nearest float.
    fn float(self) -> f64;
}

macro_rules! values {
    ($($type:ty: $value:ident => $node:expr, $is_finite:expr, $float:expr;)*) => {$(
        impl Value for $type {
            #[inline]
            fn node(self) -> u64 {
                let $value = self;
                $node
            }

            #[inline]
            fn is_finite(self) -> bool {
                let is_finite: fn(Self) -> bool = $is_finite;
                is_finite(self)
            }

            fn words(self) -> String {
                self.to_string()
            }

            #[inline]
            fn float(self) -> f64 {
                let $value = self;
                $float
            }
        }
    )*};
}

/// Floats are no nodes.
fn no_node<T>(_: T) -> u64 {
    u64::MAX
}

values! {
    bool: x => u64::from(x), |_| true, f64::from(x);
    i8: x => i64::from(x) as u64, |_| true, f64::from(x);
    i16: x => i64::from(x) as u64, |_| true, f64::from(x);
    i32: x => i64::from(x) as u64, |_| true, f64::from(x);
    i64: x => x as u64, |_| true, x as f64;
    u8: x => u64::from(x), |_| true, f64::from(x);
    u16: x => u64::from(x), |_| true, f64::from(x);
    u32: x => u64::from(x), |_| true, f64::from(x);
    u64: x => x, |_| true, x as f64;
    f16: x => no_node(x), Self::is_finite, f64::from(x);
    f32: x => no_node(x), Self::is_finite, f64::from(x);
    f64: x => no_node(x), Self::is_finite, x;
}
