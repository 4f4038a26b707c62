//! The nodes of a file: their ids, and the order of these.

use super::ids::Ids;
use super::xml::Xml;
use crate::text::quoted;
use crate::{Names, Strings};
use boscage_core::{At, Result, memory};

const WHAT: &str = "the nodes";

/// The nodes so far, numbered in the order in which the file names them.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub(super) ids: Ids,
    /// The lines in which they are declared; 0 for those that only edges have named.
    lines: Vec<u64>,
    /// Their coordinates, as far as there are some.
    coordinates: Vec<[f64; 2]>,
}

impl Nodes {
    /// The node with an id.
    pub(super) fn node(&mut self, id: &str) -> Result<usize> {
        let node = self.ids.id(id)?;
        if node == self.lines.len() {
            memory::grow(WHAT, &mut self.lines, 1)?;
            self.lines.push(0);
        }
        Ok(node)
    }

    /// Declares the node with an id.
    ///
    /// # Errors
    /// If it has been declared before.
    pub(super) fn declare(&mut self, xml: &Xml<'_>, id: &str) -> Result<usize> {
        let node = self.node(id)?;
        if self.lines[node] > 0 {
            let expected = format!("another id than that of the node in line {}", self.lines[node]);
            return Err(xml.wrong(&expected, quoted(id.as_bytes()), ""));
        }
        self.lines[node] = xml.line;
        Ok(node)
    }

    /// Sets x or y of a node.
    pub(super) fn place(&mut self, node: usize, axis: usize, value: f64) -> Result<()> {
        let missing = (node + 1).saturating_sub(self.coordinates.len());
        memory::grow("the coordinates", &mut self.coordinates, missing)?;
        let len = self.coordinates.len() + missing;
        self.coordinates.resize(len, [f64::NAN; 2]);
        self.coordinates[node][axis] = value;
        Ok(())
    }

    /// Bytes of memory, with those that numbering takes.
    pub(super) fn memory(&self) -> usize {
        self.ids.memory() + size_of_val(&*self.lines) + size_of_val(&*self.coordinates) + 20 * self.ids.len()
    }

    /// Numbers the nodes in the order of their names.
    ///
    /// # Errors
    /// If edges have named one that is not there.
    pub(super) fn numbered(self, xml: &Xml<'_>) -> Result<Numbered> {
        let (ids, len) = (&self.ids, self.ids.len());
        if let Some(node) = self.lines.iter().position(|&line| line == 0) {
            let found = format!("only edges that name {}", quoted(ids.get(node).as_bytes()));
            return Err(xml.wrong_at(At::Whole, "a node of every id", found, ""));
        }
        let mut order = memory::reserve(WHAT, len)?;
        let mut numbers = memory::reserve::<u64>("the names of the nodes", len)?;
        numbers.extend((0..len).map_while(|node| canonical(ids.get(node))));
        let are_numbers = numbers.len() == len;
        order.extend(0..len as u32);
        if are_numbers {
            order.sort_unstable_by_key(|&node| numbers[node as usize]);
            numbers.sort_unstable();
        } else {
            order.sort_unstable_by(|&a, &b| ids.get(a as usize).cmp(ids.get(b as usize)));
        }
        let mut ranks = memory::filled(WHAT, len, 0_u32)?;
        order.iter().enumerate().for_each(|(rank, &node)| ranks[node as usize] = rank as u32);
        let names = match (numbers.first(), numbers.last()) {
            _ if !are_numbers => {
                let mut texts = Strings::default();
                order.iter().try_for_each(|&node| texts.push(ids.get(node as usize)))?;
                Names::Text(texts)
            }
            (Some(&first), Some(&last)) if last - first == len as u64 - 1 => Names::Offset(first),
            (None, _) => Names::Offset(0),
            _ => Names::Listed(numbers),
        };
        let is_somewhere = |place: &[f64; 2]| place.iter().all(|value| value.is_finite());
        let coordinates = if self.coordinates.iter().any(is_somewhere) {
            let of = |&node: &u32| self.coordinates.get(node as usize).copied().unwrap_or([f64::NAN; 2]);
            let mut places = memory::reserve("the coordinates", len)?;
            places.extend(order.iter().map(of));
            Some(places)
        } else {
            None
        };
        Ok(Numbered { ranks, names, coordinates })
    }
}

/// The numbers of the nodes, by the order in which the file names them, and facts by number.
pub(super) struct Numbered {
    pub(super) ranks: Vec<u32>,
    pub(super) names: Names,
    pub(super) coordinates: Option<Vec<[f64; 2]>>,
}

/// The number that an id is, if it is written as numbers are.
fn canonical(id: &str) -> Option<u64> {
    let is_short = id == "0" || !id.starts_with('0');
    id.parse().ok().filter(|_| is_short && id.bytes().all(|byte| byte.is_ascii_digit()))
}
