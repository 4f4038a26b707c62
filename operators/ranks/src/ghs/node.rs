//! What nodes do when a message comes: the procedures of Gallager, Humblet and Spira.

use std::mem::{replace, take};

use boscage_core::{Result, memory};

use super::arcs::{ArcState, Arcs, NONE};
use super::blocks::Blocks;
use super::config::{Ghs, Shortcut};
use super::message::{Body, Message, Name, News, Search};
use super::post::Post;

/// A node, or a block of nodes, as it knows itself.
pub(super) struct Node {
    /// What it was told last.
    pub(super) news: News,
    /// The arc towards the core; [`NONE`] in a block that has the core inside.
    pub(super) in_branch: u32,
    /// The lightest edge known that leaves the fragment, and the arc that leads there.
    pub(super) best: (Name, u32),
    /// The arc that it has sent a Test along, and not got an answer.
    pub(super) test: u32,
    /// How many reports it waits for.
    pub(super) pending: u32,
    /// The first BRANCH arc.
    pub(super) branches: u32,
    /// Messages that have to wait until it changes, by the arcs they came along.
    pub(super) waiting: Vec<(u32, Body)>,
}

impl Node {
    fn new() -> Self {
        Self {
            news: News { level: 0, name: Name::NONE, search: Search::Found, hops: 0 },
            in_branch: NONE,
            best: (Name::NONE, NONE),
            test: NONE,
            pending: 0,
            branches: NONE,
            waiting: Vec::new(),
        }
    }

    /// Whether it takes part in no search.
    pub(super) fn is_at_rest(&self) -> bool {
        self.news.search == Search::Found && self.test == NONE && self.pending == 0
    }
}

/// The nodes of a rank.
pub(super) struct Nodes {
    pub(super) arcs: Arcs,
    pub(super) nodes: Vec<Node>,
    /// The BRANCH arc behind each one of the same node.
    pub(super) next_branch: Vec<u32>,
    pub(super) links: Vec<Link>,
    /// The nodes that act as one; nothing without a shortcut.
    pub(super) blocks: Option<Blocks>,
    /// Whether the node that handles a message has changed so that other messages need not wait any more.
    pub(super) has_changed: bool,
    /// Lists of BRANCH arcs that are walked.
    pub(super) lists: Vec<u32>,
    /// Blocks that become part of the one that handles a message.
    pub(super) joining: Vec<u32>,
}

/// How a block uses a BRANCH arc to tell others what is new.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// It will, or it has and needs no answer.
    Idle,
    /// It has, and waits for the answer.
    Awaited,
    /// It does not any more, because other ways lead there.
    Cut,
}

impl Nodes {
    pub(super) fn new(arcs: Arcs, config: Ghs) -> Result<Self> {
        let blocks = match config.shortcut {
            Shortcut::None => None,
            Shortcut::Fragments => Some(Blocks::new(arcs.nodes())?),
        };
        let links = memory::filled("states of BRANCH arcs", arcs.len(), Link::Idle)?;
        let next_branch = memory::filled("BRANCH arcs", arcs.len(), NONE)?;
        let mut nodes = memory::reserve("nodes that have arcs", arcs.nodes())?;
        nodes.extend((0..arcs.nodes()).map(|_| Node::new()));
        let (lists, joining) = (Vec::new(), Vec::new());
        Ok(Self { arcs, nodes, next_branch, links, blocks, has_changed: false, lists, joining })
    }

    pub(super) fn arcs(&self) -> &Arcs {
        &self.arcs
    }

    /// Whether no node has anything to do.
    pub(super) fn are_at_rest(&self) -> bool {
        self.nodes.iter().all(|node| node.is_at_rest() && node.waiting.is_empty())
    }

    /// Every node wakes up and asks along its lightest arc.
    pub(super) fn wake(&mut self, post: &mut Post<'_, '_>) -> Result<()> {
        (0..self.nodes.len() as u32).try_for_each(|node| {
            let lightest =
                self.arcs.first_basic(node, |_| false).expect("nodes without arcs are no nodes here");
            self.connect(post, node, lightest)
        })
    }

