//! The page: all verdicts in one table, then every experiment, with our figures beside the paper's.

mod load;
mod section;
mod tables;
mod verdicts;

use std::hash::{DefaultHasher, Hasher};

use boscage_measuring::failure::Failure;
use boscage_measuring::page;

use crate::bound::{self, Bound};
use crate::missing::short;
use crate::options::RunOptions;
use crate::times::CHOOSING;

pub(crate) use section::Section;

/// Style of this page beside that of all pages.
const STYLE: &str = "\
summary { cursor: pointer; margin: .4em 0 } ul { padding-left: 1.2em }
.holds { color: var(--good) } .not { color: var(--bad) } .unseen { color: var(--faint) }
.busy { border-left: .3em solid var(--bad); padding: .3em .8em } .beside { margin-top: .8em }
code { overflow-wrap: anywhere } h2 { border-top: 1px solid var(--line); padding-top: .6em }
details dl { grid-template-columns: 2fr 1fr } table.claims { width: 100% }
.claims td, .claims th { white-space: normal; text-align: left; vertical-align: top; padding: .3em .6em }
.claims td:first-child { white-space: nowrap; width: 10em }
.claims th { border-bottom: 2px solid var(--line); white-space: nowrap }
.claims th:nth-child(3) { width: 7em } .claims th:nth-child(4) { width: 36% }
.claims .group td { padding-top: .9em; font-weight: 600; white-space: normal }
@media (max-width: 45em) {
.claims, .claims tbody, .claims tr, .claims td { display: block; width: auto !important }
.claims .head { display: none }
.claims td { border: 0; padding: .1em 0 } .claims tr { border-bottom: 1px solid var(--line); padding: .4em 0 }
.claims td[data-of]::before { content: attr(data-of) ': '; color: var(--faint) }
.claims td:empty { display: none }
}
";

/// Conditions of the measurement.
pub(crate) struct Conditions {
    /// Version of this program, and a hash of its code.
    program: String,
    machine: String,
    /// The GPU, or the reason why there is none.
    device: String,
    scale: f64,
    runs: u32,
}

impl Conditions {
    pub(crate) fn new(options: &RunOptions, machine: String, device: String) -> Self {
        // Any change of the program may change its measurements.
        let bytes = std::env::current_exe().and_then(std::fs::read).unwrap_or_default();
        let mut hasher = DefaultHasher::new();
        hasher.write(&bytes);
        let build = if cfg!(debug_assertions) { ", a debug build: do not use these figures" } else { "" };
        let program = format!(
            "{} {}, build {:016x}{build}",
            crate::PROGRAM,
            env!("CARGO_PKG_VERSION"),
            hasher.finish()
        );
        Self { program, machine, device, scale: options.scale, runs: options.runs }
    }

    /// All of them in one line: what differs in it is not compared.
    pub(crate) fn settings(&self) -> String {
        let Self { program, machine, device, scale, runs } = self;
        format!("{program}; {machine}; GPU {device}; scale {scale}; {runs} runs")
    }

    fn facts(&self) -> Vec<(&'static str, String)> {
        let runs = format!(
            "median of {} (and {CHOOSING} more before them where the best of some settings is chosen); \
             operators run in turn, and each must find the edges of a forest that is proved minimal",
            self.runs,
        );
        vec![
            ("program", self.program.clone()),
            ("machine", self.machine.clone()),
            ("GPU", self.device.clone()),
            ("scale", short(self.scale)),
            ("runs", runs),
        ]
    }
}

/// The page.
pub(crate) fn page(conditions: &Conditions, sections: &[Section]) -> Result<String, Failure> {
    let mut content = load::sentence(sections);
    content += &verdicts::of_all(sections);
    content += RULE;
    content += &words();
    content += &page::facts(&conditions.facts());
    for section in sections {
        content += &section.html(conditions.scale)?;
    }
    Ok(page::page("Experiments", STYLE, &content))
}

/// Explanation of verdicts, for readers.
const RULE: &str = "\
<p>What papers on minimum spanning forests claim of their tables and figures, and whether it holds on this \
machine. Numbers are medians, with the least and the greatest run in parentheses; of several graphs they are \
the least and the greatest median.</p>
<p><b>How claims are judged.</b> Programs that are compared run in turn, and each turn gives a ratio of \
their times. The bound stands after our figure: \u{201c}holds if above 1\u{201d}. For a verdict, the ratio \
must be on the same side of the bound in every turn, and more than 5% away from it in the median; and chance \
alone must lead to this verdict in at most one of 32 cases. Of two programs that take the same time, the \
first is slower in all of five turns once in 32 cases. Where there are fewer turns, or several comparisons, \
the turns must differ less from each other than from the bound (Student's t-test of the logarithms, with \
Bonferroni's correction). A claim about several graphs or settings holds if it holds for all of them, and \
one that clearly contradicts it is enough against it; where the paper says \u{201c}sometimes\u{201d}, one is \
enough for it.</p>
<p>Something <em>rises</em> along several settings if the last is above the first by this rule, and no step \
goes down by more than 5% in the median; a step that goes down by this rule contradicts it. The \
<em>best</em> of several settings is chosen in two turns before those that compare it. Numbers of edges and \
rounds are the same in every run: only the 5% of the rule matter for them.</p>
<p>A claim <b>cannot be seen here</b> if the rule gives no verdict, if there are fewer than three runs, if a \
speed-up is above the number of threads, if other programs used more than 5% of the processors' time, or if \
it takes more cores or a GPU. A claim holds <b>by construction</b> if no figures could contradict it. A \
claim is <b>not judged</b> if nothing here decides it; the reason is beside it.</p>
";

/// Meaning of the words of claims, for readers.
fn words() -> String {
    let line = |bound: Bound| format!("<dt>{}</dt><dd>{bound}</dd>\n", page::escaped(bound.words));
    let lines: String = bound::ALL.into_iter().map(line).collect();
    format!(
        "<details><summary>What words of the papers are taken to \
         mean</summary>\n<dl>\n{lines}</dl></details>\n"
    )
}
