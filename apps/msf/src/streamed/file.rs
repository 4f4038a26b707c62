//! Files of edges, read block by block.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use boscage::Result;
use boscage::exec::Exec;
use boscage::graph::{Edge, Weight};
use boscage::io::{EdgeFile, FileBlock};
use boscage::random::mix;

use super::any::{AnyStream, downcast};
use super::checkpoint::{Blocks, Checkpoints, fingerprint};

/// Edges per node that are first read in order.
const FIRST: u64 = 4;

/// Merges of a buffer of an edge per node while the number of edges doubles, from which on the rest of a file
/// is read in random order.
const MOST_MERGES: u64 = 3;

/// A pass over a file, whose edges go to a stream.
pub(super) struct Pass<'a, 'f, E: Weight> {
    pub(super) exec: &'a Exec,
    pub(super) file: &'a EdgeFile<'f, E>,
    pub(super) stream: &'a mut Box<dyn AnyStream>,
    pub(super) checkpoints: Option<&'a mut Checkpoints>,
    pub(super) except: &'a Except,
}

/// Edges that are passed over, by their positions, which ascend.
#[derive(Default)]
pub(super) struct Except(pub(super) Vec<u64>);

impl Except {
    /// Replaces these edges by loops, which no forest has, in a block that begins at this position.
    pub(super) fn apply<E: Weight>(&self, first: u64, edges: &mut [Edge<E>]) {
        let begin = self.0.partition_point(|&position| position < first);
        for &position in &self.0[begin..] {
            let Some(edge) = edges.get_mut((position - first) as usize) else { return };
            edge.v = edge.u;
        }
    }
}

impl<E: Weight> Pass<'_, '_, E> {
    /// Reads the blocks that have not been read.
    pub(super) fn run(mut self, nodes: usize, read: Blocks) -> Result<()> {
        let (nodes, blocks) = (nodes as u64, self.file.block_count());
        if !self.file.is_seekable() {
            return self.in_order(read.in_order..blocks).map(drop);
        }
        if let Some(shuffled) = read.shuffled {
            return self.shuffled(read.in_order, shuffled);
        }
        // In order, twice as many edges as before at a time, as long as few of them are kept.
        let block_len = (self.file.edge_count() / blocks.max(1)).max(1);
        let (mut begin, mut end) = (read.in_order, FIRST * nodes / block_len);
        end = end.max(2 * begin).clamp(1, blocks.max(1)).min(blocks);
        let most = MOST_MERGES * (1 + nodes / downcast::<E>(self.stream).buffer() as u64);
        while begin < end {
            let merges = self.in_order(begin..end)?;
            begin = end;
            if merges > most {
                return self.shuffled(begin, 0);
            }
            end = (2 * end).min(blocks);
        }
        Ok(())
    }

    /// Reads blocks in order. Returns the number of merges, except those for checkpoints.
    fn in_order(&mut self, mut blocks: Range<u64>) -> Result<u64> {
        let Self { exec, file, stream, checkpoints, except } = self;
        let (mut merges, in_order) = (0, !file.is_seekable());
        let read = |number| block(file, except, number);
        while !blocks.is_empty() {
            let next = Checkpoints::until_due(checkpoints.as_deref(), &mut blocks);
            let typed = downcast::<E>(stream);
            let before = typed.merge_count();
            let (sum, is_checked) = (AtomicU64::new(0), in_order && checkpoints.is_some());
            let begun = next.map(|number| (number, in_order.then(|| read(number))));
            typed.extend_with(exec, begun, |(number, block)| {
                let (first, edges) = block.unwrap_or_else(|| read(number))?;
                if is_checked {
                    sum.fetch_add(fingerprint(first, edges.as_ref()), Relaxed);
                }
                Ok(edges)
            })?;
            checkpoints.iter_mut().for_each(|checkpoints| checkpoints.add(sum.load(Relaxed)));
            merges += typed.merge_count() - before;
            if let Some(checkpoints) = checkpoints {
                checkpoints.save(exec, &mut ***stream, Blocks { in_order: blocks.start, shuffled: None })?;
            }
        }
        Ok(merges)
    }

    /// Reads the blocks from `begin` on in a random order, except the first ones of it, `done` in number.
    fn shuffled(&mut self, begin: u64, done: u64) -> Result<()> {
        let Self { exec, file, stream, checkpoints, except } = self;
        let mut rest: Vec<u64> = (begin..file.block_count()).collect();
        rest.sort_unstable_by_key(|&number| mix(number));
        let all = rest.len();
        let mut rest = rest.into_iter().skip(usize::try_from(done).unwrap_or(all));
        while rest.len() > 0 {
            let next = Checkpoints::until_due(checkpoints.as_deref(), &mut rest);
            downcast::<E>(stream).extend_at(exec, next, |number| block(file, except, number))?;
            if let Some(checkpoints) = checkpoints {
                let blocks = Blocks { in_order: begin, shuffled: Some((all - rest.len()) as u64) };
                checkpoints.save(exec, &mut ***stream, blocks)?;
            }
        }
        Ok(())
    }
}

/// Reads a block, without some edges.
fn block<'a, E: Weight>(
    file: &'a EdgeFile<'_, E>,
    except: &Except,
    number: u64,
) -> Result<(u64, FileBlock<'a, E>)> {
    let (first, mut block) = file.block(number)?;
    except.apply(first, block.as_mut());
    Ok((first, block))
}
