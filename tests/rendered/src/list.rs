//! All pages, a line for each item.

use std::fmt::{self, Display};

use crate::docs::Docs;
use crate::page::Page;

/// The pages with totals for each crate.
pub(crate) struct List<'p>(pub(crate) &'p [Page]);

impl Display for List<'_> {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(to, "item\tkind\texamples\tlines\twords")?;
        for pages in self.0.chunk_by(|a, b| a.of_crate() == b.of_crate()) {
            for page in pages {
                let mut docs = Docs::default();
                docs += &page.docs;
                docs += &page.parts;
                row(to, &page.path, &page.kind, &docs)?;
                for method in &page.methods {
                    row(to, &format!("  {}::{}", page.path, method.name()), "method", &method.docs)?;
                }
            }
        }
        writeln!(to, "\ncrate\titems\twith examples\tmethods\twith examples\tlines\twords")?;
        for pages in self.0.chunk_by(|a, b| a.of_crate() == b.of_crate()) {
            let methods = || pages.iter().flat_map(|page| &page.methods);
            let docs = || pages.iter().flat_map(|page| [&page.docs, &page.parts]);
            let docs = || docs().chain(methods().map(|method| &method.docs));
            writeln!(
                to,
                "{}\t{}\t{}\t{}\t{}\t{}\t{}",
                pages[0].of_crate(),
                pages.len(),
                pages.iter().filter(|page| page.docs.examples + page.parts.examples > 0).count(),
                methods().count(),
                methods().filter(|method| method.docs.examples > 0).count(),
                docs().map(|docs| docs.lines).sum::<usize>(),
                docs().map(|docs| docs.words().count()).sum::<usize>(),
            )?;
        }
        Ok(())
    }
}

fn row(to: &mut fmt::Formatter<'_>, name: &str, kind: &str, docs: &Docs) -> fmt::Result {
    writeln!(to, "{name}\t{kind}\t{}\t{}\t{}", docs.examples, docs.lines, docs.words().count())
}
