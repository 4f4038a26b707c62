//! The rules: which items must have which documentation.

use Items::{Methods, Pages};

use crate::docs::Docs;
use crate::page::{Method, Page, returned};

/// A part of the documentation that a rule demands.
#[derive(Clone, Copy)]
pub(crate) enum Need {
    /// A word that begins like one of these. The first one names the need.
    Word(&'static [&'static str]),
    Example,
    /// A heading "Errors", if the signature returns a `Result`.
    Errors,
}

/// The items that a rule is for.
#[derive(Clone, Copy)]
pub(crate) enum Items {
    /// Items with their own pages. Their methods have documentation of their own.
    Pages(fn(&Page) -> bool),
    /// Methods of this type.
    Methods(&'static str, fn(&Method) -> bool),
}

pub(crate) struct Rule {
    pub(crate) of: &'static str,
    pub(crate) items: Items,
    pub(crate) needs: &'static [Need],
}

const DETERMINISM: Need = Need::Word(&["determinis", "nondeterminis"]);
const MEMORY: Need = Need::Word(&["memory", "allocat"]);
const ALL: &[Need] = &[Need::Example, DETERMINISM, MEMORY, Need::Errors];

/// Every item that one of these finds must have what its line says.
pub(crate) const TABLE: &[Rule] = &[
    Rule { of: "loop", items: Methods("boscage_core::exec::Exec", runs_by_name), needs: ALL },
    Rule { of: "phase", items: Methods("boscage_core::exec::Rounds", runs_by_name), needs: ALL },
    Rule { of: "worklist policy", items: Pages(is_policy), needs: ALL },
    Rule { of: "map or set", items: Pages(is_map_or_set), needs: ALL },
    Rule { of: "shared structure", items: Pages(is_shared), needs: ALL },
    Rule { of: "graph", items: Pages(is_graph), needs: ALL },
    Rule { of: "operator", items: Pages(is_operator), needs: ALL },
];

/// Loops and phases have names, under which their statistics are kept.
fn runs_by_name(method: &Method) -> bool {
    ["&self, name: &str,", "&self, name: &'a str,", "&'a self, name: &'a str,"]
        .iter()
        .any(|parameters| method.signature.contains(parameters))
}

fn is_policy(page: &Page) -> bool {
    page.kind == "struct" && page.implements("Policy")
}

fn is_map_or_set(page: &Page) -> bool {
    page.is_type_in("boscage_core::graph") && ["Map", "Set"].iter().any(|end| page.name().ends_with(end))
}

/// Types with a lifetime are lent to an operator, and are not shared structures.
fn is_shared(page: &Page) -> bool {
    let is_struct = page.kind == "struct" && page.is_type_in("boscage_core::sync");
    is_struct && !page.methods.is_empty() && !page.declaration.contains("<'")
}

/// Lists, views and forests too.
fn is_graph(page: &Page) -> bool {
    let is_named = ["Graph", "List", "View", "Forest"].iter().any(|end| page.name().ends_with(end));
    page.is_type_in("boscage_core::graph") && (is_named || page.has_method("node_count"))
}

fn is_operator(page: &Page) -> bool {
    page.kind == "fn" && page.of_crate() == "boscage_operators" && page.declaration.contains("exec: &Exec")
}

impl Need {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Word(beginnings) => beginnings[0],
            Self::Example => "example",
            Self::Errors => "Errors",
        }
    }

    fn is_met(self, docs: &Docs, signature: &str) -> bool {
        match self {
            Self::Word(beginnings) => docs.has_word(beginnings),
            Self::Example => docs.examples > 0,
            Self::Errors => {
                !returned(signature).contains("Result<")
                    || docs.headings.iter().any(|heading| heading == "Errors")
            }
        }
    }
}

/// Returns `true` if a rule holds that found `items` items, of which something is `missing`. If it finds
/// nothing, it would hold whatever the pages say.
pub(crate) fn holds(items: usize, missing: usize) -> bool {
    items > 0 && missing == 0
}

/// The findings of a rule.
pub(crate) struct Found<'r> {
    pub(crate) rule: &'r Rule,
    pub(crate) items: usize,
    /// The places of items, and what each of them lacks.
    pub(crate) missing: Vec<(String, Need)>,
}

/// Checks where the items stand: `boscage` only shows them once more.
pub(crate) fn check(pages: &[Page]) -> impl Iterator<Item = Found<'static>> {
    TABLE.iter().map(|rule| check_one(rule, pages))
}

fn check_one<'r>(rule: &'r Rule, pages: &[Page]) -> Found<'r> {
    let mut found = Found { rule, items: 0, missing: Vec::new() };
    let mut look = |place: String, docs: &Docs, signature: &str| {
        found.items += 1;
        let unmet = rule.needs.iter().filter(|need| !need.is_met(docs, signature));
        found.missing.extend(unmet.map(|&need| (place.clone(), need)));
    };
    for page in pages.iter().filter(|page| page.of_crate() != "boscage") {
        match rule.items {
            Pages(is_one) if is_one(page) => look(page.file.clone(), &page.docs, &page.declaration),
            Methods(of, is_one) if page.path == of => {
                for method in page.methods.iter().filter(|method| is_one(method)) {
                    look(format!("{}#{}", page.file, method.id), &method.docs, &method.signature);
                }
            }
            _ => {}
        }
    }
    found
}
