//! Tables of claims: the verdict, the paper's statement and figure, and ours.

use std::fmt::Write;

use boscage_measuring::figure::distinct;
use boscage_measuring::page::escaped;
use boscage_programs::show::counted;

use crate::claim::{Claim, Finding, Outcome};
use crate::judgement::Judgement;

use super::Section;

/// Heads of the columns.
const HEAD: &str = "<tr class=\"head\"><th>verdict</th><th>claim</th><th>the paper</th><th>here</th></tr>\n";

/// The claims of all experiments, under the names of these.
pub(super) fn of_all(sections: &[Section]) -> String {
    let mut html = format!("{}<table class=\"claims\">\n{HEAD}", counts(sections));
    for section in sections {
        let (name, title) = (section.experiment.name, escaped(&section.experiment.title()));
        let _ =
            writeln!(html, "<tr class=\"group\"><td colspan=\"4\"><a href=\"#{name}\">{title}</a></td></tr>");
        section.outcomes().for_each(|(claim, outcome)| html += &row(claim, &outcome));
    }
    html + "</table>\n"
}

/// Returns the verdicts in their order of first appearance, with their counts.
fn counts(sections: &[Section]) -> String {
    let all: Vec<_> = sections.iter().flat_map(Section::outcomes).map(|(_, outcome)| outcome).collect();
    let kinds = distinct(all.iter().map(|outcome| (class(outcome), outcome.words())));
    let count = |(class, words): &(&str, &str)| {
        let count = all.iter().filter(|outcome| outcome.words() == *words).count();
        format!("<b class=\"{class}\">{words}</b> {count}")
    };
    let counts: Vec<_> = kinds.iter().map(count).collect();
    format!("<p>{}: {}.</p>\n", counted(all.len(), "claim", "claims"), counts.join(", "))
}

/// The claims of one experiment.
pub(super) fn of_one(section: &Section) -> String {
    let mut html = format!("<table class=\"claims\">\n{HEAD}");
    for (claim, outcome) in section.outcomes() {
        html += &row(claim, &outcome);
    }
    html + "</table>\n"
}

/// Returns a claim, the reason if it is not decided, and its bounds.
fn row(claim: &Claim, outcome: &Outcome) -> String {
    let why = outcome.why().map(|why| format!(" <small>({})</small>", escaped(&why))).unwrap_or_default();
    let cell = |of: &str, text: &str| format!("<td data-of=\"{of}\">{}</td>", escaped(text));
    let theirs =
        if claim.theirs.is_empty() { "<td></td>".to_owned() } else { cell("the paper", claim.theirs) };
    let ours = match (outcome.ours().filter(|ours| !ours.is_empty()), claim.bound()) {
        (None, None) => "<td></td>".to_owned(),
        (Some(ours), None) => cell("here", ours),
        (ours, Some(bound)) => {
            let ours = escaped(ours.unwrap_or_default());
            format!("<td data-of=\"here\">{ours} <small>(holds if {bound})</small></td>")
        }
    };
    format!(
        "<tr><td><b class=\"{}\">{}</b></td><td>{}{why}</td>{theirs}{ours}</tr>\n",
        class(outcome),
        outcome.words(),
        escaped(claim.says)
    )
}

/// Returns the name of a verdict's colour.
fn class(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Judged(Finding { judgement: Judgement::Holds, .. }) => "holds",
        Outcome::Judged(Finding { judgement: Judgement::DoesNotHold, .. }) => "not",
        _ => "unseen",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bound::MUCH;
    use crate::judgement::{Evidence, Why};
    use crate::missing::Missing;

    const CLAIM: Claim = Claim::judged("It is much faster.", "2 times", MUCH, |_, _| Err(Missing::NotYet));

    #[test]
    fn a_row_has_the_bounds_and_the_reason() {
        let row = |finding| row(&CLAIM, &Outcome::Judged(finding));
        let holds = row(Finding::new(Evidence::supporting(0.0), "2 (1.9 to 2.1)"));
        assert!(holds.contains("2 (1.9 to 2.1) <small>(holds if above 1.5)</small>"), "{holds}");
        let unseen = row(Finding::unseen(Why::NoGpu, ""));
        assert!(unseen.contains("It is much faster. <small>(there is no GPU)</small>"), "{unseen}");
    }
}
