//! Data that a speculative loop can lock, and the methods that the loop needs.

/// The conflict of an item that another item has locked first. Operators return it with `?`, and are rolled
/// back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// Data whose parts the items of [`Exec::speculate`](crate::exec::Exec::speculate) lock.
///
/// An item has two halves with different types. First it *locks* the data that it needs, and reads it. Then
/// it commits, and *owns* the locked data: it may write, but can no longer lock. So an item that does not get
/// a lock has changed nothing, and a rollback only unlocks.
///
/// [`GuardedNodes`](super::GuardedNodes) and [`MorphGraph`](crate::graph::MorphGraph) implement it; you can
/// implement it for your own data. The loop has no unsafe code that relies on an implementation, so a wrong
/// one causes wrong results, but no undefined behaviour. For correct results the loop relies on this:
///
/// - Locks are exclusive: no other item gets a lock until both halves of its holder have been dropped.
///   Locking something a second time by the same item is not a conflict.
/// - Locking never waits: a lock of another item is a [`Conflict`].
/// - Dropping [`Lockable::Locking`] or [`Lockable::Owned`] frees all locks: after a conflict, a panic, or the
///   end of the loop.
/// - `Locking` changes nothing that other items can see.
///
/// # Examples
///
/// Two kinds of data, locked by one item: each half is a pair of halves.
///
/// ```
/// use boscage::exec::Exec;
/// use boscage::graph::Node;
/// use boscage::sync::{GuardedNodes, Lockable};
/// use boscage::worklist::Fifo;
///
/// struct Bank {
///     accounts: GuardedNodes<i64>,
///     branches: GuardedNodes<u32>,
/// }
///
/// type Accounts = GuardedNodes<i64>;
/// type Branches = GuardedNodes<u32>;
///
/// impl Lockable for Bank {
///     type Worker<'a> = (<Accounts as Lockable>::Worker<'a>, <Branches as Lockable>::Worker<'a>);
///     type Locking<'a> = (<Accounts as Lockable>::Locking<'a>, <Branches as Lockable>::Locking<'a>);
///     type Owned<'a> = (<Accounts as Lockable>::Owned<'a>, <Branches as Lockable>::Owned<'a>);
///
///     fn worker(&self) -> Self::Worker<'_> {
///         (self.accounts.worker(), self.branches.worker())
///     }
///
///     fn begin<'a>(&'a self, (accounts, branches): &'a mut Self::Worker<'_>) -> Self::Locking<'a> {
///         (self.accounts.begin(accounts), self.branches.begin(branches))
///     }
///
///     fn commit<'a>(&'a self, (accounts, branches): Self::Locking<'a>) -> Self::Owned<'a> {
///         (self.accounts.commit(accounts), self.branches.commit(branches))
///     }
/// }
///
/// // Every payment goes from one account to the next, and its branch counts it.
/// let accounts = GuardedNodes::from_fn(10, |_| 100)?;
/// let mut bank = Bank { accounts, branches: GuardedNodes::from_fn(2, |_| 0)? };
/// Exec::new(2)?.speculate("payments", 0..1000_usize, Fifo::default(), &mut bank, |&i, locking| {
///     let [from, to, branch] = [i % 10, (i + 1) % 10, i % 2].map(Node::new);
///     let (accounts, branches) = &*locking;
///     if *accounts.lock(from)? < 7 {
///         return Ok(()); // there is not enough
///     }
///     accounts.lock(to)?;
///     branches.lock(branch)?;
///     let (accounts, branches) = &mut *locking.commit();
///     accounts[from] -= 7;
///     accounts[to] += 7;
///     branches[branch] += 1;
///     Ok(())
/// })?;
/// assert_eq!(bank.accounts.into_values().sum::<i64>(), 1000);
/// # Ok::<(), boscage::Error>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`speculate` cannot lock parts of `{Self}`",
    note = "it locks `GuardedNodes` (a value per node), `MorphGraph`, or a type of your own that \
            implements `Lockable`"
)]
pub trait Lockable: Sync {
    /// Data that a worker of the loop keeps from item to item, for example a list of locks.
    type Worker<'a>: Send
    where
        Self: 'a;

    /// The first half of an item: it locks and reads. Dropping it frees the locks.
    type Locking<'a>
    where
        Self: 'a;

    /// The second half of an item: it writes what has been locked. Dropping it frees the locks.
    type Owned<'a>
    where
        Self: 'a;

    /// Creates the state of a worker that begins now. A loop may call this several times per thread, but
    /// there are never more workers at once than threads.
    fn worker(&self) -> Self::Worker<'_>;

    /// Begins an item, which has locked nothing yet. The worker must have been created by this value.
    fn begin<'a>(&'a self, worker: &'a mut Self::Worker<'_>) -> Self::Locking<'a>;

    /// Ends the locking phase of an item that this value has begun.
    fn commit<'a>(&'a self, locking: Self::Locking<'a>) -> Self::Owned<'a>;
}
