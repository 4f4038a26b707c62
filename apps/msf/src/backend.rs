//! Backends on which forests are found: the processor, or a GPU.

use std::fmt;
use std::sync::LazyLock;

use boscage::exec::Exec;
use boscage::graph::{EdgeListView, Forest, Objective, Weight};
use boscage::operators::msf;
use boscage_kernels::{self as kernels, Device, Gpu};
use boscage_measuring::failure::Failure;
use boscage_programs::command_line::with_values;
use clap::ValueEnum;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Backend on which forests are found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Backend {
    /// The processor, all of its cores
    #[default]
    Cpu,
    /// The first NVIDIA GPU
    Gpu,
}

impl Backend {
    /// Returns the word of the command line.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cpu => "cpu",
            Self::Gpu => "gpu",
        }
    }

    /// Opens the GPU, if it is wanted, before the graph is read.
    pub(crate) fn open(self) -> Result<Option<Gpu>, Failure> {
        match self {
            Self::Cpu => Ok(None),
            Self::Gpu => Ok(Some(Gpu::open()?)),
        }
    }

    /// Returns all operators of this backend.
    pub(crate) fn operators(self) -> Vec<Operator> {
        match self {
            Self::Cpu => msf::operators().map(Operator::Cpu).collect(),
            Self::Gpu => kernels::operators().map(Operator::Gpu).collect(),
        }
    }

    /// Returns the operator of this name, or an error if only the other backend has it.
    pub(crate) fn operator(self, name: &str) -> Result<Operator, String> {
        let operator = self.operators().into_iter().find(|operator| operator.name() == name);
        operator.ok_or_else(|| match self {
            Self::Cpu => format!("{name} runs only on a GPU: add --backend gpu"),
            Self::Gpu => {
                let names: Vec<_> = kernels::operators().map(|one| one.name()).collect();
                format!("{name} does not run on a GPU: --backend gpu has {}", names.join(", "))
            }
        })
    }
}

/// Name of the operator that takes the fastest one, on either backend.
pub(crate) const AUTO: &str = "auto";

/// A forest operator on one of the backends.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Operator {
    Cpu(&'static dyn msf::Operator),
    Gpu(&'static dyn msf::Operator<Device>),
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
    pub(crate) fn backend(self) -> Backend {
        match self {
            Self::Cpu(_) => Backend::Cpu,
            Self::Gpu(_) => Backend::Gpu,
        }
    }

    /// The operator, if it runs on the processor.
    pub(crate) fn on_cpu(self) -> Option<&'static dyn msf::Operator> {
        match self {
            Self::Cpu(operator) => Some(operator),
            Self::Gpu(_) => None,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Cpu(operator) => operator.name(),
            Self::Gpu(operator) => operator.name(),
        }
    }

    /// Returns the operator that `auto` takes; other operators return themselves.
    pub(crate) fn chosen<W: Weight>(
        self,
        graph: EdgeListView<'_, W>,
        objective: Objective,
        threads: usize,
    ) -> Self {
        match self {
            Self::Cpu(auto) if auto.name() == AUTO => Self::Cpu(msf::choose(graph, objective, threads)),
            Self::Gpu(auto) if auto.name() == AUTO => Self::Gpu(kernels::choose()),
            named => named,
        }
    }

    /// Returns the name in tables with operators of both backends.
    pub(crate) fn row(self, span: Span) -> &'static str {
        static OF_GPU: LazyLock<Vec<(&str, [String; 2])>> = LazyLock::new(|| {
            let words = |name| [format!("gpu {name}"), format!("gpu {name}, no copies")];
            kernels::operators().map(|one| (one.name(), words(one.name()))).collect()
        });
        match self {
            Self::Cpu(operator) => operator.name(),
            Self::Gpu(operator) => {
                let of = OF_GPU.iter().find(|(name, _)| *name == operator.name());
                of.map_or("gpu", |(_, [call, device])| if span == Span::Call { call } else { device })
            }
        }
    }
}

/// Compares backend and name.
impl PartialEq for Operator {
    fn eq(&self, other: &Self) -> bool {
        (self.backend(), self.name()) == (other.backend(), other.name())
    }
}

impl fmt::Display for Operator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Returns a text with all operators of both backends.
pub(crate) fn described(text: &str) -> String {
    with_values(text, names().possible_values().into_iter().flatten())
}

/// Returns a parser of the operators of both backends; whether one fits the backend is checked later.
pub(crate) fn names() -> impl TypedValueParser<Value = String> {
    let is_on_cpu = |name: &str| msf::operators().any(|other| other.name() == name);
    let on_cpu = msf::operators().map(|one| PossibleValue::new(one.name()).help(one.facts().summary));
    let on_gpu = kernels::operators().filter(|one| !is_on_cpu(one.name()));
    let on_gpu =
        on_gpu.map(|one| PossibleValue::new(one.name()).help(format!("GPU: {}", one.facts().summary)));
    PossibleValuesParser::new(on_cpu.chain(on_gpu))
}

/// A finder of forests: threads, and the GPU if it is wanted.
#[derive(Clone, Copy)]
pub(crate) struct Finder<'a> {
    pub(crate) exec: &'a Exec,
    pub(crate) gpu: Option<&'a Gpu>,
}

impl Finder<'_> {
    /// Runs an operator.
    pub(crate) fn forest<W: Weight>(
        &self,
        operator: Operator,
        graph: EdgeListView<'_, W>,
        objective: Objective,
    ) -> Result<Forest<W>, Failure> {
        let Self { exec, gpu } = *self;
        match operator {
            Operator::Cpu(operator) => Ok(operator.forest(exec, graph, objective)?),
            Operator::Gpu(operator) => {
                let gpu = gpu.ok_or(kernels::Error::NoDriver)?;
                Ok(operator.forest((gpu, exec), graph, objective)?)
            }
        }
    }
}
