//! Forest operators as values: one trait, whatever they run on.

use std::fmt;

use boscage_core::exec::Exec;
use boscage_core::graph::{AnyForest, AnyGraphView, Forest, GraphView, Objective, Weight};
use boscage_core::{Error, Result};

use super::Size;

/// A forest operator with its configuration, as a value.
///
/// Each configuration struct is one, and so are the operators that have nothing to configure.
/// [`operators`](fn@super::operators) lists all of them with their defaults, [`by_name`] finds one.
///
/// ```
/// use boscage::{exec::Exec, graph::{EdgeList, Objective}};
/// use boscage::operators::msf::{FilterBoruvka, Kruskal, Operator};
///
/// let graph = EdgeList::from_triples(4, [(0, 1, 4_u32), (1, 2, 1), (2, 0, 3), (2, 3, 7)])?;
/// let operators: [&dyn Operator; 2] = [&Kruskal::default(), &FilterBoruvka { filter_from: 2 }];
/// for operator in operators {
///     let forest = operator.forest(&Exec::new(1)?, &graph, Objective::Minimum)?;
///     assert_eq!(forest.total(), 11, "{operator}");
/// }
/// # Ok::<(), boscage::Error>(())
/// ```
pub trait Operator<B: Backend = Threads>: fmt::Debug + Send + Sync {
    /// Returns the name of the operator, and facts for tables.
    fn facts(&self) -> &'static Facts;

    /// Finds the minimum (maximum) spanning forest of a graph in either form. An operator that wants the
    /// other form gets the graph converted. Of an edge list with many isolated nodes it gets a copy without
    /// them ([`NonIsolated`](boscage_core::graph::NonIsolated)); the forest is the same.
    ///
    /// It is not generic over the weights, so that operators are compiled in their crate, and not in every
    /// program that calls them. [`forest`](trait.Operator.html#method.forest) is.
    ///
    /// # Errors
    /// Those of the operator.
    fn run(
        &self,
        context: B::Context<'_>,
        graph: B::Graph<'_>,
        objective: Objective,
    ) -> Result<B::Forest, B::Error>;

    /// Returns the peak memory in bytes, beside an unsorted edge list of this size. The ids of the forest
    /// count only if they exist at the peak.
    fn memory(&self, of: &B::Size<'_>) -> u64;

    /// Returns the threads that it uses, and how its time grows, for its configuration.
    fn kind(&self) -> Kind {
        self.facts().kind
    }
}

impl<B: Backend> dyn Operator<B> + '_ {
    /// Returns the name, which is that of the file, of the function, on the command line, in statistics and
    /// tables.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.facts().name
    }

    /// Returns `true` if the time grows with the square of the number of nodes.
    #[must_use]
    pub fn is_quadratic(&self) -> bool {
        self.kind() == Kind::Quadratic
    }

    /// Returns the forest of a graph whose type of weights is known ([`Operator::run`]).
    ///
    /// # Errors
    /// Those of the operator.
    pub fn forest<'a, W: Weight>(
        &self,
        context: B::Context<'_>,
        graph: impl Into<B::GraphOf<'a, W>>,
        objective: Objective,
    ) -> Result<B::ForestOf<W>, B::Error> {
        Ok(B::downcast(self.run(context, B::any(graph.into()), objective)?))
    }
}

/// Implements [`Operator`] for a configuration, or declares a `struct` for an operator without one. The
/// arguments are the form of graphs that it takes, the function, its [`Facts`], its kind if that depends on
/// the configuration, and its memory on a [`Size`].
macro_rules! operator {
    (struct $config:ident on $form:ident by $function:ident; $($rest:tt)*) => {
        #[doc = concat!("[`", stringify!($function), "`](fn@", stringify!($function), ") as a value.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $config;

        $crate::msf::operator::operator! { $config on $form by $function; $($rest)* }
    };
    (
        $config:ident on $form:ident by $function:ident $(($value:ident))?;
        name: $name:literal,
        kind: $kind:expr,
        paper: $paper:literal,
        choose_for: $choose_for:literal,
        summary: $summary:literal,
        $(as_configured: |$self:ident| $as_configured:expr,)?
        memory: $memory:expr,
    ) => {
        impl $crate::msf::Operator for $config {
            fn facts(&self) -> &'static $crate::msf::Facts {
                &$crate::msf::Facts {
                    name: $name,
                    kind: $kind,
                    paper: $paper,
                    choose_for: $choose_for,
                    summary: $summary,
                }
            }

            fn run(
                &self,
                exec: &boscage_core::exec::Exec,
                graph: boscage_core::graph::AnyGraphView<'_>,
                objective: boscage_core::graph::Objective,
            ) -> boscage_core::Result<boscage_core::graph::AnyForest> {
                $(let $value = *self;)?
                $crate::msf::input::on!($form, exec, graph, |view| {
                    $function(exec, view, objective $(, $value)?)
                })
            }

            fn memory(&self, of: &$crate::msf::Size) -> u64 {
                of.peak($memory)
            }

            $(fn kind(&self) -> $crate::msf::Kind {
                let $self = self;
                $as_configured
            })?
        }
    };
}

