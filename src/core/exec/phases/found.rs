//! The nodes that a phase finds: its next set.
//!
//! Threads find nodes, possibly the same one several times. A bit for each node of the graph says whether it
//! has been found. As long as the found nodes are few, they are also listed. At the end, few nodes become a
//! list; their bits are cleared, and the bitmap is kept for the next phase. Many nodes stay a bitmap. So
//! neither form is converted to the other, and a phase that finds few nodes does not look at all nodes.
//!
//! A cache line has the bits of 512 nodes. If each thread sets the bit of each node that it finds, lines go
//! from processor to processor all the time. Where there is much work, that takes longer than the work. There
//! the nodes of the graph are divided into *ranges*: a thread collects what it finds, by range, and one
//! thread at a time sets the bits of a range, for many nodes at once, most of them at the end of the phase.
//! Phases that go through the nodes in order (pull, select) have most lines for themselves.

use crate::Result;
use crate::bits::{SharedBits, WORD, numbers, place};
use crate::exec::Exec;
use crate::fault::is_planted;
use crate::graph::{Form, Node, NodeSet, few, is_few};
use crate::memory;
use crate::mutex::Mutex;
use crate::parallel::{for_each_block, for_each_piece};
use crate::primitives::{AtomicUsize, Ordering::Relaxed};

/// Nodes that one thread takes at a time where they only have their bits cleared.
const BLOCK: usize = 1 << 12;

/// Nodes that a piece of little work lists without asking for more memory.
const LIST: usize = 1 << 8;

/// Work of a phase, in nodes and arcs, from which threads collect what they find.
const MUCH: u64 = 1 << 13;

/// Ranges per thread, so that threads seldom want the same one.
const RANGES: usize = 4;

/// Least nodes of a range: two ranges may share the cache line between them, but not most of theirs.
const RANGE: usize = 1 << 12;

/// Nodes that a thread collects at most, in all ranges together.
const COLLECTED: usize = 1 << 15;

/// Nodes that a thread has collected, by the range to which they belong.
type Collected = Vec<Vec<Node>>;

/// The memory that a phase of a loop leaves for the next one: a bitmap that has no bit set, and empty lists.
#[derive(Default)]
pub(crate) struct Spare(Mutex<(SharedBits, Vec<Collected>)>);

/// What a phase has found so far.
pub(super) struct Found<'a> {
    spare: &'a Spare,
    nodes: usize,
    /// Whether one thread does all the work.
    is_alone: bool,
    bits: SharedBits,
    /// Of the pieces that have ended.
    count: AtomicUsize,
    /// With the numbers of the pieces that made them, or of ranges.
    lists: Mutex<Vec<(usize, Vec<Node>)>>,
    /// The ranges, if threads collect.
    ranges: Ranges,
    /// Nodes that threads have collected, but for those at work.
    collected: Mutex<Vec<Collected>>,
}

/// The nodes of a graph, divided.
#[derive(Default)]
struct Ranges {
    /// Nodes of a range, as a power of two.
    shift: u32,
    /// Nodes of a range that a thread collects at most.
    most: usize,
    /// Of each range, the nodes whose bits are set, if they are listed. Who has the lock may set bits.
    listed: Vec<Mutex<Vec<Node>>>,
}

impl<'a> Found<'a> {
    /// Nothing yet, of a graph of `nodes` nodes. `is_alone` says that one thread does all the work.
    pub(super) fn new(is_alone: bool, spare: &'a Spare, nodes: usize) -> Result<Self> {
        let (mut bits, collected) = std::mem::take(&mut *spare.0.lock());
        if bits.words().len() != nodes.div_ceil(WORD) {
            bits = SharedBits::new("the bitmap of a set of nodes", nodes)?;
        }
        let is_alone = is_alone || is_planted("find-as-if-alone");
        let (count, lists) = (AtomicUsize::new(0), Mutex::default());
        let (ranges, collected) = (Ranges::default(), Mutex::new(collected));
        Ok(Self { spare, nodes, is_alone, bits, count, lists, ranges, collected })
    }

