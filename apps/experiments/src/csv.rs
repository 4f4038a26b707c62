//! The points of an experiment as a table.

use crate::experiment::Experiment;
use crate::figures::{Figures, Point};
use crate::times::Spread;

/// The head of the table.
const HEAD: &str = "experiment,panel,graph,x,nodes,edges,origin,series,operator,threads,runs,median_ms,least_ms,most_ms,\
                    unified_share,rounds,phases_ms,committed,load_before,load,settings\n";

/// Returns the table; each row has the settings of its measurement.
pub(crate) fn table(experiment: &Experiment, figures: &Figures, settings: &str) -> String {
    let rows = figures.points().map(|point| row(experiment, point, settings));
    [HEAD.to_owned()].into_iter().chain(rows).collect()
}

fn row(experiment: &Experiment, point: &Point, settings: &str) -> String {
    let ms = point.ms();
    let number = |number: f64| if number.is_finite() { format!("{number:.6}") } else { String::new() };
    let share = |share: Option<f64>| share.map_or_else(String::new, |share| format!("{share:.4}"));
    let phase = |(name, ms): (&String, &Vec<f64>)| format!("{name}: {:.6}", Spread::of(ms).value);
    let phases: Vec<_> = point.phases_ms.iter().map(phase).collect();
    let committed: Vec<_> = point.committed.iter().map(u64::to_string).collect();
    let cells = [
        experiment.name.to_owned(),
        point.panel.clone(),
        point.graph.clone(),
        point.x.to_string(),
        point.nodes.to_string(),
        point.edges.to_string(),
        point.origin.clone(),
        point.series.clone(),
        point.operator.clone(),
        point.threads.to_string(),
        point.runs_ms.len().to_string(),
        number(ms.value),
        number(ms.least),
        number(ms.most),
        number(Spread::of(&point.unified).value),
        point.committed.len().to_string(),
        phases.join("; "),
        committed.join(" "),
        share(point.load.before),
        share(point.load.during),
        settings.to_owned(),
    ];
    cells.map(|cell| quoted(&cell)).join(",") + "\n"
}

/// Returns a cell, quoted if necessary.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n']) {
        format!("\"{}\"", cell.replace('"', "\"\""))
    } else {
        cell.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        assert_eq!(["a", "a, b", "say \"a\""].map(quoted), ["a", "\"a, b\"", "\"say \"\"a\"\"\""]);
    }
}
