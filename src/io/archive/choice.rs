//! The choice of the member that is the graph, by the names of all.

use std::path::Path;

use super::members::Member;
use super::without_compression;
use crate::input::mismatch;
use boscage_core::Result;

/// The chance of a member to be the graph.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// A folder, a link, a hidden file, or a text about the graph.
    #[default]
    Other,
    /// Any other file. It is the graph if it is the only one.
    Perhaps,
    /// It has the name of its folder, or begins with `out.`.
    Graph,
}

/// Beginnings of the names of texts about a graph.
const TEXTS: [&str; 8] =
    ["readme", "license", "licence", "copying", "notice", "citation", "changelog", "meta."];

/// Suffixes of texts about a graph.
const DOCUMENTS: [&str; 4] = ["md", "bib", "pdf", "html"];

impl Rank {
    /// The rank of a member with this name.
    pub(super) fn of(path: &str) -> Self {
        let parts: Vec<&str> = path.split('/').filter(|part| !matches!(*part, "" | ".")).collect();
        let [folders @ .., file] = &parts[..] else { return Self::Other };
        let is_hidden = |part: &&str| part.starts_with('.') || *part == "__MACOSX";
        let lower = file.to_ascii_lowercase();
        let (stem, suffix) = match without_compression(file).rsplit_once('.') {
            Some((stem, suffix)) => (stem, suffix.to_ascii_lowercase()),
            None => (without_compression(file), String::new()),
        };
        let is_text = TEXTS.iter().any(|text| lower.starts_with(text));
        if parts.iter().any(is_hidden) || is_text || DOCUMENTS.contains(&&*suffix) {
            return Self::Other;
        }
        let is_named_so =
            folders.last() == Some(&stem) || file.strip_prefix("out.").is_some_and(|name| !name.is_empty());
        if is_named_so { Self::Graph } else { Self::Perhaps }
    }
}

/// The members that may be the graph, among those so far.
#[derive(Debug, Default)]
pub(super) struct Choice {
    /// The highest rank so far.
    rank: Rank,
    /// Some of the members of this rank, and the number of all.
    names: Vec<String>,
    count: usize,
    /// The number of all members that are files.
    files: usize,
}

impl Choice {
    /// Number of names that a message has.
    const SHOWN: usize = 8;

    /// Number of characters of such a name.
    const LONGEST: usize = 80;

    /// Includes a member. Returns `true` if it is the graph, unless others follow.
    pub(super) fn consider(&mut self, member: &Member) -> bool {
        if !member.is_file {
            return false;
        }
        self.files += 1;
        let rank = Rank::of(&member.path);
        if rank == Rank::Other || rank < self.rank {
            return false;
        }
        if rank > self.rank {
            *self = Self { rank, files: self.files, ..Self::default() };
        }
        self.count += 1;
        if self.names.len() < Self::SHOWN {
            self.names.push(member.path.chars().take(Self::LONGEST).collect());
        }
        self.count == 1
    }

    /// The rank of the members that may be the graph.
    pub(super) fn rank(&self) -> Rank {
        self.rank
    }

    /// Checks that exactly one member may be the graph.
    pub(super) fn decided(&self, path: &Path) -> Result<()> {
        let (found, cure) = match (self.count, self.files) {
            (1, _) => return Ok(()),
            (0, 0) => ("no files".to_owned(), ""),
            (0, 1) => ("only a text about it".to_owned(), ""),
            (0, files) => (format!("{files} files that are texts or hidden"), "unpack it with tar -xf FILE"),
            (count, _) => {
                let more = match count - self.names.len() {
                    0 => String::new(),
                    more => format!(" and {more} more"),
                };
                let found = format!("{count} files that may be it: {}{more}", self.names.join(", "));
                (found, "unpack it with tar -xf FILE, and name the one that is the graph")
            }
        };
        Err(mismatch(path, "an archive of one graph", found, cure))
    }
}
