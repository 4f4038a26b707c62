//! The selection of clusters from the condensed tree.

use boscage_core::{Result, memory};

use super::condense::CondensedTree;
use super::{Hdbscan, Selection};

/// Returns the stability of each cluster: the sum over its points of the densities that they survive in it.
pub(super) fn stabilities(tree: &CondensedTree) -> Result<Vec<f64>> {
    let mut stabilities = memory::zeroed("stabilities of clusters", tree.cluster_count())?;
    // Of a cluster that is born at infinite density, nothing survives.
    let survived = |cluster: usize, density: f64| match density == tree.births[cluster] {
        true => 0.0,
        false => density - tree.births[cluster],
    };
    for (&cluster, &density) in tree.clusters.iter().zip(&tree.densities) {
        stabilities[cluster as usize] += survived(cluster as usize, density);
    }
    for child in 1..tree.cluster_count() {
        let parent = tree.parent(child);
        stabilities[parent] += survived(parent, tree.births[child]) * f64::from(tree.sizes[child]);
    }
    Ok(stabilities)
}

/// Marks the selected clusters.
pub(super) fn select(tree: &CondensedTree, config: &Hdbscan, stabilities: &[f64]) -> Result<Vec<bool>> {
    let mut marks = match config.selection {
        Selection::ExcessOfMass => excess_of_mass(tree, config, stabilities)?,
        Selection::Leaf => leaves(tree)?,
    };
    let is_root_alone = marks[0] || tree.cluster_count() == 1;
    if config.cluster_selection_epsilon > 0.0 && !is_root_alone {
        marks = merged(tree, config, &marks)?;
    }
    Ok(marks)
}

/// Marks the clusters whose stabilities have the greatest sum, no one inside of another.
fn excess_of_mass(tree: &CondensedTree, config: &Hdbscan, stabilities: &[f64]) -> Result<Vec<bool>> {
    let count = tree.cluster_count();
    let largest = config.max_cluster_size.unwrap_or(usize::MAX);
    let mut marks = memory::filled("selected clusters", count, false)?;
    // The greatest sum of the clusters below each one.
    let mut below = memory::zeroed::<f64>("stabilities of clusters", count)?;
    for cluster in (0..count).rev() {
        let is_allowed = (cluster > 0 || config.allow_single_cluster) && tree.size(cluster) <= largest;
        marks[cluster] = is_allowed && below[cluster] <= stabilities[cluster];
        let best = if marks[cluster] { stabilities[cluster] } else { below[cluster] };
        if cluster > 0 {
            below[tree.parent(cluster)] += best;
        }
    }
    // Children come after their parents.
    let mut is_inside = memory::filled("clusters inside of others", count, false)?;
    for cluster in 1..count {
        let parent = tree.parent(cluster);
        is_inside[cluster] = is_inside[parent] || marks[parent];
        marks[cluster] &= !is_inside[cluster];
    }
    Ok(marks)
}

/// Marks the clusters that do not split; not the root.
fn leaves(tree: &CondensedTree) -> Result<Vec<bool>> {
    let mut marks = memory::filled("selected clusters", tree.cluster_count(), true)?;
    for cluster in 1..tree.cluster_count() {
        marks[tree.parent(cluster)] = false;
    }
    marks[0] = false;
    Ok(marks)
}

/// Replaces clusters that are born at smaller distances than `cluster_selection_epsilon` by their nearest
/// ancestors that are not. All children of a cluster are born at one distance, so none is inside of another.
fn merged(tree: &CondensedTree, config: &Hdbscan, marks: &[bool]) -> Result<Vec<bool>> {
    let mut merged = memory::filled("selected clusters", marks.len(), false)?;
    // Parents come before their children.
    let mut targets = memory::zeroed::<u32>("selected clusters", marks.len())?;
    for cluster in 1..marks.len() {
        let parent = tree.parent(cluster);
        let is_far = 1.0 / tree.births[cluster] >= config.cluster_selection_epsilon;
        targets[cluster] = match parent {
            _ if is_far => cluster as u32,
            0 if !config.allow_single_cluster => cluster as u32,
            _ => targets[parent],
        };
        merged[targets[cluster] as usize] |= marks[cluster];
    }
    Ok(merged)
}
