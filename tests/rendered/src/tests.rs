//! On pages as rustdoc renders them, shortened.

use crate::page::{Page, returned};
use crate::{features, rules};

const EXAMPLE: &str = r#"<div class="example-wrap"><pre class="rust rust-example-rendered"><code>memory();
<span class="kw">let </span>determinism = allocation;</code></pre></div>"#;
const ERRORS: &str = r##"<h5 id="errors-1"><a class="doc-anchor" href="#errors-1">§</a>Errors</h5>
<p><code>Error::OutOfMemory</code> if there is none.</p>"##;
const WORDS: &str = "<p>Nondeterministic. Takes eight bytes of\nmemory per item.</p>\n";
const NEEDS: [&str; 4] = ["example", "determinis", "memory", "Errors"];

fn page(file: &str, declaration: &str, mark: &str, docs: &str, rest: &str) -> Page {
    let html = format!(
        r##"<html><head><meta charset="utf-8"></head><body><a href="#main-content">Skip</a>
<section id="main-content" class="content" tabindex="-1"><div class="main-heading"><h1>Item</h1></div>
<pre class="rust item-decl"><code>{declaration}</code></pre>{mark}<details class="toggle top-doc" open>
<summary class="hideme"><span>Expand description</span></summary><div class="docblock">{docs}</div></details>
{rest}</section></body></html>"##
    );
    Page::of(file, &html).expect("this is the page of an item")
}

fn mark(features: &str) -> String {
    format!(
        r#"<span class="item-info"><div class="stab portability">Available on <strong>crate features
{features}</strong> only.</div></span>"#
    )
}

fn exec(method: &str, mark: &str, docs: &str) -> Page {
    let rest = format!(
        r##"<h2 id="implementations" class="section-header">Implementations</h2><div id="implementations-list">
<details class="toggle implementors-toggle" open><summary><section id="impl-Exec" class="impl">
<h3 class="code-header">impl <a class="struct" href="struct.Exec.html">Exec</a></h3></section></summary>
<div class="impl-items"><details class="toggle method-toggle" open><summary>
<section id="method.{method}" class="method"><h4 class="code-header">pub fn <a class="fn">{method}</a>&lt;T: Send,
F: Fn(T) -&gt; T&gt;(
    &amp;self,
    name: &amp;<a class="primitive" href="primitive.str.html">str</a>,
    f: F,
) -&gt; <a class="type" href="type.Result.html">Result</a>&lt;()&gt;<div class="where">where
    T: Copy,</div></h4></section>{mark}</summary><div class="docblock">{docs}</div></details>
<section id="method.threads" class="method"><h4 class="code-header">pub fn <a class="fn">threads</a>(&amp;self) -&gt;
usize</h4></section></div></details></div>"##
    );
    page("boscage_core/exec/struct.Exec.html", "pub struct Exec;", "", "<p>Threads.</p>", &rest)
}

/// Returns the findings of the rule for `of` on `pages`: the number of items, and the needs that are not met.
fn found(of: &str, pages: &[Page]) -> (usize, Vec<&'static str>) {
    let found = rules::check(pages).find(|found| found.rule.of == of).expect("there is such a rule");
    (found.items, found.missing.iter().map(|(_, need)| need.name()).collect())
}

#[test]
fn a_new_loop_must_have_all() {
    let all = format!("{WORDS}{ERRORS}{EXAMPLE}");
    assert_eq!(found("loop", &[exec("new_loop", "", &all)]), (1, vec![]));
    assert_eq!(found("loop", &[exec("new_loop", "", "<p>Runs.</p>")]), (1, NEEDS.to_vec()));
    for (part, needs) in
        [(WORDS, vec!["determinis", "memory"]), (ERRORS, vec!["Errors"]), (EXAMPLE, vec!["example"])]
    {
        assert_eq!(found("loop", &[exec("new_loop", "", &all.replace(part, ""))]), (1, needs));
    }
}

#[test]
fn only_examples_that_are_tried_count() {
    for class in ["ignore", "compile_fail"] {
        let wrap = EXAMPLE.replace("example-wrap", &format!("example-wrap {class}"));
        assert_eq!(found("loop", &[exec("l", "", &format!("{WORDS}{ERRORS}{wrap}"))]), (1, vec!["example"]));
    }
    let text = EXAMPLE.replace("rust rust-example-rendered", "language-text");
    assert_eq!(found("loop", &[exec("l", "", &format!("{WORDS}{ERRORS}{text}"))]), (1, vec!["example"]));
}

