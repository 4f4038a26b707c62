//! From bytes to lines, tokens and numbers.

pub(crate) mod blocks;
pub(crate) mod columns;
pub(crate) mod cures;
pub(crate) mod fault;
pub(crate) mod line;
pub(crate) mod lines;
pub(crate) mod number;
pub(crate) mod room;
pub(crate) mod scan;
pub(crate) mod separators;
pub(crate) mod span;
