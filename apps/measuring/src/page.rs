//! Self-contained HTML pages: they need no other file, no script and no network, and are readable on a
//! telephone.

use boscage::on_one_line;

/// Style of all pages: on light screens; on dark ones, where charts are inverted with their hues kept; and on
/// paper, with the elements that are open on the screen, in light colours.
const STYLE: &str = "\
:root { color-scheme: light dark; --text: #222; --back: #fff; --line: #ddd; --faint: #5c5c5c }
:root { --link: #005a96; --good: #00703c; --bad: #b00020 }
@media screen and (prefers-color-scheme: dark) {
:root { --text: #ddd; --back: #161616; --line: #444; --faint: #a5a5a5 }
:root { --link: #7cc0f0; --good: #5ccb8f; --bad: #ff8a80 }
svg { filter: invert(.91) hue-rotate(180deg) }
}
body { font: 16px/1.45 sans-serif; margin: 0 auto; padding: 0 1em 2em; max-width: 72em }
body { color: var(--text); background: var(--back) }
h1 { font-size: 1.5em } h2 { font-size: 1.15em; margin: 1.6em 0 .2em; overflow-wrap: anywhere }
p { margin: .2em 0; overflow-wrap: anywhere } small { color: var(--faint) } a { color: var(--link) }
dl { display: grid; grid-template-columns: max-content auto; gap: 0 1em }
dd { margin: 0; overflow-wrap: anywhere }
.plots { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22em), 1fr)) }
.plots { gap: 1em; margin: 1em 0; align-items: start }
svg { max-width: 100%; height: auto } .wide { overflow-x: auto }
table { border-collapse: collapse; margin: .6em 0; font-variant-numeric: tabular-nums }
th, td { padding: .15em .7em; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap }
th:first-child, td:first-child { text-align: left; padding-left: 0 }
.wide th:first-child, .wide td:first-child { position: sticky; left: 0; background: var(--back) }
td.error { text-align: left; color: var(--bad) }
figure { margin: 0; max-width: 100% } summary { cursor: pointer; font-size: .9em }
@media print {
:root { color-scheme: light } body { max-width: none; padding: 0; font-size: 11pt }
figure, tr { break-inside: avoid } h1, h2, summary { break-after: avoid }
details:not([open]) { display: none } summary { list-style: none }
th, td { white-space: normal } .wide { overflow: visible }
.wide th:first-child, .wide td:first-child { position: static }
.plots { grid-template-columns: 1fr 1fr }
}
";

/// Returns a page of this title, which is also its headline, with more style and this content, both
/// unescaped.
#[must_use]
pub fn page(title: &str, style: &str, content: &str) -> String {
    let title = escaped(title);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title}</title>\n<style>\n{STYLE}{style}</style>\n</head>\n<body>\n<h1>{title}</h1>\n\
         {content}</body>\n</html>\n"
    )
}

/// Returns labels and their values, one per line.
#[must_use]
pub fn facts<'a>(facts: impl IntoIterator<Item = &'a (&'a str, String)>) -> String {
    let lines =
        facts.into_iter().map(|(label, value)| format!("<dt>{label}</dt><dd>{}</dd>\n", escaped(value)));
    format!("<dl>\n{}</dl>\n", lines.collect::<String>())
}

/// Returns a table, which scrolls sideways if it is too wide. The first column is flush left.
#[must_use]
pub fn table(heads: &[impl AsRef<str>], rows: &[Vec<String>]) -> String {
    let line = |cells: String| format!("<tr>{cells}</tr>\n");
    let head = line(heads.iter().map(|head| format!("<th>{}</th>", escaped(head.as_ref()))).collect());
    let row =
        |row: &Vec<String>| line(row.iter().map(|cell| format!("<td>{}</td>", escaped(cell))).collect());
    format!("<div class=\"wide\"><table>\n{head}{}</table></div>\n", rows.iter().map(row).collect::<String>())
}

/// Escapes text for a page; control characters and the like are shown as by [`on_one_line`].
#[must_use]
pub fn escaped(text: &str) -> String {
    let escape = |c| match c {
        '&' => "&amp;".to_owned(),
        '<' => "&lt;".to_owned(),
        '>' => "&gt;".to_owned(),
        '"' => "&quot;".to_owned(),
        other => other.to_string(),
    };
    on_one_line(text).chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_stays_text() {
        assert_eq!(escaped("a<b> & \"c\".gr"), "a&lt;b&gt; &amp; &quot;c&quot;.gr");
        assert_eq!(escaped("\u{1b}]0;x\u{7}\u{9b}\u{202e}"), "\\u{1b}]0;x\\u{7}\\u{9b}\\u{202e}");
        assert!(page("<x>", "", "<p>\n").contains("<h1>&lt;x&gt;</h1>\n<p>\n</body>"));
        let table = table(&["a", "b"], &[vec!["<1>".to_owned(), "2".to_owned()]]);
        assert!(table.contains("<tr><th>a</th><th>b</th></tr>\n<tr><td>&lt;1&gt;</td><td>2</td></tr>\n"));
        let facts = facts(&[("a", "<b>\u{7}".to_owned())]);
        assert_eq!(facts, "<dl>\n<dt>a</dt><dd>&lt;b&gt;\\u{7}</dd>\n</dl>\n");
    }
}
