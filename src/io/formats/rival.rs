//! The two formats that look alike: METIS and edge lists both begin with lines of numbers, and the suffix
//! decides where both fit.

use crate::bytes::without_mark;
use crate::formats::{edge_list, metis};
use crate::{Format, ReadOptions};
use boscage_core::Error;

/// The other format that a text may be meant in, if the suffix decided that it is read in this one.
pub(crate) fn of(head: &[u8], format: Format, options: &ReadOptions) -> Option<Format> {
    let rival = match format {
        _ if options.format.is_some() => None,
        Format::EdgeList if metis::sniff(head) => Some(Format::Metis),
        Format::Metis if !metis::sniff(head) && columns_are_alike(head) => Some(Format::EdgeList),
        _ => None,
    };
    rival.filter(|_| edge_list::sniff(head))
}

/// Returns whether the first two lines that are no comments have as many columns.
fn columns_are_alike(head: &[u8]) -> bool {
    let lines = without_mark(head).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let columns = |line: &[u8]| line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let mut lines = lines.filter(|line| !line.is_empty() && line[0] != b'%').map(columns);
    matches!((lines.next(), lines.next()), (Some(first), Some(second)) if first == second)
}

/// The error of a reader that the suffix has chosen instead of another.
pub(crate) fn explained(mut error: Error, rival: Option<Format>) -> Error {
    // What mirrors itself as METIS does is hardly anything else.
    if let (Error::Parse { cure, .. }, Some(rival)) = (&mut error, rival)
        && (cure.is_empty() || rival == Format::Metis)
    {
        *cure = match rival {
            Format::Metis => {
                "the suffix says that it is an edge list; if it is METIS, name that format, as with \
                 --from metis"
            }
            _ => {
                "the suffix says that it is METIS; if it is an edge list, name that format, as with \
                 --from edge-list"
            }
        };
    }
    error
}