    /// Handles a message for a node, and those that can be handled thereafter.
    pub(super) fn handle(&mut self, post: &mut Post<'_, '_>, node: u32, message: Message) -> Result<()> {
        let arc = self.arcs.find(node, message.edge);
        if !self.act(post, arc, message.body)? {
            let node = self.block(node);
            post.counts.waits += 1;
            self.nodes[node as usize].waiting.push((arc, message.body));
        }
        while replace(&mut self.has_changed, false) {
            let at = self.block(node) as usize;
            for (arc, body) in take(&mut self.nodes[at].waiting) {
                if !self.act(post, arc, body)? {
                    let at = self.block(node) as usize;
                    self.nodes[at].waiting.push((arc, body));
                }
            }
        }
        Ok(())
    }

    /// Does what a message asks for; `false` if it has to wait.
    fn act(&mut self, post: &mut Post<'_, '_>, arc: u32, body: Body) -> Result<bool> {
        let node = self.block(self.arcs.arc(arc).node);
        if self.neighbour(arc) == Some(node) {
            return self.act_inside(post, node, arc, body);
        }
        match body {
            Body::Connect { level } => return self.on_connect(post, node, arc, level),
            Body::Initiate(news) => self.on_initiate(post, node, arc, news)?,
            Body::Test { level, name } => return self.on_test(post, node, arc, level, name),
            Body::Accept => {
                let (own, name) = (&mut self.nodes[node as usize], self.arcs.arc(arc).name);
                own.test = NONE;
                own.best = own.best.min((name, arc));
                // Blocks that have become part of this one in the meantime may have lighter arcs.
                if self.blocks.is_some() { self.test(post, node)? } else { self.report(post, node)? }
            }
            Body::Reject => {
                self.reject(arc);
                self.nodes[node as usize].test = NONE;
                self.test(post, node)?;
            }
            Body::Report { best } => return self.on_report(post, node, arc, best),
            Body::ChangeCore => self.change_core(post, node)?,
        }
        Ok(true)
    }

    /// The same for an arc of a block to itself. What was sent along it before the two ends became one is of
    /// no use any more; only, the block may wait for an answer to its own Test.
    fn act_inside(&mut self, post: &mut Post<'_, '_>, node: u32, arc: u32, body: Body) -> Result<bool> {
        let is_test = matches!(body, Body::Test { .. } | Body::Accept | Body::Reject);
        let test = self.nodes[node as usize].test;
        if is_test && test != NONE && self.arcs.arc(test).name == self.arcs.arc(arc).name {
            self.nodes[node as usize].test = NONE;
            self.test(post, node)?;
        }
        Ok(true)
    }

    fn on_connect(&mut self, post: &mut Post<'_, '_>, node: u32, arc: u32, level: u8) -> Result<bool> {
        let own = &self.nodes[node as usize];
        if level < own.news.level {
            debug_assert_eq!(self.arcs.state(arc), ArcState::Basic, "an edge to another fragment");
            // The other fragment is absorbed. It gets the news that this node has, and takes part in the
            // search if this node has not reported yet. If this node has reported, or has found an edge, that
            // edge is lighter than this one, and so lighter than all that leave the other fragment.
            self.arcs.decide(arc, ArcState::Branch);
            self.next_branch[arc as usize] = NONE;
            self.lists.push(arc);
            self.spread(post, node, NONE)?;
            return Ok(true);
        }
        if self.arcs.state(arc) == ArcState::Basic {
            return Ok(false);
        }
        // Both fragments have chosen this edge: it is the core of a fragment one level up.
        let (search, hops) = (Search::Find, 0);
        let news = News { level: own.news.level + 1, name: self.arcs.arc(arc).name, search, hops };
        if self.blocks.is_none() {
            self.send(post, arc, Body::Initiate(news.one_further()))?;
        } else if self.neighbour(arc).is_some()
            || self.arcs.label(self.arcs.arc(arc).node) < self.arcs.arc(arc).other
        {
            self.begin(post, node, NONE, news)?; // the lower end alone
        }
        Ok(true)
    }

