//! Compares the public items of the crates with the lists beside this program, which are the API of the last
//! state: a change of the API is a change of a list, so every reader of a commit sees it.
//!
//! ```text
//! api FOLDER             prints what each crate has lost (-) and gained (+), and fails if there is anything
//! api FOLDER --accept    writes the lists
//! ```
//!
//! The folder has the JSON that rustdoc made of the crates.
#![forbid(unsafe_code)]

use std::collections::BTreeSet;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

use public_api::Builder;

const CRATES: [&str; 6] =
    ["boscage", "boscage_core", "boscage_generate", "boscage_io", "boscage_operators", "boscage_ranks"];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [folder] => compare(Path::new(folder)),
        [folder, "--accept"] => accept(Path::new(folder)),
        _ => {
            eprintln!("usage: api FOLDER [--accept]");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => {
            eprintln!("the API is not the listed one: `BOSCAGE_API=accept .ci/run api` lists what it is now");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("api: {error}");
            ExitCode::from(2)
        }
    }
}

fn compare(folder: &Path) -> Result<bool, Box<dyn Error>> {
    let mut is_same = true;
    for name in CRATES {
        let (now, list) = (items(folder, name)?, list(name));
        let listed = fs::read_to_string(&list).map_err(|error| format!("{list}: {error}"))?;
        let changes = changes(&listed, &now);
        if !changes.is_empty() {
            print!("{name}:\n{changes}");
        }
        println!("{name}: {} public items", now.lines().count());
        is_same &= changes.is_empty();
    }
    Ok(is_same)
}

fn accept(folder: &Path) -> Result<bool, Box<dyn Error>> {
    for name in CRATES {
        fs::write(list(name), items(folder, name)?)?;
    }
    Ok(true)
}

/// Returns the path of the list of a crate.
fn list(name: &str) -> String {
    format!("{}/{name}.txt", env!("CARGO_MANIFEST_DIR"))
}

/// Returns the public items of a crate, one per line, with the traits that a type has without an `impl`.
fn items(folder: &Path, name: &str) -> Result<String, Box<dyn Error>> {
    let json = folder.join(name).with_extension("json");
    let api = Builder::from_rustdoc_json(&json)
        .sorted(true)
        .omit_blanket_impls(true)
        .build()
        .map_err(|error| format!("{}: {error}", json.display()))?;
    Ok(api
        .to_string()
        .lines()
        .filter(|line| !is_of_every_type(line))
        .map(|line| format!("{line}\n"))
        .collect())
}

/// Returns `true` for traits without an `impl` that say little about a type of this project.
fn is_of_every_type(line: &str) -> bool {
    ["Freeze", "Unpin", "UnsafeUnpin", "RefUnwindSafe", "UnwindSafe", "StructuralPartialEq"]
        .iter()
        .any(|name| line.contains(&format!("::{name} for ")))
}

/// Returns the lines that only one of two lists has.
fn changes(before: &str, now: &str) -> String {
    let [before, now] = [before, now].map(|list| BTreeSet::from_iter(list.lines()));
    let lost = before.difference(&now).map(|line| format!("- {line}\n"));
    lost.chain(now.difference(&before).map(|line| format!("+ {line}\n"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_what_only_one_list_has() {
        assert_eq!(changes("a\nb\n", "a\nb\n"), "");
        assert_eq!(changes("a\nb\nd\n", "a\nc\nd\n"), "- b\n+ c\n");
    }

    #[test]
    fn every_crate_has_a_list() {
        for name in CRATES {
            assert!(Path::new(&list(name)).exists(), "{name}");
        }
    }
}
