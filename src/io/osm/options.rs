//! Options for reading extracts.

use std::fmt;
use std::str::FromStr;

use super::Profile;
use boscage_core::{Error, Result};

/// Options for reading OpenStreetMap extracts.
///
/// # Examples
/// ```
/// use boscage::io::ReadOptions;
/// use boscage::io::osm::{Chains, OsmOptions, Profile};
///
/// let osm = OsmOptions { profile: Profile::Bicycle, chains: Chains::Keep };
/// let options = ReadOptions { osm, keep_geometry: true, ..ReadOptions::default() };
/// assert_eq!(options.osm.profile.to_string(), "bicycle");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OsmOptions {
    /// The ways that are read; by default all that have a `highway` tag.
    pub profile: Profile,
    /// The edges that a way is made into.
    pub chains: Chains,
}

/// The edges that a way is made into.
///
/// Parsed and displayed as `contract` or `keep`. A reference to a node that is not in the file ends an edge:
/// no edge leads over a gap. Loops and parallel edges are kept.
///
/// # Examples
/// ```
/// use boscage::io::osm::Chains;
///
/// assert_eq!("keep".parse::<Chains>()?, Chains::Keep);
/// assert_eq!(Chains::default().to_string(), "contract");
/// # Ok::<(), boscage::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Chains {
    /// An edge per piece of a way between two junctions. A junction is a node at an end of a way, or one that
    /// the ways use twice or more.
    #[default]
    Contract,
    /// An edge per two consecutive nodes of a way.
    Keep,
}

impl Chains {
    /// All values, with their words.
    pub const WORDS: [(&'static str, Self); 2] = [("contract", Self::Contract), ("keep", Self::Keep)];
}

impl fmt::Display for Chains {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word_of(&Self::WORDS, self))
    }
}

impl FromStr for Chains {
    type Err = Error;

    /// `contract` or `keep`.
    fn from_str(word: &str) -> Result<Self> {
        of_word("chains", &Self::WORDS, word)
    }
}

/// The word of a value.
pub(super) fn word_of<T: PartialEq>(words: &[(&'static str, T)], value: &T) -> &'static str {
    words.iter().find(|(_, one)| one == value).map_or("", |(word, _)| word)
}

/// The value of a word.
pub(super) fn of_word<T: Copy>(what: &'static str, words: &[(&'static str, T)], word: &str) -> Result<T> {
    let known = words.iter().find(|(known, _)| *known == word);
    known.map(|&(_, value)| value).ok_or_else(|| {
        let all: Vec<_> = words.iter().map(|(word, _)| *word).collect();
        Error::argument(what, format!("one of {}", all.join(", ")), format_args!("\"{word}\""))
    })
}
