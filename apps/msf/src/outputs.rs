//! The outputs of a run: the forest, its largest tree, tables of trees, replacements and components, the
//! profile, the page.
//!
//! All files are begun before the work, so a name that cannot be written is an error at the start. They get
//! their names when they are complete.

use std::path::{Path, PathBuf};

use boscage::exec::Exec;
use boscage::graph::{Components, EdgeId, EdgeListView, Forest, Node, Weight};
use boscage::io::{Attributes, Compression, Input, Names, Opened, Output};
use boscage::operators::msf;
use boscage::operators::points::HdbscanClusters;
use boscage::{Error, Result};
use boscage_programs::report::Total;

use crate::clusters::{Clustering, Labels, Linked};
use crate::forest_format::{ForestFormat, NamedForest};
use crate::needs::{Needs, PageNeeds};
use crate::output_file::{Put, begin, finish};
use crate::page::{Coordinates, DEAREST, Page, Places, Unit, WeightUnit, has_losses, scale};
use crate::points::Distance;
use crate::profile::{self, ProfileKind};
use crate::replacements::{Dearest, Replacements};
use crate::report::{OPENSTREETMAP, RunReport};
use crate::trees::Trees;

/// The requested outputs and their content: first with paths, then with outputs that are begun and not
/// complete. Outputs that are dropped leave no file.
pub(crate) struct Outputs<F> {
    pub(crate) forest: Option<(F, ForestFormat)>,
    /// The name of the node from which the forest is written in rooted order.
    pub(crate) root: Option<String>,
    pub(crate) largest: Option<(F, ForestFormat)>,
    pub(crate) trees: Option<F>,
    pub(crate) replacements: Option<F>,
    pub(crate) components: Option<(F, Clustering)>,
    pub(crate) profile: Option<(F, ProfileKind)>,
    pub(crate) page: Option<F>,
    /// The unit of weights on the page.
    pub(crate) unit: Option<String>,
    /// Coordinates of the nodes, for the forest on a map and for the page.
    pub(crate) coordinates: Coordinates,
}

impl Outputs<PathBuf> {
    /// Returns the files to write.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        let Self { forest, largest, trees, replacements, components, profile, page, .. } = self;
        let files = [
            forest.as_ref().map(|one| &one.0),
            largest.as_ref().map(|one| &one.0),
            trees.as_ref(),
            replacements.as_ref(),
            components.as_ref().map(|one| &one.0),
            profile.as_ref().map(|one| &one.0),
            page.as_ref(),
        ];
        files.into_iter().flatten().map(PathBuf::as_path)
    }

    /// Returns the memory for writing them.
    pub(crate) fn needs(&self) -> Needs {
        let encoders = self.files().filter_map(Compression::from_suffix).map(Compression::encoder_memory);
        let trees = self.need_trees().then_some(Clustering::Trees);
        Needs {
            components: self.components.as_ref().map(|(_, clustering)| clustering.clone()).or(trees),
            tables: self.trees.is_some() || self.largest.is_some(),
            replacements: self.replacements.is_some(),
            rooted: self.root.is_some(),
            places: self.have_places()
                && matches!(self.coordinates.places, Some(Places::File(_) | Places::Beside(_))),
            page: self
                .page
                .as_ref()
                .map(|_| PageNeeds { with_map: self.coordinates.places.is_some(), data_bytes: 0 }),
            encoder: encoders.max().unwrap_or_default(),
            ..Needs::default()
        }
    }

    /// Begins all outputs.
    pub(crate) fn begin(self) -> Result<Outputs<Output>> {
        fn begun<T>(wanted: Option<(PathBuf, T)>) -> Result<Option<(Output, T)>> {
            wanted.map(|(file, what)| Ok((begin(&file)?, what))).transpose()
        }
        let one = |wanted: Option<PathBuf>| wanted.map(|file| begin(&file)).transpose();
        let forest = begun(self.forest)?;
        let largest = begun(self.largest)?;
        let trees = one(self.trees)?;
        let replacements = one(self.replacements)?;
        let components = begun(self.components)?;
        let profile = begun(self.profile)?;
        if let Some(Places::File(path)) = &self.coordinates.places {
            Opened::new(path)?;
        }
        let page = one(self.page)?;
        let Self { root, unit, coordinates, .. } = self;
        Ok(Outputs {
            forest,
            root,
            largest,
            trees,
            replacements,
            components,
            profile,
            page,
            unit,
            coordinates,
        })
    }
}

