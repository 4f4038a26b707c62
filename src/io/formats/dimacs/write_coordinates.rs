//! DIMACS coordinates, `.co`: one line a node, in the order of the nodes.

use std::io::{self, Write};
use std::path::Path;

use crate::Compression;
use crate::Output;
use crate::output::decimal::Decimal;
use boscage_core::Result;

/// Writes the coordinates of nodes, x and y of each in their order, as a DIMACS file; compressed if its
/// suffix says so; `-` is the standard output.
///
/// # Errors
/// [`Error::Io`](boscage_core::Error::Io).
///
/// ```
/// use boscage::{exec::Exec, io};
///
/// let folder = tempfile::tempdir().unwrap();
/// let path = folder.path().join("places.co");
/// io::write_coordinates(&path, &[[-73_530_767.0, 41_085_396.0], [0.5, 1e19]])?;
/// let written = std::fs::read_to_string(&path).unwrap();
/// assert_eq!(written, "p aux sp co 2\nv 1 -73530767 41085396\nv 2 0.5 1e19\n");
/// assert_eq!(io::read_coordinates(&Exec::new(1)?, &path)?, [[-73_530_767.0, 41_085_396.0], [0.5, 1e19]]);
/// # Ok::<(), boscage::Error>(())
/// ```
pub fn write_coordinates(path: &Path, coordinates: &[[f64; 2]]) -> Result<()> {
    write_coordinates_to(Output::create(path, Compression::of_suffix(path))?, coordinates)
}

/// Writes the coordinates of nodes to an output that has been begun, and finishes it.
///
/// # Errors
/// As [`write_coordinates`].
pub fn write_coordinates_to(mut output: Output, coordinates: &[[f64; 2]]) -> Result<()> {
    put(coordinates, &mut output).map_err(|source| output.failed(source))?;
    output.finish()
}

fn put(coordinates: &[[f64; 2]], out: &mut Output) -> io::Result<()> {
    writeln!(out, "p aux sp co {}", coordinates.len())?;
    for (node, place) in (1_u64..).zip(coordinates) {
        out.write_all(b"v ")?;
        node.put(out)?;
        for &value in place {
            out.write_all(b" ")?;
            // The challenge has integers, so what is one is written as one.
            match value.abs().natural().and_then(|natural| i64::try_from(natural).ok()) {
                Some(natural) if value < 0.0 => (-natural).put(out)?,
                Some(natural) => natural.put(out)?,
                None => value.put(out)?,
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}
