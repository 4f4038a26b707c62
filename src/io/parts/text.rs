//! Parts of a text: the lines that begin in a range of its bytes.
//!
//! Lines are parsed by the code that reads the whole text. Afterwards the ranks agree on the facts that
//! depend on all lines: the numbers of named nodes, and the type of the weights.

use crate::assemble::{Outline, with_weighted};
use crate::bytes::Content;
use crate::formats::{Extent, LineReader, Listed, Listing};
use crate::parts::assemble::assemble;
use crate::parts::names::{self, PartNames};
use crate::parts::part_input::PartInput;
use crate::parts::reading::Reading;
use crate::text::Text;
use crate::{ReadOptions, Remark};
use boscage_core::Result;
use boscage_core::comm::Reduction;

/// Reads the lines of this rank.
pub(crate) fn read(reading: &Reading<'_>, reader: LineReader, options: &ReadOptions) -> Result<PartInput> {
    let (comm, bytes) = (reading.comm, reading.bytes().len());
    let extent = Extent::Part { rank: comm.rank(), ranks: comm.ranks() };
    let content = Content::random_access(reading.exec, reading.path, reading.bytes());
    let (mut text, listing) = reading.together(|| {
        let mut text = Text::open(content, reader.separators, options)?;
        let listing = (reader.listing)(&mut text, extent, options)?;
        Ok((text, listing))
    })?;
    let Listing { format, lists, weighted, edges, claims, mut remarks } = listing;

    let (mut edges, nodes, names) = match edges {
        Listed::Numbered(edges, declared) => {
            let all = comm.reduced(edges.len() as u64, Reduction::Sum)?;
            let text = &mut text; // a shared reference would need `Sync`, which streams lack
            reading.together(move || declared.check(text, all))?;
            (edges, declared.nodes, PartNames::Offset(1))
        }
        Listed::Named(mut edges) => {
            let counts = comm.gather(&[edges.len() as u64])?;
            let (before, all) =
                (counts.words()[..comm.rank()].iter().sum::<u64>(), counts.words().iter().sum());
            let mut greatest = None;
            if claims.first_may_be_counts(all) {
                let skipped = usize::from(before == 0).min(edges.len());
                greatest = Some(comm.reduced(edges.greatest_after(skipped), Reduction::Max)?);
            }
            if claims.is_bipartite() && all > 0 {
                let [(_, left), (right, _)] = edges.bounds();
                let (left, right) =
                    (comm.reduced(left, Reduction::Max)?, comm.reduced(right, Reduction::Min)?);
                let added = claims.right_side_begins_after(left, right);
                let (text, ends) = (&mut text, &mut edges);
                reading.together(move || ends.add_to_right(text, added))?;
                remarks.push(Remark::RightSide { added });
            }
            let (mut edges, len, own) = reading.together(|| edges.into_nodes())?;
            let (nodes, names, numbers) = names::number(reading, own, len)?;
            edges.map_ends(|_, u, v| (numbers[u.index()], numbers[v.index()]));
            remarks.extend(claims.remarks(all, nodes as u64, greatest));
            (edges, nodes, names)
        }
    };

    comm.step("weights", 0);
    let spans = comm.gather(&edges.span_words())?;
    let text = &mut text;
    let list = reading.together(move || {
        edges.join((0..spans.counts().len()).map(|rank| spans.from_rank(rank)))?;
        edges.finish().map_err(|unfit| unfit.error(text))
    })?;
    let path = reading.path.to_owned();
    let outline = Outline { path, format, nodes, names, lists, weighted, bytes, remarks };
    with_weighted!(list, list => assemble(reading, list, outline, options))
}
