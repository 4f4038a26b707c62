//! The examples of docs/from-your-file-to-a-map.md: every command is run on the files of the page, and its
//! output is that of the page, but for blanks and line ends.

use std::io::Write;

use crate::program::Folder;

const PAGE: &str = include_str!("../../../../docs/from-your-file-to-a-map.md");

/// A block of the page: the words after its fence, and its lines.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let mut parts = PAGE.split("```").skip(1).step_by(2);
    std::iter::from_fn(|| parts.next()?.split_once('\n')).collect()
}

/// Writes a file of the page; an archive has it as a member in a folder.
fn write(folder: &Folder, name: &str, text: &str) {
    let Some(name) = name.strip_suffix(".tar.gz") else { return folder.write(name, text) };
    let mut header = tar::Header::new_gnu();
    header.set_size(text.len() as u64);
    header.set_mode(0o644);
    let mut archive =
        tar::Builder::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast()));
    archive.append_data(&mut header, format!("{name}/{name}.mtx"), text.as_bytes()).unwrap();
    let mut packed = archive.into_inner().unwrap();
    packed.flush().unwrap();
    folder.write(&format!("{name}.tar.gz"), packed.finish().unwrap());
}

/// Runs a command of the page, and returns its output.
fn run(folder: &Folder, command: &str) -> String {
    match command.split(' ').collect::<Vec<_>>()[..] {
        ["cat", name] => folder.read(name),
        ["msf", ref arguments @ ..] => {
            folder.msf(arguments).ok();
            String::new()
        }
        _ => panic!("expected cat or msf, found {command}"),
    }
}

#[test]
fn the_examples_of_the_page_do_what_it_shows() {
    let folder = Folder::with("unused", "");
    let mut commands = 0;
    for (words, text) in blocks() {
        if let Some((_, name)) = words.split_once(' ') {
            write(&folder, name, text);
        }
        if words != "console" {
            continue;
        }
        for example in text.split("$ ").skip(1) {
            let (command, shown) = example.split_once('\n').unwrap();
            let dense = |text: &str| text.split_whitespace().collect::<String>();
            let output = run(&folder, command);
            // The summary of a run is not shown.
            assert_eq!(dense(&output), dense(shown), "{command}\n{output}");
            commands += 1;
        }
    }
    assert_eq!(commands, 14, "all examples of the page");
}
