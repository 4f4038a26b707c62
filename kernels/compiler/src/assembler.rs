//! The resources of a kernel, from the assembler's log. Only this log says how much is spilled.
//!
//! ```text
//! ptxas info    : Compiling entry function 'bid' for 'sm_80'
//! ptxas info    : Function properties for bid
//! ptxas         .     16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
//! ptxas info    : Used 32 registers, 1024 bytes smem, 364 bytes cmem[0]
//! ```
//!
//! Functions that are not inlined follow the kernel that calls them, with their own properties.

use std::collections::BTreeMap;

use crate::cubin::Resources;

/// What one kernel takes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// What the machine code says too.
    pub(crate) resources: Resources,
    /// Bytes written where registers did not suffice, in the kernel and in the functions it calls.
    pub(crate) spill_stores: u32,
    /// Bytes read back.
    pub(crate) spill_loads: u32,
}

/// The kernels of which `log` tells, and what it says about each.
pub(crate) fn kernels(log: &str) -> BTreeMap<String, Said> {
    let mut kernels: BTreeMap<String, Said> = BTreeMap::new();
    let (mut kernel, mut function) = (String::new(), String::new());
    for line in log.lines() {
        let Some(said) = line.strip_prefix("ptxas ") else { continue };
        let said = said.trim_start_matches("info").trim_start_matches([' ', ':', '.']);
        if let Some(rest) = said.strip_prefix("Compiling entry function '") {
            kernel = rest.split('\'').next().unwrap_or(rest).to_owned();
            kernels.insert(kernel.clone(), Said::default());
        } else if let Some(name) = said.strip_prefix("Function properties for ") {
            function = name.to_owned();
        } else if let Some(entry) = kernels.get_mut(&kernel) {
            for (count, what) in said.trim_start_matches("Used ").split(", ").filter_map(counted) {
                match what {
                    "bytes stack frame" if function == kernel => entry.resources.stack = count,
                    "bytes spill stores" => entry.spill_stores += count,
                    "bytes spill loads" => entry.spill_loads += count,
                    "registers" => entry.resources.registers = count,
                    "bytes smem" => entry.resources.shared = count,
                    _ => {}
                }
            }
        }
    }
    kernels
}

/// `(32, "registers")` of "32 registers".
fn counted(item: &str) -> Option<(u32, &str)> {
    let (count, what) = item.trim().split_once(' ')?;
    Some((count.parse().ok()?, what))
}
