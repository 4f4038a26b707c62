//! The nodes that a phase finds: its next set.
//!
//! Threads find nodes, possibly the same one several times. A bit for each node of the graph says whether it
//! has been found. As long as the found nodes are few, they are also listed. At the end, few nodes become a
//! list; their bits are cleared, and the bitmap is kept for the next phase. Many nodes stay a bitmap. So
//! neither form is converted to the other, and a phase that finds few nodes does not look at all nodes.
//!
//! A cache line has the bits of 512 nodes. If each thread set the bit of each node that it finds, every line
//! would go from processor to processor all the time, which takes longer than everything else. So the nodes of
//! the graph are divided into *ranges*. A thread first collects what it finds, by range, and one thread at a
//! time sets the bits of a range: for many nodes at once, most of them at the end of the phase. Where there is
//! little work, all nodes are one range, and each thread sets the bits of what it has found at its end.
//!
//! Phases that go through the nodes in order (pull, select) have most lines for themselves. They set bits as
//! they go, a word at a time.

use crate::Result;
use crate::bits::{SharedBits, WORD, numbers, place};
use crate::exec::Exec;
use crate::fault::is_planted;
use crate::graph::{Form, Node, NodeSet, is_few};
use crate::memory;
use crate::mutex::Mutex;
use crate::parallel::{for_each_block, for_each_piece};
use crate::primitives::{AtomicUsize, Ordering::Relaxed};

/// Nodes that one thread takes at a time where they only have their bits cleared, or set.
const BLOCK: usize = 1 << 12;

/// Nodes that a piece of little work lists without asking for more memory.
const LIST: usize = 1 << 8;

/// Work of a phase, in nodes and arcs, below which all nodes are one range.
const LITTLE: u64 = 1 << 13;

/// Ranges per thread, so that threads seldom want the same one.
const RANGES: usize = 4;

/// Least nodes of a range: two ranges may share the cache line between them, but not most of theirs.
const RANGE: usize = 1 << 12;

/// Nodes that a thread collects at most, in all ranges together.
const COLLECTED: usize = 1 << 15;

/// Nodes of a graph that the piece with this number has found, in the ranges to which they belong.
#[derive(Default)]
struct Collected {
    number: usize,
    ranges: Vec<Vec<Node>>,
}

/// What a phase of a loop leaves for the next one: a bitmap that has no bit set, and empty lists.
#[derive(Default)]
pub(crate) struct Spare(Mutex<(SharedBits, Vec<Collected>)>);

/// What a phase has found so far.
pub(super) struct Found<'a> {
    spare: &'a Spare,
    nodes: usize,
    /// Nodes of a range, as a power of two.
    shift: u32,
    /// Nodes of a range that a thread collects; 0 if one thread does all the work.
    most: usize,
    bits: SharedBits,
    /// Nodes whose bits are set, as far as pieces that have ended and ranges have counted them.
    count: AtomicUsize,
    /// With the numbers of the pieces that made them, or of ranges.
    lists: Mutex<Vec<(usize, Vec<Node>)>>,
    /// Of each range, the nodes whose bits are set, if they are listed. Who has the lock may set bits.
    ranges: Vec<Mutex<Vec<Node>>>,
    /// What threads have collected; none that has been taken by one.
    collected: Mutex<Vec<Collected>>,
}

impl<'a> Found<'a> {
    /// Nothing yet, of a graph of `nodes` nodes, for threads that find nodes in any order, in all with this
    /// work; `None` if there is one thread.
    pub(super) fn scattered(exec: &Exec, work: Option<u64>, spare: &'a Spare, nodes: usize) -> Result<Self> {
        let mut found = Self::in_order(spare, nodes)?;
        let Some(work) = work.filter(|_| !is_planted("find-as-if-alone")) else { return Ok(found) };
        let ranges = if work < LITTLE { 1 } else { (RANGES * exec.threads()).next_power_of_two() };
        found.shift = nodes.div_ceil(ranges).next_power_of_two().max(RANGE).ilog2();
        let ranges = nodes.div_ceil(1 << found.shift);
        found.most = COLLECTED.div_ceil(ranges.max(1));
        found.ranges.resize_with(ranges, Mutex::default);
        Ok(found)
    }

