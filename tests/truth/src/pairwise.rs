//! A covering sample: few configurations that contain every pair of choices of two dimensions.
//!
//! Most faults need one choice, few need two at once (Kuhn, Wallace, Gallo, "Software fault interactions and
//! implications for software testing", 2004). So this sample finds most of what the full product would find.

/// Rows, one choice a dimension, such that every pair of choices stands in some row. Dimension `d` has
/// `sizes[d]` choices. Greedy: each row starts from a pair not covered yet and takes, dimension by dimension,
/// the choice that covers the most.
pub fn covering(sizes: &[usize]) -> Vec<Vec<usize>> {
    let mut uncovered = pairs(sizes);
    let mut rows = Vec::new();
    while let Some(&(first, second)) = uncovered.first() {
        let mut row: Vec<Option<usize>> = vec![None; sizes.len()];
        row[first.0] = Some(first.1);
        row[second.0] = Some(second.1);
        for dimension in 0..sizes.len() {
            if row[dimension].is_none() {
                let gain = |choice| {
                    let fits = |&&(a, b): &&(Choice, Choice)| {
                        let taken = |c: Choice| row[c.0] == Some(c.1);
                        (a == (dimension, choice) && taken(b)) || (b == (dimension, choice) && taken(a))
                    };
                    uncovered.iter().filter(fits).count()
                };
                // Among equals another one for each row, so that no choice is preferred.
                let rotated = (0..sizes[dimension]).map(|i| (i + rows.len()) % sizes[dimension]);
                row[dimension] = rotated.max_by_key(|&choice| gain(choice));
            }
        }
        let row: Vec<usize> = row.into_iter().map(|choice| choice.expect("every dimension is set")).collect();
        uncovered.retain(|(a, b)| row[a.0] != a.1 || row[b.0] != b.1);
        rows.push(row);
    }
    rows
}

/// All rows there are.
pub fn product(sizes: &[usize]) -> Vec<Vec<usize>> {
    sizes.iter().fold(vec![Vec::new()], |rows, &size| {
        let longer = |row: Vec<usize>| (0..size).map(move |choice| [&row[..], &[choice]].concat());
        rows.into_iter().flat_map(longer).collect()
    })
}

/// A dimension and one of its choices.
type Choice = (usize, usize);

fn pairs(sizes: &[usize]) -> Vec<(Choice, Choice)> {
    let choices = |dimension: usize| (0..sizes[dimension]).map(move |choice| (dimension, choice));
    let dimensions = (0..sizes.len()).flat_map(|a| (a + 1..sizes.len()).map(move |b| (a, b)));
    dimensions.flat_map(|(a, b)| choices(a).flat_map(move |x| choices(b).map(move |y| (x, y)))).collect()
}

#[test]
fn every_pair_of_choices_stands_in_some_row() {
    for sizes in [&[5, 6, 2, 2, 6][..], &[5, 6, 2, 2], &[2, 2], &[1, 3, 1], &[4, 3, 3, 2, 2, 2]] {
        let rows = covering(sizes);
        let covers = |(a, b): (Choice, Choice)| rows.iter().any(|row| row[a.0] == a.1 && row[b.0] == b.1);
        assert!(pairs(sizes).into_iter().all(covers), "{sizes:?}");
        assert!(rows.len() < product(sizes).len() || sizes.len() == 2 || sizes.contains(&1));
        let mut largest = sizes.to_vec();
        largest.sort_unstable_by(|a, b| b.cmp(a));
        assert!(rows.len() <= largest[0] * largest[1] * 3 / 2, "{} rows for {sizes:?}", rows.len());
    }
    assert_eq!(product(&[2, 3]).len(), 6);
}
