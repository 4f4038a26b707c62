//! Manual pages and completions.

use std::fs;

use crate::program::{printed, run};

#[test]
fn manual_pages_are_printed_or_written_to_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let page = printed(&run(folder.path(), ["man"]));
    assert!(page.contains("\n.TH graph 1  \"graph ") && page.contains("graph\\-convert(1)"), "{page}");
    assert_eq!(printed(&run(folder.path(), ["man", "new/man1"])), "");
    let read = |name: &str| fs::read_to_string(folder.path().join("new/man1").join(name)).unwrap();
    assert_eq!(read("graph.1").lines().nth(2), page.lines().nth(2));
    assert!(read("graph-generate-road.1").contains("\\-\\-islands"));
    assert_eq!(printed(&run(folder.path(), ["man", "-"])), page);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "the folder `new` alone");
}

#[test]
fn shells_are_helped() {
    let folder = tempfile::tempdir().unwrap();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(printed(&run(folder.path(), ["completions", shell])).contains("generate"), "{shell}");
    }
}
