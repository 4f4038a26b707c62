//! The meaning of the columns of a table.

use super::dialect::Dialect;
use crate::{Header, ReadOptions, TableOptions, course};
use boscage_core::on_one_line;

/// The columns that are read, counted from 0.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Columns {
    /// Number of columns of every row.
    pub(super) count: usize,
    pub(super) ends: [usize; 2],
    pub(super) weight: Option<usize>,
    /// The weight of the arc in the other direction.
    pub(super) reverse: Option<usize>,
    /// The column of lines, if these are wanted.
    pub(super) geometry: Option<usize>,
    /// Columns that become columns of the graph, with their names.
    pub(super) kept: Vec<(usize, String)>,
    /// The names of the columns; their numbers from 1 without a header.
    pub(super) names: Vec<String>,
    /// True if there are names of columns, but none that says what the ends are.
    pub(super) are_guessed: bool,
}

/// Names for the two ends of an edge, in pairs.
const ENDS: &[[&str; 2]] = &[
    ["source", "target"],
    ["from", "to"],
    ["src", "dst"],
    ["src", "dest"],
    ["source", "destination"],
    ["origin", "destination"],
    ["u", "v"],
    ["node1", "node2"],
    ["node_1", "node_2"],
    ["node a", "node b"],
    ["from_node", "to_node"],
    ["fromnode", "tonode"],
    ["fromnodeid", "tonodeid"],
    ["from_node_id", "to_node_id"],
    ["start_node", "end_node"],
    ["start", "end"],
    ["source_id", "target_id"],
    ["id_1", "id_2"],
    ["tail", "head"],
    [":start_id", ":end_id"],
];

/// Names for weights; the first one that occurs counts.
const WEIGHTS: &[&str] =
    &["weight", "w", "cost", "length", "length_m", "len", "distance", "dist", "value", "km", "capacity"];

/// Names for columns of ids of edges, and for columns of their names; the first one that occurs is kept.
const IDS: &[&str] = &["id", "edge_id", "edgeid", "gid", "fid", "osm_id", "osmid", "way", "way_id"];
const LABELS: &[&str] = &["name", "label"];

/// The place of a name among the names of columns; case does not matter.
pub(super) fn place(names: &[String], name: &str) -> Option<usize> {
    names.iter().position(|one| one.trim().eq_ignore_ascii_case(name))
}

/// The columns of the two ends, by their names.
pub(super) fn named_ends(names: &[String]) -> Option<[usize; 2]> {
    ENDS.iter().find_map(|[u, v]| Some([place(names, u)?, place(names, v)?]))
}

/// Returns the columns of the ends of edges and of their weights, by the names of all columns, as readers of
/// tables find them.
///
/// # Examples
/// ```
/// use boscage::io::edge_columns;
///
/// let names = ["id", "from", "to", "km"].map(str::to_owned);
/// assert_eq!(edge_columns(&names), (Some([1, 2]), Some(3)));
/// ```
#[must_use]
pub fn edge_columns(names: &[String]) -> (Option<[usize; 2]>, Option<usize>) {
    (named_ends(names), WEIGHTS.iter().find_map(|name| place(names, name)))
}

impl Columns {
    /// The names of the columns of a table, and their number.
    ///
    /// # Errors
    /// If there is another number of names than of columns.
    pub(super) fn names_of(dialect: &Dialect, header: Header) -> Result<Self, Wrong> {
        let header = dialect.header.clone().filter(|_| header != Header::Counts);
        let rows = dialect.first.len();
        let mut names = header.clone().unwrap_or_default();
        if names.len() + 1 == rows && !names.is_empty() {
            names.insert(0, String::new()); // names of rows, as R writes them
        }
        let count = if rows == 0 || dialect.is_cut && header.is_some() { names.len() } else { rows };
        if header.is_some() && names.len() != count {
            let found = format!("{} names and {count} values", names.len());
            return Err(Wrong { expected: "a name for each column".to_owned(), found, cure: "" });
        }
        if header.is_none() {
            names = (1..=count).map(|number| number.to_string()).collect();
        }
        Ok(Self { count, names, ..Self::default() })
    }

