//! One file, written by all ranks together.
//!
//! Rank 0 makes a temporary file in the folder of the target, as [`Output`](crate::Output) does, and sends
//! its name to the others. The place of each rank follows from the lengths of the ranks' bytes. A rank opens
//! the file, writes at its place, and waits until the bytes are on the disk. When all have succeeded, rank 0
//! gives the file its name. If anything fails before that, rank 0 removes the file, and an older file stays.
//! At the end rank 0 waits until the new name is on the disk. If that fails, the new file stays, because the
//! replaced file cannot be restored.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::output::file::{Sink, target};
use crate::output::unfinished::{self, Unfinished};
use crate::parts::reading::first_failure;
use boscage_core::comm::Comm;
use boscage_core::{Error, Result};

/// Writes a file that consists of the bytes of all ranks, in the order of the ranks. `pieces` are the bytes
/// of this rank, one piece after the other. Collective.
///
/// The file appears when all ranks have written their bytes, and not at all if one of them fails. All ranks
/// must have access to its folder, so ranks on several machines need a shared file system.
///
/// # Errors
/// [`Error::Io`] for the reasons of [`Output::create`](crate::Output::create), if the target is not a
/// regular file (a stream, a device), or if a rank has no access to the folder. The first rank that has
/// failed returns it; the others return [`Error::OtherRank`]. After an error an older file is unchanged,
/// with one exception: if the bytes are on the disk, but the entry of the folder cannot be stored (a folder
/// that may be written but not read, a failing disk), the new file is there, but may be lost in a power
/// failure.
///
/// # Examples
/// ```
/// use boscage::{comm, io};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("forest.txt");
/// comm::run(3, |comm| io::write_in_parts(comm, &path, &[format!("edge {}\n", comm.rank())]))?;
/// assert_eq!(std::fs::read_to_string(&path).unwrap(), "edge 0\nedge 1\nedge 2\n");
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn write_in_parts(comm: &Comm<'_>, path: impl AsRef<Path>, pieces: &[impl AsRef<[u8]>]) -> Result<()> {
    let path = path.as_ref();
    comm.step("write", 0);
    let failed = |source| Error::Io { path: path.to_owned(), action: "write", source };
    let agreed = |result: io::Result<_>| first_failure(comm, result.map_err(failed));
    let unfinished = if comm.rank() == 0 { Whole::begin(path).map(Some) } else { Ok(None) };
    let whole = first_failure(comm, unfinished.map_err(failed))?;

    let len: usize = pieces.iter().map(|piece| piece.as_ref().len()).sum();
    let mut words = vec![len as u64];
    words.extend(whole.iter().flat_map(|whole| to_words(&whole.name)));
    let all = comm.gather(&words)?;
    let name = from_words(&all.from_rank(0)[1..]);
    let begin = (0..comm.rank()).map(|rank| all.from_rank(rank)[0]).sum();
    agreed(open(path, &name).and_then(|file| {
        let mut at = begin;
        for piece in pieces.iter().map(AsRef::as_ref) {
            write_at(&file, piece, at)?;
            at += piece.len() as u64;
        }
        file.sync_all()
    }))?;
    agreed(whole.map_or(Ok(()), Whole::finish))
}

/// The file on rank 0.
struct Whole {
    file: tempfile::NamedTempFile,
    /// The last part of its temporary path.
    name: String,
    target: PathBuf,
    unfinished: Unfinished,
}

impl Whole {
    fn begin(path: &Path) -> io::Result<Self> {
        match Sink::open(path)? {
            (Sink::Temporary(file, target), unfinished) => {
                let name = file.path().file_name().and_then(|name| name.to_str());
                let name = name.ok_or(ErrorKind::InvalidInput)?.to_owned();
                Ok(Self { file, name, target, unfinished })
            }
            _ => Err(io::Error::other("ranks write parts of regular files only, and this is not one")),
        }
    }

    /// Gives the file its name.
    fn finish(self) -> io::Result<()> {
        unfinished::persist(self.file, &self.target, &self.unfinished)?;
        sync_folder(&self.target)
    }
}