#[test]
fn each_kind_is_found() {
    let policy = r##"<h2 id="trait-implementations">Trait Implementations</h2><div id="trait-implementations-list">
<section id="impl-Policy%3CT%3E-for-New" class="impl"><h3 class="code-header">impl&lt;T: <a>Send</a>, F: Fn(&amp;T) -&gt;
u64&gt; <a class="trait">Policy</a>&lt;T&gt; for <a class="struct">New</a>&lt;F&gt;</h3></section></div>"##;
    let page = |file, declaration, rest| [page(file, declaration, "", "<p>Words.</p>", rest)];
    let needs = NEEDS[..3].to_vec();
    let new = page("boscage_core/worklist/struct.New.html", "pub struct New;", policy);
    assert_eq!(found("worklist policy", &new), (1, needs.clone()));
    assert_eq!(new[0].impls[0].trait_name(), "Policy");
    let new = page("boscage_core/graph/type.NewMap.html", "pub type NewMap = Map;", "");
    assert_eq!(found("map or set", &new), (1, needs.clone()));
    let new = page("boscage_core/graph/struct.NewGraph.html", "pub struct NewGraph;", "");
    assert_eq!(found("graph", &new), (1, needs));
    let run = "pub fn new(\n    exec: &amp;Exec,\n) -&gt; Result&lt;()&gt;";
    let new = page("boscage_operators/msf/fn.new.html", run, "");
    assert_eq!(found("operator", &new), (1, NEEDS.to_vec()));
    let shown_again = page("boscage/operators/msf/fn.new.html", run, "");
    assert_eq!(found("operator", &shown_again), (0, vec![]));
    let method = r##"<div id="implementations-list"><details class="toggle implementors-toggle" open><summary><section
id="impl-New" class="impl"></section></summary><div class="impl-items"><section id="method.get" class="method"><h4
class="code-header">pub fn get(&amp;self)</h4></section></div></details></div>"##;
    let new = page("boscage_core/sync/struct.New.html", "pub struct New&lt;T&gt;;", method);
    assert_eq!(found("shared structure", &new), (1, NEEDS[..3].to_vec()));
    let for_a_while = page("boscage_core/sync/struct.New.html", "pub struct New&lt;'a&gt;;", method);
    assert_eq!(found("shared structure", &for_a_while), (0, vec![]));
}

#[test]
fn a_rule_that_finds_nothing_does_not_hold() {
    for found in rules::check(&[]) {
        assert!(!rules::holds(found.items, found.missing.len()), "{}", found.rule.of);
    }
    assert!(rules::holds(1, 0) && !rules::holds(1, 1));
}

#[test]
fn what_needs_a_feature_must_say_so() {
    let silent = |pages: &[Page], without: &[Page]| features::check(pages, without);
    let file = "boscage_operators/fn.of.html";
    let of = |file, features: &str| page(file, "pub fn of()", features, "<p>Words.</p>", "");
    assert_eq!(silent(&[of(file, "")], &[of(file, "")]), (0, vec![]));
    assert_eq!(silent(&[of(file, "")], &[]), (1, vec![file.to_string()]));
    let marked = mark("<code>petgraph</code>");
    assert_eq!(silent(&[of(file, &marked)], &[]), (1, vec![]));
    // Shown once more, the item needs the feature of its own crate too.
    let shown = "boscage/operators/fn.of.html";
    let pages = [of(file, &marked), of(shown, &mark("<code>operators</code>"))];
    assert_eq!(silent(&pages, &[]), (2, vec![shown.to_string()]));
    let pages = [of(file, &marked), of(shown, &mark("<code>operators</code> and <code>petgraph</code>"))];
    assert_eq!(silent(&pages, &[]), (2, vec![]));
}

#[test]
fn methods_and_implementations_under_a_feature_must_say_so() {
    let old = [exec("old", "", "<p>Words.</p>")];
    let place = "boscage_core/exec/struct.Exec.html#method.new".to_string();
    assert_eq!(features::check(&[exec("new", "", "<p>Words.</p>")], &old), (1, vec![place]));
    let marked = exec("new", &mark("<code>io</code>"), "<p>Words.</p>");
    assert_eq!(features::check(&[marked], &old), (1, vec![]));

    let derived = |docs| {
        let rest = r##"<section id="impl-Serialize-for-S" class="impl"><h3 class="code-header">impl Serialize for
S</h3></section>"##;
        [page("boscage_core/struct.S.html", "pub struct S;", "", docs, rest)]
    };
    let plain = [page("boscage_core/struct.S.html", "pub struct S;", "", "<p>Words.</p>", "")];
    let place = "boscage_core/struct.S.html#impl-Serialize-for-S".to_string();
    assert_eq!(features::check(&derived("<p>Words.</p>"), &plain), (1, vec![place]));
    assert_eq!(features::check(&derived("<p>With <code>serde</code>.</p>"), &plain), (1, vec![]));
}

#[test]
fn what_is_returned_follows_the_parameters() {
    assert_eq!(returned("pub fn f<F: Fn(T) -> Result<T>>(f: F)"), "");
    assert_eq!(returned("pub fn f(f: impl Fn(T) -> Result<T>) -> Vec<T> where T: Send,"), "Vec<T>");
    assert_eq!(returned("pub fn f<F: Fn() -> u8>(f: F) -> Result<()> where F: Send,"), "Result<()>");
}

#[test]
fn pages_that_only_lead_elsewhere_are_none() {
    let html = r#"<html><head><meta http-equiv="refresh" content="0;URL=../struct.S.html"></head><body></body></html>"#;
    assert!(Page::of("boscage_core/inner/struct.S.html", html).is_none());
    assert!(Page::of("boscage_core/all.html", "<section id=\"main-content\"></section>").is_none());
}

#[test]
fn lines_and_words_are_counted() {
    let docs = page("boscage_core/fn.f.html", "pub fn f()", "", &format!("{WORDS}{EXAMPLE}"), "").docs;
    assert_eq!((docs.examples, docs.lines, docs.words().count()), (1, 4, 8));
}
