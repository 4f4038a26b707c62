//! Compiles the emulator and the kernels into one library, once for each set of inputs.
//!
//! What a library is made of (sources, headers, flags, the compiler's version) is hashed into the name of its folder under
//! the cargo target directory. A library that is there is used as it is; one that is not is built in a folder of its own
//! and renamed into place, so that several test processes may do this at the same time. Object files are kept in the same
//! way: the runtime of the emulator is compiled once for all sets of kernels.

use std::{
    collections::HashSet,
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    io,
    path::{Path, PathBuf},
    process::{self, Command},
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

use crate::{Build, Skip, planted, scan};

/// The name under which cudarc looks for the driver first, and the one under which it is usually there.
pub(crate) const NAME: &str = "libcuda.so";
pub(crate) const OTHER_NAME: &str = "libcuda.so.1";

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

/// The runtime keeps its own accesses out of all checks.
const RUNTIME: &[&str] = &["-O2"];

/// Kernels are our code and are compiled as strictly as it. But `#pragma unroll` is for another compiler, and headers may
/// have functions that one of several kernels does not use.
const KERNELS: &[&str] = &["-O2", "-DBOSCAGE_EMULATOR", "-Wno-unknown-pragmas", "-Wno-unused-function"];

/// Comparisons before what has no meaning (`cpp/runtime/undefined.cpp`).
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
    UNDEFINED,
    "-fsanitize-coverage=trace-pc",
];
const RACES: &[&str] = &["-fsanitize=thread", "-DBOSCAGE_EMULATOR_RACES"];

/// Builds the library, or finds it built, and returns the folder it lies in.
///
/// # Panics
///
/// With the compiler's messages, if something does not compile.
pub(crate) fn library(build: Build, kernels: &[PathBuf]) -> Result<PathBuf, Skip> {
    let compiler = compiler()?;
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("cpp");
    let shared_headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("../cuda");
    let place = target_directory().join("emulator");

    let mut runtime = compiler.command(COMMON, RUNTIME);
    let mut kernel = compiler.command(COMMON, KERNELS);
    match build {
        Build::Checked if compiler.is_clang => kernel.extend(owned(CHECKED_BY_CLANG)),
        Build::Checked => kernel.extend(owned(CHECKED_BY_GCC)),
        Build::Races => {
            kernel.extend(owned(RACES));
            runtime.push("-DBOSCAGE_EMULATOR_RACES".into());
        }
    }
    kernel.extend(planted::arguments());
    kernel.extend([format!("-I{}", own.display()), format!("-I{}", shared_headers.display())]);

    let own_hash = hash_of_sources(&own, &["cpp", "hpp"]);
    let mut units = vec![Unit {
        source: fs::read_to_string(own.join("library.cpp")).expect("the emulator's own sources are there"),
        hash: hash_of(&(&runtime, own_hash, &compiler.version)),
        command: {
            runtime.push(format!("-I{}", own.display()));
            runtime
        },
    }];
    let mut names = HashSet::new();
    for path in kernels {
        let folder = path.parent().expect("a file lies in a folder");
        let mut command = kernel.clone();
        command.push(format!("-I{}", folder.display()));
        let source = registry(path, &mut names);
        let headers =
            (hash_of_sources(folder, &["cu", "cuh", "h", "hpp"]), hash_of_sources(&shared_headers, &["cuh"]));
        let hash = hash_of(&(&command, &source, headers, own_hash, &compiler.version));
        units.push(Unit { source, hash, command });
    }

    let folder =
        place.join(format!("{:016x}", hash_of(&units.iter().map(|unit| unit.hash).collect::<Vec<_>>())));
    if !folder.join(OTHER_NAME).exists() {
        let objects = compile_all(&units, &place.join("objects"));
        in_new_folder(&folder, |folder| link(&compiler, build, &objects, folder));
    }
    Ok(folder)
}

/// One file for the compiler.
struct Unit {
    source: String,
    command: Vec<String>,
    hash: u64,
}

/// A source that includes the kernels of one file, in a namespace of their own, and registers them.
fn registry(path: &Path, names: &mut HashSet<String>) -> String {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let stem = path.file_stem().expect("a file has a name").to_string_lossy();
    let space: String = stem.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect();
    let mut source = format!(
        "#include \"device.cuh\"\n#include \"kernel/registry.hpp\"\nnamespace kernels_of_{space} {{\n#include \"{}\"\n",
        path.display()
    );
    for scan::Kernel { name, bounds } in scan::kernels(path, &text) {
        assert!(names.insert(name.clone()), "{}: there are two kernels of the name {name}", path.display());
        let bounds = if bounds.is_empty() { "0" } else { &bounds };
        source.push_str(&format!("EMULATOR_REGISTER({name}, \"{stem}.cu\", {bounds});\n"));
    }
    source.push_str("}\n");
    source
}