    /// The columns of a table of edges.
    ///
    /// # Errors
    /// Expected columns, found ones, and advice.
    pub(super) fn of(dialect: &Dialect, options: &ReadOptions) -> Result<Self, Wrong> {
        let keeps_geometry = options.keep_geometry;
        let options = &options.table;
        let mut columns = Self::names_of(dialect, options.header)?;
        let is_named = dialect.header.is_some() && options.header != Header::Counts;
        columns.choose(dialect, options, is_named)?;
        let lines = || course::NAMES.iter().find_map(|name| place(&columns.names, name));
        columns.geometry = keeps_geometry.then(lines).flatten();
        for name in &options.keep {
            let at = columns.find(name)?;
            let name = if is_named { columns.names[at].trim().to_owned() } else { name.clone() };
            if !columns.kept.iter().any(|&(kept, _)| kept == at) {
                columns.kept.push((at, name));
            }
        }
        Ok(columns)
    }

    fn choose(&mut self, dialect: &Dialect, options: &TableOptions, is_named: bool) -> Result<(), Wrong> {
        if !options.columns.is_empty() {
            let chosen = options.columns.iter().map(|name| self.find(name));
            let chosen: Vec<usize> = chosen.collect::<Result<_, _>>()?;
            (self.ends, self.weight, self.reverse) = match chosen[..] {
                [u, v] => ([u, v], None, None),
                [u, v, weight] => ([u, v], Some(weight), None),
                [u, v, weight, reverse] => ([u, v], Some(weight), Some(reverse)),
                _ => {
                    let found = format!("{} columns", chosen.len());
                    let expected = "two ends, perhaps a weight, perhaps a weight in the other direction";
                    return Err(Wrong { expected: expected.to_owned(), found, cure: "" });
                }
            };
            return Ok(());
        }
        if let Some(ends) = is_named.then(|| named_ends(&self.names)).flatten() {
            self.ends = ends;
            self.weight = edge_columns(&self.names).1;
            self.reverse = self.weight.and_then(|_| place(&self.names, "reverse_cost"));
            for names in [IDS, LABELS].into_iter().filter(|_| options.keep.is_empty()) {
                if let Some(at) = names.iter().find_map(|name| place(&self.names, name)) {
                    self.keep(at, self.names[at].trim().to_owned());
                }
            }
            return Ok(());
        }
        // Without names: two ends, then a weight if it is a number.
        let first = usize::from(self.names.first().is_some_and(|name| name.trim().is_empty()));
        let is_counter = is_named && place(&self.names[..1.min(self.count)], "id").is_some();
        if is_counter || self.count < first + 2 {
            let expected = "columns whose names say that they are the ends of edges".to_owned();
            return Err(Wrong {
                expected,
                found: self.listed(),
                cure: "name them, as with --columns from,to,length",
            });
        }
        self.are_guessed = is_named;
        self.ends = [first, first + 1];
        let is_number = |at: usize| {
            dialect.first.get(at).is_some_and(|cell| super::number(cell.as_bytes(), true).is_some())
        };
        self.weight = Some(first + 2).filter(|&at| at < self.count && is_number(at));
        Ok(())
    }

    fn keep(&mut self, at: usize, name: String) {
        let is_used = self.ends.contains(&at) || self.weight == Some(at) || self.reverse == Some(at);
        if !is_used && !self.kept.iter().any(|&(kept, _)| kept == at) {
            self.kept.push((at, name));
        }
    }

    /// The column with a name or number.
    pub(super) fn find(&self, name: &str) -> Result<usize, Wrong> {
        let exact = self.names.iter().position(|one| one == name);
        let number = || name.parse::<usize>().ok().filter(|number| (1..=self.count).contains(number));
        exact.or_else(|| place(&self.names, name)).or_else(|| Some(number()? - 1)).ok_or_else(|| Wrong {
            expected: format!("a column {name}"),
            found: self.listed(),
            cure: "columns are named as in the first line, or by their numbers from 1",
        })
    }

