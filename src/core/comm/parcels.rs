//! Words received from several ranks.

/// The words that a rank has received from each rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcels {
    words: Vec<u64>,
    /// The end of each rank's words.
    ends: Vec<usize>,
}

impl Parcels {
    /// Creates parcels from the words of all ranks, those of rank 0 first, and the number of words per rank.
    ///
    /// # Panics
    /// If the counts do not add up to the number of words.
    #[must_use]
    pub fn new(words: Vec<u64>, counts: impl IntoIterator<Item = usize>) -> Self {
        let mut end = 0;
        let add = |count| {
            end += count;
            end
        };
        let ends: Vec<usize> = counts.into_iter().map(add).collect();
        assert_eq!(
            ends.last().copied().unwrap_or(0),
            words.len(),
            "the counts add up to the number of words"
        );
        Self { words, ends }
    }

    /// Returns all words, those of rank 0 first.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// Returns all words as a vector, those of rank 0 first.
    #[must_use]
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// Returns the words of a rank.
    ///
    /// # Panics
    /// If there is no such rank.
    #[must_use]
    pub fn from_rank(&self, rank: usize) -> &[u64] {
        let begin = if rank == 0 { 0 } else { self.ends[rank - 1] };
        &self.words[begin..self.ends[rank]]
    }

    /// Returns the number of words from each rank.
    #[must_use]
    pub fn counts(&self) -> impl ExactSizeIterator<Item = usize> {
        (0..self.ends.len()).map(|rank| self.from_rank(rank).len())
    }
}
