//! Compares the committed files with the compiled kernels: the PTX, and the Rust module that embeds it.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::compile::{files, named};

/// Files of the crate that this program writes, and their contents.
#[derive(Debug)]
pub(crate) struct Committed {
    root: PathBuf,
    /// By path from the crate's folder.
    wanted: BTreeMap<String, String>,
}

/// A file that differs from its expected content.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Difference {
    Missing(String),
    Stale(String),
    Superfluous(String),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(path) => write!(f, "{path} is missing"),
            Self::Stale(path) => write!(f, "{path} is stale"),
            Self::Superfluous(path) => write!(f, "{path} has no .cu"),
        }
    }
}

/// The Rust module, from the crate's folder.
pub(crate) const MODULE: &str = "src/ptx.rs";

impl Committed {
    /// Creates the expected files of the crate at `root` from the name and the PTX of all its kernels.
    pub(crate) fn new(root: &Path, ptx: BTreeMap<String, String>) -> Self {
        let module = module(ptx.keys());
        let mut wanted: BTreeMap<_, _> =
            ptx.into_iter().map(|(name, text)| (format!("ptx/{name}.ptx"), text)).collect();
        wanted.insert(MODULE.to_owned(), module);
        Self { root: root.to_owned(), wanted }
    }

    /// Returns all differences, by path.
    pub(crate) fn differences(&self) -> io::Result<Vec<Difference>> {
        let mut differences = Vec::new();
        for (path, wanted) in &self.wanted {
            let file = self.root.join(path);
            match fs::read(&file) {
                Ok(found) if found == wanted.as_bytes() => {}
                Ok(_) => differences.push(Difference::Stale(path.clone())),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {
                    differences.push(Difference::Missing(path.clone()));
                }
                Err(error) => return Err(named(&file)(error)),
            }
        }
        let committed = match files(&self.root.join("ptx")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(), // before the first kernel
            committed => committed?,
        };
        for (name, extension) in committed {
            let path = format!("ptx/{name}.{extension}");
            if extension == "ptx" && !self.wanted.contains_key(&path) {
                differences.push(Difference::Superfluous(path));
            }
        }
        Ok(differences)
    }

    /// Writes or removes the file of `difference`.
    pub(crate) fn mend(&self, difference: &Difference) -> io::Result<()> {
        let (Difference::Missing(path) | Difference::Stale(path) | Difference::Superfluous(path)) =
            difference;
        let file = self.root.join(path);
        let mended = match self.wanted.get(path) {
            Some(text) => write(&file, text),
            None => fs::remove_file(&file),
        };
        mended.map_err(named(&file))
    }
}

/// Writes a file, and its folder if there is none.
fn write(file: &Path, text: &str) -> io::Result<()> {
    fs::create_dir_all(file.parent().unwrap_or(file))?;
    fs::write(file, text)
}

/// The Rust module that embeds the PTX of `names`.
fn module<'a>(names: impl Iterator<Item = &'a String>) -> String {
    let (head, tail) =
        include_str!("module.rs.in").split_once("{modules}\n").expect("a place for the modules");
    let lines = names.map(|name| format!("    {} = \"{name}\";\n", name.to_uppercase()));
    format!("{head}{}{tail}", lines.collect::<String>())
}