impl<F> Outputs<F> {
    /// Returns the formats of the written edges.
    fn formats(&self) -> impl Iterator<Item = ForestFormat> {
        self.forest.iter().chain(&self.largest).map(|&(_, format)| format)
    }

    /// Returns `true` if the tree of each node is needed, not only for the page.
    fn need_trees(&self) -> bool {
        self.trees.is_some() || self.largest.is_some() || self.formats().any(ForestFormat::has_trees)
    }

    /// Returns `true` if an output has places of nodes.
    pub(crate) fn have_places(&self) -> bool {
        self.page.is_some() || self.trees.is_some() || self.formats().any(ForestFormat::has_places)
    }
}

/// A forest that was found, and its graph.
pub(crate) struct Found<'a, W: Weight> {
    pub(crate) graph: EdgeListView<'a, W>,
    pub(crate) names: &'a Names,
    pub(crate) attributes: Attributes,
    pub(crate) forest: &'a Forest<W>,
    /// The ids of the graph's edges, if they are not their positions.
    pub(crate) ids: Option<&'a [u64]>,
    pub(crate) report: &'a RunReport,
    /// Clusters by density, if these are written.
    pub(crate) density: Option<&'a HdbscanClusters>,
}

/// The names of points: the numbers of rows.
static ROWS: Names = Names::Offset(0);

impl<'a> Found<'a, f64> {
    /// Returns the tree of points, and their places on maps.
    pub(crate) fn of_points(
        graph: EdgeListView<'a, f64>,
        forest: &'a Forest<f64>,
        places: Option<Vec<[f64; 2]>>,
        report: &'a RunReport,
        density: Option<&'a HdbscanClusters>,
    ) -> Self {
        let mut attributes = Attributes::default();
        attributes.coordinates = places;
        Self { graph, names: &ROWS, attributes, forest, ids: None, report, density }
    }
}

