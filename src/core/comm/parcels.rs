//! Words that came from several ranks.

/// What a rank has received from each rank.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parcels {
    words: Vec<u64>,
    /// Where the words of each rank end.
    ends: Vec<usize>,
}

impl Parcels {
    /// Words of all ranks, those of rank 0 first, and how many are of each rank.
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
        assert_eq!(ends.last().copied().unwrap_or(0), words.len(), "counts of all words");
        Self { words, ends }
    }

    /// All words, those of rank 0 first.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The same without the ranks.
    #[must_use]
    pub fn into_words(self) -> Vec<u64> {
        self.words
    }

    /// The words of one rank.
    ///
    /// # Panics
    /// If there is no such rank.
    #[must_use]
    pub fn of(&self, rank: usize) -> &[u64] {
        let begin = if rank == 0 { 0 } else { self.ends[rank - 1] };
        &self.words[begin..self.ends[rank]]
    }

    /// How many words came from each rank.
    pub fn counts(&self) -> impl ExactSizeIterator<Item = usize> {
        (0..self.ends.len()).map(|rank| self.of(rank).len())
    }
}
