//! HDBSCAN, compared with a recursive program that follows its definition.

use boscage::exec::Exec;
use boscage::operators::points::{Hdbscan, Metric, NOISE, Points, Selection, hdbscan};
use boscage::random::Random;

use crate::kinds::{KINDS, points};
use crate::prim;

/// A cluster: all its points, and what becomes of them.
struct Cluster {
    points: Vec<usize>,
    birth: f64,
    /// The points that leave it, and the densities at which they do.
    exits: Vec<(usize, f64)>,
    children: Vec<Cluster>,
}

/// Removes the heaviest edges of a cluster, all of the same weight, until it splits or ends.
fn cluster(points: Vec<usize>, birth: f64, edges: &[prim::Edge], least: usize) -> Cluster {
    let mut all = Cluster { points: points.clone(), birth, exits: Vec::new(), children: Vec::new() };
    let mut left = points;
    loop {
        let inside = edges.iter().filter(|edge| left.contains(&edge.2) && left.contains(&edge.3));
        let Some(heaviest) = inside.clone().map(|edge| edge.0).reduce(f64::max) else { break };
        let density = 1.0 / heaviest;
        let mut parts: Vec<Vec<usize>> = left.iter().map(|&point| vec![point]).collect();
        for &(_, _, u, v) in inside.filter(|edge| edge.0 < heaviest) {
            let at = |point| parts.iter().position(|part: &Vec<usize>| part.contains(&point)).unwrap();
            let (one, other) = (at(u), at(v));
            let moved = std::mem::take(&mut parts[other]);
            parts[one].extend(moved);
        }
        let (large, small): (Vec<_>, Vec<_>) = parts.into_iter().partition(|part| part.len() >= least);
        all.exits.extend(small.into_iter().flatten().map(|point| (point, density)));
        match large.len() {
            0 => break,
            1 => left = large.into_iter().next().unwrap(),
            _ => {
                all.children = large.into_iter().map(|part| cluster(part, density, edges, least)).collect();
                break;
            }
        }
    }
    all
}

impl Cluster {
    fn stability(&self) -> f64 {
        let survived = |density: f64| if density == self.birth { 0.0 } else { density - self.birth };
        let exits: f64 = self.exits.iter().map(|&(_, density)| survived(density)).sum();
        exits
            + self.children.iter().map(|child| survived(child.birth) * child.points.len() as f64).sum::<f64>()
    }

    /// Returns the greatest sum of stabilities, and the clusters that have it.
    fn best(&self, is_root: bool, config: &Hdbscan) -> (f64, Vec<&Self>) {
        let below: Vec<_> = self.children.iter().map(|child| child.best(false, config)).collect();
        let sum = below.iter().map(|one| one.0).sum();
        let is_allowed = (!is_root || config.allow_single_cluster)
            && config.max_cluster_size.is_none_or(|most| self.points.len() <= most);
        if is_allowed && sum <= self.stability() {
            return (self.stability(), vec![self]);
        }
        (sum, below.into_iter().flat_map(|one| one.1).collect())
    }

    fn leaves(&self, is_root: bool) -> Vec<&Self> {
        match self.children.is_empty() {
            true if is_root => Vec::new(),
            true => vec![self],
            false => self.children.iter().flat_map(|child| child.leaves(false)).collect(),
        }
    }

