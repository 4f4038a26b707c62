//! Two ranks that share nothing but files: each has its own network, hostname, semaphores and `/dev/shm`, and
//! a virtual cable joins the networks. Needs root and Linux; otherwise a message says that it is skipped.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use boscage::graph::Objective;
use serde_json::Value;

use super::forests::{expected, in_parts, inputs, succeeded};
use super::launcher::{Ended, Launcher, PATIENCE};

/// The ends of the cable, both of this name.
const DEVICE: &str = "cable0";

const ADDRESSES: [&str; 2] = ["10.203.77.1", "10.203.77.2"];

/// Prefix of the names of all namespaces.
const PREFIX: &str = "msf-mpi-";

/// Replacement of ssh for the launchers: options, the host, and a command for its shell.
const AGENT: &str = r#"#!/bin/sh
while [ "${1#-}" != "$1" ]; do shift; done
shift
exec ip netns exec NAMESPACE unshare --uts --ipc --mount sh -c '
  hostname "$1" && mount -t tmpfs none /dev/shm && exec sh -c "$2"' sh NAMESPACE "$*"
"#;

/// Two networks with a cable between them.
struct Cable {
    namespaces: [String; 2],
}

/// Runs `ip`; its output, or its error.
fn ip(arguments: &str) -> Result<String, String> {
    let ended =
        Command::new("ip").args(arguments.split(' ')).output().map_err(|error| format!("ip: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).trim().to_owned();
    if ended.status.success() { Ok(text(&ended.stdout)) } else { Err(text(&ended.stderr)) }
}

impl Cable {
    fn new() -> Result<Self, String> {
        for name in ip("netns list")?.lines().filter_map(|line| line.split(' ').next()) {
            // Left by a test that was killed.
            let process = name.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next());
            if process.is_some_and(|process| !Path::new("/proc").join(process).exists()) {
                ip(&format!("netns del {name}"))?;
            }
        }
        let namespaces = ["a", "b"].map(|end| format!("{PREFIX}{}-{end}", std::process::id()));
        let cable = Self { namespaces };
        let [a, b] = &cable.namespaces;
        ip(&format!("netns add {a}"))?;
        ip(&format!("netns add {b}"))?;
        ip(&format!("link add {DEVICE} netns {a} type veth peer name {DEVICE} netns {b}"))?;
        for (namespace, address) in cable.namespaces.iter().zip(ADDRESSES) {
            ip(&format!("-n {namespace} addr add {address}/30 dev {DEVICE}"))?;
            ip(&format!("-n {namespace} link set lo up"))?;
            ip(&format!("-n {namespace} link set {DEVICE} up"))?;
        }
        // The kernel takes up to a second to notice that the other end is up, too.
        let is_up = |namespace| ip(&format!("netns exec {namespace} cat /sys/class/net/{DEVICE}/operstate"));
        for _ in 0..100 {
            if is_up(a)? == "up" && is_up(b)? == "up" {
                return Ok(cable);
            }
            sleep(Duration::from_millis(50));
        }
        Err("the cable does not come up".to_owned())
    }

    /// Runs the program with a rank at each end.
    fn run(&self, launcher: &Launcher, folder: &Path, arguments: &[&str]) -> Ended {
        let [a, b] = &self.namespaces;
        let agent = folder.join("agent");
        fs::write(&agent, AGENT.replace("NAMESPACE", b)).unwrap();
        fs::set_permissions(&agent, fs::Permissions::from_mode(0o755)).unwrap();
        let agent = agent.to_str().unwrap();
        let [here, there] = ADDRESSES;
        let mut command = Command::new("ip");
        command.args(["netns", "exec", a, &launcher.program]);
        if launcher.name == "MPICH" {
            command.args(["-launcher", "ssh", "-launcher-exec", agent, "-iface", DEVICE]);
            command.args(["-hosts", &format!("{here},{there}")]);
        } else {
            command.args(["--mca", "plm_rsh_agent", agent, "--mca", "btl", "tcp,self"]);
            command.args(["--host", &format!("{here}:1,{there}:1")]);
        }
        command.args(["-n", "2", env!("CARGO_BIN_EXE_msf-mpi")]).args(arguments);
        Launcher::wait_for(command, PATIENCE, |_| {})
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        for namespace in &self.namespaces {
            // One may not exist.
            let _ = ip(&format!("netns del {namespace}"));
        }
    }
}

#[test]
fn ranks_that_share_nothing_but_files_find_the_same_forest() {
    let Some(launcher) = Launcher::new() else { return };
    let cable = match Cable::new() {
        Ok(cable) => cable,
        Err(why) => {
            eprintln!("skipped: no two networks on this machine: {why}");
            return;
        }
    };
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("forest.txt");
    for (at, path) in inputs().iter().map(|path| in_parts(folder.path(), path)).enumerate() {
        let algorithm = ["auto", "allreduce-boruvka", "ghs"][at % 3];
        let more = ["--format", "ids", "--algorithm", algorithm, "--stats", "json", "--verify", &path];
        let arguments = [&["--out", out.to_str().unwrap()], &more[..]].concat();
        let report = succeeded(cable.run(&launcher, folder.path(), &arguments));
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!((&report["ranks"], &report["machines"]), (&2.into(), &2.into()), "{report}");
        let [ids, _] = expected(&path, Objective::Minimum);
        assert!(fs::read_to_string(&out).unwrap() == ids, "{path}, {algorithm}");
    }
    // Messages of many words.
    let selftest = cable.run(&launcher, folder.path(), &["--selftest"]);
    assert_eq!(succeeded(selftest), "all words have arrived, 4 times\n");
}
