//! Kinds of files that only several lines together, or the order of their bytes, show.

use std::collections::HashSet;

use super::super::cures::{QUOTED_COMMA, QUOTES};
use super::super::scan::without_mark;
use super::Stranger;

/// Text of two or four bytes per character, without a mark of their order.
pub(super) fn wide_text(head: &[u8]) -> Option<Stranger> {
    /// Bytes that are looked at.
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
    Some(Stranger { name, cure })
}

/// Text whose lines are of a known kind.
pub(super) fn of_lines(head: &[u8]) -> Option<Stranger> {
    let lines: Vec<&[u8]> = without_mark(head)
        .split(|&byte| byte == b'\n')
        .map(<[u8]>::trim_ascii)
        .filter(|line| !line.is_empty())
        .collect();
    let (name, cure) = match () {
        () if is_lgl(&lines) => {
            ("LGL", "igraph converts it: igraph.Graph.Read_Lgl(FILE).write_ncol(\"graph.txt\", names=None)")
        }
        () if is_tgf(&lines) => ("TGF", "its edges: sed '1,/^#/d' FILE > graph.txt"),
        () if !lines.is_empty() && lines.iter().all(|line| is_graph6(line)) => {
            ("graph6", by_networkx!("nx.read_graph6(FILE)"))
        }
        () => return table(&lines),
    };
    Some(Stranger { name, cure })
}

/// Lists of neighbours of Large Graph Layout: after a line `# NODE` come its neighbours.
fn is_lgl(lines: &[&[u8]]) -> bool {
    let mut lines = lines
        .iter()
        .map(|line| line.strip_prefix(b"# ").is_some_and(|node| !node.is_empty() && !node.contains(&b' ')));
    // The first node, its neighbours, another node.
    lines.next() == Some(true) && lines.next() == Some(false) && lines.any(|is_node| is_node)
}

/// The Trivial Graph Format: lines `ID LABEL`, a line `#`, then lines `ID ID LABEL` of edges.
fn is_tgf(lines: &[&[u8]]) -> bool {
    let Some(middle) = lines.iter().position(|&line| line.starts_with(b"#")) else { return false };
    let (nodes, edges) = (&lines[..middle], &lines[middle + 1..]);
    let tokens = |line: &&'_ [u8]| {
        let mut tokens = line.split(u8::is_ascii_whitespace).filter(|token| !token.is_empty());
        [tokens.next().unwrap_or_default().to_vec(), tokens.next().unwrap_or_default().to_vec()]
    };
    let ids: HashSet<Vec<u8>> = nodes.iter().map(|line| tokens(line)[0].clone()).collect();
    // The last line may be cut.
    let (whole, _) = edges.split_at(edges.len().saturating_sub(1).max(1).min(edges.len()));
    lines[middle] == b"#"
        && ids.len() == nodes.len()
        && !nodes.is_empty()
        && !whole.is_empty()
        && whole.iter().all(|line| tokens(line).iter().all(|id| ids.contains(id)))
}

/// A graph in printable characters, six bits each: its number of nodes, then the upper triangle of its
/// adjacency matrix. Only up to 62 nodes, whose number is one character.
fn is_graph6(line: &[u8]) -> bool {
    let [nodes @ b'?'..=b'}', matrix @ ..] = line else { return false };
    let nodes = usize::from(nodes - b'?');
    let bits = nodes * nodes.saturating_sub(1) / 2;
    nodes > 1 && matrix.len() == bits.div_ceil(6) && matrix.iter().all(|byte| matches!(byte, b'?'..=b'~'))
}

/// The columns of a line, which blanks separate if nothing else does. Separators in quotes do not count.
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

