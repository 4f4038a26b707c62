//! The machine on which the measurement runs.

use boscage::memory;
use serde::Serialize;

use boscage_programs::show::{bytes, counted};

/// Facts about the machine.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    /// The processor's name; unknown on some systems.
    cpu: Option<String>,
    /// Number of threads that this process may run at the same time.
    cores: usize,
    /// Memory; unknown on some systems.
    memory_bytes: Option<u64>,
    /// The operating system, with its version if known.
    os: String,
    /// The instruction set.
    arch: &'static str,
}

impl Machine {
    /// Returns the facts about this machine.
    #[must_use]
    pub fn this() -> Self {
        let read = |path| std::fs::read_to_string(path).ok();
        let cpu = read("/proc/cpuinfo").and_then(|table| cpu(&table));
        let os = [std::env::consts::OS, &read("/proc/sys/kernel/osrelease").unwrap_or_default()].join(" ");
        Self {
            cpu,
            cores: std::thread::available_parallelism().map_or(1, Into::into),
            memory_bytes: memory::installed(),
            os: os.trim().to_owned(),
            arch: std::env::consts::ARCH,
        }
    }

    /// Returns the processor's name, or the instruction set if that is unknown.
    #[must_use]
    pub fn processor(&self) -> &str {
        self.cpu.as_deref().unwrap_or(self.arch)
    }

    /// Returns the facts in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let memory = self.memory_bytes.map(bytes);
        let facts = [self.cpu.clone(), Some(counted(self.cores, "core", "cores")), memory];
        let facts: Vec<_> = facts.into_iter().flatten().collect();
        format!("{}, {} ({})", facts.join(", "), self.os, self.arch)
    }
}

/// Returns the name of the first processor in `/proc/cpuinfo`.
fn cpu(table: &str) -> Option<String> {
    let line = table.lines().find(|line| line.starts_with("model name"))?;
    Some(line.split_once(':')?.1.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_named_once_and_without_gaps() {
        let table = "processor\t: 0\nmodel name\t: A  CPU @ 2 GHz\n\nprocessor\t: 1\nmodel name\t: B\n";
        assert_eq!(cpu(table).as_deref(), Some("A CPU @ 2 GHz"));
        assert_eq!(cpu(""), None);
        assert!(Machine::this().line().contains(" core"));
    }
}
