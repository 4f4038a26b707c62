//! Numbers without gaps for some of many labels.

use crate::bits::RankedBits;
use crate::exec::Exec;
use crate::parallel::radix_sort;
use crate::{Result, memory};

/// Gives labels that occur the numbers 0, 1, ... in ascending order.
///
/// A rank sees few of all nodes. So it does not have an array for all of them; it numbers those that it sees.
/// Memory: 4 bytes for each label, and up to 8 for each item of the list for a table through which labels are
/// found in constant time; if they are not evenly spread, it may be logarithmic.
#[derive(Clone, Debug)]
pub struct Numbering {
    /// Ascending.
    labels: Vec<u32>,
    table: Table,
}

/// How the number of a label is found.
#[derive(Clone, Debug)]
enum Table {
    /// By a bit for each label, whether it occurs.
    Bits(RankedBits),
    /// Where the labels begin whose bits from `shift` on are at least a number.
    Buckets { begins: Vec<u32>, shift: u32 },
}

/// If labels are below this many times the length of their list, there is a bit for each: 16 bytes for 64
/// labels are then at most 4 for each item of the list.
const SPARSE: u64 = 16;

impl Numbering {
    /// Numbers the labels of a list, in which labels may be repeated.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// ```
    /// use boscage::{comm::Numbering, exec::Exec};
    ///
    /// let numbering = Numbering::new(&Exec::new(1)?, vec![70, 20, 20, 50])?;
    /// assert_eq!(numbering.labels(), [20, 50, 70]);
    /// assert_eq!((numbering.number(50), numbering.number(60)), (Some(1), None));
    /// # Ok::<(), boscage::Error>(())
    /// ```
    pub fn new(exec: &Exec, mut labels: Vec<u32>) -> Result<Self> {
        let span = labels.iter().max().map_or(0, |&last| u64::from(last) + 1);
        if span <= SPARSE * labels.len() as u64 {
            return Self::by_bits(labels, span);
        }
        if !labels.is_sorted() {
            radix_sort(exec, &mut labels, |&label| label)?;
        }
        labels.dedup();
        labels.shrink_to_fit();
        // As many buckets as labels, about.
        let shift = span.checked_div(labels.len() as u64).map_or(0, |width| width.max(1).ilog2()).min(31);
        let count = (span >> shift) as usize + 2;
        let mut begins = memory::reserve("the table of labels", count)?;
        for (at, &label) in labels.iter().enumerate() {
            begins.resize((label >> shift) as usize + 1, at as u32);
        }
        begins.resize(count, labels.len() as u32);
        Ok(Self { labels, table: Table::Buckets { begins, shift } })
    }

    /// Without sorting, by a bit for each label below `span`.
    fn by_bits(all: Vec<u32>, span: u64) -> Result<Self> {
        let mut bits = RankedBits::new("the table of labels", span as usize)?;
        all.into_iter().for_each(|label| bits.insert(label as usize));
        let bits = bits.ranked();
        let mut labels = memory::reserve("labels", bits.count())?;
        bits.iter().for_each(|label| labels.push(label as u32));
        Ok(Self { labels, table: Table::Bits(bits) })
    }

    /// How many labels there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The bytes that it takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let table = match &self.table {
            Table::Bits(bits) => bits.bytes(),
            Table::Buckets { begins, .. } => size_of_val(&**begins),
        };
        size_of_val(&*self.labels) + table
    }

    /// The labels, in the order of their numbers, which is ascending.
    #[must_use]
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// The number of a label, if it is in the list.
    #[must_use]
    #[inline]
    pub fn number(&self, label: u32) -> Option<u32> {
        match &self.table {
            Table::Bits(bits) => bits.find(label as usize),
            Table::Buckets { begins, shift } => {
                let bucket = (label >> shift) as usize;
                let (begin, end) = (*begins.get(bucket)?, *begins.get(bucket + 1)?);
                let bucket = &self.labels[begin as usize..end as usize];
                let at = if bucket.len() < 8 {
                    bucket.iter().position(|&other| other == label)?
                } else {
                    bucket.binary_search(&label).ok()?
                };
                Some(begin + at as u32)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_have_the_numbers_of_their_order() {
        let exec = Exec::new(2).unwrap();
        let spread: Vec<u32> = (0..5000_u32).map(|i| i.wrapping_mul(0x9e37_79b9) % 1_000_000).collect();
        let lumped: Vec<u32> = (0..3000).rev().chain([u32::MAX, u32::MAX - 1]).collect();
        let dense = (0..3000_u32).map(|i| i * i % 20_011).collect();
        for labels in [vec![], vec![0], vec![u32::MAX], vec![7, 7, 7], spread, lumped, dense] {
            let numbering = Numbering::new(&exec, labels.clone()).unwrap();
            let sorted: std::collections::BTreeSet<u32> = labels.iter().copied().collect();
            assert!(numbering.labels().iter().eq(&sorted));
            for (number, &label) in sorted.iter().enumerate() {
                assert_eq!(numbering.number(label), Some(number as u32));
                for other in [label.wrapping_add(1), label.wrapping_sub(1)] {
                    assert_eq!(numbering.number(other).is_some(), sorted.contains(&other), "{other}");
                }
            }
        }
    }
}