    /// Returns the clusters around another one and itself, largest first; nothing if it is not inside.
    fn around<'a>(&'a self, other: &Self) -> Vec<&'a Self> {
        if std::ptr::eq(self, other) {
            return vec![self];
        }
        let inside = self.children.iter().map(|child| child.around(other)).find(|path| !path.is_empty());
        inside.map(|path| std::iter::once(self).chain(path).collect()).unwrap_or_default()
    }

    /// Replaces clusters that are born at less than `cluster_selection_epsilon` by the nearest ones around
    /// them that are not; at most by the children of the root, if that may not be a cluster.
    fn merged<'a>(&'a self, selected: Vec<&'a Self>, config: &Hdbscan) -> Vec<&'a Self> {
        let is_root = |one: &Self| std::ptr::eq(self, one);
        if config.cluster_selection_epsilon == 0.0 || selected.iter().any(|one| is_root(one)) {
            return selected;
        }
        let mut merged: Vec<&Self> = Vec::new();
        for one in selected {
            let path = self.around(one);
            let is_far = |one: &&&Self| 1.0 / one.birth >= config.cluster_selection_epsilon;
            let target = *path.iter().rev().find(is_far).expect("the root is far");
            let target = if is_root(target) && !config.allow_single_cluster { path[1] } else { target };
            if !merged.iter().any(|other| std::ptr::eq(*other, target)) {
                merged.push(target);
            }
        }
        merged
    }

    /// The greatest density at which a point leaves it or a cluster inside, or at which one of these is born.
    fn last(&self) -> f64 {
        self.children.iter().map(Self::last).fold(self.end(), f64::max)
    }

    /// The greatest density at which points leave it.
    fn end(&self) -> f64 {
        let exits = self.exits.iter().map(|&(_, density)| density);
        exits.chain(self.children.iter().map(|child| child.birth)).fold(0.0, f64::max)
    }

    fn for_each_exit(&self, f: &mut impl FnMut(&Self, usize, f64)) {
        self.exits.iter().for_each(|&(point, density)| f(self, point, density));
        self.children.iter().for_each(|child| child.for_each_exit(f));
    }
}

#[test]
fn clusters_are_those_of_the_definition() {
    let exec = Exec::new(2).unwrap();
    for seed in 0..400 {
        let mut draws = Random::new(seed, 1).item(0);
        let kind = KINDS[draws.below(KINDS.len() as u64) as usize];
        let (count, dimensions) = (draws.range(2..90) as usize, draws.range(1..4) as usize);
        let all = points(kind, count, dimensions, seed);
        let mut config = Hdbscan {
            min_cluster_size: draws.range(2..12) as usize,
            min_samples: Some(draws.range(1..9.min(count as i64 + 1)) as usize),
            selection: if draws.unit() < 0.3 { Selection::Leaf } else { Selection::ExcessOfMass },
            allow_single_cluster: draws.unit() < 0.3,
            max_cluster_size: (draws.unit() < 0.2).then(|| draws.range(5..60) as usize),
            cluster_selection_epsilon: 0.0,
        };
        let (scaled, scale) = prim::scaled(&all);
        let mut edges = prim::tree(Metric::Euclidean, &scaled, dimensions, config.samples());
        edges.iter_mut().for_each(|edge| edge.0 = edge.0.sqrt() / scale);
        if draws.unit() < 0.4 {
            config.cluster_selection_epsilon = edges[draws.below(edges.len() as u64) as usize].0;
        }
        let found = hdbscan(&exec, Points::new(&all, dimensions).unwrap(), &config).unwrap();
        let root = cluster((0..count).collect(), 0.0, &edges, config.min_cluster_size);
        let selected = match config.selection {
            Selection::Leaf => root.leaves(true),
            _ => root.best(true, &config).1,
        };
        let selected = root.merged(selected, &config);
        let is_alone = selected.iter().any(|one| one.birth == 0.0);
        let about = format!("{kind:?}, {count} points, {dimensions}-D, seed {seed}, {config:?}");
        // The density from which points are in the root, if it is the cluster.
        let least = |root: &Cluster| match config.cluster_selection_epsilon {
            0.0 => root.end(),
            epsilon => 1.0 / epsilon,
        };
        let mut names = Vec::new();
        let mut exits = vec![(0.0, 0.0); count];
        root.for_each_exit(&mut |own, point, density| exits[point] = (own.last(), density));
        for (point, &(last, density)) in exits.iter().enumerate() {
            let own = selected.iter().position(|one| one.points.contains(&point));
            let own = own.filter(|&own| !is_alone || density >= least(selected[own]));
            let score = match last > 0.0 && density.is_finite() {
                true if last.is_infinite() => 1.0,
                true => 1.0 - density / last,
                false => 0.0,
            };
            assert!((found.outlier_scores()[point] - score).abs() < 1e-9, "score of {point}: {about}");
            let Some(own) = own else {
                assert_eq!(
                    (found.labels()[point], found.probabilities()[point]),
                    (NOISE, 0.0),
                    "{point}: {about}"
                );
                continue;
            };
            let name = names.iter().position(|&name| name == own).unwrap_or(names.len());
            if name == names.len() {
                names.push(own);
            }
            let end = selected[own].end();
            let strength = if density >= end { 1.0 } else { density / end };
            assert_eq!(found.labels()[point], name as i32, "label of {point}: {about}");
            assert!((found.probabilities()[point] - strength).abs() < 1e-9, "strength of {point}: {about}");
        }
        assert_eq!(found.count(), names.len(), "{about}");
    }
}

