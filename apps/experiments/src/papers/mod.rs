//! The experiments: a folder or file a paper, a file a table or figure, a line here.

mod cuda_report;
mod galois;
mod paradigms;
mod pma;
mod prim_boruvka;

use crate::experiment::Experiment;

/// All of them, in the order of lists and of the page.
static ALL: &[&[&Experiment]] = &[
    pma::EXPERIMENTS,
    galois::EXPERIMENTS,
    prim_boruvka::EXPERIMENTS,
    cuda_report::EXPERIMENTS,
    paradigms::EXPERIMENTS,
];

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = &'static Experiment> {
    ALL.iter().flat_map(|of_paper| of_paper.iter().copied())
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::{Path, PathBuf};

    /// All files of Rust below a folder.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect()
    }

    #[test]
    fn no_experiment_takes_numbers_out_of_times() {
        let all = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/papers"));
        assert!(all.len() > 20, "{all:?}");
        for path in all {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            for inside in [".value", ".least", ".most", ".runs_ms", ".phases_ms", "total_cmp", "Spread {"] {
                assert!(!code.contains(inside), "{inside} in {}: only times/ compares times", path.display());
            }
        }
    }

    #[test]
    fn bounds_are_beside_the_claims_that_they_decide() {
        let constant = |text: &str| -> Option<String> {
            let text = text.strip_prefix("1.0 / ").unwrap_or(text);
            let name: String = text.chars().take_while(|c| c.is_ascii_uppercase() || *c == '_').collect();
            (name.len() > 1).then_some(name)
        };
        let mut found = 0;
        for path in files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/papers")) {
            let text = fs::read_to_string(&path).unwrap();
            let code = text.split("#[cfg(test)]").next().unwrap();
            let bounds: String =
                code.split(".bounds(").skip(1).map(|rest| rest.split(']').next().unwrap()).collect();
            for judge in ["is_above(", "is_below("] {
                for name in code.split(judge).skip(1).filter_map(constant) {
                    found += 1;
                    assert!(bounds.contains(&name), "{name} is beside no claim of {}", path.display());
                }
            }
        }
        assert!(found > 20, "{found}");
    }

    #[test]
    fn claims_stand_alone() {
        for one in super::all() {
            for claim in one.claims {
                let first = claim.says.split([' ', ',']).next().unwrap();
                assert!(
                    !["So", "Nor", "It", "And", "There,", "They", "Then"].contains(&first),
                    "{}",
                    claim.says
                );
            }
        }
    }

    #[test]
    fn claims_are_sentences_and_different() {
        for one in super::all() {
            let mut says: Vec<_> = one.claims.iter().map(|claim| claim.says).collect();
            assert!(says.iter().all(|says| says.ends_with('.')), "{}", one.name);
            says.sort_unstable();
            says.dedup();
            assert!(!says.is_empty() && says.len() == one.claims.len(), "{}", one.name);
        }
    }
}
