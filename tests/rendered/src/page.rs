//! One page: an item with its methods.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use crate::docs::Docs;
use crate::html::Element;

/// The page of an item.
pub(crate) struct Page {
    /// Its place in the folder of all pages.
    pub(crate) file: String,
    /// `boscage_core::exec::Exec`.
    pub(crate) path: String,
    /// `struct`, `fn`, `mod`, ...
    pub(crate) kind: String,
    pub(crate) declaration: String,
    /// The documentation of the item itself.
    pub(crate) docs: Docs,
    /// The documentation of its fields and variants.
    pub(crate) parts: Docs,
    pub(crate) methods: Vec<Method>,
    /// The traits that it implements, and for a trait, who implements it.
    pub(crate) impls: Vec<Impl>,
    /// The features that it needs, as the page says.
    pub(crate) features: BTreeSet<String>,
    /// Links to items that rustdoc did not find. It shows them in brackets.
    pub(crate) broken: Vec<String>,
}

/// A public method, associated function, constant or type.
pub(crate) struct Method {
    pub(crate) id: String,
    pub(crate) signature: String,
    pub(crate) docs: Docs,
    pub(crate) features: BTreeSet<String>,
}

/// An implementation of a trait.
pub(crate) struct Impl {
    pub(crate) id: String,
    /// `impl<T> Policy<T> for Fifo`.
    pub(crate) header: String,
    pub(crate) features: BTreeSet<String>,
}

impl Page {
    /// Reads a page: `None` if it is none of an item, or only leads to another page.
    pub(crate) fn of(file: &str, html: &str) -> Option<Self> {
        let (folders, name) = file.rsplit_once('/')?;
        let mut path = folders.replace('/', "::");
        let kind = match name.strip_suffix(".html")? {
            "index" => "mod",
            item => {
                let (kind, name) = item.split_once('.')?;
                path.push_str("::");
                path.push_str(name);
                kind
            }
        };
        let begin = html.find("<section id=\"main-content\"")?;
        let content = Element::parse(&html[begin..]);
        let content = content.elements().next()?;
        let mut page = Self {
            file: file.to_string(),
            path,
            kind: kind.to_string(),
            declaration: String::new(),
            docs: Docs::default(),
            parts: Docs::default(),
            methods: Vec::new(),
            impls: Vec::new(),
            features: BTreeSet::new(),
            broken: broken(html),
        };
        for element in content.elements() {
            if element.has_class("item-decl") && page.declaration.is_empty() {
                page.declaration = element.text();
            } else if element.has_class("item-info") {
                page.features = features(element);
            } else if element.has_class("top-doc") {
                let block = element.elements().find(|one| one.has_class("docblock"));
                page.docs = block.map(Docs::of).unwrap_or_default();
            } else {
                page.read(element, element.id() == "implementations-list", &BTreeSet::new());
            }
        }
        Some(page)
    }

    /// Reads an element that is not of the item itself. `own`: in the list of the methods that are its own,
    /// where each implementation may need features.
    fn read(&mut self, element: &Element, own: bool, needed: &BTreeSet<String>) {
        // rustdoc's own words, and what the type has from others: by `Deref`, as every type.
        let foreign = ["deref-methods", "blanket-implementations", "synthetic-implementations"];
        if element.has_class("non-exhaustive") || foreign.iter().any(|id| element.id().starts_with(id)) {
            return;
        }
        if element.has_class("implementors-toggle") || element.has_class("impl") {
            let Some(section) = element.first(&|one| one.has_class("impl")) else {
                return;
            };
            let header =
                element.first(&|one| one.has_class("code-header")).map_or(String::new(), Element::text);
            let features = element
                .elements()
                .find(|one| one.name == "summary")
                .map_or_else(|| features(element), features);
            if own {
                for inner in element.elements().filter(|one| one.name != "summary") {
                    self.read(inner, false, &features);
                }
            } else {
                self.impls.push(Impl { id: section.id().to_string(), header, features });
            }
        } else if element.has_class("method-toggle") {
            let docs = element.elements().find(|one| one.has_class("docblock")).map(Docs::of);
            self.add_method(element, docs.unwrap_or_default(), needed);
        } else if element.has_class("method") {
            self.add_method(element, Docs::default(), needed);
        } else if element.has_class("docblock") {
            self.parts += &Docs::of(element);
        } else {
            for inner in element.elements() {
                self.read(inner, own, needed);
            }
        }
    }

