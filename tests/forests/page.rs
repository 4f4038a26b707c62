//! `docs/operators.md` has every operator.

use std::fs;
use std::path::Path;

use boscage::operators::msf::operators;

/// Tables of figures, which follow that of the facts.
const FIGURES: usize = 3;

#[test]
fn the_page_has_rows_for_every_operator_in_their_order() {
    let page = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/operators.md")).unwrap();
    let mut rest = &*page;
    let mut find = |row: &str| {
        let (_, behind) = rest.split_once(row).unwrap_or_else(|| {
            panic!("no row {row:?} here: msf bench --scale 0.25 --markdown docs/operators.md makes it")
        });
        rest = behind;
    };
    for operator in operators() {
        let facts = operator.facts();
        let (paper, kind, choose_for) = (facts.paper, facts.kind.words(), facts.choose_for);
        find(&format!("\n| `{operator}` | {paper} | {kind} | {choose_for} |"));
    }
    for _ in 0..FIGURES {
        operators().for_each(|operator| find(&format!("\n| `{operator}` | ")));
    }
}
