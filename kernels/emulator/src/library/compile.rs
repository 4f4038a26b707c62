//! Compiles the emulator and the kernels into one library, once per set of inputs.
//!
//! A hash of all inputs (sources, headers, flags, the compiler's version) is part of the name of the
//! library's folder under the cargo target directory. If the library exists, it is used. Otherwise it is
//! built in a temporary folder and renamed, so several test processes may do this at the same time. Object
//! files are kept in the same way: the runtime of the emulator is compiled once for all sets of kernels.

use std::{
    collections::HashSet,
    env, fs,
    hash::{DefaultHasher, Hash, Hasher},
    path::{Path, PathBuf},
    process::{self, Command},
    sync::atomic::{AtomicU32, Ordering},
    thread,
};

use super::{compiler::compiler, registry};
use crate::{Kernels, Skip, include_folder};

/// Names under which cudarc looks for the driver: the first one, and the usual one.
pub(super) const NAME: &str = "libcuda.so";
pub(super) const OTHER_NAME: &str = "libcuda.so.1";

/// Builds the library, or finds it in the cache, and returns its folder.
///
/// # Panics
///
/// If something does not compile, with the compiler's messages.
pub(super) fn library(kernels: &Kernels) -> Result<PathBuf, Skip> {
    let build = kernels.build;
    let compiler = compiler()?;
    let own = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/cpp"));
    let own_hash = (hash_of_sources(own, &["cpp", "hpp"]), compiler.version());

    let mut command = compiler.for_runtime(build);
    command.push(format!("-I{}", own.display()));
    let source = fs::read_to_string(own.join("library.cpp")).expect("the emulator's own sources are there");
    let mut units = vec![Unit { hash: hash_of(&(&command, own_hash)), source, command }];
    let mut names = HashSet::new();
    for path in &kernels.files {
        let folder = path.parent().expect("a file lies in a folder");
        let mut command = compiler.for_kernels(build, &kernels.macros);
        command.extend([own, include_folder(), folder].map(|folder| format!("-I{}", folder.display())));
        let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let source = registry::source(path, &text, &mut names);
        let headers = [folder, include_folder()].map(|folder| hash_of_sources(folder, &["cuh", "h", "hpp"]));
        units.push(Unit { hash: hash_of(&(&command, &source, text, headers, own_hash)), source, command });
    }

    let linking = [NAME, OTHER_NAME].map(|name| compiler.for_library(build, name));
    let hashes: Vec<_> = units.iter().map(|unit| unit.hash).collect();
    let place = target_directory().join("emulator");
    let folder = place.join(format!("{:016x}", hash_of(&(hashes, &linking))));
    if !folder.join(OTHER_NAME).exists() {
        let objects = compile_all(&units, &place.join("objects"));
        in_new_folder(&folder, |folder| link(&linking, &objects, folder));
    }
    Ok(folder)
}

/// One file for the compiler.
struct Unit {
    source: String,
    command: Vec<String>,
    hash: u64,
}

/// Compiles the units that are not in the cache, on all processors, and returns the object files.
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
            run(command(&unit.command).arg("-c").arg(&source).arg("-o").arg(&unfinished));
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

/// Links the library, and beside it an empty one of the other name that depends on the first: a program that
/// loads either gets the same functions.
fn link(linking: &[Vec<String>; 2], objects: &[PathBuf], folder: &Path) {
    let library = folder.join(NAME);
    run(command(&linking[0]).arg("-o").arg(&library).args(objects));
    run(command(&linking[1]).arg("-o").arg(folder.join(OTHER_NAME)).arg(&library));
}

/// Fills a folder under another name, then renames it; if another process was faster, its folder stays.
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

fn command(words: &[String]) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

fn run(command: &mut Command) {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    if !output.status.success() {
        panic!("{command:?} failed:\n{}", String::from_utf8_lossy(&output.stderr));
    }
}

/// Returns cargo's target directory above the running program, or one for temporary files.
fn target_directory() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let marked = program.ancestors().find(|folder| folder.join("CACHEDIR.TAG").exists());
    marked.map_or_else(|| env::temp_dir().join("emulated-cuda"), Path::to_owned)
}

fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns a hash of all files below `folder` with one of the extensions.
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
