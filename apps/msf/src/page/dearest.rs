//! The edges of a forest that are dearest to lose, each with the edge that replaces it.

use std::fmt::Write;

use boscage::graph::Objective;
use boscage_measuring::page::escaped;
use boscage_programs::show::grouped;

use super::{Map, Page};
use crate::replacements::{Dearest, Loss};

/// Losses in the table.
pub(crate) const DEAREST: usize = 20;

/// Largest number of edges among which a page looks for replacements, so that it takes a second at most.
const MOST_EDGES: u64 = 1 << 25;

/// Returns `true` if the page of a graph with this many edges has its dearest losses.
pub(crate) fn has_losses(edges: u64) -> bool {
    edges <= MOST_EDGES
}

impl Page<'_> {
    /// Returns the table of the dearest losses, and the number of bridges. On a map, buttons show both edges.
    /// Empty for a forest without edges, and for the tree of points.
    pub(super) fn table_of_losses(&self, map: Option<&Map>) -> String {
        let [road, roads] = self.words().edge;
        if self.words().are_points || self.forest.is_empty() {
            return String::new();
        }
        let heading = format!("<section class=\"whole\">\n<h2>The dearest {roads} to lose</h2>\n");
        let Some(Dearest { losses, bridges }) = &self.dearest else {
            let most = grouped(MOST_EDGES);
            return format!(
                "{heading}<p>They are not computed for a page of more than {most} edges; \
                 <code>--replacements FILE</code> writes them.</p>\n</section>\n"
            );
        };
        if losses.is_empty() {
            return format!(
                "{heading}<p>Nothing replaces any {road} of the forest: all are bridges.</p>\n\
                 </section>\n"
            );
        }
        let bridges = match bridges {
            0 => "The forest has no bridges.".to_owned(),
            1 => format!("One {road} of the forest is a bridge, which nothing replaces."),
            &many => {
                format!("{} {roads} of the forest are bridges, which nothing replaces.", grouped(many))
            }
        };
        let change = match self.report.objective {
            Objective::Minimum => "heavier",
            Objective::Maximum => "lighter",
        };
        let mut table = format!(
            "{heading}<p>If one of these {roads} is lost, its replacement connects its tree again, and the \
             forest becomes {change} by the price. {bridges}</p>\n<div class=\"wide\"><table>\n\
             <tr><th>{road}</th><th class=\"at\">replacement</th><th>{}</th></tr>\n",
            escaped(&self.weight_unit.label_of("price")),
        );
        for (i, Loss { edge, replacement, price }) in losses.iter().enumerate() {
            let packed = map.map_or([None; 2], |map| map.facts.dear[i]);
            let [edge, other] =
                [(edge, packed[0]), (replacement, packed[1])].map(|(id, at)| self.edge(*id, at));
            let price = self.weight_unit.total(*price);
            let _ = writeln!(table, "<tr><td>{edge}</td><td class=\"at\">{other}</td><td>{price}</td></tr>");
        }
        table + "</table></div>\n</section>\n"
    }
}
