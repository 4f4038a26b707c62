//! The experiments: a folder or file a paper, a file a table or figure, a line here.

mod galois;
mod pma;

use crate::experiment::Experiment;

/// All of them, in the order of lists and of the page.
static ALL: &[&[&Experiment]] = &[pma::EXPERIMENTS, galois::EXPERIMENTS];

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = &'static Experiment> {
    ALL.iter().flat_map(|of_paper| of_paper.iter().copied())
}
