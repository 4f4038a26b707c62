//! Manual pages and completions.

use crate::program::printed;

#[test]
fn manual_pages_and_completions_are_printed() {
    let folder = tempfile::tempdir().unwrap();
    let page = printed(folder.path(), "man");
    assert!(page.contains("\n.TH gap 1  \"gap ") && page.contains("gap\\-sssp(1)"), "{page}");
    for shell in ["bash", "zsh", "fish"] {
        assert!(printed(folder.path(), &format!("completions {shell}")).contains("sssp"), "{shell}");
    }
}
