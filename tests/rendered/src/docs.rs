//! The documentation of one item, as it is rendered.

use std::ops::AddAssign;

use crate::html::{Child, Element};

/// The documentation of an item.
#[derive(Default)]
pub(crate) struct Docs {
    /// Code that `cargo test` compiles.
    pub(crate) examples: usize,
    /// Lines that are not empty, also of code.
    pub(crate) lines: usize,
    pub(crate) headings: Vec<String>,
    /// All but code blocks.
    prose: String,
}

impl Docs {
    /// Reads an element of the class `docblock`.
    pub(crate) fn of(block: &Element) -> Self {
        let mut docs = Self::default();
        docs.read(block);
        docs.lines += docs.prose.lines().filter(|line| !line.trim().is_empty()).count();
        docs
    }

    fn read(&mut self, element: &Element) {
        for child in &element.children {
            match child {
                Child::Text(text) => self.prose.push_str(text),
                Child::Element(element) if element.has_class("example-wrap") => self.read_code(element),
                Child::Element(element) if element.has_class("doc-anchor") => {}
                Child::Element(element) => {
                    let begun = self.prose.len();
                    self.read(element);
                    if matches!(&*element.name, "h1" | "h2" | "h3" | "h4" | "h5" | "h6") {
                        self.headings.push(self.prose[begun..].trim().to_string());
                    }
                    if matches!(&*element.name, "td" | "th") {
                        self.prose.push(' ');
                    }
                }
            }
        }
    }

    fn read_code(&mut self, wrap: &Element) {
        let Some(code) = wrap.first(&|element| element.name == "pre") else {
            return;
        };
        let is_tried = !wrap.has_class("ignore") && !wrap.has_class("compile_fail");
        self.examples += usize::from(code.has_class("rust") && is_tried);
        let mut lines = String::new();
        lines_of(code, &mut lines);
        self.lines += lines.lines().filter(|line| !line.trim().is_empty()).count();
    }

    /// The words outside code blocks.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.prose.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
    }

    /// Tells whether a word begins with one of `beginnings`, in capital or small letters. `OutOfMemory` is
    /// not a word about memory.
    pub(crate) fn has_word(&self, beginnings: &[&str]) -> bool {
        self.words().any(|word| {
            let word = word.to_lowercase();
            beginnings.iter().any(|beginning| word.starts_with(beginning))
        })
    }
}

impl AddAssign<&Self> for Docs {
    fn add_assign(&mut self, other: &Self) {
        self.examples += other.examples;
        self.lines += other.lines;
        self.headings.extend_from_slice(&other.headings);
        self.prose.push('\n');
        self.prose.push_str(&other.prose);
    }
}

fn lines_of(element: &Element, lines: &mut String) {
    for child in &element.children {
        match child {
            Child::Text(text) => lines.push_str(text),
            Child::Element(element) => lines_of(element, lines),
        }
    }
}
