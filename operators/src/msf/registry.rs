//! The table of this crate's forest operators.

use std::sync::LazyLock;

use super::{Auto, Boruvka, FilterBoruvka, Kruskal, Operator, RadixKruskal, WindowedKruskal};

/// Returns the forest operators of this crate, as they are configured by default; those of
/// [`papers`](super::papers) last, if the crate has them.
pub fn operators() -> impl Iterator<Item = &'static dyn Operator> + Clone {
    static TABLE: LazyLock<[Box<dyn Operator>; 6]> = LazyLock::new(|| {
        [
            Box::new(Auto),
            Box::<Kruskal>::default(),
            Box::new(RadixKruskal),
            Box::new(Boruvka),
            Box::<WindowedKruskal>::default(),
            Box::<FilterBoruvka>::default(),
        ]
    });
    let all = TABLE.iter().map(|operator| &**operator);
    #[cfg(feature = "papers")]
    let all = all.chain(super::papers::operators());
    all
}
