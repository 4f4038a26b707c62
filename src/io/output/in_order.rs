//! Files that consist of a header and the edges in order: threads make the bytes of blocks of edges, and one
//! thread at a time writes the next block.
//!
//! So only a few blocks per thread are in memory, for files of any length, and the bytes do not depend on the
//! number of threads.

use std::io::{self, Write};
use std::ops::Range;

use crate::bytes::Pool;
use crate::output::decimal::Decimal;
use boscage_core::exec::Exec;
use boscage_core::graph::{Edge, EdgeListView};
use boscage_core::parallel::{for_each_block, pipeline};
use boscage_core::primitives::unmodelled::{AtomicUsize, Ordering::Relaxed};
use boscage_generate::Recipe;

/// Edges per block: some hundred kilobytes of text.
const BLOCK: usize = 1 << 14;

/// Assumed bytes of an edge without data.
const LINE: usize = 24;

/// Number of bytes after which a block is written in parts.
const MOST: usize = 2 * BLOCK * LINE;

/// A source of edges, from which any thread can get some thousand edges at a time.
pub(crate) trait EdgeSource: Sync {
    type Data: Decimal;

    fn node_count(&self) -> usize;

    fn edge_count(&self) -> usize;

    /// Calls a function with the edges whose ids are in a range.
    fn with_edges<R>(&self, ids: Range<usize>, visit: impl FnOnce(&[Edge<Self::Data>]) -> R) -> R;

    /// Calls a function with every edge, in parallel and in any order. It stops early if `exec` is cancelled.
    fn for_each(&self, exec: &Exec, visit: impl Fn(&Edge<Self::Data>) + Sync) {
        let visited = AtomicUsize::new(0);
        for_each_block(exec, self.edge_count(), BLOCK, |ids| {
            if !exec.is_cancelled() {
                let visited = visited.fetch_add(ids.len(), Relaxed) + ids.len();
                self.with_edges(ids, |edges| edges.iter().for_each(&visit));
                exec.report_progress("counting", visited as u64, self.edge_count() as u64);
            }
        });
    }

    /// The first edge for which `holds` returns `true`, and its id.
    fn find(&self, holds: impl Fn(&Edge<Self::Data>) -> bool) -> Option<(usize, Edge<Self::Data>)> {
        (0..self.edge_count()).step_by(BLOCK).find_map(|first| {
            self.with_edges(first..(first + BLOCK).min(self.edge_count()), |edges| {
                edges.iter().position(&holds).map(|place| (first + place, edges[place]))
            })
        })
    }

    /// Number of edges that join a node to itself.
    fn loops(&self, exec: &Exec) -> usize {
        let loops = AtomicUsize::new(0);
        self.for_each(exec, |edge| {
            if edge.is_loop() {
                loops.fetch_add(1, Relaxed);
            }
        });
        loops.into_inner()
    }
}

impl<E: Decimal> EdgeSource for EdgeListView<'_, E> {
    type Data = E;

    fn node_count(&self) -> usize {
        Self::node_count(self)
    }

    fn edge_count(&self) -> usize {
        Self::edge_count(self)
    }

    fn with_edges<R>(&self, ids: Range<usize>, visit: impl FnOnce(&[Edge<E>]) -> R) -> R {
        visit(&Self::edges(self)[ids])
    }
}

impl EdgeSource for &Recipe {
    type Data = u32;

    fn node_count(&self) -> usize {
        Recipe::node_count(self)
    }

    fn edge_count(&self) -> usize {
        Recipe::edge_count(self)
    }

    fn with_edges<R>(&self, ids: Range<usize>, visit: impl FnOnce(&[Edge<u32>]) -> R) -> R {
        let mut block = Vec::with_capacity(ids.len());
        self.append(ids, &mut block);
        visit(&block)
    }
}

/// Appends the bytes of one edge.
pub(crate) trait Put<E>: Fn(&mut Vec<u8>, Edge<E>) -> io::Result<()> + Sync {}

impl<E, F: Fn(&mut Vec<u8>, Edge<E>) -> io::Result<()> + Sync> Put<E> for F {}

/// Writes every edge with `put`. It returns an error, between two blocks, if `exec` is cancelled.
pub(crate) fn write<S: EdgeSource>(
    exec: &Exec,
    out: &mut (dyn Write + Send),
    source: &S,
    put: impl Put<S::Data>,
) -> io::Result<()> {
    write_with_ids(exec, out, source, 0, |bytes, _, edge| put(bytes, edge))
}

/// Writes every edge with `put`, which also gets the edge's id, and its data, of about `data_bytes`. Errors
/// are those of [`write`].
pub(crate) fn write_with_ids<S: EdgeSource>(
    exec: &Exec,
    out: &mut (dyn Write + Send),
    source: &S,
    data_bytes: usize,
    put: impl Fn(&mut Vec<u8>, usize, Edge<S::Data>) -> io::Result<()> + Sync,
) -> io::Result<()> {
    let edges = source.edge_count();
    let block = (BLOCK * LINE / (LINE + data_bytes)).max(1);
    write_blocks(exec, out, edges, block, &|ids, bytes| {
        source.with_edges(ids.clone(), |edges| {
            for (id, &edge) in ids.clone().zip(edges) {
                put(bytes, id, edge)?;
                if bytes.len() >= MOST {
                    return Ok(id + 1);
                }
            }
            Ok(ids.end)
        })
    })
}

/// Appends the bytes of some edges. Returns the edge at which it has stopped, which is before the end if
/// these are many bytes.
type PutBlock<'a> = &'a (dyn Fn(Range<usize>, &mut Vec<u8>) -> io::Result<usize> + Sync);

/// Writes the bytes that `put` appends for the edges of each block.
fn write_blocks(
    exec: &Exec,
    out: &mut (dyn Write + Send),
    edges: usize,
    block: usize,
    put: PutBlock<'_>,
) -> io::Result<()> {
    let pool = Pool::<Vec<u8>>::default();
    let bytes_of = |first: usize| {
        let mut bytes = pool.take().unwrap_or_default();
        bytes.clear();
        let end = edges.min(first + block);
        put(first..end, &mut bytes).map(|at| (bytes, at..end))
    };
    pipeline(exec, (0..edges).step_by(block), bytes_of, |bytes: io::Result<_>| {
        let (mut bytes, mut rest) = bytes?;
        loop {
            if exec.is_cancelled() {
                return Err(io::ErrorKind::Interrupted.into());
            }
            out.write_all(&bytes)?;
            if rest.is_empty() {
                break;
            }
            bytes.clear();
            rest.start = put(rest.clone(), &mut bytes)?;
        }
        pool.keep(bytes);
        exec.report_progress("writing", rest.end as u64, edges as u64);
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
    fn cancelling_stops_it() {
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
