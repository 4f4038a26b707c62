//! Dense numbers for a sparse set of labels.

use crate::bits::RankedBits;
use crate::exec::Exec;
use crate::parallel::radix_sort;
use crate::{Result, memory};

/// Numbers the labels that occur in a list: 0, 1, ... in ascending order of the labels.
///
/// A rank sees few of all nodes. With a numbering of those that it sees, it needs no array of all nodes.
///
/// # Memory
/// 4 bytes per label, and a table of up to 8 bytes per item of the list. With it, labels are found in
/// constant time; in logarithmic time if they are unevenly spread.
///
/// # Examples
#[derive(Clone, Debug)]
pub struct Numbering {
    /// Ascending.
    labels: Vec<u32>,
    table: Table,
}

/// The table by which the number of a label is found.
#[derive(Clone, Debug)]
enum Table {
    /// A bit per label: 1 if it occurs.
    Bits(RankedBits),
    /// For each number, the position of the first label whose bits from `shift` on are at least this number.
    Buckets { begins: Vec<u32>, shift: u32 },
}

/// If labels are below this many times the length of their list, each has a bit: 16 bytes per 64 labels are
/// then at most 4 per item of the list.
const SPARSE: u64 = 16;

impl Numbering {
    /// Numbers the labels of a list, which may repeat labels.
    ///
    /// # Errors
    /// [`crate::Error::OutOfMemory`].
    ///
    /// # Examples
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
        // About as many buckets as labels.
        let shift = span.checked_div(labels.len() as u64).map_or(0, |width| width.max(1).ilog2()).min(31);
        let count = (span >> shift) as usize + 2;
        let mut begins = memory::reserve("the table of labels", count)?;
        for (at, &label) in labels.iter().enumerate() {
            begins.resize((label >> shift) as usize + 1, at as u32);
        }
        begins.resize(count, labels.len() as u32);
        Ok(Self { labels, table: Table::Buckets { begins, shift } })
    }

    /// Numbers labels without sorting, by a bit for each label below `span`.
    fn by_bits(all: Vec<u32>, span: u64) -> Result<Self> {
        let mut bits = RankedBits::new("the table of labels", span as usize)?;
        all.into_iter().for_each(|label| bits.insert(label as usize));
        let bits = bits.ranked();
        let mut labels = memory::reserve("labels", bits.count())?;
        bits.iter().for_each(|label| labels.push(label as u32));
        Ok(Self { labels, table: Table::Bits(bits) })
    }

    /// Number of labels.
    #[must_use]
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Returns `true` if there are no labels.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// Returns the bytes of memory that the numbering takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let table = match &self.table {
            Table::Bits(bits) => bits.bytes(),
            Table::Buckets { begins, .. } => size_of_val(&**begins),
        };
        size_of_val(&*self.labels) + table
    }

    /// Returns the labels in ascending order, which is that of their numbers.
    #[must_use]
    pub fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// Returns the number of a label, or `None` if it is not in the list.
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
