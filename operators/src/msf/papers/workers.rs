//! Workers that grow one tree after another, each from its own range of vertices.

use std::ops::Range;
use std::slice::IterMut;

use boscage_core::{Result, memory};

/// A worker that grows one tree after another.
pub(super) struct Worker<'a, T> {
    /// The vertices of its range that it has not visited.
    starts: Range<u32>,
    /// The hooks of these vertices.
    hooks: IterMut<'a, u32>,
    /// The root of the current tree, and its hook.
    pub(super) tree: Option<(u32, &'a mut u32)>,
    /// Data of the current tree.
    pub(super) kept: T,
    /// Number of taken edges.
    pub(super) taken: usize,
}

/// Creates workers with `share` vertices each. There is a hook per vertex.
pub(super) fn workers<T: Default>(hooks: &mut [u32], share: usize) -> Result<Vec<Worker<'_, T>>> {
    let starts = (0..hooks.len() as u32).step_by(share);
    let shares = starts.zip(hooks.chunks_mut(share));
    let mut all = memory::reserve("workers", shares.len())?;
    all.extend(shares.map(|(first, hooks)| Worker::new(first, hooks)));
    Ok(all)
}

impl<'a, T: Default> Worker<'a, T> {
    /// Creates a worker for the vertices from `first` on, one per hook.
    pub(super) fn new(first: u32, hooks: &'a mut [u32]) -> Self {
        let starts = first..first + hooks.len() as u32;
        Self { starts, hooks: hooks.iter_mut(), tree: None, kept: T::default(), taken: 0 }
    }
}

impl<'a, T> Worker<'a, T> {
    /// Returns the next vertex at which to begin, and its hook.
    pub(super) fn next(&mut self) -> Option<(u32, &'a mut u32)> {
        self.starts.next().zip(self.hooks.next())
    }
}
