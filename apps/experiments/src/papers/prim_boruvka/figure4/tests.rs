//! Changes the figures of the paper until each claim fails.

use super::*;
use crate::claim::judged;
use crate::figures::made_up;
use crate::judgement::Judgement::{self, CannotBeSeen, DoesNotHold, Holds};
use crate::judgement::Why::{Even, FewCores};
use crate::setup::small;

#[test]
fn sequential_fal_must_beat_all_others_everywhere() {
    // Of the sparse graphs: parallel merging, standard; of all: parallel FAL.
    let judge = |cores, merging: f64, standard: f64, fal: f64| -> [Judgement; 3] {
        let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
            let is_sparse = point.x < 1.0;
            point.runs_ms = vec![match &*point.series {
                "FAL" => 1.0,
                "parallel FAL" => fal,
                "parallel merging" if is_sparse => merging,
                "standard" if is_sparse => standard,
                _ => 2.0,
            }];
        });
        ["With flexible", "Standard", "Speed-ups"]
            .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    };
    assert_eq!((judge(8, 1.5, 2.0, 0.5), judge(8, 0.9, 2.0, 0.5)[0]), ([Holds; 3], DoesNotHold));
    assert_eq!((judge(8, 1.5, 4.0, 0.5)[1], judge(8, 1.5, 2.0, 0.2)[2]), (DoesNotHold, DoesNotHold));
    let modest = [judge(4, 1.5, 2.0, 0.9), judge(4, 1.5, 2.0, 0.3)];
    assert_eq!(modest.map(|one| one[2]), [CannotBeSeen(FewCores); 2]);
    // The paper's own speed-up, on its eight cores.
    assert_eq!(judge(8, 1.5, 2.0, 0.128 / 0.4)[2], Holds);
}

#[test]
fn standard_and_merging_must_change_places_with_the_density() {
    // Merging on the sparsest graph and on the densest, where standard takes 1.
    let judge = |merging: [f64; 2]| -> [Judgement; 3] {
        let figures = made_up(&EXPERIMENT, &small(), |point| {
            let is_dense = point.x > 10.0;
            let is_merging = point.series.ends_with("merging");
            point.runs_ms = vec![if is_merging { merging[usize::from(is_dense)] } else { 1.0 }];
        });
        ["Standard is faster", "Parallel standard is faster", "Merging is faster"]
            .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    };
    assert_eq!((judge([0.5, 2.0]), judge([2.0, 0.5])), ([Holds; 3], [DoesNotHold; 3]));
}

#[test]
fn phases_must_be_those_of_the_paper() {
    // Connect-components of standard; find-min and compact-graph of FAL; of the others each takes 1.
    let judge = |connect: f64, find: f64, compact: f64| -> [Judgement; 3] {
        let figures = made_up(&EXPERIMENT, &small(), |point| {
            point.runs_ms = vec![9.0];
            let phases: &[(&str, f64)] = match &*point.series {
                "standard" => {
                    &[("boruvka-lookup find-min", 1.0), ("boruvka-lookup connect-components", connect)]
                }
                "merging" => &[
                    ("boruvka-merge find-min", 1.0),
                    ("boruvka-merge sort-lists", 0.5),
                    ("boruvka-merge merge-lists", 0.5),
                ],
                _ => &[("boruvka-fal find-min", find), ("boruvka-fal compact-graph", compact)],
            };
            point.phases_ms = phases.iter().map(|(name, ms)| ((*name).to_owned(), vec![*ms])).collect();
        });
        ["As the graph gets sparser", "FAL \"greatly", "FAL brings"]
            .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    };
    assert_eq!((judge(5.0, 3.0, 0.1), judge(0.5, 0.5, 0.9)), ([Holds; 3], [DoesNotHold; 3]));
}

/// The verdict on a claim, where standard has these phases by density, and merging these.
fn judge_phases(says: &str, standard: fn(f64) -> [f64; 2], merging: [f64; 3]) -> Judgement {
    let figures = made_up(&EXPERIMENT, &small(), |point| {
        point.runs_ms = vec![10.0];
        let phases = match &*point.series {
            "standard" => {
                let [find_min, connect] = standard(point.x);
                vec![("lookup find-min", find_min), ("lookup connect-components", connect)]
            }
            "merging" => {
                let [find_min, connect, compact] = merging;
                let connect = ["merge break", "merge jump", "merge relabel"].map(|one| (one, connect / 3.0));
                let compact = ["merge sort-lists", "merge merge-lists"].map(|one| (one, compact / 2.0));
                [("merge find-min", find_min)].into_iter().chain(connect).chain(compact).collect()
            }
            _ => Vec::new(),
        };
        point.phases_ms =
            phases.into_iter().map(|(name, ms)| (format!("boruvka-{name}"), vec![ms])).collect();
    });
    judged(EXPERIMENT.claims, says, &figures).judgement
}

#[test]
fn phases_of_standard_must_be_as_in_the_text() {
    let find_min = |find_min| judge_phases("In standard, \"find-min", find_min, [1.0; 3]);
    assert_eq!(find_min(|x| [1.0 + x, 1.0]), Holds);
    assert_eq!((find_min(|_| [1.0, 1.0]), find_min(|x| [20.0 - x, 1.0])), (CannotBeSeen(Even), DoesNotHold));
    let labels = |connect| judge_phases("In standard, the loop", connect, [1.0; 3]);
    assert_eq!((labels(|_| [1.0, 6.0]), labels(|_| [1.0, 4.0])), (Holds, DoesNotHold));
    // One graph is enough against it.
    assert_eq!(labels(|x| [1.0, if x > 10.0 { 4.0 } else { 6.0 }]), DoesNotHold);
}

#[test]
fn compact_graph_must_take_most_of_merging_and_find_min_little() {
    let find_min = |merging| judge_phases("Find-min of merging", |_| [1.0; 2], merging);
    assert_eq!((find_min([0.3, 1.0, 8.0]), find_min([0.8, 1.0, 8.0])), (Holds, DoesNotHold));
    let compact = |merging| judge_phases("In merging, compact", |_| [1.0; 2], merging);
    assert_eq!((compact([1.0, 2.0, 7.0]), compact([1.0, 6.0, 7.0])), (Holds, DoesNotHold));
    assert_eq!(compact([6.0, 2.0, 7.0]), DoesNotHold);
}

#[test]
fn parallel_standard_must_be_consistent_and_fal_gain_most() {
    // Parallel standard on the densest graph, and parallel FAL; all others take 1, parallel ones 0.5.
    let judge = |cores, densest: f64, fal: f64| -> [Judgement; 2] {
        let figures = made_up(&EXPERIMENT, &Setup { cores, ..small() }, |point| {
            point.runs_ms = vec![match &*point.series {
                "parallel standard" if point.x > 10.0 => densest,
                "parallel FAL" => fal,
                parallel if parallel.starts_with("parallel") => 0.5,
                _ => 1.0,
            }];
        });
        ["Parallel standard, too", "\"We achieved"]
            .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
    };
    assert_eq!((judge(8, 0.55, 0.32), judge(8, 0.9, 0.6)), ([Holds; 2], [DoesNotHold; 2]));
    assert_eq!(judge(4, 0.5, 0.32)[1], CannotBeSeen(FewCores));
}
