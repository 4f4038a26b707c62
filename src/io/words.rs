//! The words for formats and options on command lines.
//!
//! They are in one place, so that all programs accept and list the same words.

use std::fmt;
use std::str::FromStr;

use crate::{ArcPolicy, Format, Unweighted};
use boscage_core::{Error, Result};

impl Format {
    /// Every format, with the word for it.
    pub const WORDS: [(&'static str, Self); 11] = [
        ("dimacs", Self::Dimacs),
        ("edge-list", Self::EdgeList),
        ("matrix-market", Self::MatrixMarket),
        ("metis", Self::Metis),
        ("pbbs-adjacency", Self::PbbsAdjacency),
        ("pbbs-edges", Self::PbbsEdges),
        ("galois", Self::Galois),
        ("ecl", Self::Ecl),
        ("gap", Self::Gap),
        ("edge-array", Self::EdgeArray),
        ("boscage", Self::Boscage),
    ];
}

impl ArcPolicy {
    /// Every policy, with the word for it.
    pub const WORDS: [(&'static str, Self); 3] =
        [("auto", Self::Auto), ("fold", Self::Fold), ("keep", Self::Keep)];
}

/// `dimacs`, `edge-list`, ...: the words of [`Format::WORDS`].
impl FromStr for Format {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self> {
        look_up("format", &Self::WORDS, word)
    }
}

/// `auto`, `fold` or `keep`.
impl FromStr for ArcPolicy {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self> {
        look_up("arcs", &Self::WORDS, word)
    }
}

/// `one`, `uniform:SEED:MAX` or `hash`.
///
/// ```
/// use boscage::io::Unweighted;
///
/// assert_eq!("uniform:7:1000".parse::<Unweighted>()?, Unweighted::Uniform { seed: 7, max: 1000 });
/// # Ok::<(), boscage::Error>(())
/// ```
impl FromStr for Unweighted {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self> {
        let uniform = || {
            let (seed, max) = word.strip_prefix("uniform:")?.split_once(':')?;
            let (seed, max) = (seed.parse().ok()?, max.parse().ok()?);
            (max > 0).then_some(Self::Uniform { seed, max })
        };
        match word {
            "one" => Ok(Self::One),
            "hash" => Ok(Self::Hash),
            _ => uniform().ok_or_else(|| {
                unlike("weights", "one, hash, or uniform:SEED:MAX with MAX in 1..=4294967295", word)
            }),
        }
    }
}

impl Format {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        word(&Self::WORDS, self)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl fmt::Display for ArcPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(word(&Self::WORDS, *self))
    }
}

impl fmt::Display for Unweighted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One => f.write_str("one"),
            Self::Hash => f.write_str("hash"),
            Self::Uniform { seed, max } => write!(f, "uniform:{seed}:{max}"),
        }
    }
}

fn look_up<T: Copy>(what: &'static str, words: &[(&'static str, T)], word: &str) -> Result<T> {
    match words.iter().find(|(known, _)| *known == word) {
        Some(&(_, value)) => Ok(value),
        None => {
            let known: Vec<_> = words.iter().map(|(known, _)| *known).collect();
            Err(unlike(what, &format!("one of {}", known.join(", ")), word))
        }
    }
}

fn word<T: PartialEq>(words: &[(&'static str, T)], value: T) -> &'static str {
    words.iter().find(|(_, known)| *known == value).map_or("?", |(word, _)| word)
}

fn unlike(what: &'static str, expected: &str, found: &str) -> Error {
    Error::argument(what, expected, format_args!("\"{found}\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_read_as_they_are_written() {
        for (word, format) in Format::WORDS {
            assert_eq!((word.parse::<Format>().unwrap(), format.to_string()), (format, word.to_owned()));
        }
        for (word, policy) in ArcPolicy::WORDS {
            assert_eq!((word.parse::<ArcPolicy>().unwrap(), policy.to_string()), (policy, word.to_owned()));
        }
        for word in ["one", "hash", "uniform:0:1", "uniform:18446744073709551615:4294967295"] {
            assert_eq!(word.parse::<Unweighted>().unwrap().to_string(), word);
        }
    }

    #[test]
    fn other_words_are_refused_with_those_there_are() {
        assert_eq!(
            "both".parse::<ArcPolicy>().unwrap_err().to_string(),
            "arcs: expected one of auto, fold, keep, found \"both\""
        );
        assert!(
            "DIMACS"
                .parse::<Format>()
                .unwrap_err()
                .to_string()
                .starts_with("format: expected one of dimacs, ")
        );
        for wrong in ["uniform:1", "uniform:1:0", "uniform:-1:5", "uniform:1:2:3", "two", ""] {
            assert_eq!(
                wrong.parse::<Unweighted>().unwrap_err().to_string(),
                format!(
                    "weights: expected one, hash, or uniform:SEED:MAX with MAX in 1..=4294967295, found \"{wrong}\""
                )
            );
        }
    }
}
