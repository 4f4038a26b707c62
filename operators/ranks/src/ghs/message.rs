//! The messages of nodes, and their representation in words.

/// A position in the order of all edges: the key of the weight, then the rank whose part has the edge, then
/// the position there. No two edges have the same, so it also names edges, and fragments by their cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Name {
    pub(super) key: u64,
    /// The edge itself: rank and position in one word.
    pub(super) edge: u64,
}

impl Name {
    /// After all edges, whose positions are smaller.
    pub(super) const NONE: Self = Self { key: u64::MAX, edge: u64::MAX };

    /// Returns the word of an edge.
    pub(super) fn edge(rank: usize, position: u32) -> u64 {
        (rank as u64) << 32 | u64::from(position)
    }

    /// Returns the rank whose part has an edge, and the position there.
    pub(super) fn place(edge: u64) -> (usize, u32) {
        ((edge >> 32) as usize, edge as u32)
    }
}

/// `Find` if a node searches for the lightest edge that leaves its fragment, `Found` after it has reported
/// it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Search {
    Find,
    Found,
}

/// The status of a fragment, which its core broadcasts to its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status {
    pub(super) level: u8,
    /// The core of the fragment.
    pub(super) name: Name,
    pub(super) search: Search,
    /// Number of messages from the core.
    pub(super) hops: u32,
}

impl Status {
    /// Returns the status for the next node.
    pub(super) fn one_further(self) -> Self {
        Self { hops: self.hops + 1, ..self }
    }
}

/// The content of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Body {
    Connect { level: u8 },
    Initiate(Status),
    Test { level: u8, name: Name },
    Accept,
    Reject,
    Report { best: Name },
    ChangeCore,
}

/// Number of kinds of bodies.
pub(super) const KINDS: usize = 7;

/// A message along an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Message {
    /// The receiving node.
    pub(super) to: u32,
    /// The edge along which it is sent.
    pub(super) edge: u64,
    pub(super) body: Body,
}

/// One transmission from another rank.
pub(super) enum Parcel<'w> {
    /// Messages between nodes.
    Messages(Messages<'w>),
    /// Numbers of messages that the ranks so far have sent to other ranks, and received from there.
    Token { sent: u64, received: u64 },
    /// No message will follow.
    End,
}

/// Codes above those of bodies.
const TOKEN: u64 = 14;
const END: u64 = 15;

impl Body {
    /// Returns the number of the kind, below [`KINDS`].
    pub(super) fn kind(&self) -> usize {
        match self {
            Self::Connect { .. } => 0,
            Self::Initiate(_) => 1,
            Self::Test { .. } => 2,
            Self::Accept => 3,
            Self::Reject => 4,
            Self::Report { .. } => 5,
            Self::ChangeCore => 6,
        }
    }
}

impl Message {
    /// Most words of a message.
    pub(super) const MOST_WORDS: usize = 5;

    /// Appends the message. The first word has the kind in 4 bits, then the search flag in 4, the level in 8,
    /// and from bit 32 on the node. The second is the edge. Names and hops follow.
    pub(super) fn append(&self, words: &mut Vec<u64>) {
        let head = u64::from(self.to) << 32 | self.body.kind() as u64;
        let with_level = |level: u8| head | u64::from(level) << 8;
        match self.body {
            Body::Connect { level } => words.extend([with_level(level), self.edge]),
            Body::Initiate(Status { level, name, search, hops }) => {
                let search = u64::from(search == Search::Find) << 4;
                let head = with_level(level) | search;
                words.extend([head, self.edge, name.key, name.edge, u64::from(hops)]);
            }
            Body::Test { level, name } => words.extend([with_level(level), self.edge, name.key, name.edge]),
            Body::Report { best } => words.extend([head, self.edge, best.key, best.edge]),
            Body::Accept | Body::Reject | Body::ChangeCore => words.extend([head, self.edge]),
        }
    }
}

impl<'w> Parcel<'w> {
    /// Decodes words.
    pub(super) fn read(words: &'w [u64]) -> Self {
        match words[0] {
            TOKEN => Self::Token { sent: words[1], received: words[2] },
            END => Self::End,
            _ => Self::Messages(Messages { words }),
        }
    }

    /// Encodes a token.
    pub(super) fn token(sent: u64, received: u64) -> Vec<u64> {
        vec![TOKEN, sent, received]
    }

    /// Encodes the end.
    pub(super) fn end() -> Vec<u64> {
        vec![END]
    }
}

/// The messages of a parcel.
pub(super) struct Messages<'w> {
    words: &'w [u64],
}

impl Iterator for Messages<'_> {
    type Item = Message;

    fn next(&mut self) -> Option<Message> {
        let words = self.words;
        let &head = words.first()?;
        let level = (head >> 8) as u8;
        let name = || Name { key: words[2], edge: words[3] };
        let (body, len) = match head & 15 {
            0 => (Body::Connect { level }, 2),
            1 => {
                let search = if head & 16 == 0 { Search::Found } else { Search::Find };
                (Body::Initiate(Status { level, name: name(), search, hops: words[4] as u32 }), 5)
            }
            2 => (Body::Test { level, name: name() }, 4),
            3 => (Body::Accept, 2),
            4 => (Body::Reject, 2),
            5 => (Body::Report { best: name() }, 4),
            6 => (Body::ChangeCore, 2),
            code => unreachable!("a message of kind {code}"),
        };
        self.words = &words[len..];
        Some(Message { to: (head >> 32) as u32, edge: words[1], body })
    }
}
