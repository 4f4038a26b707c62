//! Starts the running program anew with ThreadSanitizer.

use crate::Skip;

pub(crate) fn enter() -> Result<(), Skip> {
    Err(Skip::new("the search of races is not there yet"))
}
