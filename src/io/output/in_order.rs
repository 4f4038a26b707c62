//! Files that consist of a header and the edges in order: threads make the bytes of blocks of edges, and one
//! thread at a time writes the next block.
//!
//! So only a few blocks per thread are in memory, however long the file is, and the bytes do not depend on
//! the threads.

use std::io::{self, Write};
use std::ops::Range;

use crate::bytes::Spares;
use crate::output::decimal::Decimal;
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeListView};
use boscage_core::parallel::{for_each_block, pipeline};
use boscage_core::primitives::unmodelled::{AtomicUsize, Ordering::Relaxed};
use boscage_generate::Recipe;

/// Edges in a block: some hundred kilobytes of text.
const BLOCK: usize = 1 << 14;

/// A source of edges, which gives any thread some thousand at a time.
pub(crate) trait EdgeSource: Sync {
    type Data: Decimal;

    fn nodes(&self) -> usize;

    fn edges(&self) -> usize;

    /// Shows the edges whose ids are in a range.
    fn show<R>(&self, ids: Range<usize>, see: impl FnOnce(&[Edge<Self::Data>]) -> R) -> R;

    /// Shows all edges, in parallel and in no order; not all of them if that is cancelled.
    fn show_all(&self, exec: &Exec, see: impl Fn(&Edge<Self::Data>) + Sync) {
        for_each_block(exec, self.edges(), BLOCK, |ids| {
            if !exec.is_cancelled() {
                self.show(ids, |edges| edges.iter().for_each(&see));
            }
        });
    }

    /// The first edge for which something holds, and its id.
    fn find(&self, holds: impl Fn(&Edge<Self::Data>) -> bool) -> Option<(usize, Edge<Self::Data>)> {
        (0..self.edges()).step_by(BLOCK).find_map(|first| {
            self.show(first..(first + BLOCK).min(self.edges()), |edges| {
                edges.iter().position(&holds).map(|place| (first + place, edges[place]))
            })
        })
    }

    /// Number of edges that join a node to itself.
    fn loops(&self, exec: &Exec) -> usize {
        let loops = AtomicUsize::new(0);
        self.show_all(exec, |edge| {
            if edge.is_loop() {
                loops.fetch_add(1, Relaxed);
            }
        });
        loops.into_inner()
    }
}

impl<E: Decimal> EdgeSource for EdgeListView<'_, E> {
    type Data = E;

    fn nodes(&self) -> usize {
        Self::nodes(self)
    }

    fn edges(&self) -> usize {
        self.len()
    }

    fn show<R>(&self, ids: Range<usize>, see: impl FnOnce(&[Edge<E>]) -> R) -> R {
        see(&Self::edges(self)[ids])
    }
}

impl EdgeSource for &Recipe {
    type Data = u32;

    fn nodes(&self) -> usize {
        Recipe::nodes(self)
    }

    fn edges(&self) -> usize {
        Recipe::edges(self)
    }

    fn show<R>(&self, ids: Range<usize>, see: impl FnOnce(&[Edge<u32>]) -> R) -> R {
        let mut block = Vec::with_capacity(ids.len());
        self.append(ids, &mut block);
        see(&block)
    }
}

/// The bytes of one edge, appended to others.
pub(crate) trait Put<E>: Fn(&mut Vec<u8>, Edge<E>) -> io::Result<()> + Sync {}

impl<E, F: Fn(&mut Vec<u8>, Edge<E>) -> io::Result<()> + Sync> Put<E> for F {}

/// Writes every edge as `put` has it. It ends with an error, between two blocks, if it is cancelled.
pub(crate) fn write<S: EdgeSource>(
    exec: &Exec,
    out: &mut (dyn Write + Send),
    source: &S,
    put: impl Put<S::Data>,
) -> io::Result<()> {
    let edges = source.edges();
    write_blocks(exec, out, edges, &|first, bytes| {
        source.show(first..(first + BLOCK).min(edges), |edges| {
            edges.iter().try_for_each(|&edge| put(bytes, edge))
        })
    })
}

/// Writes what `put` appends for each block of the edges, given the first of the block.
fn write_blocks(
    exec: &Exec,
    out: &mut (dyn Write + Send),
    edges: usize,
    put: &(dyn Fn(usize, &mut Vec<u8>) -> io::Result<()> + Sync),
) -> io::Result<()> {
    let spares = Spares::<Vec<u8>>::default();
    let bytes_of = |first: usize| {
        let mut bytes = spares.take().unwrap_or_default();
        bytes.clear();
        put(first, &mut bytes).map(|()| bytes)
    };
    pipeline(exec, (0..edges).step_by(BLOCK), bytes_of, |bytes: io::Result<_>| {
        let bytes = bytes?;
        if exec.is_cancelled() {
            return Err(io::ErrorKind::Interrupted.into());
        }
        out.write_all(&bytes)?;
        spares.keep(bytes);
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use boscage_core::graph::EdgeList;

    fn ids_of(edges: usize, threads: usize) -> Vec<u8> {
        let list = (0..edges as u32).map(|id| (0, 0, id));
        let list = EdgeList::from_triples(1, list).unwrap();
        let put = |bytes: &mut Vec<u8>, edge: Edge<u32>| bytes.write_all(&edge.weight.to_le_bytes());
        let mut out = Vec::new();
        write(&Exec::new(threads).unwrap(), &mut out, &list.as_view(), put).unwrap();
        out
    }

    #[test]
    fn edges_are_written_in_their_order() {
        for edges in [0, 1, BLOCK - 1, BLOCK, 4 * BLOCK, 9 * BLOCK + 5] {
            let expected: Vec<u8> = (0..edges as u32).flat_map(u32::to_le_bytes).collect();
            for threads in [1, 2, 3] {
                assert!(ids_of(edges, threads) == expected, "{edges} edges, {threads} threads");
            }
        }
    }

    #[test]
    fn who_cancels_it_stops_it() {
        let list = EdgeList::from_triples(1, (0..9 * BLOCK as u32).map(|id| (0, 0, id))).unwrap();
        for threads in [1, 2, 3] {
            let exec = Exec::new(threads).unwrap();
            let (token, mut out) = (exec.token().clone(), Vec::new());
            let put = |bytes: &mut Vec<u8>, edge: Edge<u32>| {
                if edge.weight == 4 * BLOCK as u32 {
                    token.cancel();
                }
                bytes.write_all(&[0])
            };
            let stopped = write(&exec, &mut out, &list.as_view(), put).unwrap_err();
            assert_eq!(stopped.kind(), io::ErrorKind::Interrupted);
            assert!(out.len() <= 4 * BLOCK, "{} bytes", out.len());
        }
    }

    #[test]
    fn a_writer_that_fails_stops_it() {
        struct Full(usize);
        impl Write for Full {
            fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
                self.0 = self.0.checked_sub(bytes.len()).ok_or(io::ErrorKind::StorageFull)?;
                Ok(bytes.len())
            }

            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        let list = EdgeList::from_triples(1, (0..10 * BLOCK as u32).map(|id| (0, 0, id))).unwrap();
        let seen = AtomicUsize::new(0);
        let put = |bytes: &mut Vec<u8>, _: Edge<u32>| {
            seen.fetch_add(1, Relaxed);
            bytes.write_all(&[0])
        };
        let written = write(&Exec::new(1).unwrap(), &mut Full(BLOCK + 1), &list.as_view(), put);
        assert_eq!(written.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(seen.into_inner(), 2 * BLOCK, "the block that failed and the one before it");
    }
}
