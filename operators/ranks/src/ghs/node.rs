//! The reactions of nodes to messages: the procedures of Gallager, Humblet and Spira.

use std::mem::{replace, take};

use boscage_core::{Result, memory};

use super::arcs::{ArcState, Arcs, NONE};
use super::blocks::Blocks;
use super::config::{Ghs, Shortcut};
use super::mailbox::Mailbox;
use super::message::{Body, Message, Name, Search, Status};

/// The knowledge of a node, or of a block of nodes.
pub(super) struct Node {
    /// The last status that it received.
    pub(super) status: Status,
    /// The arc towards the core; [`NONE`] in a block that contains the core.
    pub(super) in_branch: u32,
    /// The lightest known edge that leaves the fragment, and the arc that leads to it.
    pub(super) best: (Name, u32),
    /// The arc along which it has sent a Test without an answer yet.
    pub(super) test: u32,
    /// Number of reports for which it waits.
    pub(super) pending: u32,
    /// The first BRANCH arc.
    pub(super) branches: u32,
    /// Messages that wait until it changes, with the arcs along which they arrived.
    pub(super) waiting: Vec<(u32, Body)>,
}

impl Node {
    fn new() -> Self {
        Self {
            status: Status { level: 0, name: Name::NONE, search: Search::Found, hops: 0 },
            in_branch: NONE,
            best: (Name::NONE, NONE),
            test: NONE,
            pending: 0,
            branches: NONE,
            waiting: Vec::new(),
        }
    }

    /// Returns `true` if it takes part in no search.
    pub(super) fn is_at_rest(&self) -> bool {
        self.status.search == Search::Found && self.test == NONE && self.pending == 0
    }
}

/// The nodes of a rank.
pub(super) struct Nodes {
    pub(super) arcs: Arcs,
    pub(super) nodes: Vec<Node>,
    /// The next BRANCH arc of the same node, per arc.
    pub(super) next_branch: Vec<u32>,
    pub(super) links: Vec<Link>,
    /// The nodes that act as one; `None` without a shortcut.
    pub(super) blocks: Option<Blocks>,
    /// `true` if the node that handles a message has changed, so that messages that wait must be tried again.
    pub(super) has_changed: bool,
    /// Lists of BRANCH arcs to be visited.
    pub(super) lists: Vec<u32>,
    /// Blocks that become part of the one that handles a message.
    pub(super) joining: Vec<u32>,
}

