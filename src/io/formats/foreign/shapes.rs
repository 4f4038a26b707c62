//! Kinds of files that are recognised by several lines together, or by the order of their bytes.

use std::collections::HashSet;

use super::mark::Foreign;
use crate::bytes::{has_controls, is_binary, without_mark};

/// Text of two or four bytes per character, without a byte order mark.
pub(crate) fn wide_text(head: &[u8]) -> Option<Foreign> {
    /// Number of bytes that are examined.
    const SOME: usize = 64;
    let head = &head[..head.len().min(SOME)];
    let is_text = |width: usize, place: usize| {
        let characters = head.chunks_exact(width);
        let is_one = |bytes: &[u8]| {
            let others = bytes.iter().enumerate().filter(|&(at, _)| at != place).all(|(_, &byte)| byte == 0);
            others && matches!(bytes[place], b'\t' | b'\n' | b'\r' | b' '..=b'~')
        };
        characters.len() > 3 && characters.clone().all(is_one)
    };
    let (name, cure) = match () {
        () if is_text(2, 0) => ("UTF-16 text", "convert it to UTF-8, as with iconv -f UTF-16LE -t UTF-8"),
        () if is_text(2, 1) => ("UTF-16 text", "convert it to UTF-8, as with iconv -f UTF-16BE -t UTF-8"),
        () if is_text(4, 0) => ("UTF-32 text", "convert it to UTF-8, as with iconv -f UTF-32LE -t UTF-8"),
        () if is_text(4, 3) => ("UTF-32 text", "convert it to UTF-8, as with iconv -f UTF-32BE -t UTF-8"),
        () => return None,
    };
    Some(Foreign { name, cure })
}

/// Text whose lines are of a known kind.
pub(crate) fn of_lines(head: &[u8]) -> Option<Foreign> {
    let lines = lines(head);
    let (name, cure) = match () {
        () if is_lgl(&lines) => (
            "LGL",
            "igraph converts it: igraph.Graph.Read_Lgl(FILE).write_ncol(\"graph.txt\", names=None); if it is \
             an edge list, name that format, as with --from edge-list",
        ),
        () if is_tgf(&lines) => (
            "TGF",
            "its edges: sed '1,/^#/d' FILE > graph.txt; if it is an edge list, name that format, as with \
             --from edge-list",
        ),
        () if !lines.is_empty() && lines.iter().all(|line| is_graph6(line)) => {
            ("graph6", by_networkx!("nx.read_graph6(FILE)"))
        }
        () => return None,
    };
    Some(Foreign { name, cure })
}

/// The lines that are not blank, without white space at their ends. The last line may be incomplete.
fn lines(head: &[u8]) -> Vec<&[u8]> {
    let lines = without_mark(head).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty()).collect()
}

/// The words of a line.
fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

/// Lists of neighbours of Large Graph Layout: lines `NODE` or `NODE WEIGHT` follow a line `# NODE`.
fn is_lgl(lines: &[&[u8]]) -> bool {
    let name = |line: &&[u8]| {
        let mut words = words(line);
        (words.next() == Some(b"#")).then(|| (words.next().unwrap_or_default().to_vec(), words.count()))
    };
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let (names, neighbours): (Vec<&[u8]>, Vec<&[u8]>) =
        lines.iter().copied().partition(|line| line.starts_with(b"#"));
    let are_names =
        names.iter().all(|line| name(line).is_some_and(|(word, others)| !word.is_empty() && others == 0));
    let are_neighbours = neighbours.iter().all(|line| words(line).count() < 3 && !line.contains(&b','));
    // If all neighbours are numbers, the names of nodes must be, too.
    let are_alike = |line: &&[u8]| name(line).is_some_and(|(word, _)| is_number(&word));
    let numbered = neighbours.iter().all(|line| words(line).next().is_some_and(is_number));
    lines.first().is_some_and(|line| line.starts_with(b"#"))
        && names.len() > 1
        && !neighbours.is_empty()
        && are_names
        && are_neighbours
        && (!numbered || names.iter().all(are_alike))
}

