//! Text in Markdown.

use boscage::on_one_line;

/// Escapes text for a paragraph, a list or the cell of a table. Control characters and the like are shown as
/// by [`on_one_line`].
///
/// Characters are escaped if they could begin code, emphasis, links, HTML and its entities, formulas or
/// cells.
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
