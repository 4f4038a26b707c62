//! Tests of files, links, devices, and unfinished outputs.

use super::*;

fn entries(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn an_unfinished_output_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.gr");
    fs::write(&path, "old").unwrap();
    let mut output = Output::create(&path, None).unwrap();
    output.write_all(&[b'x'; 2 * BUFFER]).unwrap();
    assert_eq!(entries(folder.path()).len(), 2, "the temporary file lies beside the old one");
    drop(output);
    assert_eq!(entries(folder.path()), ["graph.gr"]);
    assert_eq!(fs::read(&path).unwrap(), b"old");

    let mut output = Output::create(&path, None).unwrap();
    output.write_all(b"new").unwrap();
    output.finish().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(entries(folder.path()), ["graph.gr"]);
}

#[test]
fn invalid_destinations_are_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |name: &str| {
        let path = folder.path().join(name);
        let error = Output::create(&path, None).err().unwrap().to_string();
        error.replace(&folder.path().display().to_string(), "DIR")
    };
    assert_eq!(refused(""), "DIR/: cannot write: is a directory");
    for folder in ["new.gr/", "new.gr/.", "new.gr//"] {
        assert_eq!(refused(folder), format!("DIR/{folder}: cannot write: is a directory"));
    }
    let missing = refused("none/graph.gr");
    assert!(missing.starts_with("DIR/none/graph.gr: cannot write: No such file"), "{missing}");
    let path = folder.path().join("kept.gr");
    fs::write(&path, "kept").unwrap();
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    assert_eq!(refused("kept.gr"), "DIR/kept.gr: cannot write: permission denied");
    let unfinished = Output::create(&folder.path().join("once"), None).unwrap();
    assert_eq!(refused("./once"), "DIR/./once: cannot write: another output goes there");
    drop(unfinished);
    Output::create(&folder.path().join("once"), None).unwrap();
    assert_eq!(entries(folder.path()), ["kept.gr"]);
}

/// Another file may soon get the number of a replaced file.
#[test]
fn outputs_of_several_threads_are_independent() {
    let folder = tempfile::tempdir().unwrap();
    let write = &|thread: usize| {
        let path = folder.path().join(thread.to_string());
        for _ in 0..500 {
            let mut output = Output::create(&path, None).unwrap();
            output.write_all(b"x").unwrap();
            output.finish().unwrap();
        }
    };
    std::thread::scope(|scope| (0..4).for_each(|thread| drop(scope.spawn(move || write(thread)))));
    assert_eq!(entries(folder.path()).len(), 4);
}

#[test]
#[cfg(unix)]
fn devices_are_written_and_links_followed() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    let mut null = Output::create(Path::new("/dev/null"), None).unwrap();
    null.write_all(b"nothing").unwrap();
    null.finish().unwrap();
    let full = Output::create(Path::new("/dev/full"), None).and_then(|mut full| {
        full.write_all(b"too much").unwrap();
        full.finish()
    });
    assert!(full.unwrap_err().to_string().starts_with("/dev/full: cannot write: No space left"));

    let folder = tempfile::tempdir().unwrap();
    let [path, link] = ["graph.gr", "link.gr"].map(|name| folder.path().join(name));
    fs::write(&path, "old").unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&path, &link).unwrap();
    let mut output = Output::create(&link, None).unwrap();
    output.write_all(b"new").unwrap();
    output.finish().unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o640);
}

#[test]
#[cfg(unix)]
fn links_to_nothing_yet_are_written_through() {
    use std::os::unix::fs::symlink;
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("other")).unwrap();
    symlink("other/link", path("link")).unwrap();
    symlink("../graph.gr", path("other/link")).unwrap();
    let mut output = Output::create(&path("link"), None).unwrap();
    assert_eq!(entries(&path("other")), ["link"], "the temporary file lies where the last link leads");
    let twice = Output::create(&path("graph.gr"), None).err().unwrap().to_string();
    assert!(twice.ends_with("/graph.gr: cannot write: another output goes there"), "{twice}");
    output.write_all(b"new").unwrap();
    output.finish().unwrap();
    assert_eq!(entries(folder.path()), ["graph.gr", "link", "other"]);
    assert_eq!(fs::read_link(path("link")).unwrap(), Path::new("other/link"));
    assert_eq!(fs::read(path("graph.gr")).unwrap(), b"new");

    symlink("nowhere/graph.gr", path("astray")).unwrap();
    let missing = Output::create(&path("astray"), None).err().unwrap().to_string();
    assert!(missing.contains("/astray: cannot write: No such file"), "{missing}");
    symlink("new/", path("folder")).unwrap();
    let folder = Output::create(&path("folder"), None).err().unwrap().to_string();
    assert!(folder.ends_with("/folder: cannot write: is a directory"), "{folder}");
    symlink("circle", path("circle")).unwrap();
    let circle = Output::create(&path("circle"), None).err().unwrap().to_string();
    assert!(circle.contains("/circle: cannot write: Too many levels"), "{circle}");
}

#[test]
fn compressed_outputs_are_complete() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("graph.gr.gz");
    let mut output = Output::create(&path, Compression::from_suffix(&path)).unwrap();
    output.write_all(b"p sp 0 0\n").unwrap();
    output.finish().unwrap();
    let compressed = fs::read(&path).unwrap();
    let mut content = String::new();
    io::Read::read_to_string(&mut Compression::Gzip.decode_buffered(&compressed[..]).unwrap(), &mut content)
        .unwrap();
    assert_eq!(content, "p sp 0 0\n");
}
