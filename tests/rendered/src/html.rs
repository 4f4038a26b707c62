//! A tree of HTML elements. rustdoc closes what it opens, so none of the cures of browsers is needed.

use std::collections::BTreeMap;

use html5gum::{HtmlString, Token, Tokenizer};

/// Elements that have no end.
const VOID: [&str; 8] = ["br", "hr", "img", "input", "link", "meta", "source", "wbr"];

/// An element with all that is in it.
#[derive(Default)]
pub(crate) struct Element {
    pub(crate) name: String,
    attributes: BTreeMap<String, String>,
    pub(crate) children: Vec<Child>,
}

pub(crate) enum Child {
    Element(Element),
    Text(String),
}

impl Element {
    /// An element without a name, in which the elements of `html` are.
    pub(crate) fn parse(html: &str) -> Self {
        let mut open = vec![Self::default()];
        for Ok(token) in Tokenizer::new(html) {
            match token {
                Token::StartTag(tag) => {
                    let attributes = tag.attributes.iter().map(|(name, value)| (text(name), text(value)));
                    let element = Self {
                        name: text(&tag.name),
                        attributes: attributes.collect(),
                        children: Vec::new(),
                    };
                    if tag.self_closing || VOID.contains(&&*element.name) {
                        put(&mut open, Child::Element(element));
                    } else {
                        open.push(element);
                    }
                }
                Token::EndTag(tag) => {
                    // An end without a beginning belongs to what was before `html`.
                    if let Some(at) = open.iter().rposition(|element| *element.name == text(&tag.name)) {
                        close(&mut open, at.max(1));
                    }
                }
                Token::String(string) => put(&mut open, Child::Text(text(&string))),
                _ => {}
            }
        }
        close(&mut open, 1);
        open.remove(0)
    }

    /// The value of an attribute, empty if there is none.
    pub(crate) fn attribute(&self, name: &str) -> &str {
        self.attributes.get(name).map_or("", String::as_str)
    }

    pub(crate) fn id(&self) -> &str {
        self.attribute("id")
    }

    pub(crate) fn has_class(&self, class: &str) -> bool {
        self.attribute("class").split_ascii_whitespace().any(|one| one == class)
    }

    /// The elements directly in this one.
    pub(crate) fn elements(&self) -> impl Iterator<Item = &Self> {
        self.children.iter().filter_map(|child| match child {
            Child::Element(element) => Some(element),
            Child::Text(_) => None,
        })
    }

    /// The first element, of this one and those in it, that is `wanted`.
    pub(crate) fn first(&self, wanted: &dyn Fn(&Self) -> bool) -> Option<&Self> {
        if wanted(self) { Some(self) } else { self.elements().find_map(|element| element.first(wanted)) }
    }

    /// All text in this element, with one space for each gap.
    pub(crate) fn text(&self) -> String {
        let mut all = String::new();
        self.add_text(&mut all);
        all.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    fn add_text(&self, all: &mut String) {
        for child in &self.children {
            match child {
                Child::Text(text) => all.push_str(text),
                Child::Element(element) => {
                    // The bounds of a signature follow it without a gap.
                    all.push_str(if element.has_class("where") { " " } else { "" });
                    element.add_text(all);
                }
            }
        }
    }
}

fn text(bytes: &HtmlString) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn put(open: &mut [Element], child: Child) {
    open.last_mut().expect("the first element is never closed").children.push(child);
}

/// Closes all open elements but the first `left`.
fn close(open: &mut Vec<Element>, left: usize) {
    while open.len() > left {
        let element = open.pop().expect("there are more than are left");
        put(open, Child::Element(element));
    }
}
