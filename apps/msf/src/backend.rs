//! The backends on which forests are found: the processor, or a GPU.

use std::fmt;
use std::sync::LazyLock;

use boscage::exec::{Exec, Schedule};
use boscage::graph::{EdgeListView, Forest, Objective, Weight};
use boscage_kernels::{self as kernels, Gpu};
use boscage_measuring::failure::Failure;
use boscage_operators::msf::{self, Algorithm, WindowedKruskal};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// A backend on which forests are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    /// The processor, all of its cores
    #[default]
    Cpu,
    /// The first NVIDIA GPU
    Gpu,
}

impl Backend {
    /// The word on the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
        }
    }

    /// Opens the GPU, if it is wanted: without one, the graph need not be read.
    pub(crate) fn open(self) -> Result<Option<Gpu>, Failure> {
        match self {
            Self::Cpu => Ok(None),
            Self::Gpu => Ok(Some(Gpu::open()?)),
        }
    }

    /// All operators of this backend.
    pub(crate) fn operators(self) -> Vec<Operator> {
        let all: Vec<_> = match self {
            Self::Cpu => Algorithm::on_cpu().collect(),
            Self::Gpu => Algorithm::on_gpu().collect(),
        };
        all.into_iter().map(|algorithm| Operator { backend: self, algorithm }).collect()
    }

    /// The operator of this name; or the error of a command line that names one of the other backend.
    pub(crate) fn operator(self, name: &str) -> Result<Operator, String> {
        let operator = self.operators().into_iter().find(|operator| operator.name() == name);
        operator.ok_or_else(|| match self {
            Self::Cpu => format!("{name} runs on a GPU only: add --backend gpu"),
            Self::Gpu => {
                let names: Vec<_> = Algorithm::on_gpu().map(Algorithm::name).collect();
                format!("{name} does not run on a GPU: --backend gpu has {}", names.join(", "))
            }
        })
    }
}

/// The word for what is fastest, on either backend.
pub(crate) const AUTO: &str = "auto";

/// A forest operator on one of the backends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Operator {
    pub(crate) backend: Backend,
    pub(crate) algorithm: Algorithm,
}

/// The part of a call that is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// All of it.
    Call,
    /// The work of a device between the copies to it and from it.
    Device,
}

impl Operator {
    /// An operator on the processor.
    pub(crate) const fn on_cpu(algorithm: Algorithm) -> Self {
        Self { backend: Backend::Cpu, algorithm }
    }

    pub(crate) fn name(self) -> &'static str {
        self.algorithm.name()
    }

    /// The operator that `auto` stands for; others stand for themselves.
    pub(crate) fn chosen<W: Weight>(
        self,
        graph: EdgeListView<'_, W>,
        objective: Objective,
        threads: usize,
    ) -> Self {
        let algorithm = match (self.backend, self.algorithm) {
            (Backend::Cpu, Algorithm::Auto) => msf::choose(graph, objective, threads),
            (Backend::Cpu, named) => named,
            (Backend::Gpu, named) => kernels::chosen(named),
        };
        Self { algorithm, ..self }
    }

    /// The name in tables where operators of both backends meet.
    pub(crate) fn row(self, span: Span) -> &'static str {
        static OF_GPU: LazyLock<Vec<(Algorithm, [String; 2])>> = LazyLock::new(|| {
            let words = |one: Algorithm| [format!("gpu {one}"), format!("gpu {one}, no copies")];
            Algorithm::on_gpu().map(|one| (one, words(one))).collect()
        });
        match self.backend {
            Backend::Cpu => self.name(),
            Backend::Gpu => {
                let of = OF_GPU.iter().find(|(one, _)| *one == self.algorithm);
                of.map_or("gpu", |(_, [call, device])| if span == Span::Call { call } else { device })
            }
        }
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The operators of both backends, for command lines: which of them fits the backend is found out later.
pub(crate) fn names() -> impl TypedValueParser<Value = String> {
    let word = |one: Algorithm| {
        let of_gpu_only = Algorithm::on_cpu().all(|other| other != one);
        let summary = one.facts().summary;
        let help = if of_gpu_only { format!("GPU: {summary}") } else { summary.to_owned() };
        PossibleValue::new(one.name()).help(help)
    };
    let here = |one: &Algorithm| Algorithm::on_cpu().chain(Algorithm::on_gpu()).any(|other| other == *one);
    PossibleValuesParser::new(Algorithm::ALL.into_iter().filter(here).map(word))
}

/// A finder of forests: threads, and the GPU if it is wanted.
#[derive(Clone, Copy)]
pub(crate) struct Finder<'a> {
    pub(crate) exec: &'a Exec,
    pub(crate) gpu: Option<&'a Gpu>,
}

impl Finder<'_> {
    /// Runs an operator; `window` is for the one that has it.
    pub(crate) fn forest<W: Weight>(
        &self,
        operator: Operator,
        graph: EdgeListView<'_, W>,
        objective: Objective,
        window: Option<usize>,
    ) -> Result<Forest<W>, Failure> {
        let Self { exec, gpu } = *self;
        let Operator { backend, algorithm } = operator;
        match (backend, window, gpu) {
            (Backend::Gpu, _, Some(gpu)) => Ok(kernels::run(algorithm, gpu, exec, graph.into(), objective)?),
            (Backend::Gpu, _, None) => Err(kernels::Error::NoDriver.into()),
            (Backend::Cpu, Some(window), _) => {
                let config = WindowedKruskal { schedule: Schedule::Window(window) };
                Ok(msf::windowed_kruskal(exec, graph, objective, config)?)
            }
            (Backend::Cpu, None, _) => Ok(algorithm.run(exec, graph.into(), objective)?),
        }
    }
}
