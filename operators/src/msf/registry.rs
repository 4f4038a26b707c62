//! The table of the forest operators of this crate.

use std::sync::LazyLock;

use super::{Auto, Boruvka, FilterBoruvka, Kruskal, Operator, RadixKruskal, WindowedKruskal};

/// Returns the forest operators of this crate with their default configurations. The operators of
/// [`papers`](super::papers) come last, if the crate has this feature.
///
/// ```
/// use boscage::operators::msf::operators;
///
/// let names: Vec<_> = operators().map(|operator| operator.name()).collect();
/// assert!(names.starts_with(&["auto", "kruskal"]));
/// ```
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
