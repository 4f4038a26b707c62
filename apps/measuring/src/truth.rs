//! Compares a forest with the proved one.

use boscage::graph::EdgeId;

use crate::failure::Failure;

/// Checks that edges, ascending, are those of the truth.
///
/// # Errors
/// [`Failure::Unproved`], with the first difference.
pub fn same(truth: &[EdgeId], found: &[EdgeId]) -> Result<(), Failure> {
    let all = truth.len().max(found.len());
    let Some(place) = (0..all).find(|&i| truth.get(i) != found.get(i)) else { return Ok(()) };
    let is_missing = |edge: &&EdgeId| found.get(place).is_none_or(|found| *edge < found);
    let why = match truth.get(place).filter(is_missing) {
        Some(edge) => format!("edge {edge} is missing"),
        None => format!("edge {} is not in the forest", found[place]),
    };
    Err(Failure::Unproved(why))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_told() {
        let ids = |ids: &[usize]| ids.iter().map(|&id| EdgeId::new(id)).collect::<Vec<_>>();
        let same_as = |found: &[usize]| same(&ids(&[1, 4, 6]), &ids(found)).map_err(|why| why.to_string());
        assert_eq!(same_as(&[1, 4, 6]), Ok(()));
        for (found, why) in [
            (&[1, 4][..], "edge 6 is missing"),
            (&[], "edge 1 is missing"),
            (&[1, 6], "edge 4 is missing"),
            (&[1, 3, 6], "edge 3 is not in the forest"),
            (&[1, 5, 6], "edge 4 is missing"),
            (&[1, 4, 6, 7], "edge 7 is not in the forest"),
        ] {
            assert_eq!(same_as(found), Err(why.to_owned()), "{found:?}");
        }
    }
}
