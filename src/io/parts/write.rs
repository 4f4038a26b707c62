//! One file, written by all ranks at once: each writes its own bytes at their place.
//!
//! Rank 0 makes a temporary file beside the target, as [`Output`](crate::Output) does, and tells the others
//! its name. The lengths of the ranks' bytes give each rank its place. A rank opens the file by itself,
//! writes at this place, and waits until the bytes are on the disk. When all have succeeded, rank 0 gives
//! the file its name. If anything fails anywhere before that, rank 0 removes it, and a file that was there
//! before stays. In the end rank 0 waits until the new name is on the disk, too. If that fails, the file is
//! there nevertheless: the one that it has replaced cannot be brought back.

use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::output::begun::{self, Begun};
use crate::output::file::{Sink, target};
use crate::parts::reading::first_failure;
use boscage_core::comm::Comm;
use boscage_core::{Error, Result};

/// Writes a file that consists of the bytes of all ranks, those of rank 0 first; this rank's are in `pieces`,
/// which follow each other. The file appears when all ranks have written their bytes, and not at all if one
/// cannot. Collective.
///
/// All ranks must see the folder of the file: ranks on several machines need a file system that they share.
/// A rank's pieces are in memory at once.
///
/// # Errors
/// [`Error::Io`] as [`Output::create`](crate::Output::create), and if the target is no regular file (a
/// stream, a device), or a rank does not see the folder. The error is returned on the first rank that has
/// failed, [`Error::OtherRank`] on the others. After an error the file is as it was before, with one
/// exception: if the bytes are on the disk but the folder, which has the name, cannot be stored there (a
/// folder that may be written but not read, a disk that fails), the whole file is there, but may be gone
/// after a power failure.
///
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
    let begun = if comm.rank() == 0 { Whole::begin(path).map(Some) } else { Ok(None) };
    let whole = first_failure(comm, begun.map_err(failed))?;

    let len: usize = pieces.iter().map(|piece| piece.as_ref().len()).sum();
    let mut words = vec![len as u64];
    words.extend(whole.iter().flat_map(|whole| to_words(&whole.name)));
    let all = comm.gather(&words)?;
    let name = from_words(&all.of(0)[1..]);
    let begin = (0..comm.rank()).map(|rank| all.of(rank)[0]).sum();
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

/// The file, as rank 0 has it.
struct Whole {
    file: tempfile::NamedTempFile,
    /// The last part of its temporary path.
    name: String,
    target: PathBuf,
    begun: Begun,
}

impl Whole {
    fn begin(path: &Path) -> io::Result<Self> {
        match Sink::open(path)? {
            (Sink::Temporary(file, target), begun) => {
                let name = file.path().file_name().and_then(|name| name.to_str());
                let name = name.ok_or(ErrorKind::InvalidInput)?.to_owned();
                Ok(Self { file, name, target, begun })
            }
            _ => Err(io::Error::other("ranks write parts of a regular file, and this is none")),
        }
    }

    /// Gives the file its name.
    fn finish(self) -> io::Result<()> {
        begun::persist(self.file, &self.target, &self.begun)?;
        sync_folder(&self.target)
    }
}

/// The temporary file of this name that rank 0 has made beside the target.
fn open(path: &Path, name: &str) -> io::Result<File> {
    let path = target(path)?.with_file_name(name);
    File::options().write(true).open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => {
            io::Error::other("what rank 0 writes is not there (ranks must share the folder)")
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

/// Has the new name stored, too.
#[cfg(unix)]
fn sync_folder(target: &Path) -> io::Result<()> {
    target.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> io::Result<()> {
    Ok(())
}

/// A text as words, its length first.
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
        assert!(lost.ends_with("what rank 0 writes is not there (ranks must share the folder)"), "{lost}");
        for (name, reason) in [("none/forest.txt", "No such file"), ("elsewhere", "is a directory")] {
            let refused = run(2, |comm| write_in_parts(comm, folder.path().join(name), &["new"]));
            let refused = refused.unwrap_err().to_string();
            assert!(refused.contains(&format!("{name}: cannot write: {reason}")), "{refused}");
        }
        assert_eq!((fs::read_to_string(&path).unwrap(), other.exists()), ("old".to_owned(), false));
        assert_eq!((entries(folder.path()), entries(&astray)), (2, 0));
    }

    #[test]
    fn what_is_no_file_is_refused() {
        for path in ["-", "/dev/null"] {
            let refused = run(2, |comm| write_in_parts(comm, path, &["new"])).unwrap_err().to_string();
            assert!(refused.ends_with("parts of a regular file, and this is none"), "{refused}");
        }
    }

    #[test]
    fn names_become_words_and_back() {
        for name in ["", "a", "12345678", ".boscage-\u{e9}\u{20ac}.part"] {
            assert_eq!(from_words(&to_words(name)), name);
        }
    }
}