impl Outputs<Output> {
    /// Writes and completes all outputs. Returns the number of clusters, if clusters were requested.
    pub(crate) fn finish<W: Weight>(self, exec: &Exec, found: Found<'_, W>) -> Result<Option<usize>>
    where
        Total: From<W::Total>,
    {
        let Found { graph, names, mut attributes, forest, ids, report, density } = found;
        // Outputs that may be refused come first.
        let weight_unit = match report.distance() {
            Some(distance) => self.unit_of_points(distance)?,
            None => WeightUnit::new(self.unit.as_deref(), report.is_openstreetmap())?,
        };
        let labels = match (density, &self.components) {
            (Some(clusters), _) => Some(Labels::Density(clusters)),
            (None, Some((_, clustering))) => {
                let linked = Linked::find(exec, clustering, graph, forest, report.objective)?;
                Some(Labels::Linked(linked))
            }
            (None, None) => None,
        };
        let has_clusters = self.components.as_ref().is_some_and(|one| one.1 != Clustering::Trees);
        let has_parts = self.page.is_some() && report.points.is_some() && (has_clusters || density.is_some());
        let parts = labels.as_ref().filter(|_| has_parts).map(Labels::partition).transpose()?.flatten();
        let (places, unit) = self.places(exec, names, &mut attributes, graph.node_count())?;
        let found = NamedForest {
            graph: &graph,
            names,
            forest: forest.edges(),
            ids,
            rooted: None,
            attributes: &attributes,
            trees: None,
            only: None,
            places: None,
            in_degrees: unit != Unit::Own,
        };
        let clusters = labels.as_ref().map(Labels::count);
        // Moved, so that they are dropped when they have been written.
        let labels = labels.map(|labels| -> Put<'_> { Box::new(move |out| labels.write(names, out)) });
        let on_demand = OnDemand {
            components: &|| forest.components(graph),
            rooted: &|root| forest.rooted(exec, graph, Some(root)),
            replacements: &|| msf::replacements(exec, graph, forest, report.objective),
        };
        self.put_all(exec, found, places, (unit, &weight_unit), (labels, parts), &on_demand, report)?;
        Ok(clusters)
    }

    /// Returns the places of the nodes, if an output has them, and their unit.
    fn places(
        &self,
        exec: &Exec,
        names: &Names,
        attributes: &mut Attributes,
        nodes: usize,
    ) -> Result<(Option<Vec<[f64; 2]>>, Unit)> {
        let has_courses = attributes.shapes.is_some() && self.formats().any(ForestFormat::has_trees);
        if !self.have_places() && !has_courses {
            return Ok((None, Unit::Own));
        }
        let (places, unit) = self.coordinates.read(exec, names, attributes, nodes)?;
        self.refuse_lines(places.is_some())?;
        Ok((places, unit))
    }

    /// Refuses lines on a map if there are no places.
    fn refuse_lines(&self, have_places: bool) -> Result<()> {
        if have_places || !self.formats().any(|format| format == ForestFormat::Geojson) {
            return Ok(());
        }
        let expected = "coordinates of the nodes: in the graph's file, where they may be the ends of lines \
                        (--keep-geometry), or from --coordinates FILE";
        Err(Error::argument("--format geojson", expected, "none"))
    }

    /// Refuses outputs that the graph lacks something for, before its forest is found.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub(crate) fn check(&self, input: &Input, attributes: &Attributes) -> Result<()> {
        WeightUnit::new(self.unit.as_deref(), OPENSTREETMAP.contains(&input.format))?;
        self.refuse_lines(attributes.coordinates.is_some() || self.coordinates.places.is_some())?;
        self.root(&input.names, input.list.node_count()).map(drop)
    }

    /// Refuses outputs that points lack something for, before their tree is found.
    ///
    /// # Errors
    /// [`Error::Argument`].
    pub(crate) fn check_points(&self, points: usize, dimensions: usize, distance: Distance) -> Result<()> {
        self.unit_of_points(distance)?;
        if dimensions != 2 && self.formats().any(|format| format == ForestFormat::Geojson) {
            return Err(Error::argument("--format geojson", "points of two dimensions", dimensions));
        }
        match &self.root {
            Some(name) if ROWS.parse(name, points).is_none() => {
                Err(Error::argument("--root", "a point: the number of its row, from 0", name))
            }
            _ => Ok(()),
        }
    }

    /// Returns the unit of distances.
    fn unit_of_points(&self, distance: Distance) -> Result<WeightUnit> {
        match (distance, self.unit.as_deref()) {
            (Distance::Haversine, None | Some("m")) => WeightUnit::new(Some("m"), false),
            (Distance::Haversine, Some(unit)) => {
                Err(Error::argument("--unit", "m for the metric haversine, whose distances are metres", unit))
            }
            (_, unit) => WeightUnit::new(unit, false),
        }
    }

    /// Returns the node from which the forest is written, if one is requested.
    ///
    /// # Errors
    /// [`Error::Argument`] if the graph has no such node.
    fn root(&self, names: &Names, nodes: usize) -> Result<Option<Node>> {
        let find = |name: &String| {
            let node = names.parse(name, nodes);
            node.ok_or_else(|| Error::argument("--root", "a node of the graph", name))
        };
        self.root.as_ref().map(find).transpose()
    }

    /// Writes and completes all outputs, for weights of any type.
    #[expect(clippy::too_many_arguments, reason = "compiled once, for the outputs of all types")]
    fn put_all(
        self,
        exec: &Exec,
        found: NamedForest<'_>,
        mut places: Option<Vec<[f64; 2]>>,
        (unit, weight_unit): (Unit, &WeightUnit),
        (labels, parts): (Option<Put<'_>>, Option<Components>),
        on_demand: &OnDemand<'_>,
        report: &RunReport,
    ) -> Result<()> {
        let NamedForest { graph, names, forest, attributes, .. } = found;
        let root = self.root(names, graph.node_count())?;
        let trees = self.need_trees().then(|| (on_demand.components)()).transpose()?;
        let to_degrees = unit.to_degrees();
        places.iter_mut().for_each(|places| scale(places, to_degrees));
        let found = NamedForest { trees: trees.as_ref(), places: places.as_deref(), ..found };
        if let Some((output, format)) = self.forest {
            let rooted = root.map(|root| (on_demand.rooted)(root)).transpose()?;
            let found = NamedForest { rooted: rooted.as_deref(), ..found };
            finish(exec, output, Box::new(|out| found.write(format, out)))?;
        }
        if let (Some((output, format)), Some(trees)) = (self.largest, &trees) {
            let only = trees.largest()?.map(|(label, _)| label);
            let is_in = |id: &EdgeId| Some(trees.labels()[graph.ends(id.index())[0].index()]) == only;
            let forest: Vec<EdgeId> = forest.iter().copied().filter(is_in).collect();
            let found = NamedForest { forest: &forest, only, ..found };
            finish(exec, output, Box::new(|out| found.write(format, out)))?;
        }
        if let (Some(output), Some(components)) = (self.trees, &trees) {
            let trees = Trees::of(graph, forest, components, found.places)?;
            let bounds = found.places.map(|_| unit.bounds());
            finish(exec, output, Box::new(|out| trees.write(graph, names, bounds, out)))?;
        }
        let of_page = self.page.is_some() && report.points.is_none() && has_losses(graph.edge_count() as u64);
        let dearest = match self.replacements.is_some() || of_page {
            true => Some(put_replacements(exec, self.replacements, &found, on_demand)?),
            false => None,
        };
        places.iter_mut().for_each(|places| scale(places, 1.0 / to_degrees));
        if let Some(((output, _), labels)) = self.components.zip(labels) {
            finish(exec, output, labels)?;
        }
        if let Some((output, kind)) = self.profile {
            let (statistics, title) = (&report.statistics, report.title());
            finish(exec, output, Box::new(|out| profile::write(statistics, &title, kind, out)))?;
        }
        if let Some(output) = self.page {
            places.iter_mut().for_each(|places| scale(places, unit.to_millionths()));
            // The components are dropped when the page has been made.
            let has_clusters = parts.is_some();
            let trees = match parts {
                Some(parts) => parts,
                None => trees.map_or_else(on_demand.components, Ok)?,
            };
            let components = &trees;
            let page = Page {
                graph,
                forest,
                components,
                has_clusters,
                names,
                attributes,
                weight_unit,
                places,
                unit,
                report,
                dearest,
            };
            let page = page.render(exec)?;
            finish(exec, output, Box::new(|out| page.write(out)))?;
        }
        Ok(())
    }
}

/// Finds the edges that replace those of a forest, writes their table if it is requested, and returns the
/// dearest losses.
fn put_replacements(
    exec: &Exec,
    output: Option<Output>,
    found: &NamedForest<'_>,
    on_demand: &OnDemand<'_>,
) -> Result<Dearest> {
    let replacements = Replacements::new(exec, found.graph, found.forest, (on_demand.replacements)()?)?;
    if let Some(output) = output {
        finish(exec, output, Box::new(|out| replacements.write(found.names, |edge| found.id(edge), out)))?;
    }
    Ok(replacements.dearest(DEAREST))
}

/// Computes parts of a forest that only some outputs need.
struct OnDemand<'a> {
    /// Returns the trees.
    components: &'a dyn Fn() -> Result<Components>,
    /// Returns the edges in the order from a root: [`Forest::rooted`].
    rooted: &'a dyn Fn(Node) -> Result<Vec<(Node, Node, EdgeId)>>,
    /// Returns the edge that replaces each edge: [`msf::replacements`].
    replacements: &'a dyn Fn() -> Result<Vec<Option<EdgeId>>>,
}
