//! Splits bytes into lines, tokens and numbers, on all threads.

mod blocks;
mod columns;
mod cures;
mod fault;
mod line;
mod lines;
pub(crate) mod number;
mod quotes;
mod scan;
mod separators;
mod span;
mod text_buffer;

pub(crate) use columns::Columns;
pub(crate) use fault::{Fault, quoted};
pub(crate) use line::{Begin, Line};
#[cfg(test)]
pub(crate) use lines::with_blocks_of;
pub(crate) use lines::{Heading, ParsedBytes, Text};
pub(crate) use number::Number;
pub(crate) use quotes::{begins_cell, unquoted_line_ends};
pub(crate) use scan::Scanner;
pub(crate) use separators::Separators;
pub(crate) use span::{Kind, Span, Unfit};
