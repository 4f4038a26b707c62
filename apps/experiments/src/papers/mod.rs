//! The experiments: a folder or file per paper, a file per table or figure, and a line here per paper.

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

    /// The files of all experiments: code before their tests, and their tests.
    fn code_and_tests() -> Vec<(PathBuf, String, String)> {
        let all = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src/papers"));
        assert!(all.len() > 20, "{all:?}");
        let parts = |path: PathBuf| {
            let text = fs::read_to_string(&path).unwrap();
            if path.ends_with("tests.rs") {
                return (path, String::new(), text);
            }
            let (code, tests) = text.split_once("#[cfg(test)]").unwrap_or((&text, ""));
            let (code, tests) = (code.to_owned(), tests.to_owned());
            (path, code, tests)
        };
        all.into_iter().map(parts).collect()
    }

    #[test]
    fn no_experiment_takes_numbers_out_of_times() {
        for (path, code, _) in code_and_tests() {
            for inside in [".value", ".least", ".most", ".runs_ms", ".phases_ms", "total_cmp", "Spread {"] {
                assert!(!code.contains(inside), "{inside} in {}: only times/ compares times", path.display());
            }
        }
    }

    #[test]
    fn judges_compare_with_the_bound_of_their_claim() {
        let mut found = 0;
        for (path, code, _) in code_and_tests() {
            // A sublinear speed-up is one: above 1, which the words of its bound say.
            let code = code.replace(".is(MORE).both(", "");
            for rest in code.split(".is(").skip(1) {
                found += 1;
                assert!(rest.starts_with(char::is_lowercase), "{}: .is({:.30}", path.display(), rest);
            }
        }
        assert!(found > 20, "{found}");
    }

    #[test]
    fn every_judged_claim_is_named_by_a_test_of_its_paper() {
        let mut texts = Vec::new();
        for (_, _, tests) in code_and_tests() {
            // Quotation marks inside of a text are set apart from those around it.
            let tests = tests.replace("\\\"", "\u{201d}");
            let all = tests.split('"').skip(1).step_by(2);
            texts.extend(all.map(|text| text.replace('\u{201d}', "\"")).filter(|text| text.len() > 1));
        }
        for one in super::all() {
            for claim in one.claims.iter().filter(|claim| claim.bound().is_some()) {
                let is_named = |text: &String| claim.says.starts_with(text.as_str());
                assert!(texts.iter().any(is_named), "{}: {}", one.name, claim.says);
            }
        }
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
