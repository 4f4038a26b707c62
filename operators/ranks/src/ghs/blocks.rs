//! How the nodes of a fragment learn what is new, and how those of one rank become one.
//!
//! Without a shortcut this is simple: an Initiate comes from the core along BRANCH edges, which form a tree,
//! and each node passes it on. What follows is about [`Shortcut::Fragments`](super::Shortcut::Fragments).
//!
//! A *block* is a set of nodes of one rank that know that they are in the same fragment. It acts as one node
//! that has the arcs of all, with disjoint sets to find it and a heap of its BASIC arcs. So the fragment is a
//! graph of blocks, and this graph may have cycles, although the BRANCH edges have none. News spread as in
//! the *echo algorithm* (Chang 1982): a block passes on the first Initiate that comes along all its BRANCH
//! arcs but the one it came along, and waits for an answer along each.
//!
//! - *One core.* Only the lower end of a core begins, so that there is one block that decides, without a
//!   Report from the other end. The other end has got the Connect before, and has ignored it.
//! - *Joining at rest.* A block becomes part of another only when a fragment gets news, and
//!   all of the fragment is at rest: its search has ended, or it could not have sent Connect. So no
//!   answer to it is on its way, and the news replace all that it knew. The blocks that join are those of
//!   this rank behind BRANCH arcs, and its *kin*: all that were told the name which this block had until
//!   now.
//! - *Joining a search.* If a block that gets news finds another one on the rank that has got the same
//!   news and has not reported, it becomes part of that. It answers with the same news instead of a
//!   Report. If the other one has reported, both are kin, and join when the next news come.
//! - *Crossing.* A block that gets the news a second time, along another arc, takes this for the answer along
//!   this arc. The other end does likewise, because this one has sent it the same news. If both search, they
//!   cut the arc: no news go along it any more. Each waits for what the other has sent, so either both
//!   cut it or none.
//! - *Nothing is lost by cutting.* Both ends have got the same news along other arcs. So a way from one to
//!   the other remains, that of the news.
//! - *Late news.* An absorbed fragment that is not asked to search is not waited for. News for it may come
//!   when it has got later ones another way; they have a lower level, and are ignored.
//! - *Lighter arcs.* A block may grow while it waits for the answer to its Test. So it looks at its lightest
//!   BASIC arc again after an Accept.
//!
//! After one search there is about one block a fragment and rank, and about as many uncut arcs. So news
//! take about P messages one after the other at most, and not as many as the fragment is deep. The price: a
//! block tests one arc at a time, where its nodes would have tested theirs at the same time.

use std::collections::HashMap;
use std::mem::{replace, take};

use boscage_core::Result;
use boscage_core::graph::Node;
use boscage_core::sync::SequentialSets;

use super::arcs::NONE;
use super::message::{Body, Name, News, Search};
use super::node::{Link, Nodes};
use super::post::Post;

/// The nodes of a rank that act as one.
pub(super) struct Blocks {
    /// A block's number is that of its root.
    sets: SequentialSets,
    /// The blocks that have been told the name of a fragment.
    kin: HashMap<Name, Vec<u32>>,
}

impl Blocks {
    /// Each node a block.
    pub(super) fn new(nodes: usize) -> Result<Self> {
        Ok(Self { sets: SequentialSets::new(nodes)?, kin: HashMap::new() })
    }

    /// The block of a node.
    pub(super) fn find(&mut self, node: u32) -> u32 {
        self.sets.find(Node::from(node)).into()
    }

    fn unite(&mut self, a: u32, b: u32) {
        self.sets.unite(Node::from(a), Node::from(b));
    }
}

impl Nodes {
    /// News from the core. Without a shortcut they come once.
    pub(super) fn on_initiate(
        &mut self,
        post: &mut Post<'_, '_>,
        node: u32,
        arc: u32,
        news: News,
    ) -> Result<()> {
        let own = self.nodes[node as usize].news;
        if news.level < own.level {
            return Ok(()); // later news have come another way
        }
        if news.name == own.name {
            return self.on_known(post, node, arc, news.search);
        }
        match self.searching(&news) {
            Some(block) => {
                // The block has come to know the fragment another way. The node becomes part of it, which is
                // an answer.
                self.links[arc as usize] = Link::Cut;
                let news = self.nodes[block as usize].news.one_further();
                self.send(post, arc, Body::Initiate(news))?;
                self.joining.push(node);
                let block = self.spread(post, block, NONE)?;
                if self.nodes[block as usize].test == NONE { self.test(post, block) } else { Ok(()) }
            }
            None => self.begin(post, node, arc, news),
        }
    }