    fn on_test(
        &mut self,
        post: &mut Post<'_, '_>,
        node: u32,
        arc: u32,
        level: u8,
        name: Name,
    ) -> Result<bool> {
        let own = &mut self.nodes[node as usize];
        if level > own.news.level {
            return Ok(false);
        }
        if name != own.news.name {
            self.send(post, arc, Body::Accept)?;
        } else if own.test == arc {
            // Both ends have asked each other.
            own.test = NONE;
            self.reject(arc);
            self.test(post, node)?;
        } else {
            self.reject(arc);
            self.send(post, arc, Body::Reject)?;
        }
        Ok(true)
    }

    fn on_report(&mut self, post: &mut Post<'_, '_>, node: u32, arc: u32, best: Name) -> Result<bool> {
        let own = &mut self.nodes[node as usize];
        if arc != own.in_branch {
            own.best = own.best.min((best, arc));
            self.answered(node, arc, Link::Idle);
            self.report(post, node)?;
            return Ok(true);
        }
        // From the other end of the core.
        if own.news.search == Search::Find {
            return Ok(false);
        }
        if own.best.0 < best {
            self.change_core(post, node)?;
        }
        Ok(true) // if both have found nothing, this component is done
    }

    /// Asks along the lightest BASIC arc, unless a lighter edge is known.
    pub(super) fn test(&mut self, post: &mut Post<'_, '_>, node: u32) -> Result<()> {
        let blocks = &mut self.blocks;
        let is_inner = |other| blocks.as_mut().is_some_and(|blocks| blocks.find(other) == node);
        let lightest = self.arcs.first_basic(node, is_inner);
        let own = &mut self.nodes[node as usize];
        match lightest {
            Some(arc) if self.arcs.arc(arc).name < own.best.0 => {
                own.test = arc;
                let (level, name) = (own.news.level, own.news.name);
                self.send(post, arc, Body::Test { level, name })
            }
            _ => self.report(post, node),
        }
    }

    /// Tells the lightest edge that is known, if nothing more can be learnt.
    pub(super) fn report(&mut self, post: &mut Post<'_, '_>, node: u32) -> Result<()> {
        let own = &mut self.nodes[node as usize];
        if own.pending > 0 || own.test != NONE {
            return Ok(());
        }
        own.news.search = Search::Found;
        self.has_changed = true;
        let (best, arc) = (own.best.0, own.in_branch);
        match arc {
            NONE if best == Name::NONE => Ok(()), // this component is done
            NONE => self.change_core(post, node),
            _ => self.send(post, arc, Body::Report { best }),
        }
    }

    /// The core's way to the lightest edge ends here, or goes on.
    fn change_core(&mut self, post: &mut Post<'_, '_>, node: u32) -> Result<()> {
        let arc = self.nodes[node as usize].best.1;
        match self.arcs.state(arc) {
            ArcState::Branch => self.send(post, arc, Body::ChangeCore),
            _ => self.connect(post, node, arc),
        }
    }

    /// Asks the fragment behind an arc to become one with this one.
    fn connect(&mut self, post: &mut Post<'_, '_>, node: u32, arc: u32) -> Result<()> {
        let level = self.nodes[node as usize].news.level;
        self.list(node, arc);
        self.arcs.decide(arc, ArcState::Branch);
        self.has_changed = true;
        self.send(post, arc, Body::Connect { level })
    }

    /// An edge whose ends are in one fragment.
    fn reject(&mut self, arc: u32) {
        if self.arcs.state(arc) == ArcState::Basic {
            self.arcs.decide(arc, ArcState::Rejected);
        }
    }

    /// What a node acts as a part of.
    pub(super) fn block(&mut self, node: u32) -> u32 {
        self.blocks.as_mut().map_or(node, |blocks| blocks.find(node))
    }

    /// With a shortcut, the block at the other end of an arc, if it is on this rank.
    pub(super) fn neighbour(&mut self, arc: u32) -> Option<u32> {
        let blocks = self.blocks.as_mut()?;
        let other = self.arcs.local(self.arcs.arc(arc).other)?;
        Some(blocks.find(other))
    }

    pub(super) fn send(&self, post: &mut Post<'_, '_>, arc: u32, body: Body) -> Result<()> {
        let arc = self.arcs.arc(arc);
        let message = Message { to: arc.other, edge: arc.name.edge, body };
        match self.arcs.local(arc.other) {
            Some(node) => {
                post.send_here(node, message);
                Ok(())
            }
            None => post.send(self.arcs.owner(arc.other), &message),
        }
    }
}
