//! Runs the program on test kernels in temporary folders. Without NVRTC, most of this is skipped.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::Path;

use boscage_kernels::ptx::MODULES;
use tempfile::TempDir;

use super::*;

/// A kernel with shared memory, from a header.
const FINE: &str = r#"
#include "own.cuh"
extern "C" __global__ void fine(unsigned* p) {
    __shared__ unsigned s[SIZE];
    s[threadIdx.x] = p[threadIdx.x];
    __syncthreads();
    p[threadIdx.x] = s[SIZE - 1 - threadIdx.x];
}
"#;

/// Forty words of eight bytes, and 64 registers of four to hold them; inlined, and in a called function.
/// is called.
const SPILLS: &str = r#"
typedef unsigned long long u64;
template <int> __device__ __forceinline__ void forty(u64* p) {
    u64 a[40];
    #pragma unroll
    for (int i = 0; i < 40; i++) a[i] = p[i * 1024 + threadIdx.x];
    __syncthreads();
    #pragma unroll
    for (int i = 0; i < 40; i++) p[i * 1024 + threadIdx.x] = a[39 - i] * a[i * 7 % 40] + a[i * 11 % 40];
}
__device__ __noinline__ void called(u64* p) { forty<0>(p); }
extern "C" __global__ void __launch_bounds__(1024) spills(u64* p) { forty<1>(p); }
extern "C" __global__ void __launch_bounds__(1024) spills_in_call(u64* p) { called(p); called(p + 1); }
extern "C" __global__ void spills_not(u64* p) { *p = 1; }
"#;

/// A folder with one kernel, and its compiled files; `None` without the right compiler.
fn project() -> Option<TempDir> {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "cuda/own.cuh", "#define SIZE 256\n");
    write(folder.path(), "cuda/fine.cu", FINE);
    match run(&Arguments { check: false, ptxas: Vec::new(), root: folder.path().to_owned() }) {
        Ok(()) => Some(folder),
        Err(Failure { code: Failure::NO_COMPILER | Failure::OTHER_COMPILER, message }) => {
            // Not through a macro: that output would be shown of failed tests only.
            let _ = std::io::stderr().write_all(format!("skipped: {message}\n").as_bytes());
            None
        }
        Err(failure) => panic!("{}", failure.message),
    }
}

fn write(root: &Path, file: &str, text: &str) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Result of the program, with its message.
fn ran(root: &Path, check: bool, ptxas: &[PathBuf]) -> Result<(), String> {
    run(&Arguments { check, ptxas: ptxas.to_owned(), root: root.to_owned() }).map_err(|failure| {
        assert_eq!(failure.code, Failure::WRONG);
        failure.message
    })
}

/// Message of a check, without the command that updates the files.
fn checked(root: &Path) -> String {
    let complaint = ran(root, true, &[]).unwrap_err();
    assert!(complaint.ends_with(&format!("\nupdate them with: {COMMAND}")), "{complaint}");
    complaint.lines().filter(|line| !line.starts_with("update them with")).collect::<Vec<_>>().join("\n")
}

#[test]
fn what_is_written_is_current_and_the_same_each_time() {
    let Some(folder) = project() else { return };
    let root = folder.path();
    ran(root, true, &[]).unwrap();
    let ptx = fs::read_to_string(root.join("ptx/fine.ptx")).unwrap();
    assert!(ptx.contains("\n.version 8.0\n.target sm_75\n") && ptx.contains(".entry fine("), "{ptx}");
    assert!(!ptx.contains("\n.global"), "constants of NVRTC's own:\n{ptx}");
    let module = fs::read_to_string(root.join("src/ptx.rs")).unwrap();
    assert!(module.contains("\n    FINE = \"fine\";\n"), "{module}");
    let elsewhere = project().unwrap();
    assert_eq!(fs::read_to_string(elsewhere.path().join("ptx/fine.ptx")).unwrap(), ptx);
}

#[test]
fn a_check_notices_every_change() {
    let Some(folder) = project() else { return };
    let root = folder.path();
    write(root, "cuda/own.cuh", "#define SIZE 128\n");
    assert_eq!(checked(root), "ptx/fine.ptx is stale");
    ran(root, false, &[]).unwrap();
    write(root, "cuda/fine.cu", &FINE.replace("- 1 -", "- 2 -"));
    assert_eq!(checked(root), "ptx/fine.ptx is stale");
    ran(root, false, &[]).unwrap();
    let ptx = fs::read_to_string(root.join("ptx/fine.ptx")).unwrap();
    write(root, "ptx/fine.ptx", &format!("{ptx}\n"));
    assert_eq!(checked(root), "ptx/fine.ptx is stale");
    fs::remove_file(root.join("ptx/fine.ptx")).unwrap();
    assert_eq!(checked(root), "ptx/fine.ptx is missing");
    write(root, "ptx/other.ptx", "");
    assert_eq!(checked(root), "ptx/fine.ptx is missing\nptx/other.ptx has no .cu");
    write(root, "cuda/other.cu", "");
    assert_eq!(checked(root), "ptx/fine.ptx is missing\nptx/other.ptx is stale\nsrc/ptx.rs is stale");
    ran(root, false, &[]).unwrap();
    ran(root, true, &[]).unwrap();
    fs::remove_file(root.join("cuda/other.cu")).unwrap();
    ran(root, false, &[]).unwrap();
    assert!(!root.join("ptx/other.ptx").exists());
    // A folder without kernels is not one whose kernels are all superfluous.
    fs::rename(root.join("cuda"), root.join("elsewhere")).unwrap();
    assert!(ran(root, false, &[]).unwrap_err().starts_with(&root.join("cuda").display().to_string()));
    assert!(root.join("ptx/fine.ptx").exists());
}

