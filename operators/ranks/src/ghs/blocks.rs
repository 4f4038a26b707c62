//! The broadcast of a fragment's status, and the blocks of nodes that share it.
//!
//! Without a shortcut this is simple: an Initiate comes from the core along BRANCH edges, which form a tree,
//! and each node passes it on. The rest is about [`Shortcut::Fragments`](super::Shortcut::Fragments).
//!
//! A *block* is a set of nodes of one rank that know that they are in the same fragment. It acts as one node
//! that has the arcs of all, with disjoint sets to find it and a heap of its BASIC arcs. So the fragment is a
//! graph of blocks, and this graph may have cycles, although the BRANCH edges have none. A status is
//! broadcast as in the *echo algorithm* (Chang 1982): a block passes on the first Initiate that it receives
//! along all its other BRANCH arcs, and waits for an answer along each.
//!
//! - *One core.* Only the lower end of a core begins, so that there is one block that decides, without a
//!   Report from the other end. The other end has received the Connect before, and has ignored it.
//! - *Joining at rest.* A block becomes part of another only when a fragment gets a new status, and all of
//!   the fragment is at rest: its search has ended, or it could not have sent Connect. So no answer to it is
//!   in transit, and the new status replaces everything that it knew. The blocks that join are those of this
//!   rank at the other ends of BRANCH arcs, and all with the same old name.
//! - *Joining a search.* If a block that gets a status finds another one on the rank that has the same status
//!   and has not reported, it becomes part of that. It answers with the same status instead of a Report. If
//!   the other one has reported, both are remembered by the name, and join when the next status arrives.
//! - *Crossing.* A block that gets the same status a second time, along another arc, takes it for the answer
//!   along this arc. The other end does likewise, because this one has sent it the same status. If both
//!   search, they cut the arc: no status goes along it any more. Each waits for the message of the other, so
//!   either both cut it or none.
//! - *Cutting loses nothing.* Both ends have received the same status along other arcs. So a path from one to
//!   the other remains, that of the status.
//! - *Late status.* An absorbed fragment that is not asked to search is not waited for. A status for it may
//!   arrive when it has received later ones along another path. Late ones have a lower level, and are
//!   ignored.
//! - *Lighter arcs.* A block may grow while it waits for the answer to its Test. So it looks at its lightest
//!   BASIC arc again after an Accept.
//!
//! After one search there is about one block per fragment and rank, and about as many uncut arcs. So a
//! broadcast takes at most about P messages one after another, instead of the depth of the fragment. The
//! price: a block tests one arc at a time, while its nodes would have tested theirs at the same time.

use std::collections::HashMap;
use std::mem::{replace, take};

use boscage_core::Result;
use boscage_core::graph::Node;
use boscage_core::sync::SequentialSets;

use super::arcs::NONE;
use super::mailbox::Mailbox;
use super::message::{Body, Name, Search, Status};
use super::node::{Link, Nodes};

/// The nodes of a rank that act as one.
pub(super) struct Blocks {
    /// A block's number is that of its root.
    sets: SequentialSets,
    /// The blocks that have received the name of a fragment.
    by_fragment: HashMap<Name, Vec<u32>>,
}

impl Blocks {
    /// Creates a block per node.
    pub(super) fn new(nodes: usize) -> Result<Self> {
        Ok(Self { sets: SequentialSets::new(nodes)?, by_fragment: HashMap::new() })
    }

    /// Returns the block of a node.
    pub(super) fn find(&mut self, node: u32) -> u32 {
        self.sets.find(Node::from(node)).into()
    }

    fn unite(&mut self, a: u32, b: u32) {
        self.sets.unite(Node::from(a), Node::from(b));
    }
}

impl Nodes {
    /// Handles a status from the core. Without a shortcut it arrives once.
    pub(super) fn on_initiate(
        &mut self,
        mailbox: &mut Mailbox<'_, '_>,
        node: u32,
        arc: u32,
        status: Status,
    ) -> Result<()> {
        let own = self.nodes[node as usize].status;
        if status.level < own.level {
            return Ok(()); // a later status has arrived along another path
        }
        if status.name == own.name {
            return self.on_known(mailbox, node, arc, status.search);
        }
        match self.searching(&status) {
            Some(block) => {
                // The block has the status along another path. The node becomes part of it, which is an
                // answer.
                self.links[arc as usize] = Link::Cut;
                let status = self.nodes[block as usize].status.one_further();
                self.send(mailbox, arc, Body::Initiate(status))?;
                self.joining.push(node);
                let block = self.spread(mailbox, block, NONE)?;
                if self.nodes[block as usize].test == NONE { self.test(mailbox, block) } else { Ok(()) }
            }
            None => self.begin(mailbox, node, arc, status),
        }
    }

    /// Handles a status that a block has already received along another path. It is an answer if the block
    /// waits for one along this arc. If the other end waits, too, both cut the arc.
    fn on_known(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32, arc: u32, search: Search) -> Result<()> {
        if self.links[arc as usize] != Link::Awaited {
            return Ok(());
        }
        let link = if search == Search::Find { Link::Cut } else { Link::Idle };
        self.answered(node, arc, link);
        self.report(mailbox, node)
    }

