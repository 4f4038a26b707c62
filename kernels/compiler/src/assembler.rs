//! `ptxas`, NVIDIA's assembler, which is part of every driver: it compiles PTX to machine code, and logs the
//! resources of each kernel. Only its log has the spilled bytes.
//!
//! ```text
//! ptxas info    : Compiling entry function 'bid' for 'sm_80'
//! ptxas info    : Function properties for bid
//!     16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
//! ptxas info    : Used 32 registers, used 1 barriers, 1024 bytes smem, 364 bytes cmem[0]
//! ```
//!
//! Functions that are not inlined follow the kernel that calls them, with their own properties.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cubin::{self, Resources};

/// The devices that kernels are assembled for: Turing, A100, H100, and the two families of Blackwell.
pub(crate) const DEVICES: [&str; 5] = ["sm_75", "sm_80", "sm_90", "sm_100", "sm_120"];

/// An assembler, its version and its devices.
#[derive(Debug)]
pub(crate) struct Assembler {
    program: PathBuf,
    /// "12.0.76".
    pub(crate) version: String,
    /// The supported devices among [`DEVICES`].
    pub(crate) devices: Vec<&'static str>,
}

/// Resources of a kernel, from the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// Resources that the machine code has too.
    pub(crate) resources: Resources,
    /// Bytes spilled to memory, in the kernel and in the functions it calls.
    pub(crate) spill_stores: u32,
    /// Bytes read back from memory.
    pub(crate) spill_loads: u32,
}

impl Assembler {
    /// Returns the assembler in this file. Errors are messages for people, here and below.
    pub(crate) fn new(program: &Path) -> Result<Self, String> {
        let asked = |option: &str| {
            let output = Command::new(program).arg(option).output();
            let output = output.map_err(|error| format!("{}: {error}", program.display()))?;
            Ok::<_, String>(String::from_utf8_lossy(&output.stdout).into_owned())
        };
        let (version, help) = (asked("--version")?, asked("--help")?);
        let version =
            version.lines().find_map(|line| line.split_once(", V")).map(|(_, version)| version.trim());
        let version = version
            .ok_or_else(|| format!("expected a ptxas that prints its version, found {}", program.display()))?
            .to_owned();
        let devices = DEVICES.into_iter().filter(|device| help.contains(&format!("'{device}'"))).collect();
        Ok(Self { program: program.to_owned(), version, devices })
    }

    /// Returns the resources of the kernels of a PTX file on a device, by name. Unexpected lines in the log
    /// are errors.
    pub(crate) fn assemble(&self, ptx: &Path, device: &str) -> Result<BTreeMap<String, Said>, String> {
        let wrong = |what: &str| format!("{} for {device}: ptxas {}: {what}", ptx.display(), self.version);
        let code = tempfile::NamedTempFile::new().map_err(|error| wrong(&error.to_string()))?;
        let mut command = Command::new(&self.program);
        command.args(["--verbose", "--gpu-name", device, "--output-file"]).arg(code.path()).arg(ptx);
        let output = command.output().map_err(|error| wrong(&error.to_string()))?;
        let log = String::from_utf8_lossy(&output.stderr);
        if !output.status.success() || !log.lines().all(is_information) {
            return Err(wrong(log.trim()));
        }
        let said = kernels(&log);
        let code = fs::read(code.path()).map_err(|error| wrong(&error.to_string()))?;
        let capability = device.trim_start_matches("sm_").parse().expect("sm_ and a number");
        let found = cubin::kernels(&code, capability).map_err(|error| wrong(&error.to_string()))?;
        if !said.iter().map(|(name, said)| (name, &said.resources)).eq(&found) {
            return Err(wrong(&format!("its log has {said:?}, but its machine code has {found:?}")));
        }
        Ok(said)
    }
}

/// Returns `true` if the line is information that was asked for.
fn is_information(line: &str) -> bool {
    line.is_empty() || line.starts_with("ptxas info ") || line.starts_with("    ")
}

/// Returns the kernels in `log` and their resources.
pub(crate) fn kernels(log: &str) -> BTreeMap<String, Said> {
    let mut kernels: BTreeMap<String, Said> = BTreeMap::new();
    let (mut kernel, mut function) = (String::new(), String::new());
    for line in log.lines() {
        let said = line.trim_start_matches("ptxas info").trim_start_matches([' ', ':']);
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