/// A table with a line of column names, with names for nodes, or with values in quotes.
fn table(lines: &[&[u8]]) -> Option<Stranger> {
    let mut lines = lines.iter().filter(|line| !matches!(line[0], b'#' | b'%'));
    let [first, second] = [cells(lines.next()?), cells(lines.next()?)];
    let is_quoted = |cell: &&[u8]| cell.first() == Some(&b'"');
    let bare = |cell: &[u8]| {
        let is_quote = |byte: &u8| matches!(byte, b'"' | b'\'');
        let start = cell.iter().take_while(|byte| is_quote(byte)).count();
        let cell = &cell[start..];
        cell[..cell.iter().position(is_quote).unwrap_or(cell.len())].to_vec()
    };
    let is_number = |cell: &&[u8]| matches!(bare(cell).first(), Some(b'0'..=b'9' | b'-' | b'+' | b'.'));
    let is_word =
        |cell: &&[u8]| bare(cell).first().is_some_and(|&byte| byte.is_ascii_alphabetic() || byte > 127);
    let names_rows =
        bare(first[0]).is_empty() && first.len() == second.len() || first.len() + 1 == second.len();
    let (name, cure) = match () {
        () if first.len() < 2 => return None,
        () if names_rows && first.iter().any(|cell| is_word(&cell)) => (
            "a table with names of columns and of rows",
            "remove the first line and the first column, as with tail -n +2 FILE | cut -d, -f2-",
        ),
        () if is_word(&first[0]) && is_number(&second[0]) => (
            "a table with a line of column names",
            "remove that line, and choose the columns, as with cut: two ends, or two ends and a weight",
        ),
        () if first.iter().chain(&second).all(|cell| is_number(&cell))
            && first.iter().any(|cell| is_quoted(&cell)) =>
        {
            let has_comma = first.iter().chain(&second).any(|cell| cell.contains(&b','));
            ("a table with values in quotes", if has_comma { QUOTED_COMMA } else { QUOTES })
        }
        () if is_word(&first[0]) && is_word(&second[0]) && first.len() == second.len() => {
            ("a table whose nodes have names", "nodes are integers: number the names first, without quotes")
        }
        () => return None,
    };
    Some(Stranger { name, cure })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(text: &[u8]) -> Option<&'static str> {
        of_lines(text).map(|stranger| stranger.name)
    }

    #[test]
    fn lines_together_show_a_kind() {
        const COLUMNS: &str = "a table with a line of column names";
        const ROWS: &str = "a table with names of columns and of rows";
        const NODES: &str = "a table whose nodes have names";
        const QUOTED: &str = "a table with values in quotes";
        for (text, want) in [
            ("# 1\n2 5\n# 2\n3 6\n", "LGL"),
            ("1 First\n2 Second\n#\n1 2 x\n2 1\n", "TGF"),
            ("1\n2\n3\n#\n1 2\n2 3", "TGF"),
            ("1 10\n2 20\n#\n1 2\n", "TGF"),
            ("DQc\n", "graph6"),
            ("from,to,weight\n1,2,3\n", COLUMNS),
            ("id;name\n1;Main Street\n", COLUMNS),
            ("# x\nfrom\tto\n1\t2\n", COLUMNS),
            ("\"from\",\"to\"\n\"1\",\"2\"\n", COLUMNS),
            (",source,target,weight\n0,1,2,5\n", ROWS),
            ("\"\",\"from\",\"to\"\n\"1\",1,2\n", ROWS),
            ("\"from\" \"to\"\n\"1\" 1 2\n", ROWS),
            ("\"from\";\"to\"\n\"a\";\"b\"\n", NODES),
            ("Paris London 3\nLondon Rome 4\n", NODES),
            ("\"1\",\"2\"\n\"2\",\"3\"\n", QUOTED),
            ("\"1\",\"2\",\"1,234\"\n\"2\",\"3\",\"5\"\n", QUOTED),
        ] {
            assert_eq!(name(text.as_bytes()), Some(want), "{text}");
        }
        let cure = |text: &str| of_lines(text.as_bytes()).unwrap().cure;
        assert_eq!(cure("\"1\",\"2\"\n\"2\",\"3\"\n"), QUOTES);
        assert_eq!(cure("\"1\",\"2\",\"1,234\"\n\"2\",\"3\",\"5\"\n"), QUOTED_COMMA);
        for text in [
            "1 2\n2 3\n# 9 edges\n3 4\n",
            "1 2\n2 3\n#\n3 4\n",
            "1 2\n1 3\n#\n1 1\n",
            "# 1\n1 2\n",
            "1,2\n2,3\n",
            "hello world\n",
            "DQcc\n",
            "1\n2\n#\n",
        ] {
            assert_eq!(name(text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn wide_text_without_a_mark_is_recognised() {
        let text = "1 2\n2 3\n";
        let wide = |bytes: fn(char) -> Vec<u8>| {
            wide_text(&text.chars().flat_map(bytes).collect::<Vec<_>>())
                .map(|stranger| (stranger.name, stranger.cure))
        };
        let cure = |encoding| match encoding {
            "UTF-16LE" => ("UTF-16 text", "convert it to UTF-8, as with iconv -f UTF-16LE -t UTF-8"),
            "UTF-16BE" => ("UTF-16 text", "convert it to UTF-8, as with iconv -f UTF-16BE -t UTF-8"),
            "UTF-32LE" => ("UTF-32 text", "convert it to UTF-8, as with iconv -f UTF-32LE -t UTF-8"),
            _ => ("UTF-32 text", "convert it to UTF-8, as with iconv -f UTF-32BE -t UTF-8"),
        };
        assert_eq!(wide(|char| (char as u16).to_le_bytes().to_vec()), Some(cure("UTF-16LE")));
        assert_eq!(wide(|char| (char as u16).to_be_bytes().to_vec()), Some(cure("UTF-16BE")));
        assert_eq!(wide(|char| (char as u32).to_le_bytes().to_vec()), Some(cure("UTF-32LE")));
        assert_eq!(wide(|char| (char as u32).to_be_bytes().to_vec()), Some(cure("UTF-32BE")));
        assert!(wide_text(&[1, 0, 2, 0, 3, 0, 4, 0]).is_none());
        assert!(wide_text(b"1 2\n").is_none());
    }
}
