//! Tar archives with one graph inside, such as those of SuiteSparse (`NAME/NAME.mtx`) and KONECT
//! (`NAME/out.NAME`).
//!
//! The member that is the graph is read directly, and nothing is written to disk. Its name decides
//! ([`choice`]); then it is recognised, decompressed and read like a file of its own.
//!
//! In a file that is not compressed, all headers are visited first, and the chosen member is a part of the
//! file, which all threads read. A stream cannot go back: a member is read as soon as it may be the graph,
//! and the result is dropped if a better one follows. In both cases the archive is read to its end, so one
//! that was cut is an error even if the graph is complete.

mod choice;
mod members;
#[cfg(test)]
mod tests;

use std::io::Read;
use std::path::{Path, PathBuf};

use crate::bytes::{Content, Data, RandomAccess, from_random_access, from_stream};
use crate::{Compression, Input, ReadOptions};
use boscage_core::exec::Exec;
use boscage_core::{Error, Result, input_name};
use choice::{Choice, Rank};
use members::{Member, Members, Seeking, Streamed};

/// Returns `true` if content with this beginning is a tar archive: by its signature, or, in archives that are
/// older than the signature, by the checksum of the first header. (No text has a byte 0 after a name.)
pub(crate) fn is_archive(head: &[u8]) -> bool {
    let is_old = |block: &[u8]| block[..100].contains(&0) && members::is_header(block);
    head.get(257..262) == Some(b"ustar") || head.get(..members::BLOCK).is_some_and(is_old)
}

/// Reads a content: that of a member of an archive.
pub(crate) type Reader = fn(Content<'_>, &ReadOptions) -> Result<Input>;

/// Reads the graph in an archive with `reader`.
///
/// # Errors
/// [`Error::Parse`] if no member or several members may be the graph, and those of `reader`;
/// [`Error::Io`] if the archive is damaged or cut.
pub(crate) fn read(content: Content<'_>, options: &ReadOptions, reader: Reader) -> Result<Input> {
    let Content { exec, path, data, .. } = content;
    let input = match data {
        Data::RandomAccess(content) => in_file(exec, &path, content, options, reader),
        Data::Stream(stream) => in_stream(exec, &path, stream, options, reader),
    }?;
    Ok(Input { path, ..input })
}

fn in_file(
    exec: &Exec,
    path: &Path,
    content: RandomAccess<'_>,
    options: &ReadOptions,
    reader: Reader,
) -> Result<Input> {
    let unreadable = |source| Content::unreadable(path, source);
    let mut members = Members::new(Seeking::new(content));
    let (mut choice, mut chosen) = (Choice::default(), None);
    while let Some(member) = members.next().map_err(unreadable)? {
        if choice.consider(&member) {
            chosen = Some((members.position(), member));
        }
    }
    choice.decided(path)?;
    let Some((at, member)) = chosen else { unreachable!("a decision has a member") };
    let part = content.part(at, member.size);
    part.reads_only(member.size);
    from_random_access(exec, inside(path, &member), part, |content| reader(content, options))
}

fn in_stream(
    exec: &Exec,
    path: &Path,
    stream: Box<dyn Read + Send + '_>,
    options: &ReadOptions,
    reader: Reader,
) -> Result<Input> {
    let unreadable = |source| Content::unreadable(path, source);
    let mut members = Members::new(Streamed::new(stream));
    let (mut choice, mut input) = (Choice::default(), None);
    while let Some(member) = members.next().map_err(unreadable)? {
        if !choice.consider(&member) {
            continue;
        }
        drop(input.take());
        let read = from_stream(exec, inside(path, &member), &mut members, |content| reader(content, options));
        match read {
            Err(error @ Error::Io { .. }) => {
                members.next().map_err(unreadable)?; // it may be that of the archive
                return Err(error);
            }
            // No better one will follow, and errors of content are not worth more than those of the archive.
            Err(error) if choice.rank() == Rank::Graph && !matches!(error, Error::Parse { .. }) => {
                return Err(error);
            }
            read => input = Some(read),
        }
    }
    choice.decided(path)?;
    input.unwrap_or_else(|| unreachable!("a decision has a member"))
}

/// The name of a member in messages, whose suffix is that of the member.
fn inside(archive: &Path, member: &Member) -> PathBuf {
    format!("{}: {}", input_name(archive), member.path).into()
}

/// Returns the name of a file without the suffix of a compression.
fn without_compression(name: &str) -> &str {
    match Compression::from_suffix(Path::new(name)) {
        Some(_) => name.rsplit_once('.').map_or(name, |(stem, _)| stem),
        None => name,
    }
}