#[test]
fn warnings_and_errors_fail_and_nothing_is_written() {
    let Some(folder) = project() else { return };
    let root = folder.path();
    write(root, "cuda/unused.cu", "__global__ void k() { int unused; }\n");
    write(root, "cuda/wrong.cu", "#include <cstdio>\n");
    for check in [false, true] {
        let complaint = ran(root, check, &[]).unwrap_err();
        assert!(
            complaint.contains("unused.cu(1): warning") && complaint.contains("wrong.cu(1): "),
            "{complaint}"
        );
    }
    assert!(!root.join("ptx/unused.ptx").exists());
    fs::remove_file(root.join("cuda/unused.cu")).unwrap();
    fs::rename(root.join("cuda/wrong.cu"), root.join("cuda/Wrong-name.cu")).unwrap();
    let complaint = ran(root, false, &[]).unwrap_err();
    assert_eq!(complaint, "Wrong-name.cu: expected a file name that is a Rust identifier in lower case");
}

/// Assemblers in the variable `PTXAS`, separated like folders in `PATH`.
fn assemblers() -> Vec<PathBuf> {
    let all: Vec<_> = std::env::var_os("PTXAS").iter().flat_map(std::env::split_paths).collect();
    if all.is_empty() {
        let _ = std::io::stderr().write_all(b"skipped: PTXAS names no assembler\n");
    }
    all
}

#[test]
fn kernels_that_spill_are_reported() {
    let ptxas = assemblers();
    let (Some(folder), false) = (project(), ptxas.is_empty()) else { return };
    let root = folder.path();
    ran(root, true, &ptxas).unwrap();
    write(root, "cuda/much.cu", SPILLS);
    // The committed PTX counts, not the sources.
    assert!(ran(root, true, &ptxas).unwrap_err().starts_with("ptx/much.ptx is missing\n"));
    let complaint = ran(root, false, &ptxas).unwrap_err();
    for kernel in ["spills", "spills_in_call"] {
        for device in ["sm_75", "sm_90", "sm_120"] {
            let expected = format!("much.ptx: {kernel} spills on {device} by ptxas ");
            assert!(complaint.contains(&expected), "{expected}: {complaint}");
        }
    }
    assert!(!complaint.contains("spills_not") && !complaint.contains("fine"), "{complaint}");

    let mut report = Report::default();
    for program in &ptxas {
        report.add(&Assembler::new(program).unwrap(), &root.join("ptx")).unwrap();
    }
    assert_eq!(report.complaints(&[("spills", ""), ("spills_in_call", "")]), [""; 0]);
    let idle = report.complaints(&[("spills", ""), ("spills_in_call", ""), ("fine", "")]);
    assert_eq!(idle, ["fine does not spill: remove it from MAY_SPILL"]);
    let table = report.to_string();
    let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows.len(), 1 + 4, "{table}");
    // Source, kernel, registers on five devices, spill stores and loads, stack, shared.
    assert!(
        rows.iter().any(|row| row[..2] == ["fine", "fine"] && row[7..] == ["0", "0", "0", "1024"]),
        "{table}"
    );
}

#[test]
fn devices_that_no_assembler_knows_are_not_forgotten() {
    let complaints = Report::default().complaints(&[]);
    assert_eq!(complaints.first().map(String::as_str), Some("no assembler supports sm_75"));
    assert_eq!(complaints.len(), assembler::DEVICES.len());
}

#[test]
fn what_is_no_assembler_is_refused() {
    assert!(Assembler::new(Path::new("/dev/null/ptxas")).unwrap_err().starts_with("/dev/null/ptxas: "));
    assert_eq!(
        Assembler::new(Path::new("/bin/true")).unwrap_err(),
        "expected a ptxas that prints its version, found /bin/true"
    );
}

#[test]
fn the_assembler_is_understood() {
    let log = "\
ptxas info    : 304 bytes gmem
ptxas info    : Compiling entry function 'bid' for 'sm_80'
ptxas info    : Function properties for bid
    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 32 registers, used 1 barriers, 8 bytes cumulative stack size, 1024 bytes smem
ptxas info    : Function properties for _Z6helperj
    64 bytes stack frame, 2 bytes spill stores, 3 bytes spill loads
";
    let resources = cubin::Resources { registers: 32, stack: 16, shared: 1024 };
    let said = assembler::Said { resources, spill_stores: 10, spill_loads: 15 };
    assert_eq!(assembler::kernels(log), [("bid".to_owned(), said)].into());
}

#[test]
fn what_is_no_machine_code_is_refused() {
    assert!(cubin::kernels(b"", 90).is_err());
    assert!(cubin::kernels(&[0x7f; 200], 90).is_err());
}

/// Without a compiler, at least the names and the compiler's version agree.
#[test]
fn what_is_embedded_is_what_is_in_the_folders() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let of = |folder: &str, wanted: &str| -> BTreeSet<String> {
        let files = compile::files(&root.join(folder)).unwrap_or_default().into_iter();
        files.filter(|(_, extension)| extension == wanted).map(|(name, _)| name).collect()
    };
    let embedded: BTreeSet<String> = MODULES.iter().map(|&(name, _)| name.to_owned()).collect();
    assert_eq!(of("cuda", "cu"), embedded, "update them with: {COMMAND}");
    assert_eq!(of("ptx", "ptx"), embedded, "update them with: {COMMAND}");
    for (name, ptx) in MODULES {
        assert_eq!(nvrtc::version_in(ptx), Some(VERSION), "{name}");
        assert!(ptx.contains("\n.version 8.0\n.target sm_75\n"), "{name}");
    }
}
