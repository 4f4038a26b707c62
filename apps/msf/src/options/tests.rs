//! What the command line takes and refuses.

use super::*;

#[test]
fn the_command_line_is_consistent_in_itself() {
    Options::command().debug_assert();
}

#[test]
fn the_defaults_are_those_of_the_libraries() {
    let options = Options::parse_from(["msf"]).forest;
    assert_eq!(options.operator(), Operator::on_cpu(Algorithm::default()));
    assert_eq!(options.input.arcs, ArcPolicy::default());
    assert_eq!(options.input.weights, Unweighted::default());
    assert_eq!(options.input.objective(), Objective::default());
}

#[test]
fn profiles_are_told_by_their_suffix() {
    assert_eq!(profile("a.b.csv").unwrap().kind, ProfileKind::Csv);
    assert_eq!(profile("x/y.svg").unwrap().kind, ProfileKind::Svg);
    for other in ["profile", "a.png", ".csv", "-"] {
        assert!(profile(other).is_err(), "{other}");
    }
}
