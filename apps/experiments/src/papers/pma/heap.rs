//! Section 5.2.3: a heap per vertex of a tree, instead of a search through its arcs.

use boscage::operators::msf::papers::{Pma, PmaVariant};
use boscage_measuring::plot::Chart;

use super::{NODES, PAPER, PART, erdos_renyi};
use crate::bound::{MORE, MUCH};
use crate::charts::{bars, time_by_graph};
use crate::claim::{Claim, Finding};
use crate::experiment::{Case, Experiment};
use crate::figures::Figures;
use crate::graph::Graph;
use crate::missing::Found;
use crate::setup::Setup;
use crate::times::{Ratio, range};

const DEGREES: [usize; 3] = [4, 16, 32];

/// The paper's example of a maximum subtree size.
const GAMMA: usize = 10;

const MIN: &str = "MinPMA";
const HEAP: &str = "heaps";

pub(super) static EXPERIMENT: Experiment = Experiment {
    name: "pma-heap",
    paper: &PAPER,
    figure: "section 5.2.3, heaps",
    claims: &[
        Claim::judged(
            "To find lightest edges, \"using heap [...] is much slower than the MinPMA algorithm\".",
            "",
            MUCH,
            |figures, much| {
                let all = figures.each(of_growing)?;
                let evidence = Ratio::all(&all, much);
                let ours = format!("the phase in which trees grow takes {} times as long", range(&all));
                Ok(Finding::new(evidence, ours))
            },
        ),
        Claim::judged("The whole algorithm, too, is slower (our reading).", "", MORE, |figures, slower| {
            let all = figures.each(|figures, graph| figures.ratio(graph, HEAP, MIN))?;
            Ok(Finding::new(Ratio::all(&all, slower), format!("{} times as long", range(&all))))
        }),
    ],
    differs: "The paper gives neither graphs nor numbers; gamma is 10, as in its example. It tried heaps \
              on a GPU; here both run on the CPU. When a vertex joins a tree, its arcs become a heap, \
              without those that lead into the tree; an arc that leads into it later is removed when it \
              comes to the top.",
    part: Some(PART),
    choosing: 0,
    plan,
    published: &[],
    charts: |figures| -> Vec<Chart> {
        vec![bars(figures, "MinPMA and heaps", "milliseconds", time_by_graph)]
    },
};

fn plan(setup: &Setup) -> Vec<Case> {
    let pma = |variant: PmaVariant| Pma { gamma: Some(GAMMA), ..variant.into() };
    let series = || vec![setup.on_all(MIN, pma(PmaVariant::Min)), setup.on_all(HEAP, pma(PmaVariant::Heap))];
    let nodes = setup.size(NODES * PART);
    let random = |degree| {
        Graph::new("all", format!("Erdős-Rényi, degree {degree}"), degree as f64, erdos_renyi(nodes, degree))
    };
    let florida = Graph::new("all", "Florida", 0.0, setup.florida(PART));
    let graphs = [florida].into_iter().chain(DEGREES.map(random));
    graphs.map(|graph| Case { graph, series: series() }).collect()
}

/// Returns the ratio of the times of growing trees with and without heaps.
fn of_growing(figures: &Figures, graph: &str) -> Found<Ratio> {
    let heaps = figures.point(graph, HEAP)?.phase("pma-heap grow")?;
    Ok(heaps.over(&figures.point(graph, MIN)?.phase("pma-min grow")?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claim::judged;
    use crate::figures::made_up;
    use crate::judgement::Judgement::{self, DoesNotHold, Holds};
    use crate::setup::small;

    #[test]
    fn heaps_must_be_much_slower_on_every_graph() {
        let judge = |on_florida: f64| -> [Judgement; 2] {
            let figures = made_up(&EXPERIMENT, &small(), |point| {
                let is_heap = point.series == HEAP;
                let grow = match &*point.graph {
                    "Florida" if is_heap => on_florida,
                    _ if is_heap => 3.0,
                    _ => 1.0,
                };
                point.runs_ms = vec![5.0 + grow];
                let name = if is_heap { "pma-heap grow" } else { "pma-min grow" };
                point.phases_ms = [(name.to_owned(), vec![grow])].into();
            });
            ["To find lightest edges", "The whole"]
                .map(|says| judged(EXPERIMENT.claims, says, &figures).judgement)
        };
        assert_eq!((judge(2.0), judge(0.5)), ([Holds; 2], [DoesNotHold; 2]));
        assert_eq!(judge(1.4)[0], DoesNotHold);
    }
}