/// Opens the temporary file that rank 0 has made in the folder of the target.
fn open(path: &Path, name: &str) -> io::Result<File> {
    let path = target(path)?.with_file_name(name);
    File::options().write(true).open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            io::Error::other("the temporary file of rank 0 is not there (all ranks must share the folder)")
        }
        _ => error,
    })
}

#[cfg(unix)]
fn write_at(file: &File, bytes: &[u8], at: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::write_all_at(file, bytes, at)
}

#[cfg(windows)]
fn write_at(file: &File, mut bytes: &[u8], mut at: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let written = std::os::windows::fs::FileExt::seek_write(file, bytes, at)?;
        if written == 0 {
            return Err(ErrorKind::WriteZero.into());
        }
        (bytes, at) = (&bytes[written..], at + written as u64);
    }
    Ok(())
}

/// Waits until the new name is on the disk.
#[cfg(unix)]
fn sync_folder(target: &Path) -> io::Result<()> {
    target.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A text as words, after its length.
fn to_words(text: &str) -> Vec<u64> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    std::iter::once(text.len() as u64).chain(text.as_bytes().chunks(8).map(word)).collect()
}

fn from_words(words: &[u64]) -> String {
    let (len, words) = words.split_first().expect("a length");
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take(*len as usize).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use boscage_core::comm::run;

    fn entries(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn bytes_of_all_ranks_follow_each_other() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("forest.txt");
        fs::write(&path, "an old file that is longer than what comes now").unwrap();
        for ranks in [1, 2, 3, 16] {
            // Rank r writes r mod 3 pieces.
            let pieces = |rank: usize| -> Vec<String> {
                (0..rank % 3).map(|i| format!("{rank}.{i} ").repeat(rank)).collect()
            };
            run(ranks, |comm| write_in_parts(comm, &path, &pieces(comm.rank()))).unwrap();
            let expected: Vec<String> = (0..ranks).flat_map(pieces).collect();
            assert_eq!(fs::read_to_string(&path).unwrap(), expected.concat(), "{ranks} ranks");
        }
        assert_eq!(entries(folder.path()), 1);
    }

    #[test]
    fn nothing_appears_unless_all_ranks_succeed() {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["forest.txt", "other.txt"].map(|name| folder.path().join(name));
        fs::write(&path, "old").unwrap();
        // One rank ends, one goes elsewhere, where no file of rank 0 is.
        let ended = run(3, |comm| match comm.rank() {
            2 => Err(Error::Cancelled),
            _ => write_in_parts(comm, &path, &["new"]),
        });
        assert!(matches!(ended, Err(Error::Cancelled)));
        let astray = folder.path().join("elsewhere");
        fs::create_dir(&astray).unwrap();
        let lost = run(3, |comm| {
            let path = if comm.rank() == 1 { astray.join("forest.txt") } else { other.clone() };
            let failed = write_in_parts(comm, path, &["new"]).unwrap_err();
            assert_eq!(comm.rank() != 1, matches!(failed, Error::OtherRank { rank: 1 }), "{failed}");
            Err::<(), _>(failed)
        });
        let lost = lost.unwrap_err().to_string();
        assert!(
            lost.ends_with("the temporary file of rank 0 is not there (all ranks must share the folder)"),
            "{lost}"
        );
        for (name, reason) in [("none/forest.txt", "No such file"), ("elsewhere", "is a directory")] {
            let refused = run(2, |comm| write_in_parts(comm, folder.path().join(name), &["new"]));
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains(&format!("{name}: cannot write: {reason}")), "{refused}");
        }
        assert_eq!((fs::read_to_string(&path).unwrap(), other.exists()), ("old".to_owned(), false));
        assert_eq!((entries(folder.path()), entries(&astray)), (2, 0));
    }

    #[test]
    fn only_regular_files_are_written() {
        for path in ["-", "/dev/null"] {
            let refused = run(2, |comm| write_in_parts(comm, path, &["new"])).unwrap_err().to_string();
            assert!(refused.ends_with("parts of regular files only, and this is not one"), "{refused}");
        }
    }

    #[test]
    fn names_become_words_and_back() {
        for name in ["", "a", "12345678", ".boscage-\u{e9}\u{20ac}.part"] {
            assert_eq!(from_words(&to_words(name)), name);
        }
    }
}
