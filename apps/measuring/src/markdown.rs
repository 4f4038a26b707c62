//! Text in Markdown, as GitHub and others read it.

use boscage::on_one_line;

/// Text as it stands in a paragraph, a list or the cell of a table: no character of it means anything else.
/// Control characters and their like are as [`on_one_line`] shows them.
///
/// Marks are escaped wherever they could begin something inside a line: code, emphasis, links, pages of HTML
/// and their entities, formulas, cells.
#[must_use]
pub fn escaped(text: &str) -> String {
    let escape = |c| match c {
        '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '$' => format!("\\{c}"),
        other => other.to_string(),
    };
    on_one_line(text).chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_in_their_cells_and_mean_nothing() {
        assert_eq!(escaped("new-york.gr.gz"), "new-york.gr.gz");
        assert_eq!(escaped("a|b`c*<d>.gr"), r"a\|b\`c\*\<d\>.gr");
        assert_eq!(escaped("_a_ ~b~ $c$ &lt; [d](e)"), r"\_a\_ \~b\~ \$c\$ \&lt; \[d\](e)");
        // A backslash of the name, and one that stands for a line break.
        assert_eq!(escaped("a\\|b\n\u{1b}"), r"a\\\|b\\n\\u{1b}");
    }
}
