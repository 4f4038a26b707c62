//! Graph files: reading, writing, generating, converting, as the programs `graph` and `msf` do.

use std::path::PathBuf;
use std::sync::Arc;

use boscage::graph::{AnyEdgeList, EdgeId};
use boscage::io::osm::OsmOptions;
use boscage::io::{
    self, ArcPolicy, Attributes, Column, Format, Isolated, Names, ReadOptions, TableOptions, Values,
    WriteOptions,
};
use boscage_programs::family::{Family, Made, StyleOptions};
use clap::Parser;
use numpy::PyArray1;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::errors::exception;
use crate::graph::Graph;
use crate::work::{self, Threads};

/// Parses the word for a format or an arc policy.
fn word<T: std::str::FromStr<Err = boscage::Error>>(word: Option<&str>) -> PyResult<Option<T>> {
    word.map(|word| word.parse().map_err(exception)).transpose()
}

fn reading(format: Option<&str>, arcs: Option<&str>, directed: Option<bool>) -> PyResult<ReadOptions> {
    let arcs = word::<ArcPolicy>(arcs)?.unwrap_or_default();
    Ok(ReadOptions { format: word(format)?, arcs, is_directed: directed, ..ReadOptions::default() })
}

/// Options of single formats, by their names in Python.
#[derive(Default, FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Formats {
    columns: Option<Vec<String>>,
    keep: Option<Vec<String>>,
    header: Option<String>,
    separator: Option<String>,
    decimal_comma: bool,
    drop_negative: bool,
    weight_attribute: Option<String>,
    profile: Option<String>,
    chains: Option<String>,
    keep_geometry: bool,
}

impl Formats {
    /// The options of the reader.
    fn add_to(self, options: &mut ReadOptions) -> PyResult<()> {
        let separator = match self.separator.as_deref().map(str::as_bytes) {
            None => None,
            Some(&[byte]) => Some(byte),
            Some(_) => return Err(PyValueError::new_err("separator: expected one character of ASCII")),
        };
        options.table = TableOptions {
            columns: self.columns.unwrap_or_default(),
            keep: self.keep.unwrap_or_default(),
            header: word(self.header.as_deref())?.unwrap_or_default(),
            separator,
            decimal_comma: self.decimal_comma,
        };
        options.drop_negative = self.drop_negative;
        options.weight_attribute = self.weight_attribute;
        options.keep_geometry = self.keep_geometry;
        options.osm = OsmOptions {
            profile: word(self.profile.as_deref())?.unwrap_or_default(),
            chains: word(self.chains.as_deref())?.unwrap_or_default(),
        };
        Ok(())
    }
}

/// Data of nodes and edges: x and y of all nodes; the name and the values of each column; the points of all
/// edges between their ends, and the end of each edge's points.
type Data<'py> = (
    Option<Bound<'py, PyArray1<f64>>>,
    Vec<(String, Bound<'py, PyAny>)>,
    Option<(Bound<'py, PyArray1<f64>>, Bound<'py, PyArray1<i64>>)>,
);

fn data<'py>(py: Python<'py>, attributes: &Attributes) -> PyResult<Data<'py>> {
    let flat = |points: &[[f64; 2]]| PyArray1::from_slice(py, points.as_flattened());
    let column = |column: &Column| {
        let values = match &column.values {
            Values::Integers(values) => PyArray1::from_slice(py, values).into_any(),
            Values::Reals(values) => PyArray1::from_slice(py, values).into_any(),
            Values::Texts(values) => PyList::new(py, values.iter())?.into_any(),
            _ => return Err(PyValueError::new_err("a column of another kind")),
        };
        Ok((column.name.clone(), values))
    };
    let columns = attributes.columns.iter().map(column).collect::<PyResult<_>>()?;
    let shapes = attributes.shapes.as_ref().map(|shapes| {
        let points: Vec<[f64; 2]> =
            (0..shapes.len()).flat_map(|edge| shapes.points(EdgeId::new(edge)).iter().copied()).collect();
        let ends = (0..shapes.len()).scan(0, |end, edge| {
            *end += shapes.points(EdgeId::new(edge)).len() as i64;
            Some(*end)
        });
        (flat(&points), PyArray1::from_vec(py, ends.collect()))
    });
    Ok((attributes.coordinates.as_deref().map(flat), columns, shapes))
}

fn in_words(all: &[impl ToString]) -> Vec<String> {
    all.iter().map(ToString::to_string).collect()
}

fn isolated(drop_isolated: bool) -> Isolated {
    if drop_isolated { Isolated::Drop } else { Isolated::Refuse }
}

/// Reads a graph from a file of any format; also returns the reader's remarks, and data of nodes and edges.
#[pyfunction]
pub(crate) fn read<'py>(
    py: Python<'py>,
    path: PathBuf,
    format: Option<&str>,
    arcs: Option<&str>,
    directed: Option<bool>,
    formats: Option<Formats>,
    threads: Threads,
) -> PyResult<(Graph, Vec<String>, Data<'py>)> {
    let (exec, mut options) = (work::threads(threads)?, reading(format, arcs, directed)?);
    formats.unwrap_or_default().add_to(&mut options)?;
    let (graph, remarks, attributes) = work::run(py, &exec, usize::MAX, move |exec| {
        let input = io::read(exec, &path, &options)?;
        let remarks = in_words(&input.remarks);
        let graph = Graph { list: Arc::new(input.list), is_directed: input.is_directed, names: input.names };
        Ok((graph, remarks, input.attributes))
    })?;
    Ok((graph, remarks, data(py, &attributes)?))
}

