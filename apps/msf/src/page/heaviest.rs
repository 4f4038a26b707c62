//! The heaviest edges of a forest, or the lightest ones of a maximum forest.

use std::cmp::Reverse;
use std::fmt::Write;

use boscage::graph::{EdgeId, Objective};
use boscage::{Result, memory};
use boscage_measuring::page::escaped;

use super::{Map, Page};

/// Edges in the table.
const HEAVIEST: usize = 20;

impl Page<'_> {
    /// Returns the adjective of the edges of the forest that are the last to join it.
    pub(super) fn heavy_word(&self) -> &'static str {
        match self.report.objective {
            Objective::Minimum => "heaviest",
            Objective::Maximum => "lightest",
        }
    }

    /// Returns the heaviest edges of the forest (the lightest of a maximum forest), in this order.
    pub(super) fn heaviest(&self) -> Result<Vec<EdgeId>> {
        let order = |id: &EdgeId| Reverse((self.graph.key(id.index(), self.report.objective), *id));
        let mut edges = memory::reserve("the forest's edges", self.forest.len())?;
        edges.extend_from_slice(self.forest);
        let most = HEAVIEST.min(edges.len());
        if most > 0 {
            edges.select_nth_unstable_by_key(most - 1, order);
        }
        edges.truncate(most);
        edges.sort_unstable_by_key(order);
        Ok(edges)
    }

    /// Returns the table of these edges, each under its name, or its ends. On a map, buttons show them.
    pub(super) fn table_of_heaviest(&self, heavy: &[EdgeId], map: Option<&Map>) -> String {
        if heavy.is_empty() {
            return String::new();
        }
        let what = self.heavy_word();
        let mut table = format!(
            "<section>\n<h2>The {what} edges of the {}</h2>\n<p>Without one of these edges, its tree \
             falls into two parts, and no {} edge joins them.</p>\n<div class=\"wide\"><table>\n\
             <tr><th>edge</th><th>{}</th></tr>\n",
            self.words().forest,
            if self.report.objective == Objective::Minimum { "lighter" } else { "heavier" },
            escaped(&self.weight_unit.label()),
        );
        for (i, &id) in heavy.iter().enumerate() {
            let weight = self.weight_unit.weight(self.graph.weight(id.index()));
            let edge = self.edge(id, map.and_then(|map| map.facts.heavy[i]));
            let _ = writeln!(table, "<tr><td>{edge}</td><td>{weight}</td></tr>");
        }
        table + "</table></div>\n</section>\n"
    }

    /// Returns an edge under its name, or its ends; with a button if it is packed for the map.
    pub(super) fn edge(&self, id: EdgeId, packed: Option<usize>) -> String {
        let [u, v] = self.graph.ends(id.index()).map(|end| self.names.name(end));
        let ends = escaped(&format!("{u} – {v}"));
        let name = self.streets().map_or("", |streets| streets.get(id));
        let (label, ends) = match name {
            "" => (ends, String::new()),
            name => (escaped(name), format!(" <small>{ends}</small>")),
        };
        match packed {
            Some(packed) => {
                format!("<button type=\"button\" data-edge=\"{packed}\">{label}</button>{ends}")
            }
            None => label + &ends,
        }
    }
}
