//! How a fragment's nodes learn what is new, and how nodes of one rank become one.

use std::mem::{replace, take};

use boscage::Result;
use boscage::graph::Node as NodeId;

use super::arcs::NONE;
use super::message::{Body, Name, News, Search};
use super::node::{AWAITED, CUT, LISTED, Nodes};
use super::post::Post;

impl Nodes {
    /// News from the core. Without [`super::Shortcut::Fragments`] they come once.
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
            return self.on_known(post, node, arc);
        }
        match self.searching(&news) {
            Some(block) => {
                // The block has come to know the fragment another way. The node becomes part of it, which is
                // an answer.
                self.links[arc as usize] |= CUT;
                let news = self.nodes[block as usize].news.one_further();
                self.send(post, arc, Body::Initiate(news))?;
                self.joining.push(node);
                let block = self.spread(post, block, NONE)?;
                if self.nodes[block as usize].test == NONE { self.test(post, block) } else { Ok(()) }
            }
            None => self.begin(post, node, arc, news),
        }
    }

    /// News that a block has got another way: neither end of the arc is told anything by the other.
    fn on_known(&mut self, post: &mut Post<'_, '_>, node: u32, arc: u32) -> Result<()> {
        let was_cut = self.links[arc as usize] & CUT != 0;
        self.links[arc as usize] |= CUT;
        if was_cut {
            // This end has sent nothing along the arc, so the other one waits for an answer.
            let news = self.nodes[node as usize].news.one_further();
            return self.send(post, arc, Body::Initiate(news));
        }
        if self.links[arc as usize] & AWAITED != 0 {
            self.answered(node, arc);
            self.report(post, node)?;
        }
        Ok(())
    }

    /// With [`super::Shortcut::Fragments`], a block of this rank that has got some news, and takes part in the
    /// search that these ask for.
    fn searching(&mut self, news: &News) -> Option<u32> {
        if news.search == Search::Found {
            return None;
        }
        let blocks = self.blocks.as_mut()?;
        let kin = self.kin.as_ref()?.get(&news.name)?;
        let mut roots = kin.iter().map(|&block| u32::from(blocks.find(NodeId::from(block))));
        roots.find(|&block| self.nodes[block as usize].news.search == Search::Find)
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
        if in_branch != NONE {
            self.links[in_branch as usize] &= !CUT;
            if self.links[in_branch as usize] & LISTED == 0 {
                self.list(node, in_branch);
            }
        }
        let own = &mut self.nodes[node as usize];
        debug_assert!(own.is_at_rest());
        (own.news, own.in_branch, own.best) = (news, in_branch, (Name::NONE, NONE));
        self.lists.push(replace(&mut own.branches, NONE));
        post.counts.level = post.counts.level.max(news.level.into());
        post.counts.hops = post.counts.hops.max(news.hops.into());
        self.has_changed = true;
        let node = self.spread(post, node, in_branch)?;
        if let Some(kin) = &mut self.kin {
            kin.entry(news.name).or_default().push(node);
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
                    self.links[arc as usize] &= !LISTED;
                    match self.neighbour(arc) {
                        Some(other) => self.joining.push(other),
                        None if self.links[arc as usize] & CUT != 0 => {}
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
            self.links[arc as usize] |= AWAITED;
        }
        let news = own.news.one_further();
        self.send(post, arc, Body::Initiate(news))
    }

    /// What a block has told along an arc has been answered.
    pub(super) fn answered(&mut self, node: u32, arc: u32) {
        assert!(self.links[arc as usize] & AWAITED != 0, "an answer to an Initiate");
        self.links[arc as usize] &= !AWAITED;
        self.nodes[node as usize].pending -= 1;
    }

    /// An arc is one of a block's BRANCH arcs.
    pub(super) fn list(&mut self, node: u32, arc: u32) {
        self.links[arc as usize] |= LISTED;
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
        blocks.unite(NodeId::from(node), NodeId::from(other));
        let root = u32::from(blocks.find(NodeId::from(node)));
        let child = if root == node { other } else { node };
        if root == other {
            self.nodes.swap(node as usize, other as usize);
        }
        self.arcs.meld(root, child);
        root
    }

    /// All blocks that know to be in a fragment, which has become part of a greater one, join.
    fn call_kin(&mut self, name: Name) {
        if let Some(kin) = &mut self.kin {
            self.joining.extend(kin.remove(&name).into_iter().flatten());
        }
    }
}
