//! Workers that grow one tree after the other, each from its own range of vertices.

use std::ops::Range;
use std::slice::IterMut;

use boscage_core::{Result, memory};

/// A worker: it grows one tree after the other.
pub(super) struct Worker<'a, T> {
    /// The vertices at which it has not begun yet, and the hooks of all of its own.
    starts: Range<u32>,
    hooks: IterMut<'a, u32>,
    /// The root of the tree that grows, and its hook.
    pub(super) tree: Option<(u32, &'a mut u32)>,
    /// What is kept of that tree.
    pub(super) kept: T,
    /// Number of edges taken.
    pub(super) taken: usize,
}

/// Workers with `share` vertices each; there is a hook for each vertex.
pub(super) fn workers<T: Default>(hooks: &mut [u32], share: usize) -> Result<Vec<Worker<'_, T>>> {
    let starts = (0..hooks.len() as u32).step_by(share);
    let shares = starts.zip(hooks.chunks_mut(share));
    let mut all = memory::reserve("workers", shares.len())?;
    all.extend(shares.map(|(first, hooks)| Worker::new(first, hooks)));
    Ok(all)
}

impl<'a, T: Default> Worker<'a, T> {
    /// A worker with the vertices from `first` on, one for each of their hooks.
    pub(super) fn new(first: u32, hooks: &'a mut [u32]) -> Self {
        let starts = first..first + hooks.len() as u32;
        Self { starts, hooks: hooks.iter_mut(), tree: None, kept: T::default(), taken: 0 }
    }
}

impl<'a, T> Worker<'a, T> {
    /// Where to begin next, and its hook, if there is a vertex left.
    pub(super) fn next(&mut self) -> Option<(u32, &'a mut u32)> {
        self.starts.next().zip(self.hooks.next())
    }
}
