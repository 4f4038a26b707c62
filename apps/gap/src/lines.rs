//! The lines of GAP's programs, in the same columns, so that scripts can read both.

/// A time: `Trial Time:          0.01234`.
pub(crate) fn time(label: &str, seconds: f64) -> String {
    format!("{:<21}{seconds:.5}\n", format!("{label}:"))
}

/// A word: `Verification:           PASS`.
pub(crate) fn word(label: &str, word: &str) -> String {
    format!("{:<21}{word:>7}\n", format!("{label}:"))
}

/// A count: `Source:                 95`.
pub(crate) fn count(label: &str, count: u64) -> String {
    format!("{:<14}{count:>14}\n", format!("{label}:"))
}

/// A step within a trial, with what it did: `   td         17     0.00012`.
pub(crate) fn step(label: &str, count: u64, seconds: f64) -> String {
    format!("{label:>5}{count:>11}  {seconds:>10.5}\n")
}

/// The size of the graph: `Graph has ...`.
pub(crate) fn graph(nodes: usize, edges: usize, is_directed: bool) -> String {
    let (un, degree) = (if is_directed { "" } else { "un" }, edges.checked_div(nodes).unwrap_or(0));
    format!("Graph has {nodes} nodes and {edges} {un}directed edges for degree: {degree}\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_those_of_gap() {
        assert_eq!(time("Trial Time", 0.012_344), "Trial Time:          0.01234\n");
        assert_eq!(time("Average Time", 12.5), "Average Time:        12.50000\n");
        assert_eq!(word("Verification", "PASS"), "Verification:           PASS\n");
        assert_eq!(count("Source", 95), "Source:                   95\n");
        assert_eq!(step("td", 17, 0.000_12), "   td         17     0.00012\n");
        let line = "Graph has 10 nodes and 25 undirected edges for degree: 2\n";
        assert_eq!(graph(10, 25, false), line);
        assert_eq!(graph(0, 0, true), "Graph has 0 nodes and 0 directed edges for degree: 0\n");
    }
}