/// The use of a BRANCH arc by a block for broadcasts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Link {
    /// No answer is expected.
    Idle,
    /// A status was sent, and its answer is expected.
    Awaited,
    /// It is not used any more, because other paths lead to the other end.
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

    /// Returns `true` if no node has anything to do.
    pub(super) fn are_at_rest(&self) -> bool {
        self.nodes.iter().all(|node| node.is_at_rest() && node.waiting.is_empty())
    }

    /// Wakes up every node, which sends Connect along its lightest arc.
    pub(super) fn wake(&mut self, mailbox: &mut Mailbox<'_, '_>) -> Result<()> {
        (0..self.nodes.len() as u32).try_for_each(|node| {
            let lightest =
                self.arcs.first_basic(node, |_| false).expect("nodes without arcs are no nodes here");
            self.connect(mailbox, node, lightest)
        })
    }

    /// Handles a message for a node, and those that can be handled afterwards.
    pub(super) fn handle(
        &mut self,
        mailbox: &mut Mailbox<'_, '_>,
        node: u32,
        message: Message,
    ) -> Result<()> {
        let arc = self.arcs.find(node, message.edge);
        if !self.act(mailbox, arc, message.body)? {
            let node = self.block(node);
            mailbox.counts.waits += 1;
            self.nodes[node as usize].waiting.push((arc, message.body));
        }
        while replace(&mut self.has_changed, false) {
            let at = self.block(node) as usize;
            for (arc, body) in take(&mut self.nodes[at].waiting) {
                if !self.act(mailbox, arc, body)? {
                    let at = self.block(node) as usize;
                    self.nodes[at].waiting.push((arc, body));
                }
            }
        }
        Ok(())
    }

    /// Handles a message; returns `false` if it has to wait.
    fn act(&mut self, mailbox: &mut Mailbox<'_, '_>, arc: u32, body: Body) -> Result<bool> {
        let node = self.block(self.arcs.arc(arc).node);
        if self.neighbour(arc) == Some(node) {
            return self.act_inside(mailbox, node, arc, body);
        }
        match body {
            Body::Connect { level } => return self.on_connect(mailbox, node, arc, level),
            Body::Initiate(status) => self.on_initiate(mailbox, node, arc, status)?,
            Body::Test { level, name } => return self.on_test(mailbox, node, arc, level, name),
            Body::Accept => {
                let (own, name) = (&mut self.nodes[node as usize], self.arcs.arc(arc).name);
                own.test = NONE;
                own.best = own.best.min((name, arc));
                // Blocks that have since become part of this one may have lighter arcs.
                if self.blocks.is_some() { self.test(mailbox, node)? } else { self.report(mailbox, node)? }
            }
            Body::Reject => {
                self.reject(arc);
                self.nodes[node as usize].test = NONE;
                self.test(mailbox, node)?;
            }
            Body::Report { best } => return self.on_report(mailbox, node, arc, best),
            Body::ChangeCore => self.change_core(mailbox, node)?,
        }
        Ok(true)
    }

    /// The same for an arc of a block to itself. Messages along it from before the two ends became one are
    /// obsolete, but the block may wait for an answer to its own Test.
    fn act_inside(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32, arc: u32, body: Body) -> Result<bool> {
        let is_test = matches!(body, Body::Test { .. } | Body::Accept | Body::Reject);
        let test = self.nodes[node as usize].test;
        if is_test && test != NONE && self.arcs.arc(test).name == self.arcs.arc(arc).name {
            self.nodes[node as usize].test = NONE;
            self.test(mailbox, node)?;
        }
        Ok(true)
    }

    fn on_connect(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32, arc: u32, level: u8) -> Result<bool> {
        let own = &self.nodes[node as usize];
        if level < own.status.level {
            debug_assert_eq!(self.arcs.state(arc), ArcState::Basic, "an edge to another fragment");
            // The other fragment is absorbed. It gets the status of this node, and takes part in the search
            // if this node has not reported yet. If this node has reported, or has found an edge, that edge
            // is lighter than this one, and so lighter than all that leave the other fragment.
            self.arcs.decide(arc, ArcState::Branch);
            self.next_branch[arc as usize] = NONE;
            self.lists.push(arc);
            self.spread(mailbox, node, NONE)?;
            return Ok(true);
        }
        if self.arcs.state(arc) == ArcState::Basic {
            return Ok(false);
        }
        // Both fragments have chosen this edge: it is the core of a fragment one level up.
        let (search, hops) = (Search::Find, 0);
        let status = Status { level: own.status.level + 1, name: self.arcs.arc(arc).name, search, hops };
        if self.blocks.is_none() {
            self.send(mailbox, arc, Body::Initiate(status.one_further()))?;
        } else if self.neighbour(arc).is_some()
            || self.arcs.label(self.arcs.arc(arc).node) < self.arcs.arc(arc).other
        {
            self.begin(mailbox, node, NONE, status)?; // the lower end alone
        }
        Ok(true)
    }

    fn on_test(
        &mut self,
        mailbox: &mut Mailbox<'_, '_>,
        node: u32,
        arc: u32,
        level: u8,
        name: Name,
    ) -> Result<bool> {
        let own = &mut self.nodes[node as usize];
        if level > own.status.level {
            return Ok(false);
        }
        if name != own.status.name {
            self.send(mailbox, arc, Body::Accept)?;
        } else if own.test == arc {
            // Both ends have asked each other.
            own.test = NONE;
            self.reject(arc);
            self.test(mailbox, node)?;
        } else {
            self.reject(arc);
            self.send(mailbox, arc, Body::Reject)?;
        }
        Ok(true)
    }

    fn on_report(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32, arc: u32, best: Name) -> Result<bool> {
        let own = &mut self.nodes[node as usize];
        if arc != own.in_branch {
            own.best = own.best.min((best, arc));
            self.answered(node, arc, Link::Idle);
            self.report(mailbox, node)?;
            return Ok(true);
        }
        // From the other end of the core.
        if own.status.search == Search::Find {
            return Ok(false);
        }
        if own.best.0 < best {
            self.change_core(mailbox, node)?;
        }
        Ok(true) // if both have found nothing, this component is done
    }

    /// Sends a Test along the lightest BASIC arc, unless a lighter edge is known.
    pub(super) fn test(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32) -> Result<()> {
        let blocks = &mut self.blocks;
        let is_inner = |other| blocks.as_mut().is_some_and(|blocks| blocks.find(other) == node);
        let lightest = self.arcs.first_basic(node, is_inner);
        let own = &mut self.nodes[node as usize];
        match lightest {
            Some(arc) if self.arcs.arc(arc).name < own.best.0 => {
                own.test = arc;
                let (level, name) = (own.status.level, own.status.name);
                self.send(mailbox, arc, Body::Test { level, name })
            }
            _ => self.report(mailbox, node),
        }
    }

    /// Reports the lightest known edge, if no more answers are expected.
    pub(super) fn report(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32) -> Result<()> {
        let own = &mut self.nodes[node as usize];
        if own.pending > 0 || own.test != NONE {
            return Ok(());
        }
        own.status.search = Search::Found;
        self.has_changed = true;
        let (best, arc) = (own.best.0, own.in_branch);
        match arc {
            NONE if best == Name::NONE => Ok(()), // this component is done
            NONE => self.change_core(mailbox, node),
            _ => self.send(mailbox, arc, Body::Report { best }),
        }
    }

    /// Passes ChangeCore on towards the lightest edge, or sends Connect along it.
    fn change_core(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32) -> Result<()> {
        let arc = self.nodes[node as usize].best.1;
        match self.arcs.state(arc) {
            ArcState::Branch => self.send(mailbox, arc, Body::ChangeCore),
            _ => self.connect(mailbox, node, arc),
        }
    }

    /// Asks the fragment at the other end of an arc to merge with this one.
    fn connect(&mut self, mailbox: &mut Mailbox<'_, '_>, node: u32, arc: u32) -> Result<()> {
        let level = self.nodes[node as usize].status.level;
        self.list(node, arc);
        self.arcs.decide(arc, ArcState::Branch);
        self.has_changed = true;
        self.send(mailbox, arc, Body::Connect { level })
    }

    /// Rejects an edge whose ends are in one fragment.
    fn reject(&mut self, arc: u32) {
        if self.arcs.state(arc) == ArcState::Basic {
            self.arcs.decide(arc, ArcState::Rejected);
        }
    }

    /// Returns the node or block as which a node acts.
    pub(super) fn block(&mut self, node: u32) -> u32 {
        self.blocks.as_mut().map_or(node, |blocks| blocks.find(node))
    }

    /// Returns, with a shortcut, the block at the other end of an arc, if it is on this rank.
    pub(super) fn neighbour(&mut self, arc: u32) -> Option<u32> {
        let blocks = self.blocks.as_mut()?;
        let other = self.arcs.local(self.arcs.arc(arc).other)?;
        Some(blocks.find(other))
    }

    pub(super) fn send(&self, mailbox: &mut Mailbox<'_, '_>, arc: u32, body: Body) -> Result<()> {
        let arc = self.arcs.arc(arc);
        let message = Message { to: arc.other, edge: arc.name.edge, body };
        match self.arcs.local(arc.other) {
            Some(node) => {
                mailbox.send_here(node, message);
                Ok(())
            }
            None => mailbox.send(self.arcs.owner(arc.other), &message),
        }
    }
}
