//! Where forests are found: on the processor, or on a GPU.

use std::fmt;
use std::sync::LazyLock;

use boscage::exec::{Exec, Schedule};
use boscage::graph::{EdgeListView, Forest, Objective, Weight};
use boscage_kernels::{self as kernels, Gpu};
use boscage_measuring::failure::Failure;
use boscage_operators::msf::{self, WindowedKruskal};
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Where forests are found.
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

    /// All operators of this backend.
    pub(crate) fn operators(self) -> Vec<Operator> {
        match self {
            Self::Cpu => msf::Algorithm::ALL.map(Operator::Cpu).to_vec(),
            Self::Gpu => kernels::Algorithm::ALL.map(Operator::Gpu).to_vec(),
        }
    }

    /// The operator of this name; or the error of a command line that names one of the other backend.
    pub(crate) fn operator(self, name: &str) -> Result<Operator, String> {
        match self {
            Self::Cpu => name
                .parse()
                .map(Operator::Cpu)
                .map_err(|_| format!("{name} runs on a GPU only: add --backend gpu")),
            Self::Gpu => name.parse().map(Operator::Gpu).map_err(|_| {
                let names = kernels::Algorithm::ALL.map(kernels::Algorithm::name).join(", ");
                format!("{name} does not run on a GPU: --backend gpu has {names}")
            }),
        }
    }
}

/// The word for what is fastest, on either backend.
pub(crate) const AUTO: &str = "auto";

/// A forest operator of one of the backends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Operator {
    Cpu(msf::Algorithm),
    Gpu(kernels::Algorithm),
}

impl Operator {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cpu(algorithm) => algorithm.name(),
            Self::Gpu(algorithm) => algorithm.name(),
        }
    }

    /// The operator that `auto` stands for; others stand for themselves.
    pub(crate) fn chosen<W: Weight>(
        self,
        graph: EdgeListView<'_, W>,
        objective: Objective,
        threads: usize,
    ) -> Self {
        match self {
            Self::Cpu(msf::Algorithm::Auto) => Self::Cpu(msf::choose(graph, objective, threads)),
            Self::Gpu(algorithm) => Self::Gpu(algorithm.chosen()),
            named @ Self::Cpu(_) => named,
        }
    }
}

/// What of a call is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Span {
    /// All of it.
    Call,
    /// What a device takes between the copies to it and from it.
    Device,
}

impl Operator {
    /// The name in tables where operators of both backends meet.
    pub(crate) fn row(self, span: Span) -> &'static str {
        static OF_GPU: LazyLock<Vec<(kernels::Algorithm, [String; 2])>> = LazyLock::new(|| {
            let words = |one: kernels::Algorithm| [format!("gpu {one}"), format!("gpu {one}, no copies")];
            kernels::Algorithm::ALL.into_iter().map(|one| (one, words(one))).collect()
        });
        match self {
            Self::Cpu(algorithm) => algorithm.name(),
            Self::Gpu(algorithm) => {
                let of = OF_GPU.iter().find(|(one, _)| *one == algorithm);
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
    let on_cpu = msf::Algorithm::ALL.map(|one| PossibleValue::new(one.name()).help(one.summary()));
    let on_gpu = kernels::Algorithm::ALL.into_iter().filter(|one| Backend::Cpu.operator(one.name()).is_err());
    let on_gpu = on_gpu.map(|one| PossibleValue::new(one.name()).help(format!("GPU: {}", one.summary())));
    PossibleValuesParser::new(on_cpu.into_iter().chain(on_gpu))
}

/// What finds forests: threads, and the GPU if it is wanted.
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
        match (operator, window, gpu) {
            (Operator::Gpu(algorithm), _, Some(gpu)) => {
                Ok(algorithm.run(gpu, exec, graph.into(), objective)?)
            }
            (Operator::Gpu(_), _, None) => Err(kernels::Error::NoDriver.into()),
            (Operator::Cpu(_), Some(window), _) => {
                let config = WindowedKruskal { schedule: Schedule::Window(window) };
                Ok(msf::windowed_kruskal(exec, graph, objective, config)?)
            }
            (Operator::Cpu(algorithm), None, _) => Ok(algorithm.run(exec, graph.into(), objective)?),
        }
    }
}
