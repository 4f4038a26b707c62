//! Generated graphs, named in one word: `gnm:nodes=1000,edges=4000,seed=7`.

use std::str::FromStr;

use boscage::Result;
use boscage::exec::Exec;
use boscage_programs::family::{Family, Made, StyleOptions};
use clap::{Command, CommandFactory, Parser};

/// A graph to generate, as named on the command line.
#[derive(Clone, Debug)]
pub(crate) struct Generated {
    text: String,
    family: Family<StyleOptions>,
}

/// Its words for `graph generate`.
#[derive(Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_help_subcommand = true)]
struct Words {
    #[command(subcommand)]
    family: Family<StyleOptions>,
}

impl Generated {
    /// Returns the word of the command line.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the recipe; generates a road network, which has none.
    pub(crate) fn make(&self, exec: &Exec) -> Result<Made> {
        self.family.make(exec)
    }
}

impl FromStr for Generated {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Self, String> {
        let (family, values) = text.split_once(':').unwrap_or((text, ""));
        let mut words = vec![family.to_owned()];
        for piece in values.split(',').filter(|piece| !piece.is_empty()) {
            match words.last_mut().filter(|word| word.starts_with("--")) {
                _ if piece.contains('=') || is_flag(family, piece) => words.push(format!("--{piece}")),
                // A value with commas, such as rmat:quadrants=0.6,0.2,0.1.
                Some(value) => *value += &format!(",{piece}"),
                None => words.push(piece.to_owned()),
            }
        }
        if family.is_empty() {
            return Err("expected a family, then its options".to_owned());
        }
        let family = Words::try_parse_from(words).map_err(in_one_line)?.family;
        family.check()?;
        if family.coordinates().is_some() {
            return Err("expected no coordinates: only `graph generate` writes them".to_owned());
        }
        Ok(Self { text: text.to_owned(), family })
    }
}

/// Returns `true` if a family has an option of this name without a value.
fn is_flag(family: &str, name: &str) -> bool {
    let words = Words::command();
    let options = words.find_subcommand(family).into_iter().flat_map(Command::get_arguments);
    let mut flags = options.filter(|option| !option.get_action().takes_values());
    flags.any(|flag| flag.get_long() == Some(name))
}

/// Returns the error, without advice about a command line that the user has not written.
fn in_one_line(error: clap::Error) -> String {
    let text = error.to_string().replacen("error: unrecognized subcommand", "error: unrecognized family", 1);
    let lines = text.lines().map(str::trim).take_while(|line| !line.is_empty());
    lines.collect::<Vec<_>>().join(" ").trim_start_matches("error: ").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the numbers of nodes and edges.
    fn size(text: &str) -> std::result::Result<(usize, usize), String> {
        let made = text.parse::<Generated>()?.make(&Exec::new(1).unwrap()).map_err(|error| error.to_string());
        made.map(|made| match made {
            Made::Recipe(recipe) => (recipe.node_count(), recipe.edge_count()),
            Made::Map(graph, _) => (graph.node_count(), graph.edge_count()),
        })
    }

    #[test]
    fn every_family_is_made_with_its_options() {
        assert_eq!(size("gnm:nodes=10,edges=20,seed=3"), Ok((10, 20)));
        assert_eq!(size("grid:rows=3,columns=4,weights=uniform:5"), Ok((12, 17)));
        assert_eq!(size("rmat:scale=4,edges=9,quadrants=0.5,0.2,0.1,loops=kept"), Ok((16, 9)));
        assert_eq!(size("watts-strogatz:nodes=20,neighbours=4,rewire=0.5"), Ok((20, 40)));
        assert_eq!(size("comb:spine=3,tooth=2,numbering=shuffled"), Ok((9, 8)));
        // Twice as many pairs, because their order counts.
        assert_eq!(size("gnm:directed,nodes=3,edges=6,weights=unit"), Ok((3, 6)));
        assert_eq!(size("road:nodes=500").map(|(nodes, _)| nodes), Ok(500));
        assert_eq!(size("ssca2:nodes=100,max-clique=5").map(|(nodes, _)| nodes), Ok(100));
        assert!(size("three-paradigm:nonsense").unwrap_err().contains("possible values"));
        for text in ["star:nodes=5", "path:nodes=5", "complete:nodes=5"] {
            assert_eq!(size(text).map(|(nodes, _)| nodes), Ok(5));
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused_in_a_line() {
        let message = |text: &str| text.parse::<Generated>().map(|made| made.text).unwrap_err();
        let missing = "the following required arguments were not provided: --edges <EDGES>";
        assert_eq!(message("gnm:nodes=10"), missing);
        assert_eq!(message("star:nodes=5,rows=1"), "unexpected argument '--rows' found");
        assert_eq!(message(""), "expected a family, then its options");
        assert_eq!(message("web:nodes=3"), "unrecognized family 'web'");
        assert_eq!(message("star:subcommand=3"), "unexpected argument '--subcommand' found");
        assert!(
            message("rmat:scale=99,edges=3").contains("99 is not in 0..32"),
            "{}",
            message("rmat:scale=99,edges=3")
        );
        for wrong in ["", "gnm", "web:nodes=1", "path:nodes", "path:nodes=-1", "path:nodes=1,nodes=2", "help"]
        {
            assert!(!message(wrong).contains('\n'), "{wrong}");
        }
        assert!(message("road:nodes=9,coordinates=a.co").contains("graph generate"));
        assert!(size("gnm:nodes=3,edges=99").is_err());
    }
}
