//! What nodes do when a message comes: the procedures of Gallager, Humblet and Spira.

use std::mem::{replace, take};

use boscage::graph::Node as NodeId;
use boscage::sync::SequentialSets;
use boscage::{Result, memory};

use super::arcs::{ArcState, Arcs, NONE};
use super::config::{Ghs, Shortcut};
use super::message::{Body, Message, Name, Search};
use super::post::Post;

/// A node, or a block of nodes, as it knows itself.
struct Node {
    level: u8,
    search: Search,
    /// The core of its fragment.
    name: Name,
    /// The arc towards the core; [`NONE`] in a block that has the core inside.
    in_branch: u32,
    /// The lightest edge known that leaves the fragment, and the arc that leads there.
    best: (Name, u32),
    /// The arc that it has sent a Test along, and not got an answer.
    test: u32,
    /// How many reports it waits for.
    pending: u32,
    /// How far it is from the core.
    hops: u32,
    /// The first BRANCH arc.
    branches: u32,
    /// Messages that have to wait until it changes, by the arcs they came along.
    waiting: Vec<(u32, Body)>,
}

impl Node {
    fn new() -> Self {
        Self {
            level: 0,
            search: Search::Found,
            name: Name::NONE,
            in_branch: NONE,
            best: (Name::NONE, NONE),
            test: NONE,
            pending: 0,
            hops: 0,
            branches: NONE,
            waiting: Vec::new(),
        }
    }

    /// Whether it takes part in no search.
    fn is_at_rest(&self) -> bool {
        self.search == Search::Found && self.test == NONE && self.pending == 0
    }
}

/// The nodes of a rank.
pub(super) struct Nodes {
    arcs: Arcs,
    nodes: Vec<Node>,
    /// The BRANCH arc behind each one of the same node.
    next_branch: Vec<u32>,
    /// The nodes that act as one; nothing without a shortcut. A block's number is that of its root.
    blocks: Option<SequentialSets>,
    /// Whether the node that handles a message has changed so that other messages need not wait any more.
    has_changed: bool,
    /// Lists of BRANCH arcs that are walked.
    lists: Vec<u32>,
}

