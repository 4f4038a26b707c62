//! The C++ compiler, and its options.

use std::{env, io, process::Command};

use crate::{Build, Skip};

/// Options of everything that is compiled.
const COMMON: &[&str] = &[
    "-std=c++17",
    "-gdwarf-4", // version 5 confuses addr2line about files that are included
    "-fPIC",
    "-fvisibility=hidden",
    "-fno-strict-aliasing",
    "-fcf-protection=none",
    "-fno-exceptions",
    "-Wall",
    "-Wextra",
    "-Werror",
];

/// Options of the runtime: its own accesses are not checked.
const RUNTIME: &[&str] = &["-O2"];

/// No undefined symbols; the functions of ThreadSanitizer come from outside.
const LINK_CHECKED: &str = "-Wl,-z,defs";
const LINK_RACES: &str = "-Wl,-z,lazy";

/// Options of kernels, as strict as those of our code. But `#pragma unroll` is for another compiler, and
/// headers may have functions that one of several kernels does not use.
const KERNELS: &[&str] = &[
    "-O2",
    "-fno-optimize-sibling-calls", // who called is what messages tell
    "-DEMULATED_CUDA",
    "-Wno-unknown-pragmas",
    "-Wno-unused-function",
];

/// Checks of undefined behaviour (`cpp/runtime/undefined.cpp`).
const UNDEFINED: &str = "-fsanitize=alignment,bounds,shift-exponent,integer-divide-by-zero";

/// A call at each access and in each basic block (`cpp/runtime/access.cpp`).
const CHECKED_BY_GCC: &[&str] = &[
    "-fsanitize=kernel-address",
    "--param=asan-instrumentation-with-call-threshold=0",
    "--param=asan-stack=0",
    "--param=asan-globals=0",
    UNDEFINED,
    "-fsanitize-coverage=trace-pc",
];
const CHECKED_BY_CLANG: &[&str] = &[
    "-fsanitize=kernel-address",
    "-mllvm",
    "-asan-instrumentation-with-call-threshold=0",
    "-mllvm",
    "-asan-stack=0",
    "-mllvm",
    "-asan-globals=0",
    "-mllvm",
    "-asan-kernel-mem-intrinsic-prefix=1", // from 16 on; without it copies of structures go unchecked
    "-mllvm",
    "-asan-opt-same-temp=0", // a second access at a place may be wider than the first
    UNDEFINED,
    "-fsanitize-coverage=trace-pc",
];
const OLDEST_CLANG: u32 = 16;

const RACES: &[&str] = &["-fsanitize=thread", "-DEMULATED_CUDA_RACES"];

pub(super) struct Compiler {
    path: String,
    version: String,
    is_clang: bool,
}

/// Returns the compiler in `CXX`, or the system's.
pub(super) fn compiler() -> Result<Compiler, Skip> {
    let wanted = env::var("CXX").ok();
    let candidates = wanted.iter().map(String::as_str).chain(["c++", "g++", "clang++"]);
    for path in candidates {
        match Command::new(path).arg("--version").output() {
            Ok(output) if output.status.success() => {
                let version = String::from_utf8_lossy(&output.stdout).into_owned();
                let is_clang = version.contains("clang");
                if is_clang && major_version(&version) < OLDEST_CLANG {
                    continue;
                }
                return Ok(Compiler { path: path.to_owned(), version, is_clang });
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => panic!("{path}: {error}"),
        }
    }
    Err(Skip::new("the emulator needs a C++ compiler: found none of $CXX, c++, g++, clang++ (16 or later)"))
}

/// The 16 of `Debian clang version 16.0.6 (15~deb12u1)`; 0 if there is none.
fn major_version(version: &str) -> u32 {
    let number = version.split("version ").nth(1).and_then(|rest| rest.split('.').next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}

impl Compiler {
    pub(super) fn path(&self) -> &str {
        &self.path
    }

    /// Returns the version: two compilers of the same version produce the same code.
    pub(super) fn version(&self) -> &str {
        &self.version
    }

    /// Returns the command that compiles the emulator itself, up to the names of files.
    pub(super) fn for_runtime(&self, build: Build) -> Vec<String> {
        let races: &[&str] = if build == Build::Races { &["-DEMULATED_CUDA_RACES"] } else { &[] };
        self.command(&[COMMON, RUNTIME, races])
    }

    /// Returns the command that compiles kernels with these macros, up to the names of files.
    pub(super) fn for_kernels(&self, build: Build, macros: &[String]) -> Vec<String> {
        let checks = match build {
            Build::Races => RACES,
            Build::Checked if self.is_clang => CHECKED_BY_CLANG,
            Build::Checked => CHECKED_BY_GCC,
        };
        let mut command = self.command(&[COMMON, KERNELS, checks]);
        command.extend(macros.iter().map(|definition| format!("-D{definition}")));
        command
    }

    /// Returns the command that links a library of this name, up to the names of files.
    pub(super) fn for_library(&self, build: Build, name: &str) -> Vec<String> {
        let names = if build == Build::Races { LINK_RACES } else { LINK_CHECKED };
        // The library may load others from its own folder, and keeps those that it does not use.
        let linking = ["-shared", names, "-Wl,-rpath,$ORIGIN", "-Wl,--no-as-needed"];
        let mut command = self.command(&[&linking]);
        command.push(format!("-Wl,-soname,{name}"));
        command
    }

    fn command(&self, flags: &[&[&str]]) -> Vec<String> {
        let flags = flags.iter().copied().flatten().map(|&flag| flag.to_owned());
        [self.path.clone()].into_iter().chain(flags).collect()
    }
}
