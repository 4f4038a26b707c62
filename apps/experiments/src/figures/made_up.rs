//! Made-up figures, for tests of claims.

use super::{Figures, Point};
use crate::experiment::Experiment;
use crate::measure::point_of;
use crate::setup::Setup;
use crate::times::{CHOOSING, ENOUGH};

/// Made-up figures: the points of a plan, filled in by a test, on a machine that is not busy.
/// One run stands for as many as are enough.
pub(crate) fn made_up(experiment: &Experiment, setup: &Setup, fill: impl Fn(&mut Point)) -> Figures {
    let enough = |all: &mut Vec<f64>| {
        if let [one] = all[..] {
            *all = vec![one; ENOUGH + CHOOSING];
        }
    };
    let mut planned = Vec::new();
    for (case, turns) in (experiment.plan)(setup).iter().zip(1..) {
        for series in &case.series {
            let mut point = point_of(experiment.name, &case.graph, series);
            point.turns = turns;
            fill(&mut point);
            enough(&mut point.runs_ms);
            point.phases_ms.values_mut().for_each(enough);
            enough(&mut point.unified);
            enough(&mut point.computing_ms);
            planned.push(point);
        }
    }
    Figures { planned, cores: setup.cores, gpu: setup.gpu }
}

/// Made-up figures that are the paper's own: what a test fills in must be what is published.
pub(crate) fn as_published(experiment: &Experiment, setup: &Setup, fill: impl Fn(&mut Point)) -> Figures {
    let figures = made_up(experiment, setup, fill);
    for published in experiment.published {
        for (row, numbers) in published.rows {
            for (column, theirs) in published.columns.iter().zip(*numbers) {
                let Ok(ours) = (published.here)(&figures, row, column) else { continue };
                assert!((ours.value / theirs - 1.0).abs() < 0.01, "{row}, {column}: {ours}, not {theirs}");
            }
        }
    }
    figures
}