    /// The same for threads that find nodes in any order, in all with this work, in nodes and arcs; `None` if
    /// there is one thread.
    pub(super) fn scattered(exec: &Exec, work: Option<u64>, spare: &'a Spare, nodes: usize) -> Result<Self> {
        let mut found = Self::new(work.is_none(), spare, nodes)?;
        if work.is_some_and(|work| work >= MUCH) && !found.is_alone {
            let wanted = nodes.div_ceil(RANGES * exec.threads()).next_power_of_two();
            let shift = wanted.max(RANGE).ilog2();
            let ranges = nodes.div_ceil(1 << shift);
            found.ranges = Ranges { shift, most: COLLECTED.div_ceil(ranges), listed: Vec::new() };
            found.ranges.listed.resize_with(ranges, Mutex::default);
        }
        Ok(found)
    }

    /// For a piece of work, which has this number, to offer nodes to.
    pub(super) fn part(&self, number: usize) -> Finder<'_> {
        let lists = is_few(self.count.load(Relaxed), self.nodes);
        let list = Vec::with_capacity(if lists { LIST } else { 0 });
        Finder { found: self, number, count: 0, list, lists, word: 0, bits: 0 }
    }

    /// The same if pieces of work collect what they find.
    pub(super) fn collector(&self) -> Option<Collector<'_>> {
        let ranges = self.ranges.listed.len();
        (ranges > 0).then(|| {
            let mut collected = self.collected.lock().pop().unwrap_or_default();
            collected.resize_with(ranges, Vec::new);
            Collector { found: self, collected }
        })
    }

    /// The same for a piece of work that offers each node once. Until it has found many, bits are not set.
    pub(super) fn once(&self, number: usize) -> Once<'_> {
        Once { finder: self.part(number), most: few(self.nodes) }
    }

    /// Sets the bits of nodes of a range that have been collected.
    fn set<'c>(&self, range: usize, collected: impl Iterator<Item = &'c Collected>) {
        let mut listed = self.ranges.listed[range].lock();
        let lists = is_few(self.count.load(Relaxed), self.nodes);
        let mut count = 0;
        for &node in collected.flat_map(|ranges| &ranges[range]) {
            let (word, bit) = place(node.index());
            let word = &self.bits.words()[word];
            let bits = word.load(Relaxed);
            word.store(bits | bit, Relaxed);
            if bits & bit == 0 {
                count += 1;
                if lists {
                    listed.push(node);
                }
            }
        }
        self.count.fetch_add(count, Relaxed);
    }

    /// Sets the bits of what is still collected.
    fn settle(&mut self, exec: &Exec) {
        let mut collected = std::mem::take(self.collected.get_mut());
        let set = |range: usize| self.set(range, collected.iter());
        for_each_block(exec, self.ranges.listed.len(), 1, |block| block.for_each(set));
        collected.iter_mut().flatten().for_each(Vec::clear);
        *self.collected.get_mut() = collected;
        let listed = std::mem::take(&mut self.ranges.listed).into_iter().map(Mutex::into_inner);
        self.lists.get_mut().extend(listed.enumerate().filter(|(_, list)| !list.is_empty()));
    }

    /// The nodes found, by pieces of work that offered them once or not.
    pub(super) fn into_set(mut self, exec: &Exec, once: bool) -> Result<NodeSet> {
        let has_bits = !once || !self.ranges.listed.is_empty();
        if !self.ranges.listed.is_empty() {
            self.settle(exec);
        }
        let count = self.count.load(Relaxed);
        let collected = std::mem::take(self.collected.get_mut());
        if !is_few(count, self.nodes) {
            if !has_bits {
                let lists = self.lists.get_mut().iter();
                lists.for_each(|(_, list)| list.iter().for_each(|node| self.bits.insert_alone(node.index())));
            }
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
        if has_bits {
            for_each_piece(exec, list.chunks(BLOCK), |nodes| {
                nodes.iter().for_each(|node| self.bits.words()[node.index() / WORD].store(0, Relaxed));
            });
        }
        *self.spare.0.lock() = (self.bits, collected);
        Ok(NodeSet::shuffled(self.nodes, list))
    }
}

