//! The results of a benchmark for people and programs: one file per format, each an [`Exporter`]. A new
//! format is a file with an exporter, and an option that chooses it (`plan/bench.rs`).
//!
//! | format | file |
//! |---|---|
//! | aligned text, which is printed | `text.rs` |
//! | the choices of `auto`, printed instead | `choices.rs` |
//! | JSON | `json.rs` |
//! | a page, with tables and charts | `html.rs` |
//! | the charts alone | `svg.rs`, `charts.rs` |
//! | a table for a page in Markdown | `markdown/` |

mod charts;
mod choices;
mod exporter;
mod html;
mod json;
mod markdown;
mod svg;
mod text;

pub(super) use choices::Choices;
pub(crate) use exporter::Exporter;
pub(super) use exporter::Exports;
pub(crate) use html::Html;
pub(crate) use json::Json;
pub(crate) use markdown::{Markdown, Table};
pub(crate) use svg::Svg;
pub(super) use text::Text;
