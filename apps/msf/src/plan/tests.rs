//! Command lines, resolved.

use boscage_operators::msf::Algorithm;
use clap::Parser;

use super::*;
use crate::backend::Operator;

#[test]
fn the_default_is_that_of_the_library() {
    let Ok(Plan { task: Task::Forest(plan), memory: None }) = Plan::new(Options::parse_from(["msf"])) else {
        panic!("msf finds a forest");
    };
    assert_eq!(plan.operator, Operator::on_cpu(Algorithm::default()));
}