    /// The same for threads that go through the nodes in order.
    pub(super) fn in_order(spare: &'a Spare, nodes: usize) -> Result<Self> {
        let (mut bits, collected) = std::mem::take(&mut *spare.0.lock());
        if bits.words().len() != nodes.div_ceil(WORD) {
            bits = SharedBits::new("the bitmap of a set of nodes", nodes)?;
        }
        let (count, lists, ranges) = (AtomicUsize::new(0), Mutex::default(), Vec::new());
        Ok(Self {
            spare,
            nodes,
            shift: 0,
            most: 0,
            bits,
            count,
            lists,
            ranges,
            collected: Mutex::new(collected),
        })
    }

    /// For a piece of work, which has this number, to offer nodes to.
    pub(super) fn part(&self, number: usize) -> Finder<'_> {
        let lists = is_few(self.count.load(Relaxed), self.nodes);
        let list = Vec::with_capacity(if lists && self.most == 0 { LIST } else { 0 });
        let mut collected = Collected::default();
        if self.most > 0 {
            collected = self.collected.lock().pop().unwrap_or_default();
            collected.ranges.resize_with(self.ranges.len(), Vec::new);
        }
        collected.number = number;
        Finder { found: self, count: 0, list, lists, collected, word: 0, bits: 0 }
    }

    /// Sets the bits of nodes of a range, whose lock the caller has, and lists those that are new.
    fn set(&self, nodes: &[Node], listed: &mut Vec<Node>) {
        let (before, mut new) = (listed.len(), 0);
        let lists = is_few(self.count.load(Relaxed), self.nodes);
        if lists {
            listed.resize(before + nodes.len(), Node::default());
        }
        for &node in nodes {
            let (word, bit) = place(node.index());
            let word = &self.bits.words()[word];
            let bits = word.load(Relaxed);
            word.store(bits | bit, Relaxed);
            if lists {
                listed[before + new] = node; // in any case: which nodes are new is hard to predict
            }
            new += usize::from(bits & bit == 0);
        }
        if lists {
            listed.truncate(before + new);
        }
        self.count.fetch_add(new, Relaxed);
    }

    /// Sets the bits of nodes that a thread or several have collected in a range.
    fn set_range<'c>(&self, range: usize, collected: impl Iterator<Item = &'c Collected>) {
        let mut listed = self.ranges[range].lock();
        collected.for_each(|all| self.set(&all.ranges[range], &mut listed));
    }

    /// Sets the bits of what is still collected.
    fn settle(&mut self, exec: &Exec) {
        let mut collected = std::mem::take(self.collected.get_mut());
        let set = |range: usize| self.set_range(range, collected.iter());
        for_each_block(exec, self.ranges.len(), 1, |block| block.for_each(set));
        collected.iter_mut().flat_map(|all| &mut all.ranges).for_each(Vec::clear);
        *self.collected.get_mut() = collected;
        let ranges = std::mem::take(&mut self.ranges).into_iter().map(Mutex::into_inner).enumerate();
        self.lists.get_mut().extend(ranges.filter(|(_, list)| !list.is_empty()));
    }

    /// The nodes found.
    pub(super) fn into_set(mut self, exec: &Exec) -> Result<NodeSet> {
        if self.most > 0 {
            self.settle(exec);
        }
        let count = self.count.load(Relaxed);
        let collected = std::mem::take(self.collected.get_mut());
        if !is_few(count, self.nodes) {
            self.spare.0.lock().1 = collected;
            return Ok(NodeSet::of_form(self.nodes, Form::Bitmap(self.bits)));
        }
        // The count only grows, so it was low enough for everything to be listed.
        let lists = std::mem::take(self.lists.get_mut());
        let list = match <[_; 1]>::try_from(lists) {
            Ok([(_, mut list)]) => {
                // The set may be kept, as one of many.
                if list.capacity() > 4 * list.len() {
                    list.shrink_to_fit();
                }
                list
            }
            Err(mut lists) => {
                // If a thread gets the same part of each set, it finds its nodes' data in its cache.
                lists.sort_unstable_by_key(|(number, _)| *number);
                let mut all = memory::reserve("a set of nodes", count)?;
                lists.iter().for_each(|(_, list)| all.extend_from_slice(list));
                all
            }
        };
        // Of several pieces that offered a node, the first has it.
        debug_assert_eq!(list.len(), count);
        for_each_piece(exec, list.chunks(BLOCK), |nodes| {
            nodes.iter().for_each(|node| self.bits.words()[node.index() / WORD].store(0, Relaxed));
        });
        *self.spare.0.lock() = (self.bits, collected);
        Ok(NodeSet::shuffled(self.nodes, list))
    }
}