/// Compiles what is not there yet, on all processors, and returns the object files.
fn compile_all(units: &[Unit], objects: &Path) -> Vec<PathBuf> {
    fs::create_dir_all(objects).unwrap_or_else(|error| panic!("{}: {error}", objects.display()));
    let path_of = |unit: &Unit| objects.join(format!("{:016x}.o", unit.hash));
    let next = AtomicU32::new(0);
    let work = || {
        while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed) as usize) {
            let object = path_of(unit);
            if object.exists() {
                continue;
            }
            let unfinished = objects.join(unique_name());
            let source = unfinished.with_extension("cpp");
            fs::write(&source, &unit.source).unwrap_or_else(|error| panic!("{}: {error}", source.display()));
            let unfinished = unfinished.with_extension("o");
            let mut command = Command::new(&unit.command[0]);
            command.args(&unit.command[1..]).arg("-c").arg(&source).arg("-o").arg(&unfinished);
            run(&mut command);
            fs::rename(&unfinished, &object).unwrap_or_else(|error| panic!("{}: {error}", object.display()));
            let _ = fs::remove_file(&source);
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from).min(units.len());
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
    units.iter().map(path_of).collect()
}

/// Links the library, and beside it one of the other name that holds nothing and needs the first: whoever asks for either
/// gets the same functions.
fn link(compiler: &Compiler, build: Build, objects: &[PathBuf], folder: &Path) {
    let library = folder.join(NAME);
    let mut command = Command::new(&compiler.path);
    command.arg("-shared").arg(format!("-Wl,-soname,{NAME}")).arg("-o").arg(&library).args(objects);
    if build == Build::Checked {
        command.arg("-Wl,-z,defs"); // ThreadSanitizer's functions come from outside
    }
    run(&mut command);
    let mut command = Command::new(&compiler.path);
    command.args([
        "-shared",
        &format!("-Wl,-soname,{OTHER_NAME}"),
        "-Wl,-rpath,$ORIGIN",
        "-Wl,--no-as-needed",
    ]);
    command.arg("-o").arg(folder.join(OTHER_NAME)).arg(&library);
    run(&mut command);
}

/// Fills a folder under another name, then renames it; if somebody else was faster, theirs stays.
fn in_new_folder(folder: &Path, fill: impl FnOnce(&Path)) {
    let unfinished = folder.with_file_name(unique_name());
    fs::create_dir_all(&unfinished).unwrap_or_else(|error| panic!("{}: {error}", unfinished.display()));
    fill(&unfinished);
    if let Err(error) = fs::rename(&unfinished, folder) {
        let _ = fs::remove_dir_all(&unfinished);
        assert!(folder.join(OTHER_NAME).exists(), "{}: {error}", folder.display());
    }
}

fn unique_name() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("unfinished-{}-{}", process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    if !output.status.success() {
        panic!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
}

pub(crate) struct Compiler {
    path: String,
    version: String,
    is_clang: bool,
}

/// The compiler that `CXX` names, or else the system's.
pub(crate) fn compiler() -> Result<Compiler, Skip> {
    let wanted = env::var("CXX").ok();
    let candidates = wanted.iter().map(String::as_str).chain(["c++", "g++", "clang++"]);
    for path in candidates {
        match Command::new(path).arg("--version").output() {
            Ok(output) if output.status.success() => {
                let version = String::from_utf8_lossy(&output.stdout).into_owned();
                let is_clang = version.contains("clang");
                return Ok(Compiler { path: path.to_owned(), version, is_clang });
            }
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => {}
            Err(error) => panic!("{path}: {error}"),
        }
    }
    Err(Skip::new("the emulator needs a C++ compiler: none of $CXX, c++, g++, clang++ is there"))
}

impl Compiler {
    pub(crate) fn path(&self) -> &str {
        &self.path
    }

    fn command(&self, common: &[&str], more: &[&str]) -> Vec<String> {
        let mut command = vec![self.path.clone()];
        command.extend(owned(common));
        command.extend(owned(more));
        command
    }
}

fn owned<'a>(words: &'a [&'a str]) -> impl Iterator<Item = String> + 'a {
    words.iter().map(|&word| word.to_owned())
}

/// The folder that cargo marks as its own, above the running program; else one for temporary files.
fn target_directory() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let marked = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    marked.map_or_else(|| env::temp_dir().join("boscage"), Path::to_owned)
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// The contents of all files below `folder` with one of the extensions.
fn hash_of_sources(folder: &Path, extensions: &[&str]) -> u64 {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        for path in entries.flatten().map(|entry| entry.path()) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|e| extensions.iter().any(|&wanted| e == wanted)) {
                let text = fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
                found.push((path, text));
            }
        }
    }
    found.sort();
    hash_of(&found)
}
