//! The nodes that a phase finds: its next set.
//!
//! Threads add nodes, possibly the same one several times. A bit for each node of the graph says whether it
//! has been found. As long as the found nodes are few, each piece of work also lists its new ones. At the
//! end, few nodes become a list; the bits of these nodes are cleared, and the bitmap is kept for the next
//! phase. Many nodes stay a bitmap. So neither form is converted to the other, and a phase that finds few
//! nodes does not look at all nodes.

use crate::Result;
use crate::bits::{SharedBits, WORD, numbers, place};
use crate::exec::Exec;
use crate::fault::is_planted;
use crate::graph::{Form, Node, NodeSet, is_few};
use crate::memory;
use crate::mutex::Mutex;
use crate::parallel::for_each_piece;
use crate::primitives::{AtomicUsize, Ordering::Relaxed};

/// Nodes that one thread takes at a time where they only have their bits cleared.
const BLOCK: usize = 1 << 12;

/// Nodes that a piece of little work lists without asking for more memory.
const LIST: usize = 1 << 8;

/// A bitmap that has no bit set, if there is one, between two phases of a loop.
#[derive(Default)]
pub(crate) struct Spare(Mutex<SharedBits>);

/// What a phase has found so far.
pub(super) struct Found<'a> {
    spare: &'a Spare,
    nodes: usize,
    /// Whether one thread does all the work.
    is_alone: bool,
    bits: SharedBits,
    /// Of the pieces that have ended.
    count: AtomicUsize,
    /// With the numbers of the pieces that made them.
    lists: Mutex<Vec<(usize, Vec<Node>)>>,
}

impl<'a> Found<'a> {
    /// Nothing yet, of a graph of `nodes` nodes. `is_alone` says that one thread does all the work.
    pub(super) fn new(is_alone: bool, spare: &'a Spare, nodes: usize) -> Result<Self> {
        let mut bits = std::mem::take(&mut *spare.0.lock());
        if bits.words().len() != nodes.div_ceil(WORD) {
            bits = SharedBits::new("the bitmap of a set of nodes", nodes)?;
        }
        let is_alone = is_alone || is_planted("find-as-if-alone");
        Ok(Self { spare, nodes, is_alone, bits, count: AtomicUsize::new(0), lists: Mutex::default() })
    }

    /// For a piece of work, which has this number, to offer nodes to.
    pub(super) fn part(&self, number: usize) -> Finder<'_> {
        let lists = is_few(self.count.load(Relaxed), self.nodes);
        let list = Vec::with_capacity(if lists { LIST } else { 0 });
        Finder { found: self, number, count: 0, list, lists, word: 0, bits: 0 }
    }

    /// The nodes found.
    pub(super) fn into_set(mut self, exec: &Exec) -> Result<NodeSet> {
        let count = self.count.load(Relaxed);
        if !is_few(count, self.nodes) {
            return Ok(NodeSet::of_form(self.nodes, Form::Bitmap(self.bits)));
        }
        // The count only grows, so it was low enough for every piece to list what it found.
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
        *self.spare.0.lock() = self.bits;
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

impl Finder<'_> {
    /// Offers a node.
    #[inline]
    pub(super) fn offer(&mut self, node: Node) {
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
