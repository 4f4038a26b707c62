//! What the command line takes and refuses.

use super::*;

#[test]
fn the_command_line_is_consistent_in_itself() {
    Options::command().debug_assert();
}

#[test]
fn the_default_is_that_of_the_library() {
    let options = Options::parse_from(["msf"]).forest;
    assert_eq!(options.operator(), Operator::on_cpu(Algorithm::default()));
}

#[test]
fn profiles_are_told_by_their_suffix() {
    assert_eq!(profile("a.b.csv").unwrap().kind, ProfileKind::Csv);
    assert_eq!(profile("x/y.svg").unwrap().kind, ProfileKind::Svg);
    for other in ["profile", "a.png", ".csv", "-"] {
        assert!(profile(other).is_err(), "{other}");
    }
}
