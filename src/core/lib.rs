//! The core of the framework boscage: graphs, loops, worklists, and data structures that threads share. Users
//! depend on the crate `boscage`, which re-exports all of this.
//!
//! # Where unsafe code is allowed
//!
//! The crate denies `unsafe_code`. Files that need it allow it at their top (`ARCHITECTURE.md` lists them),
//! and every block gives its reason.
#![deny(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[doc(hidden)]
pub mod bits;
pub mod comm;
mod contention;
mod error;
pub mod exec;
#[doc(hidden)]
pub mod fault;
pub mod graph;
mod ids;
#[doc(hidden)]
pub mod lanes;
pub mod memory;
#[doc(hidden)]
pub mod mutex;
pub mod parallel;
#[doc(hidden)]
pub mod primitives;
pub mod random;
mod sealed;
mod show;
pub mod sync;
pub mod worklist;

pub use error::{At, Error, Place, Step};
pub use show::{grouped, input_name, on_one_line, output_name};

/// The result type of the fallible functions of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;