    /// The names of all columns, for messages.
    pub(super) fn listed(&self) -> String {
        let shown = self.names.iter().take(12).map(|name| on_one_line(name.trim()));
        let more = if self.names.len() > 12 { ", ..." } else { "" };
        let plural = if self.names.len() == 1 { "" } else { "s" };
        format!("the column{plural} {}{more}", shown.collect::<Vec<_>>().join(", "))
    }

    /// The names of columns that are not used.
    pub(super) fn unused(&self) -> Vec<String> {
        let is_used = |at: &usize| {
            self.ends.contains(at)
                || [self.weight, self.reverse, self.geometry].contains(&Some(*at))
                || self.kept.iter().any(|(kept, _)| kept == at)
        };
        let unused = (0..self.count).filter(|at| !is_used(at));
        unused.map(|at| self.names[at].trim().to_owned()).filter(|name| !name.is_empty()).collect()
    }

    /// Returns `true` if rows have two or three columns: two ends, then the weight.
    pub(super) fn are_usual(&self) -> bool {
        self.ends == [0, 1]
            && self.kept.is_empty()
            && [self.reverse, self.geometry] == [None; 2]
            && matches!((self.weight, self.count), (None, 2) | (Some(2), 3))
    }
}

/// The error that a table has other columns than expected.
#[derive(Debug, PartialEq)]
pub(super) struct Wrong {
    pub(super) expected: String,
    pub(super) found: String,
    pub(super) cure: &'static str,
}

#[cfg(test)]
mod tests {
    use super::super::dialect;
    use super::*;

    fn of(text: &str, options: &TableOptions) -> Result<Columns, Wrong> {
        let table = options.clone();
        Columns::of(
            &dialect::of(text.as_bytes(), options).unwrap(),
            &ReadOptions { table, ..ReadOptions::default() },
        )
    }

    #[test]
    fn columns_are_found_by_their_names() {
        for (text, ends, weight, reverse) in [
            ("source,target,weight\n1,2,3\n", [0, 1], Some(2), None),
            ("id,source,target,cost,reverse_cost\n1,2,3,4,5\n", [1, 2], Some(3), Some(4)),
            ("Weight;Target;Source\n1;a;b\n", [2, 1], Some(0), None),
            ("u,v,key,osmid,highway,length,geometry\n1,2,0,5,x,1.5,y\n", [0, 1], Some(5), None),
            (",source,target\n0,a,b\n", [1, 2], None, None),
            ("\"from\",\"to\"\n\"1\",7,8\n", [1, 2], None, None),
            ("town,other,km\nRome,Bonn,7\n", [0, 1], Some(2), None),
            ("Rome,Bonn,A7\nBonn,Oslo,B1\n", [0, 1], None, None),
        ] {
            let columns = of(text, &TableOptions::default()).unwrap();
            assert_eq!((columns.ends, columns.weight, columns.reverse), (ends, weight, reverse), "{text}");
        }
    }

    #[test]
    fn ids_of_edges_are_kept() {
        let kept = |text| of(text, &TableOptions::default()).unwrap().kept;
        assert_eq!(kept("id,source,target,name\n1,2,3,x\n"), [(0, "id".to_owned()), (3, "name".to_owned())]);
        assert_eq!(kept("u,v,osmid,name\n1,2,3,x\n"), [(2, "osmid".to_owned()), (3, "name".to_owned())]);
        assert_eq!(kept("source,target\n1,2\n"), []);
    }

    #[test]
    fn columns_can_be_chosen() {
        let options = |columns: &[&str]| TableOptions {
            columns: columns.iter().map(|&name| name.to_owned()).collect(),
            ..TableOptions::default()
        };
        let text = "a,b,c,d\n1,2,3,4\n";
        let columns = of(text, &options(&["d", "2", "C"])).unwrap();
        assert_eq!((columns.ends, columns.weight), ([3, 1], Some(2)));
        let wrong = of(text, &options(&["a", "e"])).unwrap_err();
        assert_eq!((&*wrong.expected, &*wrong.found), ("a column e", "the columns a, b, c, d"));
        assert!(of(text, &options(&["a"])).is_err());
        let wrong = of("id,geom,km\n1,2,3\n", &TableOptions::default()).unwrap_err();
        assert_eq!(wrong.found, "the columns id, geom, km");
    }
}
