//! Decompresses ahead of the reader.
//!
//! Decoding takes one thread, and so does feeding a parser; on two threads, both together take only the time
//! of the slower one. A thread fills blocks and passes them through a short queue. So it is never far ahead,
//! and it stops when no more blocks are taken.
//!
//! This is only for sources that never block for long, such as regular files. A reader that returns early
//! (after a wrong first line) still waits for the current read, which may never end on a pipe.

use std::io::{self, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::{mem, thread};

use crate::bytes::pool::Pool;
use boscage_core::exec::Exec;
use boscage_core::{Error, Result};

/// Bytes per block.
const BLOCK: u64 = 1 << 18;

/// Capacity of the queue, in blocks.
const QUEUE: usize = 8;

/// Bytes of all blocks: those in the queue, the one being filled and the one being read.
pub(crate) const MEMORY: usize = (QUEUE + 2) * BLOCK as usize;

/// Calls `read` with a stream of the same bytes as `stream`. With more than one thread, another thread reads
/// `stream` a few blocks ahead.
///
/// # Errors
/// Those of `read`, and [`Error::Threads`].
pub(crate) fn with_thread<T>(
    exec: &Exec,
    stream: impl Read + Send,
    read: impl FnOnce(&mut (dyn Read + Send)) -> Result<T>,
) -> Result<T> {
    let mut stream = stream;
    if exec.threads() == 1 {
        return read(&mut stream);
    }
    let pool = Pool::default();
    thread::scope(|scope| {
        let (full, blocks) = sync_channel(QUEUE);
        let pool = &pool;
        thread::Builder::new()
            .name("decompress".to_owned())
            .spawn_scoped(scope, move || fill(stream, &full, pool))
            .map_err(|error| Error::Threads { threads: 1, reason: error.to_string() })?;
        read(&mut Ahead { blocks, block: Vec::new(), at: 0, pool })
    })
}

/// Sends all blocks of a stream, and its error if there is one.
fn fill(mut stream: impl Read, full: &SyncSender<io::Result<Vec<u8>>>, pool: &Pool<Vec<u8>>) {
    loop {
        let mut block = pool.take().unwrap_or_default();
        block.clear();
        block.reserve_exact(BLOCK as usize);
        let end = stream.by_ref().take(BLOCK).read_to_end(&mut block);
        let ended = matches!(end, Ok(0));
        let rest = end.err().map(Err);
        let whole = (!block.is_empty()).then_some(Ok(block));
        if ended || whole.into_iter().chain(rest).any(|part| full.send(part).is_err()) {
            return;
        }
    }
}

/// The blocks, as a stream.
struct Ahead<'a> {
    blocks: Receiver<io::Result<Vec<u8>>>,
    block: Vec<u8>,
    at: usize,
    pool: &'a Pool<Vec<u8>>,
}

impl Read for Ahead<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            match self.blocks.recv() {
                Ok(block) => {
                    self.pool.keep(mem::replace(&mut self.block, block?));
                    self.at = 0;
                }
                Err(_) => return Ok(0), // all blocks have been received
            }
        }
        let read = (&self.block[self.at..]).read(buffer)?;
        self.at += read;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn on_two<T: Send>(work: impl FnOnce() -> T + Send) -> T {
        rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap().install(work)
    }

    #[test]
    fn the_blocks_are_the_stream() {
        for length in [0, 1, BLOCK, BLOCK + 1, 5 * BLOCK * QUEUE as u64] {
            let content: Vec<u8> = (0..length).map(|i| (i * i % 251) as u8).collect();
            let mut read = Vec::new();
            on_two(|| {
                with_thread(&Exec::current(), &content[..], |stream| {
                    Ok(stream.read_to_end(&mut read).unwrap())
                })
            })
            .unwrap();
            assert!(read == content, "{length}");
        }
    }

    #[test]
    fn an_error_comes_after_the_bytes_before_it_and_is_repeated() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("the disk is on fire"))
            }
        }
        on_two(|| {
            with_thread(&Exec::current(), (&[7; 1000][..]).chain(Failing), |stream| {
                let mut read = Vec::new();
                for _ in 0..3 {
                    let error = stream.read_to_end(&mut read).unwrap_err();
                    assert_eq!((read.len(), error.to_string()), (1000, "the disk is on fire".to_owned()));
                }
                Ok(())
            })
        })
        .unwrap();
    }

    #[test]
    fn the_thread_ends_with_its_reader() {
        on_two(|| {
            with_thread(&Exec::current(), io::repeat(1), |stream| Ok(stream.read(&mut [0; 10]).unwrap()))
        })
        .unwrap();
    }
}
