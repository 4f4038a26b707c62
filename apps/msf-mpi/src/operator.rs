//! The forest operators of ranks, by name.

use boscage::Result;
use boscage::comm::{Comm, Part, PartForest};
use boscage::exec::Exec;
use boscage::graph::{Objective, Weight};
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

use crate::gathered;

/// The word for the operator that is fastest.
pub(crate) const AUTO: &str = "auto";

/// A forest operator of ranks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    /// All edges go to rank 0.
    Gathered,
}

impl Operator {
    /// All of them, with their names and what is said about them.
    const ALL: [(Self, &str, &str); 1] =
        [(Self::Gathered, "gathered", "all edges go to rank 0, which finds the forest alone")];

    /// The operator of this name; what `auto` stands for.
    pub(crate) fn of(name: &str) -> Self {
        Self::ALL.iter().find(|(_, own, _)| *own == name).map_or(Self::Gathered, |(operator, ..)| *operator)
    }

    pub(crate) fn name(self) -> &'static str {
        Self::ALL.iter().find(|(operator, ..)| *operator == self).map_or(AUTO, |(_, name, _)| name)
    }

    /// Finds the forest. Collective.
    pub(crate) fn forest<W: Weight>(
        self,
        exec: &Exec,
        comm: &Comm<'_>,
        part: &Part<W>,
        objective: Objective,
    ) -> Result<PartForest<W>> {
        match self {
            Self::Gathered => gathered::forest(exec, comm, part, objective),
        }
    }
}

/// The operators, for command lines.
pub(crate) fn names() -> impl TypedValueParser<Value = String> {
    let all = Operator::ALL.map(|(_, name, help)| PossibleValue::new(name).help(help));
    PossibleValuesParser::new(
        [PossibleValue::new(AUTO).help("The fastest for the graph")].into_iter().chain(all),
    )
}
