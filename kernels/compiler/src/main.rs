//! Compiles the CUDA kernels of this crate, with NVRTC, into the PTX that is committed and embedded.
//!
//! From `cuda/*.cu` come `ptx/*.ptx` and `src/ptx.rs`, the same bytes on every machine: headers are passed in
//! memory, the PTX has no paths or times, and only one version of NVRTC is accepted. `.ci/run ptx` fetches
//! that version, and requires that everything is current and without warnings. It fetches assemblers too, the
//! programs that drivers have inside, and requires that none of them spills registers of what is committed.
//!
//! Exit codes: 1 if something is wrong with the kernels or the committed files, 2 for a wrong command line, 3
//! if there is no NVRTC, 4 if NVRTC has another version.

mod assembler;
mod committed;
mod compile;
mod cubin;
mod nvrtc;
mod report;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use assembler::Assembler;
use committed::{Committed, Difference};
use compile::Sources;
use nvrtc::Nvrtc;
use report::{MAY_SPILL, Report};

/// Version that compiles the committed PTX: the oldest of CUDA 12, because older PTX runs with older drivers.
/// `.ci/run` reads it from here.
const VERSION: &str = "12.0.76";

/// Source of the compiler.
const CURE: &str = "`.ci/run ptx` fetches it into target/nvrtc";

/// Command that updates stale files.
const COMMAND: &str = "LD_LIBRARY_PATH=$PWD/target/nvrtc cargo run -p boscage-ptx";

/// Compiles the kernels in kernels/cuda into kernels/ptx and kernels/src/ptx.rs
#[derive(Debug, Parser)]
#[command(name = "ptx", max_term_width = 100)]
struct Arguments {
    /// Compare with the committed files, and write nothing
    #[arg(long)]
    check: bool,

    /// Also assemble the committed PTX with this `ptxas`, for all devices that it supports; print the
    /// resources of each kernel, and fail if one spills; may be repeated
    #[arg(long, value_name = "FILE")]
    ptxas: Vec<PathBuf>,

    /// The crate's folder, with `cuda`, `ptx` and `src` in it
    #[arg(long, value_name = "FOLDER", default_value = concat!(env!("CARGO_MANIFEST_DIR"), "/.."))]
    root: PathBuf,
}

/// A message for people, and the exit code.
struct Failure {
    code: u8,
    message: String,
}

impl Failure {
    /// Kernels or committed files are wrong.
    const WRONG: u8 = 1;
    /// There is no NVRTC.
    const NO_COMPILER: u8 = 3;
    /// There is an NVRTC, but of another version than the committed files need.
    const OTHER_COMPILER: u8 = 4;
}

impl<E: ToString> From<E> for Failure {
    fn from(error: E) -> Self {
        Self { code: Self::WRONG, message: error.to_string() }
    }
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("ptx: {}", failure.message);
            ExitCode::from(failure.code)
        }
    }
}

fn run(arguments: &Arguments) -> Result<(), Failure> {
    let nvrtc = Nvrtc::find()
        .map_err(|absent| Failure { code: Failure::NO_COMPILER, message: format!("{absent}; {CURE}") })?;
    println!("NVRTC {}", nvrtc.version);
    if nvrtc.version != VERSION {
        let message = format!("expected NVRTC {VERSION}, found {}; {CURE}", nvrtc.version);
        return Err(Failure { code: Failure::OTHER_COMPILER, message });
    }
    let sources = Sources::read(&arguments.root.join("cuda"))?;
    let mut ptx = BTreeMap::new();
    let mut complaints = Vec::new();
    for source in &sources.programs {
        match sources.ptx(&nvrtc, source) {
            Ok(text) => drop(ptx.insert(source.name.clone(), text)),
            Err(refusal) => complaints.push(refusal),
        }
    }
    if ptx.len() == sources.programs.len() {
        complaints.extend(settle(&Committed::new(&arguments.root, ptx), arguments.check)?);
    }
    if !arguments.ptxas.is_empty() {
        let mut report = Report::default();
        for program in &arguments.ptxas {
            let assembler = Assembler::new(program)?;
            println!("ptxas {}: {}", assembler.version, assembler.devices.join(", "));
            complaints
                .extend(report.add(&assembler, &arguments.root.join("ptx")).err().into_iter().flatten());
        }
        print!("{report}");
        complaints.extend(report.complaints(MAY_SPILL));
    }
    if !complaints.is_empty() {
        return Err(complaints.join("\n").into());
    }
    println!("files of kernels: {}, all current", sources.programs.len());
    Ok(())
}

/// Compares or writes the committed files. Returns the differences as a message.
fn settle(committed: &Committed, check: bool) -> io::Result<Option<String>> {
    let differences = committed.differences()?;
    if check {
        let lines: String = differences.iter().map(|difference| format!("{difference}\n")).collect();
        return Ok((!differences.is_empty()).then(|| format!("{lines}update them with: {COMMAND}")));
    }
    for difference in &differences {
        committed.mend(difference)?;
        match difference {
            Difference::Missing(path) | Difference::Stale(path) => println!("wrote {path}"),
            Difference::Superfluous(path) => println!("removed {path}"),
        }
    }
    Ok(None)
}
