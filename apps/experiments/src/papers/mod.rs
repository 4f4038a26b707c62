//! The experiments: a folder or file a paper, a file a table or figure, a line here.

mod cuda_report;
mod galois;
mod paradigms;
mod pma;
mod prim_boruvka;

use crate::experiment::Experiment;

/// All of them, in the order of lists and of the page.
static ALL: &[&[&Experiment]] = &[
    pma::EXPERIMENTS,
    galois::EXPERIMENTS,
    prim_boruvka::EXPERIMENTS,
    cuda_report::EXPERIMENTS,
    paradigms::EXPERIMENTS,
];

/// All of them.
pub(crate) fn all() -> impl Iterator<Item = &'static Experiment> {
    ALL.iter().flat_map(|of_paper| of_paper.iter().copied())
}