#[test]
fn clusters_do_not_depend_on_the_order_of_points() {
    let exec = Exec::new(2).unwrap();
    for (seed, kind) in (0..).zip(KINDS) {
        let all = points(kind, 400, 2, seed);
        let mut order: Vec<usize> = (0..400).collect();
        Random::new(seed, 2).item(0).shuffle(&mut order);
        let shuffled: Vec<f64> = order.iter().flat_map(|&i| [all[2 * i], all[2 * i + 1]]).collect();
        let fit = |all: &[f64]| hdbscan(&exec, Points::new(all, 2).unwrap(), &Hdbscan::default()).unwrap();
        let (one, other) = (fit(&all), fit(&shuffled));
        let mut pairs: Vec<_> =
            order.iter().zip(other.labels()).map(|(&i, &label)| (one.labels()[i], label)).collect();
        pairs.sort_unstable();
        pairs.dedup();
        assert_eq!(pairs.iter().filter(|pair| pair.0 != NOISE).count(), one.count(), "{kind:?}");
        assert_eq!(pairs.iter().filter(|pair| pair.1 != NOISE).count(), other.count(), "{kind:?}");
        assert!(pairs.iter().all(|pair| (pair.0 == NOISE) == (pair.1 == NOISE)), "{kind:?}");
    }
}

#[test]
fn a_long_chain_needs_no_recursion() {
    // Distances double: every merge adds one point.
    let all: Vec<f64> = (0..900).map(|i| 2_f64.powf(f64::from(i) / 2.0)).collect();
    let exec = Exec::new(1).unwrap();
    let config = Hdbscan { min_samples: Some(1), ..Hdbscan::default() };
    let found = hdbscan(&exec, Points::new(&all, 1).unwrap(), &config).unwrap();
    assert_eq!((found.count(), found.tree().cluster_count()), (0, 1));
}

#[test]
fn wrong_configurations_are_refused() {
    let exec = Exec::new(1).unwrap();
    let refusal = |config: Hdbscan| {
        hdbscan(&exec, Points::new(&[0.0, 1.0, 5.0], 1).unwrap(), &config).unwrap_err().to_string()
    };
    let default = Hdbscan { min_samples: Some(2), ..Hdbscan::default() };
    assert_eq!(
        refusal(Hdbscan::default()),
        "min_samples: expected from 1 to 3, the number of points, found 5"
    );
    assert_eq!(
        refusal(Hdbscan { min_cluster_size: 1, ..default }),
        "min_cluster_size: expected at least 2, found 1"
    );
    assert_eq!(
        refusal(Hdbscan { cluster_selection_epsilon: f64::NAN, ..default }),
        "cluster_selection_epsilon: expected a finite number from 0 on, found NaN"
    );
    assert_eq!(
        refusal(Hdbscan { max_cluster_size: Some(0), ..default }),
        "max_cluster_size: expected at least 1, found 0"
    );
    let none: [f64; 0] = [];
    let found = hdbscan(&exec, Points::new(&none, 2).unwrap(), &Hdbscan::default()).unwrap();
    assert_eq!((found.count(), found.labels().len()), (0, 0));
}