/// The Trivial Graph Format: lines `ID LABEL`, a line `#`, then lines `ID ID LABEL` of edges.
fn is_tgf(lines: &[&[u8]]) -> bool {
    let Some(middle) = lines.iter().position(|line| line.starts_with(b"#")) else { return false };
    let (nodes, edges) = (&lines[..middle], &lines[middle + 1..]);
    let ids: HashSet<&[u8]> = nodes.iter().filter_map(|line| words(line).next()).collect();
    let are_ids = |line: &&[u8]| words(line).count() > 1 && words(line).take(2).all(|id| ids.contains(id));
    // The last line may be incomplete.
    let [first, rest @ ..] = edges else { return false };
    let rest = rest.split_last().map_or(rest, |(_, rest)| rest);
    lines[middle] == b"#"
        && !nodes.is_empty()
        && ids.len() == nodes.len()
        && are_ids(first)
        && rest.iter().all(are_ids)
}

/// A graph in printable characters of six bits: its number of nodes, then the upper triangle of its adjacency
/// matrix. Only up to 62 nodes, whose number is one character.
fn is_graph6(line: &[u8]) -> bool {
    let [nodes @ b'?'..=b'}', matrix @ ..] = line else { return false };
    let nodes = usize::from(nodes - b'?');
    let bits = nodes * nodes.saturating_sub(1) / 2;
    nodes > 1 && matrix.len() == bits.div_ceil(6) && matrix.iter().all(|byte| matches!(byte, b'?'..=b'~'))
}

/// The columns of a line. They are separated by blanks if there is no other separator. Separators in quotes
/// do not count.
fn cells(line: &[u8]) -> Vec<&[u8]> {
    let split = |is_separator: fn(u8) -> bool| {
        let mut is_quoted = false;
        let ends = move |&byte: &u8| {
            is_quoted ^= byte == b'"';
            !is_quoted && is_separator(byte)
        };
        line.split(ends).collect::<Vec<_>>()
    };
    let marked = split(|byte| matches!(byte, b',' | b';' | b'|' | b'\t'));
    if marked.len() > 1 {
        return marked;
    }
    let mut cells = split(|byte| byte == b' ');
    cells.retain(|cell| !cell.is_empty());
    cells
}

/// A cell without quotes around it.
fn bare(cell: &[u8]) -> &[u8] {
    let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
    let start = cell.iter().take_while(|byte| is_quote(byte)).count();
    let len = cell[start..].iter().position(is_quote).unwrap_or(cell.len() - start);
    &cell[start..start + len]
}

/// The rows of a matrix, perhaps with names of rows and columns.
pub(crate) fn matrix(head: &[u8]) -> Option<Foreign> {
    let lines = lines(head);
    let mut lines = lines.iter().filter(|line| !matches!(line[0], b'#' | b'%'));
    let (first, second) = (cells(lines.next()?), cells(lines.next()?));
    let is_number = |cell: &[u8]| matches!(bare(cell).first(), Some(b'0'..=b'9' | b'-' | b'+' | b'.'));
    let is_word =
        |cell: &[u8]| bare(cell).first().is_some_and(|&byte| byte.is_ascii_alphabetic() || byte > 127);
    let rows = 2 + lines.count();
    let is_square = first.len() > 1 && first.len() == second.len() && first.len() == rows;
    let (name, cure) = match () {
        () if is_square && rows > 4 && first.iter().chain(&second).all(|cell| is_number(cell)) => {
            ("a matrix", BY_SCIPY)
        }
        () if is_square
            && bare(first[0]).is_empty()
            && is_word(second[0])
            && first[1..].iter().all(|cell| is_word(cell)) =>
        {
            ("a matrix with names of rows and columns", BY_PANDAS)
        }
        () => return None,
    };
    Some(Foreign { name, cure })
}

