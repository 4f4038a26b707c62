//! Many short strings in one allocation.

use std::fmt;

use boscage_core::{Result, memory};

/// An array of strings, which lie one after another in one allocation: the bytes of each and 8 more.
///
/// # Examples
/// ```
/// use boscage::io::Strings;
///
/// let towns: Strings = ["Bonn", "Köln"].into_iter().collect();
/// assert_eq!(towns.get(1), "Köln");
/// assert_eq!(towns.iter().map(str::len).sum::<usize>(), 9);
/// ```
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Strings {
    bytes: Vec<u8>,
    /// The end of each string in `bytes`.
    ends: Vec<usize>,
}

/// The name of the memory in errors.
const WHAT: &str = "strings";

impl Strings {
    /// Returns the number of strings.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns a string.
    ///
    /// # Panics
    /// If there is none with this index.
    #[must_use]
    #[inline]
    pub fn get(&self, index: usize) -> &str {
        std::str::from_utf8(self.bytes(index)).expect("only strings are pushed")
    }

    /// Returns an iterator over the strings.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &str> + Clone {
        (0..self.len()).map(|index| self.get(index))
    }

    /// Appends a string.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    pub fn push(&mut self, string: &str) -> Result<()> {
        memory::grow(WHAT, &mut self.ends, 1)?;
        memory::grow(WHAT, &mut self.bytes, string.len())?;
        self.bytes.extend_from_slice(string.as_bytes());
        self.ends.push(self.bytes.len());
        Ok(())
    }

    /// Strings of these lengths, which lie one after another in `bytes`, and are UTF-8.
    ///
    /// # Errors
    /// [`boscage_core::Error::OutOfMemory`].
    pub(crate) fn from_bytes(bytes: Vec<u8>, lens: impl ExactSizeIterator<Item = usize>) -> Result<Self> {
        let mut ends = memory::reserve(WHAT, lens.len())?;
        ends.extend(lens.scan(0, |end, len| {
            *end += len;
            Some(*end)
        }));
        Ok(Self { bytes, ends })
    }

    /// The bytes of a string.
    #[inline]
    pub(crate) fn bytes(&self, index: usize) -> &[u8] {
        let begin = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.bytes[begin..self.ends[index]]
    }

    /// Bytes of memory.
    pub(crate) fn memory(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.ends)
    }

    /// Returns the index of a string, if it is among them and they ascend.
    pub(crate) fn search(&self, string: &str) -> Option<usize> {
        let (mut from, mut to) = (0, self.len());
        while from < to {
            let middle = from + (to - from) / 2;
            match self.get(middle).cmp(string) {
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Less => from = middle + 1,
                std::cmp::Ordering::Greater => to = middle,
            }
        }
        None
    }
}

impl<S: AsRef<str>> FromIterator<S> for Strings {
    /// Copies the strings.
    ///
    /// # Panics
    /// If memory runs out.
    fn from_iter<I: IntoIterator<Item = S>>(strings: I) -> Self {
        let mut all = Self::default();
        for string in strings {
            all.bytes.extend_from_slice(string.as_ref().as_bytes());
            all.ends.push(all.bytes.len());
        }
        all
    }
}

impl fmt::Debug for Strings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_are_found_if_they_ascend() {
        for count in 0..40 {
            let all: Vec<String> = (0..count).map(|i| format!("{:03}", 3 * i)).collect();
            let strings: Strings = all.iter().collect();
            assert!(strings.iter().eq(&all));
            for i in 0..130 {
                assert_eq!(strings.search(&format!("{i:03}")), all.binary_search(&format!("{i:03}")).ok());
            }
        }
    }
}
