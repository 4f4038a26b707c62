//! The `graph` program as its users see it: files, streams, messages and exit codes.

mod about;
mod changes;
mod convert;
#[cfg(target_os = "linux")]
mod endings;
mod errors;
mod generate;
mod info;
mod program;
