//! Sizes of the experiments, and the means to measure them.

use std::path::{Path, PathBuf};

use boscage::generate::Road;
use boscage::graph::LIMIT;
use boscage::io::Format;
use boscage_measuring::generated::Generated;

use crate::experiment::Series;
use crate::graph::Origin;
use crate::operator::Operator;

/// Conditions of plans.
#[derive(Clone, Debug)]
pub(crate) struct Setup {
    /// Factor of all sizes.
    pub(crate) scale: f64,
    /// Number of threads that this process may run at the same time.
    pub(crate) cores: usize,
    /// `true` if there is a GPU.
    pub(crate) gpu: bool,
    /// Files of the folder with the papers' own graphs.
    pub(crate) originals: Vec<PathBuf>,
}

impl Setup {
    /// Returns a number of nodes or edges, from that at scale 1.
    pub(crate) fn size(&self, at_scale_1: f64) -> usize {
        (at_scale_1 * self.scale).round().clamp(16.0, LIMIT as f64) as usize
    }

    /// Returns a number of nodes whose square grows with the scale: for graphs with all edges, or a share of
    /// them.
    pub(crate) fn side(&self, at_scale_1: f64) -> usize {
        (at_scale_1 * self.scale.sqrt()).round().clamp(16.0, LIMIT as f64) as usize
    }

    /// Returns numbers of threads: powers of two, and all cores.
    pub(crate) fn threads(&self) -> Vec<usize> {
        let powers = std::iter::successors(Some(1), |threads| Some(threads * 2));
        powers.take_while(|threads| *threads < self.cores).chain([self.cores]).collect()
    }

    /// Returns an operator on all cores.
    pub(crate) fn on_all(&self, name: &str, operator: impl Into<Operator>) -> Series {
        Series::new(name, operator, self.cores)
    }

    /// Returns operators of the GPU, if there is one.
    pub(crate) fn on_gpu(&self, all: impl IntoIterator<Item = (&'static str, Operator)>) -> Vec<Series> {
        let series = |(name, operator)| Series::new(name, operator, 1);
        if self.gpu { all.into_iter().map(series).collect() } else { Vec::new() }
    }

    /// Returns roads: the file with one of these stems, or the stand-in.
    pub(crate) fn roads(&self, stems: &[&str], stand_in: Road) -> Origin {
        match self.original(stems) {
            Some(path) => Origin::File(path.to_owned()),
            None => Generated::Road(stand_in).into(),
        }
    }

    /// Returns Florida's road network: its file, or a road network with the same number of nodes, times the
    /// part and the scale.
    pub(crate) fn florida(&self, part: f64) -> Origin {
        const NODES: f64 = 1_070_376.0;
        self.roads(&["USA-road-d.FLA", "FLA"], Road { nodes: self.size(NODES * part), ..Road::default() })
    }

    /// Returns the file of a graph with one of these stems, if there is one: `NY` is the stem of `NY.gr.gz`.
    pub(crate) fn original(&self, stems: &[&str]) -> Option<&Path> {
        let is_of = |path: &Path, stem: &str| {
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            // Suffixes of graphs; coordinates and other files have others.
            name.strip_prefix(stem).is_some_and(|rest| rest.starts_with('.'))
                && Format::from_suffix(path).is_some()
        };
        stems
            .iter()
            .find_map(|stem| self.originals.iter().find(|path| is_of(path, stem)))
            .map(PathBuf::as_path)
    }
}

/// A machine for tests, which measure nothing on it.
#[cfg(test)]
pub(crate) fn small() -> Setup {
    Setup { scale: 0.01, cores: 2, gpu: false, originals: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_threads() {
        let setup = Setup { scale: 4.0, cores: 12, ..small() };
        assert_eq!((setup.size(100.0), setup.side(100.0), setup.size(0.1)), (400, 200, 16));
        assert_eq!(setup.threads(), [1, 2, 4, 8, 12]);
        assert_eq!(Setup { cores: 1, ..small() }.threads(), [1]);
        assert_eq!(Setup { cores: 2, ..small() }.threads(), [1, 2]);
    }

    #[test]
    fn originals_are_found_by_their_stems() {
        let originals = ["d/NY.co.gz", "d/NY.pdf", "d/NYC.gr", "d/NY.gr.gz", "d/USA-road-d.FLA.gr"]
            .map(PathBuf::from)
            .to_vec();
        let setup = Setup { originals, ..small() };
        assert_eq!(setup.original(&["USA-road-d.NY", "NY"]), Some(Path::new("d/NY.gr.gz")));
        assert_eq!(setup.original(&["USA-road-d.FLA", "FLA"]), Some(Path::new("d/USA-road-d.FLA.gr")));
        assert_eq!(setup.original(&["USA-road-d.CAL", "CAL"]), None);
    }
}