/// Rows of words, which may be names of nodes, or any text.
pub(crate) fn names(head: &[u8]) -> Option<Foreign> {
    if is_binary(head) || has_controls(head) {
        return None;
    }
    let lines = lines(head);
    let mut lines = lines.iter().filter(|line| !matches!(line[0], b'#' | b'%'));
    let (first, second) = (cells(lines.next()?), cells(lines.next()?));
    let is_word =
        |cell: &&[u8]| bare(cell).first().is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte > 127);
    let are_alike = first.len() > 1 && first.len() == second.len();
    let are_rows = are_alike && first.iter().take(2).chain(second.iter().take(2)).all(is_word);
    let cure = "if it is a table of edges, name that format, as with --from csv";
    are_rows.then_some(Foreign { name: "lines that may be rows of a table", cure })
}

const BY_SCIPY: &str =
    "SciPy converts it: scipy.io.mmwrite(\"graph.mtx\", numpy.loadtxt(FILE, delimiter=...))";

const BY_PANDAS: &str =
    "SciPy converts it: scipy.io.mmwrite(\"graph.mtx\", pandas.read_csv(FILE, index_col=0).to_numpy())";

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &[u8]) -> Option<&'static str> {
        of_lines(text).or_else(|| matrix(text)).map(|stranger| stranger.name)
    }

    #[test]
    fn kinds_are_recognised_by_several_lines() {
        for (text, want) in [
            ("# 1\n2 5\n# 2\n3 6\n", "LGL"),
            ("# Rome\nParis\n# Paris\nLondon 3\n", "LGL"),
            ("1 First\n2 Second\n#\n1 2 x\n2 1\n", "TGF"),
            ("1\n2\n3\n#\n1 2\n2 3", "TGF"),
            ("1 10\n2 20\n#\n1 2\n", "TGF"),
            ("DQc\n", "graph6"),
            ("0 1 2 3 4\n1 0 2 3 4\n2 2 0 3 4\n3 3 3 0 4\n4 4 4 4 0\n", "a matrix"),
            (",a,b,c\na,0,5,6\nb,5,0,7\nc,6,7,0\n", "a matrix with names of rows and columns"),
        ] {
            assert_eq!(name(text.as_bytes()), Some(want), "{text}");
        }
        for text in [
            "1 2\n2 3\n# 9 edges\n3 4\n",
            "1 2\n2 3\n#\n3 4\n",
            "1 2\n1 3\n#\n1 1\n",
            "1\n2\n#\n",
            "1\n2\n#\n1\n",
            "# 1\n1 2\n",
            "# my_graph\n# Nodes: 3 Edges: 2\n# FromNodeId\tToNodeId\n1\t2\n2\t3\n",
            "# Edges\n1 2 5\n# End\n",
            "# roads\n1 2\n2 3\n# tracks\n3 4\n",
            "# 1\n1,2\n# 2\n2,3\n",
            "1,2\n2,3\n",
            "hello world\n",
            "DQcc\n",
        ] {
            assert_eq!(name(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn wide_text_without_a_mark_is_recognised() {
        let wide = |bytes: fn(char) -> Vec<u8>| {
            wide_text(&"1 2\n2 3\n".chars().flat_map(bytes).collect::<Vec<_>>()).unwrap().cure
        };
        assert!(wide(|char| (char as u16).to_le_bytes().to_vec()).contains("-f UTF-16LE"));
        assert!(wide(|char| (char as u16).to_be_bytes().to_vec()).contains("-f UTF-16BE"));
        assert!(wide(|char| (char as u32).to_le_bytes().to_vec()).contains("-f UTF-32LE"));
        assert!(wide(|char| (char as u32).to_be_bytes().to_vec()).contains("-f UTF-32BE"));
        assert!(wide_text(&[1, 0, 2, 0, 3, 0, 4, 0]).is_none());
        assert!(wide_text(b"1 2\n").is_none());
    }
}