pub(super) use operator;

/// Writes the name.
impl<B: Backend> fmt::Display for dyn Operator<B> + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A kind of hardware or processes that operators run on, such as [`Threads`].
pub trait Backend: Sized + 'static {
    /// The resources of one run.
    type Context<'a>;
    /// A graph with weights of any type.
    type Graph<'a>;
    /// A forest of such a graph.
    type Forest;
    /// A graph with weights of type `W`.
    type GraphOf<'a, W: Weight>;
    /// A forest of such a graph.
    type ForestOf<W: Weight>;
    /// A size on which the memory of an operator depends.
    type Size<'a>;
    /// The error of a run.
    type Error;

    /// Returns the graph with its type of weights erased.
    fn any<'a, W: Weight>(graph: Self::GraphOf<'a, W>) -> Self::Graph<'a>;

    /// Returns the forest of a graph whose weights are of type `W`.
    fn downcast<W: Weight>(forest: Self::Forest) -> Self::ForestOf<W>;
}

/// The threads of an [`Exec`].
#[derive(Debug)]
pub enum Threads {}

impl Backend for Threads {
    type Context<'a> = &'a Exec;
    type Graph<'a> = AnyGraphView<'a>;
    type Forest = AnyForest;
    type GraphOf<'a, W: Weight> = GraphView<'a, W>;
    type ForestOf<W: Weight> = Forest<W>;
    type Size<'a> = Size;
    type Error = Error;

    fn any<'a, W: Weight>(graph: Self::GraphOf<'a, W>) -> Self::Graph<'a> {
        W::any(graph)
    }

    fn downcast<W: Weight>(forest: AnyForest) -> Forest<W> {
        forest.downcast().expect("a forest of the weights that the edges have")
    }
}

/// Facts about an operator, for tables and lists.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The name, which is that of the file, of the function, on the command line, in statistics and tables.
    pub name: &'static str,
    /// The threads that it uses, and how its time grows.
    pub kind: Kind,
    /// Authors and year of the paper; empty if there is none.
    pub paper: &'static str,
    /// The purpose for which to choose it.
    pub choose_for: &'static str,
    /// One line for lists, in ASCII.
    pub summary: &'static str,
}

/// The threads that an operator uses, and how its time grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One thread.
    OneThread,
    /// All threads.
    Threads,
    /// All threads, in time that grows with the square of the number of nodes.
    Quadratic,
}

impl Kind {
    /// Returns the kind in words, for tables.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::OneThread => "one thread",
            Self::Threads => "threads",
            Self::Quadratic => "threads, O(n²)",
        }
    }
}

/// Returns the operator of this name in a table: [`operators`](fn@super::operators), or that of another
/// backend.
///
/// # Errors
/// [`Error::Argument`] if there is none. It lists the names.
///
/// # Examples
/// ```
/// use boscage::operators::msf::{by_name, operators};
///
/// assert_eq!(by_name(operators(), "kruskal")?.name(), "kruskal");
/// assert!(by_name(operators(), "cruskal").is_err());
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn by_name<B: Backend>(
    table: impl Iterator<Item = &'static dyn Operator<B>> + Clone,
    name: &str,
) -> Result<&'static dyn Operator<B>> {
    table.clone().find(|operator| operator.name() == name).ok_or_else(|| {
        let names: Vec<_> = table.map(|operator| operator.name()).collect();
        Error::argument("algorithm", format!("one of {}", names.join(", ")), name)
    })
}