impl Nodes {
    pub(super) fn new(arcs: Arcs, config: Ghs) -> Result<Self> {
        let blocks = match config.shortcut {
            Shortcut::None => None,
            Shortcut::Blocks => Some(SequentialSets::new(arcs.nodes())?),
        };
        let next_branch = memory::filled("BRANCH arcs", arcs.len(), NONE)?;
        let mut nodes = memory::reserve("nodes that have arcs", arcs.nodes())?;
        nodes.extend((0..arcs.nodes()).map(|_| Node::new()));
        Ok(Self { arcs, nodes, next_branch, blocks, has_changed: false, lists: Vec::new() })
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
            Body::Initiate { level, name, search, hops } => {
                let own = &mut self.nodes[node as usize];
                (own.level, own.name, own.search, own.hops) = (level, name, search, hops);
                self.begin(post, node, arc)?;
            }
            Body::Test { level, name } => return self.on_test(post, node, arc, level, name),
            Body::Accept => {
                let (own, name) = (&mut self.nodes[node as usize], self.arcs.arc(arc).name);
                own.test = NONE;
                own.best = own.best.min((name, arc));
                self.report(post, node)?;
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
        if level < own.level {
            // The other fragment is absorbed. It is told what this node has been told, and takes part in the
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
        let (level, name) = (own.level + 1, self.arcs.arc(arc).name);
        if self.neighbour(arc).is_none() {
            self.send(post, arc, Body::Initiate { level, name, search: Search::Find, hops: 1 })?;
        } else {
            let own = &mut self.nodes[node as usize];
            (own.level, own.name, own.search, own.hops) = (level, name, Search::Find, 0);
            self.begin(post, node, NONE)?;
        }
        Ok(true)
    }

    /// A node has become part of a fragment: it tells those behind it, and takes part in the search.
    fn begin(&mut self, post: &mut Post<'_, '_>, node: u32, in_branch: u32) -> Result<()> {
        debug_assert!({
            let own = &self.nodes[node as usize];
            own.test == NONE && own.pending == 0
        });
        let own = &mut self.nodes[node as usize];
        (own.in_branch, own.best) = (in_branch, (Name::NONE, NONE));
        post.counts.level = post.counts.level.max(own.level.into());
        post.counts.hops = post.counts.hops.max(own.hops.into());
        self.has_changed = true;
        self.lists.push(replace(&mut own.branches, NONE));
        let node = self.spread(post, node, in_branch)?;
        match self.nodes[node as usize].search {
            Search::Find => self.test(post, node),
            Search::Found => Ok(()),
        }
    }

    /// Tells what the node knows along all arcs of some lists but one, which become its BRANCH arcs. With a
    /// shortcut, nodes of this rank behind them become part of the block, with their arcs. Returns the number
    /// of the block.
    fn spread(&mut self, post: &mut Post<'_, '_>, mut node: u32, except: u32) -> Result<u32> {
        while let Some(mut arc) = self.lists.pop() {
            while arc != NONE {
                let next = self.next_branch[arc as usize];
                match self.neighbour(arc) {
                    Some(other) if other == node => {}
                    Some(other) => {
                        self.lists.push(replace(&mut self.nodes[other as usize].branches, NONE));
                        node = self.absorb(node, other);
                    }
                    None => {
                        let own = &mut self.nodes[node as usize];
                        self.next_branch[arc as usize] = replace(&mut own.branches, arc);
                        if arc != except {
                            own.pending += u32::from(own.search == Search::Find);
                            let (level, name, search, hops) = (own.level, own.name, own.search, own.hops + 1);
                            self.send(post, arc, Body::Initiate { level, name, search, hops })?;
                        }
                    }
                }
                arc = next;
            }
        }
        Ok(node)
    }

    /// Another block becomes part of this one. Returns the number of both.
    fn absorb(&mut self, node: u32, other: u32) -> u32 {
        assert!(self.nodes[other as usize].is_at_rest(), "a fragment that is absorbed has ended its search");
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

    fn on_test(
        &mut self,
        post: &mut Post<'_, '_>,
        node: u32,
        arc: u32,
        level: u8,
        name: Name,
    ) -> Result<bool> {
        let own = &mut self.nodes[node as usize];
        if level > own.level {
            return Ok(false);
        }
        if name != own.name {
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
            own.pending -= 1;
            own.best = own.best.min((best, arc));
            self.report(post, node)?;
            return Ok(true);
        }
        // From the other end of the core.
        if own.search == Search::Find {
            return Ok(false);
        }
        if own.best.0 < best {
            self.change_core(post, node)?;
        }
        Ok(true) // if both have found nothing, this component is done
    }

    /// Asks along the lightest BASIC arc, unless a lighter edge is known.
    fn test(&mut self, post: &mut Post<'_, '_>, node: u32) -> Result<()> {
        let blocks = &mut self.blocks;
        let is_inner = |other: u32| {
            let find = |blocks: &mut SequentialSets| blocks.find(NodeId::from(other)) == NodeId::from(node);
            blocks.as_mut().is_some_and(find)
        };
        let lightest = self.arcs.first_basic(node, is_inner);
        let own = &mut self.nodes[node as usize];
        match lightest {
            Some(arc) if self.arcs.arc(arc).name < own.best.0 => {
                own.test = arc;
                let (level, name) = (own.level, own.name);
                self.send(post, arc, Body::Test { level, name })
            }
            _ => self.report(post, node),
        }
    }

    /// Tells the lightest edge that is known, if nothing more can be learnt.
    fn report(&mut self, post: &mut Post<'_, '_>, node: u32) -> Result<()> {
        let own = &mut self.nodes[node as usize];
        if own.pending > 0 || own.test != NONE {
            return Ok(());
        }
        own.search = Search::Found;
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
        let own = &mut self.nodes[node as usize];
        let level = own.level;
        self.next_branch[arc as usize] = replace(&mut own.branches, arc);
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
    fn block(&mut self, node: u32) -> u32 {
        self.blocks.as_mut().map_or(node, |blocks| blocks.find(NodeId::from(node)).into())
    }

    /// With a shortcut, the block at the other end of an arc, if it is on this rank.
    fn neighbour(&mut self, arc: u32) -> Option<u32> {
        let blocks = self.blocks.as_mut()?;
        let other = self.arcs.local(self.arcs.arc(arc).other)?;
        Some(blocks.find(NodeId::from(other)).into())
    }

    fn send(&self, post: &mut Post<'_, '_>, arc: u32, body: Body) -> Result<()> {
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