    fn add_method(&mut self, element: &Element, docs: Docs, needed: &BTreeSet<String>) {
        let section = element.first(&|one| one.name == "section").map_or("", Element::id);
        let signature =
            element.first(&|one| one.has_class("code-header")).map_or(String::new(), Element::text);
        let features = &features(element) | needed;
        self.methods.push(Method { id: section.to_string(), signature, docs, features });
    }

    /// The name of the crate.
    pub(crate) fn of_crate(&self) -> &str {
        self.path.split("::").next().unwrap_or_default()
    }

    pub(crate) fn name(&self) -> &str {
        self.path.rsplit("::").next().unwrap_or_default()
    }

    /// Tells whether this is a type that stands directly in `module`.
    pub(crate) fn is_type_in(&self, module: &str) -> bool {
        let is_type = matches!(&*self.kind, "struct" | "enum" | "type");
        is_type && self.path.rsplit_once("::").is_some_and(|(parent, _)| parent == module)
    }

    pub(crate) fn implements(&self, name: &str) -> bool {
        self.impls.iter().any(|one| one.trait_name() == name)
    }

    pub(crate) fn has_method(&self, name: &str) -> bool {
        self.methods.iter().any(|method| method.name() == name)
    }
}

impl Method {
    pub(crate) fn name(&self) -> &str {
        self.id.split_once('.').map_or("", |(_, name)| name)
    }
}

impl Impl {
    /// `Policy` of `impl<T> Policy<T> for Fifo`.
    pub(crate) fn trait_name(&self) -> &str {
        let Some((before, _)) = self.header.split_once(" for ") else {
            return "";
        };
        let begin = before.strip_prefix("impl").unwrap_or(before);
        let begin = if begin.starts_with('<') { after_generics(begin) } else { begin };
        begin.trim().split(['<', ' ']).next().unwrap_or_default()
    }
}

/// The text after `<...>`, with which `text` begins.
fn after_generics(text: &str) -> &str {
    let end = depths(text).find(|&(_, character, depth)| character == '>' && depth == 0);
    end.map_or("", |(at, ..)| &text[at + 1..])
}

/// Returns the names that stand in brackets as code: links that rustdoc could not resolve.
fn broken(html: &str) -> Vec<String> {
    let names = html.split("[<code>").skip(1).filter_map(|rest| rest.split_once("</code>"));
    names.filter(|(_, after)| after.starts_with(']')).map(|(name, _)| name.to_string()).collect()
}

/// The return type of a signature; empty if there is none.
pub(crate) fn returned(signature: &str) -> &str {
    let arrow = depths(signature).find(|&(at, _, depth)| depth == 0 && signature[at..].starts_with("->"));
    let all = arrow.map_or("", |(at, ..)| &signature[at + 2..]);
    all.split(" where ").next().unwrap_or_default().trim()
}

/// The characters with their places, and in how many brackets the next one is.
fn depths(text: &str) -> impl Iterator<Item = (usize, char, usize)> {
    text.char_indices().scan(0_usize, |depth, (at, character)| {
        match character {
            '<' | '(' | '[' => *depth += 1,
            '>' if text[..at].ends_with('-') => {}
            '>' | ')' | ']' => *depth = depth.saturating_sub(1),
            _ => {}
        }
        Some((at, character, *depth))
    })
}

/// The names of the features in rustdoc's mark, "Available on crate feature ... only".
fn features(element: &Element) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    if element.has_class("portability") {
        add_codes(element, &mut found);
    } else if !element.has_class("docblock") {
        for inner in element.elements() {
            found.append(&mut features(inner));
        }
    }
    found
}

fn add_codes(element: &Element, found: &mut BTreeSet<String>) {
    if element.name == "code" {
        found.insert(element.text());
    }
    element.elements().for_each(|inner| add_codes(inner, found));
}

/// Reads the pages of the crates in `folder`, in the order of their paths.
pub(crate) fn pages(folder: &Path, crates: &[&str]) -> io::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for name in crates {
        let found = pages.len();
        add_pages(&folder.join(name), name, &mut pages)?;
        if pages.len() == found {
            return Err(io::Error::other(format!("there are no pages in {}", folder.join(name).display())));
        }
        pages[found..].sort_by(|a, b| a.path.cmp(&b.path));
    }
    Ok(pages)
}

fn add_pages(folder: &Path, place: &str, pages: &mut Vec<Page>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let place = format!("{place}/{}", entry.file_name().display());
        if entry.file_type()?.is_dir() {
            add_pages(&entry.path(), &place, pages)?;
        } else if place.ends_with(".html") {
            pages.extend(Page::of(&place, &fs::read_to_string(entry.path())?));
        }
    }
    Ok(())
}
