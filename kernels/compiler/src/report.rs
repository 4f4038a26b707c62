//! The resources of the kernels on some devices, and the check that none spills.

use std::fmt;

use crate::compile::{Source, Sources};
use crate::nvrtc::Nvrtc;
use crate::{assembler, cubin};

/// The devices of the report: A100 and H100. What is assembled is made for each, while the driver assembles
/// the PTX for the oldest device; kernels that do not ask for `__CUDA_ARCH__` come out much the same.
pub(crate) const ARCHITECTURES: [&str; 2] = ["sm_80", "sm_90"];

/// The kernels that may spill, and why.
pub(crate) const MAY_SPILL: &[(&str, &str)] = &[];

/// The table.
#[derive(Debug, Default)]
pub(crate) struct Report {
    rows: Vec<Row>,
}

#[derive(Debug)]
struct Row {
    source: String,
    kernel: String,
    architecture: &'static str,
    said: assembler::Said,
}

impl Report {
    /// Adds the kernels of `source`. The error is for people.
    pub(crate) fn add(&mut self, nvrtc: &Nvrtc, sources: &Sources, source: &Source) -> Result<(), String> {
        let first = self.rows.len();
        for architecture in ARCHITECTURES {
            let (code, log) = sources.machine_code(nvrtc, source, architecture)?;
            let said = assembler::kernels(&log);
            let found = cubin::kernels(&code).map_err(|error| format!("{}: {error}", source.name))?;
            if !said.iter().map(|(name, said)| (name, &said.resources)).eq(&found) {
                return Err(format!(
                    "{}.cu for {architecture}: the assembler says {said:?}, but its machine code says {found:?}",
                    source.name
                ));
            }
            let row = |(kernel, said)| Row { source: source.name.clone(), kernel, architecture, said };
            self.rows.extend(said.into_iter().map(row));
        }
        self.rows[first..].sort_by(|a, b| a.kernel.cmp(&b.kernel)); // stable: architectures stay in order
        Ok(())
    }

    /// The kernels that spill without being among `may_spill`, and those among them that do not spill at all.
    pub(crate) fn complaints(&self, may_spill: &[(&str, &str)]) -> Vec<String> {
        let mut complaints = Vec::new();
        for row in &self.rows {
            let may = may_spill.iter().any(|(kernel, _)| *kernel == row.kernel);
            if row.spills() && !may {
                let Row { source, kernel, architecture, said } = row;
                complaints.push(format!(
                    "{source}.cu: {kernel} spills on {architecture}: {} bytes stored, {} loaded",
                    said.spill_stores, said.spill_loads
                ));
            }
        }
        for (kernel, _) in may_spill {
            if !self.rows.iter().any(|row| row.kernel == *kernel && row.spills()) {
                complaints.push(format!("{kernel} may spill and does not: MAY_SPILL need not name it"));
            }
        }
        complaints
    }
}

impl Row {
    fn spills(&self) -> bool {
        self.said.spill_stores > 0 || self.said.spill_loads > 0
    }
}

/// Heads of the columns.
const COLUMNS: [&str; 8] =
    ["source", "kernel", "device", "registers", "spill stores", "spill loads", "stack", "shared"];

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |row: &Row| {
            let said = &row.said;
            let counts = [
                said.resources.registers,
                said.spill_stores,
                said.spill_loads,
                said.resources.stack,
                said.resources.shared,
            ];
            let [registers, stores, loads, stack, shared] = counts.map(|count| count.to_string());
            let device = row.architecture.to_owned();
            [row.source.clone(), row.kernel.clone(), device, registers, stores, loads, stack, shared]
        };
        let mut lines = vec![COLUMNS.map(str::to_owned)];
        lines.extend(self.rows.iter().map(cells));
        let width = |column: usize| lines.iter().map(|line| line[column].len()).max().unwrap_or(0);
        for line in &lines {
            for (column, cell) in line.iter().enumerate() {
                let width = width(column);
                match column {
                    0 => write!(f, "{cell:<width$}")?,
                    1 | 2 => write!(f, "  {cell:<width$}")?,
                    _ => write!(f, "  {cell:>width$}")?,
                }
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
