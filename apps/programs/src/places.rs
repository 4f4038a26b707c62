//! Places of nodes: their extent, and whether two files agree on them.

/// Returns the least x and y, and the greatest, of the places that are known, which are not NaN.
#[must_use]
pub fn bounds(places: &[[f64; 2]]) -> [f64; 4] {
    let nowhere = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
    places.iter().fold(nowhere, |[w, s, e, n], &[x, y]| [w.min(x), s.min(y), e.max(x), n.max(y)])
}

/// Returns `true` if nodes that have two places have them near each other: at a thousandth of the extent. The
/// others are multiplied by `scale`, which makes their unit that of the first ones.
#[must_use]
pub fn are_near(places: &[[f64; 2]], others: &[[f64; 2]], scale: f64) -> bool {
    let [west, south, east, north] = bounds(places);
    let most = ((east - west) + (north - south)) / 1000.0;
    // Without one of the places, a gap is NaN.
    let mut gaps =
        places.iter().zip(others).map(|([x, y], [u, v])| (x - u * scale).abs() + (y - v * scale).abs());
    !gaps.any(|gap| gap > most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_near_at_the_scale_of_all() {
        let (places, nowhere) = ([[0.0, 0.0], [10.0, 0.0]], [f64::NAN; 2]);
        assert!(are_near(&places, &[[0.0, 0.005], [10.0, 0.0]], 1.0));
        assert!(are_near(&places, &[[0.0, 0.5], [1000.0, 0.0]], 0.01));
        assert!(!are_near(&places, &[[0.0, 0.05], [10.0, 0.0]], 1.0));
        assert!(are_near(&places, &[nowhere, nowhere], 1.0) && are_near(&[nowhere; 2], &places, 1.0));
        assert_eq!(bounds(&[nowhere, [1.0, 2.0], [0.5, 3.0]]), [0.5, 2.0, 1.0, 3.0]);
    }
}
