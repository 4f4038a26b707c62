//! The operators as a table for a README: what each is, and how it compares with `kruskal`.

use std::fmt::Write;

use boscage_measuring::show::{counted, three_digits};
use boscage_operators::msf::{Algorithm, Facts, Kind};

use super::report::{BASELINE, GraphReport, Report};

/// The lines of a file between which the table stands.
const BEGIN: &str = "<!-- operators: made by msf bench --markdown -->\n";
const END: &str = "<!-- end of operators -->\n";

/// The table alone; or, of a file that has the lines for it, the file with the table between them.
pub(super) fn page(report: &Report, before: Option<&str>) -> String {
    let table = table(report);
    let parts = before.and_then(|before| {
        let (head, rest) = before.split_once(BEGIN)?;
        let (_, tail) = rest.split_once(END)?;
        Some((head, tail))
    });
    match parts {
        Some((head, tail)) => format!("{head}{BEGIN}\n{table}\n{END}{tail}"),
        None => table,
    }
}

/// A row an operator of the processor, in their own order.
fn table(report: &Report) -> String {
    let graphs = || report.graphs.iter();
    let mut text = "| name | paper | kind | choose it for |".to_owned();
    for graph in graphs() {
        let _ = write!(text, " {} |", graph.graph); // a string takes all that is written
    }
    text.push_str("\n|---|---|---|---|");
    text.push_str(&"---|".repeat(report.graphs.len()));
    text.push('\n');
    for algorithm in Algorithm::ALL {
        let Facts { name, paper, kind, choose_for, .. } = algorithm.facts();
        let _ = write!(text, "| `{name}` | {paper} | {} | {choose_for} |", kind.words());
        for graph in graphs() {
            let factor = factor(graph, name, *kind);
            let _ = write!(text, " {} |", factor.map_or_else(|| "-".to_owned(), three_digits));
        }
        text.push('\n');
    }
    text + "\n" + &notes(report)
}

/// What an operator took, compared with the baseline: on one thread, if it has no more, or on the most there were.
fn factor(graph: &GraphReport, name: &str, kind: Kind) -> Option<f64> {
    let rows = || graph.rows.iter().filter(|row| row.operator == name);
    let row = match kind {
        Kind::OneThread => rows().find(|row| row.threads == BASELINE.0),
        Kind::Threads | Kind::Quadratic => rows().max_by_key(|row| row.threads),
    };
    row?.times.as_ref()?.of_kruskal
}

/// What was measured, and where.
fn notes(report: &Report) -> String {
    let threads = report.graphs.iter().flat_map(|graph| &graph.rows).map(|row| row.threads).max();
    let threads = counted(threads.unwrap_or(1), "thread", "threads");
    let graph = |graph: &GraphReport| {
        let [nodes, edges] = [(graph.nodes, "node"), (graph.edges, "edge")]
            .map(|(count, what)| counted(count, what, &format!("{what}s")));
        format!("{}: {nodes}, {edges}", graph.graph)
    };
    let graphs: Vec<_> = report.graphs.iter().map(graph).collect();
    format!(
        "Factors to the time of `kruskal` on one thread, from the graph in memory to its forest: on {threads}, operators of one \
         thread on one; medians of {}, in turn, of proved forests. Where there is none, it was not measured: operators of \
         quadratic time on large graphs. {}. {}.\n",
        counted(report.runs, "run", "runs"),
        graphs.join("; "),
        report.machine.line()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_with_the_lines_for_it_keeps_everything_else() {
        let report = super::super::report::empty();
        let alone = page(&report, None);
        assert!(alone.starts_with("| name |") && alone.contains("| `prim-loops` | "), "{alone}");
        assert_eq!(page(&report, Some("no lines\n")), alone);
        let before = format!("# Head\n{BEGIN}old\n{END}tail\n");
        let after = page(&report, Some(&before));
        assert_eq!(after, format!("# Head\n{BEGIN}\n{alone}\n{END}tail\n"));
        assert_eq!(page(&report, Some(&after)), after);
    }
}
