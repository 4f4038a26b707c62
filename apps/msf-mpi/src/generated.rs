//! Graphs that are made, not read: each rank makes its own edges.

use std::str::FromStr;

use boscage::generate::{Complete, Gnm, Grid, Path, Recipe, Rmat, Star, Style, WeightLaw};
use boscage::{Error, Result};

/// A graph to be made, as the command line has it: `gnm:nodes=1000,edges=4000,seed=7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Generated {
    text: String,
    family: String,
    values: Vec<(String, String)>,
}

/// The families, with the keys that each needs.
const FAMILIES: [(&str, &[&str]); 6] = [
    ("gnm", &["nodes", "edges"]),
    ("rmat", &["scale", "edges"]),
    ("grid", &["rows", "columns"]),
    ("complete", &["nodes"]),
    ("path", &["nodes"]),
    ("star", &["nodes"]),
];

/// The keys that every family may have.
const STYLE: [&str; 2] = ["weights", "seed"];

impl Generated {
    /// The command line's words for it.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn value<T: FromStr>(&self, key: &'static str) -> Result<Option<T>> {
        let value = self.values.iter().find(|(name, _)| name == key);
        let parse = |(_, value): &(String, String)| {
            value.parse().map_err(|_| Error::argument(key, "a number that makes sense", value))
        };
        value.map(parse).transpose()
    }

    fn number<T: FromStr>(&self, key: &'static str) -> Result<T> {
        self.value(key)?.ok_or_else(|| Error::argument("--generate", format!("{key}=NUMBER"), &self.text))
    }

    /// How to make it.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub(crate) fn recipe(&self) -> Result<Recipe> {
        let weights = self.value::<WeightLaw>("weights")?.unwrap_or_default();
        let seed = self.value("seed")?.unwrap_or(Style::default().seed);
        let style = Style { weights, seed, ..Style::default() };
        let nodes = || self.number("nodes");
        let edges = || self.number("edges");
        match &*self.family {
            "gnm" => Gnm { nodes: nodes()?, edges: edges()?, style, ..Gnm::default() }.recipe(),
            "rmat" => {
                Rmat { scale: self.number("scale")?, edges: edges()?, style, ..Rmat::default() }.recipe()
            }
            "grid" => Grid { rows: self.number("rows")?, columns: self.number("columns")?, style }.recipe(),
            "complete" => Complete { nodes: nodes()?, style }.recipe(),
            "path" => Path { nodes: nodes()?, style }.recipe(),
            _ => Star { nodes: nodes()?, style }.recipe(),
        }
    }
}

impl FromStr for Generated {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let (family, values) = text.split_once(':').unwrap_or((text, ""));
        let Some((_, needed)) = FAMILIES.iter().find(|(name, _)| *name == family) else {
            return Err(format!("expected one of {}", FAMILIES.map(|(name, _)| name).join(", ")));
        };
        let mut parsed: Vec<(String, String)> = Vec::new();
        for word in values.split(',').filter(|word| !word.is_empty()) {
            let (key, value) = word.split_once('=').ok_or_else(|| format!("expected KEY=VALUE: {word}"))?;
            if !needed.contains(&key) && !STYLE.contains(&key) {
                return Err(format!(
                    "{family} has no {key}, but {}, {}",
                    needed.join(", "),
                    STYLE.join(", ")
                ));
            }
            if parsed.iter().any(|(name, _)| name == key) {
                return Err(format!("{key} is given twice"));
            }
            parsed.push((key.to_owned(), value.to_owned()));
        }
        let generated = Self { text: text.to_owned(), family: family.to_owned(), values: parsed };
        generated.recipe().map_err(|error| error.to_string())?;
        Ok(generated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_makes_no_sense_is_refused() {
        let recipe = |text: &str| text.parse::<Generated>().map(|one| one.recipe().unwrap());
        assert_eq!(recipe("gnm:nodes=10,edges=20,seed=3").unwrap().edges(), 20);
        assert_eq!(recipe("grid:rows=3,columns=4,weights=uniform:5").unwrap().nodes(), 12);
        assert!(
            ["star:nodes=5", "path:nodes=5", "complete:nodes=5", "rmat:scale=4,edges=9"]
                .iter()
                .all(|text| recipe(text).is_ok())
        );
        for wrong in [
            "gnm",
            "gnm:nodes=10",
            "web:nodes=1",
            "star:rows=1",
            "path:nodes",
            "path:nodes=-1",
            "path:nodes=1,nodes=2",
        ] {
            assert!(recipe(wrong).is_err(), "{wrong}");
        }
    }
}
