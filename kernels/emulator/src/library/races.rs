//! Restarts the running program with ThreadSanitizer.
//!
//! ThreadSanitizer must see a process from its start, so it is loaded before everything else (`LD_PRELOAD`).
//! It also needs memory at fixed places, so addresses must not be randomised. The program therefore replaces
//! itself by a new run that satisfies both, with the same arguments; everything so far runs again.
//! ThreadSanitizer reports to a file, which the emulator reads after every launch (`cpp/runtime/races.cpp`).

use std::{
    env,
    ffi::{c_int, c_ulong},
    os::unix::process::CommandExt,
    path::PathBuf,
    process::Command,
};

use libloading::os::unix::Library;

use crate::Skip;

/// Variable that marks the restarted program and has the file of the reports.
const LOG: &str = "EMULATED_CUDA_RACE_LOG";

/// Returns `Ok` in a process with ThreadSanitizer; restarts another one, and returns only if that fails.
pub(super) fn enter(compiler: &str) -> Result<(), Skip> {
    // SAFETY: the function is looked up, not called.
    let present = unsafe { Library::this().get::<unsafe extern "C" fn()>(b"__tsan_create_fiber") }.is_ok();
    if present && env::var_os(LOG).is_some() {
        return Ok(());
    }
    if env::var_os(LOG).is_some() {
        return Err(Skip::new("ThreadSanitizer was not loaded into the new program"));
    }
    let library = thread_sanitizer(compiler)?;
    switch_off_random_addresses()?;
    let log = env::temp_dir().join(format!("emulated-cuda-races-{}", std::process::id()));
    // ThreadSanitizer does not know how host threads synchronise: only kernels are checked.
    let options = format!(
        "log_path={} exitcode=0 halt_on_error=0 ignore_noninstrumented_modules=1 report_thread_leaks=0 \
         report_signal_unsafe=0 suppress_equal_stacks=0 suppress_equal_addresses=0 history_size=0",
        log.display()
    );
    let with_sanitizer = |program: PathBuf| {
        let mut command = Command::new(program);
        command.env("LD_PRELOAD", &library).env("TSAN_OPTIONS", &options).env(LOG, &log);
        command
    };
    let trial = with_sanitizer("/bin/true".into()).output();
    if !trial.is_ok_and(|output| output.status.success()) {
        return Err(Skip::new(format!("{} cannot run on this machine", library.display())));
    }
    let program = env::current_exe().map_err(|error| Skip::new(error.to_string()))?;
    let error = with_sanitizer(program).args(env::args_os().skip(1)).exec();
    Err(Skip::new(format!("this program cannot be restarted: {error}")))
}

fn thread_sanitizer(compiler: &str) -> Result<PathBuf, Skip> {
    let output = Command::new(compiler).arg("-print-file-name=libtsan.so").output();
    let name =
        output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned()).unwrap_or_default();
    // The compiler prints the bare name of a library that it does not have.
    match PathBuf::from(name).canonicalize() {
        Ok(path) => Ok(path),
        Err(_) => Err(Skip::new(format!("{compiler} has no ThreadSanitizer"))),
    }
}

/// For this process and the programs that replace it.
fn switch_off_random_addresses() -> Result<(), Skip> {
    const ADDR_NO_RANDOMIZE: c_ulong = 0x004_0000;
    const ASK: c_ulong = 0xffff_ffff;
    unsafe extern "C" {
        fn personality(persona: c_ulong) -> c_int;
    }
    // SAFETY: only reads the flags.
    let now = unsafe { personality(ASK) };
    // SAFETY: the flag affects programs that are started later.
    let changed = now >= 0 && unsafe { personality(now as c_ulong | ADDR_NO_RANDOMIZE) } >= 0;
    if changed { Ok(()) } else { Err(Skip::new("address randomisation cannot be switched off")) }
}
