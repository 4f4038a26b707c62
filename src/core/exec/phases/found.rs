//! The nodes that a phase finds: its next set.
//!
//! Threads find nodes, possibly the same one several times. A bitmap has one bit per node of the graph, which
//! is set when the node is found. As long as the found nodes are few, they are also listed. At the end, few
//! nodes become a list; their bits are cleared, and the bitmap is kept for the next phase. Many nodes stay a
//! bitmap. So neither form is converted to the other, and a phase that finds few nodes does not read the
//! whole bitmap.
//!
//! A cache line has the bits of 512 nodes. If every thread sets the bit of every node that it finds, lines
//! move between processors all the time, which in a large phase takes longer than the phase's own work. So
//! there the nodes of the graph are divided into *ranges*: a thread collects the nodes that it finds by
//! range, and one thread at a time sets the bits of a range, for many nodes at once. Phases that visit the
//! nodes in order (pull, select) seldom share a line.

use crate::Result;
use crate::bits::{SharedBits, WORD, numbers, place};
use crate::exec::Exec;
use crate::fault::is_planted;
use crate::graph::{Form, Node, NodeSet, few, is_few};
use crate::memory;
use crate::mutex::Mutex;
use crate::parallel::{for_each_block, for_each_piece};
use crate::primitives::{AtomicUsize, Ordering::Relaxed};

/// Number of nodes whose bits one thread clears at a time.
const BLOCK: usize = 1 << 12;

/// Initial capacity of a piece's list of nodes.
const LIST: usize = 1 << 8;
/// Work of a phase, in nodes and arcs, from which threads collect the nodes that they find.
const MUCH: u64 = 1 << 13;

/// Ranges per thread, so that threads seldom contend for one.
const RANGES: usize = 4;

/// Least number of nodes per range: neighbouring ranges may share one cache line, but not most of them.
const RANGE: usize = 1 << 12;

/// Number of nodes that a thread collects at most, in all ranges together.
const COLLECTED: usize = 1 << 15;

/// Nodes that a thread has collected, by the range to which they belong.
type Collected = Vec<Vec<Node>>;

/// The memory that a phase leaves for the next one: a bitmap without a set bit, and empty lists.
#[derive(Default)]
pub(crate) struct Spare(Mutex<(SharedBits, Vec<Collected>)>);

/// The nodes that a phase has found so far.
pub(super) struct Found<'a> {
    spare: &'a Spare,
    /// Number of nodes of the graph.
    nodes: usize,
    /// `true` if one thread does all the work.
    is_alone: bool,
    bits: SharedBits,
    /// Number of nodes found by the pieces that have ended.
    count: AtomicUsize,
    /// Lists of nodes, with the number of the piece or range that they come from.
    lists: Mutex<Vec<(usize, Vec<Node>)>>,
    /// The ranges, if threads collect.
    ranges: Ranges,
    /// Nodes that threads have collected, without those of threads that are still running.
    collected: Mutex<Vec<Collected>>,
}

/// The nodes of a graph, divided into ranges.
#[derive(Default)]
struct Ranges {
    /// Binary logarithm of the number of nodes per range.
    shift: u32,
    /// Number of nodes that a thread collects at most per range.
    most: usize,
    /// Per range, the nodes whose bits are set, if they are listed. The lock is needed to set bits.
    listed: Vec<Mutex<Vec<Node>>>,
}

impl<'a> Found<'a> {
    /// Creates an empty set of nodes of a graph of `nodes` nodes. `is_alone` is `true` if one thread does all
    /// the work.
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

    /// Creates the same for threads that find nodes in any order. `work` is that of all threads, in nodes and
    /// arcs; `None` if there is one thread.
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

    /// Returns a finder for the piece of work with this number.
    pub(super) fn part(&self, number: usize) -> Finder<'_> {
        let lists = is_few(self.count.load(Relaxed), self.nodes);
        let list = Vec::with_capacity(if lists { LIST } else { 0 });
        Finder { found: self, number, count: 0, list, lists, word: 0, bits: 0 }
    }

    /// Returns a collector for a piece of work, if pieces collect the nodes that they find.
    pub(super) fn collector(&self) -> Option<Collector<'_>> {
        let ranges = self.ranges.listed.len();
        (ranges > 0).then(|| {
            let mut collected = self.collected.lock().pop().unwrap_or_default();
            collected.resize_with(ranges, Vec::new);
            Collector { found: self, collected }
        })
    }

    /// Returns a finder for a piece of work that offers each node once. Bits are not set until there are many
    /// nodes.
    pub(super) fn once(&self, number: usize) -> Once<'_> {
        Once { finder: self.part(number), most: few(self.nodes) }
    }

    /// Sets the bits of the collected nodes of a range.
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

    /// Sets the bits of all nodes that are still collected.
    fn settle(&mut self, exec: &Exec) {
        let mut collected = std::mem::take(self.collected.get_mut());
        let set = |range: usize| self.set(range, collected.iter());
        for_each_block(exec, self.ranges.listed.len(), 1, |block| block.for_each(set));
        collected.iter_mut().flatten().for_each(Vec::clear);
        *self.collected.get_mut() = collected;
        let listed = std::mem::take(&mut self.ranges.listed).into_iter().map(Mutex::into_inner);
        self.lists.get_mut().extend(listed.enumerate().filter(|(_, list)| !list.is_empty()));
    }

    /// Returns the nodes found. `once` is `true` if the pieces of work offered each node once.
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

/// The nodes that one piece of work finds. They are added to [`Found`] when this is dropped.
pub(super) struct Finder<'a> {
    found: &'a Found<'a>,
    number: usize,
    count: usize,
    list: Vec<Node>,
    /// `true` if new nodes are listed.
    lists: bool,
    /// Nodes that were offered and are not in the bitmap yet: bits of one word.
    word: usize,
    bits: u64,
}

/// A set to which a piece of work offers nodes in any order.
pub(super) trait Offer {
    /// Offers a node.
    fn offer(&mut self, node: Node);
}

/// Ignores nodes.
impl Offer for () {
    #[inline]
    fn offer(&mut self, _: Node) {}
}

/// The nodes that a thread collects. They are added to [`Found`] when this is dropped.
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

/// The nodes that one piece of work finds, if it offers each node once.
pub(super) struct Once<'a> {
    finder: Finder<'a>,
    /// Number of nodes that are listed at most.
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

    /// Sets the bits of the listed nodes, and ends the list.
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
        // A load is cheaper than a write, and some nodes are offered often.
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
    /// Returns `true` if a node has been found, by an earlier piece or by this one.
    pub(super) fn has(&self, node: Node) -> bool {
        self.found.bits.contains(node.index())
    }

    /// Offers a node that is not below those offered before. This takes one access per word of the bitmap.
    #[inline]
    pub(super) fn offer_ascending(&mut self, node: Node) {
        let (word, bit) = place(node.index());
        if word != self.word {
            self.flush();
            self.word = word;
        }
        self.bits |= bit;
    }

    /// Sets the pending bits.
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

    /// Offers all nodes of a word of the bitmap. No other piece may offer nodes of this word.
    #[inline]
    pub(super) fn offer_word(&mut self, word: usize, bits: u64) {
        self.found.bits.words()[word].store(bits, Relaxed);
        self.add_word(word, bits);
    }

    #[inline]
    fn add_word(&mut self, word: usize, bits: u64) {
        if self.lists {
            numbers(word, bits).for_each(|node| self.add(Node::at(node)));
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
