//! The condensed tree: a dendrogram in which only large clusters split.
//!
//! The dendrogram is read from its root down. All merges at one distance are one split, so the result does
//! not depend on the order of points. If several sides of a split have enough points, they are new clusters.
//! If one has, the cluster goes on as this side. The points of small sides leave the cluster. Merges are in
//! the order of their distances, so they are read backwards, and nothing is recursive.

use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, Node};
use boscage_core::sync::SequentialSets;
use boscage_core::{Result, memory};

/// The clusters of a dendrogram that have at least a number of points, and where each point leaves them.
///
/// Cluster 0 is the root, which has all points. A cluster is born where its parent splits, at a *density*:
/// the inverse of the distance of the split, infinite for 0. Numbers ascend from parents to children.
#[derive(Clone, Debug, PartialEq)]
pub struct CondensedTree {
    /// The parent of each cluster; of the root itself.
    pub(super) parents: Vec<u32>,
    /// The density at which each cluster is born.
    pub(super) births: Vec<f64>,
    /// Number of points of each cluster.
    pub(super) sizes: Vec<u32>,
    /// The last cluster that each point is in.
    pub(super) clusters: Vec<u32>,
    /// The density at which it leaves it.
    pub(super) densities: Vec<f64>,
}

impl CondensedTree {
    /// Returns the number of clusters, the root included.
    #[must_use]
    pub fn cluster_count(&self) -> usize {
        self.parents.len()
    }

    /// Returns the parent of a cluster; of the root, itself.
    ///
    /// # Panics
    /// If there is no such cluster.
    #[must_use]
    pub fn parent(&self, cluster: usize) -> usize {
        self.parents[cluster] as usize
    }

    /// Returns the density at which a cluster is born: the inverse of the distance at which its parent
    /// splits; 0 for the root.
    ///
    /// # Panics
    /// If there is no such cluster.
    #[must_use]
    pub fn birth(&self, cluster: usize) -> f64 {
        self.births[cluster]
    }

    /// Returns the number of points of a cluster when it is born.
    ///
    /// # Panics
    /// If there is no such cluster.
    #[must_use]
    pub fn size(&self, cluster: usize) -> usize {
        self.sizes[cluster] as usize
    }

    /// Returns the last cluster that a point is in, and the density at which it leaves it.
    ///
    /// # Panics
    /// If there is no such point.
    #[must_use]
    pub fn exit(&self, point: usize) -> (usize, f64) {
        (self.clusters[point] as usize, self.densities[point])
    }

    /// Returns the number of points.
    #[must_use]
    pub fn point_count(&self) -> usize {
        self.clusters.len()
    }

    /// Condenses the dendrogram of a spanning tree, whose edges ascend.
    pub(super) fn new(
        exec: &Exec,
        points: usize,
        edges: &[Edge<f64>],
        min_cluster_size: usize,
    ) -> Result<Self> {
        let mut condensing = Condensing {
            merges: merges(exec, points, edges)?,
            edges,
            min_cluster_size,
            inside: memory::filled("clusters of merges", edges.len(), NONE)?,
            tree: Self {
                parents: Vec::new(),
                births: Vec::new(),
                sizes: Vec::new(),
                clusters: memory::zeroed("clusters of points", points)?,
                densities: memory::zeroed("densities of points", points)?,
            },
            sides: Vec::new(),
            open: Vec::new(),
        };
        condensing.add_cluster(0, 0.0, points as u32)?;
        if let Some(root) = condensing.inside.last_mut() {
            *root = 0;
        }
        for merge in (0..edges.len()).rev() {
            if merge.is_multiple_of(BLOCK) {
                exec.check_cancelled()?;
            }
            if condensing.inside[merge] != NONE {
                condensing.split(merge)?;
            }
        }
        Ok(condensing.tree)
    }
}

/// No cluster.
const NONE: u32 = u32::MAX;

/// Number of merges after which a cancellation is noticed.
const BLOCK: usize = 1 << 14;