    /// News that a block has got another way. They are an answer if it waits for one along this arc. If the
    /// other end waits, too, both cut the arc.
    fn on_known(&mut self, post: &mut Post<'_, '_>, node: u32, arc: u32, search: Search) -> Result<()> {
        if self.links[arc as usize] != Link::Awaited {
            return Ok(());
        }
        let link = if search == Search::Find { Link::Cut } else { Link::Idle };
        self.answered(node, arc, link);
        self.report(post, node)
    }

    /// With a shortcut, a block of this rank that has got some news, and takes part in the search that these
    /// ask for.
    fn searching(&mut self, news: &News) -> Option<u32> {
        let Blocks { sets, kin } = self.blocks.as_mut().filter(|_| news.search == Search::Find)?;
        let mut kin = kin.get(&news.name)?.iter().map(|&block| u32::from(sets.find(Node::from(block))));
        kin.find(|&block| self.nodes[block as usize].news.search == Search::Find)
    }

    /// A block gets news: it tells those behind it, and takes part in the search.
    pub(super) fn begin(
        &mut self,
        post: &mut Post<'_, '_>,
        node: u32,
        in_branch: u32,
        news: News,
    ) -> Result<()> {
        self.call_kin(self.nodes[node as usize].news.name);
        let own = &mut self.nodes[node as usize];
        debug_assert!(own.is_at_rest());
        (own.news, own.in_branch, own.best) = (news, in_branch, (Name::NONE, NONE));
        self.lists.push(replace(&mut own.branches, NONE));
        post.counts.level = post.counts.level.max(news.level.into());
        post.counts.hops = post.counts.hops.max(news.hops.into());
        self.has_changed = true;
        let node = self.spread(post, node, in_branch)?;
        if let Some(blocks) = &mut self.blocks {
            blocks.kin.entry(news.name).or_default().push(node);
        }
        match news.search {
            Search::Find => self.test(post, node),
            Search::Found => Ok(()),
        }
    }

    /// Tells what the block knows along all arcs of some lists but one, which become its BRANCH arcs. With a
    /// shortcut, nodes of this rank behind them become part of the block, with their arcs, and so do those
    /// that are [`joining`](Self::joining). Returns the number of the block.
    pub(super) fn spread(&mut self, post: &mut Post<'_, '_>, mut node: u32, except: u32) -> Result<u32> {
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
                                self.tell(post, node, arc)?;
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

    /// Tells what a block knows along one of its arcs.
    fn tell(&mut self, post: &mut Post<'_, '_>, node: u32, arc: u32) -> Result<()> {
        let own = &mut self.nodes[node as usize];
        if own.news.search == Search::Find {
            own.pending += 1;
            self.links[arc as usize] = Link::Awaited;
        }
        let news = own.news.one_further();
        self.send(post, arc, Body::Initiate(news))
    }

    /// What a block has told along an arc has been answered.
    pub(super) fn answered(&mut self, node: u32, arc: u32, link: Link) {
        assert_eq!(replace(&mut self.links[arc as usize], link), Link::Awaited, "an answer to an Initiate");
        self.nodes[node as usize].pending -= 1;
    }

    /// An arc is one of a block's BRANCH arcs.
    pub(super) fn list(&mut self, node: u32, arc: u32) {
        self.next_branch[arc as usize] = replace(&mut self.nodes[node as usize].branches, arc);
    }

    /// Another block becomes part of this one. Returns the number of both.
    fn absorb(&mut self, node: u32, other: u32) -> u32 {
        assert!(self.nodes[other as usize].is_at_rest(), "a fragment that is absorbed has ended its search");
        self.call_kin(self.nodes[other as usize].news.name);
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

    /// All blocks that know to be in a fragment, which has become part of a greater one, join.
    fn call_kin(&mut self, name: Name) {
        if let Some(blocks) = &mut self.blocks {
            self.joining.extend(blocks.kin.remove(&name).into_iter().flatten());
        }
    }
}