/// What one piece of work finds. It is added to the rest when it is dropped.
pub(super) struct Finder<'a> {
    found: &'a Found<'a>,
    number: usize,
    count: usize,
    list: Vec<Node>,
    /// Whether new nodes are listed.
    lists: bool,
    /// Nodes that were offered but are not in the bitmap yet: bits of one word.
    word: usize,
    bits: u64,
}

/// To whom a piece of work offers nodes in any order.
pub(super) trait Offer {
    /// Offers a node.
    fn offer(&mut self, node: Node);
}

/// Nodes are not wanted.
impl Offer for () {
    #[inline]
    fn offer(&mut self, _: Node) {}
}

/// The nodes that a thread collects. They are added to the rest when this is dropped.
pub(super) struct Collector<'a> {
    found: &'a Found<'a>,
    collected: Collected,
}

impl Offer for Collector<'_> {
    #[inline]
    fn offer(&mut self, node: Node) {
        let Ranges { shift, most, .. } = &self.found.ranges;
        let range = node.index() >> *shift;
        let collected = &mut self.collected[range];
        collected.push(node);
        if collected.len() >= *most {
            self.hand_over(range);
        }
    }
}

impl Collector<'_> {
    #[cold]
    #[inline(never)]
    fn hand_over(&mut self, range: usize) {
        self.found.set(range, std::iter::once(&self.collected));
        self.collected[range].clear();
    }
}

impl Drop for Collector<'_> {
    fn drop(&mut self) {
        self.found.collected.lock().push(std::mem::take(&mut self.collected));
    }
}

/// The nodes that one piece of work finds, which offers each once.
pub(super) struct Once<'a> {
    finder: Finder<'a>,
    /// Most nodes to be listed.
    most: usize,
}

impl Offer for Once<'_> {
    #[inline]
    fn offer(&mut self, node: Node) {
        let finder = &mut self.finder;
        finder.count += 1;
        if !finder.lists {
            finder.set(node);
            return;
        }
        finder.list.push(node);
        if finder.list.len() > self.most {
            finder.set_listed();
        }
    }
}

impl Finder<'_> {
    /// Sets the bit of a node.
    #[inline]
    fn set(&self, node: Node) {
        if self.found.is_alone {
            self.found.bits.insert_alone(node.index());
        } else {
            self.found.bits.insert(node.index());
        }
    }

    /// Sets the bits of the nodes that are listed, and lists no more.
    #[cold]
    #[inline(never)]
    fn set_listed(&mut self) {
        self.lists = false;
        std::mem::take(&mut self.list).into_iter().for_each(|node| self.set(node));
    }
}

impl Offer for Finder<'_> {
    #[inline]
    fn offer(&mut self, node: Node) {
        let (word, bit) = place(node.index());
        let word = &self.found.bits.words()[word];
        // Looking first is cheaper than writing, and some nodes are offered often.
        let bits = word.load(Relaxed);
        if bits & bit != 0 {
            return;
        }
        if self.found.is_alone {
            word.store(bits | bit, Relaxed); // several times faster
        } else if word.fetch_or(bit, Relaxed) & bit != 0 {
            return;
        }
        self.add(node);
    }
}

impl Finder<'_> {
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
        if bits == 0 {
            return;
        }
        let word = &self.found.bits.words()[self.word];
        let before = if self.found.is_alone {
            let before = word.load(Relaxed);
            word.store(before | bits, Relaxed);
            before
        } else {
            word.fetch_or(bits, Relaxed)
        };
        self.add_word(self.word, bits & !before);
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
        self.found.count.fetch_add(self.count, Relaxed);
        if !self.list.is_empty() {
            self.found.lists.lock().push((self.number, std::mem::take(&mut self.list)));
        }
    }
}
