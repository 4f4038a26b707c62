//! Checks that items which need a feature name it. They are those that the pages without features lack.

use std::collections::{BTreeMap, BTreeSet};

use crate::page::Page;

/// Traits that are derived under a feature. rustdoc does not see the feature of a derive, so the type's own
/// words must name it.
const DERIVED: [(&str, &str); 2] = [("Serialize", "serde"), ("Deserialize", "serde")];

/// Compares the pages with those of the crates without features: returns how many items need features, and
/// which of them do not say so.
pub(crate) fn check(pages: &[Page], without: &[Page]) -> (usize, Vec<String>) {
    let without: BTreeMap<&str, &Page> = without.iter().map(|page| (&*page.file, page)).collect();
    let by_path: BTreeMap<(&str, &str), &Page> =
        pages.iter().map(|page| ((&*page.kind, &*page.path), page)).collect();
    let (mut items, mut silent) = (0, Vec::new());
    for page in pages {
        let Some(plain) = without.get(&*page.file) else {
            items += 1;
            let missing =
                original(page, &by_path).map_or(BTreeSet::new(), |one| &one.features - &page.features);
            if page.features.is_empty() || !missing.is_empty() {
                silent.push(page.file.clone());
            }
            continue;
        };
        let methods: BTreeSet<&str> = plain.methods.iter().map(|method| &*method.id).collect();
        for method in page.methods.iter().filter(|method| !methods.contains(&*method.id)) {
            items += 1;
            if method.features.is_empty() {
                silent.push(format!("{}#{}", page.file, method.id));
            }
        }
        // `boscage` shows what all crates implement, and not which one does.
        if page.of_crate() == "boscage" {
            continue;
        }
        let impls: BTreeSet<&str> = plain.impls.iter().map(|one| &*one.id).collect();
        for one in page.impls.iter().filter(|one| !impls.contains(&*one.id)) {
            items += 1;
            let feature = DERIVED.iter().find(|(name, _)| *name == one.trait_name());
            if one.features.is_empty() && !feature.is_some_and(|(_, feature)| page.docs.has_word(&[feature]))
            {
                silent.push(format!("{}#{}", page.file, one.id));
            }
        }
    }
    (items, silent)
}

/// The page of an item of another crate, which `page` of the crate `boscage` shows once more. Its features
/// are needed there too.
fn original<'p>(page: &Page, by_path: &BTreeMap<(&str, &str), &'p Page>) -> Option<&'p Page> {
    let path = page.path.strip_prefix("boscage::")?;
    let of = |path: String| by_path.get(&(&*page.kind, &*path)).copied();
    of(format!("boscage_{path}")).or_else(|| of(format!("boscage_core::{path}")))
}
