//! Tests that set what holds for a whole process: limits of memory, rayon's global pool. Each runs in a
//! process of its own.

use std::env;
use std::process::Command;

mod isolated_nodes;
mod memory_limit;
mod memory_total;
#[cfg(unix)]
mod own_threads;
#[cfg(target_os = "linux")]
mod threads_started;
mod untrusted_headers;

/// Runs a test, whose path in this program is `name`, in a process of its own.
fn alone(name: &str, test: impl FnOnce()) {
    const NAME: &str = "BOSCAGE_TEST_ALONE";
    if env::var(NAME).is_ok_and(|own| own == name) {
        return test();
    }
    let mut command = Command::new(env::current_exe().unwrap());
    let output = command.args(["--exact", name, "--nocapture"]).env(NAME, name).output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && said.contains("1 passed"), "{said}{complaint}");
    print!("{said}");
}
