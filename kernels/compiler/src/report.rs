//! Resources of the committed kernels on some devices, by several assemblers, and the check that none spills.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::thread;

use crate::assembler::{Assembler, DEVICES, Said};
use crate::compile::files;

/// Kernels that may spill, with the reason.
pub(crate) const MAY_SPILL: &[(&str, &str)] = &[];

/// The table.
#[derive(Debug, Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

/// A kernel on a device, by one assembler.
#[derive(Debug)]
struct Row {
    source: String,
    kernel: String,
    device: &'static str,
    assembler: String,
    said: Said,
}

impl Report {
    /// Adds all PTX files in `folder`, for all devices that the assembler supports. Errors are messages for
    /// people.
    pub(crate) fn add(&mut self, assembler: &Assembler, folder: &Path) -> Result<(), Vec<String>> {
        let files = files(folder).map_err(|error| vec![error.to_string()])?;
        let of_device = |device: &'static str| -> Vec<_> {
            let ptx = files.iter().filter(|(_, extension)| extension == "ptx");
            ptx.map(|(name, _)| {
                let said = assembler.assemble(&folder.join(format!("{name}.ptx")), device)?;
                let row = |(kernel, said)| {
                    let (source, assembler) = (name.clone(), assembler.version.clone());
                    Row { source, kernel, device, assembler, said }
                };
                Ok(said.into_iter().map(row).collect::<Vec<_>>())
            })
            .collect()
        };
        let assembled: Vec<Result<Vec<Row>, String>> = thread::scope(|scope| {
            let start = |&device| scope.spawn(move || of_device(device));
            let threads: Vec<_> = assembler.devices.iter().map(start).collect();
            threads.into_iter().flat_map(|thread| thread.join().expect("no thread panics")).collect()
        });
        let mut errors = Vec::new();
        for rows in assembled {
            match rows {
                Ok(rows) => self.rows.extend(rows),
                Err(error) => errors.push(error),
            }
        }
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// Returns the devices that no assembler supports, the kernels that spill without being in `may_spill`,
    /// and the kernels in it that do not spill.
    pub(crate) fn complaints(&self, may_spill: &[(&str, &str)]) -> Vec<String> {
        let mut complaints = Vec::new();
        for device in DEVICES {
            if !self.rows.iter().any(|row| row.device == device) {
                complaints.push(format!("no assembler supports {device}"));
            }
        }
        for row in &self.rows {
            let may = may_spill.iter().any(|(kernel, _)| *kernel == row.kernel);
            if row.spills() && !may {
                let Row { source, kernel, device, assembler, said } = row;
                complaints.push(format!(
                    "{source}.ptx: {kernel} spills on {device} by ptxas {assembler}: {} bytes stored, {} \
                     loaded",
                    said.spill_stores, said.spill_loads
                ));
            }
        }
        for (kernel, _) in may_spill {
            if !self.rows.iter().any(|row| row.kernel == *kernel && row.spills()) {
                complaints.push(format!("{kernel} does not spill: remove it from MAY_SPILL"));
            }
        }
        complaints
    }

    /// The rows of each kernel, by the names of its file and of itself.
    fn kernels(&self) -> BTreeMap<(&str, &str), Vec<&Row>> {
        let mut kernels: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for row in &self.rows {
            kernels.entry((&*row.source, &*row.kernel)).or_default().push(row);
        }
        kernels
    }
}

impl Row {
    fn spills(&self) -> bool {
        self.said.spill_stores > 0 || self.said.spill_loads > 0
    }
}

/// One row per kernel: the most registers per device, and the maximum of the rest over all devices.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let registers = DEVICES.map(|device| format!("registers {device}"));
        let rest = ["spill stores", "spill loads", "stack", "shared"].map(str::to_owned);
        let mut lines =
            vec![[vec!["source".to_owned(), "kernel".to_owned()], registers.into(), rest.into()].concat()];
        for ((source, kernel), rows) in self.kernels() {
            let most = |count: fn(&Said) -> u32, device: Option<&str>| {
                let rows = rows.iter().filter(|row| device.is_none_or(|device| device == row.device));
                rows.map(|row| count(&row.said)).max().map_or("-".to_owned(), |most| most.to_string())
            };
            let mut line = vec![source.to_owned(), kernel.to_owned()];
            line.extend(DEVICES.map(|device| most(|said| said.resources.registers, Some(device))));
            line.push(most(|said| said.spill_stores, None));
            line.push(most(|said| said.spill_loads, None));
            line.push(most(|said| said.resources.stack, None));
            line.push(most(|said| said.resources.shared, None));
            lines.push(line);
        }
        let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
        for line in &lines {
            for (column, cell) in line.iter().enumerate() {
                let width = width(column);
                match column {
                    0 => write!(f, "{cell:<width$}")?,
                    1 => write!(f, "  {cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
