//! Reads the pages that rustdoc made of the crates for users.
//!
//! ```text
//! rendered FOLDER --without FOLDER    checks that what rules.rs demands is on the pages, and that what
//!                                     needs a feature says so; the second folder has the pages of the
//!                                     crates without features
//! rendered FOLDER --list [CRATE...]   lists the items: examples, lines, words outside code
//! ```
#![forbid(unsafe_code)]

mod docs;
mod features;
mod html;
mod list;
mod page;
mod rules;
#[cfg(test)]
mod tests;

use std::path::Path;
use std::process::ExitCode;
use std::{env, io};

use list::List;
use page::pages;

/// The crates whose pages users read, `boscage` with those of the others once more.
const CRATES: [&str; 6] =
    ["boscage", "boscage_core", "boscage_generate", "boscage_io", "boscage_operators", "boscage_ranks"];

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match arguments[..] {
        [folder, "--list", ref crates @ ..] => list(folder, if crates.is_empty() { &CRATES } else { crates }),
        [folder, "--without", without] => check(folder, without),
        _ => {
            eprintln!("usage: rendered FOLDER --without FOLDER | rendered FOLDER --list [CRATE...]");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("rendered: {error}");
            ExitCode::from(2)
        }
    }
}

fn list(folder: &str, crates: &[&str]) -> io::Result<bool> {
    print!("{}", List(&pages(Path::new(folder), crates)?));
    Ok(true)
}

/// Prints what is missing, then a line for each rule. Returns whether all is well.
fn check(folder: &str, without: &str) -> io::Result<bool> {
    let (pages, without) = (pages(Path::new(folder), &CRATES)?, pages(Path::new(without), &CRATES)?);
    let mut summary = Vec::new();
    let mut is_well = true;
    for found in rules::check(&pages) {
        for (place, need) in &found.missing {
            println!("{place}: {}: no {}", found.rule.of, need.name());
        }
        summary.push((found.rule.of, found.items, found.missing.len()));
    }
    let (items, silent) = features::check(&pages, &without);
    for place in &silent {
        println!("{place}: needs a feature: does not say so");
    }
    summary.push(("item that needs a feature", items, silent.len()));
    // Pages of the other crates lead to crates that may not be documented yet when they are written.
    let facade = || pages.iter().filter(|page| page.file.starts_with("boscage/"));
    let mut broken = 0;
    for page in facade() {
        for name in &page.broken {
            println!("{}: the link to `{name}` leads nowhere", page.file);
            broken += 1;
        }
    }
    summary.push(("page whose links lead somewhere", facade().count(), broken));
    for (of, items, missing) in summary {
        println!("{of}: {items} found, {missing} lacking");
        is_well &= rules::holds(items, missing);
    }
    Ok(is_well)
}