/// The state of the reading.
struct Condensing<'a> {
    merges: Vec<Merge>,
    /// The edges of the merges.
    edges: &'a [Edge<f64>],
    min_cluster_size: usize,
    /// The cluster that splits at each merge, if one does; otherwise [`NONE`].
    inside: Vec<u32>,
    tree: CondensedTree,
    /// The sides of the current split.
    sides: Vec<u32>,
    /// Merges or sides that are to be visited.
    open: Vec<u32>,
}

impl Condensing<'_> {
    /// Returns the merge that made a side; none if the side is a point.
    fn merge(&self, side: u32) -> Option<usize> {
        (side as usize).checked_sub(self.tree.point_count())
    }

    fn size(&self, side: u32) -> u32 {
        self.merge(side).map_or(1, |merge| self.merges[merge].size)
    }

    fn add_cluster(&mut self, parent: u32, birth: f64, size: u32) -> Result<()> {
        let CondensedTree { parents, births, sizes, .. } = &mut self.tree;
        push(parents, parent)?;
        push(births, birth)?;
        push(sizes, size)
    }

    /// Splits a cluster at a merge and all merges at the same distance below it.
    fn split(&mut self, merge: usize) -> Result<()> {
        let (cluster, distance) = (self.inside[merge], self.edges[merge].weight);
        let density = 1.0 / distance;
        self.sides.clear();
        push(&mut self.open, merge as u32)?;
        while let Some(merge) = self.open.pop() {
            for side in self.merges[merge as usize].sides {
                match self.merge(side) {
                    Some(below) if self.edges[below].weight == distance => {
                        push(&mut self.open, below as u32)?;
                    }
                    _ => push(&mut self.sides, side)?,
                }
            }
        }
        let is_large = |this: &Self, side: u32| this.size(side) as usize >= this.min_cluster_size;
        let large = self.sides.iter().filter(|&&side| is_large(self, side)).count();
        while let Some(side) = self.sides.pop() {
            match self.merge(side) {
                Some(merge) if is_large(self, side) => {
                    self.inside[merge] = cluster;
                    if large > 1 {
                        self.inside[merge] = self.tree.parents.len() as u32;
                        self.add_cluster(cluster, density, self.size(side))?;
                    }
                }
                _ => self.drop_points(side, cluster, density)?,
            }
        }
        Ok(())
    }

    /// All points of a side leave a cluster.
    fn drop_points(&mut self, side: u32, cluster: u32, density: f64) -> Result<()> {
        push(&mut self.open, side)?;
        while let Some(side) = self.open.pop() {
            if let Some(merge) = self.merge(side) {
                for side in self.merges[merge].sides {
                    push(&mut self.open, side)?;
                }
                continue;
            }
            (self.tree.clusters[side as usize], self.tree.densities[side as usize]) = (cluster, density);
        }
        Ok(())
    }
}

fn push<T>(list: &mut Vec<T>, item: T) -> Result<()> {
    memory::grow("clusters", list, 1)?;
    list.push(item);
    Ok(())
}

/// A merge of two clusters: points, or the results of earlier merges, numbered after the points.
#[derive(Clone, Copy)]
struct Merge {
    sides: [u32; 2],
    size: u32,
}

/// Returns the merges of single linkage.
fn merges(exec: &Exec, points: usize, edges: &[Edge<f64>]) -> Result<Vec<Merge>> {
    let mut sets = SequentialSets::new(points)?;
    let mut made = memory::from_fn("clusters", points, |point| (point as u32, 1_u32))?;
    let mut merges = memory::reserve("merges", edges.len())?;
    for (i, edge) in edges.iter().enumerate() {
        if i.is_multiple_of(BLOCK) {
            exec.check_cancelled()?;
        }
        let roots = [edge.u, edge.v].map(|end| sets.find(end).index());
        let [left, right] = roots.map(|root| made[root]);
        sets.unite(Node::new(roots[0]), Node::new(roots[1]));
        let size = left.1 + right.1;
        made[sets.find(Node::new(roots[0])).index()] = ((points + merges.len()) as u32, size);
        merges.push(Merge { sides: [left.0, right.0], size });
    }
    Ok(merges)
}