    /// Returns, with a shortcut, a block of this rank that has the same status and takes part in its search.
    fn searching(&mut self, status: &Status) -> Option<u32> {
        let Blocks { sets, by_fragment } = self.blocks.as_mut().filter(|_| status.search == Search::Find)?;
        let mut by_fragment =
            by_fragment.get(&status.name)?.iter().map(|&block| u32::from(sets.find(Node::from(block))));
        by_fragment.find(|&block| self.nodes[block as usize].status.search == Search::Find)
    }

    /// Gives a block a new status: it passes it on, and takes part in the search.
    pub(super) fn begin(
        &mut self,
        mailbox: &mut Mailbox<'_, '_>,
        node: u32,
        in_branch: u32,
        status: Status,
    ) -> Result<()> {
        self.join_fragment(self.nodes[node as usize].status.name);
        let own = &mut self.nodes[node as usize];
        debug_assert!(own.is_at_rest());
        (own.status, own.in_branch, own.best) = (status, in_branch, (Name::NONE, NONE));
        self.lists.push(replace(&mut own.branches, NONE));
        mailbox.counts.level = mailbox.counts.level.max(status.level.into());
        mailbox.counts.hops = mailbox.counts.hops.max(status.hops.into());
        self.has_changed = true;
        let node = self.spread(mailbox, node, in_branch)?;
        if let Some(blocks) = &mut self.blocks {
            blocks.by_fragment.entry(status.name).or_default().push(node);
        }
        match status.search {
            Search::Find => self.test(mailbox, node),
            Search::Found => Ok(()),
        }
    }

    /// Passes the status of a block on along all arcs of some lists except one; these become its BRANCH arcs.
    /// With a shortcut, nodes of this rank at their other ends become part of the block, with their arcs, and
    /// so do those that are [`joining`](Self::joining). Returns the number of the block.
    pub(super) fn spread(
        &mut self,
        mailbox: &mut Mailbox<'_, '_>,
        mut node: u32,
        except: u32,
    ) -> Result<u32> {
        loop {
            if let Some(mut arc) = self.lists.pop() {
                while arc != NONE {
                    let next = self.next_branch[arc as usize];
                    match self.neighbour(arc) {
                        Some(other) => self.joining.push(other),
                        None if self.links[arc as usize] == Link::Cut => {}
                        None => {
                            self.list(node, arc);
                            if arc != except {
                                self.pass_on(mailbox, node, arc)?;
                            }
                        }
                    }
                    arc = next;
                }
            } else if let Some(other) = self.joining.pop() {
                let other = self.block(other);
                if other != node {
                    node = self.absorb(node, other);
                }
            } else {
                return Ok(node);
            }
        }
    }

    /// Passes the status of a block on along one of its arcs.
    fn pass_on(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32, arc: u32) -> Result<()> {
        let own = &mut self.nodes[node as usize];
        if own.status.search == Search::Find {
            own.pending += 1;
            self.links[arc as usize] = Link::Awaited;
        }
        let status = own.status.one_further();
        self.send(mailbox, arc, Body::Initiate(status))
    }

    /// Records the answer to an Initiate along an arc.
    pub(super) fn answered(&mut self, node: u32, arc: u32, link: Link) {
        assert_eq!(replace(&mut self.links[arc as usize], link), Link::Awaited, "an answer to an Initiate");
        self.nodes[node as usize].pending -= 1;
    }

    /// Adds an arc to a block's BRANCH arcs.
    pub(super) fn list(&mut self, node: u32, arc: u32) {
        self.next_branch[arc as usize] = replace(&mut self.nodes[node as usize].branches, arc);
    }

    /// Makes another block part of this one. Returns the number of both.
    fn absorb(&mut self, node: u32, other: u32) -> u32 {
        assert!(self.nodes[other as usize].is_at_rest(), "a fragment that is absorbed has ended its search");
        self.join_fragment(self.nodes[other as usize].status.name);
        self.lists.push(replace(&mut self.nodes[other as usize].branches, NONE));
        let waiting = take(&mut self.nodes[other as usize].waiting);
        self.nodes[node as usize].waiting.extend(waiting);
        self.has_changed = true;
        let blocks = self.blocks.as_mut().expect("there are blocks with a shortcut only");
        blocks.unite(node, other);
        let root = blocks.find(node);
        let child = if root == node { other } else { node };
        if root == other {
            self.nodes.swap(node as usize, other as usize);
        }
        self.arcs.meld(root, child);
        root
    }

    /// Makes all blocks with the name of a fragment join, which has become part of a larger one.
    fn join_fragment(&mut self, name: Name) {
        if let Some(blocks) = &mut self.blocks {
            self.joining.extend(blocks.by_fragment.remove(&name).into_iter().flatten());
        }
    }
}
