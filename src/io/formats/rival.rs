//! The two ambiguous formats: METIS and edge lists both begin with lines of numbers. If both fit, the suffix
//! decides.

use crate::bytes::without_mark;
use crate::formats::{edge_list, metis};
use crate::{Format, ReadOptions};
use boscage_core::Error;

/// The other possible format of a text, if the suffix has decided for this one.
pub(crate) fn of(head: &[u8], format: Format, options: &ReadOptions) -> Option<Format> {
    let rival = match format {
        _ if options.format.is_some() => None,
        Format::EdgeList if metis::sniff(head) => Some(Format::Metis),
        Format::Metis if !metis::sniff(head) && columns_are_alike(head) => Some(Format::EdgeList),
        _ => None,
    };
    rival.filter(|_| edge_list::sniff(head))
}

/// Returns `true` if the first two lines that are not comments have the same number of columns.
fn columns_are_alike(head: &[u8]) -> bool {
    let lines = without_mark(head).split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let columns = |line: &[u8]| line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).count();
    let mut lines = lines.filter(|line| !line.is_empty() && line[0] != b'%').map(columns);
    matches!((lines.next(), lines.next()), (Some(first), Some(second)) if first == second)
}

/// The error of a reader that the suffix has chosen, with advice about the other format.
pub(crate) fn explained(mut error: Error, rival: Option<Format>) -> Error {
    // Symmetric lists are hardly ever anything else than METIS.
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