/// What one piece of work finds. It is added to the rest when it is dropped.
pub(super) struct Finder<'a> {
    found: &'a Found<'a>,
    count: usize,
    list: Vec<Node>,
    /// Whether new nodes are listed.
    lists: bool,
    /// Nodes that were offered, by range, if other threads find nodes too.
    collected: Collected,
    /// Nodes that were offered but are not in the bitmap yet: bits of one word.
    word: usize,
    bits: u64,
}

impl Finder<'_> {
    /// Offers a node.
    #[inline]
    pub(super) fn offer(&mut self, node: Node) {
        if self.found.most > 0 {
            let range = node.index() >> self.found.shift;
            let collected = &mut self.collected.ranges[range];
            collected.push(node);
            if collected.len() >= self.found.most {
                self.hand_over(range);
            }
            return;
        }
        let (word, bit) = place(node.index());
        let word = &self.found.bits.words()[word];
        let bits = word.load(Relaxed);
        if bits & bit == 0 {
            word.store(bits | bit, Relaxed);
            self.add(node);
        }
    }

    #[cold]
    #[inline(never)]
    fn hand_over(&mut self, range: usize) {
        self.found.set_range(range, std::iter::once(&self.collected));
        self.collected.ranges[range].clear();
    }

    /// Whether a node has been found, by an earlier piece or by this one.
    pub(super) fn has(&self, node: Node) -> bool {
        self.found.bits.contains(node.index())
    }

    /// Offers a node that is not below those offered before: one access for the nodes of a word.
    #[inline]
    pub(super) fn offer_ascending(&mut self, node: Node) {
        let (word, bit) = place(node.index());
        if word != self.word {
            self.flush();
            self.word = word;
        }
        self.bits |= bit;
    }

    /// Puts into the bitmap what has been offered.
    fn flush(&mut self) {
        let bits = std::mem::take(&mut self.bits);
        if bits != 0 {
            let before = self.found.bits.words()[self.word].fetch_or(bits, Relaxed);
            self.add_word(self.word, bits & !before);
        }
    }

    /// Offers the nodes of a word of the bitmap, all at once, which no one else offers.
    #[inline]
    pub(super) fn offer_word(&mut self, word: usize, bits: u64) {
        self.found.bits.words()[word].store(bits, Relaxed);
        self.add_word(word, bits);
    }

    #[inline]
    fn add_word(&mut self, word: usize, bits: u64) {
        if self.lists {
            numbers(word, bits).for_each(|node| self.add(Node::new(node)));
        } else {
            self.count += bits.count_ones() as usize;
        }
    }

    #[inline]
    fn add(&mut self, node: Node) {
        self.count += 1;
        if self.lists {
            if self.list.len() == self.list.capacity() && !is_few(self.count, self.found.nodes) {
                // The set becomes a bitmap, so no list is needed.
                self.lists = false;
                self.list = Vec::new();
                return;
            }
            self.list.push(node);
        }
    }
}

impl Drop for Finder<'_> {
    fn drop(&mut self) {
        self.flush();
        let found = self.found;
        if let [only] = &found.ranges[..] {
            let _turn = only.lock();
            found.set(&self.collected.ranges[0], &mut self.list);
            self.collected.ranges[0].clear();
        }
        found.count.fetch_add(self.count, Relaxed);
        if !self.list.is_empty() {
            found.lists.lock().push((self.collected.number, std::mem::take(&mut self.list)));
        }
        if found.most > 0 {
            found.collected.lock().push(std::mem::take(&mut self.collected));
        }
    }
}