/// Writes a graph to a file, and returns what is lost.
#[pyfunction]
pub(crate) fn write(
    py: Python<'_>,
    graph: &Graph,
    path: PathBuf,
    format: Option<&str>,
    drop_isolated: bool,
    threads: Threads,
) -> PyResult<Vec<String>> {
    let (exec, format, isolated) =
        (work::threads(threads)?, word::<Format>(format)?, isolated(drop_isolated));
    let options =
        WriteOptions { format, is_directed: graph.is_directed, isolated, ..WriteOptions::default() };
    let (list, names) = (Arc::clone(&graph.list), graph.names.clone());
    let losses =
        work::run(py, &exec, usize::MAX, move |exec| io::write(exec, &path, &list, &names, &options))?;
    Ok(in_words(&losses))
}

/// Writes the graph of a file to another file, and returns remarks and losses.
#[pyfunction]
#[allow(clippy::too_many_arguments)] // all but the first have names in Python
pub(crate) fn convert(
    py: Python<'_>,
    input: PathBuf,
    output: PathBuf,
    from_: Option<&str>,
    to: Option<&str>,
    arcs: Option<&str>,
    directed: Option<bool>,
    omit_weights: bool,
    drop_isolated: bool,
    threads: Threads,
) -> PyResult<(Vec<String>, Vec<String>)> {
    let (exec, options) = (work::threads(threads)?, reading(from_, arcs, directed)?);
    let (format, isolated) = (word::<Format>(to)?, isolated(drop_isolated));
    work::run(py, &exec, usize::MAX, move |exec| {
        let mut input = io::read(exec, &input, &options)?;
        if omit_weights {
            input.list = input.edges::<()>(exec)?.into_owned().into();
        }
        let options = WriteOptions { format, isolated, ..WriteOptions::default() };
        let losses = input.write(exec, &output, &options)?;
        Ok((in_words(&input.remarks), in_words(&losses)))
    })
}

/// The arguments of `graph generate`, without those for outputs.
#[derive(Debug, Parser)]
#[command(no_binary_name = true, disable_help_flag = true, disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    family: Family<Style>,
}

#[derive(Clone, Debug, clap::Args)]
struct Style {
    #[command(flatten)]
    options: StyleOptions,
}

impl AsRef<StyleOptions> for Style {
    fn as_ref(&self) -> &StyleOptions {
        &self.options
    }
}

/// Generates a graph of a family; with a path it is written, and losses are returned.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    arguments: Vec<String>,
    path: Option<PathBuf>,
    format: Option<&str>,
    drop_isolated: bool,
    threads: Threads,
) -> PyResult<(Option<Graph>, Vec<String>)> {
    let family = Arguments::try_parse_from(&arguments).map_err(|error| refusal(&error))?.family;
    family.check().map_err(PyValueError::new_err)?;
    let (exec, format, isolated) =
        (work::threads(threads)?, word::<Format>(format)?, isolated(drop_isolated));
    let (graph, losses) = work::run(py, &exec, usize::MAX, move |exec| {
        let coordinates =
            family.coordinates().map(|path| io::Output::create(path, io::Compression::from_suffix(path)));
        let coordinates = coordinates.transpose()?;
        let options = WriteOptions { format, isolated, ..WriteOptions::default() };
        let made = family.make(exec)?;
        let is_directed = matches!(&made, Made::Recipe(recipe) if recipe.is_directed());
        let (list, losses, places) = match (made, &path) {
            (Made::Recipe(recipe), Some(path)) => {
                (None, io::write_recipe(exec, path, &recipe, &options)?, Vec::new())
            }
            (Made::Recipe(recipe), None) => {
                (Some(AnyEdgeList::from(recipe.make(exec)?)), Vec::new(), Vec::new())
            }
            (Made::Map(list, places), path) => {
                let list = AnyEdgeList::from(list);
                let losses =
                    path.as_ref().map(|path| io::write(exec, path, &list, &Names::Offset(0), &options));
                (path.is_none().then_some(list), losses.transpose()?.unwrap_or_default(), places)
            }
        };
        if let Some(output) = coordinates {
            io::write_coordinates_to(output, &places)?;
        }
        let names = Names::Offset(0);
        Ok((list.map(|list| Graph { list: Arc::new(list), is_directed, names }), losses))
    })?;
    Ok((graph, in_words(&losses)))
}

/// Returns the first line of the command line's error, without the names of programs.
fn refusal(error: &clap::Error) -> PyErr {
    let text = error.render().to_string();
    let lines: Vec<&str> = text.split("\n\n").next().unwrap_or_default().lines().map(str::trim).collect();
    PyValueError::new_err(lines.join(" ").trim_start_matches("error: ").replace("--", "").replace('\'', ""))
}
