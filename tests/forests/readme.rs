//! The README's table has every operator.

use std::fs;
use std::path::Path;

use boscage::operators::msf::operators;

#[test]
fn the_readme_has_a_row_for_every_operator_in_their_order() {
    let readme = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")).unwrap();
    let mut rest = &*readme;
    for operator in operators() {
        let facts = operator.facts();
        let row =
            format!("\n| `{operator}` | {} | {} | {} | ", facts.paper, facts.kind.words(), facts.choose_for);
        let (_, behind) = rest.split_once(&row).unwrap_or_else(|| {
            panic!("{operator} has no such row: msf bench --scale 0.25 --markdown README.md makes them")
        });
        rest = behind;
    }
}
